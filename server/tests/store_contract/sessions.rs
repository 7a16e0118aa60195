//! Sessions, passkeys, blocks and follows.

use crate::samples;
use domain::{Moment, PlayerId, SessionId, TokenId};
use std::collections::BTreeSet;
use std::time::Duration;
use store::{Account, Adding, Database, Generation, Pass, Session, StoredPasskey, Token};
use uuid::Uuid;

const NOW: Moment = Moment(1_760_000_000_000);

fn session(player: PlayerId, at: u64) -> Session {
    samples::session(player, NOW.after(at))
}

async fn sessions_are_listed_and_ended(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    let (first, second, others) = (session(one, 0), session(one, 1), session(other, 2));
    for session in [&second, &first, &others] {
        assert_eq!(store.open_session(session, Generation::GUEST, 3).await, Ok(()));
    }
    assert_eq!(store.sessions(one).await, Ok(vec![first.clone(), second.clone()]));
    assert_eq!(store.session_seen(one, first.id).await.map(|seen| seen.is_some()), Ok(true));
    assert_eq!(
        store.session_seen(other, first.id).await.map(|seen| seen.is_some()),
        Ok(false),
        "it is another's"
    );
    assert_eq!(store.see_session(first.id, NOW.after(5)).await, Ok(()));
    let seen = store.sessions(one).await.map(|sessions| sessions[0].seen_at);
    assert_eq!(seen, Ok(NOW.after(5)));
    let (third, fourth) = (session(one, 3), session(one, 4));
    for session in [&third, &fourth] {
        assert_eq!(store.open_session(session, Generation::GUEST, 3).await, Ok(()));
    }
    let left = store.sessions(one).await.expect("they read");
    let left: Vec<SessionId> = left.iter().map(|session| session.id).collect();
    assert_eq!(left, [first.id, third.id, fourth.id], "the one not seen for the longest made room");
    assert_eq!(ended(&store).await, BTreeSet::from([second.id.0]));
    assert_eq!(store.end_session(other, third.id).await, Ok(false));
    assert_eq!(store.end_session(one, third.id).await, Ok(true));
    assert_eq!(store.end_session(one, third.id).await, Ok(false));
    assert_eq!(store.end_others(one, Some(third.id)).await, Ok(None), "it has ended");
    assert_eq!(store.end_others(one, Some(fourth.id)).await, Ok(Some(vec![])));
    assert_eq!(store.sessions(one).await, Ok(vec![fourth.clone()]));
    assert_eq!(store.end_others(one, None).await, Ok(Some(vec![])));
    assert_eq!(store.session_seen(one, fourth.id).await.map(|seen| seen.is_some()), Ok(false));
    assert_eq!(store.forget_sessions(NOW.after(2)).await, Ok(()));
    assert_eq!(store.session_seen(other, others.id).await.map(|seen| seen.is_some()), Ok(true));
    assert_eq!(store.forget_sessions(NOW.after(3)).await, Ok(()));
    assert_eq!(store.session_seen(other, others.id).await.map(|seen| seen.is_some()), Ok(false));
}

/// The ids of what ended in the last hour, read one by one.
async fn ended(store: &Database) -> BTreeSet<Uuid> {
    let (mut ended, mut last) = (BTreeSet::new(), None);
    loop {
        let hour = Duration::from_secs(3_600);
        let some = store.ended_credentials(hour, last, 1).await.expect("they read");
        let Some(&next) = some.first() else { return ended };
        assert!(ended.insert(next.id), "each is read once");
        last = Some(next);
    }
}

