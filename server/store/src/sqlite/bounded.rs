//! Queries to the archive that stop when their caller no longer waits for the answer, or after a
//! time limit.
//!
//! SQLite continues a query even if its caller is gone; as long as one runs, no checkpoint can copy
//! later writes into the file, and the log grows.
//!
//! The limit stays with the connection until the pool takes it back (`open`), or the next query here sets its own.

use crate::{StoreError, fault};
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{FromRow, QueryBuilder, Sqlite};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a question may take.
const LIMIT: Duration = Duration::from_secs(2);

/// After how many of its steps SQLite looks whether it is to continue: about a tenth of a
/// millisecond.
const STEPS: i32 = 10_000;

/// A flag that is true while a caller waits.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// The rows of a query, executed on a connection of `pool`.
///
/// # Errors
///
/// [`StoreError::Unavailable`] if it takes too long, or any other error of the query.
pub(super) async fn ask<R>(
    pool: &SqlitePool,
    mut question: QueryBuilder<Sqlite>,
) -> Result<Vec<R>, StoreError>
where
    R: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
{
    let asked = async {
        let mut connection = pool.acquire().await?;
        let waiting = Waiting(Arc::new(AtomicBool::new(true)));
        let (waits, until) = (Arc::clone(&waiting.0), Instant::now() + LIMIT);
        // In place of the one of the question before.
        connection.lock_handle().await?.set_progress_handler(STEPS, move || {
            waits.load(Ordering::Relaxed) && Instant::now() < until
        });
        question.build_query_as().fetch_all(&mut *connection).await
    };
    asked.await.map_err(|error| fault::of_read(&error))
}
