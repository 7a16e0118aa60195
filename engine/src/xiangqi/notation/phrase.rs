//! The content of a move in the relative notations, WXF and Chinese: which piece, which way, and
//! how far.
//!
//! ```text
//! 炮二平五   C2.5   the cannon on file 2 goes sideways to file 5
//! 前马退六   H+-6   the front horse goes back to file 6
//! ```
//!
//! Files are counted 1 to 9 from the right of the player who moves. `describe` finds the phrase of
//! a move, `find` the move of a phrase in a position; the notations themselves only spell a phrase.

use super::MoveError;
use crate::xiangqi::piece::own_rank;
use crate::xiangqi::{FILES, Move, Piece, Role, Square, Xiangqi};
use crate::{Fault, Position, Side};
use std::cmp::Ordering;

/// The direction of a piece's move, as its player sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
    Sideways,
}

/// The place of a piece among several of its kind on one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceOnFile {
    /// This many pieces of its kind stand before it.
    FromFront(usize),
    /// This many pieces of its kind stand behind it.
    FromRear(usize),
    /// As many stand before it as behind it.
    Middle,
}

/// A move in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) role: Role,
    /// The file it stands on, 1 to 9 from its player's right, if given.
    pub(super) file: Option<u8>,
    pub(super) place: Option<PlaceOnFile>,
    pub(super) direction: Direction,
    /// The file it goes to if it changes its file, otherwise how many points it goes.
    pub(super) number: u8,
}

/// The standing of a piece among those of its kind.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing {
    pub(super) square: Square,
    /// 1 to 9 from its player's right.
    pub(super) file: u8,
    /// The number of pieces of its kind in front of it on its file.
    pub(super) index: usize,
    /// The number of pieces of its kind on its file, itself included.
    pub(super) count: usize,
}

impl Standing {
    fn is_at(&self, place: PlaceOnFile) -> bool {
        match place {
            PlaceOnFile::FromFront(before) => self.count > 1 && self.index == before,
            PlaceOnFile::FromRear(behind) => {
                self.count > 1 && self.index + behind + 1 == self.count
            }
            PlaceOnFile::Middle => self.count > 1 && 2 * self.index + 1 == self.count,
        }
    }
}

/// The file of a point, 1 to 9 from the right of `side`.
const fn own_file(side: Side, file: u8) -> u8 {
    match side {
        Side::First => FILES - file,
        Side::Second => file + 1,
    }
}

/// The point of a file from 1 and a rank from 0, both as `side` counts them.
fn own_point(side: Side, file: u8, rank: u8) -> Option<Square> {
    let (left, right) = (file.checked_sub(1)?, FILES.checked_sub(file)?);
    match side {
        Side::First => Square::new(right, rank),
        Side::Second => Square::new(left, 9_u8.checked_sub(rank)?),
    }
}

/// All pieces of a kind of the side to act: the files from its right, each from its front.
pub(super) fn standings(position: &Xiangqi, role: Role) -> Vec<Standing> {
    let side = position.to_act();
    let mut all = Vec::new();
    for file in 1..=FILES {
        let squares: Vec<Square> = (0..=9)
            .rev()
            .filter_map(|rank| own_point(side, file, rank))
            .filter(|&square| position.piece_at(square) == Some(Piece { side, role }))
            .collect();
        let count = squares.len();
        let standing = |(index, square)| Standing { square, file, index, count };
        all.extend(squares.into_iter().enumerate().map(standing));
    }
    all
}

/// Whether two files hold several pieces each, as only soldiers can.
pub(super) fn two_files_shared(standings: &[Standing]) -> bool {
    standings.iter().filter(|standing| standing.count > 1 && standing.index == 0).count() > 1
}

/// The pieces of the kind that moves, and the phrase of the move. `None` if the side to act has no
/// piece on its origin.
pub(super) fn describe(position: &Xiangqi, action: Move) -> Option<(Vec<Standing>, Phrase)> {
    let side = position.to_act();
    let role = position.piece_at(action.from).filter(|piece| piece.side == side)?.role;
    let all = standings(position, role);
    let (file, to_file) = (own_file(side, action.from.file()), own_file(side, action.to.file()));
    let (rank, to_rank) = (own_rank(side, action.from.rank()), own_rank(side, action.to.rank()));
    let direction = match to_rank.cmp(&rank) {
        Ordering::Greater => Direction::Forward,
        Ordering::Less => Direction::Backward,
        Ordering::Equal => Direction::Sideways,
    };
    let number = if file == to_file { rank.abs_diff(to_rank) } else { to_file };
    Some((all, Phrase { role, file: Some(file), place: None, direction, number }))
}

impl Phrase {
    /// The move that the phrase means. `end` is the column of its number, for reporting faults.
    pub(super) fn find(&self, position: &Xiangqi, end: usize) -> Result<Move, MoveError> {
        let all = standings(position, self.role);
        let pieces = self.pieces(&all);
        if pieces.is_empty() {
            return Err(MoveError::at(1, Fault::NoPieceThere));
        }
        let side = position.to_act();
        let mut moves: Vec<Move> = pieces
            .into_iter()
            .filter_map(|from| Some(Move { from, to: self.target(side, from)? }))
            .collect();
        if moves.is_empty() {
            return Err(MoveError::at(end, Fault::DoesNotGoThere));
        }
        // Two advisors or elephants on one file are distinguished by where they can stand at all.
        let piece = Piece { side, role: self.role };
        if moves.len() > 1 {
            moves.retain(|action| piece.can_stand_on(action.to));
        }
        if moves.len() > 1 {
            moves.retain(|&action| position.refuse(action).is_none());
        }
        match moves[..] {
            [action] => Ok(action),
            _ => Err(MoveError::at(1, Fault::Ambiguous)),
        }
    }

    /// The points of the pieces that the phrase could mean.
    fn pieces(&self, all: &[Standing]) -> Vec<Square> {
        let meant = |standing: &&Standing| {
            self.file.is_none_or(|file| file == standing.file)
                && self.place.is_none_or(|place| standing.is_at(place))
        };
        all.iter().filter(meant).map(|standing| standing.square).collect()
    }

    /// The destination of a piece on `from`, if there is such a point.
    fn target(&self, side: Side, from: Square) -> Option<Square> {
        let (file, rank) = (own_file(side, from.file()), own_rank(side, from.rank()));
        let across = self.number.abs_diff(file);
        let (to_file, along) = match (self.role, self.direction) {
            (Role::Horse, _) if across == 1 => (self.number, 2),
            (Role::Horse, _) if across == 2 => (self.number, 1),
            (Role::Advisor, _) if across == 1 => (self.number, 1),
            (Role::Elephant, _) if across == 2 => (self.number, 2),
            (Role::Horse | Role::Advisor | Role::Elephant, _) => return None,
            (_, Direction::Sideways) => (self.number, 0),
            (Role::General | Role::Chariot | Role::Cannon | Role::Soldier, _) => {
                (file, self.number)
            }
        };
        let to_rank = match self.direction {
            Direction::Forward => rank.checked_add(along)?,
            Direction::Backward => rank.checked_sub(along)?,
            Direction::Sideways if along == 0 => rank,
            Direction::Sideways => return None,
        };
        own_point(side, to_file, to_rank).filter(|&to| to != from)
    }
}