async fn whatever_ends_a_session_or_a_token_records_it(store: Database) {
    let player = PlayerId::fresh();
    let [used, old, unused] = [1, 2, 3].map(|at| session(player, at));
    for session in [&used, &old] {
        assert_eq!(store.open_session(session, Generation::GUEST, 9).await, Ok(()));
    }
    let token = |lasts: u64| Token {
        id: TokenId::fresh(),
        player,
        created_at: NOW,
        expires_at: NOW.after(lasts),
    };
    let [revoked, expired, lasting] = [9, 1, 9].map(token);
    for token in [revoked, expired, lasting] {
        assert_eq!(store.add_token(token, Pass::Guest, 9).await, Ok(Adding::Added));
    }
    assert_eq!(ended(&store).await, BTreeSet::new());
    assert_eq!(store.end_token(player, revoked.id).await, Ok(true));
    assert_eq!(store.forget_tokens(NOW.after(5)).await, Ok(()));
    assert_eq!(store.end_session(player, old.id).await, Ok(true));
    let mut known = BTreeSet::from([revoked.id.0, expired.id.0, old.id.0]);
    assert_eq!(ended(&store).await, known);
    // One more session than there may be, and then a deletion of everything.
    assert_eq!(store.see_session(used.id, NOW.after(9)).await, Ok(()));
    for more in [&unused, &session(player, 4)] {
        assert_eq!(store.open_session(more, Generation::GUEST, 2).await, Ok(()));
    }
    known.insert(unused.id.0);
    assert_eq!(ended(&store).await, known);
    assert_eq!(store.erase(player, NOW.after(9)).await, Ok(()));
    let all = ended(&store).await;
    assert!(all.contains(&used.id.0) && all.contains(&lasting.id.0), "{all:?}");
    assert_eq!(store.forget_ended_credentials().await, Ok(()));
    assert_eq!(ended(&store).await, all, "they are remembered for a day");
    let span = Duration::ZERO;
    assert_eq!(store.ended_credentials(span, None, 9).await, Ok(vec![]), "nothing ends later");
}

async fn passkeys_are_kept_used_and_removed(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    let passkey = |id: u8, account| StoredPasskey {
        id: vec![id; 40],
        account,
        credential: "{}".to_owned(),
        device: "Chrome".to_owned(),
        created_at: NOW.after(id.into()),
        used_at: NOW.after(id.into()),
    };
    let (first, second) = (passkey(1, one), passkey(2, one));
    let guest = samples::open(&store, one, Generation::GUEST, NOW).await;
    let early = store.add_passkey(&first, guest, 2).await;
    assert_eq!(early, Ok(Adding::Ended), "a guest has none");
    let generation = Generation::REGISTERED;
    let account = Account { id: one, name: None, password: None, registered_at: NOW, generation };
    let (_, session) = samples::register(&store, &account, &[]).await;
    let add = async |passkey, most| store.add_passkey(passkey, session, most).await;
    assert_eq!(add(&second, 2).await, Ok(Adding::Added));
    assert_eq!(add(&first, 2).await, Ok(Adding::Added));
    assert_eq!(add(&first, 9).await, Ok(Adding::TooMany), "it is known");
    assert_eq!(add(&passkey(3, one), 2).await, Ok(Adding::TooMany));
    assert_eq!(store.passkeys(one).await, Ok(vec![first.clone(), second.clone()]));
    assert_eq!(store.passkeys(other).await, Ok(vec![]));
    assert_eq!(store.use_passkey(&first.id, "{\"counter\":1}", NOW.after(9)).await, Ok(()));
    let used = StoredPasskey {
        credential: "{\"counter\":1}".to_owned(),
        used_at: NOW.after(9),
        ..first.clone()
    };
    assert_eq!(store.passkey(&first.id).await, Ok(Some(used)));
    assert_eq!(store.passkey(&[9; 40]).await, Ok(None));
    assert_eq!(store.remove_passkey(other, &first.id).await, Ok(false), "it is another's");
    assert_eq!(store.remove_passkey(one, &first.id).await, Ok(true));
    assert_eq!(store.passkeys(one).await, Ok(vec![second]));
}

async fn used_ceremony_is_refused_until_forgotten(store: Database) {
    let numbers = [[1; 16], [2; 16], [3; 16]];
    for (number, at) in numbers.into_iter().zip([5, 6, 7]) {
        assert_eq!(store.ceremony_is_used(number).await, Ok(false));
        assert_eq!(store.use_ceremony(number, NOW.after(at)).await, Ok(true));
        assert_eq!(store.ceremony_is_used(number).await, Ok(true));
        assert_eq!(store.use_ceremony(number, NOW.after(at)).await, Ok(false), "it was used");
    }
    assert_eq!(store.forget_ceremonies(NOW.after(4), 9).await, Ok(0), "none has expired");
    assert_eq!(store.forget_ceremonies(NOW.after(6), 1).await, Ok(1), "so many at a time");
    assert_eq!(store.use_ceremony(numbers[1], NOW).await, Ok(false), "the oldest went first");
    assert_eq!(store.forget_ceremonies(NOW.after(6), 9).await, Ok(1));
    assert_eq!(store.use_ceremony(numbers[2], NOW).await, Ok(false), "it has not expired");
}

