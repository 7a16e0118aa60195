//! Facts of a position that a search needs beyond its legal actions.
//!
//! Sets of points are bits by point index; neighbours on a rank are one bit apart, on a file
//! [`stride`](DiuFang::stride) bits, and every row ends in a bit that is never set.

use super::DiuFang;
use super::position::{Pending, Phase};
use super::rules::{Fang, Targets};
use super::{board::Set, fang};
use crate::Side;

impl DiuFang {
    /// The stones of a side on the board.
    #[must_use]
    #[inline]
    pub fn stones(&self, side: Side) -> Set {
        self.stones[side]
    }

    /// The points of the board.
    #[must_use]
    #[inline]
    pub const fn points(&self) -> Set {
        self.rules.board.points()
    }

    /// The number of bits between neighbours on a file.
    #[must_use]
    #[inline]
    pub const fn stride(&self) -> u8 {
        self.rules.board.stride()
    }

    /// Whether a fang is a cell with a stone on each corner, rather than an empty point among
    /// four stones.
    #[must_use]
    pub fn fang_is_cell(&self) -> bool {
        match self.rules.law().fang {
            Fang::Cell => true,
            Fang::Hole | Fang::HoleEitherWay => false,
        }
    }

    /// Whether placing a stone can earn removals.
    #[must_use]
    pub const fn placing_earns(&self) -> bool {
        self.rules.law().placing_earns
    }

    /// Whether fang keep their stones from being removed.
    #[must_use]
    pub fn fang_protect(&self) -> bool {
        self.rules.law().targets != Targets::Any
    }

    /// The stones of a side that are part of a fang.
    #[must_use]
    #[inline]
    pub fn in_fang(&self, side: Side) -> Set {
        fang::protected(self.rules.law().fang, self.rules.board, self.stones[side], self.empty())
    }

    /// The points that a stone of a side could step to.
    #[must_use]
    #[inline]
    pub fn reached(&self, side: Side) -> Set {
        self.neighbours(self.stones[side]) & self.empty()
    }

    /// The number of stones that a side still has to place.
    #[must_use]
    #[inline]
    pub fn in_hand(&self, side: Side) -> u8 {
        match self.phase {
            Phase::Placing(left) => left[side],
            Phase::Opening(_) | Phase::Exchanging(_) | Phase::Moving => 0,
        }
    }

    /// The number of removals that the side to act is owed.
    #[must_use]
    #[inline]
    pub const fn owed(&self) -> u8 {
        match self.pending {
            Pending::Removals(owed) => owed,
            Pending::Nothing | Pending::Fill(_) | Pending::Passed | Pending::BothPassed => 0,
        }
    }
}
