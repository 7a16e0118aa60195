//! The actions of the line games and their texts: a step `a1a2`, a removal `xd4`.

use crate::grid::{looks_like_point, parse_point, point_text};
use crate::{Refusal, Rule};

/// One act of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineAction {
    /// A stone goes to an adjacent empty point.
    Step {
        /// Where it stands, as a point index: rank from the bottom times board size plus file.
        from: u8,
        /// Where it goes.
        to: u8,
    },
    /// An enemy stone is taken off the board, which a complete line has earned.
    Remove {
        /// Where it stands.
        at: u8,
    },
}

impl LineAction {
    /// Reads an action text for a board of `size` x `size` points.
    pub(super) fn parse(text: &str, size: u8) -> Result<Self, Refusal> {
        let point = |text: &str| match parse_point(text, size, size) {
            Some((file, rank)) => Ok(rank * size + file),
            None if looks_like_point(text) => Err(Refusal::new(Rule::OffBoard)),
            None => Err(Refusal::new(Rule::Syntax)),
        };
        if let Some(at) = text.strip_prefix('x').filter(|at| at.len() == 2) {
            return Ok(Self::Remove { at: point(at)? });
        }
        match text.split_at_checked(2) {
            // Both halves are read before either is judged: a text that is no action at all is
            // a matter of form, even if its other half names a point off the board.
            Some((from, to)) if looks_like_point(from) && looks_like_point(to) => {
                Ok(Self::Step { from: point(from)?, to: point(to)? })
            }
            Some(_) | None => Err(Refusal::new(Rule::Syntax)),
        }
    }

    /// The action text.
    pub(super) fn text(self, size: u8) -> String {
        let name = |point: u8| point_text(point % size, point / size);
        match self {
            Self::Step { from, to } => name(from) + &name(to),
            Self::Remove { at } => format!("x{}", name(at)),
        }
    }
}
