//! A position of Diu Fang: the stones, the side to act, the phase, and the debt that the last
//! action left.
//!
//! It is everything the rules need apart from history: two equal positions have the same legal
//! actions. Stones are sets of points in one `u128` for each side, and every change of a stone also
//! updates their part of the key. The differences between the rulesets are in `rules`.

use super::board::{Set, bit, joined_diagonally};
use super::fang;
use super::rules::{LongPlay, Rules, Stuck, Targets, Turn};
use crate::zobrist::{keys, mix};
use crate::{BySide, Outcome, Reason, Side};

/// The stage of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// Placing, with the number of stones left in each hand.
    Placing(BySide<u8>),
    /// Opening removals, with the number left, the one of the side to act included.
    Opening(u8),
    /// Exchanges before moving, with the number left, the one of the side to act included.
    Exchanging(u8),
    /// Moving.
    Moving,
}

/// The debt that the last action left for the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Pending {
    /// Nothing.
    Nothing,
    /// The same side must step onto this point.
    Fill(u8),
    /// The same side has this many removals to make.
    Removals(u8),
    /// The last action was a pass.
    Passed,
    /// The last two actions were passes, which ended the game.
    BothPassed,
}

/// A position of Diu Fang.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DiuFang {
    pub(super) stones: BySide<Set>,
    /// The keys of all stones, combined.
    stones_key: u64,
    pub(super) rules: Rules,
    pub(super) to_act: Side,
    pub(super) phase: Phase,
    pub(super) pending: Pending,
}

/// Keys of the stones, by side and point.
const STONE_KEYS: [[u64; 128]; 2] = [keys(60_000), keys(60_128)];

/// The first number of the keys for everything but the stones, far from the tables of any game.
const STATE_KEYS: u64 = 1 << 40;

impl DiuFang {
    /// The start position: an empty board.
    pub(super) const fn start(rules: Rules) -> Self {
        let (first, second) = rules.stones();
        Self {
            stones: BySide { first: 0, second: 0 },
            stones_key: 0,
            rules,
            to_act: Side::First,
            phase: Phase::Placing(BySide { first, second }),
            pending: Pending::Nothing,
        }
    }

    /// The empty points.
    #[inline]
    pub(super) const fn empty(&self) -> Set {
        self.rules.board.points() & !(self.stones.first | self.stones.second)
    }

    /// Puts a stone on an empty point, or takes it off.
    #[inline]
    pub(super) fn toggle(&mut self, side: Side, point: u8) {
        self.stones[side] ^= bit(point);
        self.stones_key ^= STONE_KEYS[side.index()][usize::from(point & 127)];
    }

    /// The points joined by a line to those of `set`.
    #[inline]
    pub(super) const fn neighbours(&self, set: Set) -> Set {
        let neighbours = self.rules.board.orthogonal_neighbours(set);
        if self.rules.law().diagonals { neighbours | joined_diagonally(set) } else { neighbours }
    }

    /// The enemy stones that `side` may remove.
    #[inline]
    pub(super) fn targets(&self, side: Side) -> Set {
        let law = self.rules.law();
        let enemy = self.stones[side.other()];
        let unprotected =
            || enemy & !fang::protected(law.fang, self.rules.board, enemy, self.empty());
        match law.targets {
            Targets::Any => enemy,
            Targets::Unprotected => unprotected(),
            Targets::UnprotectedFirst => match unprotected() {
                0 => enemy,
                some => some,
            },
        }
    }

    /// The enemy stones whose removal begins an exchange of the side to act: those next to an own
    /// stone, or all removable ones if there is none such.
    #[inline]
    pub(super) fn exchangeable(&self) -> Set {
        let targets = self.targets(self.to_act);
        match targets & self.neighbours(self.stones[self.to_act]) {
            0 => targets,
            near => near,
        }
    }

    /// Whether the side to act has a step.
    #[inline]
    fn has_step(&self) -> bool {
        self.neighbours(self.stones[self.to_act]) & self.empty() != 0
    }

    /// Whether a turn of this phase is an exchange while one is possible.
    #[inline]
    pub(super) fn exchanges(&self) -> bool {
        match self.phase {
            Phase::Exchanging(_) => true,
            Phase::Moving => self.rules.law().turn == Turn::Exchange,
            Phase::Placing(_) | Phase::Opening(_) => false,
        }
    }

    /// Whether all stones have been placed, and the removals earned by that are done.
    #[inline]
    pub(super) fn placing_is_over(&self) -> bool {
        match self.phase {
            Phase::Placing(left) => left.first == 0 && left.second == 0,
            Phase::Opening(_) | Phase::Exchanging(_) | Phase::Moving => true,
        }
    }

    /// Whether a side has lost all its stones, or both have passed.
    ///
    /// Owed removals come first: under `ludii-1.3` a side whose last stone is gone has lost only
    /// after the pass that ends the sequence.
    #[inline]
    pub(super) fn is_decided(&self) -> bool {
        let eliminated = self.stones.first == 0 || self.stones.second == 0;
        match self.pending {
            Pending::BothPassed => true,
            Pending::Removals(_) => false,
            Pending::Nothing | Pending::Fill(_) | Pending::Passed => {
                eliminated && self.placing_is_over()
            }
        }
    }

    /// The end of the game as far as the position decides it.
    #[inline]
    pub(super) fn outcome(&self) -> Option<Outcome> {
        if self.is_decided() {
            return Some(match (self.stones.first, self.stones.second) {
                (0, _) => Outcome::win(Side::Second, Reason::Elimination),
                (_, 0) => Outcome::win(Side::First, Reason::Elimination),
                _ => Outcome::draw(Reason::TwoPasses),
            });
        }
        let stuck = self.phase == Phase::Moving
            && self.pending == Pending::Nothing
            && self.rules.law().stuck == Stuck::Loses
            && !self.has_step();
        stuck.then(|| Outcome::win(self.to_act.other(), Reason::NoLegalMove))
    }

    /// Whether a second consecutive pass ends the game.
    pub(super) fn two_passes_draw(&self) -> bool {
        self.rules.law().long_play == LongPlay::TwoPasses
    }

    /// The key of the position.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Placing(left) => [0, left.first, left.second],
            Phase::Opening(left) => [1, left, 0],
            Phase::Exchanging(left) => [2, left, 0],
            Phase::Moving => [3, 0, 0],
        };
        let pending = match self.pending {
            Pending::Nothing => [0, 0],
            Pending::Fill(point) => [1, point],
            Pending::Removals(count) => [2, count],
            Pending::Passed => [3, 0],
            Pending::BothPassed => [4, 0],
        };
        let side = u8::from(self.to_act == Side::Second);
        let state = u64::from_le_bytes([
            phase[0] << 1 | side,
            phase[1],
            phase[2],
            pending[0],
            pending[1],
            0,
            0,
            0,
        ]);
        self.stones_key ^ mix(STATE_KEYS + state)
    }
}
