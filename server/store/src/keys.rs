//! The secret keys of the server, kept in the database so that a restart, or another server on the
//! same database, has the same ones: the key that signs cookies, and the key by which push services
//! know the server.
//!
//! Each is created on first use; of two servers that start at once, the first to write wins.

use super::StoreFuture;

/// Secrets of the server.
pub trait Keys {
    /// The key that signs cookies: the one kept, or `candidate`, which is kept if there is
    /// none yet.
    fn signing_key(&self, candidate: [u8; 32]) -> StoreFuture<'_, [u8; 32]>;

    /// The private key by which push services know this server: the one kept, or `candidate`, which
    /// is kept if there is none yet.
    fn push_key(&self, candidate: [u8; 32]) -> StoreFuture<'_, [u8; 32]>;
}
