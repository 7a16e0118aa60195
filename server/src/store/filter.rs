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
    /// With at least so many actions.
    pub shortest: Option<u32>,
    /// With at most so many actions.
    pub longest: Option<u32>,
    /// That ended at this moment or later.
    pub since: Option<Moment>,
    /// That ended before this moment.
    pub until: Option<Moment>,
    /// Rated ones, in which both players were rated at least so when they began.
    pub rating: Option<i32>,
    /// That began with these actions, [`OPENING`] at the most.
    pub opening: Vec<String>,
}

/// How many actions from the beginning games can be asked for by.
pub const OPENING: usize = 8;

/// The beginning of a game as it is stored: each action with a space behind it.
pub(super) fn opening(moves: &[String]) -> String {
    let mut text = String::new();
    for action in moves.iter().take(OPENING) {
        text.push_str(action);
        text.push(' ');
    }
    text
}

/// The first text that is beyond all that begin with such an opening.
pub(super) fn beyond(opening: &str) -> String {
    // A space is followed by `!`, which no action has.
    format!("{}!", opening.strip_suffix(' ').unwrap_or(opening))
}

impl GameFilter {
    /// Whether more is asked for than the lists by game, ruleset, player and result are sorted by.
    #[must_use]
    pub const fn is_detailed(&self) -> bool {
        self.shortest.is_some()
            || self.longest.is_some()
            || self.rating.is_some()
            || !self.opening.is_empty()
    }
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
