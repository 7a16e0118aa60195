//! A game: a position with the history that led to it, and the rules that depend on history.
//!
//! A position decides which actions are possible; the game adds the rules about the past:
//! repetition, perpetual check and chase, and counts without progress. It holds the actions, the
//! keys of all positions, and every 64th position, so that any earlier position is found again by
//! replaying a few actions. A repetition is found by key and confirmed by comparing positions.
//!
//! Nothing here knows players, clocks, or resignation; that is a match.

use crate::trail::Trail;
use crate::{
    Effects, Outcome, Position, Recurrence, Refusal, RepetitionEffect, RepetitionRule, Rule,
    Ruling, Side,
};

/// The facts of one ply that the rules need when they look back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyRecord<A> {
    /// The action played.
    pub action: A,
    /// The side that played it.
    pub by: Side,
    /// Whether it left the opponent in check.
    pub check: bool,
    /// Whether it restarted the count without progress.
    pub progress: bool,
}

/// The effects of a ply, as reported to the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// Captures and earned removals.
    pub effects: Effects,
    /// Whether the side now to act is in check.
    pub check: bool,
    /// The end of the game, if this was it.
    pub outcome: Option<Outcome>,
}

/// The plies between two stored positions, so that any earlier one is reached by a few actions.
const SNAPSHOT_INTERVAL: usize = 64;

/// A position with its history, which decides repetition, counts without progress and perpetual
/// check.
#[derive(Debug, Clone)]
pub struct Game<P: Position> {
    start: P,
    position: P,
    plies: Vec<PlyRecord<P::Action>>,
    /// The keys of all positions so far.
    trail: Trail,
    /// `snapshots[i]` is the position before ply `(i + 1) * SNAPSHOT_INTERVAL`.
    snapshots: Vec<P>,
    quiet: u32,
    outcome: Option<Outcome>,
}

impl<P: Position> Game<P> {
    /// A game from the start position of `rules`.
    #[must_use]
    pub fn new(rules: P::Rules) -> Self {
        Self::from_position(P::start(rules))
    }

    /// A game from any position.
    #[must_use]
    pub fn from_position(start: P) -> Self {
        let mut game = Self {
            trail: Trail::new(start.key()),
            snapshots: Vec::new(),
            position: start.clone(),
            start,
            plies: Vec::new(),
            quiet: 0,
            outcome: None,
        };
        game.settle();
        game
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// The position the game started from.
    #[must_use]
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// The plies played, oldest first.
    #[must_use]
    pub fn plies(&self) -> &[PlyRecord<P::Action>] {
        &self.plies
    }

    /// Actions since the last progress (a capture, removal or placement, as the game defines it).
    #[must_use]
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The end of the game by its rules.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The refusal of `action` now, or `None` if it is legal.
    #[must_use]
    pub fn refuse(&self, action: P::Action) -> Option<Refusal> {
        if self.outcome.is_some() {
            return Some(Refusal::new(Rule::GameOver));
        }
        self.position.refuse(action).or_else(|| {
            if P::history_limits(self) { P::history_refuses(self, action) } else { None }
        })
    }

    /// Writes the legal actions to `list`, which is cleared first.
    pub fn legal(&self, list: &mut Vec<P::Action>) {
        list.clear();
        if self.outcome.is_some() {
            return;
        }
        self.position.actions(list);
        if P::history_limits(self) {
            list.retain(|&action| P::history_refuses(self, action).is_none());
        }
    }

    /// Plays an action.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] if it is not legal; the game is then unchanged.
    pub fn play(&mut self, action: P::Action) -> Result<Played, Refusal> {
        match self.refuse(action) {
            Some(refusal) => Err(refusal),
            None => Ok(self.play_trusted(action)),
        }
    }

    /// Plays an action that the position allows, even if history has ended the game or forbids the
    /// action: in a record the players may have played on.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] if the position does not allow it; the game is then unchanged.
    pub fn play_on(&mut self, action: P::Action) -> Result<Played, Refusal> {
        match self.position.refuse(action) {
            Some(refusal) => Err(refusal),
            None => Ok(self.play_trusted(action)),
        }
    }

    /// Plays an action known to be legal.
    ///
    /// # Panics
    ///
    /// May panic if it is not.
    pub fn play_trusted(&mut self, action: P::Action) -> Played {
        let by = self.position.to_act();
        let effects = self.position.apply(action);
        let check = self.position.is_check();
        self.plies.push(PlyRecord { action, by, check, progress: effects.progress });
        self.trail.push(self.position.key());
        if self.plies.len().is_multiple_of(SNAPSHOT_INTERVAL) {
            self.snapshots.push(self.position.clone());
        }
        self.quiet = if effects.progress { 0 } else { self.quiet + 1 };
        self.settle();
        Played { effects, check, outcome: self.outcome }
    }

    /// Goes back to the position before ply `ply` (0 is the start); later plies are gone.
    /// Does nothing if the game is not that long.
    pub fn truncate(&mut self, ply: usize) {
        if ply >= self.plies.len() {
            return;
        }
        self.position = self.position_at(ply);
        self.plies.truncate(ply);
        self.trail.truncate(ply + 1);
        self.snapshots.truncate(ply / SNAPSHOT_INTERVAL);
        let quiet = self.plies.iter().rev().take_while(|record| !record.progress).count();
        self.quiet = u32::try_from(quiet).unwrap_or(u32::MAX);
        self.outcome = None;
        self.settle();
    }

    /// Ends the game with a foul of `side`, if a foul loses under these rules.
    pub fn foul(&mut self, side: Side) -> Option<Outcome> {
        self.end_with(self.position.foul(side)?)
    }

    /// Ends the game with an outcome that the rules decide on a side's request, such as a
    /// counted impasse. Returns it, or `None` if the game was over already.
    pub fn end_with(&mut self, outcome: Outcome) -> Option<Outcome> {
        if self.outcome.is_some() {
            return None;
        }
        self.outcome = Some(outcome);
        self.outcome
    }

    /// The position before ply `ply`, replayed from the last snapshot before it.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> P {
        let ply = ply.min(self.plies.len());
        let snapshots = (ply / SNAPSHOT_INTERVAL).min(self.snapshots.len());
        let mut position = match snapshots.checked_sub(1) {
            Some(place) => self.snapshots[place].clone(),
            None => self.start.clone(),
        };
        for record in &self.plies[snapshots * SNAPSHOT_INTERVAL..ply] {
            position.apply(record.action);
        }
        position
    }

