//! The place of an audience: the clients that follow a match that is over, or read an analysis, meet at
//! one of the servers that share the database, so that each sees what the others do there.
//!
//! Their actions are in no journal, or need no lease to be written. So the lease of an audience is for
//! meeting alone: a server takes it for the first who comes, keeps it while anybody is there, and loses
//! it with its row in `node`. The server that holds a match has it from the commit that ends the match.
//! On SQLite everybody meets at the one server.

use crate::{Database, StoreError, postgres};
use domain::MatchId;

/// The subject of an audience.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience {
    /// A match that is over.
    Match,
    /// The analysis of a game of the archive.
    Analysis,
}

impl Audience {
    /// Its word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Analysis => "analysis",
        }
    }
}

/// The place of an audience.
impl Database {
    /// The number of the server where an audience meets from now on: this one, unless it meets at another
    /// already.
    pub async fn meet(&self, audience: Audience, id: MatchId) -> Result<i64, StoreError> {
        match self.shared() {
            Some(store) => postgres::audience::meet(store, audience, id).await,
            None => Ok(self.own_node()),
        }
    }

    /// The server where an audience meets, with its internal address, where several servers share the
    /// database.
    pub async fn meeting_place(
        &self,
        audience: Audience,
        id: MatchId,
    ) -> Result<Option<(i64, Option<String>)>, StoreError> {
        match self.shared() {
            Some(store) => postgres::audience::place(store, audience, id).await,
            None => Ok(None),
        }
    }

    /// Notes that nobody is there any more, if the audience met at this server.
    pub async fn part(&self, audience: Audience, id: MatchId) -> Result<(), StoreError> {
        match self.shared() {
            Some(store) => postgres::audience::part(store, audience, id).await,
            None => Ok(()),
        }
    }
}
