//! Subscriptions to push of players whose page is closed.

use domain::{Moment, NotificationKind, NotificationKinds, PlayerId};
use store::{Database, Pass, PushSubscription};

const NOW: Moment = Moment(1_760_000_000_000);

/// The subscription of an address made from a number, made so many milliseconds later.
fn subscription(player: PlayerId, number: u8) -> PushSubscription {
    PushSubscription {
        endpoint: format!("https://push.example.org/{number}"),
        player,
        pass: Pass::Guest,
        public_key: [number; 65],
        secret: [number; 16],
        kinds: NotificationKinds::from_bits(i32::from(number)),
        created_at: NOW.after(number.into()),
    }
}

async fn a_subscription_is_kept_until_it_is_removed(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    assert_eq!(store.pushes(one).await, Ok(vec![]));
    for number in [6, 3, 2] {
        store.put_push(&subscription(one, number), 5).await.expect("it is kept");
    }
    let kept = |numbers: &[u8]| Ok(numbers.iter().map(|&at| subscription(one, at)).collect());
    assert_eq!(store.pushes(one).await, kept(&[2, 3, 6]));
    let changed = PushSubscription {
        kinds: NotificationKinds::from_iter([NotificationKind::Turn]),
        ..subscription(one, 3)
    };
    store.put_push(&changed, 5).await.expect("it is changed");
    assert_eq!(store.pushes(one).await.map(|all| all[1].clone()), Ok(changed));
    assert_eq!(store.remove_push(other, &subscription(one, 3).endpoint).await, Ok(false));
    assert_eq!(store.remove_push(one, &subscription(one, 3).endpoint).await, Ok(true));
    assert_eq!(store.remove_push(one, &subscription(one, 3).endpoint).await, Ok(false));
    assert_eq!(store.pushes(one).await, kept(&[2, 6]));
    assert_eq!(store.erase(one, NOW).await, Ok(()));
    assert_eq!(store.pushes(one).await, Ok(vec![]), "who is deleted is not notified");
}

async fn of_too_many_the_oldest_go(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    store.put_push(&subscription(other, 100), 3).await.expect("it is kept");
    for number in [4, 1, 3, 2, 5] {
        store.put_push(&subscription(one, number), 3).await.expect("it is kept");
    }
    let kept = |numbers: &[u8]| Ok(numbers.iter().map(|&at| subscription(one, at)).collect());
    assert_eq!(store.pushes(one).await, kept(&[3, 4, 5]));
    assert_eq!(store.pushes(other).await.map(|kept| kept.len()), Ok(1), "nobody else loses any");
}

async fn a_browser_belongs_to_who_used_it_last(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    store.put_push(&subscription(one, 1), 3).await.expect("it is kept");
    store.put_push(&subscription(other, 1), 3).await.expect("it is kept");
    assert_eq!(store.pushes(one).await, Ok(vec![]));
    assert_eq!(store.pushes(other).await, Ok(vec![subscription(other, 1)]));
}

crate::on_both!(
    a_subscription_is_kept_until_it_is_removed,
    of_too_many_the_oldest_go,
    a_browser_belongs_to_who_used_it_last,
);
