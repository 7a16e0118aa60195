//! Traces of a player in matches other than games: they are exported to the player, and removed with the
//! player.
//!
//! It is found without looking at every match: by the seats of matches in progress, and by the traces that
//! each task in memory notes of chat lines and of ended games.

use super::registry::{FindError, Registry, away};
use domain::{ChatLine, CommandId, Event, MatchId, NumberedEvent, PlayerId};
use futures_util::{StreamExt, stream};
use std::collections::BTreeSet;
use std::sync::Arc;
use store::{Event as Stored, codec};

/// How many matches are asked at a time.
const ASKED_AT_ONCE: usize = 16;

impl Registry {
    fn traces_of(&self, player: PlayerId) -> BTreeSet<MatchId> {
        let seats = self.seats().of(player, usize::MAX).into_iter();
        seats.chain(self.traces().of(player, usize::MAX)).collect()
    }

    /// Takes a deleted player out of every match in memory: the seats show no name, and chat lines
    /// are removed. False if a match could not do so now.
    pub async fn erase(self: &Arc<Self>, player: PlayerId) -> bool {
        let erase = |id| async move {
            match self.table().get(id) {
                Some(handle) => handle.erase(player).await.is_ok(),
                // It has left memory; if it is not over it is asked again once it has a task.
                None => true,
            }
        };
        let traces = stream::iter(self.traces_of(player));
        let erased = traces.map(erase).buffer_unordered(ASKED_AT_ONCE);
        erased.fold(true, async |all, one| all && one).await
    }

    /// The chat lines of a player that are stored: of matches in progress, and of ended ones that are in
    /// memory; also of `others`, matches that other nodes hold. Lines of a spectator on another node
    /// are not found.
    ///
    /// # Errors
    ///
    /// [`FindError::Busy`] if the store is away.
    pub async fn lines_of(
        self: &Arc<Self>,
        player: PlayerId,
        others: impl IntoIterator<Item = MatchId>,
    ) -> Result<Vec<(MatchId, ChatLine)>, FindError> {
        let mut ids = self.traces_of(player);
        ids.extend(others);
        let mut lines = Vec::new();
        for id in ids {
            let journal = self.events(id).await.map_err(|error| away(&error))?;
            let written = if journal.is_empty() {
                match self.table().get(id) {
                    // A match that has left memory since remembers nothing.
                    Some(handle) => handle.lines_of(player).await.unwrap_or_default(),
                    None => Vec::new(),
                }
            } else {
                journal.iter().filter_map(|event| line_of(event, player)).collect()
            };
            lines.extend(written.into_iter().map(|line| (id, line)));
        }
        Ok(lines)
    }
}

/// The chat line that an event of a journal is, if a player wrote it.
fn line_of(stored: &Stored, player: PlayerId) -> Option<ChatLine> {
    let (author, _) = CommandId::read_key(stored.command.as_deref()?)?;
    if author != player {
        return None;
    }
    match codec::read_event(&stored.payload).ok()? {
        NumberedEvent { seq, at, event: Event::Chat { by, name, channel, text } } => {
            Some(ChatLine { seq, at, by, name, channel, text })
        }
        _ => None,
    }
}
