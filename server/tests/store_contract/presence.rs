//! Players online on several servers, those who are not listed, and data about many players at once.

use crate::fresh::{execute, with_database};
use crate::samples::{player, register};
use crate::seeks::beside;
use domain::{Moment, PlayerId};
use sqlx::{Connection, PgConnection};
use store::{
    Account, Database, Generation, Guest, Location, PresenceChanges, Present, Purpose, Registering,
    open,
};

const NOW: Moment = Moment(1_760_000_000_000);

fn present(number: u128, registered: bool, after: u64) -> Present {
    Present { player: player(number).id, registered, since: NOW.after(after) }
}

fn came(people: &[Present]) -> PresenceChanges {
    PresenceChanges { came: people.to_vec(), ..PresenceChanges::default() }
}

async fn a_single_server_has_nobody_elsewhere(store: Database) {
    let one = present(1, true, 1);
    store.share_presence(&came(&[one])).await.expect("written or left alone");
    assert_eq!(store.present_elsewhere(9).await, Ok(vec![]));
    assert_eq!(store.present_elsewhere_of(&[one.player]).await, Ok(vec![]));
    assert_eq!(store.count_present_elsewhere().await, Ok(0));
}

async fn everybody_is_listed_who_has_not_switched_it_off(store: Database) {
    let all: Vec<PlayerId> = (1..=40).map(|number| player(number).id).collect();
    assert_eq!(store.unlisted_of(&all).await, Ok(vec![]));
    assert_eq!(store.unlisted_of(&[]).await, Ok(vec![]));
    for who in [all[0], all[20], all[39], all[39]] {
        store.set_listed(who, false).await.expect("written");
    }
    let unlisted = async || {
        let mut found = store.unlisted_of(&all).await.expect("read");
        found.sort();
        found
    };
    assert_eq!(unlisted().await, [all[0], all[20], all[39]]);
    assert_eq!(store.unlisted_of(&all[1..20]).await, Ok(vec![]));
    store.set_listed(all[20], true).await.expect("written");
    store.set_listed(all[5], true).await.expect("it was so");
    assert_eq!(unlisted().await, [all[0], all[39]]);
    // A choice is among the deleted data.
    store.erase(all[39], NOW).await.expect("erased");
    assert_eq!(unlisted().await, [all[0]]);
}

async fn many_players_are_known_as_each_of_them_is(store: Database) {
    let all: Vec<PlayerId> = (1..=40).map(|number| player(number).id).collect();
    store.set_name(all[1], Some("Li"), NOW).await.expect("a guest is named");
    store.set_bot(all[2], NOW).await.expect("a program");
    for (who, name) in [(all[17], Some("Du Fu")), (all[33], None), (all[34], Some("Wang Wei"))] {
        let name = name.map(str::to_owned);
        let generation = Generation::REGISTERED;
        let account = Account { id: who, name, password: None, registered_at: NOW, generation };
        let (kept, _) = register(&store, &account, &[]).await;
        assert_eq!(kept, Registering::Registered(vec![]));
    }
    // One who keeps the identity without a name is called as the guest was.
    store.set_name(all[33], Some("Bai"), NOW).await.expect("named");
    store.erase(all[34], NOW).await.expect("erased");
    let known = store.guests(&all).await.expect("read");
    assert_eq!(known.len(), all.len());
    for (who, guest) in all.iter().zip(&known) {
        assert_eq!(store.guest(*who).await.as_ref(), Ok(guest));
    }
    let named = |name: &str| Some(name.to_owned());
    assert_eq!(known[1], Guest { name: named("Li"), ..Guest::default() });
    assert_eq!(known[17], Guest { name: named("Du Fu"), registered: true, ..Guest::default() });
    assert_eq!(known[33], Guest { name: named("Bai"), registered: true, ..Guest::default() });
    assert!(known[2].bot && known[34].gone);
    // In whatever order, and as often as it is asked.
    let some = [all[17], all[0], all[17]];
    let again = store.guests(&some).await.expect("read");
    assert_eq!(again, [known[17].clone(), Guest::default(), known[17].clone()]);
}

crate::on_both!(
    a_single_server_has_nobody_elsewhere,
    everybody_is_listed_who_has_not_switched_it_off,
    many_players_are_known_as_each_of_them_is,
);

#[tokio::test]
async fn servers_know_who_is_at_the_others() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let other = beside(&location, &one).await;
        let (li, du, bai) = (present(1, true, 1), present(2, false, 2), present(3, true, 3));
        one.share_presence(&came(&[li, du, bai])).await.expect("written");
        assert_eq!(other.present_elsewhere(9).await, Ok(vec![bai, li, du]));
        assert_eq!(other.present_elsewhere(2).await, Ok(vec![bai, li]));
        assert_eq!(
            other.present_elsewhere_of(&[du.player, player(7).id]).await,
            Ok(vec![du.player])
        );
        assert_eq!(one.present_elsewhere(9).await, Ok(vec![]));

        // A player at two is counted once.
        let moved = present(2, true, 4);
        other.share_presence(&came(&[moved])).await.expect("written");
        let counts = (other.count_present_elsewhere().await, one.count_present_elsewhere().await);
        assert_eq!(counts, (Ok(2), Ok(0)));
        // Coming again takes the earlier place; a player who leaves is gone.
        let changes = PresenceChanges {
            anew: false,
            came: vec![present(3, true, 9)],
            left: vec![li.player, moved.player],
        };
        one.share_presence(&changes).await.expect("written");
        assert_eq!(other.present_elsewhere(9).await, Ok(vec![present(3, true, 9)]));
        assert_eq!(one.present_elsewhere(9).await, Ok(vec![moved]), "each deletes its own alone");
        let anew = PresenceChanges { anew: true, ..came(&[du]) };
        one.share_presence(&anew).await.expect("written");
        assert_eq!(other.present_elsewhere(9).await, Ok(vec![du]));

        // A server that gives no sign of life has no players.
        let mut session = PgConnection::connect(&url).await.expect("the database is there");
        let silent = "update node set until = clock_timestamp() - interval '1 second' where id = 2";
        execute(&mut session, silent.to_owned()).await;
        assert_eq!(one.present_elsewhere(9).await, Ok(vec![]));
        assert_eq!(one.present_elsewhere_of(&[moved.player]).await, Ok(vec![]));
        assert_eq!(one.count_present_elsewhere().await, Ok(0));
        one.close().await;
        other.close().await;
    })
    .await;
}
