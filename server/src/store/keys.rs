//! The secret key that signs cookies, kept in the database so that a restart, or another server on
//! the same database, accepts the cookies that are out there.

use super::StoreFuture;

/// Secrets of the server.
pub trait Keys {
    /// The key that signs cookies: the one kept, or `candidate`, which is kept if there is
    /// none yet.
    fn signing_key(&self, candidate: [u8; 32]) -> StoreFuture<'_, [u8; 32]>;
}
