//! The lines that `yiguan judge`, `yiguan perft --jsonl` and `yiguan probe --jsonl` read and write.
//!
//! Each line is a JSON object. Unknown fields are ignored and missing optional ones mean the
//! defaults, so that a program written for an older version keeps working.

use super::text::word;
use engine::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game to judge.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct JudgeLine {
    /// The game's id.
    pub game: String,
    /// The ruleset's id; the game's default if absent.
    pub ruleset: Option<String>,
    /// Options that are not at their defaults.
    pub options: Option<BTreeMap<String, String>>,
    /// The start position; the ruleset's if absent.
    pub position: Option<String>,
    /// The actions to play.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// The result of judging a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Judgement {
    /// Every action could be played.
    Standing {
        /// Always true.
        ok: bool,
        /// The position reached.
        position: String,
        /// The side to act.
        #[serde(with = "word")]
        turn: Side,
        /// The number of actions played.
        ply: usize,
        /// The winner: `first`, `second` or `draw`; null if the game is not over.
        result: Option<&'static str>,
        /// The reason for the end, with hyphens.
        reason: Option<&'static str>,
        /// Whether the side to act is in check.
        check: bool,
        /// The legal actions, sorted as text.
        legal: Vec<String>,
    },
    /// The line could not be read, the game could not be set up, or an action could not be played.
    Refused {
        /// Always false.
        ok: bool,
        /// The index of the action; 0 if the fault is not in an action.
        at: usize,
        /// The rule that forbids the action, or the code of another error.
        rule: &'static str,
        /// The error message, for people.
        error: String,
    },
}

/// A position whose action sequences are counted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PerftLine {
    /// The game, and how the position is reached.
    #[serde(flatten)]
    pub from: JudgeLine,
    /// The length of the sequences.
    pub depth: u32,
}

/// The answer to a [`PerftLine`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PerftAnswer {
    /// The count.
    Counted {
        /// The number of sequences.
        nodes: u64,
    },
    /// The line could not be counted.
    Failed {
        /// Why not, for people.
        error: String,
    },
}

/// A position to look up in a table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ProbeLine {
    /// The ruleset's id; the game's default if absent.
    pub ruleset: Option<String>,
    /// The position; the ruleset's start if absent.
    pub position: Option<String>,
}

/// The answer to a [`ProbeLine`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ProbeAnswer {
    /// The value is known.
    Known {
        /// `win`, `draw` or `loss`, for the side to act.
        value: &'static str,
        /// The number of actions until the game ends with best play; absent for a draw.
        #[serde(skip_serializing_if = "Option::is_none")]
        distance: Option<u16>,
    },
    /// The value is not known.
    Failed {
        /// Why not, for people.
        error: String,
    },
}
