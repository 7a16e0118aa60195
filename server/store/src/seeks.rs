//! The seeks that survive a restart: one for each player, until a match is made of it, it is
//! withdrawn, or it expires.
//!
//! Of the servers that share a database one is the matchmaker. It works in memory, and this is its
//! journal: no other server changes seeks, and each of its changes is conditional on its being the
//! matchmaker still. A match is made of seeks by [`Append::seekers`](super::Append::seekers), in the
//! commit of its first events.

use crate::database::on;
use crate::{Database, StoreError, postgres};
use domain::{Moment, PlayerId, Seek};

/// Who pairs the seeks of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matchmaking {
    /// This server, from now on until it is presumed dead. It must know these seeks, in no particular
    /// order, which are all that have not expired.
    Ours(Vec<Seek>),
    /// Another server, by its number.
    Another(i64),
}

/// Seeks that survive a restart.
impl Database {
    /// Makes this server the matchmaker, unless another is and has not been presumed dead. Expired
    /// seeks are deleted.
    pub async fn take_seeks(&self, now: Moment) -> Result<Matchmaking, StoreError> {
        on!(self, seeks::take(now))
    }

    /// Whether this server is the matchmaker at this moment.
    pub async fn is_matchmaker(&self) -> Result<bool, StoreError> {
        match self.shared() {
            Some(store) => postgres::seeks::is_matchmaker(store).await,
            None => Ok(true),
        }
    }

    /// Stores a seek, replacing the one its owner has. Fails with [`StoreError::Fenced`] on a server
    /// that is not the matchmaker.
    pub async fn put_seek(&self, seek: &Seek) -> Result<(), StoreError> {
        on!(self, seeks::put(seek))
    }

    /// Deletes a player's seek; false if there is none. Fails with [`StoreError::Fenced`] on a server
    /// that is not the matchmaker.
    pub async fn remove_seek(&self, who: PlayerId) -> Result<bool, StoreError> {
        on!(self, seeks::remove(who))
    }
}
