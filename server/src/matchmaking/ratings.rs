//! The ratings of seeking players. They change during a seek, which may last a week: they are read again
//! before a meeting that depends on a rating, and from time to time.

use super::matchmaker::Matchmaker;
use domain::rating::{Pool, Standing, can_be_rated};
use domain::{Player, PlayerId, SoughtGame};
use std::collections::BTreeMap;
use store::{Database, StoreError};

/// The ratings of a player in the pools of some games, rounded; empty for a player who cannot be
/// rated.
///
/// # Errors
///
/// [`StoreError`] if the store is away.
pub(crate) async fn ratings_of(
    store: &Database,
    player: &Player,
    games: &[SoughtGame],
) -> Result<BTreeMap<Pool, i32>, StoreError> {
    if !can_be_rated(player) {
        return Ok(BTreeMap::new());
    }
    let known: BTreeMap<Pool, Standing> =
        store.standings_of(player.id).await?.into_iter().collect();
    let pools = games.iter().filter_map(SoughtGame::pool);
    let rated = pools.map(|pool| {
        let standing = known.get(&pool).copied();
        let standing = standing.unwrap_or_else(|| Standing::before_any(&pool, player.id));
        (pool, standing.rating.rounded())
    });
    Ok(rated.collect())
}

impl Matchmaker {
    /// Reads again how two are rated, if it matters to one of them; true if it has changed.
    pub(super) async fn have_changed(&self, people: [PlayerId; 2]) -> Result<bool, StoreError> {
        if !people.iter().any(|who| self.board().asks_for_rating(*who)) {
            return Ok(false);
        }
        let [one, other] = people;
        Ok(self.rate(one).await? | self.rate(other).await?)
    }

    /// Reads the rating again that was read longest ago, unless that is recent.
    pub(super) async fn rate_next(&self) {
        let next = self.board().next_to_rate(self.time.now());
        if let Some(who) = next
            && let Err(error) = self.rate(who).await
        {
            tracing::debug!(%error, "ratings of those who seek cannot be read");
        }
    }

    async fn rate(&self, who: PlayerId) -> Result<bool, StoreError> {
        let Some(seek) = self.board().standing(who).seek else { return Ok(false) };
        let ratings = ratings_of(&self.store, &seek.who, seek.games()).await?;
        Ok(self.board().rate(&seek, ratings, self.time.now()))
    }
}
