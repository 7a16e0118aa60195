//! Whether the store accepts writes, judged by the server's own signs of life.
//!
//! The background writes a sign of life every few seconds and notes the result here; `/readyz` and
//! handlers read it without touching the database. A store that does not answer at all counts as
//! unavailable once the last success is too old.

use domain::Moment;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long after a sign of life the store counts as available.
const HEALTHY_WITHIN: Duration = Duration::from_secs(6);

/// When the store last accepted a sign of life, in milliseconds since 1970; 0 if it did not accept
/// the latest one.
#[derive(Debug, Default)]
pub(crate) struct Pulse(AtomicU64);

impl Pulse {
    /// Records the moment at which the store accepted a sign of life, or that it did not.
    pub(crate) fn note(&self, taken: Option<Moment>) {
        self.0.store(taken.map_or(0, |at| at.0), Ordering::Relaxed);
    }

    /// Whether the store is available at `now`.
    pub(crate) fn is_felt(&self, now: Moment) -> bool {
        let last = self.0.load(Ordering::Relaxed);
        last != 0 && u128::from(now.since(Moment(last))) <= HEALTHY_WITHIN.as_millis()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_let_in_as_long_as_signs_of_life_are_taken() {
        let (pulse, start) = (Pulse::default(), Moment(1_760_000_000_000));
        let fresh = u64::try_from(HEALTHY_WITHIN.as_millis()).expect("it is some seconds");
        assert!(!pulse.is_felt(start), "none was taken yet");
        pulse.note(Some(start));
        assert!(pulse.is_felt(start) && pulse.is_felt(start.after(fresh)));
        assert!(!pulse.is_felt(start.after(fresh + 1)), "the store says nothing");
        pulse.note(None);
        assert!(!pulse.is_felt(start), "the store takes none");
        pulse.note(Some(start.after(fresh)));
        assert!(pulse.is_felt(start.after(fresh)), "it is back");
    }
}
