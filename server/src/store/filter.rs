//! Which games of the archive are asked for, and from where on.

use domain::{GameSummary, MatchId, MatchResult, Moment, PlayerId};

/// Which games are asked for; aborted ones never are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameFilter {
    /// Of this game.
    pub game: Option<String>,
    /// Under this ruleset.
    pub ruleset: Option<String>,
    /// With this player on either side.
    pub player: Option<PlayerId>,
    /// With this result.
    pub result: Option<MatchResult>,
}

/// The place after a game in the archive's order: by the end, then by the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// The end of the last game seen.
    pub ended_at: Moment,
    /// Its id.
    pub id: MatchId,
}

impl Cursor {
    /// The place after a game.
    #[must_use]
    pub const fn after(game: &GameSummary) -> Self {
        Self { ended_at: game.ended_at, id: game.id }
    }
}
