//! Taking the free seat of a match.

use super::{Actions, CannotRate};
use crate::live::{FindError, Found, JoinError, Unreachable};
use domain::{Caller, MatchId, Player, PlayerId};
use engine::Side;
use protocol::PlayersView;
use std::sync::Arc;
use store::StoreError;

/// A player did not get a seat.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum JoinMatchError {
    /// There is no such match, or it cannot be reached.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The match does not answer.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// One of the two players has blocked the other.
    #[error("one of the players has blocked the other")]
    Blocked,
    /// The two may not play a rated match.
    #[error(transparent)]
    Rated(#[from] CannotRate),
    /// The match refused the player.
    #[error(transparent)]
    Join(#[from] JoinError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Actions {
    /// Takes the free seat of a match; a player who already has a seat keeps it.
    ///
    /// # Errors
    ///
    /// [`JoinMatchError`].
    pub(crate) async fn join(
        &self,
        player: Arc<Player>,
        caller: Option<Caller>,
        id: MatchId,
    ) -> Result<Side, JoinMatchError> {
        let handle = match self.registry.find(id).await? {
            Found::Here(handle) => handle,
            Found::Archived(state) => {
                return state.seat_of(player.id).ok_or(JoinMatchError::Over);
            }
        };
        let summary = handle.summary().await?;
        let seated = ids(&summary.players);
        if !seated.contains(&player.id) {
            self.check_blocks(player.id, &seated).await?;
            // The match itself refuses a guest.
            if summary.rated && !player.guest {
                self.check_arranged(player.id, seated.first().copied()).await?;
            }
        }
        Ok(handle.join_from(player, caller).await?)
    }

    /// Refuses a seat if a block separates a player from the one who waits.
    async fn check_blocks(
        &self,
        player: PlayerId,
        seated: &[PlayerId],
    ) -> Result<(), JoinMatchError> {
        for &other in seated {
            if self.store.blocked(player, other).await? {
                return Err(JoinMatchError::Blocked);
            }
        }
        Ok(())
    }
}

/// The players who have a seat.
fn ids(players: &PlayersView) -> Vec<PlayerId> {
    [&players.first, &players.second].into_iter().flatten().map(|player| player.id).collect()
}
