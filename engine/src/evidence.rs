//! Evidence for a ruling on repetition: the cycle, action by action, with the checks and chases in
//! it, for display to people.
//!
//! It explains the ruling that `Game::recurrence` and `adjudicate` have made, from the same rule
//! and the same history. Chases are listed whichever ruleset is in force, so that the rulings of
//! others can be compared.

use crate::{Chase, Game, Position, RepetitionEffect, Ruling, Side};

/// A cycle with the ruleset's ruling on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence<A> {
    /// The plies before which the position stood, the earliest first. The cycle begins at the
    /// first.
    pub stood: Vec<usize>,
    /// The cycle.
    pub plies: Vec<Conduct<A>>,
    /// The actions that history forbids, if the side to act has no others: the cycle then ends with
    /// the first of them, which was not played.
    pub barred: Vec<A>,
    /// The ruling of the ruleset.
    pub ruling: Ruling,
}

/// The conduct of one action of a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conduct<A> {
    /// The action.
    pub action: A,
    /// The side that played it.
    pub by: Side,
    /// Whether it gave check.
    pub check: bool,
    /// Its chases, under any ruleset of the game that has a rule on them.
    pub chases: Vec<Chase>,
}

impl<P: Position> Game<P> {
    /// The evidence for an intervention of the ruleset because a position has recurred: at the
    /// occurrence that its rule names, or when every remaining action would bring a position back.
    #[must_use]
    pub fn evidence(&self) -> Option<Evidence<P::Action>> {
        let rule = self.position().repetition_rule();
        let mut stood = self.earlier_occurrences();
        let steps_in = rule.effect != RepetitionEffect::Refused && stood.len() + 1 >= rule.limit;
        if steps_in {
            stood.reverse();
            let ruling = self.ruling(stood[0]);
            let plies = self.conduct(stood[0], None);
            stood.push(self.plies().len());
            return Some(Evidence { stood, plies, barred: Vec::new(), ruling });
        }
        let barred = self.barred();
        let &action = barred.first()?;
        let mut next = self.position().clone();
        next.apply(action);
        stood = self.occurrences(&next);
        stood.reverse();
        let &first = stood.first()?;
        let by = self.position().to_act();
        let ruling = rule.judge(
            by,
            |side| self.only_checks(side, first) && (side != by || next.is_check()),
            || P::chasers(&self.position_at(first), &self.actions_since(first, Some(action))),
        );
        Some(Evidence { plies: self.conduct(first, Some(action)), stood, barred, ruling })
    }

    /// The actions that the position allows and history forbids, if there are no others and the game
    /// has ended because of that.
    fn barred(&self) -> Vec<P::Action> {
        if self.outcome().is_none() || !P::history_limits(self) {
            return Vec::new();
        }
        let mut actions = Vec::new();
        self.position().actions(&mut actions);
        let barred = |&action: &P::Action| P::history_refuses(self, action).is_some();
        if actions.iter().all(barred) { actions } else { Vec::new() }
    }

    /// The conduct of the plies since `first`, and of one more action if it is given.
    fn conduct(&self, first: usize, more: Option<P::Action>) -> Vec<Conduct<P::Action>> {
        let actions = self.actions_since(first, more);
        let mut position = self.position_at(first);
        let chases = P::chases(&position, &actions);
        let conduct = |(action, chases)| {
            let by = position.to_act();
            position.apply(action);
            Conduct { action, by, check: position.is_check(), chases }
        };
        actions.into_iter().zip(chases).map(conduct).collect()
    }
}
