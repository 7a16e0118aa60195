//! The servers that share one database: which of them are alive, and which one holds a match.
//!
//! Only the holder of a match may write its events; the store enforces that in the commit itself. A
//! server that gives no sign of life for too long loses its matches to the others and is then
//! fenced: its commits fail, even if it was only slow. SQLite serves a single server, which
//! holds every match.

use crate::database::{AnyStore, on, write};
use crate::row::row;
use crate::sql::{Backend, Dialect, Stamp, sql};
use crate::{Database, StoreError, postgres, sqlite};
use domain::{MatchId, Moment};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::Ordering;

/// The phases of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeState {
    /// It restores its matches, and its port is closed.
    Starting,
    /// It accepts new matches.
    Serving,
    /// Its matches continue or leave it, and it accepts no new ones.
    Draining,
}

impl NodeState {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Starting, Self::Serving, Self::Draining];

    /// Its word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Starting => "starting",
            Self::Serving => "serving",
            Self::Draining => "draining",
        }
    }
}

impl fmt::Display for NodeState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for NodeState {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.into_iter().find(|state| state.as_str() == text);
        found.ok_or(StoreError::Damaged("the state of a server"))
    }
}

/// How a server describes itself to operators and to the other servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeStatus {
    /// Its name, for operators: 1 to 40 bytes.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// The address at which other servers reach it, as `host:port`; `None` if they do not.
    pub address: Option<String>,
    /// The number of matches that it holds.
    pub load: u32,
    /// Its phase.
    pub state: NodeState,
}

/// A server that runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its number.
    pub id: i64,
    /// Its description of itself.
    pub status: NodeStatus,
    /// The time since its last sign of life, in milliseconds, by the clock of the database.
    pub silent: u64,
}

/// The server that may write the events of a match; no other may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// This server.
    Us {
        /// The last sign of life of the server that held the match before, as long as the time
        /// since then has not been credited to the match's clock.
        alive: Option<Moment>,
    },
    /// Another server on the same database.
    Another,
    /// No node: the match is over.
    Nobody,
}

/// The living servers, and which of them holds a match.
impl Database {
    /// Whether several servers may run on the database, each with matches of its own.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.shared().is_some()
    }

    /// Takes over the matches of servers that appear dead; returns how many unfinished matches this
    /// server gained.
    pub async fn take_over(&self) -> Result<usize, StoreError> {
        match self.shared() {
            Some(store) => postgres::lease::inherit(store).await,
            None => Ok(0),
        }
    }

    /// The holder of an unfinished match.
    pub async fn holder(&self, match_id: MatchId) -> Result<Holder, StoreError> {
        let _held = self.hold();
        match self.store() {
            AnyStore::Sqlite(store) => sqlite::journal::holder(store, match_id).await,
            AnyStore::Postgres(store) => postgres::lease::holder(store, match_id).await,
        }
    }

    /// The server that holds an unfinished match, or at which the audience of a finished one meets, with
    /// its internal address, where several servers share the database.
    pub async fn place(
        &self,
        match_id: MatchId,
    ) -> Result<Option<(i64, Option<String>)>, StoreError> {
        match self.shared() {
            Some(store) => postgres::lease::place(store, match_id).await,
            None => Ok(None),
        }
    }

    /// A moment of this server's clock by the clock of the database, as they differed at the last sign
    /// of life.
    #[must_use]
    pub fn shared_time(&self, now: Moment) -> Moment {
        let node = self.shared().and_then(|store| store.node.as_ref());
        let ahead = node.map_or(0, |node| node.ahead.load(Ordering::Relaxed));
        Moment(now.0.saturating_add_signed(ahead))
    }

    /// Gives matches of this server, whose tasks have ended at `now`, to another one; returns those that
    /// it has from now on, none of them if that server is gone.
    pub async fn hand_over(
        &self,
        ids: &[MatchId],
        heir: i64,
        now: Moment,
    ) -> Result<Vec<MatchId>, StoreError> {
        match self.shared() {
            Some(store) => postgres::handover::hand_over(store, ids, heir, now).await,
            None => Ok(Vec::new()),
        }
    }

    /// Whether other servers have given matches to this one since the last call.
    pub async fn take_handed_over(&self) -> Result<bool, StoreError> {
        match self.shared() {
            Some(store) => postgres::handover::take_handed_over(store).await,
            None => Ok(false),
        }
    }

    /// Records that the server is alive at `now`; fails with [`StoreError::Fenced`] if another has taken
    /// over its matches.
    pub async fn beat(&self, now: Moment) -> Result<(), StoreError> {
        on!(self, running::beat(now))
    }

    /// Describes this server to operators and to the other servers.
    pub async fn describe_node(&self, status: &NodeStatus) -> Result<(), StoreError> {
        let node = self.own_node();
        write!(self, |connection| describe(connection, node, status))
    }

    /// Deletes the descriptions of servers that are gone.
    pub async fn forget_gone_nodes(&self) -> Result<(), StoreError> {
        on!(self, running::forget_gone_nodes())
    }

    /// The servers that run and have described themselves, by number.
    pub async fn nodes(&self) -> Result<Vec<Node>, StoreError> {
        on!(self, running::nodes())
    }

    /// The last moment recorded by any server.
    pub async fn last_beat(&self) -> Result<Option<Moment>, StoreError> {
        on!(self, |store| last_beat(store))
    }
}

async fn describe(
    connection: &mut impl Dialect,
    node: i64,
    status: &NodeStatus,
) -> sqlx::Result<()> {
    sql("insert into node_status (node, name, version, address, load, state)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (node) do update set name = excluded.name, version = excluded.version,
             address = excluded.address, load = excluded.load, state = excluded.state")
    .bind(node)
    .bind(&*status.name)
    .bind(&*status.version)
    .bind(status.address.clone())
    .bind(i64::from(status.load.min(i32::MAX.unsigned_abs())))
    .bind(status.state.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

row! {
    /// A row of `node_status`, with the time since the last sign of life.
    pub(super) struct NodeEntry {
        id: i64,
        name: String,
        version: String,
        address: Option<String>,
        load: i64,
        state: String,
        silent: i64,
    }
}

impl NodeEntry {
    pub(super) fn read(self) -> Result<Node, StoreError> {
        let Self { id, name, version, address, load, state, silent } = self;
        let load = u32::try_from(load).map_err(|_| StoreError::Damaged("the load of a server"))?;
        let status = NodeStatus { name, version, address, load, state: state.parse()? };
        // A clock that was set back makes no silence.
        Ok(Node { id, status, silent: u64::try_from(silent).unwrap_or(0) })
    }
}

/// The last moment recorded by any server.
pub(super) async fn last_beat(store: &impl Backend) -> Result<Option<Moment>, StoreError> {
    let found: Option<(Stamp,)> = sql("select at from heartbeat").read_optional(store).await?;
    Ok(found.map(|(Stamp(at),)| at))
}
