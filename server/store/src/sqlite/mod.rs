//! The store on SQLite: one file in the data directory, for one server.
//!
//! Statements that are not written once for both databases are functions here, in a file for each concern. A single connection writes, lent to one caller at a time
//! (`writer`); readers have two pools, so that lists and exports of the archive delay no other
//! query. A lock on a file keeps a second server away; commands of `yiguan` may work on the same
//! file.

pub(super) mod analysis;
pub(super) mod archive;
mod bounded;
pub(super) mod checkpoint;
mod ended;
pub(super) mod explorer;
pub(super) mod journal;
mod journal_index;
pub(super) mod open;
mod private;
pub(super) mod running;
pub(super) mod seeks;
mod writer;

use super::erasures::JournalRows;
use checkpoint::Checkpoints;
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteConnectOptions;
use std::fs::File;
use std::sync::Arc;
use tokio::sync::{Mutex, Semaphore};
use writer::Writer;

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
    /// a transaction is never used again, and neither are its index of the journal. `None` until
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
