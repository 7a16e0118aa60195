//! The one connection that writes, and how it is lent.
//!
//! It comes with what it knows of the journal (`heads`). It is taken out of the store while it is
//! used, so that a connection abandoned in the middle of a transaction is never used again, and
//! neither are its heads: the next caller loads both again.

use super::SqliteStore;
use super::heads::Heads;
use super::journal;
use crate::store::sql::Backend;
use crate::store::{StoreError, fault};
use futures_util::future::BoxFuture;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;

/// The connection that writes, with what it knows of the journal.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) connection: SqliteConnection,
    pub(super) heads: Heads,
}

impl Writer {
    async fn new(mut connection: SqliteConnection) -> sqlx::Result<Self> {
        let heads = journal::load(&mut connection).await?;
        Ok(Self { connection, heads })
    }
}

/// The writer on loan. It is returned by [`Lent::keep`], or by [`Backend::give_back`] after an
/// operation that may have failed half-way.
pub(in crate::store) struct Lent {
    slot: OwnedMutexGuard<Option<Writer>>,
    pub(super) writer: Writer,
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
            None => self.connect().await.map_err(|error| fault::of_read(&error))?,
        };
        Ok(Lent { slot, writer })
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

    fn lend(&self) -> BoxFuture<'_, Result<Lent, StoreError>> {
        Box::pin(self.writer())
    }

    /// When a commit fails, as on a full disk, SQLite rolls back by itself, while the library still
    /// counts the transaction as open and refuses any other: so the connection is replaced. When
    /// it is unknown what was written, the whole writer is dropped, and the next caller loads the
    /// heads of the journal again.
    fn give_back<'a>(&'a self, mut lent: Lent, error: Option<&'a StoreError>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            match error {
                None | Some(StoreError::Conflict(_)) => lent.keep(),
                Some(StoreError::Ambiguous) => {}
                Some(_) => {
                    if let Ok(connection) = SqliteConnection::connect_with(&self.options).await {
                        lent.writer.connection = connection;
                        lent.keep();
                    }
                }
            }
        })
    }
}
