//! Reaching a match in progress.

use super::Actions;
use crate::live::{FindError, Found, MatchHandle, Unreachable};
use domain::MatchId;

/// A match in progress cannot be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotLive {
    /// There is no such match, or another node has it.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// It does not answer.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
}

impl Actions {
    /// A match in progress on this node.
    pub(super) async fn live(&self, id: MatchId) -> Result<MatchHandle, NotLive> {
        match self.registry.find(id).await? {
            Found::Here(handle) => Ok(handle),
            Found::Archived(_) => Err(NotLive::Over),
        }
    }
}
