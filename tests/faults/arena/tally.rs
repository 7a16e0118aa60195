//! The counts of all bots together, and the promises they saw broken.

use hdrhistogram::Histogram;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A number that is counted up by many.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self, number: u64) {
        self.0.fetch_add(number, Ordering::Relaxed);
    }

    pub(crate) fn one(&self) {
        self.add(1);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// Spans of time, of which percentiles are asked.
#[derive(Debug)]
pub(crate) struct Spans(Mutex<Histogram<u64>>);

impl Default for Spans {
    fn default() -> Self {
        Self(Mutex::new(Histogram::new(3).expect("three digits are allowed")))
    }
}

impl Spans {
    fn lock(&self) -> MutexGuard<'_, Histogram<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn record(&self, span: Duration) {
        let micros = u64::try_from(span.as_micros()).unwrap_or(u64::MAX);
        // It grows as it needs to; a span of centuries is not noted.
        let _ = self.lock().record(micros);
    }

    /// The span that `percent` of all do not exceed.
    pub(crate) fn at(&self, percent: f64) -> Duration {
        Duration::from_micros(self.lock().value_at_percentile(percent))
    }

    pub(crate) fn longest(&self) -> Duration {
        Duration::from_micros(self.lock().max())
    }

    pub(crate) fn count(&self) -> u64 {
        self.lock().len()
    }

    /// Notes all that another has.
    pub(crate) fn add(&self, other: &Self) {
        // Both grow as they need to.
        let _ = self.lock().add(&*other.lock());
    }

    /// Forgets everything noted so far, and returns it.
    pub(crate) fn take(&self) -> Self {
        let mut spans = self.lock();
        let taken = Self(Mutex::new(spans.clone()));
        spans.reset();
        taken
    }
}

/// The most broken promises that are reported; the rest would be the same.
const REPORTED: usize = 20;

/// The counts of all bots together.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Matches with computer players, and what those played in them.
    pub(crate) computer_matches: Count,
    pub(crate) computer_moves: Count,
    /// Actions that plans played.
    pub(crate) planned: Count,
    /// Matches whose clock stood as it should.
    pub(crate) stood: Count,
    /// Actions acknowledged.
    pub(crate) moves: Count,
    /// Other commands acknowledged.
    pub(crate) others: Count,
    /// Commands answered `busy`.
    pub(crate) busy: Count,
    /// Of those, commands that were then given up.
    pub(crate) abandoned: Count,
    /// Commands refused by the rules, the ply or the turn, as was meant.
    pub(crate) refused: Count,
    /// Plays refused for their rate.
    pub(crate) rate: Count,
    /// Commands sent again because no answer had come.
    pub(crate) again: Count,
    /// Of those, commands that had been done before.
    pub(crate) done_before: Count,
    /// Old frames sent once more on purpose, and answered as before.
    pub(crate) replayed: Count,
    /// Matches begun.
    pub(crate) begun: Count,
    /// Matches played to an end and found in the archive.
    pub(crate) finished: Count,
    /// Matches that were rematches.
    pub(crate) rematches: Count,
    /// Milliseconds that were credited to clocks, by events.
    pub(crate) credited: Count,
    /// Connections lost.
    pub(crate) lost: Count,
    /// Events compared with what others received.
    pub(crate) compared: Count,
    /// From sending an action to its acknowledgement.
    pub(crate) acknowledged: Spans,
    /// From sending an action to the opponent's having it.
    pub(crate) delivered: Spans,
    /// Time charged beyond the player's thinking.
    pub(crate) overcharged: Spans,
    broken: Mutex<Vec<String>>,
}

impl Tally {
    /// Notes a broken promise.
    pub(crate) fn broken(&self, what: String) {
        let mut broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        if broken.len() < REPORTED && !broken.contains(&what) {
            broken.push(what);
        }
    }

    /// Notes a broken promise if there is one.
    pub(crate) fn check(&self, held: Result<(), String>) {
        if let Err(what) = held {
            self.broken(what);
        }
    }

    /// The promises broken.
    pub(crate) fn broken_promises(&self) -> Vec<String> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
