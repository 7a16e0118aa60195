//! The legal actions, as sets of points.

use super::action::Action;
use super::board::{CENTRE, DIAGONAL_ENDS, STRIDE, Set, bit};
use super::position::{DiuFang, Pending, Phase};
use super::rules::Stuck;
use crate::Sink;

impl DiuFang {
    /// Hands every legal action to `sink`.
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

    /// Where the side to act may place a stone.
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

    /// Hands over the steps, one direction after the other. Returns whether there are any.
    fn generate_steps<S: Sink<Action>>(&self, sink: &mut S) -> bool {
        let own = self.stones[self.to_act];
        let empty = self.empty();
        let (east, west) = (own << 1 & empty, own >> 1 & empty);
        let (north, south) = (own << STRIDE & empty, own >> STRIDE & empty);
        let mut any = east | west | north | south;
        if sink.push_set(east, |to| Action::step(to - 1, to))
            || sink.push_set(west, |to| Action::step(to + 1, to))
            || sink.push_set(north, |to| Action::step(to - STRIDE, to))
            || sink.push_set(south, |to| Action::step(to + STRIDE, to))
        {
            return true;
        }
        if self.rules.law().diagonals {
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
