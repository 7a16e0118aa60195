//! Copies the write-ahead log back into the file while no request waits for it.
//!
//! SQLite does this within the commit that makes the log too long, and the player of that move
//! would wait for two more syncs of the disk, of megabytes instead of a page.

use super::SqliteStore;
use crate::{StoreError, fault};
use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions, Executor};
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Mutex;

/// Bytes written since the last time from which on it is worth the work.
const WORTH: u64 = 8 << 20;

/// The bytes of a commit in addition to its rows: the pages that hold them, half full on average.
const COMMIT: u64 = 8 << 10;

/// The size of a row without its text.
const ROW: u64 = 64;

/// Copies as much as possible without waiting for readers or writers.
const PASSIVE: &str = "pragma wal_checkpoint(passive)";

/// Keeps the log short.
#[derive(Debug, Default)]
pub(super) struct Checkpoints {
    /// About how many bytes were written since the last time.
    written: AtomicU64,
    connection: Mutex<Option<SqliteConnection>>,
}

impl Checkpoints {
    /// Records a commit of `rows` rows with `bytes` bytes of text.
    pub(super) fn record(&self, rows: usize, bytes: usize) {
        let sum = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        let written =
            COMMIT.saturating_add(ROW.saturating_mul(sum(rows))).saturating_add(sum(bytes));
        self.written.fetch_add(written, Ordering::Relaxed);
    }

    fn is_worth_it(&self) -> bool {
        self.written.load(Ordering::Relaxed) >= WORTH
    }
}

/// Copies the log into the file if it is long enough: nearly all of it while commits continue, and
/// the pages added since then between two of them, so that the next commit starts the log from its
/// beginning.
pub(crate) async fn checkpoint(store: &SqliteStore) -> Result<(), StoreError> {
    let checkpoints = &store.checkpoints;
    if !checkpoints.is_worth_it() {
        return Ok(());
    }
    let mut slot = checkpoints.connection.lock().await;
    let beside = async {
        let mut connection = match slot.take() {
            Some(connection) => connection,
            None => store.options.clone().connect().await?,
        };
        connection.execute(PASSIVE).await?;
        *slot = Some(connection);
        Ok(())
    };
    beside.await.map_err(|error: sqlx::Error| fault::of_read(&error))?;
    let mut lent = store.writer().await?;
    checkpoints.written.store(0, Ordering::Relaxed);
    let between = lent.writer.connection.execute(PASSIVE).await;
    lent.keep();
    between.map(drop).map_err(|error| fault::of_read(&error))
}

/// Lets go of the connection.
pub(super) async fn close(store: &SqliteStore) {
    if let Some(connection) = store.checkpoints.connection.lock().await.take() {
        // It has nothing of its own that could be lost.
        let _ = sqlx::Connection::close(connection).await;
    }
}
