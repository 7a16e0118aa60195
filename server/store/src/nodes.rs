//! The servers that share one database: which of them are alive, and which one holds a match.
//!
//! Only the holder of a match may write its events; the store enforces that in the commit itself. A
//! server that gives no sign of life for too long loses its matches to the others and is then
//! fenced: its commits fail, even if it was only slow. SQLite serves a single server, so the
//! default methods describe that case.

use super::StoreFuture;
use domain::{MatchId, Moment};
use futures_util::FutureExt;
use futures_util::future::ready;

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
    /// Nobody: the match is over.
    Nobody,
}

/// Which servers are alive, and which of them holds a match.
pub trait Nodes {
    /// Whether several servers may run on the database, each with matches of its own.
    fn is_shared(&self) -> bool {
        false
    }

    /// Takes over the matches of servers that appear dead; returns how many unfinished matches this
    /// server gained.
    fn take_over(&self) -> StoreFuture<'_, usize> {
        ready(Ok(0)).boxed()
    }

    /// Who holds an unfinished match.
    fn holder(&self, match_id: MatchId) -> StoreFuture<'_, Holder>;

    /// Records that the server is alive at `now`; fails with
    /// [`StoreError::Fenced`](super::StoreError::Fenced) if another has taken over its matches.
    fn beat(&self, now: Moment) -> StoreFuture<'_, ()>;

    /// The last moment recorded by any server.
    fn last_beat(&self) -> StoreFuture<'_, Option<Moment>>;
}
