//! The two players, and values that are held once for each.
//!
//! Sides are named by turn order because colours differ between games and rulesets. `BySide` is
//! indexed by a side, so that no code confuses an index with a player.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// One of the two players.
///
/// Named by turn order, not by colour: black moves first in shogi (*sente*) but second in the
/// usual xiangqi, so a colour would mean different things in different games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side whose turn it is at the start of an even game; sits at the bottom.
    First,
    /// The other side.
    Second,
}

/// A text was neither `first` nor `second`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a side is `first` or `second`")]
pub struct ParseSideError;

impl Side {
    /// Both sides, in turn order.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// `first` or `second`, as on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// 0 for the first side, 1 for the second, to index tables.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Side {
    type Err = ParseSideError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "first" => Ok(Self::First),
            "second" => Ok(Self::Second),
            _ => Err(ParseSideError),
        }
    }
}

/// One value for each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BySide<T> {
    /// The first side's.
    pub first: T,
    /// The second side's.
    pub second: T,
}

impl<T> BySide<T> {
    /// Makes a value for each side.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        Self { first: make(Side::First), second: make(Side::Second) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
