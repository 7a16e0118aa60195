//! The names of guests.

use domain::{Moment, PlayerId, TokenId};
use store::{Account, Adding, Database, Generation, Pass, Registering, Registration, Token};

async fn a_guest_has_the_name_that_was_set_last(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    assert_eq!(store.guest(one).await.map(|guest| guest.name), Ok(None));
    let long = "界".repeat(20);
    for name in ["Li", &long, "Zoë"] {
        assert_eq!(store.set_name(one, Some(name), Moment(1_760_000_000_000)).await, Ok(()));
        assert_eq!(store.guest(one).await.map(|guest| guest.name), Ok(Some(name.to_owned())));
    }
    assert_eq!(store.guest(other).await.map(|guest| guest.name), Ok(None));
    assert_eq!(store.set_name(other, Some("Zoë"), Moment(0)).await, Ok(()), "two may share one");
    assert_eq!(store.set_name(one, None, Moment(1_760_000_000_001)).await, Ok(()));
    assert_eq!(store.guest(one).await.map(|guest| guest.name), Ok(None));
    assert_eq!(store.guest(other).await.map(|guest| guest.name), Ok(Some("Zoë".to_owned())));
}

async fn who_says_to_be_a_program_is_one_from_then_on(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    for now in [Moment(1_760_000_000_000), Moment(1_760_000_000_001)] {
        assert_eq!(store.set_bot(one, now).await, Ok(()));
        assert_eq!(store.set_name(one, Some("Deep"), now).await, Ok(()));
    }
    let guest = store.guest(one).await.expect("it can be looked up");
    assert_eq!((guest.name.as_deref(), guest.bot), (Some("Deep"), true));
    assert_eq!(store.guest(other).await.map(|guest| guest.bot), Ok(false));
}

async fn many_names_are_looked_up_in_order(store: Database) {
    let ids: Vec<PlayerId> = (0..500).map(|_| PlayerId::fresh()).collect();
    for (number, id) in ids.iter().enumerate().step_by(50) {
        let name = format!("Player {number}");
        assert_eq!(store.set_name(*id, Some(&name), Moment(1_760_000_000_000)).await, Ok(()));
    }
    let found = store.guests(&ids).await.expect("they can be looked up");
    let names: Vec<Option<String>> = found.into_iter().map(|guest| guest.name).collect();
    let expected = (0..500).map(|n| (n % 50 == 0).then(|| format!("Player {n}")));
    assert_eq!(names, expected.collect::<Vec<_>>());
    assert_eq!(store.guests(&[]).await, Ok(Vec::new()));
}

async fn tokens_are_listed_ended_and_forgotten(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    let token = |player, created: u64, expires: u64| Token {
        id: TokenId::fresh(),
        player,
        created_at: Moment(1_760_000_000_000 + created),
        expires_at: Moment(1_760_000_000_000 + expires),
    };
    let now = |at: u64| Moment(1_760_000_000_000 + at);
    let (short, long, others) = (token(one, 0, 10), token(one, 5, 100), token(other, 0, 100));
    for kept in [long, short, others] {
        assert_eq!(store.add_token(kept, Pass::Guest, 2).await, Ok(Adding::Added));
    }
    let more = store.add_token(token(one, 6, 100), Pass::Guest, 2).await;
    assert_eq!(more, Ok(Adding::TooMany));
    assert_eq!(store.tokens(one, now(6)).await, Ok(vec![short, long]));
    assert_eq!(store.tokens(one, now(10)).await, Ok(vec![long]), "one has expired");
    let more = store.add_token(token(one, 10, 100), Pass::Guest, 2).await;
    assert_eq!(more, Ok(Adding::Added), "it makes room");
    assert_eq!(store.has_token(short.id).await, Ok(false));
    assert_eq!(store.has_token(long.id).await, Ok(true));
    assert_eq!(store.end_token(other, long.id).await, Ok(false), "it is another's");
    assert_eq!(store.end_token(one, long.id).await, Ok(true));
    assert_eq!(store.end_token(one, long.id).await, Ok(false));
    assert_eq!(store.has_token(long.id).await, Ok(false));
    assert_eq!(store.forget_tokens(now(99)).await, Ok(()));
    assert_eq!(store.has_token(others.id).await, Ok(true));
    assert_eq!(store.forget_tokens(now(100)).await, Ok(()));
    assert_eq!(store.has_token(others.id).await, Ok(false));
}

/// Everything that makes a guest's rows count as recent or as played.
async fn guests_who_never_played_are_forgotten(store: Database) {
    let (old, now) = (Moment(1_760_000_000_000), Moment(1_760_000_090_000));
    let before = old.after(10);
    let fresh = PlayerId::fresh;
    let (idle, named, bot, active, registered, other) =
        (fresh(), fresh(), fresh(), fresh(), fresh(), fresh());
    let token = |player, created_at| Token {
        id: TokenId::fresh(),
        player,
        created_at,
        expires_at: now.after(1_000_000),
    };
    let idle_token = token(idle, old);
    let tokens = [idle_token, token(idle, old), token(active, old), token(active, before)];
    for token in tokens {
        assert_eq!(store.add_token(token, Pass::Guest, 9).await, Ok(Adding::Added));
    }
    let registered_token = token(registered, old);
    let added = store.add_token(registered_token, Pass::Guest, 9).await;
    assert_eq!(added, Ok(Adding::Added));
    let generation = Generation::REGISTERED;
    let account =
        &Account { id: registered, name: None, password: None, registered_at: old, generation };
    let pass = Pass::Token(registered_token.id);
    let registration = Registration { account, likeness: None, codes: &[], passkey: None, pass };
    assert_eq!(store.register(registration).await, Ok(Registering::Registered(vec![])));
    assert_eq!(store.set_name(named, Some("Li"), old).await, Ok(()));
    assert_eq!(store.block(named, other, old, 9).await, Ok(true));
    assert_eq!(store.set_bot(bot, old).await, Ok(()));
    let mut expected =
        [(idle, true), (named, true), (bot, true), (active, false), (registered, false)];
    expected.sort();
    assert_eq!(store.sweep_guests(None, before, 9).await, Ok(expected.to_vec()));
    let (head, tail) = expected.split_at(2);
    assert_eq!(store.sweep_guests(None, before, 2).await, Ok(head.to_vec()));
    assert_eq!(store.sweep_guests(Some(head[1].0), before, 9).await, Ok(tail.to_vec()));
    // Also if some have become active or registered since they were read.
    let all = expected.map(|(guest, _)| guest);
    assert_eq!(store.forget_guests(&all, before).await, Ok(()));
    let mut left = [(active, false), (registered, false)];
    left.sort();
    assert_eq!(store.sweep_guests(None, before, 9).await, Ok(left.to_vec()));
    assert_eq!(store.has_token(idle_token.id).await, Ok(false));
    assert_eq!(store.has_token(registered_token.id).await, Ok(true));
    assert_eq!(store.guest(named).await.map(|guest| guest.name), Ok(None));
    assert_eq!(store.blocks(named).await, Ok(vec![]));
    assert_eq!(store.guest(bot).await.map(|guest| guest.bot), Ok(false));
}

crate::on_both!(
    guests_who_never_played_are_forgotten,
    a_guest_has_the_name_that_was_set_last,
    who_says_to_be_a_program_is_one_from_then_on,
    many_names_are_looked_up_in_order,
    tokens_are_listed_ended_and_forgotten,
);
