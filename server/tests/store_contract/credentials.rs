//! Credentials: in which generation they count, and what ends all of them but one.

use crate::samples::{open, register, session};
use domain::{Moment, NotificationKind, PlayerId, SessionId, TokenId};
use store::{
    Account, Adding, Database, Generation, Left, Pass, PushSubscription, Recovered, Registering,
    Registration, StoredPasskey, Token,
};

const NOW: Moment = Moment(1_760_000_000_000);
const LATER: Moment = Moment(1_760_000_300_000);
const FIRST: Generation = Generation::REGISTERED;
const SECOND: Generation = Generation(2);

fn account(id: PlayerId) -> Account {
    let password = Some("$hash".to_owned());
    Account { id, name: None, password, registered_at: NOW, generation: FIRST }
}

fn passkey(account: PlayerId, number: u8) -> StoredPasskey {
    StoredPasskey {
        id: vec![number; 16],
        account,
        credential: "{}".to_owned(),
        device: "Chrome".to_owned(),
        created_at: NOW,
        used_at: NOW,
    }
}

/// Registers a player with codes; returns them with their session.
async fn registered(store: &Database, codes: &[[u8; 32]]) -> (PlayerId, SessionId) {
    let id = PlayerId::fresh();
    let (kept, session) = register(store, &account(id), codes).await;
    assert_eq!(kept, Registering::Registered(vec![]));
    (id, session)
}

/// Adds a token; returns its id.
async fn token(store: &Database, player: PlayerId, pass: Pass) -> TokenId {
    let id = TokenId::fresh();
    let token = Token { id, player, created_at: NOW, expires_at: LATER };
    assert_eq!(store.add_token(token, pass, 20).await, Ok(Adding::Added));
    id
}

fn push(player: PlayerId, pass: Pass, number: u8) -> PushSubscription {
    PushSubscription {
        endpoint: format!("https://push.example.org/{number}"),
        player,
        pass,
        public_key: [number; 65],
        secret: [number; 16],
        kinds: NotificationKind::ALL.into_iter().collect(),
        created_at: NOW,
    }
}

/// Subscribes a browser; its endpoint.
async fn subscribe(store: &Database, player: PlayerId, pass: Pass, number: u8) -> String {
    let push = push(player, pass, number);
    assert_eq!(store.put_push(&push, 10).await, Ok(true));
    push.endpoint
}

async fn endpoints(store: &Database, player: PlayerId) -> Vec<String> {
    let pushes = store.pushes(player).await.expect("they read");
    pushes.into_iter().map(|push| push.endpoint).collect()
}

/// The sessions of a player that count, by each of the questions about them.
async fn sessions(store: &Database, player: PlayerId, ids: &[SessionId]) -> Vec<bool> {
    let listed = store.sessions(player).await.expect("it reads");
    let mut count = Vec::new();
    for id in ids {
        let seen = store.session_seen(player, *id).await.expect("it reads").is_some();
        assert_eq!(listed.iter().any(|session| session.id == *id), seen);
        count.push(seen);
    }
    count
}

/// The tokens of a player that count, by each of the questions about them.
async fn tokens(store: &Database, player: PlayerId, ids: &[TokenId]) -> Vec<bool> {
    let listed = store.tokens(player, NOW).await.expect("it reads");
    let mut count = Vec::new();
    for id in ids {
        let has = store.has_token(*id).await.expect("it reads");
        assert_eq!(listed.iter().any(|token| token.id == *id), has);
        count.push(has);
    }
    count
}

