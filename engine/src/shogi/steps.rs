//! The squares that a piece reaches from each square whatever stands around it, and the lines
//! that slide through each square.

use super::square::{SQUARES, Square};
use crate::{BySide, Side};

type Table = [u128; SQUARES];

static KNIGHT: BySide<Table> = both([(1, 2), (-1, 2)]);
static SILVER: BySide<Table> = both([(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)]);
static GOLD: BySide<Table> = both([(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)]);
static KING: Table =
    table([(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)], 1);
/// The squares from which a stepping piece may reach a neighbour of the king of a side.
static AROUND_KING: BySide<Table> = BySide { first: around(1), second: around(-1) };
/// All squares ahead on the same file.
static AHEAD: BySide<Table> = BySide { first: slides([(0, 1)], 1), second: slides([(0, 1)], -1) };
static CROSS: Table = slides([(0, 1), (0, -1), (1, 0), (-1, 0)], 1);
static DIAGONALS: Table = slides([(1, 1), (1, -1), (-1, 1), (-1, -1)], 1);

/// The squares that a knight of a side reaches.
#[inline]
pub(super) fn knight(side: Side, square: Square) -> u128 {
    KNIGHT[side][usize::from(square.index())]
}

/// The squares that a silver of a side reaches.
#[inline]
pub(super) fn silver(side: Side, square: Square) -> u128 {
    SILVER[side][usize::from(square.index())]
}

/// The squares that a gold of a side reaches.
#[inline]
pub(super) fn gold(side: Side, square: Square) -> u128 {
    GOLD[side][usize::from(square.index())]
}

/// The squares that a king reaches.
#[inline]
pub(super) fn king(square: Square) -> u128 {
    KING[usize::from(square.index())]
}

/// The squares from which a step of an enemy piece could reach a neighbour of the king that a side
/// has here.
#[inline]
pub(super) fn around_king(side: Side, square: Square) -> u128 {
    AROUND_KING[side][usize::from(square.index())]
}

/// The squares that a lance of a side reaches on an empty board.
#[inline]
pub(super) fn ahead(side: Side, square: Square) -> u128 {
    AHEAD[side][usize::from(square.index())]
}

/// The squares that a rook reaches on an empty board.
#[inline]
pub(super) fn cross(square: Square) -> u128 {
    CROSS[usize::from(square.index())]
}

/// The squares that a bishop reaches on an empty board.
#[inline]
pub(super) fn diagonals(square: Square) -> u128 {
    DIAGONALS[usize::from(square.index())]
}

/// The tables of both sides for steps given as files to the left and ranks forward.
const fn both<const N: usize>(steps: [(i8, i8); N]) -> BySide<Table> {
    BySide { first: table(steps, 1), second: table(steps, -1) }
}

/// `forward` is 1 for the first side, whose forward is up, and -1 for the second.
const fn table<const N: usize>(steps: [(i8, i8); N], forward: i8) -> Table {
    let mut table = [0; SQUARES];
    let mut index = 0;
    while let Some(from) = Square::from_index(index) {
        let mut i = 0;
        while i < N {
            if let Some(to) = from.step(steps[i].0, steps[i].1 * forward) {
                table[index as usize] |= to.bit();
            }
            i += 1;
        }
        index += 1;
    }
    table
}

const fn slides<const N: usize>(steps: [(i8, i8); N], forward: i8) -> Table {
    let mut table = [0; SQUARES];
    let mut index = 0;
    while let Some(from) = Square::from_index(index) {
        let mut i = 0;
        while i < N {
            let mut at = from;
            while let Some(to) = at.step(steps[i].0, steps[i].1 * forward) {
                table[index as usize] |= to.bit();
                at = to;
            }
            i += 1;
        }
        index += 1;
    }
    table
}

/// Two steps of a king, and the knights' squares ahead of a king's step: up to three ranks
/// before the king, two files to either side.
const fn around(forward: i8) -> Table {
    let mut table = [0; SQUARES];
    let mut index = 0;
    while let Some(from) = Square::from_index(index) {
        let mut left = -2;
        while left <= 2 {
            let mut up = -2;
            while up <= 3 {
                if let Some(at) = from.step(left, up * forward) {
                    table[index as usize] |= at.bit();
                }
                up += 1;
            }
            left += 1;
        }
        index += 1;
    }
    table
}
