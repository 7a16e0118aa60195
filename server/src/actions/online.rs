//! The players who are online, for a list that a visitor opens.
//!
//! The list leaves out those who switched it off, those whom a block separates from the reader, and
//! banned players; the total counts all players, so that it reveals nothing about any of them.

use super::{Actions, ReadError};
use crate::lobby::Listing;
use domain::{MatchId, Player, PlayerId};
use engine::Side;
use std::collections::{HashMap, HashSet};
use store::{Present, StoreError};

/// The most players that are considered, so that those who are left out make room for others.
const MAX_CONSIDERED: usize = 300;

/// The number of players looked up at a time.
const CHUNK: usize = 48;

/// The players who are online.
#[derive(Debug)]
pub(crate) struct Online {
    /// The number of players online, those included who are not listed.
    pub(crate) total: u32,
    /// Registered players first; of each kind, those who came last first.
    pub(crate) players: Vec<OnlinePlayer>,
    /// Whether the reader is listed for others.
    pub(crate) is_listed: bool,
}

/// A player who is online.
#[derive(Debug)]
pub(crate) struct OnlinePlayer {
    pub(crate) player: Player,
    /// Whether they have an open seek.
    pub(crate) is_seeking: bool,
    /// The newest public match that they are connected to and playing.
    pub(crate) playing: Option<MatchId>,
}

impl Actions {
    /// Up to `limit` players who are online, on any node, for a reader.
    ///
    /// # Errors
    ///
    /// [`ReadError`].
    pub(crate) async fn online(&self, reader: PlayerId, limit: usize) -> Result<Online, ReadError> {
        let listed = self.listed(reader, limit).await?;
        let playing = if listed.is_empty() { HashMap::new() } else { self.playing().await };
        let players = listed.into_iter().map(|player| OnlinePlayer {
            is_seeking: self.matchmaker.standing(player.id).seek.is_some(),
            playing: playing.get(&player.id).copied(),
            player,
        });
        let players: Vec<OnlinePlayer> = players.collect();
        // The count of other nodes is a moment older than the list.
        let shown = u32::try_from(players.len()).unwrap_or(u32::MAX);
        let total = self.presence.count().max(shown);
        Ok(Online { total, players, is_listed: self.is_listed(reader).await? })
    }

    /// The players who are listed for a reader.
    async fn listed(&self, reader: PlayerId, limit: usize) -> Result<Vec<Player>, StoreError> {
        let apart: HashSet<PlayerId> = self.store.apart(reader).await?.into_iter().collect();
        let active_orders = self.orders.active();
        let mut present = self.cluster.online(MAX_CONSIDERED).await?;
        present.retain(|one| !apart.contains(&one.player) && !active_orders.bans_guest(one.player));
        let mut players = Vec::new();
        for some in present.chunks(CHUNK) {
            let ids: Vec<PlayerId> = some.iter().map(|&Present { player, .. }| player).collect();
            let unlisted: HashSet<PlayerId> =
                self.store.unlisted_of(&ids).await?.into_iter().collect();
            let found = self.players(&ids).await?;
            players.extend(found.into_iter().filter(|player| !unlisted.contains(&player.id)));
            if players.len() >= limit {
                break;
            }
        }
        players.truncate(limit);
        // A player may have registered since they came.
        players.sort_by_key(|player| player.guest);
        Ok(players)
    }

    /// The newest public match that each player is connected to and playing.
    async fn playing(&self) -> HashMap<PlayerId, MatchId> {
        let mut playing = HashMap::new();
        for listed in self.public_matches(Listing::Live, None).await {
            for side in Side::ALL {
                let (player, is_there) = match side {
                    Side::First => (&listed.players.first, listed.presence.first),
                    Side::Second => (&listed.players.second, listed.presence.second),
                };
                if let (Some(player), true) = (player, is_there) {
                    playing.entry(player.id).or_insert(listed.id);
                }
            }
        }
        playing
    }

    /// Whether a player is listed among those online.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn is_listed(&self, player: PlayerId) -> Result<bool, StoreError> {
        Ok(self.store.unlisted_of(&[player]).await?.is_empty())
    }

    /// Lists a player among those online, or does not.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn set_listed(
        &self,
        player: PlayerId,
        listed: bool,
    ) -> Result<(), StoreError> {
        self.store.set_listed(player, listed).await
    }
}
