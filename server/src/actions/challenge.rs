//! Challenges: who may challenge whom, and the notification of the challenged player.
//!
//! A challenge is a match whose free seat is reserved for one player. A block is never revealed: a
//! blocked challenger gets the same answer as one whose opponent has too many challenges.

use super::Actions;
use crate::notifications::{Notice, is_correspondence};
use domain::{MatchId, Player, PlayerId, Setup};
use store::StoreError;

/// A player may not be challenged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ChallengeError {
    /// They are the challenger or a computer player, or one of the two has blocked the other.
    #[error("the player cannot be challenged")]
    Refused,
    /// The challenger has as many open challenges to them as possible.
    #[error("the challenger has too many open challenges to the player")]
    TooMany,
    /// There is no such player, or they deleted their account.
    #[error("there is no such player")]
    UnknownPlayer,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A player who may be challenged.
#[derive(Debug)]
pub(super) struct Challenged {
    pub(super) player: Player,
    /// Whether they do not follow the challenger.
    pub(super) is_stranger: bool,
}

impl Actions {
    /// Decides whether a player may challenge another.
    pub(super) async fn check_challenge(
        &self,
        challenger: PlayerId,
        id: PlayerId,
    ) -> Result<Challenged, ChallengeError> {
        let player = self.player(id).await?;
        let is_computer =
            player.computer.is_some() || Player::new(id, "", false).computer.is_some();
        if id == challenger || is_computer {
            return Err(ChallengeError::Refused);
        }
        // Before blocks, so that a block since the last challenge is not revealed either.
        if self.registry.limits().has_all_challenges(challenger, id).await? {
            return Err(ChallengeError::TooMany);
        }
        if self.store.blocked(challenger, id).await? {
            return Err(ChallengeError::Refused);
        }
        let is_deleted = player.guest && self.store.was_registered(id).await?;
        if is_deleted || !self.is_known(id).await? {
            return Err(ChallengeError::UnknownPlayer);
        }
        let is_stranger = !self.store.follows(id).await?.contains(&challenger);
        Ok(Challenged { player, is_stranger })
    }

    /// Notifies a challenged player. One who is on vacation is notified when it is over, if the
    /// challenge is still open then.
    pub(super) fn announce_challenge(&self, id: MatchId, setup: &Setup, challenged: PlayerId) {
        self.presence.notify([challenged]);
        if !(is_correspondence(setup.clock) && self.registry.is_on_vacation(challenged)) {
            let game = setup.game.info().id;
            self.notices.notify(&Notice::challenge(challenged, id, game, &setup.creator));
        }
    }
}
