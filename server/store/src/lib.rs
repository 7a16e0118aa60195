//! The database: the journal of matches, the archive of games, and the little else that must
//! survive the process.
//!
//! [`Database`] is SQLite or Postgres, which pass the same contract tests
//! (`server/tests/store_contract`). Each concern has a file with a block of its methods: `journals` and
//! `archive` for matches and games, `ended`, `ratings`, `tallies` and `explorer` for data derived from
//! games, `accounts`, `credentials`, `recovery_codes` and `sessions` for players, `nodes`,
//! `leaders`, `audiences`, `shared_matches` and `envelopes` for several
//! servers on one database, and so on. Nothing outside this crate names the database library or
//! writes SQL. How events are written is for [`codec`].
//!
//! With the feature `faults` a test has a database of its own (`Database::in_memory`) and can make it
//! fail (`Database::with_faults`).

#![expect(
    clippy::missing_errors_doc,
    reason = "every method of `Database` fails as `StoreError` says; what else is in its documentation"
)]

mod accounts;
mod admin_orders;
mod api_tokens;
mod archive;
mod attempts;
mod audiences;
mod blocks;
pub mod codec;
mod credentials;
mod database;
mod ended;
mod ended_credentials;
mod envelopes;
mod erasures;
mod error;
mod event;
mod explorer;
mod fault;
#[cfg(feature = "faults")]
mod faults;
mod filter;
mod follows;
mod game_row;
mod guests;
mod idle_guests;
mod journal_text;
mod journals;
mod keys;
mod leaders;
mod links;
mod listing;
mod location;
mod mail;
mod mail_notifications;
mod migrations;
mod nodes;
mod passkeys;
mod places;
mod postgres;
mod push;
mod ratings;
mod recovery_codes;
mod registration;
mod reports;
mod row;
mod rows;
mod seeks;
mod sessions;
mod shared_matches;
mod shared_presence;
mod shared_seats;
mod source;
mod sql;
mod sqlite;
mod tallies;
mod trees;
mod unlisted;
mod vacations;

pub use accounts::{Account, Digest};
pub use admin_orders::{Ban, Notice, Operation, Orders, Underway};
pub use api_tokens::{Guest, Token};
pub use attempts::AttemptLimit;
pub use audiences::Audience;
pub use credentials::{Adding, Generation, Left, Pass, Registering, Registration};
pub use database::Database;
pub use ended::{EndedGame, FeedBatch, FeedReader};
pub use ended_credentials::EndedCredential;
pub use envelopes::{Envelope, Received};
pub use error::{Conflict, StoreError};
pub use event::{Append, Closing, Event, MAX_COMMAND, Seekers, Unfinished};
pub use explorer::SeenAction;
pub use fault::{Failures, failures};
#[cfg(feature = "faults")]
pub use faults::{Fate, Faults, Script};
pub use filter::{Cursor, GameFilter, OPENING};
pub use journal_text::{JournalRow, JournalText};
pub use leaders::{Fence, Leader, Role};
pub use location::Location;
pub use mail::{MailAddress, StopCode};
pub use mail_notifications::MailNotification;
pub use nodes::{Holder, Node, NodeState, NodeStatus};
pub use passkeys::{CeremonyNumber, StoredPasskey};
pub use places::{MAX_PLACE_KEYS, Place, PlaceKey};
pub use push::PushSubscription;
pub use recovery_codes::Recovered;
pub use reports::{Mute, Report, ReportLimits, Warning};
pub use sessions::Session;
pub use shared_matches::{NodeMatches, OtherMatches, SharedMatch};
pub use shared_presence::{PresenceChanges, Present};
pub use shared_seats::SeatChanges;
pub use tallies::GameTally;

use database::AnyStore;
use futures_util::stream::BoxStream;

/// The logged part of the database library: migrations cause notices about what already exists, which
/// are not worth it.
pub const LOG_DIRECTIVE: &str = "sqlx::postgres::notice=warn";

/// The results of a method of [`Database`] that may not fit in memory.
pub type StoreStream<'a, T> = BoxStream<'a, Result<T, StoreError>>;

/// The purpose that a store is opened for.
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
pub async fn open(location: &Location, purpose: Purpose) -> Result<Database, StoreError> {
    Ok(Database::new(match location {
        Location::Postgres(address) => AnyStore::Postgres(postgres::open(address, purpose).await?),
        Location::Sqlite(directory) => AnyStore::Sqlite(sqlite::open(directory, purpose).await?),
    }))
}
