//! Whether a server may judge others by their silence: only after signs of life of its own, in whose time
//! the others could give theirs. The times belong to those of `lease`.

use std::time::Duration;
use tokio::time::Instant;

/// How many signs of life a server must have given without a break before it judges others: the one that
/// ends the break, and two more, in whose time the others give theirs.
const SETTLING_SIGNS: u32 = 3;

/// Signs of life further apart than this are a break.
const BREAK: Duration = Duration::from_secs(2);

/// Signs of life that are not further apart than this are steady: what happened in between cannot have
/// kept another server silent for `LEASE_TIMEOUT`, which may have given its last sign before.
const STEADY: Duration = Duration::from_millis(900);

/// The signs of life that a server has given without a break.
#[derive(Debug, Default)]
pub(super) struct Liveness {
    signs: u32,
    /// Those of them that were steady.
    steady: u32,
    last: Option<Instant>,
}

impl Liveness {
    /// Notes a sign of life that was taken, or was not.
    pub(super) fn record(&mut self, taken: bool, now: Instant) {
        let more = |signs: u32, gap: Duration| match self.last {
            _ if !taken => 0,
            Some(last) if now - last <= gap => signs.saturating_add(1),
            _ => 1,
        };
        (self.signs, self.steady) = (more(self.signs, BREAK), more(self.steady, STEADY));
        self.last = taken.then_some(now);
    }

    /// Whether all other servers had time to renew their rows since then.
    pub(super) fn is_settled(&self, now: Instant) -> bool {
        let goes_on = self.last.is_some_and(|last| now - last <= BREAK);
        goes_on && self.signs >= SETTLING_SIGNS
    }

    /// Whether they also had time to do so after their sessions ended.
    pub(super) fn is_steady(&self, now: Instant) -> bool {
        let goes_on = self.last.is_some_and(|last| now - last <= STEADY);
        goes_on && self.steady >= SETTLING_SIGNS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ended_sessions_are_judged_after_steady_signs() {
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        let mut voice = Liveness::default();
        for at in [0, 500, 1_000] {
            assert!(!voice.is_steady(after(at)));
            voice.record(true, after(at));
        }
        assert!(voice.is_steady(after(1_000)));
        // As long as others may be silent, and no break.
        voice.record(true, after(2_500));
        assert!(voice.is_settled(after(2_500)) && !voice.is_steady(after(2_500)));
        for at in [3_000, 3_500] {
            voice.record(true, after(at));
        }
        assert!(voice.is_steady(after(3_500)));
        assert!(!voice.is_steady(after(4_500)) && voice.is_settled(after(4_500)));
    }

    #[test]
    fn server_judges_others_after_two_signs_beyond_a_gap() {
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        let mut voice = Liveness::default();
        for at in [0, 500] {
            voice.record(true, after(at));
            assert!(!voice.is_settled(after(at)), "{at} ms after its start");
        }
        voice.record(true, after(1_000));
        assert!(voice.is_settled(after(1_000)));
        // The store was away.
        voice.record(false, after(1_500));
        assert!(!voice.is_settled(after(1_500)));
        for at in [6_000, 6_500] {
            voice.record(true, after(at));
            assert!(!voice.is_settled(after(at)));
        }
        voice.record(true, after(7_000));
        assert!(voice.is_settled(after(7_000)));
        // The machine was suspended, or a sign waited for Postgres, and nothing failed.
        assert!(!voice.is_settled(after(12_000)));
        voice.record(true, after(12_000));
        assert!(!voice.is_settled(after(12_000)));
    }
}
