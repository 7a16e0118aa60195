//! Diu Fang: forming fang earns removals, so the evaluation looks for fang on the board and for
//! cells that lack little.
//!
//! - **Stones** on the board and in hand.
//! - **Fang** that stand: their stones are safe where the ruleset protects them, and a step out
//!   and back takes again.
//! - **Threes**: cells (or empty points) that lack one stone and are not spoilt by an enemy's,
//!   more where the missing point can be reached at once.
//! - **Twos** while stones are placed.
//! - **Room**: points to step to. Under some rules a side without any loses.
//! - **Removals owed** to the side to act.

use super::loud;
use crate::levels::Level;
use crate::{Duty, Habits, Numbers, Score, Searchable};
use engine::diu_fang::{Act, Action, DiuFang};
use engine::{Position, Side};

/// The weights, in hundredths of a stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// A stone, on the board or in hand.
    pub stone: Score,
    /// A stone in fang, where that protects it.
    pub fang_stone: Score,
    /// A cell that lacks one stone.
    pub three: Score,
    /// The addition if that one can be had at once.
    pub open_three: Score,
    /// A cell with two stones while stones are placed, and later.
    pub two: [Score; 2],
    /// A point to step to.
    pub room: Score,
    /// A removal that is owed.
    pub owed: Score,
    /// Being the one to act.
    pub turn: Score,
}

impl Numbers for Weights {
    fn visit(&mut self, name: &str, each: &mut dyn FnMut(&str, &mut Score)) {
        let Self { stone, fang_stone, three, open_three, two, room, owed, turn } = self;
        stone.visit(&format!("{name} stone"), each);
        fang_stone.visit(&format!("{name} fang_stone"), each);
        three.visit(&format!("{name} three"), each);
        open_three.visit(&format!("{name} open_three"), each);
        two.visit(&format!("{name} two"), each);
        room.visit(&format!("{name} room"), each);
        owed.visit(&format!("{name} owed"), each);
        turn.visit(&format!("{name} turn"), each);
    }
}

impl Searchable for DiuFang {
    type Tally = ();
    type Weights = Weights;
    type Aim = ();

    const HABITS: Habits = Habits {
        slots: 128 * 128,
        quiet_limit: Some(100),
        captures_return: false,
        margin: 0,
        skips_late: false,
    };

    const WEIGHTS: Weights = Weights {
        stone: 100,
        fang_stone: 12,
        three: 14,
        open_three: 40,
        two: [5, 1],
        room: 4,
        owed: 80,
        turn: 15,
    };

    const LEVELS: [Level; 8] = [
        Level::new(400, 2, 413).with_random(20),
        Level::new(1_600, 3, 396),
        Level::new(2_400, 3, 225),
        Level::new(3_100, 4, 163),
        Level::new(3_800, 5, 124),
        Level::new(5_200, 5, 76),
        Level::new(8_900, 6, 35),
        Level::new(18_000, 8, 13),
    ];

    fn tally(&self, _weights: &Weights) {}

    fn aim(&self) {}

    fn tally_after(&self, _weights: &Weights, _tally: (), _action: Action, _next: &Self) {}

    fn evaluate(&self, weights: &Weights, _tally: ()) -> Score {
        let side = self.to_act();
        worth(self, weights, side) - worth(self, weights, side.other())
            + weights.turn
            + weights.owed * i32::from(self.owed())
    }

    fn code(action: Action) -> u16 {
        1 + match action.act() {
            Act::Step { from, to } => 128 * u16::from(from) + u16::from(to),
            Act::Place(at) => 128 * 125 + u16::from(at),
            Act::Remove(at) => 128 * 126 + u16::from(at),
            Act::Pass => 128 * 127,
        }
    }

    fn slot(&self, action: Action) -> usize {
        usize::from(Self::code(action) - 1) & 16_383
    }

    fn gain(&self, action: Action) -> Score {
        let (taken, again) = loud::taken(self, action);
        let taken = i32::try_from(taken).unwrap_or(0);
        // Removals differ in the formations that they break up.
        let broken = match action.act() {
            Act::Remove(at) => threatening(self, at),
            Act::Place(_) | Act::Step { .. } | Act::Pass => 0,
        };
        100 * taken + if again { 90 } else { 0 } + broken
    }

    fn is_loud(&self, action: Action) -> bool {
        match action.act() {
            // Where every turn begins with a removal it is nothing special.
            Act::Remove(_) => self.owed() > 0,
            Act::Place(_) if !self.placing_earns() => false,
            Act::Pass => false,
            Act::Place(_) | Act::Step { .. } => loud::taken(self, action).1,
        }
    }

