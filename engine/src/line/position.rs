//! The position of a line game, for any ruleset `R` and board size `N`: the stones, the side to
//! act, and the phase of its turn.
//!
//! All line games are played here; `LineRules` defines the differences between them (figures of
//! capture, complete lines, chains, repetition). Stones are bits of a `u64`, stored for the side to
//! act and its opponent and swapped with the turn. Legal actions are generated without reasons;
//! `refuse` is written independently, and tests check that the two agree.

use super::board::{self, all, column, from_column, from_row, points, row, steps};
use super::{Act, Complete, Line, LineAction, LineRules, history};
use crate::grid::point_text;
use crate::zobrist::mix;
use crate::{
    Effects, Game, GameInfo, Notated, Options, Outcome, Pattern, Pictured, Position, Reason,
    Refusal, RepetitionRule, SetupError, Side, Sink,
};

/// The task of the side to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Make a step.
    Step,
    /// Make another capturing step.
    Chain,
    /// Remove two enemy stones, one after the other.
    RemoveTwo,
    /// Remove one enemy stone.
    RemoveOne,
}

/// A position of the line game `R` on a board of `N` x `N` points, where each side starts with
/// `N` stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LinePosition<R, const N: u8> {
    /// The stones of the side to act.
    pub(super) own: u64,
    /// The stones of the other side.
    pub(super) enemy: u64,
    pub(super) to_act: Side,
    pub(super) phase: Phase,
    pub(super) rules: R,
}

impl<R: LineRules, const N: u8> LinePosition<R, N> {
    /// The stones of a side, as bits: rank from the bottom times board size plus file.
    #[must_use]
    #[inline]
    pub const fn stones(&self, side: Side) -> u64 {
        match (self.to_act, side) {
            (Side::First, Side::First) | (Side::Second, Side::Second) => self.own,
            (Side::First, Side::Second) | (Side::Second, Side::First) => self.enemy,
        }
    }

    /// The number of steps of a side, captures or not, whosever turn it is.
    #[must_use]
    #[inline]
    pub fn step_count(&self, side: Side) -> u32 {
        steps::<N>(self.stones(side), self.empty()).iter().map(|(to, _)| to.count_ones()).sum()
    }

    /// The task of the side to act.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The ruleset.
    #[must_use]
    pub const fn ruleset(&self) -> R {
        self.rules
    }

    /// The empty points.
    pub(super) const fn empty(&self) -> u64 {
        all::<N>() & !(self.own | self.enemy)
    }

    /// Whether the stones alone have ended the game: a side has none, or each has one and
    /// nothing more is owed.
    pub(super) const fn is_decided(&self) -> bool {
        let (own, enemy) = (self.own, self.enemy);
        if own & own.wrapping_sub(1) != 0 && enemy & enemy.wrapping_sub(1) != 0 {
            return false;
        }
        own == 0
            || enemy == 0
            || (own.is_power_of_two() && enemy.is_power_of_two() && !self.is_removing())
    }

    const fn is_removing(&self) -> bool {
        matches!(self.phase, Phase::RemoveTwo | Phase::RemoveOne)
    }

    /// Whether the side to act has a step to an empty point.
    const fn can_step(&self) -> bool {
        let [(right, _), (left, _), (up, _), (down, _)] = steps::<N>(self.own, self.empty());
        right | left | up | down != 0
    }

    /// The row and the column through `to` after the step there.
    const fn lines(&self, to: u8) -> (Line, Line) {
        let (file, rank) = (to % N, to / N);
        (
            Line {
                own: row::<N>(self.own, rank),
                enemy: row::<N>(self.enemy, rank),
                moved: file,
                len: N,
            },
            Line {
                own: column::<N>(self.own, file),
                enemy: column::<N>(self.enemy, file),
                moved: rank,
                len: N,
            },
        )
    }

    /// Whether the step just made to `to` completed a line that earns removals.
    fn completes(&self, to: u8, row: Line, column: Line) -> bool {
        let full = (1 << N) - 1;
        let stones = |line: Line| match self.rules.complete() {
            Complete::Never => 0,
            Complete::OwnStones => line.own,
            Complete::AnyStones => line.own | line.enemy,
        };
        let home = match self.to_act {
            Side::First => 0,
            Side::Second => N - 1,
        };
        stones(column) == full || (stones(row) == full && to / N != home)
    }

