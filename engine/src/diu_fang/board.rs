//! Boards as sets of points: one `u128` for every size, with the neighbours a shift away.
//!
//! A point is `rank * stride + file`, both from 0. A row takes more bits than the board has
//! files, so that one bit at its end is never set: a shift by one point can leave the board,
//! but it cannot reach the next rank. Boards of up to seven files have a stride of 8 and fit
//! the lower 64 bits, where the hot paths keep them; wider ones have a stride of 10.

/// A set of points.
pub(super) type Set = u128;

/// The stride of boards of up to seven files.
pub(super) const NARROW: u8 = 8;

/// The stride of the other boards.
pub(super) const WIDE: u8 = 10;

/// The centre of the 7x7 board, `d4`, where the four diagonal lines meet and where some rulesets
/// demand the first stone.
pub(super) const CENTRE: u8 = 3 * NARROW + 3;

/// The far ends of the four diagonal lines: `c3`, `e3`, `c5`, `e5`.
pub(super) const DIAGONAL_ENDS: Set =
    bit(CENTRE - 9) | bit(CENTRE - 7) | bit(CENTRE + 7) | bit(CENTRE + 9);

/// The set of one point.
pub(super) const fn bit(point: u8) -> Set {
    1 << point
}

/// The points joined to those of `set` by one of the four diagonal lines.
#[inline]
pub(super) const fn joined_diagonally(set: Set) -> Set {
    let from_centre = if set & bit(CENTRE) != 0 { DIAGONAL_ENDS } else { 0 };
    let to_centre = if set & DIAGONAL_ENDS != 0 { bit(CENTRE) } else { 0 };
    from_centre | to_centre
}

/// A board by its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Board {
    /// Seven files, eight ranks: the usual board.
    SevenByEight,
    /// Seven by seven.
    Seven,
    /// Six by six.
    Six,
    /// Eight by eight.
    Eight,
    /// Nine by nine.
    Nine,
}

impl Board {
    /// Every board, the usual one first.
    pub(super) const ALL: [Self; 5] =
        [Self::SevenByEight, Self::Seven, Self::Six, Self::Eight, Self::Nine];

    /// The value of the option `board`, files first.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::SevenByEight => "7x8",
            Self::Seven => "7x7",
            Self::Six => "6x6",
            Self::Eight => "8x8",
            Self::Nine => "9x9",
        }
    }

    /// The number of files, from left to right.
    pub(super) const fn files(self) -> u8 {
        match self {
            Self::SevenByEight | Self::Seven => 7,
            Self::Six => 6,
            Self::Eight => 8,
            Self::Nine => 9,
        }
    }

    /// The number of ranks, from the bottom up.
    pub(super) const fn ranks(self) -> u8 {
        match self {
            Self::Seven => 7,
            Self::Six => 6,
            Self::SevenByEight | Self::Eight => 8,
            Self::Nine => 9,
        }
    }

    /// The number of points.
    pub(super) const fn size(self) -> u8 {
        self.files() * self.ranks()
    }

    /// The distance from a point to the one above it.
    #[inline]
    pub(super) const fn stride(self) -> u8 {
        if self.files() <= 7 { NARROW } else { WIDE }
    }

    /// The point on a file and a rank, both from 0.
    pub(super) const fn point(self, file: u8, rank: u8) -> u8 {
        rank * self.stride() + file
    }

    /// The file of a point, from 0.
    pub(super) const fn file(self, point: u8) -> u8 {
        point % self.stride()
    }

    /// The rank of a point, from 0.
    pub(super) const fn rank(self, point: u8) -> u8 {
        point / self.stride()
    }

    /// The neighbours of the points of `set` along ranks and files, on or off the board.
    #[inline]
    pub(super) const fn orthogonal_neighbours(self, set: Set) -> Set {
        set << 1 | set >> 1 | set << self.stride() | set >> self.stride()
    }

    /// All points of the board.
    #[inline]
    pub(super) const fn points(self) -> Set {
        const POINTS: [Set; 5] = {
            let mut sets = [0; 5];
            let mut board = 0;
            while board < 5 {
                let mut rank = 0;
                while rank < Board::ALL[board].ranks() {
                    let row = (1 << Board::ALL[board].files()) - 1;
                    sets[board] |= row << (rank * Board::ALL[board].stride());
                    rank += 1;
                }
                board += 1;
            }
            sets
        };
        POINTS[self as usize]
    }
}
