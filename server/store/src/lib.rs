//! The database: the journal of matches, the archive of games, and the little else that must
//! survive the process.
//!
//! One trait for each concern ([`Journals`], [`Archive`], [`EndedGames`], [`Explorer`], [`Ratings`], [`Trees`], [`Nodes`], [`Keys`], [`Guests`],
//! [`People`], [`Credentials`], [`Sessions`], [`Passkeys`], [`Blocks`], [`Follows`], [`Peace`], [`Programs`], [`Seeks`], [`PushSubscriptions`], [`MailAddresses`], [`SharedRooms`], [`SharedSeats`], [`SharedPresence`], [`Unlisted`], [`Vacations`], [`Envelopes`], [`Erasures`], [`Order`]), [`Store`] for all of them, and two implementations behind it, which pass
//! the same contract tests (`server/tests/store_contract`). Nothing outside this module names the
//! database library or writes SQL. How events are written is for [`codec`].

mod archive;
mod blocks;
pub mod codec;
mod credentials;
mod ended;
mod envelopes;
mod erasures;
mod error;
mod event;
mod explorer;
mod fault;
mod filter;
mod follows;
mod guests;
mod journal_text;
mod journals;
mod keys;
mod kinds;
mod listing;
mod location;
mod mail;
mod mail_notices;
mod migrations;
mod nodes;
mod order;
mod passkeys;
mod peace;
mod people;
mod postgres;
mod programs;
mod push;
mod ratings;
mod row;
mod rows;
mod seeks;
mod sessions;
mod shared_presence;
mod shared_rooms;
mod shared_seats;
mod source;
mod sql;
mod sqlite;
mod trees;
mod unlisted;
mod vacations;

pub use archive::Archive;
pub use blocks::Blocks;
pub use credentials::{
    Adding, Credentials, Generation, Keeping, Left, Pass, Recovered, Registration,
};
pub use ended::{EndedGame, EndedGames, FeedBatch, FeedReader};
pub use envelopes::{Envelope, Envelopes, Received};
pub use erasures::Erasures;
pub use error::{Conflict, StoreError};
pub use event::{Append, Closing, Event, Frame, MAX_COMMAND, Unfinished};
pub use explorer::{Explorer, SeenAction};
pub use fault::{Failures, failures};
pub use filter::{Cursor, GameFilter, OPENING};
pub use follows::Follows;
pub use guests::Guests;
pub use journal_text::{JournalRow, JournalText};
pub use journals::Journals;
pub use keys::Keys;
pub use kinds::{NoticeKind, NoticeKinds};
pub use location::Location;
pub use mail::{MailAddress, MailAddresses, StopCode};
pub use mail_notices::{MailNotice, MailNotices};
pub use nodes::{Holder, Nodes};
pub use order::{Ban, Notice, Operation, Order, Orders, Underway};
pub use passkeys::{CeremonyNumber, Passkeys, StoredPasskey};
pub use peace::{Mute, Peace, Report, ReportLimits, Warning};
pub use people::{Digest, People, Person};
pub use programs::{Guest, Programs, Token};
pub use push::{PushSubscription, PushSubscriptions};
pub use ratings::Ratings;
pub use seeks::{Matchmaking, Seeks};
pub use sessions::{Session, Sessions};
pub use shared_presence::{PresenceChanges, Present, SharedPresence};
pub use shared_rooms::{RoomsElsewhere, RoomsHere, SharedRoom, SharedRooms};
pub use shared_seats::{SeatChanges, SharedSeats};
pub use trees::Trees;
pub use unlisted::Unlisted;
pub use vacations::Vacations;

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use std::fmt::Debug;
use std::sync::Arc;

/// What of the database library is logged: migrations cause notices about what already exists, which
/// are not worth it.
pub const LOG_DIRECTIVE: &str = "sqlx::postgres::notice=warn";

/// What a method of [`Store`] returns.
pub type StoreFuture<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// What a method of [`Store`] returns that may be longer than memory is large.
pub type StoreStream<'a, T> = BoxStream<'a, Result<T, StoreError>>;

/// A store as it is passed between tasks; clones share it.
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

/// Opens a database, made if it is missing unless it is only to be read, and brings its tables
/// up to date.
///
/// # Errors
///
/// [`StoreError`] describes to an operator what to repair.
pub async fn open(location: &Location, purpose: Purpose) -> Result<SharedStore, StoreError> {
    Ok(match location {
        Location::Postgres(address) => Arc::new(postgres::open(address, purpose).await?),
        Location::Sqlite(directory) => Arc::new(sqlite::open(directory, purpose).await?),
    })
}

/// The database: all its concerns, and its own life.
///
/// A module that needs one concern requires that trait; the server as a whole holds a
/// [`SharedStore`].
pub trait Store:
    Journals
    + Archive
    + EndedGames
    + Explorer
    + Ratings
    + Trees
    + Nodes
    + Keys
    + Guests
    + People
    + Credentials
    + Sessions
    + Passkeys
    + Blocks
    + Follows
    + Peace
    + Programs
    + Seeks
    + PushSubscriptions
    + MailAddresses
    + MailNotices
    + SharedRooms
    + SharedSeats
    + SharedPresence
    + Unlisted
    + Vacations
    + Envelopes
    + Erasures
    + Order
    + Debug
    + Send
    + Sync
    + 'static
{
    /// Does now and then what no commit should wait for; cheap if there is nothing to do.
    fn tidy(&self) -> StoreFuture<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// The latest migration applied.
    fn schema_version(&self) -> StoreFuture<'_, i64>;

    /// Closes all connections; later calls fail.
    fn close(&self) -> BoxFuture<'_, ()>;
}
