//! Reading matches: the lobby's lists, one match as a whole, and its events.
//!
//! A player of a match is shown the chat of the players, and all others that of the spectators.

use super::{Actions, NotLive};
use crate::live::{Detail, FindError, Found, Replayed, Unreachable};
use crate::lobby::{LISTED, Listing};
use domain::{Channel, MatchId, PlayerId};
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use protocol::{MatchSummary, Snapshot};
use std::sync::Arc;
use store::StoreError;

/// Matches, or records about players and games, cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ReadError {
    /// A match cannot be found.
    #[error(transparent)]
    Find(#[from] FindError),
    /// A match does not answer.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The most of a player's own matches that are listed.
const MAX_OWN: usize = 100;

/// The number of events read at a time.
const PAGE: u32 = 256;

impl Actions {
    /// The public matches that are open or live, newest first.
    pub(crate) async fn public_matches(
        &self,
        listing: Listing,
        game: Option<&str>,
    ) -> Vec<MatchSummary> {
        self.lobby.list(listing, game, LISTED).await
    }

    /// A player's unfinished matches on all nodes, the one with the latest activity first.
    ///
    /// # Errors
    ///
    /// [`FindError::Busy`].
    pub(crate) async fn own_matches(
        &self,
        player: PlayerId,
    ) -> Result<Vec<MatchSummary>, FindError> {
        self.cluster.matches_of(player, MAX_OWN).await
    }

    /// A match as a whole, in progress or archived.
    ///
    /// # Errors
    ///
    /// [`NotLive`], never because the match is over.
    pub(crate) async fn snapshot(
        &self,
        id: MatchId,
        reader: PlayerId,
        detail: Detail,
    ) -> Result<Box<Snapshot>, NotLive> {
        match self.registry.find(id).await? {
            Found::Here(handle) => Ok(handle.detailed(detail, Some(reader)).await?),
            Found::Archived(state) => Ok(Box::new(Snapshot {
                legal: (detail == Detail::Legal).then(|| state.legal()),
                ..Snapshot::of(&state, self.registry.now(), None)
            })),
        }
    }

    /// The events of a match in progress after a number, page by page, so that a slow reader holds
    /// no whole journal in memory. If the match ends before the last page is read, the list ends with an
    /// error, and not as if it were complete.
    ///
    /// # Errors
    ///
    /// [`NotLive`].
    pub(crate) async fn events(
        &self,
        id: MatchId,
        reader: PlayerId,
        since: u32,
    ) -> Result<BoxStream<'static, Result<Vec<Replayed>, FindError>>, NotLive> {
        let channel = self.is_player(id, reader).await.then_some(Channel::Players);
        let events = self.registry.events_since(id, since, PAGE, channel).await?;
        // The journal of a match that is over has become its row in the archive.
        if events.is_empty() && self.live(id).await?.is_over().await? {
            return Err(NotLive::Over);
        }
        let registry = Arc::clone(&self.registry);
        Ok(stream::try_unfold(Some(events), move |page| {
            let registry = Arc::clone(&registry);
            async move {
                let Some(page) = page else { return Ok(None) };
                let Some(last) = page.last().map(|event| event.seq) else { return Ok(None) };
                let is_full = u32::try_from(page.len()).is_ok_and(|count| count == PAGE);
                let next = match is_full {
                    true => Some(registry.events_since(id, last, PAGE, channel).await?),
                    false => None,
                };
                // With its end its journal is gone, the first event as well.
                if next.as_ref().is_some_and(Vec::is_empty)
                    && registry.events_since(id, 0, 1, channel).await?.is_empty()
                {
                    return Err(FindError::NotFound);
                }
                Ok::<_, FindError>(Some((page, next)))
            }
        })
        .boxed())
    }

    /// Whether a player has a seat in a match that runs on this node. Where that is not known, the
    /// answer is no.
    async fn is_player(&self, id: MatchId, player: PlayerId) -> bool {
        let Ok(Some(handle)) = self.registry.live(id).await else { return false };
        handle.seat_of(player).await.is_ok_and(|seat| seat.is_some())
    }
}
