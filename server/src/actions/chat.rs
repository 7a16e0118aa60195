//! Permission to chat, and the allowed words.

use super::Actions;
use domain::PlayerId;

/// A text may not be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CannotChat {
    /// An operator has muted the player.
    #[error("the player is muted")]
    Muted,
    /// The text has a word of the operator's list.
    #[error("the text has a word that is filtered")]
    Words,
}

impl Actions {
    /// Decides whether a player may send a text, as chat or as a note.
    ///
    /// # Errors
    ///
    /// [`CannotChat`].
    pub(crate) fn check_chat(&self, player: PlayerId, text: &str) -> Result<(), CannotChat> {
        if self.orders.active().mutes(player) {
            Err(CannotChat::Muted)
        } else if self.words.are_in(text) {
            Err(CannotChat::Words)
        } else {
            Ok(())
        }
    }
}
