//! The database: the journal of matches, the archive of games, and the little else that must
//! survive the process.
//!
//! One trait, [`Store`], and two implementations behind it. Nothing outside this module names
//! the database library or writes SQL.

mod error;
mod event;
mod fault;
mod game;
mod grouped;
mod listing;
mod location;
mod migrations;
mod order;
mod postgres;
mod programs;
mod rows;
mod sqlite;

pub use error::{Conflict, StoreError};
pub use event::{Append, Closing, Event, Frame, MAX_COMMAND, Unfinished};
pub use game::{Cursor, FinishedGame, GameFilter, GameSummary};
pub use location::Location;
pub use order::{Ban, Notice, Operation, Order, Orders, Underway};
pub use programs::{Guest, Programs, Token};

use crate::ids::{MatchId, PlayerId};
use crate::time::Moment;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use futures_util::stream::BoxStream;
use std::fmt::Debug;
use std::sync::Arc;

/// What a method of [`Store`] returns.
pub type StoreFuture<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// What a method of [`Store`] returns that may be longer than memory is large.
pub type StoreStream<'a, T> = BoxStream<'a, Result<T, StoreError>>;

/// A store as it is handed around; cloning shares it.
pub type SharedStore = Arc<dyn Store>;

/// What a store is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To run the server: on SQLite only one may at a time, on Postgres each has matches of its
    /// own.
    Serve,
    /// To add to the archive, also while a server runs.
    Visit,
    /// To look something up, also while a server runs. A database that is not there is not made.
    Read,
}

/// Who alone may write the events of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// This server.
    Us {
        /// The last sign of life of the server that held the match before, as long as the time
        /// since then has not been given back to the match's clock.
        alive: Option<Moment>,
    },
    /// Another server on the same database.
    Another,
    /// Nobody: the match is over.
    Nobody,
}

/// Opens a database, made if it is missing unless it is only to be read, and brings its tables
/// up to date.
///
/// # Errors
///
/// [`StoreError`] tells an operator what to mend.
pub async fn open(location: &Location, purpose: Purpose) -> Result<SharedStore, StoreError> {
    Ok(match location {
        Location::Postgres(address) => Arc::new(postgres::open(address, purpose).await?),
        Location::Sqlite(directory) => Arc::new(sqlite::open(directory, purpose).await?),
    })
}

/// The database.
pub trait Store: Order + Programs + Debug + Send + Sync + 'static {
    /// Writes all of `batch` in one transaction, or nothing.
    ///
    /// Fails with [`StoreError::Conflict`] if any of it is there already, with
    /// [`StoreError::Ambiguous`] if only [`Store::is_written`] can tell whether it was written,
    /// and with [`StoreError::Fenced`] if another server has taken over this one's matches.
    fn commit<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, ()>;

    /// Whether exactly this was written: its last event with its payload, or the archived game.
    fn is_written<'a>(&'a self, append: &'a Append) -> StoreFuture<'a, bool>;

    /// For each of `batch`, what of it is there already; nothing is written. After a commit that
    /// failed with [`StoreError::Conflict`] it tells which of many was to blame.
    fn conflicts<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, Vec<Option<Conflict>>>;

    /// The first `limit` events of an unfinished match with numbers above `since`, in order.
    fn events(&self, match_id: MatchId, since: u32, limit: u32) -> StoreFuture<'_, Vec<Event>>;

    /// Every unfinished match that this server holds, with all its events.
    fn unfinished(&self) -> StoreStream<'_, Unfinished>;

    /// Whether several servers may run on the database, each with matches of its own.
    fn is_shared(&self) -> bool {
        false
    }

    /// Takes over from servers that seem gone; returns how many unfinished matches came that way.
    fn take_over(&self) -> StoreFuture<'_, usize> {
        ready(Ok(0)).boxed()
    }

    /// Every unfinished match that this server holds.
    fn held(&self) -> StoreFuture<'_, Vec<MatchId>>;

    /// Those of these matches that this server holds, with all their events.
    fn journals(&self, ids: Vec<MatchId>) -> StoreStream<'_, Unfinished>;

    /// Who holds an unfinished match.
    fn holder(&self, match_id: MatchId) -> StoreFuture<'_, Holder>;

    /// The number of the event that `command` caused in a match, unfinished or archived.
    fn seq_of_command<'a>(
        &'a self,
        match_id: MatchId,
        command: &'a str,
    ) -> StoreFuture<'a, Option<u32>>;

    /// Notes that the server is alive at `now`; fails with [`StoreError::Fenced`] if another
    /// has taken over its matches.
    fn beat(&self, now: Moment) -> StoreFuture<'_, ()>;

    /// Does now and then what no commit should wait for; cheap if there is nothing to do.
    fn tidy(&self) -> StoreFuture<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// The last moment noted.
    fn last_beat(&self) -> StoreFuture<'_, Option<Moment>>;

    /// The key that signs cookies: the one kept, or `candidate`, which is kept if there is
    /// none yet.
    fn signing_key(&self, candidate: [u8; 32]) -> StoreFuture<'_, [u8; 32]>;

    /// A game of the archive, aborted ones included.
    fn game(&self, id: MatchId) -> StoreFuture<'_, Option<FinishedGame>>;

    /// Up to `limit` games that pass `filter`, newest first, after the place `before`.
    fn games<'a>(
        &'a self,
        filter: &'a GameFilter,
        before: Option<Cursor>,
        limit: u32,
    ) -> StoreFuture<'a, Vec<GameSummary>>;

    /// Every game that passes `filter`, oldest first.
    fn export(&self, filter: GameFilter) -> StoreStream<'_, FinishedGame>;

    /// Puts games into the archive; those that are there already stay as they are. Returns
    /// how many were new.
    fn import<'a>(&'a self, games: &'a [FinishedGame]) -> StoreFuture<'a, u64>;

    /// The changes of the tree of an archived game with numbers above `since`, in order.
    fn changes(&self, game: MatchId, since: u32) -> StoreFuture<'_, Vec<Event>>;

    /// Writes changes of the tree of an archived game, all of them or none.
    ///
    /// Fails with [`StoreError::Conflict`] if a number or a command is there already, with
    /// [`StoreError::Ambiguous`] if only [`Store::changes`] can tell whether they were written.
    fn add_changes<'a>(&'a self, game: MatchId, changes: &'a [Event]) -> StoreFuture<'a, ()>;

    /// What is known of a guest.
    fn guest(&self, id: PlayerId) -> StoreFuture<'_, Guest>;

    /// Notes what a guest wants to be called from `now` on, or that it is nothing.
    fn set_name<'a>(
        &'a self,
        id: PlayerId,
        name: Option<&'a str>,
        now: Moment,
    ) -> StoreFuture<'a, ()>;

    /// The latest migration applied.
    fn schema_version(&self) -> StoreFuture<'_, i64>;

    /// Closes all connections; whatever is asked afterwards fails.
    fn close(&self) -> BoxFuture<'_, ()>;
}
