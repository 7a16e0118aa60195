//! How often a connection may ask for something.

use domain::Moment;

/// How many messages may come at once, and how many a second in the long run.
const BURST: u32 = 30;
const PER_SECOND: u32 = 5;

/// How far beyond the limit a connection may go before it is closed.
const MAX_OVERDRAFT: u32 = 60;

/// The same of actions: more than people play, also by a chain of captures, and more than a
/// program gets to play whose opponent answers.
const ACTIONS_BURST: u32 = 300;
const ACTIONS_PER_SECOND: u32 = 40;

/// A store of messages that fills up with time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rate {
    burst: u32,
    per_second: u32,
    /// Thousandths of messages, counted up from nothing at [`MAX_OVERDRAFT`] beyond the limit.
    left: u32,
    at: Moment,
}

/// What a message may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowance {
    /// Be served.
    Served,
    /// Be refused.
    Refused,
    /// Be the last one.
    Closed,
}

impl Rate {
    /// Of messages that are no actions.
    pub(super) const fn of_messages(now: Moment) -> Self {
        Self::new(BURST, PER_SECOND, now)
    }

    /// Of actions.
    pub(super) const fn of_actions(now: Moment) -> Self {
        Self::new(ACTIONS_BURST, ACTIONS_PER_SECOND, now)
    }

    const fn new(burst: u32, per_second: u32, now: Moment) -> Self {
        Self { burst, per_second, left: (burst + MAX_OVERDRAFT) * 1_000, at: now }
    }

    /// Takes `cost` messages' worth.
    pub(super) fn take(&mut self, cost: u32, now: Moment) -> Allowance {
        let gained = now.since(self.at).saturating_mul(u64::from(self.per_second));
        let gained = u32::try_from(gained).unwrap_or(u32::MAX);
        self.left = self.left.saturating_add(gained).min((self.burst + MAX_OVERDRAFT) * 1_000);
        self.at = now;
        match self.left.checked_sub(cost * 1_000) {
            None => Allowance::Closed,
            Some(left) => {
                self.left = left;
                if left >= MAX_OVERDRAFT * 1_000 { Allowance::Served } else { Allowance::Refused }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_served_then_refused_then_closed() {
        let mut rate = Rate::of_messages(Moment(0));
        let taken: Vec<Allowance> = (0..100).map(|_| rate.take(1, Moment(0))).collect();
        let count = |wanted| taken.iter().filter(|&&allowance| allowance == wanted).count();
        assert_eq!(count(Allowance::Served), 30);
        assert_eq!(count(Allowance::Refused), 60);
        assert_eq!(count(Allowance::Closed), 10);
    }

    #[test]
    fn time_gives_messages_back() {
        let mut rate = Rate::of_messages(Moment(0));
        for _ in 0..35 {
            rate.take(1, Moment(0));
        }
        assert_eq!(rate.take(1, Moment(200)), Allowance::Refused);
        assert_eq!(rate.take(1, Moment(2_000)), Allowance::Served);
    }

    #[test]
    fn actions_are_served_as_fast_as_anybody_plays_and_no_faster() {
        let mut rate = Rate::of_actions(Moment(0));
        let apart = u64::from(1_000 / ACTIONS_PER_SECOND);
        let quick = (0..10_000).map(|action| rate.take(1, Moment(action * apart)));
        assert!(quick.into_iter().all(|allowance| allowance == Allowance::Served));
        let mut rate = Rate::of_actions(Moment(0));
        let flood = (0..10_000).map(|millis| rate.take(1, Moment(millis)));
        let served = flood.filter(|&allowance| allowance == Allowance::Served).count();
        assert!((300..330).contains(&served), "{served}");
    }
}
