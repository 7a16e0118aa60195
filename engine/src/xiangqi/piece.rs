//! The pieces of xiangqi: roles, FEN letters, how many a side can have, and the points on which
//! each can ever stand.
//!
//! Where a piece can stand is checked when a position is parsed, so every position is one that
//! pieces could reach by their own movement. How pieces move is in the generator and in `refuse`.

use super::square::Square;
use crate::Side;

/// The kind of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// 将 帥: one step along a line inside the palace.
    General,
    /// 士 仕: one step diagonally inside the palace.
    Advisor,
    /// 象 相: two steps diagonally, not over a piece, not across the river.
    Elephant,
    /// 马: one step along a line, then one diagonally outwards, not over a piece.
    Horse,
    /// 车: any way along a line.
    Chariot,
    /// 炮: moves as a chariot, takes over exactly one piece.
    Cannon,
    /// 卒 兵: one step forward; once across the river also sideways.
    Soldier,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 7] = [
        Self::General,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Chariot,
        Self::Cannon,
        Self::Soldier,
    ];

    /// The key, such as `chariot`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Chariot => "chariot",
            Self::Cannon => "cannon",
            Self::Soldier => "soldier",
        }
    }

    /// The letter in FEN, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::General => 'K',
            Self::Advisor => 'A',
            Self::Elephant => 'B',
            Self::Horse => 'N',
            Self::Chariot => 'R',
            Self::Cannon => 'C',
            Self::Soldier => 'P',
        }
    }

    /// The number of pieces of the role that a side starts with, which is also the most it can
    /// have.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::General => 1,
            Self::Advisor | Self::Elephant | Self::Horse | Self::Chariot | Self::Cannon => 2,
            Self::Soldier => 5,
        }
    }

    /// 0 to 6, to index tables.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side it belongs to.
    pub side: Side,
    /// The role.
    pub role: Role,
}

impl Piece {
    /// The letter in FEN: upper case for the side that moves first and sits at the bottom.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.role.letter(),
            Side::Second => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a FEN letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let role =
            Role::ALL.into_iter().find(|role| role.letter() == letter.to_ascii_uppercase())?;
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        Some(Self { side, role })
    }

    /// Whether the piece could ever come to stand on a point from the start position.
    #[must_use]
    pub const fn can_stand_on(self, square: Square) -> bool {
        let (file, rank) = (square.file(), own_rank(self.side, square.rank()));
        match self.role {
            Role::General => in_palace(file, rank),
            Role::Advisor => in_palace(file, rank) && (file + rank) % 2 == 1,
            Role::Elephant => match rank {
                0 | 4 => file == 2 || file == 6,
                2 => file % 4 == 0,
                _ => false,
            },
            Role::Soldier => rank >= 5 || (rank >= 3 && file.is_multiple_of(2)),
            Role::Horse | Role::Chariot | Role::Cannon => true,
        }
    }
}

/// The rank counted from the edge of `side`, 0 to 9; the river lies between 4 and 5.
#[must_use]
pub(super) const fn own_rank(side: Side, rank: u8) -> u8 {
    match side {
        Side::First => rank,
        Side::Second => 9 - rank,
    }
}

/// Whether a point, its rank counted from the own edge, is in the own palace.
#[must_use]
pub(super) const fn in_palace(file: u8, own_rank: u8) -> bool {
    file >= 3 && file <= 5 && own_rank <= 2
}
