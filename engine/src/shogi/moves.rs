//! Moves of shogi and their text in USI.
//!
//! ```text
//! 7g7f     a move from file 7, rank g to file 7, rank f
//! 8h2b+    the same with promotion
//! P*5e     a drop
//! ```
//!
//! `Action` is the packed form that lists and histories hold, `Move` the readable one. Parsing
//! checks the form and the board's bounds only.

use super::piece::Role;
use super::square::{SIZE, Square};
use crate::{Refusal, Rule};
use std::fmt;

/// A move, packed into two bytes; [`Action::unpack`] gives its meaning.
///
/// Seven bits for the destination, seven for the origin or, from 81 up, the role dropped, and
/// one for promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(u16);

/// The kind of a move with its squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece on the board moves, and captures the piece on its destination, if there is one.
    Board {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
        /// Whether it promotes.
        promote: bool,
    },
    /// A piece in hand is placed on the board.
    Drop {
        /// The role dropped; one of [`Role::HELD`].
        role: Role,
        /// The destination.
        to: Square,
    },
}

const PROMOTE: u16 = 1 << 14;

/// The origin field of the first role that can be dropped.
const DROPS: u16 = SIZE as u16 * SIZE as u16;

impl Action {
    /// A move on the board.
    #[must_use]
    #[inline]
    pub const fn board(from: Square, to: Square, promote: bool) -> Self {
        let promote = if promote { PROMOTE } else { 0 };
        Self(promote | (from.index() as u16) << 7 | to.index() as u16)
    }

    /// A drop of one of [`Role::HELD`].
    #[must_use]
    #[inline]
    pub const fn drop(role: Role, to: Square) -> Self {
        Self((DROPS + role as u16) << 7 | to.index() as u16)
    }

    /// The move, unpacked.
    #[must_use]
    #[inline]
    pub const fn unpack(self) -> Move {
        let to = Square::of_bit((self.0 & 0x7f) as u8);
        let origin = (self.0 >> 7) & 0x7f;
        if origin >= DROPS {
            Move::Drop { role: Role::ALL[((origin - DROPS) & 7) as usize], to }
        } else {
            let from = Square::of_bit(origin as u8);
            Move::Board { from, to, promote: self.0 & PROMOTE != 0 }
        }
    }

    /// Reads a USI text: four characters, or five with `+`; nothing around them.
    ///
    /// # Errors
    ///
    /// [`Rule::Syntax`] if the text has another form, [`Rule::OffBoard`] if it names a square
    /// that the board does not have.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        match *text.as_bytes() {
            [role, b'*', file, rank] => {
                let role = Role::from_letter(char::from(role))
                    .filter(|&role| role != Role::King)
                    .ok_or(Refusal::new(Rule::Syntax))?;
                Ok(Self::drop(role, square(file, rank)?))
            }
            [from_file, from_rank, to_file, to_rank, ref promotion @ ..]
                if promotion.is_empty() || promotion == b"+" =>
            {
                let (from, to) = (square(from_file, from_rank)?, square(to_file, to_rank)?);
                Ok(Self::board(from, to, !promotion.is_empty()))
            }
            _ => Err(Refusal::new(Rule::Syntax)),
        }
    }
}

fn square(file: u8, rank: u8) -> Result<Square, Refusal> {
    match (file, rank) {
        (b'0'..=b'9', b'a'..=b'z') => file
            .checked_sub(b'1')
            .and_then(|file| Square::new(file, rank - b'a'))
            .ok_or(Refusal::new(Rule::OffBoard)),
        _ => Err(Refusal::new(Rule::Syntax)),
    }
}

impl From<Move> for Action {
    fn from(played: Move) -> Self {
        match played {
            Move::Board { from, to, promote } => Self::board(from, to, promote),
            Move::Drop { role, to } => Self::drop(role, to),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Board { from, to, promote } => {
                write!(f, "{from}{to}{}", if promote { "+" } else { "" })
            }
            Self::Drop { role, to } => write!(f, "{}*{to}", role.letter()),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.unpack().fmt(f)
    }
}