async fn registration_ends_credentials_of_the_guest(store: Database) {
    let guest = PlayerId::fresh();
    let own = open(&store, guest, Generation::GUEST, NOW).await;
    let other = open(&store, guest, Generation::GUEST, NOW).await;
    let program = token(&store, guest, Pass::Guest).await;
    assert_eq!(store.add_link([1; 32], guest, Pass::Session(own), NOW, LATER).await, Ok(true));
    let stays = subscribe(&store, guest, Pass::Session(own), 1).await;
    for (pass, number) in [(Pass::Guest, 2), (Pass::Session(other), 3), (Pass::Token(program), 4)] {
        subscribe(&store, guest, pass, number).await;
    }
    let account = account(guest);
    let registration = Registration {
        account: &account,
        likeness: None,
        codes: &[],
        passkey: None,
        pass: Pass::Session(own),
    };
    assert_eq!(store.register(registration).await, Ok(Registering::Registered(vec![program])));
    assert_eq!(sessions(&store, guest, &[own, other]).await, [true, false]);
    assert_eq!(tokens(&store, guest, &[program]).await, [false]);
    assert_eq!(store.take_link([1; 32], NOW).await, Ok(None));
    assert_eq!(endpoints(&store, guest).await, [stays]);
    assert_eq!(store.session_confirmed(guest, own).await, Ok(Some(NOW)));
    assert_eq!(store.left_guests(NOW, LATER, 9).await, Ok(vec![guest]));
    assert_eq!(store.left_guests(NOW.before(9), NOW, 9).await, Ok(vec![]));
}

async fn requests_under_way_at_a_registration_leave_nothing(store: Database) {
    let (owner, _) = registered(&store, &[]).await;
    // As a request of the guest's cookie adds them after the registration.
    let late = open(&store, owner, Generation::GUEST, NOW).await;
    assert_eq!(sessions(&store, owner, &[late]).await, [false]);
    let made = Token { id: TokenId::fresh(), player: owner, created_at: NOW, expires_at: LATER };
    for pass in [Pass::Guest, Pass::Session(late), Pass::Token(made.id)] {
        assert_eq!(store.add_token(made, pass, 20).await, Ok(Adding::Ended), "{pass:?}");
        assert_eq!(store.add_link([1; 32], owner, pass, NOW, LATER).await, Ok(false), "{pass:?}");
        assert_eq!(store.put_push(&push(owner, pass, 1), 9).await, Ok(false), "{pass:?}");
    }
    let passkey = passkey(owner, 1);
    assert_eq!(store.add_passkey(&passkey, late, 20).await, Ok(Adding::Ended));
    assert_eq!(store.set_password(owner, late, "$other").await, Ok(None));
    assert_eq!(store.end_others(owner, Some(late)).await, Ok(None));
    assert_eq!(store.set_recovery_codes(owner, late, &[[9; 32]]).await, Ok(false));
    assert_eq!(store.confirm_session(owner, late, NOW).await, Ok(false));
}

async fn a_token_that_registers_remains(store: Database) {
    let guest = PlayerId::fresh();
    let own = token(&store, guest, Pass::Guest).await;
    let other = token(&store, guest, Pass::Token(own)).await;
    let browser = open(&store, guest, Generation::GUEST, NOW).await;
    let account = account(guest);
    let registration = Registration {
        account: &account,
        likeness: None,
        codes: &[],
        passkey: None,
        pass: Pass::Token(own),
    };
    assert_eq!(store.register(registration).await, Ok(Registering::Registered(vec![other])));
    assert_eq!(tokens(&store, guest, &[own, other]).await, [true, false]);
    assert_eq!(sessions(&store, guest, &[browser]).await, [false]);
}

async fn a_registration_that_fails_changes_nothing(store: Database) {
    let (owner, session) = registered(&store, &[]).await;
    let known = passkey(owner, 1);
    assert_eq!(store.add_passkey(&known, session, 20).await, Ok(Adding::Added));
    let guest = PlayerId::fresh();
    let ended = open(&store, guest, Generation::GUEST, NOW).await;
    let own = open(&store, guest, Generation::GUEST, NOW).await;
    assert_eq!(store.end_session(guest, ended).await, Ok(true));
    let program = token(&store, guest, Pass::Guest).await;
    let account = account(guest);
    let again = StoredPasskey { account: guest, ..known };
    let [of_ended, of_none, of_known] =
        [(Pass::Session(ended), None), (Pass::Guest, None), (Pass::Session(own), Some(&again))]
            .map(|(pass, passkey)| Registration {
                account: &account,
                likeness: None,
                codes: &[[7; 32]],
                passkey,
                pass,
            });
    assert_eq!(store.register(of_ended).await, Ok(Registering::Ended));
    assert_eq!(store.register(of_none).await, Ok(Registering::Ended));
    assert_eq!(store.register(of_known).await, Ok(Registering::PasskeyKnown));
    assert_eq!(store.was_registered(guest).await, Ok(false));
    assert_eq!(tokens(&store, guest, &[program]).await, [true]);
    assert_eq!(store.recovery_codes_left(guest).await, Ok(0));
    // By a new passkey, in one transaction.
    let new = passkey(guest, 2);
    let registration = Registration { passkey: Some(&new), ..of_known };
    assert_eq!(store.register(registration).await, Ok(Registering::Registered(vec![program])));
    assert_eq!(store.passkeys(guest).await, Ok(vec![new]));
}