    fn loud(&self, list: &mut Vec<Action>) -> Duty {
        if self.owed() > 0 {
            return loud::find(self, true, list);
        }
        self.actions(list);
        if list.is_empty() {
            return Duty::Over;
        }
        list.retain(|&action| self.is_loud(action));
        Duty::Free
    }
}

fn count(set: u128) -> Score {
    i32::try_from(set.count_ones()).unwrap_or(0)
}

fn worth(position: &DiuFang, weights: &Weights, side: Side) -> Score {
    let own = position.stones(side);
    let placed = count(own);
    let hand = i32::from(position.in_hand(side));
    let fang = count(position.in_fang(side));
    let room = count(position.reached(side));
    let (twos, threes, open) =
        if position.fang_is_cell() { cells(position, side) } else { holes(position, side) };
    weights.stone * (placed + hand)
        + weights.fang_stone * fang * i32::from(position.fang_protect())
        + weights.three * threes
        + weights.open_three * open
        + weights.two[usize::from(hand == 0)] * twos
        + if hand == 0 { weights.room * room } else { 0 }
}

/// Cells with two own stones, with three, and with three whose last corner can be had at once;
/// none with an enemy on it.
fn cells(position: &DiuFang, side: Side) -> (Score, Score, Score) {
    let stride = position.stride();
    let own = position.stones(side);
    let points = position.points();
    let free = points & !position.stones(side.other());
    // The four corners of the cell that a bit represents by its lower left corner.
    let corners = |set: u128| [set, set >> 1, set >> stride, set >> (stride + 1)];
    let [fa, fb, fc, fd] = corners(free);
    let clear = fa & fb & fc & fd;
    let [a, b, c, d] = corners(own);
    let (ab, xab) = (a & b, a ^ b);
    let (cd, xcd) = (c & d, c ^ d);
    let three = ((ab & xcd) | (xab & cd)) & clear;
    let two = ((ab & !(c | d)) | (cd & !(a | b)) | (xab & xcd)) & clear;
    let reached = if position.in_hand(side) > 0 {
        points
    } else {
        // A stone that is to fill the last corner comes from outside the cell: of the corner's
        // two other neighbours one must be own.
        own
    };
    let mut open = 0;
    let empty = free & !own;
    let mut rest = three;
    while rest != 0 {
        let low = rest & rest.wrapping_neg();
        rest ^= low;
        let cell = low | low << 1 | low << stride | low << (stride + 1);
        let missing = cell & empty;
        let adjacent = missing << 1 | missing >> 1 | missing << stride | missing >> stride;
        open += i32::from(reached == points || adjacent & reached & !cell != 0);
    }
    (count(two), count(three), open)
}

/// Empty points with two or three own stones around and no enemy, as [`cells`] counts cells.
fn holes(position: &DiuFang, side: Side) -> (Score, Score, Score) {
    let stride = position.stride();
    let own = position.stones(side);
    let enemy = position.stones(side.other());
    let points = position.points();
    let around = |set: u128| [set << 1, set >> 1, set << stride, set >> stride];
    let [pa, pb, pc, pd] = around(points & !enemy);
    let clear = points & !own & !enemy & pa & pb & pc & pd;
    let [a, b, c, d] = around(own);
    let (ab, xab) = (a & b, a ^ b);
    let (cd, xcd) = (c & d, c ^ d);
    let three = ((ab & xcd) | (xab & cd)) & clear;
    let two = ((ab & !(c | d)) | (cd & !(a | b)) | (xab & xcd)) & clear;
    let empty = points & !own & !enemy;
    let mut open = 0;
    let mut rest = three;
    while rest != 0 {
        let hole = rest & rest.wrapping_neg();
        rest ^= hole;
        let [a, b, c, d] = around(hole);
        let missing = (a | b | c | d) & empty;
        let [a, b, c, d] = around(missing);
        open += i32::from((a | b | c | d) & own != 0);
    }
    (count(two), count(three), open)
}

/// The activity of an enemy stone at a point: its neighbours of its own colour.
fn threatening(position: &DiuFang, at: u8) -> Score {
    let enemy = position.stones(position.to_act().other());
    let stride = position.stride();
    let stone = 1_u128 << at;
    let row = stone | stone << 1 | stone >> 1;
    let block = row | row << stride | row >> stride;
    4 * count(block & enemy & !stone)
}
