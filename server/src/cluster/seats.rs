//! The matches of players on all nodes of one database: each node writes the seats of its matches for the
//! others, and lists the matches of the others from their journals.
//!
//! A node by itself writes nothing. Changed seats are written once a second; a list is read from the
//! database on request, so it is as of that moment.

use super::Cluster;
use crate::live::FindError;
use domain::{ChatLine, MatchId, MatchState, PlayerId, Visibility};
use futures_util::{StreamExt, stream};
use protocol::MatchSummary;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use store::{SeatChanges, StoreError};
use tokio::time::{MissedTickBehavior, interval};

/// How often seats are written for the other nodes.
const WRITE: Duration = Duration::from_secs(1);

/// The most seats of one statement.
const MAX_WRITTEN: usize = 5_000;

/// The most players whose seats are announced to the other nodes at a time.
const MAX_ANNOUNCED: usize = 10_000;

/// The most matches of other nodes that are considered for the matches of several players.
const MAX_CONSIDERED: u32 = 200;

/// The most matches of other nodes that are read at a time for one list.
const MAX_CONCURRENT_READS: usize = 4;

/// The most matches of other nodes that are searched for chat lines.
const MAX_CHAT_MATCHES: u32 = 1_000;

impl Cluster {
    /// The number of unfinished matches in which a player has a seat, on all nodes.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if there are other nodes and the store is away.
    pub(crate) async fn count_seats(&self, player: PlayerId) -> Result<usize, StoreError> {
        let own = self.registry.seated(player);
        if !self.has_others() {
            return Ok(own);
        }
        let remote = self.store.count_seats_elsewhere(player).await?;
        Ok(own.saturating_add(usize::try_from(remote).unwrap_or(usize::MAX)))
    }

    /// As [`Registry::matches_of`](crate::live::Registry::matches_of), with those that other nodes hold.
    /// Of these the presence is known for public ones only.
    ///
    /// # Errors
    ///
    /// [`FindError::Busy`] if there are other nodes and the store is away.
    pub(crate) async fn matches_of(
        &self,
        player: PlayerId,
        limit: usize,
    ) -> Result<Vec<MatchSummary>, FindError> {
        let mut matches = self.registry.matches_of(player, limit).await;
        if !self.has_others() {
            return Ok(matches);
        }
        let most = u32::try_from(limit).unwrap_or(u32::MAX);
        let ids = self.store.seats_elsewhere(player, most).await.map_err(|_| FindError::Busy)?;
        // A match may have come to this node since then.
        let own: HashSet<MatchId> = matches.iter().map(|found| found.id).collect();
        let ids = ids.into_iter().filter(|id| !own.contains(id));
        let mut read =
            stream::iter(ids).map(|id| self.read_match(id)).buffer_unordered(MAX_CONCURRENT_READS);
        while let Some(one) = read.next().await {
            matches.extend(one?);
        }
        matches.sort_by_key(|found| Reverse((found.active_at, found.id)));
        matches.truncate(limit);
        Ok(matches)
    }

    /// Up to `limit` public live matches of each of some players, on all nodes, the latest action first.
    /// Of those that other nodes hold at most 200 are considered.
    ///
    /// # Errors
    ///
    /// [`FindError::Busy`] if there are other nodes and the store is away.
    pub(crate) async fn public_matches_of(
        &self,
        players: &[PlayerId],
        limit: usize,
    ) -> Result<HashMap<PlayerId, Vec<MatchSummary>>, FindError> {
        let mut matches = HashMap::new();
        for &player in players {
            matches.insert(player, self.registry.matches_of(player, limit).await);
        }
        if self.has_others() {
            let seats = self.store.seats_elsewhere_of(players, MAX_CONSIDERED).await;
            let seats = seats.map_err(|_| FindError::Busy)?;
            // Two of the players may play each other.
            let ids: HashSet<MatchId> = seats.iter().map(|(_, id)| *id).collect();
            let mut read = stream::iter(ids)
                .map(|id| self.read_match(id))
                .buffer_unordered(MAX_CONCURRENT_READS);
            let mut found = HashMap::new();
            while let Some(one) = read.next().await {
                found.extend(one?.map(|one| (one.id, one)));
            }
            for (player, id) in seats {
                let listed: &mut Vec<MatchSummary> = matches.entry(player).or_default();
                // A match may have come to this node since then.
                if listed.iter().all(|found| found.id != id) {
                    listed.extend(found.get(&id).cloned());
                }
            }
        }
        for listed in matches.values_mut() {
            listed.retain(|found| {
                found.visibility == Visibility::Public && found.state == MatchState::Live
            });
            listed.sort_by_key(|found| Reverse((found.active_at, found.id)));
            listed.truncate(limit);
        }
        Ok(matches)
    }

    /// A match that another node holds; none if it is over by now, or cannot be read.
    async fn read_match(&self, id: MatchId) -> Result<Option<MatchSummary>, FindError> {
        if let Some(found) = self.lobby.remote_match(id) {
            return Ok(Some(found));
        }
        match self.registry.peek(id).await {
            Ok(state) => Ok(Some(MatchSummary::of(&state))),
            Err(FindError::Busy) => Err(FindError::Busy),
            Err(FindError::NotFound | FindError::Elsewhere | FindError::Damaged) => Ok(None),
        }
    }

    /// The chat lines of a player that are stored, in the matches of all nodes.
    ///
    /// # Errors
    ///
    /// [`FindError::Busy`] if the store is away.
    pub(crate) async fn chat_lines_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(MatchId, ChatLine)>, FindError> {
        let mut others = Vec::new();
        if self.has_others() {
            let seats = self.store.seats_elsewhere(player, MAX_CHAT_MATCHES).await;
            others = seats.map_err(|_| FindError::Busy)?;
        }
        self.registry.lines_of(player, others).await
    }

    /// Writes the seats of this node for the others, as long as it is polled.
    pub(super) async fn share_seats(&self) {
        let mut ticks = interval(WRITE);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if !self.has_others() {
                self.registry.seats().stop_noting();
                continue;
            }
            if let Err(error) = self.share_seats_once().await {
                self.registry.seats().stop_noting();
                tracing::debug!(%error, "seats cannot be written for other nodes");
            }
        }
    }

    async fn share_seats_once(&self) -> Result<(), StoreError> {
        let (anew, changes) = self.registry.seats().changes();
        if anew {
            self.store.forget_seats().await?;
        }
        for taken in changes.taken.chunks(MAX_WRITTEN) {
            let some = SeatChanges { taken: taken.to_vec(), left: Vec::new() };
            self.store.share_seats(&some).await?;
        }
        for left in changes.left.chunks(MAX_WRITTEN) {
            let some = SeatChanges { taken: Vec::new(), left: left.to_vec() };
            self.store.share_seats(&some).await?;
        }
        // When everything is written, another node has come: a player may be connected there whose match
        // began here since.
        let people = changes.taken.iter().chain(&changes.left).map(|(player, _)| *player);
        self.registry.seats().record_shared(people.take(MAX_ANNOUNCED));
        Ok(())
    }

    /// The players whose seats were written for other nodes since the last call.
    #[must_use]
    pub(crate) fn take_shared_seats(&self) -> Vec<PlayerId> {
        self.registry.seats().take_shared()
    }
}
