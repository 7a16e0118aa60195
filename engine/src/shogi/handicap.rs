//! Handicaps 駒落ち: the stronger side, second and called uwate, gives pieces away and moves
//! first.

use super::piece::Role;
use crate::Side;

/// The pieces that the giver plays without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Handicap {
    /// 平手: none.
    #[default]
    None,
    /// 香落ち: the lance on the giver's left, file 1.
    LeftLance,
    /// 右香落ち: the lance on the giver's right, file 9.
    RightLance,
    /// 角落ち: the bishop.
    Bishop,
    /// 飛落ち: the rook.
    Rook,
    /// 飛香落ち: the rook and the left lance.
    RookLeftLance,
    /// 二枚落ち: rook and bishop.
    Two,
    /// 四枚落ち: these and both lances.
    Four,
    /// 五枚落ち: these and the right knight.
    Five,
    /// 六枚落ち: rook, bishop, lances, both knights.
    Six,
    /// 八枚落ち: these and both silvers.
    Eight,
    /// 十枚落ち: these and both golds.
    Ten,
}

impl Handicap {
    /// Every handicap, the smallest first.
    pub const ALL: [Self; 12] = [
        Self::None,
        Self::LeftLance,
        Self::RightLance,
        Self::Bishop,
        Self::Rook,
        Self::RookLeftLance,
        Self::Two,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Eight,
        Self::Ten,
    ];

    /// The value of the option `handicap`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::LeftLance => "left-lance",
            Self::RightLance => "right-lance",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::RookLeftLance => "rook-left-lance",
            Self::Two => "two",
            Self::Four => "four",
            Self::Five => "five",
            Self::Six => "six",
            Self::Eight => "eight",
            Self::Ten => "ten",
        }
    }

    /// The first two ranks of the start position, the giver's.
    const fn ranks(self) -> &'static str {
        match self {
            Self::None => "lnsgkgsnl/1r5b1",
            Self::LeftLance => "lnsgkgsn1/1r5b1",
            Self::RightLance => "1nsgkgsnl/1r5b1",
            Self::Bishop => "lnsgkgsnl/1r7",
            Self::Rook => "lnsgkgsnl/7b1",
            Self::RookLeftLance => "lnsgkgsn1/7b1",
            Self::Two => "lnsgkgsnl/9",
            Self::Four => "1nsgkgsn1/9",
            Self::Five => "2sgkgsn1/9",
            Self::Six => "2sgkgs2/9",
            Self::Eight => "3gkg3/9",
            Self::Ten => "4k4/9",
        }
    }

    /// The side that moves first: the giver, or without a handicap the first side.
    #[must_use]
    pub const fn starts(self) -> Side {
        if matches!(self, Self::None) { Side::First } else { Side::Second }
    }

    /// The start position in SFEN.
    #[must_use]
    pub fn start(self) -> String {
        let side = match self.starts() {
            Side::First => 'b',
            Side::Second => 'w',
        };
        format!("{}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} - 1", self.ranks())
    }

    /// The number of pieces of a role that the giver plays without.
    #[must_use]
    pub const fn removed(self, role: Role) -> u8 {
        // Pawns and the king are never given away.
        let [lances, knights, silvers, golds, bishops, rooks] = match self {
            Self::None => [0, 0, 0, 0, 0, 0],
            Self::LeftLance | Self::RightLance => [1, 0, 0, 0, 0, 0],
            Self::Bishop => [0, 0, 0, 0, 1, 0],
            Self::Rook => [0, 0, 0, 0, 0, 1],
            Self::RookLeftLance => [1, 0, 0, 0, 0, 1],
            Self::Two => [0, 0, 0, 0, 1, 1],
            Self::Four => [2, 0, 0, 0, 1, 1],
            Self::Five => [2, 1, 0, 0, 1, 1],
            Self::Six => [2, 2, 0, 0, 1, 1],
            Self::Eight => [2, 2, 2, 0, 1, 1],
            Self::Ten => [2, 2, 2, 2, 1, 1],
        };
        match role {
            Role::Pawn | Role::King => 0,
            Role::Lance => lances,
            Role::Knight => knights,
            Role::Silver => silvers,
            Role::Gold => golds,
            Role::Bishop => bishops,
            Role::Rook => rooks,
        }
    }
}
