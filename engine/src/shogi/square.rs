//! Squares of the shogi board, named as in USI: files `9` to `1` from the left, ranks `a` to
//! `i` from the top, both as the first side sits.

use std::fmt;

/// The number of files of the board, and of ranks.
pub const SIZE: u8 = 9;
/// The number of squares of the board.
pub const SQUARES: usize = 81;

/// A square of the board.
///
/// The index runs down file 1 from `1a`, then down file 2: a file is nine adjacent bits of a
/// board, so that a step forward or back is a shift by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on a file (0 for file 1, at the right) and a rank (0 for rank `a`, at the top).
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < SIZE && rank < SIZE { Some(Self(file * SIZE + rank)) } else { None }
    }

    /// The square of an index below [`SQUARES`].
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < SQUARES { Some(Self(index)) } else { None }
    }

    /// Every square, by index.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIZE * SIZE).map(Self)
    }

    /// The index, below [`SQUARES`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file: 0 for file 1, at the right.
    #[must_use]
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / SIZE
    }

    /// The rank: 0 for rank `a`, at the top.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % SIZE
    }

    /// The square this many files to the left and ranks towards rank `a`, if it is on the board.
    #[must_use]
    pub const fn step(self, left: i8, up: i8) -> Option<Self> {
        let file = self.file().cast_signed().saturating_add(left);
        let rank = self.rank().cast_signed().saturating_sub(up);
        if file < 0 || rank < 0 {
            return None;
        }
        Self::new(file.cast_unsigned(), rank.cast_unsigned())
    }

    /// The board with this square alone.
    #[inline]
    pub(super) const fn bit(self) -> u128 {
        1 << self.0
    }

    /// The lowest square of a board that is not empty.
    #[inline]
    pub(super) const fn lowest(board: u128) -> Self {
        debug_assert!(board != 0);
        #[expect(clippy::cast_possible_truncation, reason = "a bit index is below 128")]
        let index = board.trailing_zeros() as u8;
        Self(index)
    }

    /// The square that a set bit of a board represents.
    #[inline]
    pub(super) const fn of_bit(index: u8) -> Self {
        debug_assert!((index as usize) < SQUARES);
        Self(index)
    }
}

/// Hands out the squares of a board, lowest first.
#[inline]
pub(super) fn squares(mut board: u128) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (board != 0).then(|| {
            let square = Square::lowest(board);
            board &= board - 1;
            square
        })
    })
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file() + 1, char::from(b'a' + self.rank()))
    }
}