    /// Whether a step of the side to act from `from` to `to` captures or completes a line.
    fn is_capturing(&self, from: u8, to: u8) -> bool {
        let mut after = *self;
        after.own ^= (1 << from) | (1 << to);
        let (row, column) = after.lines(to);
        let captures = self.rules.captures();
        captures.taken(row) | captures.taken(column) != 0 || after.completes(to, row, column)
    }

    /// The capturing steps among those in one direction, as the set of their destinations.
    fn capturing(&self, targets: u64, by: i8) -> u64 {
        points(targets)
            .filter(|&to| self.is_capturing(to.wrapping_add_signed(-by), to))
            .fold(0, |set, to| set | 1 << to)
    }

    /// Whether the side to act has a capturing step.
    pub(super) fn can_capture(&self) -> bool {
        steps::<N>(self.own, self.empty()).into_iter().any(|(targets, by)| {
            points(targets).any(|to| self.is_capturing(to.wrapping_add_signed(-by), to))
        })
    }

    /// Removes the stones that the figures on one line take, and records them; `to_board` maps a set
    /// of places on the line to the board.
    #[cold]
    fn capture(&mut self, line: Line, to_board: impl Fn(u8) -> u64, effects: &mut Effects) {
        let mut left = self.own | self.enemy;
        let mut missing = self.rules.captures().taken(line);
        for &figure in self.rules.captures().figures {
            if missing == 0 {
                break;
            }
            let on_line = figure.takes(line) & missing;
            missing &= !on_line;
            let taken = to_board(on_line) & left;
            left &= !taken;
            for at in points(taken) {
                effects.capture(at, figure.pattern());
            }
        }
        self.own &= left;
        self.enemy &= left;
    }

    /// Ends the act of a side that has nothing more to remove: the side continues if the ruleset has
    /// chains and it can capture again, otherwise the turn passes. Once the stones have decided the
    /// game, the side that acted last stays the side to act.
    #[inline]
    fn pass_on(&mut self, captured: bool) {
        self.phase = Phase::Step;
        if captured && self.stays_after_capture() {
            return;
        }
        std::mem::swap(&mut self.own, &mut self.enemy);
        self.to_act = self.to_act.other();
    }

    /// Whether the side that has just captured stays the side to act; enters the chain if so.
    #[cold]
    fn stays_after_capture(&mut self) -> bool {
        if self.is_decided() {
            return true;
        }
        let continues = self.rules.chains() && self.can_capture();
        if continues {
            self.phase = Phase::Chain;
        }
        continues
    }
}

/// The distance between the sets of the four directions in one set of 128 bits: side by side on the
/// smaller boards, two at a time on the largest.
const fn stride(size: u8) -> u8 {
    match size {
        4 => 16,
        5 => 32,
        _ => 64,
    }
}

impl<R: LineRules, const N: u8> Position for LinePosition<R, N> {
    type Action = LineAction;
    type Rules = R;
    const INFO: &'static GameInfo = R::INFO;

    fn rules(ruleset: &str, _options: &Options) -> Result<R, SetupError> {
        Ok(R::of(ruleset))
    }

    fn start(rules: R) -> Self {
        Self {
            own: board::rank::<N>(0),
            enemy: board::rank::<N>(N - 1),
            to_act: Side::First,
            phase: Phase::Step,
            rules,
        }
    }

    fn parse(rules: R, text: &str) -> Result<Self, SetupError> {
        Ok(Self::read(rules, text)?)
    }

    fn to_text(&self) -> String {
        self.write()
    }

    fn parse_action(&self, text: &str) -> Result<LineAction, Refusal> {
        LineAction::parse(text, N)
    }

    fn action_text(&self, action: LineAction) -> String {
        action.text(N)
    }

    fn point_name(&self, point: u8) -> String {
        point_text(point % N, point / N)
    }

