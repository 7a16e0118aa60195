//! The store on SQLite: one file in the data directory, for one server.
//!
//! This file implements each trait that is not written once for both databases (`store::sql`), by a
//! call into the file of the same concern. A single connection writes, lent to one caller at a time
//! (`writer`); readers have two pools, so that lists and exports of the archive delay no other
//! query. A lock on a file keeps a second server away; commands of `yiguan` may work on the same
//! file.

mod analysis;
mod archive;
mod bounded;
mod checkpoint;
mod ended;
mod explorer;
mod heads;
mod journal;
mod open;
mod private;
mod running;
mod seeks;
mod writer;

use super::sql::{Backend, JournalRows, drop_changes, rebuild_explorer, write};
use super::{
    Append, Archive, Conflict, Cursor, Envelopes, Event, Explorer, Frame, GameFilter, Holder,
    Journals, Nodes, SeenAction, Store, StoreFuture, StoreStream, Trees, Unfinished, fault, rows,
};
use checkpoint::Checkpoints;
use domain::{FinishedGame, GameSummary, MatchId, Moment};
use futures_util::future::BoxFuture;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqlitePool};
use std::fs::File;
use std::sync::Arc;
use tokio::sync::{Mutex, Semaphore};
use writer::{Lent, Writer};

pub(super) use open::open;

/// An SQLite database.
#[derive(Debug)]
pub(super) struct SqliteStore {
    options: SqliteConnectOptions,
    /// For reads that matches and their players wait for.
    readers: SqlitePool,
    /// For lists and exports of the archive, so that only they wait for each other.
    browsers: SqlitePool,
    /// The writer. It is taken out while it is used, so that a connection abandoned in the middle of
    /// a transaction is never used again, and neither are its heads of the journal. `None` until
    /// the first write.
    writer: Arc<Mutex<Option<Writer>>>,
    /// Held while anything but the journal writes or waits for the writer: one at a time, so that a
    /// commit of the journal waits for one other write at most, however many there are.
    behind_journal: Arc<Semaphore>,
    checkpoints: Checkpoints,
    /// The locked file that keeps a second server away; only a server has it.
    lock: Option<File>,
}

impl SqliteStore {
    /// Whether this store belongs to a server, which alone may write to the journal.
    const fn is_served(&self) -> bool {
        self.lock.is_some()
    }
}

impl Journals for SqliteStore {
    fn commit<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, ()> {
        Box::pin(journal::commit(self, batch))
    }

    fn is_written<'a>(&'a self, append: &'a Append) -> StoreFuture<'a, bool> {
        Box::pin(journal::is_written(self, append))
    }

    fn conflicts<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, Vec<Option<Conflict>>> {
        Box::pin(journal::conflicts(self, batch))
    }

    fn events(&self, match_id: MatchId, since: u32, limit: u32) -> StoreFuture<'_, Vec<Event>> {
        Box::pin(journal::events(self, match_id, since, limit))
    }

    fn unfinished(&self) -> StoreStream<'_, Unfinished> {
        journal::unfinished(self)
    }

    fn held(&self) -> StoreFuture<'_, Vec<MatchId>> {
        Box::pin(journal::held(self))
    }

    fn journals(&self, ids: Vec<MatchId>) -> StoreStream<'_, Unfinished> {
        journal::journals(self, ids)
    }

    fn rewrite<'a>(
        &'a self,
        match_id: MatchId,
        seq: u32,
        payload: &'a Frame,
    ) -> StoreFuture<'a, ()> {
        Box::pin(journal::rewrite(self, match_id, seq, payload))
    }

    fn seq_of_command<'a>(
        &'a self,
        match_id: MatchId,
        command: &'a str,
    ) -> StoreFuture<'a, Option<u32>> {
        Box::pin(journal::seq_of_command(self, match_id, command))
    }
}

impl JournalRows for SqliteStore {
    // Rows of matches that have ended remain in the log for a while.
    const FIND: &'static str = "with erased (id) as (select value from json_each($1))
        select match_id, event.id, payload, command_id from match_event as event
        where payload is not null and payload not like '%\"kind\":\"moved\"%' and (
            substr(command_id, 1, 32) in (select replace(erased.id, '-', '') from erased)
            or command_id is null and (
                payload -> 'player' ->> 'id' in (select erased.id from erased)
                or payload -> 'invited' ->> 'id' in (select erased.id from erased)))";
    const REWRITE: &'static str = "update match_event set payload = $3
        where match_id = $1 and id = $2 and payload is not null";
}

impl Archive for SqliteStore {
    fn game(&self, id: MatchId) -> StoreFuture<'_, Option<FinishedGame>> {
        Box::pin(archive::game(&self.readers, id))
    }

    fn games<'a>(
        &'a self,
        filter: &'a GameFilter,
        before: Option<Cursor>,
        limit: u32,
    ) -> StoreFuture<'a, Vec<GameSummary>> {
        Box::pin(archive::games(&self.browsers, filter, before, limit))
    }

    fn export(&self, filter: GameFilter) -> StoreStream<'_, FinishedGame> {
        archive::export(&self.browsers, filter)
    }

    fn import<'a>(&'a self, games: &'a [FinishedGame]) -> StoreFuture<'a, u64> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = archive::import(&mut lent, games).await;
            let outcome = outcome.map_err(|error| fault::of_read(&error));
            self.give_back(lent, outcome.as_ref().err()).await;
            outcome
        })
    }
}

impl Explorer for SqliteStore {
    fn seen(&self, position: u64) -> StoreFuture<'_, Vec<SeenAction>> {
        Box::pin(explorer::seen(&self.browsers, position))
    }

    fn rebuild_explorer(&self) -> StoreFuture<'_, u64> {
        Box::pin(rebuild_explorer(self))
    }
}

impl Trees for SqliteStore {
    fn changes(&self, game: MatchId, since: u32) -> StoreFuture<'_, Vec<Event>> {
        Box::pin(analysis::changes(&self.readers, game, since))
    }

    fn add_changes<'a>(&'a self, game: MatchId, changes: &'a [Event]) -> StoreFuture<'a, ()> {
        write!(self, connection => analysis::add(connection, game, changes))
    }

    fn drop_changes(&self, game: MatchId, before: u32) -> StoreFuture<'_, ()> {
        write!(self, connection => drop_changes(connection, game, before))
    }
}

impl crate::SharedRooms for SqliteStore {}

impl crate::SharedSeats for SqliteStore {}

impl crate::SharedPresence for SqliteStore {}

impl Envelopes for SqliteStore {}

impl Nodes for SqliteStore {
    fn holder(&self, match_id: MatchId) -> StoreFuture<'_, Holder> {
        Box::pin(journal::holder(self, match_id))
    }

    fn beat(&self, now: Moment) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = sqlx::query(
                "insert into heartbeat (one, at) values (1, ?)
                 on conflict (one) do update set at = excluded.at",
            )
            .bind(rows::millis(now))
            .execute(&mut lent.writer.connection)
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
}

impl Store for SqliteStore {
    fn tidy(&self) -> StoreFuture<'_, ()> {
        Box::pin(checkpoint::tidy(self))
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
            self.browsers.close().await;
            self.readers.close().await;
            checkpoint::close(self).await;
            if let Some(writer) = self.writer.lock().await.take() {
                // The log is read again at the next start, so a failure here loses nothing.
                let _ = writer.connection.close().await;
            }
        })
    }
}
