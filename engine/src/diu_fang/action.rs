//! The actions of Diu Fang and their texts.
//!
//! ```text
//! @d4     places a stone from the hand
//! xd4     removes an enemy stone
//! a1a2    moves a stone one step along a line
//! pass    does nothing
//! ```
//!
//! A turn may consist of several actions, for instance a placement and the removals it earns. An
//! action is two bytes: points are indices whose meaning depends on the board.

use super::board::Board;
use crate::grid::{looks_like_point, parse_point, point_text};
use crate::{Refusal, Rule};

/// One action, packed into two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(u16);

/// The kind of an action with its points. The board gives the indices of points their meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    /// Puts a stone from the hand on a point.
    Place(u8),
    /// Takes an enemy stone off a point.
    Remove(u8),
    /// Moves an own stone to another point.
    Step {
        /// The origin.
        from: u8,
        /// The destination.
        to: u8,
    },
    /// Does nothing.
    Pass,
}

/// Markers in place of the point of departure; no point has such a high index.
const PLACE: u8 = 0xfd;
const REMOVE: u8 = 0xfe;
const PASS: u8 = 0xff;

impl Action {
    /// Passing.
    pub const PASS: Self = Self::pack(PASS, 0);

    /// Placing a stone at a point.
    #[must_use]
    #[inline]
    pub const fn place(at: u8) -> Self {
        Self::pack(PLACE, at)
    }

    /// Removing the stone at a point.
    #[must_use]
    #[inline]
    pub const fn remove(at: u8) -> Self {
        Self::pack(REMOVE, at)
    }

    /// Stepping from a point to a point.
    #[must_use]
    #[inline]
    pub const fn step(from: u8, to: u8) -> Self {
        Self::pack(from, to)
    }

    /// The action, unpacked.
    #[must_use]
    #[inline]
    pub const fn act(self) -> Act {
        let [from, to] = self.0.to_be_bytes();
        match from {
            PLACE => Act::Place(to),
            REMOVE => Act::Remove(to),
            PASS => Act::Pass,
            from => Act::Step { from, to },
        }
    }

    const fn pack(from: u8, to: u8) -> Self {
        Self(u16::from_be_bytes([from, to]))
    }
}

/// The text of a point index.
pub(super) fn point_name(board: Board, point: u8) -> String {
    point_text(board.file(point), board.rank(point))
}

/// The point index of a text such as `c4`.
pub(super) fn point(board: Board, text: &str) -> Option<u8> {
    let (file, rank) = parse_point(text, board.files(), board.ranks())?;
    Some(board.point(file, rank))
}

/// The canonical text of an action.
pub(super) fn text(board: Board, action: Action) -> String {
    match action.act() {
        Act::Place(at) => format!("@{}", point_name(board, at)),
        Act::Remove(at) => format!("x{}", point_name(board, at)),
        Act::Step { from, to } => point_name(board, from) + &point_name(board, to),
        Act::Pass => "pass".to_owned(),
    }
}

/// Parses the text of an action, without checking whether it is legal.
pub(super) fn parse(board: Board, text: &str) -> Result<Action, Refusal> {
    let on_board = |text: &str| match point(board, text) {
        Some(point) => Ok(point),
        None if looks_like_point(text) => Err(Refusal::new(Rule::OffBoard)),
        None => Err(Refusal::new(Rule::Syntax)),
    };
    if text == "pass" {
        return Ok(Action::PASS);
    }
    if let Some(at) = text.strip_prefix('@') {
        return Ok(Action::place(on_board(at)?));
    }
    match (text.len(), text.strip_prefix('x')) {
        (3, Some(at)) => Ok(Action::remove(on_board(at)?)),
        (4, _) => {
            let (from, to) = text.split_at_checked(2).ok_or(Refusal::new(Rule::Syntax))?;
            match (on_board(from), on_board(to)) {
                (Ok(from), Ok(to)) => Ok(Action::step(from, to)),
                // If both points are faulty, a malformed one is reported before one off the board.
                (Err(refusal), Ok(_)) | (Ok(_), Err(refusal)) => Err(refusal),
                (Err(one), Err(other)) => Err(if one.rule == Rule::Syntax { one } else { other }),
            }
        }
        _ => Err(Refusal::new(Rule::Syntax)),
    }
}
