//! The servers on one database: who is alive and who holds which match.

use super::StoreFuture;
use domain::{MatchId, Moment};
use futures_util::FutureExt;
use futures_util::future::ready;

/// Who alone may write the events of a match.
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

/// Who is alive, and who alone may write the events of a match.
pub trait Nodes {
    /// Whether several servers may run on the database, each with matches of its own.
    fn is_shared(&self) -> bool {
        false
    }

    /// Takes over from servers that seem gone; returns how many unfinished matches came that way.
    fn take_over(&self) -> StoreFuture<'_, usize> {
        ready(Ok(0)).boxed()
    }

    /// Who holds an unfinished match.
    fn holder(&self, match_id: MatchId) -> StoreFuture<'_, Holder>;

    /// Notes that the server is alive at `now`; fails with [`StoreError::Fenced`](super::StoreError::Fenced) if another
    /// has taken over its matches.
    fn beat(&self, now: Moment) -> StoreFuture<'_, ()>;

    /// The last moment noted.
    fn last_beat(&self) -> StoreFuture<'_, Option<Moment>>;
}