async fn everything_but_one_session_ends_at_once(store: Database) {
    let (owner, own) = registered(&store, &[[1; 32]]).await;
    for round in 1..=2_u8 {
        let generation = Generation(round.into());
        let other = open(&store, owner, generation, NOW).await;
        let programs = [
            token(&store, owner, Pass::Session(own)).await,
            token(&store, owner, Pass::Session(other)).await,
        ];
        let stays = subscribe(&store, owner, Pass::Session(own), 1).await;
        subscribe(&store, owner, Pass::Session(other), 2).await;
        subscribe(&store, owner, Pass::Token(programs[0]), 3).await;
        let link = store.add_link([round; 32], owner, Pass::Session(own), NOW, LATER).await;
        assert_eq!(link, Ok(true));
        let mut ended = if round == 1 {
            store.set_password(owner, own, "$new").await
        } else {
            store.end_others(owner, Some(own)).await
        };
        if let Ok(Some(ended)) = &mut ended {
            ended.sort();
        }
        let mut expected = programs.to_vec();
        expected.sort();
        assert_eq!(ended, Ok(Some(expected)));
        assert_eq!(sessions(&store, owner, &[own, other]).await, [true, false]);
        assert_eq!(tokens(&store, owner, &programs).await, [false, false]);
        assert_eq!(endpoints(&store, owner).await, [stays]);
        assert_eq!(store.take_link([round; 32], NOW).await, Ok(None));
        // A log-in that verified the password before.
        let late = open(&store, owner, generation, NOW).await;
        assert_eq!(sessions(&store, owner, &[late]).await, [false]);
    }
    let kept = store.account(owner).await.expect("it reads").expect("it is there");
    assert_eq!((kept.password.as_deref(), kept.generation), (Some("$new"), Generation(3)));
    assert_eq!(store.recovery_codes_left(owner).await, Ok(1), "codes and passkeys stay");
    let (other, session) = registered(&store, &[]).await;
    assert_eq!(store.set_password(owner, session, "$bad").await, Ok(None), "it is another's");
    assert_eq!(store.end_others(other, Some(own)).await, Ok(None), "it is another's");
    assert_eq!(sessions(&store, other, &[session]).await, [true]);
}

async fn recovery_ends_everything_and_works_once(store: Database) {
    let (owner, own) = registered(&store, &[[1; 32], [2; 32]]).await;
    let program = token(&store, owner, Pass::Session(own)).await;
    let expected = Recovered { player: owner, generation: SECOND, ended: vec![program] };
    assert_eq!(store.recover([1; 32], None).await, Ok(Some(expected)));
    assert_eq!(store.recover([1; 32], None).await, Ok(None), "it is used up");
    assert_eq!(store.recover([9; 32], None).await, Ok(None));
    assert_eq!(sessions(&store, owner, &[own]).await, [false]);
    let hash = async || store.account(owner).await.expect("it reads").and_then(|who| who.password);
    assert_eq!(hash().await.as_deref(), Some("$hash"));
    let session = open(&store, owner, SECOND, NOW).await;
    assert_eq!(store.set_recovery_codes(owner, session, &[[3; 32]]).await, Ok(true));
    assert_eq!(store.recovery_codes_left(owner).await, Ok(1));
    assert_eq!(store.recover([2; 32], None).await, Ok(None), "it was replaced");
    let recovered = store.recover([3; 32], Some("$new")).await.expect("it is written");
    assert_eq!(recovered.map(|recovered| recovered.generation), Some(Generation(3)));
    assert_eq!(hash().await.as_deref(), Some("$new"));
    assert_eq!(sessions(&store, owner, &[session]).await, [false]);
}

