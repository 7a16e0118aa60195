//! Reading ratings.

use super::Actions;
use domain::rating::{Pool, RatingChange, Standing};
use domain::{MatchId, Player, PlayerId, computer_players};
use std::collections::HashMap;
use store::StoreError;

/// The number of players in a list of the best.
const MAX_BEST: u32 = 50;

/// The number of games in a history.
const MAX_HISTORY: u32 = 500;

impl Actions {
    /// The best players of a pool whose ratings are certain, with their standings.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn best(&self, pool: &Pool) -> Result<Vec<(Player, Standing)>, StoreError> {
        let now = self.registry.now();
        let mut best = self.store.best(pool, MAX_BEST).await?;
        // Established after the last game, but that was so long ago that it is provisional again.
        best.retain(|(_, standing)| !standing.now(now).is_provisional());
        self.named(best).await
    }

    /// The standings of some players in a pool, also of those who have played no rated game.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn standings(
        &self,
        pool: &Pool,
        ids: &[PlayerId],
    ) -> Result<Vec<(Player, Standing)>, StoreError> {
        let known = self.store.standings(pool, ids).await?;
        let mut known: HashMap<PlayerId, Standing> = known.into_iter().collect();
        let mut standing = |id| known.remove(&id).unwrap_or_else(|| Standing::before_any(pool, id));
        self.named(ids.iter().map(|&id| (id, standing(id))).collect()).await
    }

    /// Those of these players who can be rated, by the names they have today. A player who has
    /// deleted their account is not among them.
    async fn named(
        &self,
        standings: Vec<(PlayerId, Standing)>,
    ) -> Result<Vec<(Player, Standing)>, StoreError> {
        let level = computer_players::level_of;
        let ids = standings.iter().map(|&(id, _)| id);
        let (computers, people): (Vec<_>, Vec<_>) = ids.partition(|&id| level(id).is_some());
        let computers = computers.into_iter().filter_map(level).filter_map(Player::computer);
        let people = self.players(&people).await?.into_iter().filter(|player| !player.guest);
        let mut players: HashMap<PlayerId, Player> =
            people.chain(computers).map(|player| (player.id, player)).collect();
        let named = standings
            .into_iter()
            .filter_map(|(id, standing)| players.remove(&id).map(|player| (player, standing)));
        Ok(named.collect())
    }

    /// A player's standings in all pools in which they have played rated games.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn standings_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(Pool, Standing)>, StoreError> {
        self.store.standings_of(player).await
    }

    /// A player's standing in a pool, and the latest games that changed it, oldest first.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn rating_history(
        &self,
        player: PlayerId,
        pool: &Pool,
    ) -> Result<(Standing, Vec<RatingChange>), StoreError> {
        let standing = self.store.standing(pool, player).await?;
        let standing = standing.unwrap_or_else(|| Standing::before_any(pool, player));
        let mut history = self.store.rating_history(player, pool, MAX_HISTORY).await?;
        history.reverse();
        Ok((standing, history))
    }

    /// The changes of its players' ratings by a finished game. Right after the end of the game it
    /// waits until the game is rated, two seconds at most.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn rating_changes(
        &self,
        game: MatchId,
    ) -> Result<Vec<RatingChange>, StoreError> {
        self.feed.until_rated(game).await?;
        self.store.rating_changes(game).await
    }
}
