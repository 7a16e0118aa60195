//! The one connection that writes, and how it is lent.
//!
//! It comes with the index of the journal (`index`). It is taken out of the store while it is
//! used, so that a connection abandoned in the middle of a transaction is never used again, and
//! neither are its index: the next caller loads both again. Commits of the journal go before all other
//! writes that wait.

use super::SqliteStore;
use super::journal;
use super::journal_index::JournalIndex;
use crate::sql::Backend;
use crate::{StoreError, fault};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit};

/// The connection that writes, with the index of the journal.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) connection: SqliteConnection,
    pub(super) index: JournalIndex,
}

impl Writer {
    async fn new(mut connection: SqliteConnection) -> sqlx::Result<Self> {
        let index = journal::load(&mut connection).await?;
        Ok(Self { connection, index })
    }
}

/// The writer on loan. It is returned by [`Lent::keep`], or by [`Backend::give_back`] after an
/// operation that may have failed half-way.
pub(crate) struct Lent {
    slot: OwnedMutexGuard<Option<Writer>>,
    pub(super) writer: Writer,
    /// The permit that anything but the journal waits for first.
    _turn: Option<OwnedSemaphorePermit>,
}

impl Lent {
    pub(super) fn keep(mut self) {
        *self.slot = Some(self.writer);
    }
}

impl Deref for Lent {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.writer.connection
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.writer.connection
    }
}

impl SqliteStore {
    /// Lends the writer, which is created again if it was lost.
    pub(super) async fn writer(&self) -> Result<Lent, StoreError> {
        let mut slot = Arc::clone(&self.writer).lock_owned().await;
        let writer = match slot.take() {
            Some(writer) => writer,
            None if self.readers.is_closed() => return Err(StoreError::Unavailable),
            // Boxed, since it is rare and would make the future of every write large.
            None => Box::pin(self.connect()).await.map_err(|error| fault::of_read(&error))?,
        };
        Ok(Lent { slot, writer, _turn: None })
    }

    /// Lends the writer to anything but the journal: one write at a time waits for it, so that commits
    /// of the journal, which moves wait for, go before all others.
    async fn writer_behind_journal(&self) -> Result<Lent, StoreError> {
        let turn = Arc::clone(&self.behind_journal).acquire_owned().await;
        let turn = turn.map_err(|_| StoreError::Unavailable)?;
        Ok(Lent { _turn: Some(turn), ..self.writer().await? })
    }

    async fn connect(&self) -> sqlx::Result<Writer> {
        Writer::new(SqliteConnection::connect_with(&self.options).await?).await
    }
}

impl Backend for SqliteStore {
    type Connection = SqliteConnection;
    type Lent = Lent;

    fn readers(&self) -> &SqlitePool {
        &self.readers
    }

    fn browsers(&self) -> &SqlitePool {
        &self.browsers
    }

    async fn lend(&self) -> Result<Lent, StoreError> {
        self.writer_behind_journal().await
    }

    /// When a commit fails, as on a full disk, SQLite rolls back by itself, while the library still
    /// counts the transaction as open and refuses any other: so the connection is replaced. When
    /// the outcome is unknown, the whole writer is dropped, and the next caller loads the
    /// index of the journal again.
    async fn give_back(&self, mut lent: Lent, error: Option<&StoreError>) {
        match error {
            None | Some(StoreError::Conflict(_)) => lent.keep(),
            Some(StoreError::Ambiguous) => {}
            Some(_) => {
                // Boxed, as above.
                if let Ok(connection) =
                    Box::pin(SqliteConnection::connect_with(&self.options)).await
                {
                    lent.writer.connection = connection;
                    lent.keep();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;
    use crate::sqlite::open;
    use futures_util::FutureExt;
    use futures_util::future::BoxFuture;
    use futures_util::stream::{FuturesUnordered, StreamExt};

    #[tokio::test]
    async fn journal_goes_before_other_writes() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let store = open(folder.path(), Purpose::Serve).await.expect("a new database");
        let held = store.writer().await.expect("it opens");
        let order = std::sync::Mutex::new(Vec::new());
        let write = async |name, lent: BoxFuture<'_, Result<Lent, StoreError>>| {
            let lent = lent.await.expect("it is lent");
            order.lock().expect("not poisoned").push(name);
            lent.keep();
        };
        let mut waiting = FuturesUnordered::new();
        for _ in 0..50 {
            waiting.push(write("block", store.lend().boxed()).boxed_local());
        }
        // All of them wait before the journal asks.
        assert!(waiting.next().now_or_never().is_none());
        waiting.push(write("journal", store.writer().boxed()).boxed_local());
        assert!(waiting.next().now_or_never().is_none());
        held.keep();
        while waiting.next().await.is_some() {}
        drop(waiting);
        let order = order.into_inner().expect("not poisoned");
        let place = order.iter().position(|name| *name == "journal");
        assert_eq!((order.len(), place), (51, Some(1)), "behind the one that waited first");
    }
}
