//! Who sits in the matches of the servers that share one database, so that each finds those of a
//! player that the others hold.
//!
//! The holder of a match notes the seats; whether the match goes on, and who holds it, is known from
//! its lease. SQLite serves a single server, so the default methods describe that case.

use super::StoreFuture;
use domain::{MatchId, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// What has changed in the seats of this server's matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatChanges {
    /// Seats that were taken.
    pub taken: Vec<(PlayerId, MatchId)>,
    /// Seats of matches that are over.
    pub left: Vec<(PlayerId, MatchId)>,
}

/// The seats in the matches of several servers.
pub trait SharedSeats {
    /// Notes seats for the other servers.
    fn share_seats<'a>(&'a self, changes: &'a SeatChanges) -> StoreFuture<'a, ()> {
        let _ = changes;
        ready(Ok(())).boxed()
    }

    /// Deletes the seats of matches that are over.
    fn forget_seats(&self) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }

    /// Up to `limit` unfinished matches of a player that other servers hold, in no particular order.
    fn seats_elsewhere(&self, player: PlayerId, limit: u32) -> StoreFuture<'_, Vec<MatchId>> {
        let _ = (player, limit);
        ready(Ok(Vec::new())).boxed()
    }

    /// How many those are.
    fn count_seats_elsewhere(&self, player: PlayerId) -> StoreFuture<'_, u32> {
        let _ = player;
        ready(Ok(0)).boxed()
    }

    /// Up to `limit` seats of some players in unfinished matches that other servers hold, in no
    /// particular order.
    fn seats_elsewhere_of<'a>(
        &'a self,
        players: &'a [PlayerId],
        limit: u32,
    ) -> StoreFuture<'a, Vec<(PlayerId, MatchId)>> {
        let _ = (players, limit);
        ready(Ok(Vec::new())).boxed()
    }
}
