//! The pieces of shogi: roles, promotion, the letters of SFEN, and the ranks on which a piece could
//! never move again.
//!
//! A piece is one byte that is never zero, so that an empty square takes no more room. How pieces
//! move is in the generator and in `refuse`.

use super::square::{SIZE, Square};
use crate::Side;
use std::num::NonZeroU8;

/// The kind of a piece, regardless of promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// 歩: one step forward.
    Pawn,
    /// 香: any way straight forward.
    Lance,
    /// 桂: two ranks forward and one file aside, over any piece.
    Knight,
    /// 銀: one step forward or diagonally.
    Silver,
    /// 金: one step along a line or diagonally forward.
    Gold,
    /// 角: any way diagonally.
    Bishop,
    /// 飛: any way along a line.
    Rook,
    /// 王 玉: one step in any direction.
    King,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 8] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Gold,
        Self::Bishop,
        Self::Rook,
        Self::King,
    ];

    /// The roles that can be held in hand.
    pub const HELD: [Self; 7] =
        [Self::Pawn, Self::Lance, Self::Knight, Self::Silver, Self::Gold, Self::Bishop, Self::Rook];

    /// The letter in SFEN and USI, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Lance => 'L',
            Self::Knight => 'N',
            Self::Silver => 'S',
            Self::Gold => 'G',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::King => 'K',
        }
    }

    /// The role of an upper-case letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// The number of pieces of the role in a whole set, both sides together.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::Pawn => 18,
            Self::Lance | Self::Knight | Self::Silver | Self::Gold => 4,
            Self::Bishop | Self::Rook | Self::King => 2,
        }
    }

    /// Whether pieces of the role can promote.
    #[must_use]
    pub const fn promotes(self) -> bool {
        match self {
            Self::Gold | Self::King => false,
            Self::Pawn | Self::Lance | Self::Knight | Self::Silver | Self::Bishop | Self::Rook => {
                true
            }
        }
    }

    /// 0 to 7, to index tables.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A piece on the board.
///
/// Held in one byte that is never zero, so that an empty square costs nothing more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

/// The bits of a [`Piece`]: always set, three for the role, promoted, the second side.
const PROMOTED: u8 = 1 << 4;
const SECOND: u8 = 1 << 5;

impl Piece {
    /// A piece. That the role can promote is not checked.
    #[must_use]
    #[inline]
    pub fn new(side: Side, role: Role, promoted: bool) -> Self {
        let side = if matches!(side, Side::Second) { SECOND } else { 0 };
        let promoted = if promoted { PROMOTED } else { 0 };
        Self(NonZeroU8::MIN | ((role as u8) << 1) | promoted | side)
    }

    /// The side it belongs to.
    #[must_use]
    #[inline]
    pub const fn side(self) -> Side {
        if self.0.get() & SECOND == 0 { Side::First } else { Side::Second }
    }

    /// Its role, regardless of promotion.
    #[must_use]
    #[inline]
    pub const fn role(self) -> Role {
        Role::ALL[((self.0.get() >> 1) & 7) as usize]
    }

    /// Whether it is promoted.
    #[must_use]
    #[inline]
    pub const fn promoted(self) -> bool {
        self.0.get() & PROMOTED != 0
    }

    /// The piece once promoted.
    #[must_use]
    #[inline]
    pub(super) fn promote(self) -> Self {
        Self(self.0 | PROMOTED)
    }

    /// Below 32, different for every piece, to index tables.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        ((self.0.get() >> 1) & 31) as usize
    }
}

/// The rank counted from the far edge of `side`: 0 to 8, its promotion zone being 0 to 2.
#[must_use]
pub(super) const fn rank_ahead(side: Side, square: Square) -> u8 {
    match side {
        Side::First => square.rank(),
        Side::Second => SIZE - 1 - square.rank(),
    }
}

/// The number of far ranks on which an unpromoted piece may not stand, because it could never move
/// from there.
#[must_use]
pub(super) const fn dead_ranks(role: Role) -> u8 {
    match role {
        Role::Pawn | Role::Lance => 1,
        Role::Knight => 2,
        Role::Silver | Role::Gold | Role::Bishop | Role::Rook | Role::King => 0,
    }
}
