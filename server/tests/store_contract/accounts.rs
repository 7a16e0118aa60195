//! Accounts, and the summary of their games.

use crate::samples;
use domain::likeness::likeness;
use domain::names::SOMEONE;
use domain::{Moment, Player, PlayerId};
use store::{Account, Database, GameFilter, Generation, Registering};

const NOW: Moment = Moment(1_760_000_000_000);

fn account(id: PlayerId, name: Option<&str>) -> Account {
    Account {
        id,
        name: name.map(str::to_owned),
        password: Some("$hash".to_owned()),
        registered_at: NOW,
        generation: Generation::REGISTERED,
    }
}

async fn keep(store: &Database, account: &Account) -> Registering {
    samples::register(store, account, &[]).await.0
}

/// A registration of which no token was left over.
fn registered() -> Registering {
    Registering::Registered(vec![])
}

async fn a_name_belongs_to_one_person(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    store.set_name(one, Some("Li"), NOW).await.expect("a guest has a name");
    let owner = account(one, Some("弈馆"));
    assert_eq!(keep(&store, &owner).await, registered());
    assert_eq!(keep(&store, &owner).await, Registering::AlreadyRegistered);
    assert_eq!(keep(&store, &account(other, Some("弈館"))).await, Registering::NameTaken);
    assert_eq!(store.account(other).await, Ok(None), "nothing is registered of the attempt");
    assert_eq!(store.account(one).await, Ok(Some(owner.clone())));
    assert_eq!(store.account_alike(&likeness("弈 館")).await, Ok(Some(owner)));
    assert_eq!(store.account_alike(&likeness("弈")).await, Ok(None));
    let guest = store.guest(one).await.expect("it can be looked up");
    assert_eq!((guest.name.as_deref(), guest.registered, guest.gone), (Some("弈馆"), true, false));
    assert!(!store.guest(other).await.expect("it can be looked up").registered);
    assert_eq!(store.was_registered(one).await, Ok(true));
    assert_eq!(store.was_registered(other).await, Ok(false));

    assert_eq!(keep(&store, &account(other, Some("王五"))).await, registered());
    let named = store.name_account(other, Some(("弈館", &likeness("弈館")))).await;
    assert_eq!(named, Ok(false), "it resembles the other's");
    let named = store.name_account(one, Some(("弈館", &likeness("弈館")))).await;
    assert_eq!(named, Ok(true), "it resembles their own");
    assert_eq!(store.name_account(one, None).await, Ok(true));
    assert_eq!(store.name_account(other, Some(("弈馆", &likeness("弈馆")))).await, Ok(true));
    assert_eq!(store.name_account(PlayerId::fresh(), None).await, Ok(false), "nobody");
    // Neither has names that resemble each other, though both lack one.
    assert_eq!(keep(&store, &account(PlayerId::fresh(), None)).await, registered());
    assert_eq!(keep(&store, &account(PlayerId::fresh(), None)).await, registered());
}

async fn players_are_found_by_the_beginning_of_their_name(store: Database) {
    let [li, lin, guest, other, nameless] =
        [1, 2, 3, 4, 5].map(|number| samples::player(number).id);
    for (id, name) in [(lin, Some("Lin")), (li, Some("Ｌｉ Bai")), (nameless, None)] {
        let name = name.map(str::to_owned);
        assert_eq!(keep(&store, &account(id, name.as_deref())).await, registered());
    }
    store.set_name(guest, Some("LI PO"), NOW).await.expect("a guest has a name");
    store.set_name(other, Some("弈館"), NOW).await.expect("a guest has a name");
    let called =
        async |typed: &str, limit| store.called(&likeness(typed), limit).await.expect("it reads");
    // Those who keep their identity come first, in the order of their names.
    assert_eq!(called("l", 10).await, [li, lin, guest]);
    assert_eq!(called("li ", 2).await, [li, lin]);
    assert_eq!(called("Li B", 10).await, [li]);
    assert_eq!(called("弈馆", 10).await, [other]);
    assert_eq!(called("in", 10).await, []);
    store.set_name(guest, Some("Wang"), NOW).await.expect("a guest has another name");
    store.set_name(other, None, NOW).await.expect("a guest has none");
    store.erase(li, NOW).await.expect("it is deleted");
    assert_eq!(called("l", 10).await, [lin]);
    assert_eq!(called("wang", 10).await, [guest]);
    assert_eq!(called("弈", 10).await, []);
}

