//! The store on Postgres, which several servers may share.
//!
//! Statements that are not written once for both databases are functions here, in a file for each concern. There are three ways to the database, so that none holds
//! up another: a pool for short reads and writes, a smaller pool for lists and exports of the
//! archive, and a single connection for the journal's commits. `lease` decides which server holds which match, and `leader` which does a job for all; `process` and `open` start and stop.

pub(super) mod analysis;
pub(super) mod archive;
pub(super) mod audience;
mod ended;
pub(super) mod explorer;
pub(super) mod handover;
pub(super) mod journal;
pub(super) mod leader;
pub(super) mod lease;
mod liveness;
pub(super) mod open;
pub(super) mod places;
mod process;
pub(super) mod running;
pub(super) mod seeks;

use super::erasures::JournalRows;
use super::sql::Backend;
use super::{StoreError, fault};
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
    pub(super) pool: PgPool,
    /// For lists and exports of the archive, so that only they wait for each other.
    browsers: PgPool,
    /// The connection that commits. It is taken out while it is used, so that one abandoned in the
    /// middle of a transaction is never used again.
    writer: Mutex<Option<Writer>>,
    /// This server's registration, without which the store may not write to the journal.
    pub(super) node: Option<Node>,
}

/// The connection that commits.
#[derive(Debug)]
struct Writer {
    connection: PgConnection,
    used: Instant,
}

impl PostgresStore {
    /// The number of this server; 0 for a command.
    pub(super) fn own(&self) -> i64 {
        self.node.as_ref().map_or(0, |node| node.id)
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

impl Backend for PostgresStore {
    type Connection = PgConnection;
    type Lent = PoolConnection<Postgres>;

    fn readers(&self) -> &PgPool {
        &self.pool
    }

    fn browsers(&self) -> &PgPool {
        &self.browsers
    }

    async fn lend(&self) -> Result<Self::Lent, StoreError> {
        // Boxed, since it would make the future of every write large.
        Box::pin(self.pool.acquire()).await.map_err(|error| fault::of_write(&error))
    }

    /// The pool rolls back unfinished transactions, and closes a connection that failed.
    async fn give_back(&self, lent: Self::Lent, _error: Option<&StoreError>) {
        drop(lent);
    }
}
