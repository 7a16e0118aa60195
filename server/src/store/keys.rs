//! The keys that the database keeps.

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
