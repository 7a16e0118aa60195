//! Reasons for refusing an action, read off the board point by point.
//!
//! Written from the rule text and apart from the generator, which works on whole sets and
//! tables; the tests hold the two equal.

use super::captures::taken_by;
use super::{Act, Complete, Line, LineAction, LinePosition, LineRules, Phase};
use crate::{Points, Refusal, Rule, Side};

impl<R: LineRules, const N: u8> LinePosition<R, N> {
    /// The refusal of `action`, or `None` if it is legal.
    pub(super) fn find_refusal(&self, action: LineAction) -> Option<Refusal> {
        let stones = |side| self.points_of(side).count();
        let removing = match self.phase {
            Phase::Step | Phase::Chain => false,
            Phase::RemoveTwo | Phase::RemoveOne => true,
        };
        match (stones(self.to_act), stones(self.to_act.other())) {
            (0, _) | (_, 0) => return Some(Refusal::new(Rule::GameOver)),
            (1, 1) if !removing => return Some(Refusal::new(Rule::GameOver)),
            _ => {}
        }
        match action.act() {
            Act::Remove { at } if !removing => Some(Refusal::at(Rule::WrongPhase, at)),
            Act::Remove { at } if self.stone(at) != Some(self.to_act.other()) => {
                Some(Refusal::at(Rule::NotEnemy, at))
            }
            Act::Remove { .. } => None,
            Act::Step { .. } if removing => {
                let enemies: Points = self.points_of(self.to_act.other()).collect();
                Some(Refusal::with(Rule::MustRemove, enemies))
            }
            Act::Step { from, to } => self.refuse_step(from, to).or_else(|| {
                (self.phase == Phase::Chain && !self.step_captures(from, to))
                    .then(|| Refusal::with(Rule::MustCapture, self.capturing_stones()))
            }),
        }
    }

    fn refuse_step(&self, from: u8, to: u8) -> Option<Refusal> {
        match self.stone(from) {
            None => Some(Refusal::at(Rule::EmptyOrigin, from)),
            Some(side) if side != self.to_act => Some(Refusal::at(Rule::NotYours, from)),
            Some(_) if (from % N).abs_diff(to % N) + (from / N).abs_diff(to / N) != 1 => {
                Some(Refusal::at(Rule::NotAdjacent, to))
            }
            Some(_) if self.stone(to).is_some() => Some(Refusal::at(Rule::Occupied, to)),
            Some(_) => None,
        }
    }

    /// Whose stone stands on a point.
    pub(super) const fn stone(&self, point: u8) -> Option<Side> {
        let bit = 1 << point;
        if self.own & bit != 0 {
            Some(self.to_act)
        } else if self.enemy & bit != 0 {
            Some(self.to_act.other())
        } else {
            None
        }
    }

    fn points_of(&self, side: Side) -> impl Iterator<Item = u8> {
        (0..N * N).filter(move |&point| self.stone(point) == Some(side))
    }

    /// The own stones that have a capturing step.
    fn capturing_stones(&self) -> Points {
        self.points_of(self.to_act)
            .filter(|&from| {
                (0..N * N)
                    .any(|to| self.refuse_step(from, to).is_none() && self.step_captures(from, to))
            })
            .collect()
    }

    /// Whether a step takes a stone or completes a line.
    fn step_captures(&self, from: u8, to: u8) -> bool {
        let after = |point: u8| match point {
            _ if point == from => None,
            _ if point == to => Some(self.to_act),
            _ => self.stone(point),
        };
        let row = |i: u8| after(to / N * N + i);
        let column = |i: u8| after(i * N + to % N);
        let figures = self.rules.captures().figures;
        taken_by(figures, self.line(row, to % N)) != 0
            || taken_by(figures, self.line(column, to / N)) != 0
            || self.fills(column)
            || (self.fills(row) && to / N != if self.to_act == Side::First { 0 } else { N - 1 })
    }

    fn line(&self, stone: impl Fn(u8) -> Option<Side>, moved: u8) -> Line {
        let bits = |side| (0..N).filter(|&i| stone(i) == Some(side)).fold(0, |set, i| set | 1 << i);
        Line { own: bits(self.to_act), enemy: bits(self.to_act.other()), moved, len: N }
    }

    /// Whether a line earns removals.
    fn fills(&self, stone: impl Fn(u8) -> Option<Side>) -> bool {
        match self.rules.complete() {
            Complete::Never => false,
            Complete::OwnStones => (0..N).all(|i| stone(i) == Some(self.to_act)),
            Complete::AnyStones => (0..N).all(|i| stone(i).is_some()),
        }
    }
}
