//! The vacation that a player has had, and who is on vacation.

use domain::{Moment, PlayerId, Vacation};
use store::Database;

const NOW: Moment = Moment(1_760_000_000_000);

const DAY: u64 = 86_400_000;

async fn a_vacation_is_kept_as_it_was_written(store: Database) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    let none = Vacation::default();
    assert_eq!(store.vacation(one).await, Ok(none));
    let begun = none.begin(NOW).expect("all is left");
    assert_eq!(store.put_vacation(one, none, begun).await, Ok(true));
    assert_eq!(store.vacation(one).await, Ok(begun));
    assert_eq!(store.vacation(other).await, Ok(none));
    let over = begun.end(NOW.after(3 * DAY + 7)).expect("it lasted");
    assert_eq!(store.put_vacation(one, begun, over).await, Ok(true));
    assert_eq!(store.vacation(one).await, Ok(over));
    assert_eq!(store.erase(one, NOW).await, Ok(()));
    assert_eq!(store.vacation(one).await, Ok(none), "nothing is left of who is deleted");
}

async fn of_two_changes_at_once_one_counts(store: Database) {
    let one = PlayerId::fresh();
    let none = Vacation::default();
    let begun = none.begin(NOW).expect("all is left");
    let later = none.begin(NOW.after(1)).expect("all is left");
    assert_eq!(store.put_vacation(one, none, begun).await, Ok(true));
    assert_eq!(store.put_vacation(one, none, later).await, Ok(false));
    assert_eq!(store.put_vacation(one, later, none).await, Ok(false));
    assert_eq!(store.vacation(one).await, Ok(begun));
    let over = begun.end(NOW.after(DAY)).expect("it lasted");
    assert_eq!(store.put_vacation(one, begun, over).await, Ok(true));
    assert_eq!(store.put_vacation(one, begun, over).await, Ok(false));
    let again = over.begin(NOW.after(2 * DAY)).expect("29 days are left");
    let (first, second) =
        tokio::join!(store.put_vacation(one, over, again), store.put_vacation(one, over, again),);
    assert_ne!(first, second, "one of them was first");
    assert_eq!(store.vacation(one).await, Ok(again));
}

async fn whoever_is_on_vacation_is_found_until_it_is_over(store: Database) {
    let [one, other, third] = [(); 3].map(|()| PlayerId::fresh());
    let none = Vacation::default();
    let begun = none.begin(NOW).expect("all is left");
    let later = none.begin(NOW.after(DAY)).expect("all is left");
    store.put_vacation(one, none, begun).await.expect("it is kept");
    store.put_vacation(other, none, later).await.expect("it is kept");
    let over = Vacation { used: 5, year: 2025, begun: None };
    store.put_vacation(third, none, over).await.expect("it is kept");
    let found = async |at: Moment| {
        let mut found = store.on_vacation(at).await.expect("it reads");
        found.sort_by_key(|&(_, until)| until);
        found
    };
    let ends = [(one, NOW.after(30 * DAY)), (other, NOW.after(31 * DAY))];
    assert_eq!(found(NOW.after(2 * DAY)).await, ends);
    assert_eq!(found(NOW.after(30 * DAY - 1)).await, ends);
    assert_eq!(found(NOW.after(30 * DAY)).await, ends[1..]);
    assert_eq!(found(NOW.after(31 * DAY)).await, []);
}

crate::on_both!(
    a_vacation_is_kept_as_it_was_written,
    of_two_changes_at_once_one_counts,
    whoever_is_on_vacation_is_found_until_it_is_over,
);
