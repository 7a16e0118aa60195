//! Finished games.

use crate::ids::{MatchId, PlayerId};
use crate::matches::clock::ClockSetting;
use crate::time::Moment;
use engine::{BySide, Options, Side};
use std::fmt;
use std::str::FromStr;

/// A finished game without its actions.
#[derive(Debug, Clone, PartialEq)]
pub struct GameSummary {
    /// The id of the match it was.
    pub id: MatchId,
    /// The game's id.
    pub game: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// The version of the ruleset it was played under.
    pub ruleset_version: u32,
    /// Every option with its value.
    pub options: Options,
    /// The start position.
    pub start: String,
    /// The clock's setting.
    pub clock: ClockSetting,
    /// Who played; an aborted match may have an empty seat.
    pub players: BySide<Option<StoredPlayer>>,
    /// Who won; nothing if the match was aborted.
    pub result: Option<GameResult>,
    /// Why it ended, as a key of the wire such as `checkmate`.
    pub reason: String,
    /// The last position.
    pub position: String,
    /// The last position's key.
    pub hash: u64,
    /// How many actions were played.
    pub plies: u32,
    /// Whether it counted for a rating.
    pub rated: bool,
    /// When the match was made.
    pub started_at: Moment,
    /// When it ended.
    pub ended_at: Moment,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedGame {
    /// All but the actions.
    pub summary: GameSummary,
    /// The actions' texts.
    pub moves: Vec<String>,
    /// Milliseconds used by each action; as many as there are actions.
    pub times: Vec<u64>,
    /// The number of the match's last event; 0 for an imported game.
    pub last_seq: u32,
    /// The commands of the match with the numbers of their events, so that one sent again
    /// after the end gets the same answer; empty for an imported game.
    pub commands: Vec<(Box<str>, u32)>,
}

/// A player as they were when the game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPlayer {
    /// The identity.
    pub id: PlayerId,
    /// The name shown.
    pub name: String,
    /// Whether it is a guest.
    pub guest: bool,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// The first side won.
    First,
    /// The second side won.
    Second,
    /// Nobody won.
    Draw,
}

impl GameResult {
    /// Every result.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Draw];

    /// `first`, `second` or `draw`, as on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Draw => "draw",
        }
    }

    /// The result of a game with this winner.
    #[must_use]
    pub const fn of_winner(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::First) => Self::First,
            Some(Side::Second) => Self::Second,
            None => Self::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a result is `first`, `second` or `draw`")]
pub struct ParseGameResultError;

impl FromStr for GameResult {
    type Err = ParseGameResultError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|result| result.as_str() == text).ok_or(ParseGameResultError)
    }
}

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
    pub result: Option<GameResult>,
}

/// The place after a game in the archive's order: by the end, then by the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// The end of the last game seen.
    pub ended_at: Moment,
    /// Its id.
    pub id: MatchId,
}

impl GameSummary {
    /// The place after this game.
    #[must_use]
    pub const fn cursor(&self) -> Cursor {
        Cursor { ended_at: self.ended_at, id: self.id }
    }
}
