//! The figures by which a stone that has just moved captures along a line.
//!
//! These are the definitions, one bit pattern each; [`Captures`](super::Captures) holds them
//! worked out for every line.

use crate::Pattern;

/// A row or column just after a step of an own stone: bit `i` is the `i`-th point from the left
/// or from the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// The stones of the side that moved.
    pub own: u8,
    /// The stones of the opponent.
    pub enemy: u8,
    /// The place of the moved stone; that bit of `own` is set.
    pub moved: u8,
    /// The number of points of the line.
    pub len: u8,
}

/// A figure of capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// 顶吃: three consecutive stones alone on the line, own-own-enemy, take the enemy.
    Top,
    /// 推: own-own-enemy-enemy filling the line take the enemy next to the own pair.
    Push,
    /// The same figure read literally: the own stone next to the enemy pair is removed.
    PushReversed,
    /// 小吃: a run of exactly own-own-enemy takes the enemy.
    Minor,
    /// 大吃: a run of exactly four, two own side by side and two enemies, takes both.
    Major,
    /// 夹吃: own-enemy-own, the moved stone at an end, takes the enemy.
    Sandwich,
    /// 掏心: the moved stone between two enemies takes both.
    Centre,
}

impl Figure {
    /// The pattern reported for a stone it takes.
    #[must_use]
    pub const fn pattern(self) -> Pattern {
        match self {
            Self::Top => Pattern::Top,
            Self::Push | Self::PushReversed => Pattern::Push,
            Self::Minor => Pattern::Minor,
            Self::Major => Pattern::Major,
            Self::Sandwich => Pattern::Sandwich,
            Self::Centre => Pattern::Centre,
        }
    }

    /// The stones of `line` that the figure takes, as bits; 0 if it does not stand there.
    #[must_use]
    pub const fn takes(self, line: Line) -> u8 {
        match self {
            Self::Top => top(line),
            Self::Push => push(line).0,
            Self::PushReversed => push(line).1,
            Self::Minor => minor(line),
            Self::Major => major(line),
            Self::Sandwich => sandwich(line),
            Self::Centre => centre(line),
        }
    }
}

const fn top(line: Line) -> u8 {
    let stones = line.own | line.enemy;
    let low = stones.trailing_zeros();
    if stones >> low == 0b111 { third_of_trio(line.own >> low) << low } else { 0 }
}

/// The enemy of a trio that reads own-own-enemy from one end.
const fn third_of_trio(own: u8) -> u8 {
    match own {
        0b011 => 0b100,
        0b110 => 0b001,
        _ => 0,
    }
}

/// The enemy that a push takes, and the own stone that its literal reading takes.
const fn push(line: Line) -> (u8, u8) {
    if line.len != 4 || line.own | line.enemy != 0b1111 {
        return (0, 0);
    }
    match line.own {
        0b0011 => (0b0100, 0b0010),
        0b1100 => (0b0010, 0b0100),
        _ => (0, 0),
    }
}

/// The run of stones around the moved one: its lowest bit's index and its length.
const fn run(line: Line) -> (u8, u8) {
    let stones = line.own | line.enemy;
    let mut low = line.moved;
    while low > 0 && stones & (1 << (low - 1)) != 0 {
        low -= 1;
    }
    let mut len = 1;
    while stones & (1 << (low + len)) != 0 {
        len += 1;
    }
    (low, len)
}

const fn minor(line: Line) -> u8 {
    let (low, len) = run(line);
    if len == 3 { third_of_trio((line.own >> low) & 0b111) << low } else { 0 }
}

const fn major(line: Line) -> u8 {
    let (low, len) = run(line);
    if len != 4 {
        return 0;
    }
    match (line.own >> low) & 0b1111 {
        own @ (0b0011 | 0b0110 | 0b1100) => (0b1111 & !own) << low,
        _ => 0,
    }
}

const fn sandwich(line: Line) -> u8 {
    let mut taken = 0;
    // Lines are at most six points long, so two bits above them are free, and a shift downwards
    // drops the bits below.
    let moved = 1 << line.moved;
    if line.enemy & (moved << 1) != 0 && line.own & (moved << 2) != 0 {
        taken |= moved << 1;
    }
    if line.enemy & (moved >> 1) != 0 && line.own & (moved >> 2) != 0 {
        taken |= moved >> 1;
    }
    taken
}

const fn centre(line: Line) -> u8 {
    let moved = 1_u8 << line.moved;
    let pair = (moved << 1) | (moved >> 1);
    // At an end of the line one neighbour is missing, and the pair does not come about.
    if (line.enemy & pair).count_ones() == 2 { pair } else { 0 }
}
