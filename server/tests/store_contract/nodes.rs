//! The server's signs of life; what several servers do about each other is in `leases`.

use domain::Moment;
use yiguan::store::SharedStore;

async fn the_heart_beats(store: SharedStore) {
    assert_eq!(store.last_beat().await, Ok(None));
    for moment in [Moment(1_760_000_000_123), Moment(1_760_000_005_456)] {
        store.beat(moment).await.expect("the database is there");
        assert_eq!(store.last_beat().await, Ok(Some(moment)));
    }
}

crate::on_both!(the_heart_beats);
