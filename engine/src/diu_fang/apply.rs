//! Plays a legal action of Diu Fang: moves the stones, then settles the removals it earned, then
//! decides whose turn follows.
//!
//! The order matters. A formed fang earns removals, which the same side makes before its turn ends;
//! removals that have no target lapse and are reported as such. A phase ends when both sides have
//! finished it, and a side that has nothing to remove in the opening or exchange is skipped. The
//! action must be legal; this is not checked again.

use super::action::{Act, Action};
use super::board::bit;
use super::fang;
use super::position::{DiuFang, Pending, Phase};
use super::rules::{Opening, Targets};
use crate::{Effects, Pattern, Side};

impl DiuFang {
    /// Plays a legal action.
    #[inline]
    pub(super) fn play(&mut self, action: Action) -> Effects {
        let mut effects = Effects::NONE;
        let by = self.to_act;
        match action.act() {
            Act::Place(at) => {
                self.toggle(by, at);
                effects.progress = true;
                if let Phase::Placing(left) = &mut self.phase {
                    left[by] -= 1;
                }
                if self.rules.law().placing_earns {
                    self.earn(at, &mut effects);
                }
            }
            Act::Step { from, to } => {
                self.toggle(by, from);
                self.toggle(by, to);
                self.earn(to, &mut effects);
            }
            Act::Remove(at) => {
                self.toggle(by.other(), at);
                effects.capture(at, self.after_removal(at));
                let lapsed = self.lapse();
                if self.stones[by.other()] == 0 && self.wins_by_elimination() {
                    self.pending = Pending::Nothing;
                    return effects;
                }
                effects.lapsed = lapsed;
            }
            Act::Pass => return self.after_pass(effects),
        }
        match self.pending {
            Pending::Fill(_) | Pending::Removals(_) => {}
            Pending::Nothing | Pending::Passed | Pending::BothPassed => {
                effects.skipped = self.end_turn(by);
            }
        }
        effects
    }

    /// Sets the removals earned by the fang that the stone that arrived at `at` forms.
    fn earn(&mut self, at: u8, effects: &mut Effects) {
        let law = self.rules.law();
        let (own, empty) = (self.stones[self.to_act], self.empty());
        let formed = fang::formed(law.fang, self.rules.board, own, empty, at);
        self.pending = Pending::Removals(formed);
        effects.lapsed = self.lapse();
        effects.earned = formed - effects.lapsed;
    }

    /// Lets owed removals lapse if there is nothing they could take; returns how many did. Under *any
    /// target* that can only happen after the last stone is gone, and a pass ends them instead.
    fn lapse(&mut self) -> u8 {
        let Pending::Removals(owed) = self.pending else { return 0 };
        let any = self.rules.law().targets == Targets::Any;
        if owed > 0 && (any || self.targets(self.to_act) != 0) {
            return 0;
        }
        self.pending = Pending::Nothing;
        owed
    }

    /// Settles a pending debt after the stone at `at` was removed, and returns the reason of the
    /// removal.
    fn after_removal(&mut self, at: u8) -> Pattern {
        if let Pending::Removals(owed) = self.pending {
            self.pending = Pending::Removals(owed - 1);
            return Pattern::Fang;
        }
        self.pending = Pending::Nothing;
        if !self.exchanges() {
            return Pattern::Opening;
        }
        if self.neighbours(bit(at)) & self.stones[self.to_act] != 0 {
            self.pending = Pending::Fill(at);
        }
        Pattern::Exchange
    }

    /// Whether the loss of the last stone, which has just happened, ends the game now rather
    /// than when placing is over or when a pass has ended the removals.
    fn wins_by_elimination(&self) -> bool {
        let must_pass = match self.pending {
            Pending::Removals(_) => true,
            Pending::Nothing | Pending::Fill(_) | Pending::Passed | Pending::BothPassed => false,
        };
        !must_pass && !matches!(self.phase, Phase::Placing(_))
    }

    fn after_pass(&mut self, effects: Effects) -> Effects {
        match self.pending {
            // The last enemy stone is gone; the side to act has won.
            Pending::Removals(_) => self.pending = Pending::Nothing,
            Pending::Passed if self.two_passes_draw() => self.pending = Pending::BothPassed,
            Pending::Nothing | Pending::Fill(_) | Pending::Passed | Pending::BothPassed => {
                self.pending = Pending::Passed;
                self.to_act = self.to_act.other();
            }
        }
        effects
    }

    /// Gives the turn to the other side, and moves on to the next phase if this one is finished;
    /// returns how many acts were skipped.
    #[inline]
    fn end_turn(&mut self, by: Side) -> u8 {
        self.to_act = by.other();
        match self.phase {
            Phase::Moving => 0,
            Phase::Placing(_) if self.placing_is_over() => self.end_placing(by),
            Phase::Placing(_) => 0,
            Phase::Opening(left) => self.go_round(Phase::Opening, left - 1, by),
            Phase::Exchanging(left) => self.go_round(Phase::Exchanging, left - 1, by),
        }
    }

    fn end_placing(&mut self, by: Side) -> u8 {
        if self.is_decided() {
            self.to_act = by;
            return 0;
        }
        match self.rules.law().opening {
            Opening::IfFull if self.empty() != 0 => {}
            Opening::IfFull | Opening::Always => return self.go_round(Phase::Opening, 2, by),
            Opening::Exchange => return self.go_round(Phase::Exchanging, 2, by),
            Opening::None => {}
        }
        self.phase = Phase::Moving;
        0
    }

    /// Continues a phase in which each side has one act and `left` acts are left. A side that has
    /// nothing to remove is skipped; the side that did not act last begins the next phase. Returns
    /// how many acts were skipped.
    fn go_round(&mut self, phase: impl Fn(u8) -> Phase, left: u8, last: Side) -> u8 {
        let mut side = last.other();
        for skipped in 0..left {
            if self.targets(side) != 0 {
                self.phase = phase(left - skipped);
                self.to_act = side;
                return skipped;
            }
            side = side.other();
        }
        self.phase = Phase::Moving;
        self.to_act = last.other();
        left
    }
}
