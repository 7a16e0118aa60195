//! Declining challenges. The match is aborted, and leaves no trace in the archive.

use super::{Actions, NotLive};
use crate::live::{FindError, Found, Lookup, MatchHandle, Unanswered, Unreachable, Verdict};
use domain::{Command, CommandId, MatchId, Player};
use protocol::MatchSummary;
use std::sync::Arc;
use store::Operation;
use uuid::Uuid;

/// The most challenges to a deleted player that are ended; more are not possible.
const MAX_ENDED: usize = 1_000;

/// A challenge was not declined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DeclineError {
    /// The match cannot be reached.
    #[error(transparent)]
    NotLive(#[from] NotLive),
    /// The match is no challenge to the player, or has begun.
    #[error("the player is not challenged to this match")]
    NotChallenged,
    /// The match gave no answer.
    #[error("the match is busy")]
    Busy,
}

impl From<Unreachable> for DeclineError {
    fn from(error: Unreachable) -> Self {
        Self::NotLive(error.into())
    }
}

impl Actions {
    /// Declines a challenge.
    ///
    /// # Errors
    ///
    /// [`DeclineError`].
    pub(crate) async fn decline(
        &self,
        player: Arc<Player>,
        id: MatchId,
    ) -> Result<(), DeclineError> {
        let handle = self.live(id).await?;
        let is_challenged = handle.snapshot().await?.invited.is_some_and(|of| of.id == player.id);
        if !is_challenged {
            return Err(DeclineError::NotChallenged);
        }
        match abort(&handle, player).await {
            Ok(Verdict::Done { .. }) => Ok(()),
            Ok(Verdict::Refused { .. }) => Err(DeclineError::NotChallenged),
            Ok(Verdict::Busy { .. }) | Err(Unanswered) => Err(DeclineError::Busy),
        }
    }

    /// Declines every challenge to a player who has deleted their account. One on another node is
    /// ended there by an order like that of an operator; one that cannot be reached now expires.
    pub(crate) async fn decline_all(&self, player: &Arc<Player>) {
        let matches = match self.cluster.matches_of(player.id, MAX_ENDED).await {
            Ok(matches) => matches,
            Err(error) => {
                tracing::warn!(%error, "challenges to a deleted player stay open");
                return;
            }
        };
        let is_challenged =
            |summary: &MatchSummary| summary.invited.as_ref().is_some_and(|of| of.id == player.id);
        for summary in matches.into_iter().filter(is_challenged) {
            let is_declined = match self.registry.find(summary.id).await {
                Ok(Found::Here(handle)) => matches!(
                    abort(&handle, Arc::clone(player)).await,
                    Ok(Verdict::Done { .. } | Verdict::Refused { .. })
                ),
                Ok(Found::Archived(_)) | Err(FindError::NotFound) => true,
                Err(FindError::Elsewhere) => {
                    self.store.record(&self.order_to_end(summary.id)).await.is_ok()
                }
                Err(FindError::Busy | FindError::Damaged) => false,
            };
            if !is_declined {
                tracing::warn!(match.id = %summary.id, "a challenge to a deleted player stays open");
            }
        }
    }

    fn order_to_end(&self, id: MatchId) -> Operation {
        Operation {
            id: Uuid::now_v7(),
            at: self.registry.now(),
            operator: "yiguan".to_owned(),
            action: "end".to_owned(),
            target: id.to_string(),
            reason: "the player challenged is deleted".to_owned(),
            outcome: None,
        }
    }
}

/// Ends the match to which a player is challenged.
async fn abort(handle: &MatchHandle, player: Arc<Player>) -> Result<Verdict, Unanswered> {
    // The same command id for every challenge, so that declining twice is done once.
    let command: CommandId = "decline".parse().expect("it is a word");
    handle.command(player, command, Command::Abort, Lookup::Spared).await
}
