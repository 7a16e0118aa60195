//! The names of guests.

use domain::{Moment, PlayerId, TokenId};
use yiguan::store::{SharedStore, Token};

async fn a_guest_has_the_name_that_was_set_last(store: SharedStore) {
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

async fn who_says_to_be_a_program_is_one_from_then_on(store: SharedStore) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    for now in [Moment(1_760_000_000_000), Moment(1_760_000_000_001)] {
        assert_eq!(store.set_bot(one, now).await, Ok(()));
        assert_eq!(store.set_name(one, Some("Deep"), now).await, Ok(()));
    }
    let guest = store.guest(one).await.expect("it can be looked up");
    assert_eq!((guest.name.as_deref(), guest.bot), (Some("Deep"), true));
    assert_eq!(store.guest(other).await.map(|guest| guest.bot), Ok(false));
}

async fn tokens_are_listed_ended_and_forgotten(store: SharedStore) {
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
        assert_eq!(store.add_token(kept, 2).await, Ok(true));
    }
    assert_eq!(store.add_token(token(one, 6, 100), 2).await, Ok(false), "that is too many");
    assert_eq!(store.tokens(one, now(6)).await, Ok(vec![short, long]));
    assert_eq!(store.tokens(one, now(10)).await, Ok(vec![long]), "one has expired");
    assert_eq!(store.add_token(token(one, 10, 100), 2).await, Ok(true), "and makes room");
    assert_eq!(store.has_token(short.id).await, Ok(false));
    assert_eq!(store.has_token(long.id).await, Ok(true));
    assert_eq!(store.tokens_left(&[short.id, long.id]).await, Ok(vec![long.id]));
    assert_eq!(store.end_token(other, long.id).await, Ok(false), "it is another's");
    assert_eq!(store.end_token(one, long.id).await, Ok(true));
    assert_eq!(store.end_token(one, long.id).await, Ok(false));
    assert_eq!(store.has_token(long.id).await, Ok(false));
    assert_eq!(store.forget_tokens(now(99)).await, Ok(()));
    assert_eq!(store.has_token(others.id).await, Ok(true));
    assert_eq!(store.forget_tokens(now(100)).await, Ok(()));
    assert_eq!(store.has_token(others.id).await, Ok(false));
}

crate::on_both!(
    a_guest_has_the_name_that_was_set_last,
    who_says_to_be_a_program_is_one_from_then_on,
    tokens_are_listed_ended_and_forgotten,
);
