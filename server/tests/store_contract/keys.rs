//! The keys that the database keeps.

use store::Database;

async fn the_first_signing_key_is_kept(store: Database) {
    assert_eq!(store.signing_key([7; 32]).await, Ok([7; 32]));
    assert_eq!(store.signing_key([8; 32]).await, Ok([7; 32]));
}

async fn the_first_push_key_is_kept(store: Database) {
    assert_eq!(store.push_key([5; 32]).await, Ok([5; 32]));
    assert_eq!(store.push_key([6; 32]).await, Ok([5; 32]));
    assert_eq!(store.signing_key([7; 32]).await, Ok([7; 32]), "it is another key");
}

crate::on_both!(the_first_signing_key_is_kept, the_first_push_key_is_kept);
