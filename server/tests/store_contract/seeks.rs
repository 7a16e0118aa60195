//! Seeks, the server that pairs them, and that a match ends the seeks it is made of.

use crate::samples::{append, match_id, player};
use domain::clock::{ClockSetting, Correspondence, Fischer};
use domain::{Moment, Player, PlayerId, Seek, SoughtGame, Terms};
use engine::Side;
use sqlx::{Connection, PgConnection};
use store::{
    Append, Conflict, Database, Fence, Location, Purpose, Role, Seekers, StoreError, open,
};

pub(crate) const NOW: Moment = Moment(1_760_000_000_000);

pub(crate) fn seek(who: u128, games: &[&str], minutes: u32) -> Seek {
    let games = games.iter().map(|game| SoughtGame::new(game, None).expect("known"));
    let clocks = [
        ClockSetting::Fischer(Fischer::new(300, 5).expect("in range")),
        ClockSetting::Correspondence(Correspondence::new(3).expect("in range")),
        ClockSetting::None,
    ];
    let side = (who % 2 == 1).then_some(Side::Second);
    // Every third keeps the identity, and seeks by rating.
    let is_kept = who.is_multiple_of(3);
    let pool = SoughtGame::new("shogi", None).ok().and_then(|game| game.pool());
    let ratings = pool.into_iter().map(|pool| (pool, 1_612)).filter(|_| is_kept).collect();
    let terms = Terms { side, rated: is_kept, within: is_kept.then_some(200), ratings };
    let player = |who| Player { guest: !is_kept, ..player(who) };
    Seek::new(player(who), games, clocks, terms, minutes, NOW.after(minutes.into()))
        .expect("in bounds")
}

/// By what a server pairs the seeks, once no other does.
async fn lead(store: &Database) -> Fence {
    let leaders = store.lead(Role::ALL.len()).await.expect("the database is there");
    let leads = |role| leaders.iter().find(|leader| leader.role == role);
    let leader = leads(Role::Seeks).expect("there is one");
    assert_eq!(leader.node, store.own_node());
    leader.fence
}

pub(crate) async fn kept(store: &Database, now: Moment) -> Vec<Seek> {
    let seeks = store.take_seeks(lead(store).await, now).await;
    let mut seeks = seeks.expect("this server pairs the seeks");
    seeks.sort_by_key(Seek::made_at);
    seeks
}

fn ids<const N: usize>(seeks: [&Seek; N]) -> [PlayerId; N] {
    seeks.map(|seek| seek.who.id)
}

async fn a_seek_is_kept_as_it_was_made_until_its_time_is_up(store: Database) {
    assert_eq!(kept(&store, NOW).await, []);
    let by = lead(&store).await;
    let (short, long) = (seek(1, &["shogi", "xiangqi"], 1), seek(2, &["xia-si"], 20_160));
    for seek in [&short, &long] {
        store.put_seek(by, seek).await.expect("kept");
    }
    assert_eq!(kept(&store, NOW).await, [short.clone(), long.clone()]);
    let other = seek(1, &["xia-si"], 2);
    store.put_seek(by, &other).await.expect("kept in its place");
    assert_eq!(kept(&store, NOW).await, [other.clone(), long.clone()]);
    assert_eq!(kept(&store, other.expires_at()).await, std::slice::from_ref(&long));
    assert_eq!(store.remove_seek(by, long.who.id).await, Ok(true));
    assert_eq!(store.remove_seek(by, long.who.id).await, Ok(false));
    assert_eq!(kept(&store, NOW).await, []);
}

/// The first event of a match that is made of two seeks.
fn of_seeks(by: Fence, number: u128, seekers: [&Seek; 2]) -> Append {
    let seekers = Some(Seekers { players: ids(seekers).into(), by });
    Append { seekers, ..append(match_id(number), 1..=1) }
}

async fn a_match_ends_the_seeks_it_is_made_of_or_is_not_made(store: Database) {
    assert_eq!(kept(&store, NOW).await, []);
    let by = lead(&store).await;
    let of_seeks = |number, seekers| of_seeks(by, number, seekers);
    let (one, two, three) =
        (seek(1, &["shogi"], 5), seek(2, &["shogi"], 6), seek(3, &["shogi"], 7));
    for seek in [&one, &two] {
        store.put_seek(by, seek).await.expect("kept");
    }
    let refused = Err(StoreError::Conflict(Conflict::Seek));
    assert_eq!(store.commit(&[of_seeks(1, [&three, &one])]).await, refused);
    assert_eq!(kept(&store, NOW).await, [one.clone(), two.clone()]);
    // Those that are written along with it are not written either, and can be by themselves.
    let others = append(match_id(7), 1..=2);
    let batch = [others.clone(), of_seeks(2, [&one, &three])];
    assert_eq!(store.commit(&batch).await, refused);
    assert_eq!(store.commit(&[others, of_seeks(3, [&one, &two])]).await, Ok(()));
    assert_eq!(store.commit(&[of_seeks(4, [&one, &two])]).await, refused);
    assert_eq!(kept(&store, NOW).await, []);
    let events = async |number| store.events(match_id(number), 0, 9).await.map(|all| all.len());
    for (number, count) in [(1, 0), (2, 0), (3, 1), (4, 0), (7, 2)] {
        assert_eq!(events(number).await, Ok(count), "match {number}");
    }
}

