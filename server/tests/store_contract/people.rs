//! The names of guests.

use yiguan::ids::PlayerId;
use yiguan::store::SharedStore;
use yiguan::time::Moment;

async fn a_guest_has_the_name_that_was_set_last(store: SharedStore) {
    let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
    assert_eq!(store.name_of(one).await, Ok(None));
    let long = "界".repeat(20);
    for name in ["Li", &long, "Zoë"] {
        assert_eq!(store.set_name(one, Some(name), Moment(1_760_000_000_000)).await, Ok(()));
        assert_eq!(store.name_of(one).await, Ok(Some(name.to_owned())));
    }
    assert_eq!(store.name_of(other).await, Ok(None));
    assert_eq!(store.set_name(other, Some("Zoë"), Moment(0)).await, Ok(()), "two may share one");
    assert_eq!(store.set_name(one, None, Moment(1_760_000_000_001)).await, Ok(()));
    assert_eq!(store.name_of(one).await, Ok(None));
    assert_eq!(store.name_of(other).await, Ok(Some("Zoë".to_owned())));
}

crate::on_both!(a_guest_has_the_name_that_was_set_last);
