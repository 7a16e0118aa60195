//! The order in which actions are tried: those that caused cut-offs in other positions come first.
//!
//! First the best action of the table, then loud actions by their promise, killers, the counter to
//! the action before, and quiet actions by their history; loud actions that lose the exchange come
//! last. The history stays between searches and is halved at each; it never influences correctness,
//! only speed and the choice among equals.

use crate::{Habits, Searchable};
use engine::Side;

/// An action with its place in the order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<A> {
    pub(super) action: A,
    pub(super) code: u16,
    pub(super) rank: i32,
    pub(super) loud: bool,
}

/// The ranks of the kinds of actions; within a kind smaller terms order the actions.
const BEST: i32 = 1 << 28;
const LOUD: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const COUNTER: i32 = 1 << 19;
/// Loud actions that lose the exchange come after all quiet ones.
pub(super) const LOSING: i32 = -(1 << 24);

/// The success of quiet actions, and the refutations of actions.
#[derive(Debug)]
pub(super) struct Memory {
    slots: usize,
    history: Vec<i16>,
    /// The success of an action after the one before it.
    replies: Vec<i16>,
    counters: Vec<u16>,
}

/// Histories stay below this.
const HISTORY_LIMIT: i32 = 16_000;

/// Replies are indexed by the slots modulo this, which keeps the table small.
const REPLY_SLOTS: usize = 509;

impl Memory {
    pub(super) fn new(habits: Habits) -> Self {
        Self {
            slots: habits.slots,
            history: vec![0; 2 * habits.slots],
            replies: vec![0; REPLY_SLOTS * REPLY_SLOTS],
            counters: vec![0; 2 * habits.slots],
        }
    }

    /// Halves the history, so that the next search adapts to its own position.
    pub(super) fn fade(&mut self) {
        for value in self.history.iter_mut().chain(&mut self.replies) {
            *value /= 2;
        }
    }

    fn index(&self, side: Side, slot: usize) -> usize {
        (side.index() * self.slots + slot).min(self.history.len() - 1)
    }

    fn reply(previous: Option<usize>, slot: usize) -> Option<usize> {
        previous.map(|previous| (previous % REPLY_SLOTS) * REPLY_SLOTS + slot % REPLY_SLOTS)
    }

    /// The success of an action.
    #[inline]
    pub(super) fn of(&self, side: Side, slot: usize, previous: Option<usize>) -> i32 {
        let reply = Self::reply(previous, slot).map_or(0, |place| self.replies[place]);
        i32::from(self.history[self.index(side, slot)]) + i32::from(reply)
    }

    /// The action that last refuted the one before.
    pub(super) fn counter(&self, side: Side, previous: Option<usize>) -> u16 {
        previous.map_or(0, |previous| self.counters[self.index(side, previous)])
    }

    pub(super) fn set_counter(&mut self, side: Side, previous: Option<usize>, code: u16) {
        if let Some(previous) = previous {
            let place = self.index(side, previous);
            self.counters[place] = code;
        }
    }

    /// Records that an action did well, or badly if `bonus` is negative.
    pub(super) fn learn(&mut self, side: Side, slot: usize, previous: Option<usize>, bonus: i32) {
        let place = self.index(side, slot);
        drift(&mut self.history[place], bonus);
        if let Some(place) = Self::reply(previous, slot) {
            drift(&mut self.replies[place], bonus);
        }
    }
}

/// Moves a history towards a bonus, the less the closer it is to the limit already.
fn drift(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
    let old = i32::from(*value);
    let new = old + bonus - old * bonus.abs() / HISTORY_LIMIT;
    *value = i16::try_from(new).unwrap_or(*value);
}

/// The actions that a node expects to be good before it has tried any.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hints {
    pub(super) best: u16,
    pub(super) killers: [u16; 2],
    pub(super) counter: u16,
    pub(super) previous: Option<usize>,
}

/// Ranks an action of a position.
#[inline]
pub(super) fn rank<P: Searchable>(
    position: &P,
    action: P::Action,
    side: Side,
    hints: Hints,
    memory: &Memory,
) -> Candidate<P::Action> {
    let code = P::code(action);
    let loud = position.is_loud(action);
    let rank = if code == hints.best {
        BEST
    } else if loud {
        LOUD + position.promise(action)
    } else if code == hints.killers[0] {
        KILLER + 1
    } else if code == hints.killers[1] {
        KILLER
    } else if code == hints.counter {
        COUNTER
    } else {
        memory.of(side, position.slot(action), hints.previous)
    };
    Candidate { action, code, rank, loud }
}

/// Moves the best of the candidates from `from` on to that place, and returns it.
#[inline]
pub(super) fn pick<A: Copy>(candidates: &mut [Candidate<A>], from: usize) -> Candidate<A> {
    let (mut best, mut highest) = (from, i32::MIN);
    for (place, candidate) in candidates.iter().enumerate().skip(from) {
        if candidate.rank > highest {
            (best, highest) = (place, candidate.rank);
        }
    }
    candidates.swap(from, best);
    candidates[from]
}

/// Picks as [`pick`] does, but postpones loud actions that lose the exchange to the end.
#[inline]
pub(super) fn pick_sound<P: Searchable>(
    position: &P,
    candidates: &mut [Candidate<P::Action>],
    from: usize,
) -> Candidate<P::Action> {
    loop {
        let best = pick(candidates, from);
        let untested = best.loud && best.rank > LOUD / 2 && best.rank < BEST;
        if !untested || !position.exchange_is_below(best.action, 0) {
            return best;
        }
        candidates[from].rank = LOSING + (best.rank - LOUD);
    }
}

/// Keeps only the wanted candidates from `from` on.
#[inline]
pub(super) fn keep_from<A: Copy>(
    candidates: &mut Vec<Candidate<A>>,
    from: usize,
    wanted: impl Fn(&Candidate<A>) -> bool,
) {
    let mut len = from;
    for place in from..candidates.len() {
        let candidate = candidates[place];
        if wanted(&candidate) {
            candidates[len] = candidate;
            len += 1;
        }
    }
    candidates.truncate(len);
}
