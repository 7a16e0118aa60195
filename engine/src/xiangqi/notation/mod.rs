//! Moves as people and other programs write them, read and written, and whole games in those moves,
//! written; the crate `records` reads those.
//!
//! | | written | also read |
//! |---|---|---|
//! | [`Iccs`](Notation::Iccs) | `h2e2` | `H2-E2` |
//! | [`Wxf`](Notation::Wxf) | `C2.5`, `C+.5`, `++.4` | `c2=5`, `C25`, `+C.5`, `N` and `B` for `H` and `E` |
//! | [`Chinese`](Notation::Chinese) | `炮二平五`, `馬８進７`, `前炮平五` | simplified characters, any digits, `炮前平五` |
//!
//! ICCS names points as the first side sits. The two others are written from the mover's side:
//! files are counted from 1 at the mover's right, and a piece goes forwards, backwards or sideways,
//! by a number of points or to a file. How they name a piece that shares its file with another of
//! its kind is described in `docs/notation.md`.
//!
//! A move is read without asking whether it is legal, unless only the rules can decide which of
//! two pieces is meant.

mod chinese;
mod fen;
mod pgn;
mod phrase;
mod wxf;

use super::{Move, Xiangqi};
use crate::{Fault, NotationError, Record, Rule};
use std::fmt;

/// A way to write moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// From and to, as the Internet Chinese Chess Server wrote them: `h2e2`.
    Iccs,
    /// The World Xiangqi Federation's: `C2.5`.
    Wxf,
    /// The Chinese one, in traditional characters: `炮二平五`.
    Chinese,
}

/// A move text could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {fault}")]
pub struct MoveError {
    /// The column in the text, in characters from 1.
    pub column: usize,
    /// The fault.
    pub fault: Fault,
}

impl MoveError {
    const fn at(column: usize, fault: Fault) -> Self {
        Self { column, fault }
    }
}

impl Notation {
    /// Every notation.
    pub const ALL: [Self; 3] = [Self::Iccs, Self::Wxf, Self::Chinese];

    /// `iccs`, `wxf` or `cn`, which are also the endings of files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Iccs => "iccs",
            Self::Wxf => "wxf",
            Self::Chinese => "cn",
        }
    }

    /// The notation of that id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|notation| notation.as_str() == id)
    }

    /// Writes a legal move. A move that no piece could make is written in ICCS.
    #[must_use]
    pub fn write(self, position: &Xiangqi, action: Move) -> String {
        let text = match self {
            Self::Iccs => None,
            Self::Wxf => wxf::write(position, action),
            Self::Chinese => chinese::write(position, action),
        };
        text.unwrap_or_else(|| action.to_string())
    }

    /// Reads a move of the side to act, nothing around it.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if the text has another form, or no piece or several could be meant.
    pub fn read(self, position: &Xiangqi, text: &str) -> Result<Move, MoveError> {
        match self {
            Self::Iccs => iccs(text),
            Self::Wxf => wxf::read(position, text),
            Self::Chinese => chinese::read(position, text),
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Reads `h2e2` in any case, also with a hyphen between the points.
fn iccs(text: &str) -> Result<Move, MoveError> {
    let plain: String = text
        .char_indices()
        .filter(|&(byte, letter)| (byte, letter) != (2, '-'))
        .map(|(_, letter)| letter.to_ascii_lowercase())
        .collect();
    Move::parse(&plain).map_err(|refusal| match refusal.rule {
        Rule::OffBoard => {
            let end = if plain.starts_with(|file| ('a'..='i').contains(&file)) {
                text.chars().count() - 1
            } else {
                1
            };
            MoveError::at(end, Fault::NoSuchPoint)
        }
        _ => MoveError::at(1, Fault::BadMove("h2e2")),
    })
}

/// Writes a record in one of the game's own notations.
pub(super) fn write_record(notation: &str, record: &Record) -> Result<String, NotationError> {
    match Notation::from_id(notation) {
        Some(known) => pgn::write(known, record),
        None if notation == fen::ID => fen::write(record),
        None => Err(NotationError::Unknown(notation.to_owned())),
    }
}
