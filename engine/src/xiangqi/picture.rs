//! The picture of a xiangqi position: nine files and ten ranks of points, the river and the
//! palaces, and discs with characters.
//!
//! Which side is red depends on the ruleset, because the first side is black under `walker`. The
//! two colours have characters of their own for most pieces.

use super::piece::{Piece, Role};
use super::square::{FILES, RANKS, Square};
use super::{Ruleset, Xiangqi};
use crate::{BySide, Picture, PictureLine, PicturePiece, Shape, Tint};

/// Draws a position.
pub(super) fn picture(position: &Xiangqi) -> Picture {
    let tints = match position.ruleset() {
        Ruleset::Walker => BySide { first: Tint::Black, second: Tint::Red },
        Ruleset::Standard => BySide { first: Tint::Red, second: Tint::Black },
    };
    let pieces = Square::all().filter_map(|square| {
        let Piece { side, role } = position.piece_at(square)?;
        let (file, rank) = (square.file(), square.rank());
        let label = label(role, tints[side] == Tint::Red);
        Some(PicturePiece { file, rank, side, label, promoted: false })
    });
    let board = Picture::points(FILES, RANKS);
    Picture { lines: lines(), shape: Shape::Disc, tints, pieces: pieces.collect(), ..board }
}

/// The character on a piece; the two colours write most of theirs differently.
const fn label(role: Role, red: bool) -> &'static str {
    match (role, red) {
        (Role::General, true) => "帥",
        (Role::General, false) => "將",
        (Role::Advisor, true) => "仕",
        (Role::Advisor, false) => "士",
        (Role::Elephant, true) => "相",
        (Role::Elephant, false) => "象",
        (Role::Horse, true) => "傌",
        (Role::Horse, false) => "馬",
        (Role::Chariot, true) => "俥",
        (Role::Chariot, false) => "車",
        (Role::Cannon, true) => "炮",
        (Role::Cannon, false) => "砲",
        (Role::Soldier, true) => "兵",
        (Role::Soldier, false) => "卒",
    }
}

/// Every rank; the edge files whole, the others up to the river on either side; the diagonals
/// of the palaces.
fn lines() -> Vec<PictureLine> {
    let ranks = (0..RANKS).map(|rank| [(0, rank), (8, rank)]);
    let edges = [0, 8].map(|file| [(file, 0), (file, 9)]);
    let files = (1..8).flat_map(|file| [[(file, 0), (file, 4)], [(file, 5), (file, 9)]]);
    let palaces =
        [0, 7].into_iter().flat_map(|low| [[(3, low), (5, low + 2)], [(3, low + 2), (5, low)]]);
    ranks.chain(edges).chain(files).chain(palaces).collect()
}