async fn a_player_is_known_by_what_they_did(store: Database) {
    let [owner, named, program, nobody] = [1, 2, 3, 4].map(|number| samples::player(number).id);
    let known = async |id| store.is_known(id).await.expect("it reads");
    for id in [owner, named, program, nobody] {
        assert!(!known(id).await);
    }
    assert_eq!(keep(&store, &account(owner, None)).await, registered());
    store.set_name(named, Some("Li"), NOW).await.expect("a guest has a name");
    store.set_bot(program, NOW).await.expect("a program says so");
    for id in [owner, named, program] {
        assert!(known(id).await);
    }
    assert!(!known(nobody).await);
    store.erase(owner, NOW).await.expect("it is deleted");
    store.erase(named, NOW).await.expect("it is deleted");
    assert!(!known(owner).await && !known(named).await, "who deleted everything is nobody");

    let mut game = samples::game(samples::match_id(1), NOW.0);
    let players = [PlayerId::fresh(), PlayerId::fresh()];
    game.summary.players.first = Some(Player::new(players[0], "One", true));
    game.summary.players.second = Some(Player::new(players[1], "Other", true));
    assert_eq!(store.import(&[game]).await, Ok(1));
    for id in players {
        assert!(known(id).await, "their game is there");
    }
}

async fn a_rename_shows_in_old_games_and_who_is_gone_is_someone(store: Database) {
    let mut game = samples::game(samples::match_id(1), NOW.0);
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    let elsewhere = Player::new(other, "Habu", false);
    game.summary.players.first = Some(Player::new(one, "Old", true));
    game.summary.players.second = Some(elsewhere.clone());
    assert_eq!(store.import(&[game.clone()]).await, Ok(1));
    let id = game.summary.id;
    let first = async || {
        let whole = store.game(id).await.expect("it reads").expect("it is there");
        assert_eq!(whole.summary.players.second.as_ref(), Some(&elsewhere));
        let filter = GameFilter { player: Some(one), ..GameFilter::default() };
        let listed = store.games(&filter, None, 10).await.expect("they read");
        assert_eq!(listed.first(), Some(&whole.summary), "lists show the same");
        whole.summary.players.first.expect("somebody")
    };
    assert_eq!(first().await, Player::new(one, "Old", true), "a guest has the name of the time");
    assert_eq!(keep(&store, &account(one, Some("New"))).await, registered());
    assert_eq!(first().await, Player::new(one, "New", false));
    let renamed = store.name_account(one, Some(("Newer", &likeness("Newer")))).await;
    assert_eq!(renamed, Ok(true));
    assert_eq!(first().await, Player::new(one, "Newer", false));

    assert_eq!(store.block(one, other, NOW, 10).await, Ok(true));
    assert_eq!(store.erase(one, NOW).await, Ok(()));
    let gone = first().await;
    assert_eq!((&*gone.name, gone.named), (SOMEONE, false));
    let guest = store.guest(one).await.expect("it can be looked up");
    assert_eq!((guest.name, guest.registered, guest.gone), (None, false, true));
    assert_eq!(store.was_registered(one).await, Ok(true), "no old cookie brings it back");
    assert_eq!(store.account_alike(&likeness("Newer")).await, Ok(None), "the name is free");
    assert_eq!(store.blocks(one).await, Ok(vec![]));
    assert_eq!(keep(&store, &account(one, None)).await, Registering::AlreadyRegistered);
    let session = samples::open(&store, one, Generation::REGISTERED, NOW).await;
    assert_eq!(store.set_password(one, session, "$new").await, Ok(None));
    // A guest is deleted the same way.
    let guest = PlayerId::fresh();
    store.set_name(guest, Some("Li"), NOW).await.expect("a guest has a name");
    assert_eq!(store.erase(guest, NOW).await, Ok(()));
    assert_eq!(store.guest(guest).await.map(|guest| (guest.name, guest.gone)), Ok((None, true)));
}

crate::on_both!(
    players_are_found_by_the_beginning_of_their_name,
    a_name_belongs_to_one_person,
    a_player_is_known_by_what_they_did,
    a_rename_shows_in_old_games_and_who_is_gone_is_someone,
);
