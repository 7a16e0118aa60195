//! The servers that share one database: which of them are alive, and which one holds a match.
//!
//! Only the holder of a match may write its events; the store enforces that in the commit itself. A
//! server that gives no sign of life for too long loses its matches to the others and is then
//! fenced: its commits fail, even if it was only slow. SQLite serves a single server, which
//! holds every match.

use crate::database::{AnyStore, on};
use crate::sql::{Backend, Stamp, sql};
use crate::{Database, StoreError, postgres, sqlite};
use domain::{MatchId, Moment};

/// Which server may write the events of a match; no other may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// This server.
    Us {
        /// The last sign of life of the server that held the match before, as long as the time
        /// since then has not been credited to the match's clock.
        alive: Option<Moment>,
    },
    /// Another server on the same database.
    Another,
    /// No node: the match is over.
    Nobody,
}

/// Which servers are alive, and which of them holds a match.
impl Database {
    /// Whether several servers may run on the database, each with matches of its own.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.shared().is_some()
    }

    /// Takes over the matches of servers that appear dead; returns how many unfinished matches this
    /// server gained.
    pub async fn take_over(&self) -> Result<usize, StoreError> {
        match self.shared() {
            Some(store) => postgres::lease::inherit(store).await,
            None => Ok(0),
        }
    }

    /// Who holds an unfinished match.
    pub async fn holder(&self, match_id: MatchId) -> Result<Holder, StoreError> {
        let _held = self.hold();
        match self.store() {
            AnyStore::Sqlite(store) => sqlite::journal::holder(store, match_id).await,
            AnyStore::Postgres(store) => postgres::lease::holder(store, match_id).await,
        }
    }

    /// Records that the server is alive at `now`; fails with [`StoreError::Fenced`] if another has taken
    /// over its matches.
    pub async fn beat(&self, now: Moment) -> Result<(), StoreError> {
        on!(self, running::beat(now))
    }

    /// The last moment recorded by any server.
    pub async fn last_beat(&self) -> Result<Option<Moment>, StoreError> {
        on!(self, |store| last_beat(store))
    }
}

/// The last moment recorded by any server.
pub(super) async fn last_beat(store: &impl Backend) -> Result<Option<Moment>, StoreError> {
    let found: Option<(Stamp,)> = sql("select at from heartbeat").read_optional(store).await?;
    Ok(found.map(|(Stamp(at),)| at))
}