async fn a_session_is_confirmed_by_its_owner(store: Database) {
    let (owner, own) = registered(&store, &[[1; 32]]).await;
    let (other, others) = registered(&store, &[[2; 32]]).await;
    let mut linked = session(owner, NOW);
    linked.confirmed_at = None;
    store.open_session(&linked, FIRST, 50).await.expect("it is written");
    let confirmed = async |session| store.session_confirmed(owner, session).await;
    assert_eq!(confirmed(own).await, Ok(Some(NOW)), "by the registration");
    assert_eq!(confirmed(linked.id).await, Ok(None));
    assert_eq!(store.confirm_session(other, linked.id, NOW).await, Ok(false));
    assert_eq!(store.confirm_session(owner, linked.id, LATER).await, Ok(true));
    assert_eq!(confirmed(linked.id).await, Ok(Some(LATER)));
    assert_eq!(confirmed(others).await, Ok(None), "it is another's");
    let by_code = async |code, now| store.confirm_by_code(owner, own, code, now).await;
    assert_eq!(by_code([2; 32], LATER).await, Ok(false), "it is another's");
    assert_eq!(store.recovery_codes_left(other).await, Ok(1));
    assert_eq!(by_code([1; 32], LATER).await, Ok(true));
    assert_eq!(by_code([1; 32], LATER).await, Ok(false), "it is used up");
    assert_eq!(confirmed(own).await, Ok(Some(LATER)));
}

async fn links_work_once_and_end_with_their_session(store: Database) {
    let guest = PlayerId::fresh();
    let own = open(&store, guest, Generation::GUEST, NOW).await;
    let program = token(&store, guest, Pass::Guest).await;
    let add = async |number: u8, pass| {
        let added = store.add_link([number; 32], guest, pass, NOW, LATER).await;
        assert_eq!(added, Ok(true));
    };
    let take = async |number: u8, now| store.take_link([number; 32], now).await;
    add(1, Pass::Session(own)).await;
    add(2, Pass::Session(own)).await;
    assert_eq!(take(1, NOW).await, Ok(None), "another came in its place");
    assert_eq!(take(2, LATER.before(1)).await, Ok(Some((guest, Generation::GUEST))));
    assert_eq!(take(2, NOW).await, Ok(None), "it is used up");
    add(3, Pass::Session(own)).await;
    assert_eq!(take(3, LATER).await, Ok(None), "it has expired");
    add(4, Pass::Session(own)).await;
    assert_eq!(store.end_session(guest, own).await, Ok(true));
    assert_eq!(take(4, NOW).await, Ok(None));
    add(5, Pass::Token(program)).await;
    assert_eq!(store.end_token(guest, program).await, Ok(true));
    assert_eq!(take(5, NOW).await, Ok(None));
}

async fn subscriptions_end_with_their_session(store: Database) {
    let guest = PlayerId::fresh();
    let mut browsers = Vec::new();
    for number in 1..=3 {
        let mut session = session(guest, NOW.after(number.into()));
        session.seen_at = NOW.after(number.into());
        store.open_session(&session, Generation::GUEST, 50).await.expect("it is written");
        subscribe(&store, guest, Pass::Session(session.id), number).await;
        browsers.push(session.id);
    }
    let names = |numbers: &[u8]| -> Vec<String> {
        numbers.iter().map(|number| format!("https://push.example.org/{number}")).collect()
    };
    assert_eq!(endpoints(&store, guest).await, names(&[1, 2, 3]));
    assert_eq!(store.end_session(guest, browsers[1]).await, Ok(true));
    assert_eq!(endpoints(&store, guest).await, names(&[1, 3]));
    // By its age, and to make room.
    assert_eq!(store.forget_sessions(NOW.after(2)).await, Ok(()));
    assert_eq!(endpoints(&store, guest).await, names(&[3]));
    let new = session(guest, LATER);
    assert_eq!(store.open_session(&new, Generation::GUEST, 1).await, Ok(()));
    assert_eq!(endpoints(&store, guest).await, names(&[]));
}

