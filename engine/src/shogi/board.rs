//! The pieces on the board, as sets of squares by role and side, and square by square.
//!
//! The generator works on sets, and playing a move reads single squares, so the board has both
//! forms. `put` and `take` change them together, which is the invariant. A set is a `u128` with a
//! bit for each square; square indices run down each file, file 1 first, so one step forward is a
//! shift by one.

use super::piece::{Piece, Role};
use super::square::{SIZE, SQUARES, Square};
use crate::{BySide, Side};

/// All squares.
pub(super) const ALL: u128 = (1 << SQUARES) - 1;

/// The squares of a rank, 0 for rank `a`.
pub(super) const fn rank(rank: u8) -> u128 {
    let mut squares = 0;
    let mut file = 0;
    while file < SIZE {
        squares |= 1 << (file * SIZE + rank);
        file += 1;
    }
    squares
}

/// The last `count` ranks before the far edge of the first side, or of the second.
pub(super) const fn far_ranks<const FIRST: bool>(count: u8) -> u128 {
    let mut squares = 0;
    let mut ahead = 0;
    while ahead < count {
        squares |= rank(if FIRST { ahead } else { SIZE - 1 - ahead });
        ahead += 1;
    }
    squares
}

/// One step forward for the first side, or for the second; squares that leave the board are dropped.
#[inline]
pub(super) const fn forward<const FIRST: bool>(squares: u128) -> u128 {
    if FIRST { (squares & !rank(0)) >> 1 } else { (squares & !rank(SIZE - 1)) << 1 }
}

/// One step to either side; squares that leave the board are dropped.
#[inline]
pub(super) const fn aside(squares: u128) -> u128 {
    (squares << SIZE | squares >> SIZE) & ALL
}

/// The pieces on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    roles: [u128; 8],
    promoted: u128,
    sides: BySide<u128>,
    squares: [Option<Piece>; SQUARES],
}

impl Board {
    /// No piece.
    pub(super) const EMPTY: Self = Self {
        roles: [0; 8],
        promoted: 0,
        sides: BySide { first: 0, second: 0 },
        squares: [None; SQUARES],
    };

    /// The piece on a square.
    #[inline]
    pub(super) const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index() as usize]
    }

    /// The pieces of a side.
    #[inline]
    pub(super) fn side(&self, side: Side) -> u128 {
        self.sides[side]
    }

    /// All pieces.
    #[inline]
    pub(super) const fn occupied(&self) -> u128 {
        self.sides.first | self.sides.second
    }

    /// The pieces of a role, promoted or not.
    #[inline]
    pub(super) const fn of(&self, role: Role) -> u128 {
        self.roles[role.index()]
    }

    /// The promoted pieces.
    #[inline]
    pub(super) const fn promoted(&self) -> u128 {
        self.promoted
    }

    /// The pieces of a role that are not promoted.
    #[inline]
    pub(super) const fn plain(&self, role: Role) -> u128 {
        self.roles[role.index()] & !self.promoted
    }

    /// The promoted bishops and rooks, which also step as a king does.
    #[inline]
    pub(super) const fn promoted_sliders(&self) -> u128 {
        (self.of(Role::Bishop) | self.of(Role::Rook)) & self.promoted
    }

    /// Every piece that moves as a gold.
    #[inline]
    pub(super) const fn golds(&self) -> u128 {
        let small = self.of(Role::Pawn)
            | self.of(Role::Lance)
            | self.of(Role::Knight)
            | self.of(Role::Silver);
        self.of(Role::Gold) | (small & self.promoted)
    }

    /// The king of a side; every position has both.
    #[inline]
    pub(super) fn king(&self, side: Side) -> Square {
        Square::lowest(self.of(Role::King) & self.sides[side])
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.flip(square, piece);
        self.squares[usize::from(square.index())] = Some(piece);
    }

    /// Takes a piece off its square.
    #[inline]
    pub(super) fn take(&mut self, square: Square, piece: Piece) {
        self.flip(square, piece);
        self.squares[usize::from(square.index())] = None;
    }

    #[inline]
    fn flip(&mut self, square: Square, piece: Piece) {
        let bit = square.bit();
        self.roles[piece.role().index()] ^= bit;
        self.sides[piece.side()] ^= bit;
        if piece.promoted() {
            self.promoted ^= bit;
        }
    }
}
