//! Generates the legal actions of Diu Fang, as sets of points in one machine word or two.
//!
//! This is the fast generator; `refuse` gives the reasons for refusing an action and is written
//! independently of it. Tests hold the two equal. Debts come first (a stone to fill in, removals),
//! then the actions of the phase. A `Sink` may stop early when it has seen enough.

use super::action::Action;
use super::board::{CENTRE, DIAGONAL_ENDS, NARROW, Set, WIDE, bit};
use super::position::{DiuFang, Pending, Phase};
use super::rules::Stuck;
use crate::Sink;

impl DiuFang {
    /// Passes every legal action to `sink`.
    #[inline]
    pub(super) fn generate<S: Sink<Action>>(&self, sink: &mut S) {
        if self.is_decided() {
            return;
        }
        match self.pending {
            Pending::Nothing | Pending::Passed => {}
            Pending::Fill(point) => {
                let own = self.stones[self.to_act];
                sink.push_set(own & self.neighbours(bit(point)), |from| Action::step(from, point));
                return;
            }
            Pending::Removals(_) => {
                match self.targets(self.to_act) {
                    0 => sink.push(Action::PASS),
                    targets => sink.push_set(targets, Action::remove),
                };
                return;
            }
            Pending::BothPassed => return,
        }
        match self.phase {
            Phase::Placing(_) => {
                sink.push_set(self.placeable(), Action::place);
            }
            Phase::Opening(_) => {
                sink.push_set(self.targets(self.to_act), Action::remove);
            }
            Phase::Exchanging(_) => {
                sink.push_set(self.exchangeable(), Action::remove);
            }
            Phase::Moving => self.generate_turn(sink),
        }
    }

    /// The points on which the side to act may place a stone.
    fn placeable(&self) -> Set {
        let empty = self.empty();
        let is_first = self.rules.law().centre_first && empty == self.rules.board.points();
        if is_first { bit(CENTRE) } else { empty }
    }

    fn generate_turn<S: Sink<Action>>(&self, sink: &mut S) {
        if self.exchanges() {
            let exchangeable = self.exchangeable();
            if exchangeable != 0 {
                sink.push_set(exchangeable, Action::remove);
                return;
            }
        }
        let found = self.generate_steps(sink);
        if !found && self.rules.law().stuck == Stuck::Passes {
            sink.push(Action::PASS);
        }
    }

    /// Passes the steps to `sink`. Returns whether there are any.
    fn generate_steps<S: Sink<Action>>(&self, sink: &mut S) -> bool {
        let own = self.stones[self.to_act];
        let empty = self.empty();
        let (mut any, stopped) = match self.rules.board.stride() {
            NARROW => narrow_steps(own, empty, sink),
            _ => wide_steps(own, empty, sink),
        };
        if !stopped && self.rules.law().diagonals {
            if own & bit(CENTRE) != 0 {
                any |= empty & DIAGONAL_ENDS;
                sink.push_set(empty & DIAGONAL_ENDS, |to| Action::step(CENTRE, to));
            } else if empty & bit(CENTRE) != 0 {
                any |= own & DIAGONAL_ENDS;
                sink.push_set(own & DIAGONAL_ENDS, |from| Action::step(from, CENTRE));
            }
        }
        any != 0
    }
}

/// Passes on the steps along files and ranks of a narrow board, on which one set has room for two
/// directions. Returns the set of all, and whether the sink has stopped.
#[inline]
fn narrow_steps<S: Sink<Action>>(own: Set, empty: Set, sink: &mut S) -> (Set, bool) {
    let sideways = (own << 1 & empty) | (own >> 1 & empty) << 64;
    let along = (own << NARROW & empty) | (own >> NARROW & empty) << 64;
    let stopped = sink.push_set(sideways, |point| {
        let to = point & 63;
        Action::step(if point < 64 { to - 1 } else { to + 1 }, to)
    }) || sink.push_set(along, |point| {
        let to = point & 63;
        Action::step(if point < 64 { to - NARROW } else { to + NARROW }, to)
    });
    (sideways | along, stopped)
}

/// The same for the other boards, one direction after the other.
#[inline]
fn wide_steps<S: Sink<Action>>(own: Set, empty: Set, sink: &mut S) -> (Set, bool) {
    let (east, west) = (own << 1 & empty, own >> 1 & empty);
    let (north, south) = (own << WIDE & empty, own >> WIDE & empty);
    let stopped = sink.push_set(east, |to| Action::step(to - 1, to))
        || sink.push_set(west, |to| Action::step(to + 1, to))
        || sink.push_set(north, |to| Action::step(to - WIDE, to))
        || sink.push_set(south, |to| Action::step(to + WIDE, to));
    (east | west | north | south, stopped)
}
