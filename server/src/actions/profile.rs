//! The public profile of a player.

use super::{Actions, ReadError};
use domain::likeness::likeness;
use domain::{Moment, Player, PlayerId, computer_players};
use protocol::MatchSummary;
use store::{GameTally, StoreError};

/// The most matches of a profile that are being played.
const MAX_PLAYING: usize = 20;

/// The most characters of a name that is looked up.
const MAX_NAME: usize = 64;

/// The public profile of a player.
#[derive(Debug)]
pub(crate) struct Profile {
    pub(crate) player: Player,
    /// When the player registered; `None` for guests and computer players.
    pub(crate) registered_at: Option<Moment>,
    /// The results of the finished games, by game and kind of opponent.
    pub(crate) tallies: Vec<GameTally>,
    /// Public matches that are being played, on any node.
    pub(crate) playing: Vec<MatchSummary>,
    /// The latest end of a vacation.
    pub(crate) vacation_until: Option<Moment>,
    /// Whether the reader has blocked the player.
    pub(crate) is_blocked: bool,
    /// Whether the reader follows the player.
    pub(crate) is_followed: bool,
}

impl Actions {
    /// The id of the registered player with a name like this one.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub(crate) async fn player_named(&self, name: &str) -> Result<Option<PlayerId>, StoreError> {
        let alike = likeness(&name.chars().take(MAX_NAME).collect::<String>());
        Ok(self.store.account_alike(&alike).await?.map(|account| account.id))
    }

    /// The profile of a player as `reader` sees it; `None` if the account was deleted.
    ///
    /// # Errors
    ///
    /// [`ReadError`].
    pub(crate) async fn profile(
        &self,
        id: PlayerId,
        reader: PlayerId,
    ) -> Result<Option<Profile>, ReadError> {
        let account = self.store.account(id).await?;
        if account.is_none() && self.store.was_registered(id).await? {
            return Ok(None);
        }
        let tallies = self.store.tallies(id).await?;
        let playing = self.cluster.public_matches_of(&[id], MAX_PLAYING).await?;
        // Computer players are known by their ids alone.
        let player = match computer_players::level_of(id).and_then(Player::computer) {
            Some(player) => player,
            None => self.player(id).await?,
        };
        Ok(Some(Profile {
            player,
            registered_at: account.map(|account| account.registered_at),
            tallies,
            playing: playing.into_values().flatten().collect(),
            vacation_until: self.registry.vacation_until(id),
            is_blocked: self.store.blocks(reader).await?.contains(&id),
            is_followed: self.store.follows(reader).await?.contains(&id),
        }))
    }
}
