//! The public rooms of the servers that share one database, so that each lists those of all.
//!
//! A server writes its own rooms about once a second, as far as they have changed, and reads those
//! of the others. The rooms are copies: the holder of a match decides everything about it, and a
//! room that has changed meanwhile is a second out of date at most. SQLite serves a single server,
//! so the default methods describe that case.

use super::{Frame, StoreFuture};
use domain::MatchId;
use futures_util::FutureExt;
use futures_util::future::ready;

/// A public room as its server shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedRoom {
    /// The match.
    pub match_id: MatchId,
    /// JSON that means something to the servers alone; another version may write it otherwise.
    pub payload: Frame,
}

/// What a server shows to the others from now on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoomsHere {
    /// Whether everything that it showed before is forgotten.
    pub anew: bool,
    /// Rooms that are new or have changed.
    pub shown: Vec<SharedRoom>,
    /// Rooms that are gone.
    pub gone: Vec<MatchId>,
    /// How many public matches are being played on it.
    pub live: u32,
}

/// What all other servers show.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoomsElsewhere {
    /// Their rooms, in any order.
    pub rooms: Vec<SharedRoom>,
    /// How many public matches are being played on them.
    pub live: u32,
}

/// The public rooms of several servers.
pub trait SharedRooms {
    /// What the other servers show; none if there is no other server.
    fn rooms_elsewhere(&self) -> StoreFuture<'_, Option<RoomsElsewhere>> {
        ready(Ok(None)).boxed()
    }

    /// Shows rooms to the other servers.
    fn share_rooms<'a>(&'a self, rooms: &'a RoomsHere) -> StoreFuture<'a, ()> {
        let _ = rooms;
        ready(Ok(())).boxed()
    }
}
