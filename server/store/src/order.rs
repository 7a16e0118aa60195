//! What is stored for moderation by operators: the log of operations, bans, the notice to
//! everybody, hidden games and draining servers.
//!
//! `yiguan admin` writes here, also while no server runs; a running server reads `orders` regularly
//! and does what is still open. An operation is settled once: its outcome is never overwritten. The
//! operator's reason is for other operators and is not shown to players.

use super::{StoreError, StoreFuture};
use domain::{MatchId, Moment};
use futures_util::FutureExt;
use futures_util::future::ready;
use uuid::Uuid;

/// Something an operator has done, or has asked running servers to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// Its number.
    pub id: Uuid,
    /// When it was asked for.
    pub at: Moment,
    /// By whom.
    pub operator: String,
    /// What, in a word.
    pub action: String,
    /// To what.
    pub target: String,
    /// Why.
    pub reason: String,
    /// Its outcome; `None` while it is still to be done.
    pub outcome: Option<String>,
}

/// Somebody who may not play for a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ban {
    /// An address, a range of them, or a guest's id.
    pub subject: String,
    /// Until when.
    pub until: Moment,
    /// Why, for other operators.
    pub reason: String,
}

/// An announcement to everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The text.
    pub text: String,
    /// Until when.
    pub until: Moment,
}

/// The orders in force.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Orders {
    /// Who may not play.
    pub bans: Vec<Ban>,
    /// What is announced to everybody.
    pub notice: Option<Notice>,
    /// Whether this server accepts no new matches any more.
    pub draining: bool,
    /// What is to be done, the oldest first.
    pub open: Vec<Operation>,
}

/// A match that is not over, as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Underway {
    /// Which.
    pub id: MatchId,
    /// Its first event.
    pub created: String,
    /// How many events it has.
    pub events: u32,
}

/// Moderation by operators. The default methods are those of a store that supports none of it:
/// reads return nothing, and writes fail.
pub trait Order {
    /// Records what an operator does.
    fn record<'a>(&'a self, _operation: &'a Operation) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Records the outcome of an operation; false if it already has one.
    fn settle<'a>(&'a self, _id: Uuid, _outcome: &'a str) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The latest operations, the newest first.
    fn operations(&self, _limit: u32) -> StoreFuture<'_, Vec<Operation>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// The orders in force at `now`.
    fn orders(&self, _now: Moment) -> StoreFuture<'_, Orders> {
        ready(Ok(Orders::default())).boxed()
    }

    /// Bans a subject, replacing an earlier ban of it.
    fn ban<'a>(&'a self, _ban: &'a Ban) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Lifts a ban; false if there is none.
    fn unban<'a>(&'a self, _subject: &'a str) -> StoreFuture<'a, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Sets the notice to everybody, or removes it.
    fn tell<'a>(&'a self, _notice: Option<&'a Notice>) -> StoreFuture<'a, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Hides a game from the lists, or shows it again; false if nothing changed.
    fn hide(&self, _game: MatchId, _hidden: bool) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Starts or stops draining a server.
    fn drain(&self, _node: i64, _draining: bool) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }

    /// The number of this server: 0 where there is only one.
    fn own_node(&self) -> i64 {
        0
    }

    /// The servers that run, each with its last sign of life.
    fn nodes(&self) -> StoreFuture<'_, Vec<(i64, Moment)>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Matches that are not over, in no particular order.
    fn underway(&self, _limit: u32) -> StoreFuture<'_, Vec<Underway>> {
        ready(Ok(Vec::new())).boxed()
    }
}