async fn signing_in_ends_what_the_browser_was(store: Database) {
    let (owner, _) = registered(&store, &[]).await;
    let guest = PlayerId::fresh();
    let [left, stays] = [
        open(&store, guest, Generation::GUEST, NOW).await,
        open(&store, guest, Generation::GUEST, NOW).await,
    ];
    let program = token(&store, guest, Pass::Guest).await;
    subscribe(&store, guest, Pass::Guest, 1).await;
    let new = session(owner, NOW);
    let from = Left { player: guest, session: Some(left) };
    assert_eq!(store.sign_in(&new, FIRST, 50, from).await, Ok(vec![program]));
    assert_eq!(tokens(&store, guest, &[program]).await, [false]);
    assert_eq!(sessions(&store, guest, &[left, stays]).await, [false, true]);
    assert_eq!(endpoints(&store, guest).await, Vec::<String>::new());
    assert_eq!(sessions(&store, owner, &[new.id]).await, [true]);

    // The same player again: the session is replaced, and the browser's subscription is its own still.
    let program = token(&store, owner, Pass::Session(new.id)).await;
    let endpoint = subscribe(&store, owner, Pass::Session(new.id), 2).await;
    let again = session(owner, NOW);
    let from = Left { player: owner, session: Some(new.id) };
    assert_eq!(store.sign_in(&again, FIRST, 50, from).await, Ok(vec![]));
    assert_eq!(sessions(&store, owner, &[new.id, again.id]).await, [false, true]);
    assert_eq!(tokens(&store, owner, &[program]).await, [true], "tokens of an account stay");
    let pushes = store.pushes(owner).await.expect("they read");
    let owned: Vec<_> = pushes.into_iter().map(|push| (push.endpoint, push.pass)).collect();
    assert_eq!(owned, [(endpoint, Pass::Session(again.id))]);

    // Another player in the same browser.
    let (next, _) = registered(&store, &[]).await;
    let new = session(next, NOW);
    let from = Left { player: owner, session: Some(again.id) };
    assert_eq!(store.sign_in(&new, FIRST, 50, from).await, Ok(vec![]));
    assert_eq!(sessions(&store, owner, &[again.id]).await, [false]);
    assert_eq!(endpoints(&store, owner).await, Vec::<String>::new());
}

async fn nothing_counts_of_a_deleted_player(store: Database) {
    let (owner, own) = registered(&store, &[[1; 32]]).await;
    let (guest, early) = (PlayerId::fresh(), Pass::Guest);
    let of_guest = token(&store, guest, early).await;
    assert_eq!(store.erase(owner, NOW).await, Ok(()));
    assert_eq!(store.erase(guest, NOW).await, Ok(()));
    assert_eq!(sessions(&store, owner, &[own]).await, [false]);
    assert_eq!(tokens(&store, guest, &[of_guest]).await, [false]);
    // Nor does anything that a request under way adds.
    for id in [owner, guest] {
        for generation in [Generation::GUEST, FIRST, SECOND] {
            let late = open(&store, id, generation, NOW).await;
            assert_eq!(sessions(&store, id, &[late]).await, [false], "{generation:?}");
        }
        let token = Token { id: TokenId::fresh(), player: id, created_at: NOW, expires_at: LATER };
        assert_eq!(store.add_token(token, Pass::Guest, 20).await, Ok(Adding::Ended));
        assert_eq!(store.add_link([1; 32], id, Pass::Guest, NOW, LATER).await, Ok(false));
        assert_eq!(store.put_push(&push(id, Pass::Guest, 1), 9).await, Ok(false));
        assert_eq!(store.end_others(id, None).await, Ok(None));
    }
    assert_eq!(store.recover([1; 32], Some("$new")).await, Ok(None));
}

crate::on_both!(
    registration_ends_credentials_of_the_guest,
    requests_under_way_at_a_registration_leave_nothing,
    a_token_that_registers_remains,
    a_registration_that_fails_changes_nothing,
    everything_but_one_session_ends_at_once,
    recovery_ends_everything_and_works_once,
    a_session_is_confirmed_by_its_owner,
    links_work_once_and_end_with_their_session,
    subscriptions_end_with_their_session,
    signing_in_ends_what_the_browser_was,
    nothing_counts_of_a_deleted_player,
);
