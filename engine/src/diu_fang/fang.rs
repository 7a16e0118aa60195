//! Fang: which an arriving stone forms, and which stones they protect.

use super::board::{CENTRE, DIAGONAL_ENDS, STRIDE, Set, beside, bit};
use super::rules::Fang;

/// The neighbourhood of a point as a small number: bit 11 is the point itself, and its
/// neighbours lie around it as on the board.
#[inline]
const fn around(set: Set, point: u8) -> u32 {
    // The highest point of the largest board is 88, so that nothing is shifted out on the
    // left; on the right fall the points that are not neighbours.
    #[expect(clippy::cast_possible_truncation, reason = "the neighbourhood is the low 23 bits")]
    {
        ((set << 11) >> point) as u32
    }
}

const WEST: u32 = 1 << 10;
const EAST: u32 = 1 << 12;
const NORTH: u32 = 1 << 21;
const SOUTH: u32 = 1 << 1;
const NORTH_WEST: u32 = 1 << 20;
const NORTH_EAST: u32 = 1 << 22;
const SOUTH_WEST: u32 = 1 << 0;
const SOUTH_EAST: u32 = 1 << 2;

/// How many fang contain the stone that has just arrived at `at`: `own` is its side's stones
/// with it, `empty` the empty points of the board.
#[inline]
pub(super) const fn formed(fang: Fang, own: Set, empty: Set, at: u8) -> u8 {
    match fang {
        Fang::Cell => cells(around(own, at)),
        Fang::Hole => orthogonal_holes(own, empty, at),
        Fang::HoleEitherWay => orthogonal_holes(own, empty, at) + diagonal_holes(own, empty, at),
    }
}

/// The stones of `own` that are part of a fang.
#[inline]
pub(super) const fn protected(fang: Fang, own: Set, empty: Set) -> Set {
    match fang {
        Fang::Cell => {
            // The lower left corners of all cells with four own corners.
            let columns = own & own >> STRIDE;
            let corners = columns & columns >> 1;
            let rows = corners | corners << 1;
            rows | rows << STRIDE
        }
        Fang::Hole | Fang::HoleEitherWay => beside(holes(own, empty)),
    }
}

const fn cells(own: u32) -> u8 {
    const CELLS: [u32; 4] = [
        EAST | NORTH | NORTH_EAST,
        WEST | NORTH | NORTH_WEST,
        EAST | SOUTH | SOUTH_EAST,
        WEST | SOUTH | SOUTH_WEST,
    ];
    (own & CELLS[0] == CELLS[0]) as u8
        + (own & CELLS[1] == CELLS[1]) as u8
        + (own & CELLS[2] == CELLS[2]) as u8
        + (own & CELLS[3] == CELLS[3]) as u8
}

/// The empty points whose four orthogonal neighbours are all own.
const fn holes(own: Set, empty: Set) -> Set {
    empty & own << 1 & own >> 1 & own << STRIDE & own >> STRIDE
}

/// Those of them that are orthogonal neighbours of `at`.
const fn orthogonal_holes(own: Set, empty: Set, at: u8) -> u8 {
    let beside = around(holes(own, empty), at) & (EAST | WEST | NORTH | SOUTH);
    // At most four bits are set.
    #[expect(clippy::cast_possible_truncation, reason = "at most four bits are set")]
    {
        beside.count_ones() as u8
    }
}

/// The empty points at the other end of a diagonal line from `at` whose four diagonal
/// neighbours are all own.
const fn diagonal_holes(own: Set, empty: Set, at: u8) -> u8 {
    let ends = if at == CENTRE {
        DIAGONAL_ENDS
    } else if bit(at) & DIAGONAL_ENDS != 0 {
        bit(CENTRE)
    } else {
        return 0;
    };
    let holes = ends & empty & own << 9 & own >> 9 & own << 11 & own >> 11;
    // At most four bits are set.
    #[expect(clippy::cast_possible_truncation, reason = "at most four bits are set")]
    {
        holes.count_ones() as u8
    }
}
