//! Passkeys: keys that a person's device holds and uses for this site alone. Only their public halves
//! are here, as the library that verifies them writes them.

use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// A passkey as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPasskey {
    /// The id of the credential, of at most 1,023 bytes.
    pub id: Vec<u8>,
    /// Whose it is.
    pub person: PlayerId,
    /// The public half with its counter, as JSON.
    pub credential: String,
    /// Where it was made, in at most 60 characters.
    pub device: String,
    /// When it was made.
    pub created_at: Moment,
    /// When it was used last.
    pub used_at: Moment,
}

/// Passkeys. A store without them has none.
pub trait Passkeys {
    /// Keeps a passkey; false if its person has `most` already, or the credential is known.
    fn add_passkey<'a>(&'a self, _key: &'a StoredPasskey, _most: u32) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The passkeys of somebody, the oldest first.
    fn passkeys(&self, _person: PlayerId) -> StoreFuture<'_, Vec<StoredPasskey>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// The passkey of a credential.
    fn passkey<'a>(&'a self, _id: &'a [u8]) -> StoreFuture<'a, Option<StoredPasskey>> {
        ready(Ok(None)).boxed()
    }

    /// Notes that a passkey was used, with its counter as it is from then on.
    fn use_passkey<'a>(
        &'a self,
        _id: &'a [u8],
        _credential: &'a str,
        _now: Moment,
    ) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Forgets a passkey of somebody; false if there is none.
    fn remove_passkey<'a>(&'a self, _person: PlayerId, _id: &'a [u8]) -> StoreFuture<'a, bool> {
        ready(Ok(false)).boxed()
    }
}
