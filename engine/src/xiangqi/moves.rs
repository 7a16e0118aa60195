//! Moves and their text: ICCS, also called UCCI, such as `h2e2` (files `a` to `i` from the
//! left, ranks `0` to `9` from the bottom, both as the first side sits).

use super::square::Square;
use crate::{Refusal, Rule};
use std::fmt;

/// A move of one piece, whose destination may hold an enemy piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The origin.
    pub from: Square,
    /// The destination.
    pub to: Square,
}

impl Move {
    /// Reads an ICCS text. Four characters, lower case, nothing around them.
    ///
    /// # Errors
    ///
    /// [`Rule::Syntax`] if the text has another form, [`Rule::OffBoard`] if it names a point
    /// that the board does not have.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let &[from_file, from_rank, to_file, to_rank] = text.as_bytes() else {
            return Err(Refusal::new(Rule::Syntax));
        };
        Ok(Self { from: point(from_file, from_rank)?, to: point(to_file, to_rank)? })
    }
}

fn point(file: u8, rank: u8) -> Result<Square, Refusal> {
    match (file, rank) {
        (b'a'..=b'z', b'0'..=b'9') => {
            Square::new(file - b'a', rank - b'0').ok_or(Refusal::new(Rule::OffBoard))
        }
        _ => Err(Refusal::new(Rule::Syntax)),
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}
