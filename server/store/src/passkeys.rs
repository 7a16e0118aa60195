//! Passkeys: keys that a person's device holds and uses for this site alone. Only their public halves
//! are here, as the library that verifies them writes them.

use super::credentials::Adding;
use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId, SessionId};
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

/// The random number of a ceremony.
pub type CeremonyNumber = [u8; 16];

/// Passkeys. A store without them has none.
pub trait Passkeys {
    /// Adds a passkey of a registered player in a session of theirs, unless they have `most` already or
    /// the credential is known.
    fn add_passkey<'a>(
        &'a self,
        _key: &'a StoredPasskey,
        _session: SessionId,
        _most: u32,
    ) -> StoreFuture<'a, Adding> {
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

    /// Writes the number of a ceremony that ends as used, until it expires by itself; false if it
    /// was used before, on any node.
    fn use_ceremony(&self, _number: CeremonyNumber, _expires_at: Moment) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Whether the number of a ceremony is written as used.
    fn ceremony_is_used(&self, _number: CeremonyNumber) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Deletes at most `limit` numbers of ceremonies that have expired; returns how many.
    fn forget_ceremonies(&self, _now: Moment, _limit: u32) -> StoreFuture<'_, u64> {
        ready(Ok(0)).boxed()
    }
}
