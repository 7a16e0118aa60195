//! Points of the xiangqi board: files `a` to `i` from the left, ranks `0` to `9` from the
//! bottom, as ICCS names them.

use std::fmt;

/// The number of files of the board.
pub const FILES: u8 = 9;
/// The number of ranks of the board.
pub const RANKS: u8 = 10;
/// The number of points of the board.
pub const POINTS: usize = 90;

/// A point of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The point on a file (0 to 8 from the left) and a rank (0 to 9 from the bottom).
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < FILES && rank < RANKS { Some(Self(rank * FILES + file)) } else { None }
    }

    /// The point of an index: rank by rank from the bottom, each from the left.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < POINTS { Some(Self(index)) } else { None }
    }

    /// Every point, by index.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FILES * RANKS).map(Self)
    }

    /// The index, below [`POINTS`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file, 0 to 8 from the left.
    #[must_use]
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % FILES
    }

    /// The rank, 0 to 9 from the bottom.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// The board with this point alone.
    #[inline]
    pub(super) const fn bit(self) -> u128 {
        1 << self.0
    }

    /// The lowest point of a board that is not empty.
    #[inline]
    pub(super) const fn lowest(board: u128) -> Self {
        debug_assert!(board != 0);
        #[expect(clippy::cast_possible_truncation, reason = "a bit index is below 128")]
        let index = board.trailing_zeros() as u8;
        Self(index)
    }

    /// The point that a set bit of a board represents.
    #[inline]
    pub(super) const fn of_bit(index: u8) -> Self {
        debug_assert!((index as usize) < POINTS);
        Self(index)
    }
}

/// Hands out the points of a board, lowest first.
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
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}
