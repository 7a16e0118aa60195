//! Finished games, as the archive keeps them: a summary for lists, and the whole game with its
//! actions and times.
//!
//! A finished game never changes. It names the ruleset, version and options it was played under, so
//! that it can be replayed for ever; positions and actions are the engine's texts.

use crate::clock::ClockSetting;
use crate::ending::{EndReason, MatchResult};
use crate::ids::MatchId;
use crate::moment::Moment;
use crate::player::Player;
use crate::text::Origin;
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
    /// Who won; `None` if the match was aborted.
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
    /// Whether the players were found for each other by their seeks.
    pub found: bool,
    /// How the players came together; `None` for an imported game without it.
    pub origin: Option<Origin>,
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