    /// The plies before which the current position already stood, latest first.
    ///
    /// Candidates are found by key and confirmed by replaying the game: two different positions with
    /// the same key must never end a game.
    #[must_use]
    pub fn earlier_occurrences(&self) -> Vec<usize> {
        self.occurrences_before(self.plies.len(), &self.position)
    }

    /// The plies up to and including the current one before which `position` stood, latest
    /// first: how often an action that leads to it has led there before.
    #[must_use]
    pub fn occurrences(&self, position: &P) -> Vec<usize> {
        self.occurrences_before(self.trail.len(), position)
    }

    /// The number of times the current position has stood on the board, this time included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.earlier_occurrences().len() + 1
    }

    /// Whether the current position stands on the board for the `times`-th time at least,
    /// looking back no further than the last progress: right for games whose progress cannot
    /// be undone, such as placing and capturing stones, and much faster than counting
    /// [`repetitions`](Self::repetitions).
    #[must_use]
    pub fn recurs(&self, times: usize) -> bool {
        let current = self.plies.len();
        let progress = current.saturating_sub(self.quiet as usize);
        let keys = self.trail.keys();
        let key = keys[current];
        // Most positions are ruled out by their keys; only a full comparison confirms one.
        if keys[progress..current].iter().filter(|&&other| other == key).count() + 1 < times {
            return false;
        }
        let mut position = self.position_at(progress);
        let mut found = 1;
        for (record, &other) in self.plies[progress..].iter().zip(&keys[progress..]) {
            if other == key && position == self.position {
                found += 1;
            }
            position.apply(record.action);
        }
        found >= times
    }

    /// Whether every ply of `side` since ply `first` was a check; true if it had none.
    #[must_use]
    pub fn only_checks(&self, side: Side, first: usize) -> bool {
        self.plies[first..].iter().filter(|record| record.by == side).all(|record| record.check)
    }

    /// The recurrence of the position after an action that the current position allows.
    ///
    /// # Panics
    ///
    /// May panic if it does not allow the action.
    #[must_use]
    pub fn recurrence_after(&self, action: P::Action) -> Recurrence {
        let mover = self.position.to_act();
        let mut next = self.position.clone();
        next.apply(action);
        let earlier = self.occurrences(&next);
        let rule = self.position.repetition_rule();
        let mut limit = rule.limit;
        // The start position was not reached by an action, so it does not count.
        if rule.effect == RepetitionEffect::Refused && earlier.contains(&0) {
            limit += 1;
        }
        let occurrences = earlier.len() + 1;
        let Some(&first) = earlier.last() else {
            return Recurrence {
                occurrences,
                limit,
                effect: rule.effect,
                checker: None,
                chaser: None,
            };
        };
        let ruling = rule.judge(
            mover,
            |side| self.only_checks(side, first) && (side != mover || next.is_check()),
            || P::chasers(&self.position_at(first), &self.actions_since(first, Some(action))),
        );
        let Ruling { effect, checker, chaser, .. } = ruling;
        Recurrence { occurrences, limit, effect, checker, chaser }
    }

    /// The recurrence of the current position, if it has stood before.
    #[must_use]
    pub fn recurrence(&self) -> Recurrence {
        let earlier = self.earlier_occurrences();
        let RepetitionRule { limit, effect, .. } = self.position.repetition_rule();
        let occurrences = earlier.len() + 1;
        match earlier.last().map(|&first| self.ruling(first)) {
            None => Recurrence { occurrences, limit, effect, checker: None, chaser: None },
            Some(Ruling { effect, checker, chaser, .. }) => {
                Recurrence { occurrences, limit, effect, checker, chaser }
            }
        }
    }

    /// The ruleset's ruling on the plies since `first`, before which the current position stood.
    #[must_use]
    pub fn ruling(&self, first: usize) -> Ruling {
        self.ruling_under(&self.position.repetition_rule(), first)
    }

    /// The ruling of a rule, the ruleset's own or another's, on the plies since `first`, before
    /// which the current position stood.
    #[must_use]
    pub fn ruling_under(&self, rule: &RepetitionRule, first: usize) -> Ruling {
        let mover = self.plies.last().map_or_else(|| self.position.to_act(), |record| record.by);
        rule.judge(
            mover,
            |side| self.only_checks(side, first),
            || P::chasers(&self.position_at(first), &self.actions_since(first, None)),
        )
    }

    /// The actions since ply `first`, and one more if it is given.
    pub(crate) fn actions_since(&self, first: usize, more: Option<P::Action>) -> Vec<P::Action> {
        self.plies[first..].iter().map(|record| record.action).chain(more).collect()
    }

    fn occurrences_before(&self, end: usize, position: &P) -> Vec<usize> {
        let mut plies = self.trail.places(position.key(), end);
        plies.retain(|&ply| self.position_at(ply) == *position);
        plies
    }

    fn settle(&mut self) {
        self.outcome = self.position.outcome().or_else(|| P::adjudicate(self));
    }
}
