//! The matches that may be rated.

use super::Actions;
use domain::rating::{Standing, can_be_rated};
use domain::{Player, PlayerId};
use engine::{AnyGame, Options, SetupError};
use store::StoreError;

/// A match may not be rated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CannotRate {
    /// It starts from another position than its ruleset does.
    #[error("a rated game begins from the usual position")]
    Start,
    /// The opponent is a guest or an external engine.
    #[error("games against guests, and against other programs, are not rated")]
    Opponent,
    /// The player who creates it is a guest.
    #[error("a guest has no rating")]
    Guest,
    /// One of its players has played too few rated games that were not arranged.
    #[error("a player has too few rated games that were not arranged")]
    NotEstablished,
    /// As many games of the two have counted today as may count.
    #[error("no more games of the two count today")]
    PairLimit,
    /// The ruleset has no start position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Refuses a rated match whose result would not show the strength of its players.
pub(super) fn check_meaningful(
    game: &AnyGame,
    creator: &Player,
    opponent: Option<&Player>,
) -> Result<(), CannotRate> {
    let usual = AnyGame::new(game.info().id, Some(game.ruleset().id), &Options::none(), None)?;
    if game.start_text() != usual.start_text() {
        return Err(CannotRate::Start);
    }
    if opponent.is_some_and(|opponent| !can_be_rated(opponent)) {
        return Err(CannotRate::Opponent);
    }
    if can_be_rated(creator) { Ok(()) } else { Err(CannotRate::Guest) }
}

impl Actions {
    /// Refuses a rated match that its players arrange, by link, challenge or in the lobby, unless
    /// both have played enough rated games that were not arranged, and games of the two still count
    /// today.
    pub(super) async fn check_arranged(
        &self,
        player: PlayerId,
        other: Option<PlayerId>,
    ) -> Result<(), CannotRate> {
        for player in [Some(player), other].into_iter().flatten() {
            let standings = self.store.standings_of(player).await?;
            let found: u32 = standings.iter().map(|(_, standing)| standing.found).sum();
            if found < Standing::ARRANGES_FROM {
                return Err(CannotRate::NotEstablished);
            }
        }
        if let Some(other) = other {
            let known = self.store.pair_day([player, other]).await?;
            if known.with_game(self.registry.now()).is_none() {
                return Err(CannotRate::PairLimit);
            }
        }
        Ok(())
    }
}
