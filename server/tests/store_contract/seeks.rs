//! What people seek.

use crate::samples::player;
use domain::clock::{ClockSetting, Correspondence, Fischer};
use domain::{Moment, Player, PlayerId, Seek, SoughtGame, Terms};
use engine::Side;
use yiguan::store::{Location, Purpose, SharedStore, open};

const NOW: Moment = Moment(1_760_000_000_000);

fn seek(who: u128, games: &[&str], minutes: u32) -> Seek {
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

async fn kept(store: &SharedStore, now: Moment) -> Vec<Seek> {
    let mut seeks = store.adopt_seeks(now).await.expect("the store answers");
    seeks.sort_by_key(Seek::made_at);
    seeks
}

fn ids<const N: usize>(seeks: [&Seek; N]) -> [PlayerId; N] {
    seeks.map(|seek| seek.who.id)
}

async fn a_seek_is_kept_as_it_was_made_until_its_time_is_up(store: SharedStore) {
    let (short, long) = (seek(1, &["shogi", "xiangqi"], 1), seek(2, &["xia-si"], 20_160));
    for seek in [&short, &long] {
        store.put_seek(seek).await.expect("kept");
    }
    assert_eq!(kept(&store, NOW).await, [short.clone(), long.clone()]);
    let other = seek(1, &["xia-si"], 2);
    store.put_seek(&other).await.expect("kept in its place");
    assert_eq!(kept(&store, NOW).await, [other.clone(), long.clone()]);
    assert_eq!(kept(&store, other.expires_at()).await, std::slice::from_ref(&long));
    assert_eq!(store.remove_seek(long.who.id).await, Ok(true));
    assert_eq!(store.remove_seek(long.who.id).await, Ok(false));
    assert_eq!(kept(&store, NOW).await, []);
}

async fn all_are_claimed_or_none(store: SharedStore) {
    let (one, two, three) =
        (seek(1, &["shogi"], 5), seek(2, &["shogi"], 6), seek(3, &["shogi"], 7));
    for seek in [&one, &two] {
        store.put_seek(seek).await.expect("kept");
    }
    assert_eq!(store.claim_seeks(&ids([&three, &one])).await, Ok(vec![three.who.id]));
    assert_eq!(kept(&store, NOW).await, [one.clone(), two.clone()]);
    assert_eq!(store.claim_seeks(&ids([&one, &two])).await, Ok(vec![]));
    assert_eq!(store.claim_seeks(&ids([&one, &two])).await.map(|missing| missing.len()), Ok(2));
    assert_eq!(kept(&store, NOW).await, []);
}

crate::on_both!(a_seek_is_kept_as_it_was_made_until_its_time_is_up, all_are_claimed_or_none);

#[tokio::test]
async fn a_server_has_the_seeks_it_took_and_those_of_servers_that_are_gone() {
    crate::fresh::with_database(async |url| {
        let location = Location::Postgres(url);
        let serve = async || open(&location, Purpose::Serve).await.expect("Postgres opens");
        let first = serve().await;
        let (one, two) = (seek(1, &["shogi"], 5), seek(2, &["shogi"], 6));
        first.put_seek(&one).await.expect("kept");
        let beating = async {
            loop {
                first.beat(NOW).await.expect("it lives");
            }
        };
        let second = tokio::select! {
            () = beating => unreachable!("it goes on for ever"),
            second = serve() => second,
        };
        second.put_seek(&two).await.expect("kept");
        assert_eq!(kept(&second, NOW).await, std::slice::from_ref(&two));
        assert_eq!(second.claim_seeks(&ids([&one, &two])).await, Ok(vec![one.who.id]));
        // Whoever asks another server is sought for there.
        second.put_seek(&one).await.expect("kept");
        assert_eq!(kept(&first, NOW).await, []);
        second.close().await;
        first.close().await;
        let third = serve().await;
        assert_eq!(kept(&third, NOW).await, [one, two]);
        third.close().await;
    })
    .await;
}
