//! A match in progress as a link to it shows it, to every visitor and from every node.

use super::{Actions, ReadError};
use crate::live::FindError;
use domain::MatchId;
use protocol::{MatchSummary, Snapshot};

/// A match in progress at a moment.
#[derive(Debug)]
pub(crate) struct Preview {
    pub(crate) summary: Box<MatchSummary>,
    /// The match as a whole, if the moment has passed.
    pub(crate) past: Option<Box<Snapshot>>,
}

impl Actions {
    /// A match in progress, with the moves that lead to an earlier ply if one is named; `None` if it
    /// is in the archive or nowhere.
    ///
    /// # Errors
    ///
    /// [`ReadError`].
    pub(crate) async fn preview(
        &self,
        id: MatchId,
        ply: Option<u32>,
    ) -> Result<Option<Preview>, ReadError> {
        match self.registry.live(id).await {
            Ok(Some(handle)) => {
                let summary = handle.summary().await?;
                let past = match ply.filter(|&ply| ply < summary.ply) {
                    Some(_) => Some(handle.snapshot().await?),
                    None => None,
                };
                Ok(Some(Preview { summary, past }))
            }
            Ok(None) => Ok(None),
            // A link is followed by way of any node.
            Err(FindError::Elsewhere) => {
                let state = self.registry.peek(id).await?;
                let snapshot = || Box::new(Snapshot::of(&state, self.registry.now(), None));
                let past = ply.filter(|&ply| ply < state.ply()).map(|_| snapshot());
                Ok(Some(Preview { summary: Box::new(MatchSummary::of(&state)), past }))
            }
            Err(error) => Err(error.into()),
        }
    }
}
