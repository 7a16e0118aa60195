//! The key that signs cookies.

use yiguan::store::SharedStore;

async fn the_first_signing_key_is_kept(store: SharedStore) {
    assert_eq!(store.signing_key([7; 32]).await, Ok([7; 32]));
    assert_eq!(store.signing_key([8; 32]).await, Ok([7; 32]));
}

crate::on_both!(the_first_signing_key_is_kept);
