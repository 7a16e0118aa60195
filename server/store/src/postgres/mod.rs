//! The store on Postgres, which several servers may share.
//!
//! This file implements each trait that is not written once for both databases (`store::sql`), by a
//! call into the file of the same concern. There are three ways to the database, so that none holds
//! up another: a pool for short reads and writes, a smaller pool for lists and exports of the
//! archive, and a single connection for the journal's commits. `lease` decides which server holds which match; `process` and `open` start and stop.

mod analysis;
mod archive;
mod ended;
mod envelopes;
mod explorer;
mod journal;
mod lease;
mod open;
mod process;
mod running;
mod seeks;
mod shared_presence;
mod shared_rooms;
mod shared_seats;

use super::sql::{Backend, JournalRows, drop_changes, rebuild_explorer, write};
use super::{
    Append, Archive, Conflict, Cursor, Event, Explorer, Frame, GameFilter, Holder, Journals, Nodes,
    SeenAction, Store, StoreError, StoreFuture, StoreStream, Trees, Unfinished, fault, rows,
};
use domain::{FinishedGame, GameSummary, MatchId, Moment};
use futures_util::future::{BoxFuture, ready};
use lease::Node;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{PgPool, Postgres};
use std::time::Instant;
use tokio::sync::Mutex;

pub(super) use open::open;

/// A Postgres database.
#[derive(Debug)]
pub(super) struct PostgresStore {
    writer_options: PgConnectOptions,
    /// For everything except commits of the journal, and lists and exports.
    pool: PgPool,
    /// For lists and exports of the archive, so that only they wait for each other.
    browsers: PgPool,
    /// The connection that commits. It is taken out while it is used, so that one abandoned in the
    /// middle of a transaction is never used again.
    writer: Mutex<Option<Writer>>,
    /// This server's registration, without which the store may not write to the journal.
    node: Option<Node>,
}

/// The connection that commits.
#[derive(Debug)]
struct Writer {
    connection: PgConnection,
    used: Instant,
}

impl Journals for PostgresStore {
    fn commit<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, ()> {
        Box::pin(journal::commit(self, batch))
    }

    fn is_written<'a>(&'a self, append: &'a Append) -> StoreFuture<'a, bool> {
        Box::pin(journal::is_written(&self.pool, append))
    }

    fn conflicts<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, Vec<Option<Conflict>>> {
        Box::pin(journal::conflicts(&self.pool, batch))
    }

    fn events(&self, match_id: MatchId, since: u32, limit: u32) -> StoreFuture<'_, Vec<Event>> {
        Box::pin(journal::events(&self.pool, match_id, since, limit))
    }

    fn unfinished(&self) -> StoreStream<'_, Unfinished> {
        journal::unfinished(self)
    }

    fn held(&self) -> StoreFuture<'_, Vec<MatchId>> {
        Box::pin(lease::held(self))
    }

    fn journals(&self, ids: Vec<MatchId>) -> StoreStream<'_, Unfinished> {
        journal::journals(self, &ids)
    }

    fn rewrite<'a>(
        &'a self,
        match_id: MatchId,
        seq: u32,
        payload: &'a Frame,
    ) -> StoreFuture<'a, ()> {
        Box::pin(journal::rewrite(&self.pool, match_id, seq, payload))
    }

    fn seq_of_command<'a>(
        &'a self,
        match_id: MatchId,
        command: &'a str,
    ) -> StoreFuture<'a, Option<u32>> {
        Box::pin(journal::seq_of_command(&self.pool, match_id, command))
    }
}

impl JournalRows for PostgresStore {
    const FIND: &'static str =
        "with erased (id) as (select * from json_array_elements_text($1::json))
        select match_id, seq, payload::text, command_id from match_event
        where payload::text not like '%\"kind\":\"moved\"%' and (
            substr(command_id, 1, 32) in (select replace(erased.id, '-', '') from erased)
            or command_id is null and (
                payload -> 'player' ->> 'id' in (select erased.id from erased)
                or payload -> 'invited' ->> 'id' in (select erased.id from erased)))";
    const REWRITE: &'static str =
        "update match_event set payload = $3::json where match_id = $1 and seq = $2";
}

impl Archive for PostgresStore {
    fn game(&self, id: MatchId) -> StoreFuture<'_, Option<FinishedGame>> {
        Box::pin(archive::game(&self.pool, id))
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
        Box::pin(archive::import(&self.pool, games))
    }
}

impl Explorer for PostgresStore {
    fn seen(&self, position: u64) -> StoreFuture<'_, Vec<SeenAction>> {
        Box::pin(explorer::seen(&self.browsers, position))
    }

    fn rebuild_explorer(&self) -> StoreFuture<'_, u64> {
        Box::pin(rebuild_explorer(self))
    }
}

impl Trees for PostgresStore {
    fn changes(&self, game: MatchId, since: u32) -> StoreFuture<'_, Vec<Event>> {
        Box::pin(analysis::changes(&self.pool, game, since))
    }

    fn add_changes<'a>(&'a self, game: MatchId, changes: &'a [Event]) -> StoreFuture<'a, ()> {
        Box::pin(analysis::add(&self.pool, game, changes))
    }

    fn drop_changes(&self, game: MatchId, before: u32) -> StoreFuture<'_, ()> {
        write!(self, connection => drop_changes(connection, game, before))
    }
}

impl Nodes for PostgresStore {
    fn is_shared(&self) -> bool {
        true
    }

    fn take_over(&self) -> StoreFuture<'_, usize> {
        Box::pin(lease::inherit(self))
    }

    fn holder(&self, match_id: MatchId) -> StoreFuture<'_, Holder> {
        Box::pin(lease::holder(&self.pool, self.node.as_ref().map(|node| node.id), match_id))
    }

    fn beat(&self, now: Moment) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            match &self.node {
                Some(node) => node.beat(now).await,
                None => lease::in_time(lease::beat(now).execute(&self.pool)).await.map(drop),
            }
        })
    }

    fn last_beat(&self) -> StoreFuture<'_, Option<Moment>> {
        Box::pin(async move {
            sqlx::query_scalar("select (extract(epoch from at) * 1000)::bigint from heartbeat")
                .fetch_optional(&self.pool)
                .await
                .map_err(|error| fault::of_read(&error))?
                .map(rows::moment)
                .transpose()
        })
    }
}

impl Backend for PostgresStore {
    type Connection = PgConnection;
    type Lent = PoolConnection<Postgres>;

    fn readers(&self) -> &PgPool {
        &self.pool
    }

    fn browsers(&self) -> &PgPool {
        &self.browsers
    }

    fn lend(&self) -> BoxFuture<'_, Result<Self::Lent, StoreError>> {
        Box::pin(async move { self.pool.acquire().await.map_err(|error| fault::of_write(&error)) })
    }

    /// The pool rolls back what was left unfinished, and closes a connection that failed.
    fn give_back<'a>(
        &'a self,
        lent: Self::Lent,
        _error: Option<&'a StoreError>,
    ) -> BoxFuture<'a, ()> {
        drop(lent);
        Box::pin(ready(()))
    }
}

impl Store for PostgresStore {
    fn schema_version(&self) -> StoreFuture<'_, i64> {
        Box::pin(async move {
            sqlx::query_scalar("select max(version) from _sqlx_migrations")
                .fetch_one(&self.pool)
                .await
                .map_err(|error| fault::of_read(&error))
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if let Some(node) = &self.node {
                node.leave().await;
            }
            self.browsers.close().await;
            self.pool.close().await;
            drop(self.writer.lock().await.take());
        })
    }
}
