//! The search for games of the archive, and its cursor.
//!
//! A `GameFilter` is the conjunction of its conditions; a `Cursor` names the last game of the page
//! before. The beginning of a game is stored as one text of its first `OPENING` actions, so that
//! "games that began like this" is a range of an index:
//!
//! ```text
//! opening   "h2e2 h9g7 "
//! in range  opening >= "h2e2 h9g7 " and opening < "h2e2 h9g7!"
//! ```

use domain::{GameSummary, MatchId, MatchResult, Moment, PlayerId};

/// The search for games; aborted ones are never found.
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
    /// With at least this many actions.
    pub shortest: Option<u32>,
    /// With at most this many actions.
    pub longest: Option<u32>,
    /// That ended at this moment or later.
    pub since: Option<Moment>,
    /// That ended before this moment.
    pub until: Option<Moment>,
    /// Rated games in which the opponent of `player`, or without one both players, had at least this
    /// rating at the start.
    pub rating: Option<i32>,
    /// That began with these actions, at most [`OPENING`] of them.
    pub opening: Vec<String>,
    /// That went through the position of this number ([`domain::explorer::ExplorerPosition`]), as far as the
    /// explorer records games.
    pub place: Option<u64>,
}

/// How many actions from the beginning a filter can name.
pub const OPENING: usize = 8;

/// The beginning of a game as it is stored: each action followed by a space.
pub(super) fn opening(moves: &[String]) -> String {
    let mut text = String::new();
    for action in moves.iter().take(OPENING) {
        text.push_str(action);
        text.push(' ');
    }
    text
}

/// The first text, in byte order, after every text that begins with this opening.
pub(super) fn beyond(opening: &str) -> String {
    // `!` is the character after the space, and no action contains it.
    format!("{}!", opening.strip_suffix(' ').unwrap_or(opening))
}

impl GameFilter {
    /// Whether the filter has conditions beyond those that the indexes by game, ruleset, player and
    /// result are sorted by.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detailed_are_the_conditions_by_which_no_index_is_sorted() {
        let plain = GameFilter {
            game: Some("shogi".to_owned()),
            result: Some(MatchResult::Draw),
            since: Some(Moment(1)),
            place: Some(7),
            ..GameFilter::default()
        };
        assert!(!plain.is_detailed());
        for detailed in [
            GameFilter { shortest: Some(1), ..plain.clone() },
            GameFilter { longest: Some(9), ..plain.clone() },
            GameFilter { rating: Some(1_500), ..plain.clone() },
            GameFilter { opening: vec!["7g7f".to_owned()], ..plain.clone() },
        ] {
            assert!(detailed.is_detailed(), "{detailed:?}");
        }
    }
}
