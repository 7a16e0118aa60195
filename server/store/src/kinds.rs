//! What notices are about, and which of them somebody wants, by whichever way.

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// It is somebody's turn.
    Turn,
    /// Somebody is challenged.
    Challenge,
    /// A seek has found an opponent.
    Found,
}

/// Which of these notices somebody wants to receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoticeKinds {
    /// It is their turn.
    pub turn: bool,
    /// They are challenged.
    pub challenge: bool,
    /// Their seek has found an opponent.
    pub found: bool,
}

impl NoticeKinds {
    /// Whether notices of this kind are wanted.
    #[must_use]
    pub const fn wants(self, kind: NoticeKind) -> bool {
        match kind {
            NoticeKind::Turn => self.turn,
            NoticeKind::Challenge => self.challenge,
            NoticeKind::Found => self.found,
        }
    }
}
