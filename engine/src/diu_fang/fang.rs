//! Fang, the squares of Diu Fang: how many an arriving stone forms, and which stones they protect.
//!
//! There are three definitions, by ruleset (rules.md, "Diu Fang"): four own stones on the corners
//! of a cell, or around an empty point along the lines, or also along the diagonals around the
//! centre. All are computed on sets of points, without loops.

use super::board::{Board, CENTRE, DIAGONAL_ENDS, NARROW, Set, bit};
use super::rules::Fang;

/// The number of fang that contain the stone that has just arrived at `at`. `own` is the set of its
/// side's stones, this one included, `empty` that of the empty points of the board.
#[inline]
pub(super) const fn formed(fang: Fang, board: Board, own: Set, empty: Set, at: u8) -> u8 {
    match fang {
        Fang::Cell => cells(board, own, at),
        Fang::Hole => orthogonal_holes(board, own, empty, at),
        Fang::HoleEitherWay => {
            orthogonal_holes(board, own, empty, at) + diagonal_holes(own, empty, at)
        }
    }
}

/// The stones of `own` that are part of a fang.
#[inline]
pub(super) const fn protected(fang: Fang, board: Board, own: Set, empty: Set) -> Set {
    match fang {
        Fang::Cell => {
            // The lower left corners of all cells with four own corners.
            let columns = own & own >> board.stride();
            let corners = columns & columns >> 1;
            let rows = corners | corners << 1;
            rows | rows << board.stride()
        }
        Fang::Hole | Fang::HoleEitherWay => board.orthogonal_neighbours(holes(board, own, empty)),
    }
}

/// The cells around a point whose four corners are all own.
const fn cells(board: Board, own: Set, at: u8) -> u8 {
    // Three rows of three points, with `at` in the middle, as three small numbers. The shift adds a
    // bit on the right, and a row, for points at the edge.
    let stride = board.stride();
    let rows = own << (stride + 1) >> at;
    let (below, level, above) = (rows, rows >> stride, rows >> (2 * stride));
    let (down, up) = (below & level, above & level);
    (down & 3 == 3) as u8 + (down & 6 == 6) as u8 + (up & 3 == 3) as u8 + (up & 6 == 6) as u8
}

/// The empty points whose four orthogonal neighbours are all own.
const fn holes(board: Board, own: Set, empty: Set) -> Set {
    let stride = board.stride();
    empty & own << 1 & own >> 1 & own << stride & own >> stride
}

/// Those of them that are orthogonal neighbours of `at`.
const fn orthogonal_holes(board: Board, own: Set, empty: Set, at: u8) -> u8 {
    count(holes(board, own, empty) & board.orthogonal_neighbours(bit(at)))
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
    const LEFT: u8 = NARROW - 1;
    const RIGHT: u8 = NARROW + 1;
    count(ends & empty & own << LEFT & own >> LEFT & own << RIGHT & own >> RIGHT)
}

/// The size of a set of fang around one point, at most four.
const fn count(set: Set) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "at most four bits are set")]
    {
        set.count_ones() as u8
    }
}
