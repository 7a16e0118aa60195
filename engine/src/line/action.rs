//! The actions of the line games and their texts: a step `a1a2`, and a removal `xd4`, which a
//! complete line earns.
//!
//! An action is two bytes, whose points are indices on the board of its game. Parsing checks the
//! form and the bounds of the board only.

use crate::grid::{looks_like_point, parse_point, point_text};
use crate::{Refusal, Rule};

/// One act of one side, in two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LineAction {
    from: u8,
    to: u8,
}

/// The kind of an action with its points. Points are indices: rank from the bottom times board size
/// plus file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// A stone goes to an adjacent empty point.
    Step {
        /// The origin.
        from: u8,
        /// The destination.
        to: u8,
    },
    /// An enemy stone is taken off the board, which a complete line has earned.
    Remove {
        /// The point of the stone.
        at: u8,
    },
}

impl LineAction {
    /// Stands for the origin of a removal, which has none.
    const NOWHERE: u8 = u8::MAX;

    /// The step from one point to another.
    #[must_use]
    pub const fn step(from: u8, to: u8) -> Self {
        Self { from, to }
    }

    /// The removal of the stone on a point.
    #[must_use]
    pub const fn removal(at: u8) -> Self {
        Self { from: Self::NOWHERE, to: at }
    }

    /// The action, unpacked.
    #[must_use]
    pub const fn act(self) -> Act {
        match self.from {
            Self::NOWHERE => Act::Remove { at: self.to },
            from => Act::Step { from, to: self.to },
        }
    }

    /// Reads an action text for a board of `size` x `size` points.
    pub(super) fn parse(text: &str, size: u8) -> Result<Self, Refusal> {
        let point = |text: &str| match parse_point(text, size, size) {
            Some((file, rank)) => Ok(rank * size + file),
            None if looks_like_point(text) => Err(Refusal::new(Rule::OffBoard)),
            None => Err(Refusal::new(Rule::Syntax)),
        };
        if let Some(at) = text.strip_prefix('x').filter(|at| at.len() == 2) {
            return Ok(Self::removal(point(at)?));
        }
        match text.split_at_checked(2) {
            // The form of both halves is checked first: a text that is no action at all is a fault
            // of syntax, even if one half of it names a point off the board.
            Some((from, to)) if looks_like_point(from) && looks_like_point(to) => {
                Ok(Self::step(point(from)?, point(to)?))
            }
            Some(_) | None => Err(Refusal::new(Rule::Syntax)),
        }
    }

    /// The action text.
    pub(super) fn text(self, size: u8) -> String {
        let name = |point: u8| point_text(point % size, point / size);
        match self.act() {
            Act::Step { from, to } => name(from) + &name(to),
            Act::Remove { at } => format!("x{}", name(at)),
        }
    }
}
