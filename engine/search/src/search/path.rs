//! The way to a node: the game's history and the actions of the search, for the rules that look
//! back.

use engine::{Game, RepetitionEffect, RepetitionRule, Ruling, Side};

use crate::{Habits, Searchable};

/// A position on the way.
#[derive(Debug, Clone, Copy)]
struct Step<A> {
    key: u64,
    /// The action that led to it; none to the start, and none where the turn was passed.
    action: Option<A>,
    /// The side that brought it about.
    by: Side,
    /// Whether the side to act is in check.
    check: bool,
    /// Actions since the last progress.
    quiet: u32,
    /// The first position on the way that this one can be equal to.
    since: usize,
}

/// The verdict of the rules on a position that recurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The action that brought it back is illegal.
    Refused,
    /// Neither side makes progress: a draw.
    Draw,
    /// This side causes it in a way the rules forbid, and loses if it continues.
    Loses(Side),
}

/// The positions on the way to a node, the game's start first.
#[derive(Debug)]
pub(super) struct Path<P: Searchable> {
    /// The position the game began with.
    start: P,
    steps: Vec<Step<P::Action>>,
    /// The place of the position that is searched.
    root: usize,
    rule: RepetitionRule,
    captures_return: bool,
    quiet_limit: u32,
    /// The number of positions on the way whose keys end so. Most queries end here.
    filter: Vec<u16>,
}

const FILTER_SIZE: usize = 1 << 12;

fn place(key: u64) -> usize {
    usize::try_from(key & (FILTER_SIZE as u64 - 1)).unwrap_or(0)
}

impl<P: Searchable> Path<P> {
    /// The history of a game.
    pub(super) fn of(game: &Game<P>, habits: Habits) -> Self {
        let mut position = game.start().clone();
        let mut path = Self {
            start: game.start().clone(),
            steps: Vec::with_capacity(game.plies().len() + 256),
            root: game.plies().len(),
            rule: position.repetition_rule(),
            captures_return: habits.captures_return,
            quiet_limit: habits.quiet_limit.unwrap_or(u32::MAX),
            filter: vec![0; FILTER_SIZE],
        };
        let by = position.to_act().other();
        path.push(None, position.key(), by, position.is_check(), true);
        for record in game.plies() {
            position.apply(record.action);
            path.push(
                Some(record.action),
                position.key(),
                record.by,
                record.check,
                record.progress,
            );
        }
        path
    }

    /// Adds a position that an action of `by` led to.
    #[inline]
    pub(super) fn push(
        &mut self,
        action: Option<P::Action>,
        key: u64,
        by: Side,
        check: bool,
        progress: bool,
    ) {
        let here = self.steps.len();
        let last = self.steps.last();
        let quiet = if progress { 0 } else { last.map_or(0, |last| last.quiet + 1) };
        let since = match last {
            Some(last) if !progress || self.captures_return => last.since,
            Some(_) | None => here,
        };
        self.steps.push(Step { key, action, by, check, quiet, since });
        let count = &mut self.filter[place(key)];
        *count = count.saturating_add(1);
    }

    /// Adds a position after a passed turn, which the rules do not have. No position repeats across
    /// it.
    pub(super) fn push_pass(&mut self, key: u64, by: Side) {
        self.push(None, key, by, false, true);
        let here = self.steps.len() - 1;
        self.steps[here].since = here;
    }

    /// Takes the last position off.
    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            let count = &mut self.filter[place(step.key)];
            *count = count.saturating_sub(1);
        }
    }

    /// Whether the side to act in the last position is in check.
    #[inline]
    pub(super) fn in_check(&self) -> bool {
        self.steps.last().is_some_and(|step| step.check)
    }

    /// Whether the last position is the one at which lack of progress draws.
    #[inline]
    pub(super) fn is_stale(&self) -> bool {
        self.steps.last().is_some_and(|step| step.quiet >= self.quiet_limit)
    }

    /// Whether the count without progress is so high that a score from another way to the same
    /// position may not hold here.
    #[inline]
    pub(super) fn is_nearly_stale(&self) -> bool {
        self.steps.last().is_some_and(|step| step.quiet.saturating_add(12) >= self.quiet_limit)
    }

    /// The verdict of the rules on the last position if it has stood before: at once where it
    /// recurred within the search, since then it can recur any number of times.
    #[inline]
    pub(super) fn verdict(&self) -> Option<Verdict> {
        let last = self.steps.last()?;
        if self.filter[place(last.key)] < 2 { None } else { self.look_back() }
    }

    #[cold]
    fn look_back(&self) -> Option<Verdict> {
        let here = self.steps.len().checked_sub(1)?;
        let last = self.steps[here];
        let mut occurrences = 1;
        for place in (last.since..here).rev() {
            if self.steps[place].key != last.key {
                continue;
            }
            if self.rule.effect == RepetitionEffect::Refused {
                // The start position was set up, not reached by an action: it may recur once. A
                // position that only the search has reached is not refused yet. Such a cycle has
                // the value of a draw to the side that needs one. The search must not find a win
                // that holds on this way alone, because it would remember that win for every way to
                // the same position.
                return match place {
                    0 => None,
                    _ if place <= self.root => Some(Verdict::Refused),
                    _ => Some(Verdict::Draw),
                };
            }
            occurrences += 1;
            if place >= self.root || occurrences >= self.rule.limit {
                return self.judge(place, last.by, occurrences);
            }
        }
        None
    }

    /// The ruleset's verdict on the cycle that began at `first`: none, if the game continues.
    fn judge(&self, first: usize, mover: Side, occurrences: usize) -> Option<Verdict> {
        let cycle = &self.steps[first + 1..];
        let only_checks = |side| cycle.iter().filter(|step| step.by == side).all(|step| step.check);
        let chasers = || {
            let mut start = self.start.clone();
            self.steps[..=first].iter().filter_map(|step| step.action).for_each(|action| {
                start.apply(action);
            });
            let actions: Vec<P::Action> = cycle.iter().filter_map(|step| step.action).collect();
            P::chasers(&start, &actions)
        };
        let Ruling { effect, checker, chaser, .. } = self.rule.judge(mover, only_checks, chasers);
        match effect {
            RepetitionEffect::Draw => Some(Verdict::Draw),
            RepetitionEffect::Refused if occurrences >= self.rule.limit => Some(Verdict::Refused),
            // Refused in the end, so there is nothing to gain by it.
            RepetitionEffect::Refused => Some(Verdict::Loses(mover)),
            RepetitionEffect::LostByChecker => checker.map(Verdict::Loses),
            RepetitionEffect::LostByChaser => chaser.map(Verdict::Loses),
            RepetitionEffect::Continues => None,
        }
    }
}