async fn who_blocks_somebody_is_apart_from_them(store: Database) {
    let (one, two, three) = (PlayerId::fresh(), PlayerId::fresh(), PlayerId::fresh());
    assert_eq!(store.blocked(one, two).await, Ok(false));
    assert_eq!(store.block(one, two, NOW, 2).await, Ok(true));
    assert_eq!(store.block(one, two, NOW, 2).await, Ok(true), "again changes nothing");
    for (a, b, apart) in [(one, two, true), (two, one, true), (one, three, false)] {
        assert_eq!(store.blocked(a, b).await, Ok(apart));
    }
    assert_eq!(store.block(three, one, NOW, 2).await, Ok(true));
    assert_eq!(store.blocks(one).await, Ok(vec![two]));
    assert_eq!(store.blocks(two).await, Ok(vec![]), "a block is not visible to the blocked");
    let mut apart = store.apart(one).await.expect("it reads");
    let mut both = vec![two, three];
    apart.sort();
    both.sort();
    assert_eq!(apart, both);
    assert_eq!(store.block(one, three, NOW.after(1), 2).await, Ok(true));
    assert_eq!(store.block(one, PlayerId::fresh(), NOW, 2).await, Ok(false), "that is too many");
    assert_eq!(store.unblock(one, two).await, Ok(true));
    assert_eq!(store.unblock(one, two).await, Ok(false));
    assert_eq!(store.blocked(two, one).await, Ok(false));
}

async fn who_follows_somebody_does_so_until_one_blocks_the_other(store: Database) {
    let (one, two, three) = (PlayerId::fresh(), PlayerId::fresh(), PlayerId::fresh());
    assert_eq!(store.follow(one, two, NOW, 2).await, Ok(true));
    assert_eq!(store.follow(one, two, NOW.after(9), 2).await, Ok(true), "again changes nothing");
    assert_eq!(store.follow(one, three, NOW.after(1), 2).await, Ok(true));
    assert_eq!(store.follow(one, PlayerId::fresh(), NOW, 2).await, Ok(false), "that is too many");
    assert_eq!(store.follow(two, one, NOW, 2).await, Ok(true));
    assert_eq!(store.follows(one).await, Ok(vec![two, three]), "in the order in which they began");
    assert_eq!(store.follows(three).await, Ok(vec![]), "following is not visible to the followed");
    // A block of either ends the follows of both; no other player is affected.
    assert_eq!(store.block(two, one, NOW, 2).await, Ok(true));
    assert_eq!(store.follows(one).await, Ok(vec![three]));
    assert_eq!(store.follows(two).await, Ok(vec![]));
    assert_eq!(store.unblock(two, one).await, Ok(true));
    assert_eq!(store.follows(one).await, Ok(vec![three]), "they do not come back");
    assert_eq!(store.unfollow(one, three).await, Ok(true));
    assert_eq!(store.unfollow(one, three).await, Ok(false));
    // A deleted player follows no player and has no followers.
    for (by, other) in [(one, two), (two, one), (two, three)] {
        assert_eq!(store.follow(by, other, NOW, 2).await, Ok(true));
    }
    assert_eq!(store.erase(one, NOW).await, Ok(()));
    assert_eq!(store.follows(one).await, Ok(vec![]));
    assert_eq!(store.follows(two).await, Ok(vec![three]));
}

crate::on_both!(
    sessions_are_listed_and_ended,
    whatever_ends_a_session_or_a_token_records_it,
    passkeys_are_kept_used_and_removed,
    used_ceremony_is_refused_until_forgotten,
    who_blocks_somebody_is_apart_from_them,
    who_follows_somebody_does_so_until_one_blocks_the_other,
);
