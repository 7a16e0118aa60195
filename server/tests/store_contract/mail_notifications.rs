//! Notices gathered for the next mail to a player.

use super::mail::{NOW, address, kinds, put};
use domain::{MatchId, NotificationKind, PlayerId};
use store::{Database, MailNotification};

/// How many notices one person may have, here.
const MAX_NOTICES: u32 = 3;

fn notice(of: MatchId, kind: NotificationKind) -> MailNotification {
    MailNotification { kind, game: "shogi".into(), of, opponent: Some("Du Fu 杜甫".into()) }
}

/// A player with an address.
async fn somebody(store: &Database, number: u8) -> PlayerId {
    let player = PlayerId::fresh();
    put(store, &address(player, number), number).await;
    player
}

async fn what_is_gathered_is_taken_once(store: Database) {
    let (one, other) = (somebody(&store, 1).await, somebody(&store, 2).await);
    let [a, b] = [MatchId::fresh(), MatchId::fresh()];
    let gather = async |to, of, kind, after| {
        let notice = notice(of, kind);
        store.gather_mail(to, &notice, MAX_NOTICES, NOW.after(after)).await.expect("it answers")
    };
    assert!(gather(one, a, NotificationKind::Challenge, 0).await);
    assert!(gather(one, b, NotificationKind::Found, 500).await);
    assert!(gather(other, b, NotificationKind::Turn, 100).await);
    // The later of a match counts, and the first notice decides when all are due.
    assert!(gather(one, a, NotificationKind::Turn, 900).await);
    let due = async |since, now| {
        store.due_mail(NOW.after(since), NOW.after(now), 9).await.expect("it answers")
    };
    assert_eq!(due(0, 900).await, [one]);
    assert_eq!(due(100, 900).await, [one, other], "who has waited longest comes first");
    let first = store.due_mail(NOW.after(900), NOW.after(900), 1).await;
    assert_eq!(first, Ok(vec![one]), "no more than wanted");
    let (now, until) = (NOW.after(900), NOW.after(2_000));
    let taken = store.take_mail(one, now, until).await.expect("it answers");
    let mut expected = vec![notice(a, NotificationKind::Turn), notice(b, NotificationKind::Found)];
    expected.sort_by_key(|notice| notice.of);
    assert_eq!(taken, expected);
    assert_eq!(store.take_mail(one, now, NOW.after(2_001)).await, Ok(vec![]), "one server has it");
    assert_eq!(due(900, 900).await, [other]);
    // The server that had it is gone, or gives it back.
    assert_eq!(due(900, 2_000).await, [one, other]);
    store.leave_mail(one, until).await.expect("it is done");
    assert_eq!(due(900, 900).await, [one, other]);
    let again = NOW.after(2_500);
    assert_eq!(store.take_mail(one, now, again).await.map(|taken| taken.len()), Ok(2));
    // One of the two matches has a new notice, which is not being sent.
    assert!(gather(one, a, NotificationKind::Turn, 950).await);
    store.settle_mail(one, until).await.expect("it is done");
    store.settle_mail(one, again).await.expect("it is done");
    assert_eq!(due(949, 9_000).await, [other], "what is new is gathered anew");
    let rest = store.take_mail(one, NOW.after(9_000), NOW.after(9_001)).await;
    assert_eq!(rest, Ok(vec![notice(a, NotificationKind::Turn)]));
}

async fn what_is_past_or_has_no_address_is_removed(store: Database) {
    let (one, other) = (somebody(&store, 1).await, somebody(&store, 2).await);
    let [a, b] = [MatchId::fresh(), MatchId::fresh()];
    for (to, of) in [(one, a), (one, b), (other, a)] {
        let notice = MailNotification { opponent: None, ..notice(of, NotificationKind::Turn) };
        assert_eq!(store.gather_mail(to, &notice, MAX_NOTICES, NOW).await, Ok(true));
    }
    store.withdraw_mail(a).await.expect("it is done");
    assert_eq!(store.due_mail(NOW, NOW, 9).await, Ok(vec![one]));
    assert_eq!(store.set_mail_kinds(one, kinds(), "ja").await, Ok(true));
    assert_eq!(store.due_mail(NOW, NOW, 9).await, Ok(vec![one]), "a setting removes nothing");
    assert_eq!(store.remove_mail(one).await, Ok(true));
    assert_eq!(store.due_mail(NOW, NOW, 9).await, Ok(vec![]));
    let turn = notice(a, NotificationKind::Turn);
    assert_eq!(
        store.gather_mail(one, &turn, MAX_NOTICES, NOW).await,
        Ok(false),
        "there is no address"
    );
    assert_eq!(store.gather_mail(other, &turn, MAX_NOTICES, NOW).await, Ok(true));
    store.erase(other, NOW).await.expect("it is done");
    assert_eq!(store.due_mail(NOW, NOW, 9).await, Ok(vec![]), "nothing is kept of who is deleted");
}

async fn one_person_has_so_many(store: Database) {
    let one = somebody(&store, 1).await;
    let matches: Vec<MatchId> = (0..=MAX_NOTICES).map(|_| MatchId::fresh()).collect();
    for (&of, room) in matches.iter().zip([true, true, true, false]) {
        let notice = notice(of, NotificationKind::Challenge);
        assert_eq!(store.gather_mail(one, &notice, MAX_NOTICES, NOW).await, Ok(room));
    }
    let known = notice(matches[0], NotificationKind::Turn);
    assert_eq!(
        store.gather_mail(one, &known, MAX_NOTICES, NOW).await,
        Ok(true),
        "it takes no room"
    );
    let taken = store.take_mail(one, NOW, NOW.after(1)).await.expect("it answers");
    assert_eq!(taken.len(), matches.len() - 1);
}

crate::on_both!(
    what_is_gathered_is_taken_once,
    what_is_past_or_has_no_address_is_removed,
    one_person_has_so_many,
);
