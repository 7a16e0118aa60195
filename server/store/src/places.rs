//! Places of matches, counted for all servers that share the database: each counts for some keys, such as
//! a player and an address, of which each has a limit. A server by itself counts them in its memory.
//!
//! A place is taken before its match is in the journal, in a transaction of its own, so that no commit of
//! moves waits for the totals, which several servers change. It follows its match to another server, and
//! is released by the server that holds the match, or if that is gone and the match has no lease.

use crate::{Database, StoreError, postgres};
use domain::MatchId;

/// A key of a place, as a digest.
pub type PlaceKey = [u8; 16];

/// The most keys of a place.
pub const MAX_PLACE_KEYS: usize = 3;

/// A place that is to be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The match.
    pub match_id: MatchId,
    /// Its keys, up to [`MAX_PLACE_KEYS`], each with its limit.
    pub keys: Vec<(PlaceKey, u32)>,
}

/// Places that count for all servers.
impl Database {
    /// Takes a place, unless one of its keys has as many as it may; the error is the number of the first
    /// of these, from 0. A match that has a place keeps it.
    pub async fn take_place(&self, place: &Place) -> Result<Result<(), usize>, StoreError> {
        match self.shared() {
            Some(store) => postgres::places::take(store, place).await,
            None => Ok(Ok(())),
        }
    }

    /// Whether a key has as many places as it may.
    pub async fn has_all_places(&self, key: &PlaceKey, most: u32) -> Result<bool, StoreError> {
        match self.shared() {
            Some(store) => postgres::places::is_full(store, key, most).await,
            None => Ok(false),
        }
    }

    /// Notes that this server has matches with places, whatever the limits are. Those that have a place
    /// already keep its keys.
    pub async fn keep_places(&self, places: &[Place]) -> Result<(), StoreError> {
        match self.shared() {
            Some(store) => postgres::places::keep(store, places).await,
            None => Ok(()),
        }
    }

    /// Releases the places of matches, if they have some.
    pub async fn release_places(&self, ids: &[MatchId]) -> Result<(), StoreError> {
        match self.shared() {
            Some(store) => postgres::places::release(store, ids).await,
            None => Ok(()),
        }
    }

    /// Releases the places that servers which are gone took for matches that have no lease, and returns
    /// this server's own of that kind, up to a number: a match of these either begins just now, or is over.
    pub async fn places_without_lease(&self, most: u32) -> Result<Vec<MatchId>, StoreError> {
        match self.shared() {
            Some(store) => postgres::places::without_lease(store, most).await,
            None => Ok(Vec::new()),
        }
    }
}
