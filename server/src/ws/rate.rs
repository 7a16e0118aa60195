//! How often one connection may send something: two buckets, one for its actions and one for
//! everything else. Beyond its allowance a message is refused, and beyond an overdraft the
//! connection ends.

use super::bucket::{Bucket, Terms};
use domain::Moment;

/// How far beyond its allowance a connection may go before it is closed.
const MAX_OVERDRAFT: u32 = 60;

/// The kinds of messages, by the allowance that each uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowance {
    /// Messages that are no actions.
    Messages,
    /// Actions.
    Actions,
}

impl Allowance {
    /// The size of each allowance, and its refill an hour in the long run, with the overdraft that
    /// lies below it.
    const fn terms(self) -> Terms {
        let (burst, a_second) = match self {
            Self::Messages => (30, 5),
            // More than people play, also by a chain of captures, and more than a program gets to
            // play whose opponent answers.
            Self::Actions => (300, 40),
        };
        Terms { most: burst + MAX_OVERDRAFT, an_hour: a_second * 3_600 }
    }
}

/// The fate of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is served.
    Served,
    /// It is refused.
    Refused,
    /// It is the last one: the connection ends.
    Closed,
}

/// The rest of each allowance of one connection.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rates {
    messages: Bucket,
    actions: Bucket,
}

impl Rates {
    /// Those of a new connection.
    pub(super) const fn new(now: Moment) -> Self {
        Self {
            messages: Bucket::full(Allowance::Messages.terms(), now),
            actions: Bucket::full(Allowance::Actions.terms(), now),
        }
    }

    /// Takes `cost` messages' worth off an allowance.
    pub(super) fn take(&mut self, allowance: Allowance, cost: u32, now: Moment) -> Verdict {
        let bucket = match allowance {
            Allowance::Messages => &mut self.messages,
            Allowance::Actions => &mut self.actions,
        };
        match bucket.take(allowance.terms(), cost, now) {
            Some(left) if left >= MAX_OVERDRAFT => Verdict::Served,
            Some(_) => Verdict::Refused,
            None => Verdict::Closed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Allowance::{Actions, Messages};

    #[test]
    fn a_burst_is_served_then_refused_then_closed() {
        let mut rates = Rates::new(Moment(0));
        let verdicts: Vec<_> = (0..100).map(|_| rates.take(Messages, 1, Moment(0))).collect();
        let count = |wanted| verdicts.iter().filter(|&&verdict| verdict == wanted).count();
        assert_eq!(count(Verdict::Served), 30);
        assert_eq!(count(Verdict::Refused), 60);
        assert_eq!(count(Verdict::Closed), 10);
    }

    #[test]
    fn a_dear_message_costs_several() {
        let mut rates = Rates::new(Moment(0));
        let served = (0..9).filter(|_| rates.take(Messages, 10, Moment(0)) == Verdict::Served);
        assert_eq!(served.count(), 3);
    }

    #[test]
    fn the_allowance_refills_with_time() {
        let mut rates = Rates::new(Moment(0));
        for _ in 0..35 {
            rates.take(Messages, 1, Moment(0));
        }
        assert_eq!(rates.take(Messages, 1, Moment(200)), Verdict::Refused);
        assert_eq!(rates.take(Messages, 1, Moment(2_000)), Verdict::Served);
    }

    #[test]
    fn actions_are_served_at_the_pace_of_players() {
        let mut rates = Rates::new(Moment(0));
        let mut quick = (0..10_000).map(|action| rates.take(Actions, 1, Moment(action * 25)));
        assert!(quick.all(|verdict| verdict == Verdict::Served));
        let mut rates = Rates::new(Moment(0));
        let flood = (0..10_000).map(|millis| rates.take(Actions, 1, Moment(millis)));
        let served = flood.filter(|&verdict| verdict == Verdict::Served).count();
        assert!((300..330).contains(&served), "{served}");
    }
}
