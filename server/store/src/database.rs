//! The database as the rest of the server holds it, and how an operation runs on SQLite or Postgres.
//!
//! Each concern is a file of this crate with a block of methods of [`Database`]. A method names no
//! database: a statement that both accept stands in it once, and [`on`] and [`write`] run it, compiled
//! for each. What differs is a function of the same name in `sqlite` and `postgres`, which [`on`] calls.

use crate::StoreError;
#[cfg(feature = "faults")]
use crate::faults::{Faults, Held};
use crate::postgres::PostgresStore;
use crate::sql::sql;
use crate::sqlite::{self, SqliteStore};
use std::sync::Arc;
#[cfg(feature = "faults")]
use tempfile::TempDir;

/// A database on SQLite or Postgres. Clones share it.
#[derive(Debug, Clone)]
pub struct Database {
    store: Arc<AnyStore>,
    /// The faults that a test has scripted.
    #[cfg(feature = "faults")]
    pub(crate) faults: Option<Arc<Faults>>,
    /// The folder of a database that only a test has.
    #[cfg(feature = "faults")]
    pub(crate) folder: Option<Arc<TempDir>>,
}

/// One of the two databases.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a process has one, behind an `Arc`")]
pub(crate) enum AnyStore {
    Sqlite(SqliteStore),
    Postgres(PostgresStore),
}

/// Runs an operation on SQLite or Postgres, and returns its outcome.
///
/// `on!(self, |store| future)` compiles one future for each of them. `on!(self, file::function(…))`
/// calls a function that each of the folders `sqlite` and `postgres` has.
macro_rules! on {
    ($database:expr, |$store:ident| $done:expr) => {{
        let _held = $database.hold();
        match $database.store() {
            $crate::database::AnyStore::Sqlite($store) => $done.await,
            $crate::database::AnyStore::Postgres($store) => $done.await,
        }
    }};
    ($database:expr, $file:ident::$function:ident($($argument:expr),*)) => {{
        let _held = $database.hold();
        match $database.store() {
            $crate::database::AnyStore::Sqlite(store) => {
                $crate::sqlite::$file::$function(store, $($argument),*).await
            }
            $crate::database::AnyStore::Postgres(store) => {
                $crate::postgres::$file::$function(store, $($argument),*).await
            }
        }
    }};
}
pub(crate) use on;

/// Runs an operation that writes on a connection of SQLite or Postgres, lent for it.
macro_rules! write {
    ($database:expr, |$connection:ident| $done:expr) => {{
        let _held = $database.hold();
        match $database.store() {
            $crate::database::AnyStore::Sqlite(store) => {
                $crate::database::write_on!(store, |$connection| $done)
            }
            $crate::database::AnyStore::Postgres(store) => {
                $crate::database::write_on!(store, |$connection| $done)
            }
        }
    }};
}
pub(crate) use write;

/// The same on a [`Backend`](crate::sql::Backend).
macro_rules! write_on {
    ($store:expr, |$connection:ident| $done:expr) => {{
        let mut lent = $crate::sql::Backend::lend($store).await?;
        let $connection = &mut *lent;
        let outcome = $done.await.map_err(|error| $crate::fault::of_write(&error));
        $crate::sql::Backend::give_back($store, lent, outcome.as_ref().err()).await;
        outcome
    }};
}
pub(crate) use write_on;

/// Holds nothing, outside tests.
#[cfg(not(feature = "faults"))]
pub(crate) struct Held;

/// The life of a database.
impl Database {
    pub(crate) fn new(store: AnyStore) -> Self {
        Self {
            store: Arc::new(store),
            #[cfg(feature = "faults")]
            faults: None,
            #[cfg(feature = "faults")]
            folder: None,
        }
    }

    pub(crate) fn store(&self) -> &AnyStore {
        &self.store
    }

    /// The database if several servers may share it; `None` on SQLite, which serves a single one.
    pub(crate) fn shared(&self) -> Option<&PostgresStore> {
        match self.store() {
            AnyStore::Sqlite(_) => None,
            AnyStore::Postgres(store) => Some(store),
        }
    }

    /// The database and the number of this server on it, if several servers share it.
    pub(crate) fn node(&self) -> Option<(&PostgresStore, i64)> {
        self.shared().and_then(|store| Some((store, store.node.as_ref()?.id)))
    }

    /// Stops the paused clock of a test until the value is dropped.
    #[cfg(feature = "faults")]
    pub(crate) fn hold(&self) -> Option<Held> {
        self.folder.as_ref().map(|_| Held::begin())
    }

    /// Does nothing, outside tests.
    #[cfg(not(feature = "faults"))]
    #[expect(clippy::unused_self, reason = "it takes the database where there are faults")]
    pub(crate) const fn hold(&self) -> Held {
        Held
    }

    /// Does now and then what no commit should wait for; cheap if there is nothing to do.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        let _held = self.hold();
        match self.store() {
            AnyStore::Sqlite(store) => sqlite::checkpoint::checkpoint(store).await,
            // Postgres tidies by itself.
            AnyStore::Postgres(_) => Ok(()),
        }
    }

    /// The latest migration applied.
    pub async fn schema_version(&self) -> Result<i64, StoreError> {
        on!(self, |store| sql("select max(version) from _sqlx_migrations").read_value(store))
    }

    /// Closes all connections; later calls fail.
    pub async fn close(&self) {
        on!(self, open::close());
    }
}