    fn to_act(&self) -> Side {
        self.to_act
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_decided() {
            return Some(match (self.own, self.enemy) {
                (0, _) => Outcome::win(self.to_act.other(), Reason::Elimination),
                (_, 0) => Outcome::win(self.to_act, Reason::Elimination),
                _ => Outcome::draw(Reason::DeadPosition),
            });
        }
        (!self.is_removing() && !self.can_step())
            .then(|| Outcome::win(self.to_act.other(), Reason::NoLegalMove))
    }

    #[inline]
    fn actions<S: Sink<LineAction>>(&self, sink: &mut S) {
        if self.is_decided() {
            return;
        }
        if self.is_removing() {
            sink.push_set(u128::from(self.enemy), LineAction::removal);
            return;
        }
        let mut steps = steps::<N>(self.own, self.empty());
        if self.phase == Phase::Chain {
            for (targets, by) in &mut steps {
                *targets = self.capturing(*targets, *by);
            }
        }
        // As many directions in one set as fit, because every set costs a branch that is hard to
        // predict.
        let stride = const { stride(N) };
        let [right, left, up, down] = steps.map(|(targets, _)| u128::from(targets));
        let across = right | left << stride;
        let along = up | down << stride;
        let step = |bit: u8, first: u8| {
            let direction = first + bit / stride;
            let to = bit % stride;
            LineAction::step(to.wrapping_add_signed(-steps[usize::from(direction & 3)].1), to)
        };
        if N <= 5 {
            sink.push_set(across | along << (2 * stride % 128), |bit| step(bit, 0));
        } else if !sink.push_set(across, |bit| step(bit, 0)) {
            sink.push_set(along, |bit| step(bit, 2));
        }
    }

    fn refuse(&self, action: LineAction) -> Option<Refusal> {
        self.find_refusal(action)
    }

    #[inline]
    fn apply(&mut self, action: LineAction) -> Effects {
        let mut effects = Effects::NONE;
        match action.act() {
            Act::Step { from, to } => {
                self.own ^= (1 << from) | (1 << to);
                let (row, column) = self.lines(to);
                let captures = self.rules.captures();
                if captures.taken(row) != 0 {
                    self.capture(row, |line| from_row::<N>(line, to / N), &mut effects);
                }
                if captures.taken(column) != 0 {
                    self.capture(column, |line| from_column::<N>(line, to % N), &mut effects);
                }
                if self.completes(to, row, column) && self.enemy != 0 {
                    let two = !self.enemy.is_power_of_two();
                    self.phase = if two { Phase::RemoveTwo } else { Phase::RemoveOne };
                    effects.earned = if two { 2 } else { 1 };
                    // The line is the capture; the removals only choose its stones.
                    effects.progress = true;
                } else {
                    self.pass_on(effects.progress);
                }
            }
            Act::Remove { at } => {
                self.enemy &= !(1 << at);
                effects.capture(at, Pattern::Complete);
                if self.phase == Phase::RemoveTwo {
                    self.phase = Phase::RemoveOne;
                } else {
                    self.pass_on(true);
                }
            }
        }
        effects
    }

    fn key(&self) -> u64 {
        let (first, second) = match self.to_act {
            Side::First => (self.own, self.enemy),
            Side::Second => (self.enemy, self.own),
        };
        // Both numbers fit, the board having at most 36 points, and `mix` is one to one.
        let turn = (self.to_act.index() as u64) | ((self.phase as u64) << 1);
        mix(mix(first | (turn << 36)) ^ second)
    }

    fn repetition_rule(&self) -> RepetitionRule {
        self.rules.repetition()
    }

    fn adjudicate(game: &Game<Self>) -> Option<Outcome> {
        history::adjudicate(game)
    }

    fn history_limits(game: &Game<Self>) -> bool {
        history::limits(game)
    }

    fn history_refuses(game: &Game<Self>, action: LineAction) -> Option<Refusal> {
        history::refuses(game, action)
    }
}

impl<R: LineRules, const N: u8> Notated for LinePosition<R, N> {}

impl<R: LineRules, const N: u8> Pictured for LinePosition<R, N> {}
