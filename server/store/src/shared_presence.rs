//! Who is here on the servers that share one database, so that each lists the people of all.
//!
//! A server writes about once a second who has come to it and who has left, and reads the others
//! when a list is asked for. Who is at a server that gives no sign of life any more is not counted.
//! SQLite serves a single server, so the default methods describe that case.

use super::StoreFuture;
use domain::{Moment, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// Somebody who has a socket open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Present {
    /// Who.
    pub player: PlayerId,
    /// Whether they kept their identity when they came.
    pub kept: bool,
    /// When their first socket was opened, of those that are open.
    pub since: Moment,
}

/// Who has come to this server, and who has left it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PresenceChanges {
    /// Whether everything that was written before is forgotten.
    pub anew: bool,
    /// Those who are here now.
    pub came: Vec<Present>,
    /// Those who are not here any more.
    pub left: Vec<PlayerId>,
}

/// Who is here on several servers.
pub trait SharedPresence {
    /// Writes for the other servers who is here.
    fn share_presence<'a>(&'a self, changes: &'a PresenceChanges) -> StoreFuture<'a, ()> {
        let _ = changes;
        ready(Ok(())).boxed()
    }

    /// Up to `limit` people who are at other servers, each once: those who keep their identity
    /// first, of each kind those who came last first.
    fn present_elsewhere(&self, limit: u32) -> StoreFuture<'_, Vec<Present>> {
        let _ = limit;
        ready(Ok(Vec::new())).boxed()
    }

    /// Those of some players who are at another server, in any order.
    fn present_elsewhere_of<'a>(
        &'a self,
        players: &'a [PlayerId],
    ) -> StoreFuture<'a, Vec<PlayerId>> {
        let _ = players;
        ready(Ok(Vec::new())).boxed()
    }

    /// How many people are at other servers and not at this one, as far as this one has written it.
    fn count_present_elsewhere(&self) -> StoreFuture<'_, u32> {
        ready(Ok(0)).boxed()
    }
}
