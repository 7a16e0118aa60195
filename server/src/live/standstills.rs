//! The times in which the whole process stood still, as when its machine was suspended or had no
//! processor for it. No player is charged them.
//!
//! A task records often that the process runs. Each match looks for standstills before it serves a
//! request and before a flag falls, since a player's action may be the first to be served afterwards.

use super::registry::Registry;
use crate::accounts::lookups::Span;
use domain::Moment;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often it is recorded that the process runs.
pub(super) const RECORD: Duration = Duration::from_millis(250);

/// A process that did not run for longer than this stood still, in milliseconds.
const STANDSTILL: u64 = 1_000;

/// The most standstills that are remembered for matches that have not looked for them.
const MAX_REMEMBERED: usize = 16;

/// The latest standstills.
#[derive(Debug, Default)]
pub(super) struct Standstills {
    /// When the process was last recorded to run, in milliseconds since 1970; 0 if never.
    seen: AtomicU64,
    /// How many standstills there have been.
    count: AtomicU32,
    latest: Mutex<VecDeque<Span>>,
}

impl Standstills {
    /// How many there have been.
    pub(super) fn count(&self) -> u32 {
        self.count.load(Ordering::Acquire)
    }

    /// Whether there have been others than the first `known`, of which one may end `now`.
    pub(super) fn has_more_than(&self, known: u32, now: Moment) -> bool {
        self.count() != known || stood_still(self.seen.load(Ordering::Relaxed), now)
    }

    /// Those after the first `known` that are remembered, each with its beginning and its end.
    pub(super) fn after(&self, known: u32, now: Moment) -> Vec<Span> {
        self.record_running(now);
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let new = usize::try_from(self.count().wrapping_sub(known)).unwrap_or(usize::MAX);
        latest.range(latest.len().saturating_sub(new)..).copied().collect()
    }

    /// Records that the process runs at `now`, and the standstill before if there was one.
    pub(super) fn record_running(&self, now: Moment) {
        let seen = self.seen.fetch_max(now.0, Ordering::Relaxed);
        if stood_still(seen, now) {
            let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
            if latest.len() == MAX_REMEMBERED {
                latest.pop_front();
            }
            latest.push_back((Moment(seen), now));
            self.count.fetch_add(1, Ordering::Release);
        }
    }
}

impl Registry {
    /// Records that the process runs now.
    pub(super) fn record_running(&self) {
        self.context().standstills.record_running(self.now());
    }
}

/// Whether a process that was last seen to run at `seen` has stood still until `now`.
fn stood_still(seen: u64, now: Moment) -> bool {
    seen != 0 && now.since(Moment(seen)) > STANDSTILL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standstill_is_noticed_once_by_whoever_looks_first() {
        let (standstills, start) = (Standstills::default(), Moment(1_760_000_000_000));
        assert!(!standstills.has_more_than(0, start.after(STANDSTILL * 9)), "nothing is recorded");
        standstills.record_running(start);
        let end = start.after(STANDSTILL);
        assert!(!standstills.has_more_than(0, end), "it was only slow");
        let end = end.after(1);
        assert!(standstills.has_more_than(0, end));
        assert_eq!(standstills.after(0, end), [(start, end)]);
        standstills.record_running(end);
        assert!(standstills.has_more_than(0, end), "to a match that has not looked");
        assert_eq!((standstills.count(), standstills.after(1, end)), (1, Vec::new()));
    }

    #[test]
    fn last_ones_are_remembered() {
        let standstills = Standstills::default();
        let at = |number: u64| Moment(1 + number * (STANDSTILL + 1));
        for number in 0..40 {
            standstills.record_running(at(number));
        }
        let latest = standstills.after(0, at(39));
        assert_eq!((latest.len(), latest.last()), (MAX_REMEMBERED, Some(&(at(38), at(39)))));
        assert_eq!(standstills.after(standstills.count() - 1, at(39)), [(at(38), at(39))]);
    }
}
