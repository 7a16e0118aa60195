//! How often a connection may ask for something.

use crate::time::Moment;

/// How many messages may come at once, and how many a second in the long run.
const BURST: u32 = 30;
const PER_SECOND: u32 = 5;

/// How far beyond the limit a connection may go before it is closed.
const PATIENCE: u32 = 60;

/// A store of messages that fills up with time. A legal move in turn costs nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rate {
    /// Thousandths of messages, counted up from nothing at [`PATIENCE`] beyond the limit.
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
    pub(super) const fn new(now: Moment) -> Self {
        Self { left: (BURST + PATIENCE) * 1_000, at: now }
    }

    /// Takes `cost` messages' worth.
    pub(super) fn take(&mut self, cost: u32, now: Moment) -> Allowance {
        let gained = now.since(self.at).saturating_mul(u64::from(PER_SECOND));
        let gained = u32::try_from(gained).unwrap_or(u32::MAX);
        self.left = self.left.saturating_add(gained).min((BURST + PATIENCE) * 1_000);
        self.at = now;
        match self.left.checked_sub(cost * 1_000) {
            None => Allowance::Closed,
            Some(left) => {
                self.left = left;
                if left >= PATIENCE * 1_000 { Allowance::Served } else { Allowance::Refused }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_served_then_refused_then_closed() {
        let mut rate = Rate::new(Moment(0));
        let taken: Vec<Allowance> = (0..100).map(|_| rate.take(1, Moment(0))).collect();
        let count = |wanted| taken.iter().filter(|&&allowance| allowance == wanted).count();
        assert_eq!(count(Allowance::Served), 30);
        assert_eq!(count(Allowance::Refused), 60);
        assert_eq!(count(Allowance::Closed), 10);
    }

    #[test]
    fn time_gives_messages_back() {
        let mut rate = Rate::new(Moment(0));
        for _ in 0..35 {
            rate.take(1, Moment(0));
        }
        assert_eq!(rate.take(1, Moment(200)), Allowance::Refused);
        assert_eq!(rate.take(1, Moment(2_000)), Allowance::Served);
    }
}
