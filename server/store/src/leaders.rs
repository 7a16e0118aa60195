//! The leaders: of the servers that share one database, the one that does a job for all of them.
//!
//! A leader keeps its role as long as its row in `node` is there, and another server takes the role
//! when that row is gone, or when the leader gives it away. Each time the role passes it gets a higher
//! number, the fence, and a write of a leader takes place only under the number by which it was decided:
//! in the same transaction the leader's row is read, and locked until the end. So a server that has been
//! replaced writes nothing, whatever it believes. SQLite serves a single server, which leads in all.

use crate::database::AnyStore;
use crate::{Database, StoreError, postgres};
use std::fmt;

/// A job that one server does for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Pairs the seeks.
    Seeks,
    /// Reads the sequence of ended games.
    Feed,
    /// Deletes what is out of date.
    Upkeep,
}

impl Role {
    /// All of them, the one first that should move least.
    pub const ALL: [Self; 3] = [Self::Seeks, Self::Feed, Self::Upkeep];

    /// Its word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Seeks => "seeks",
            Self::Feed => "feed",
            Self::Upkeep => "upkeep",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// The number by which a leader writes, as long as no other has followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fence(pub(crate) i64);

impl Fence {
    /// That of the only server on a database.
    pub const ALONE: Self = Self(0);
}

/// The server that has a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leader {
    /// The job.
    pub role: Role,
    /// The number of the server.
    pub node: i64,
    /// The lease under which it writes.
    pub fence: Fence,
}

/// The server of a role.
impl Database {
    /// The leaders whose servers are there. Of the roles that have none this server first takes some, as
    /// long as it has fewer than `most`.
    pub async fn lead(&self, most: usize) -> Result<Vec<Leader>, StoreError> {
        match self.store() {
            AnyStore::Sqlite(_) => {
                let leader = |role| Leader { role, node: self.own_node(), fence: Fence::ALONE };
                Ok(Role::ALL.map(leader).into())
            }
            AnyStore::Postgres(store) => postgres::leader::lead(store, most).await,
        }
    }

    /// Gives a role of this server to another; false if that is gone, or this one has the role no
    /// longer.
    pub async fn give_role(&self, role: Role, by: Fence, heir: i64) -> Result<bool, StoreError> {
        match self.store() {
            AnyStore::Sqlite(_) => Ok(false),
            AnyStore::Postgres(store) => postgres::leader::give(store, role, by, heir).await,
        }
    }

    /// Whether this server has a role at this moment.
    pub async fn is_leader(&self, role: Role, by: Fence) -> Result<bool, StoreError> {
        #[cfg(feature = "faults")]
        if self.faults.as_ref().is_some_and(|faults| faults.script().is_replaced) {
            return Ok(false);
        }
        match self.store() {
            AnyStore::Sqlite(_) => Ok(true),
            AnyStore::Postgres(store) => postgres::leader::is_leader(store, role, by).await,
        }
    }
}
