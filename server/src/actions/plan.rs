//! A player's conditional moves in a correspondence match.

use super::{Actions, NotLive};
use crate::live::{Lookup, Planned, Unanswered, Unreachable, Verdict};
use domain::{Command, CommandId, MatchId, Player, PlayerId, Refusal};
use std::sync::Arc;
use uuid::Uuid;

/// A plan cannot be read or replaced.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PlanError {
    /// The match cannot be reached.
    #[error(transparent)]
    NotLive(#[from] NotLive),
    /// The player has no seat in the match.
    #[error("the player has no seat in the match")]
    NotSeated,
    /// The match refused the plan.
    #[error("the plan is refused: {0}")]
    Refused(Refusal),
    /// The match gave no answer.
    #[error("the match is busy")]
    Busy,
}

impl From<Unreachable> for PlanError {
    fn from(error: Unreachable) -> Self {
        Self::NotLive(error.into())
    }
}

impl Actions {
    /// The part of a player's plan that is still ahead.
    ///
    /// # Errors
    ///
    /// [`PlanError`].
    pub(crate) async fn plan(&self, player: PlayerId, id: MatchId) -> Result<Planned, PlanError> {
        self.live(id).await?.plan(player).await?.ok_or(PlanError::NotSeated)
    }

    /// Replaces a player's plan by lines that begin after `ply` actions; without lines it is
    /// cancelled. Returns the part that is still ahead.
    ///
    /// # Errors
    ///
    /// [`PlanError`].
    pub(crate) async fn set_plan(
        &self,
        player: Arc<Player>,
        id: MatchId,
        ply: u32,
        lines: Vec<Vec<String>>,
    ) -> Result<Planned, PlanError> {
        let handle = self.live(id).await?;
        let who = player.id;
        let command = format!("p{}", Uuid::new_v4().simple());
        let command: CommandId = command.parse().expect("it has letters and digits only");
        let plan = Command::Plan { ply, lines };
        match handle.command(player, command, plan, Lookup::Spared).await {
            Ok(Verdict::Done { .. }) => {}
            Ok(Verdict::Refused { refusal, .. }) => return Err(PlanError::Refused(refusal)),
            Ok(Verdict::Busy { .. }) | Err(Unanswered) => return Err(PlanError::Busy),
        }
        handle.plan(who).await?.ok_or(PlanError::NotSeated)
    }
}
