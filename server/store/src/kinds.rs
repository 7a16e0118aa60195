//! The kinds of notices, and those that a player wants by a channel.

/// The subject of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NotificationKind {
    /// It is the player's turn.
    Turn,
    /// The player is challenged.
    Challenge,
    /// A seek has found an opponent.
    Found,
}

/// The notices that a player wants to receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotificationKinds {
    /// It is their turn.
    pub turn: bool,
    /// They are challenged.
    pub challenge: bool,
    /// Their seek has found an opponent.
    pub found: bool,
}

impl NotificationKinds {
    /// Whether notices of this kind are wanted.
    #[must_use]
    pub const fn wants(self, kind: NotificationKind) -> bool {
        match kind {
            NotificationKind::Turn => self.turn,
            NotificationKind::Challenge => self.challenge,
            NotificationKind::Found => self.found,
        }
    }
}
