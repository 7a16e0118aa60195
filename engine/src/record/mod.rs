//! A played game as a record, independent of the notation it is written in.
//!
//! A record's actions are the engine's own texts, so it can be written in every notation of its game.
//! The plain notation `txt` can hold any game, and is read here, too: that checks the syntax, and
//! `replay` checks the rules. The crate `records` reads the others.

mod plain;

use crate::any_game::write_own;
use crate::{ActionPlayed, ActionRefused, AnyGame, BySide, Fault, Options, SetupError, Side};

pub use plain::{read_plain, write_plain};

/// A game with its circumstances: the content of a notation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The ruleset's id; the game's default if absent.
    pub ruleset: Option<String>,
    /// The options that are not at their defaults, or all of them.
    pub options: Options,
    /// The start position; the ruleset's if absent.
    pub start: Option<String>,
    /// The players' names.
    pub players: BySide<Option<String>>,
    /// The beginning of the game, as written: a date, or a date and a time.
    pub date: Option<String>,
    /// The comment before the first action.
    pub comment: String,
    /// The actions.
    pub moves: Vec<RecordedMove>,
    /// The result of the game.
    pub result: Option<RecordedResult>,
}

/// An action of a record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordedMove {
    /// The action text.
    pub action: String,
    /// The time it took, in milliseconds.
    pub time: Option<u64>,
    /// The comment on it; several lines are joined by line feeds.
    pub comment: String,
}

/// The end of a recorded game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedResult {
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// The reason, as a key such as `checkmate` or `resignation`; empty if the record gives none.
    pub reason: String,
}

/// A reason as records have it: the words of a key are joined by hyphens.
pub(crate) fn written_reason(reason: &str) -> String {
    respelled(reason, '_', '-')
}

/// The reason of a record: that of a key is the key.
fn read_reason(written: &str) -> String {
    respelled(written, '-', '_')
}

/// A key with one joint in place of another; any other text as it is.
fn respelled(text: &str, from: char, to: char) -> String {
    let is_key = text.chars().all(|letter| letter.is_ascii_lowercase() || letter == from);
    if is_key { text.replace(from, &to.to_string()) } else { text.to_owned() }
}

/// A record could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The fault.
    pub fault: Fault,
}

/// A record's game could not be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The game could not be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An action is not legal.
    #[error("ply {ply}, `{action}`: {refused}")]
    Refused {
        /// The action's index, from 0.
        ply: usize,
        /// The action.
        action: String,
        /// The refusal.
        refused: ActionRefused,
    },
}

/// A record could not be written in a notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The game does not have this notation.
    #[error("unknown notation `{0}`")]
    Unknown(String),
    /// The game is not in the catalogue, or its options or start position are wrong.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The record does not replay.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl RecordError {
    /// A fault at a place, both numbers from 1.
    #[must_use]
    pub const fn at(line: usize, column: usize, fault: Fault) -> Self {
        Self { line, column, fault }
    }
}

impl Record {
    /// Writes the record in a notation of its game: `txt`, the plain record, or one of the
    /// game's own.
    ///
    /// ```
    /// let record = engine::read_plain("yiguan 1\ngame: shogi\n1 7g7f\n")?;
    /// assert!(record.write("kif")?.contains("７六歩(77)"));
    /// assert!(record.write("csa")?.contains("+7776FU"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotationError`]: no such game or notation, or a record that does not replay.
    pub fn write(&self, notation: &str) -> Result<String, NotationError> {
        match notation {
            "txt" => Ok(write_plain(self)),
            _ => write_own(&self.game, notation, self),
        }
    }

    /// Plays the record through.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] names the set-up fault or the first action that is not legal.
    pub fn replay(&self) -> Result<AnyGame, ReplayError> {
        self.replay_with(AnyGame::play)
    }

    /// Plays the record through, even beyond the point where history has ended the game; see
    /// [`Game::play_on`](crate::Game::play_on).
    ///
    /// # Errors
    ///
    /// [`ReplayError`] names the set-up fault or the first action that its position refuses.
    pub fn replay_on(&self) -> Result<AnyGame, ReplayError> {
        self.replay_with(AnyGame::play_on)
    }

    fn replay_with(
        &self,
        play: impl Fn(&mut AnyGame, &str) -> Result<ActionPlayed, ActionRefused>,
    ) -> Result<AnyGame, ReplayError> {
        let mut game = AnyGame::new(
            &self.game,
            self.ruleset.as_deref(),
            &self.options,
            self.start.as_deref(),
        )?;
        for (ply, recorded) in self.moves.iter().enumerate() {
            play(&mut game, &recorded.action).map_err(|refused| ReplayError::Refused {
                ply,
                action: recorded.action.clone(),
                refused,
            })?;
        }
        Ok(game)
    }
}
