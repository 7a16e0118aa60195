//! Finished games.

use crate::ids::{MatchId, PlayerId};
use crate::matches::clock::ClockSetting;
use crate::matches::{EndReason, MatchResult};
use crate::time::Moment;
use crate::wire::Player;
use engine::{BySide, Options};
use std::sync::Arc;

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
    pub players: BySide<Option<Player>>,
    /// Who won; nothing if the match was aborted.
    pub result: Option<MatchResult>,
    /// Why it ended.
    pub reason: EndReason,
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
    pub commands: Vec<(Arc<str>, u32)>,
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

impl GameSummary {
    /// The place after this game.
    #[must_use]
    pub const fn cursor(&self) -> Cursor {
        Cursor { ended_at: self.ended_at, id: self.id }
    }
}
