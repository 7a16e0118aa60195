//! The key that signs cookies.

use super::StoreFuture;

/// What is secret.
pub trait Keys {
    /// The key that signs cookies: the one kept, or `candidate`, which is kept if there is
    /// none yet.
    fn signing_key(&self, candidate: [u8; 32]) -> StoreFuture<'_, [u8; 32]>;
}
