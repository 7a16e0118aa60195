//! Opens an SQLite database for a purpose: serving, visiting it as a command, or only reading.
//!
//! A server first locks a file next to the database, so that a second one on the same directory is
//! refused. The database runs with a write-ahead log and a full sync for each commit: an
//! acknowledged move survives a power cut. Migrations run before anything else.
//!
//! The database contains the signing key and personal data, so no other user of the machine may read
//! it, whatever the umask ([`private`]).

use super::SqliteStore;
use super::checkpoint::{self, Checkpoints};
use super::private;
use crate::{Purpose, StoreError, fault, migrations};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// The database in the data directory.
pub(super) const FILE: &str = "yiguan.db";

/// The file whose lock a running server holds; it stays behind, empty, when the server ends.
pub(super) const LOCK: &str = "yiguan.lock";

/// How many connections read, each of them a thread, and how many serve lists and exports of the
/// archive.
const READERS: u32 = 3;
const BROWSERS: u32 = 2;

/// How long a reader waits for a connection.
const ACQUIRE: Duration = Duration::from_secs(3);

/// How long a writer waits for another process that writes, such as an import.
const BUSY: Duration = Duration::from_secs(5);

pub(crate) async fn open(directory: &Path, purpose: Purpose) -> Result<SqliteStore, StoreError> {
    let file = directory.join(FILE);
    let makes = match purpose {
        Purpose::Serve | Purpose::Visit => true,
        // An empty file was never used as a database.
        Purpose::Read if file.metadata().is_ok_and(|found| found.len() > 0) => false,
        Purpose::Read => {
            let reason = "there is no database in it".to_owned();
            return Err(StoreError::CannotOpen { path: directory.to_owned(), reason });
        }
    };
    if makes {
        private::make_folder(directory).map_err(|error| cannot(directory.to_owned(), &error))?;
    }
    let lock = match purpose {
        Purpose::Serve => Some(lock(directory)?),
        Purpose::Visit | Purpose::Read => None,
    };
    // Opened directly first, because the system's error is more specific than the library's.
    private::options()
        .create(makes)
        .truncate(false)
        .read(true)
        .write(true)
        .open(&file)
        .map_err(|error| cannot(file.clone(), &error))?;
    if makes {
        // The library makes the log and its index with the permissions of the file.
        private::tighten(directory);
    }
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .journal_mode(SqliteJournalMode::Wal)
        // An acknowledged commit survives a power cut, not only a crash of the process.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY)
        // In pages. `checkpoint` moves the log back into the file between commits; where it does
        // not run, as in a command, a commit does so at 64 MiB.
        .pragma("wal_autocheckpoint", "16000")
        .pragma("journal_size_limit", "67108864")
        // In KiB: the ends of all indexes stay in memory.
        .pragma("cache_size", "-32768")
        // Rows buffered between the library's thread and ours: with few at a time, a start with
        // many matches spends its time on waking threads.
        .row_buffer_size(1_024)
        .disable_statement_logging();
    let opened = async {
        let mut writer = SqliteConnection::connect_with(&options).await?;
        let migrated = migrations::SQLITE.run_direct(None, &mut writer, false).await;
        let reading = options.clone().read_only(true).create_if_missing(false);
        let pool = |most| {
            SqlitePoolOptions::new()
                .max_connections(most)
                .acquire_timeout(ACQUIRE)
                .test_before_acquire(false)
        };
        let readers = pool(READERS).connect_with(reading.clone()).await?;
        // The limit of a query must not stop another one on the same connection.
        let browsers = pool(BROWSERS).after_release(|connection, _| {
            Box::pin(async move {
                connection.lock_handle().await?.remove_progress_handler();
                Ok(true)
            })
        });
        let browsers = browsers.connect_lazy_with(reading);
        Ok((writer, migrated, readers, browsers))
    };
    let (writer, migrated, readers, browsers) =
        opened.await.map_err(|error: sqlx::Error| match fault::of_read(&error) {
            StoreError::Failed => StoreError::CannotOpen {
                path: file,
                reason: "it is not an SQLite database".to_owned(),
            },
            other => other,
        })?;
    migrated.map_err(|error| migrations::fault(&migrations::SQLITE, error))?;
    // The first write opens a writer that has read the journal. A failure to close loses nothing.
    let _ = writer.close().await;
    let (writer, checkpoints) = (Arc::default(), Checkpoints::default());
    let behind_journal = Arc::new(Semaphore::new(1));
    Ok(SqliteStore { options, readers, browsers, writer, behind_journal, checkpoints, lock })
}

/// Closes all connections.
pub(crate) async fn close(store: &SqliteStore) {
    // Readers first: the last connection to close tidies the write-ahead log away.
    store.browsers.close().await;
    store.readers.close().await;
    checkpoint::close(store).await;
    if let Some(writer) = store.writer.lock().await.take() {
        // The log is read again at the next start, so a failure here loses nothing.
        let _ = writer.connection.close().await;
    }
}

fn lock(directory: &Path) -> Result<File, StoreError> {
    let path = directory.join(LOCK);
    let file = private::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(|error| cannot(path.clone(), &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(directory.display().to_string())),
        Err(TryLockError::Error(error)) => Err(cannot(path, &error)),
    }
}

fn cannot(path: PathBuf, error: &std::io::Error) -> StoreError {
    StoreError::CannotOpen { path, reason: error.to_string() }
}