crate::on_both!(
    a_seek_is_kept_as_it_was_made_until_its_time_is_up,
    a_match_ends_the_seeks_it_is_made_of_or_is_not_made,
);

/// Another server on the database of one that lives.
pub(crate) async fn beside(location: &Location, first: &Database) -> Database {
    let beating = async {
        loop {
            first.beat(NOW).await.expect("it lives");
        }
    };
    tokio::select! {
        () = beating => unreachable!("it goes on for ever"),
        second = open(location, Purpose::Serve) => second.expect("Postgres opens"),
    }
}

/// Has a server take over from another, as if that had left.
pub(crate) async fn replace(url: &str, gone: &Database, heir: &Database) {
    let mut session = PgConnection::connect(url).await.expect("Postgres answers");
    sqlx::query("update node set until = '-infinity' where id = $1")
        .bind(gone.own_node())
        .execute(&mut session)
        .await
        .expect("it is entered");
    heir.take_over().await.expect("it seems to have left");
}

#[tokio::test]
async fn one_server_has_all_seeks_until_it_is_gone() {
    crate::fresh::with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let leader = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let other = beside(&location, &leader).await;
        let (one, two) = (seek(1, &["shogi"], 5), seek(2, &["shogi"], 6));
        assert_eq!(leader.put_seek(Fence::ALONE, &one).await, Err(StoreError::Fenced));
        let by = lead(&leader).await;
        for seek in [&one, &two] {
            leader.put_seek(by, seek).await.expect("kept");
        }
        // The number alone is not enough.
        assert_eq!(other.take_seeks(by, NOW).await, Err(StoreError::Fenced));
        assert_eq!(other.put_seek(by, &two).await, Err(StoreError::Fenced));
        assert_eq!(other.remove_seek(by, two.who.id).await, Err(StoreError::Fenced));
        let refused = other.commit(&[of_seeks(by, 1, [&one, &two])]).await;
        assert_eq!(refused, Err(StoreError::Conflict(Conflict::Seek)));

        // It is gone as soon as another has taken over from it.
        replace(&url, &leader, &other).await;
        assert_eq!(kept(&other, NOW).await, [one.clone(), two.clone()]);
        let by = lead(&other).await;
        assert_eq!(other.commit(&[of_seeks(by, 1, [&one, &two])]).await, Ok(()));
        assert_eq!(kept(&other, NOW).await, []);
        leader.close().await;
        other.close().await;
    })
    .await;
}

/// A server that is presumed dead while it stands still writes nothing any more, and neither does one that
/// has given the seeks to another.
#[tokio::test]
async fn one_that_was_replaced_changes_no_seek() {
    crate::fresh::with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let stale = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let (one, two) = (seek(1, &["shogi"], 5), seek(2, &["shogi"], 6));
        let by = lead(&stale).await;
        for seek in [&one, &two] {
            stale.put_seek(by, seek).await.expect("kept");
        }
        let heir = beside(&location, &stale).await;
        assert_eq!(stale.give_role(Role::Seeks, by, heir.own_node()).await, Ok(true));
        let refused = stale.commit(&[of_seeks(by, 1, [&one, &two])]).await;
        assert_eq!(refused, Err(StoreError::Conflict(Conflict::Seek)));
        assert_eq!(stale.put_seek(by, &one).await, Err(StoreError::Fenced));
        assert_eq!(kept(&heir, NOW).await, [one.clone(), two.clone()]);
        // It has them again, and what it decided before is not written all the same.
        let back = lead(&heir).await;
        assert_eq!(heir.give_role(Role::Seeks, back, stale.own_node()).await, Ok(true));
        assert_eq!(stale.remove_seek(by, one.who.id).await, Err(StoreError::Fenced));
        let again = lead(&stale).await;
        assert!(by < back && back < again);
        stale.put_seek(again, &one).await.expect("kept");

        replace(&url, &stale, &heir).await;
        assert_eq!(kept(&heir, NOW).await, [one.clone(), two.clone()]);
        assert_eq!(stale.is_leader(Role::Seeks, again).await, Ok(false));
        assert_eq!(stale.put_seek(again, &one).await, Err(StoreError::Fenced));
        assert_eq!(
            stale.commit(&[of_seeks(again, 1, [&one, &two])]).await,
            Err(StoreError::Fenced)
        );
        let by = lead(&heir).await;
        assert_eq!(heir.commit(&[of_seeks(by, 2, [&one, &two])]).await, Ok(()));
        heir.close().await;
        stale.close().await;
    })
    .await;
}
