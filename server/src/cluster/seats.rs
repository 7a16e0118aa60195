//! The matches of players on all servers of one database: each notes for the others who sits in its
//! matches, and lists the matches of the others from their journals.
//!
//! A server by itself notes nothing. Seats are noted once a second, as far as they have changed; a list
//! is read from the database on request, so it is as of that moment.

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

/// How often seats are noted for the other servers.
const NOTE: Duration = Duration::from_secs(1);

/// How many seats are noted in one statement.
const NOTED_AT_ONCE: usize = 5_000;

/// How many matches of other servers are considered for a list of what several players play.
const MOST_READ: u32 = 200;

/// How many matches of other servers are read at a time for one list.
const READ_AT_ONCE: usize = 4;

/// How many matches of other nodes are searched for chat lines.
const MAX_CHAT_MATCHES: u32 = 1_000;

impl Cluster {
    /// How many matches that are not over a player has a seat in, on all servers.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if there are other servers and the store is away.
    pub(crate) async fn count_seats(&self, player: PlayerId) -> Result<usize, StoreError> {
        let here = self.registry.seated(player);
        if !self.has_others() {
            return Ok(here);
        }
        let elsewhere = self.store.count_seats_elsewhere(player).await?;
        Ok(here.saturating_add(usize::try_from(elsewhere).unwrap_or(usize::MAX)))
    }

    /// As [`Registry::matches_of`](crate::live::Registry::matches_of), with those that other servers hold. Who is present at
    /// these is known only of public ones.
    ///
    /// # Errors
    ///
    /// [`FindError::Busy`] if there are other servers and the store is away.
    pub(crate) async fn matches_of(
        &self,
        player: PlayerId,
        limit: usize,
    ) -> Result<Vec<MatchSummary>, FindError> {
        let mut rooms = self.registry.matches_of(player, limit).await;
        if !self.has_others() {
            return Ok(rooms);
        }
        let most = u32::try_from(limit).unwrap_or(u32::MAX);
        let ids = self.store.seats_elsewhere(player, most).await.map_err(|_| FindError::Busy)?;
        // A match may have come to this server since then.
        let here: HashSet<MatchId> = rooms.iter().map(|room| room.id).collect();
        let ids = ids.into_iter().filter(|id| !here.contains(id));
        let mut read =
            stream::iter(ids).map(|id| self.read_room(id)).buffer_unordered(READ_AT_ONCE);
        while let Some(room) = read.next().await {
            rooms.extend(room?);
        }
        rooms.sort_by_key(|room| Reverse((room.active_at, room.id)));
        rooms.truncate(limit);
        Ok(rooms)
    }

    /// Up to `limit` public matches that each of some players is playing, on all servers, the one in
    /// which something happened last first. Of those that other servers hold at most 200 are
    /// considered.
    ///
    /// # Errors
    ///
    /// [`FindError::Busy`] if there are other servers and the store is away.
    pub(crate) async fn public_matches_of(
        &self,
        players: &[PlayerId],
        limit: usize,
    ) -> Result<HashMap<PlayerId, Vec<MatchSummary>>, FindError> {
        let mut rooms = HashMap::new();
        for &player in players {
            rooms.insert(player, self.registry.matches_of(player, limit).await);
        }
        if self.has_others() {
            let seats = self.store.seats_elsewhere_of(players, MOST_READ).await;
            let seats = seats.map_err(|_| FindError::Busy)?;
            // Two of the players may play each other.
            let ids: HashSet<MatchId> = seats.iter().map(|(_, id)| *id).collect();
            let mut read =
                stream::iter(ids).map(|id| self.read_room(id)).buffer_unordered(READ_AT_ONCE);
            let mut found = HashMap::new();
            while let Some(room) = read.next().await {
                found.extend(room?.map(|room| (room.id, room)));
            }
            for (player, id) in seats {
                let listed: &mut Vec<MatchSummary> = rooms.entry(player).or_default();
                // A match may have come to this server since then.
                if listed.iter().all(|room| room.id != id) {
                    listed.extend(found.get(&id).cloned());
                }
            }
        }
        for listed in rooms.values_mut() {
            listed.retain(|room| {
                room.visibility == Visibility::Public && room.state == MatchState::Live
            });
            listed.sort_by_key(|room| Reverse((room.active_at, room.id)));
            listed.truncate(limit);
        }
        Ok(rooms)
    }

    /// A match that another server holds; none if it is over by now, or cannot be read.
    async fn read_room(&self, id: MatchId) -> Result<Option<MatchSummary>, FindError> {
        if let Some(room) = self.lobby.remote_match(id) {
            return Ok(Some(room));
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

    /// Notes for the other servers who sits here, as long as it is polled.
    pub(super) async fn share_seats(&self) {
        let mut ticks = interval(NOTE);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if !self.has_others() {
                self.registry.seats().stop_noting();
                continue;
            }
            if let Err(error) = self.share_seats_once().await {
                self.registry.seats().stop_noting();
                tracing::debug!(%error, "seats cannot be noted for other servers");
            }
        }
    }

    async fn share_seats_once(&self) -> Result<(), StoreError> {
        let (anew, changes) = self.registry.seats().changes();
        if anew {
            self.store.forget_seats().await?;
        }
        for taken in changes.taken.chunks(NOTED_AT_ONCE) {
            let some = SeatChanges { taken: taken.to_vec(), left: Vec::new() };
            self.store.share_seats(&some).await?;
        }
        for left in changes.left.chunks(NOTED_AT_ONCE) {
            let some = SeatChanges { taken: Vec::new(), left: left.to_vec() };
            self.store.share_seats(&some).await?;
        }
        if !anew {
            let people = changes.taken.iter().chain(&changes.left).map(|(player, _)| *player);
            self.registry.seats().note_shared(people);
        }
        Ok(())
    }

    /// The players whose seats other servers can have learnt of since this was asked last.
    #[must_use]
    pub(crate) fn take_shared_seats(&self) -> Vec<PlayerId> {
        self.registry.seats().take_shared()
    }
}
