//! The seeks that survive a restart: one for each player, until a match is made of it, it is
//! withdrawn, or it expires.
//!
//! Of the servers that share a database one is the leader of [`Role::Seeks`](crate::Role::Seeks). It
//! works in memory, and this is its journal: no other server changes seeks, and each of its changes is
//! conditional on its being the leader still. A match is made of seeks by
//! [`Append::seekers`](super::Append::seekers), in the commit of its first events.

use crate::database::on;
use crate::{Database, Fence, StoreError};
use domain::{Moment, PlayerId, Seek};

/// Seeks that survive a restart.
impl Database {
    /// All seeks that have not expired, in no particular order, for their new leader; the others are
    /// deleted. Fails with [`StoreError::Fenced`] on a server that is not the leader.
    pub async fn take_seeks(&self, by: Fence, now: Moment) -> Result<Vec<Seek>, StoreError> {
        on!(self, seeks::take(by, now))
    }

    /// Stores a seek, replacing the one its owner has. Fails with [`StoreError::Fenced`] on a server
    /// that is not the leader.
    pub async fn put_seek(&self, by: Fence, seek: &Seek) -> Result<(), StoreError> {
        on!(self, seeks::put(by, seek))
    }

    /// Deletes a player's seek; false if there is none. Fails with [`StoreError::Fenced`] on a server
    /// that is not the leader.
    pub async fn remove_seek(&self, by: Fence, who: PlayerId) -> Result<bool, StoreError> {
        on!(self, seeks::remove(by, who))
    }
}
