//! SQLite: one file in the data directory, one connection that writes.

mod archive;
mod journal;
mod open;

use super::{
    Append, Cursor, Event, FinishedGame, GameFilter, GameSummary, Store, StoreError, StoreFuture,
    StoreStream, Unfinished, fault, rows,
};
use crate::ids::MatchId;
use crate::time::Moment;
use futures_util::future::BoxFuture;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, SqlitePool};
use std::fs::File;
use tokio::sync::{Mutex, MutexGuard};

pub(super) use open::open;

/// An SQLite database.
#[derive(Debug)]
pub(super) struct SqliteStore {
    options: SqliteConnectOptions,
    readers: SqlitePool,
    /// The connection that writes: taken out while it is used, so that one that was left in
    /// the middle of something is never used again. Nothing once the store is closed.
    writer: Mutex<Option<SqliteConnection>>,
    /// The locked file that keeps a second server away.
    _lock: Option<File>,
}

/// The writing connection, given back by [`Lent::keep`] unless something went wrong.
struct Lent<'a> {
    slot: MutexGuard<'a, Option<SqliteConnection>>,
    connection: SqliteConnection,
}

impl Lent<'_> {
    fn keep(mut self) {
        *self.slot = Some(self.connection);
    }
}

impl SqliteStore {
    /// Lends the writing connection, made anew if it was lost.
    async fn writer(&self) -> Result<Lent<'_>, StoreError> {
        let mut slot = self.writer.lock().await;
        let connection = match slot.take() {
            Some(connection) => connection,
            None if self.readers.is_closed() => return Err(StoreError::Unavailable),
            None => SqliteConnection::connect_with(&self.options)
                .await
                .map_err(|error| fault::of_read(&error))?,
        };
        Ok(Lent { slot, connection })
    }
}

impl Store for SqliteStore {
    fn commit<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, ()> {
        Box::pin(journal::commit(self, batch))
    }

    fn is_written<'a>(&'a self, append: &'a Append) -> StoreFuture<'a, bool> {
        Box::pin(journal::is_written(&self.readers, append))
    }

    fn events(&self, match_id: MatchId, since: u32) -> StoreFuture<'_, Vec<Event>> {
        Box::pin(journal::events(&self.readers, match_id, since))
    }

    fn unfinished(&self) -> StoreStream<'_, Unfinished> {
        journal::unfinished(&self.readers)
    }

    fn seq_of_command<'a>(
        &'a self,
        match_id: MatchId,
        command: &'a str,
    ) -> StoreFuture<'a, Option<u32>> {
        Box::pin(journal::seq_of_command(&self.readers, match_id, command))
    }

    fn beat(&self, now: Moment) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = sqlx::query(
                "insert into heartbeat (one, at) values (1, ?)
                 on conflict (one) do update set at = excluded.at",
            )
            .bind(rows::millis(now))
            .execute(&mut lent.connection)
            .await;
            lent.keep();
            outcome.map(drop).map_err(|error| fault::of_read(&error))
        })
    }

    fn last_beat(&self) -> StoreFuture<'_, Option<Moment>> {
        Box::pin(async move {
            sqlx::query_scalar("select at from heartbeat")
                .fetch_optional(&self.readers)
                .await
                .map_err(|error| fault::of_read(&error))?
                .map(rows::moment)
                .transpose()
        })
    }

    fn signing_key(&self, candidate: [u8; 32]) -> StoreFuture<'_, [u8; 32]> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let key: Result<Vec<u8>, _> = sqlx::query_scalar(
                "insert into signing_key (one, key) values (1, ?)
                 on conflict (one) do update set key = key
                 returning key",
            )
            .bind(candidate.as_slice())
            .fetch_one(&mut lent.connection)
            .await;
            lent.keep();
            let key = key.map_err(|error| fault::of_read(&error))?;
            key.try_into().map_err(|_| StoreError::Damaged("the signing key"))
        })
    }

    fn game(&self, id: MatchId) -> StoreFuture<'_, Option<FinishedGame>> {
        Box::pin(archive::game(&self.readers, id))
    }

    fn games<'a>(
        &'a self,
        filter: &'a GameFilter,
        before: Option<Cursor>,
        limit: u32,
    ) -> StoreFuture<'a, Vec<GameSummary>> {
        Box::pin(archive::games(&self.readers, filter, before, limit))
    }

    fn export(&self, filter: GameFilter) -> StoreStream<'_, FinishedGame> {
        archive::export(&self.readers, filter)
    }

    fn import<'a>(&'a self, games: &'a [FinishedGame]) -> StoreFuture<'a, u64> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = archive::import(&mut lent.connection, games).await;
            lent.keep();
            outcome.map_err(|error| fault::of_read(&error))
        })
    }

    fn schema_version(&self) -> StoreFuture<'_, i64> {
        Box::pin(async move {
            sqlx::query_scalar("select max(version) from _sqlx_migrations")
                .fetch_one(&self.readers)
                .await
                .map_err(|error| fault::of_read(&error))
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            // Readers first: the last connection to close tidies the write-ahead log away.
            self.readers.close().await;
            if let Some(connection) = self.writer.lock().await.take() {
                // The log is read again at the next start, so a failure here loses nothing.
                let _ = connection.close().await;
            }
        })
    }
}
