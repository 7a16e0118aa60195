//! A token bucket: an allowance that is used up by what is done and refills with time.
//!
//! The limits of addresses are `governor`'s. A socket asks of its own whether something would be allowed
//! before it does it, and lets an overdraft pass before it closes, which `governor` has no question for;
//! two of these take 32 bytes of a connection. It knows no clock: the time is an argument. What it holds
//! is counted in thousandths, so that a slow refill loses nothing to rounding.

use domain::Moment;

/// What a bucket holds and how fast it refills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Terms {
    /// Its capacity: how many units can be taken at once.
    pub(super) most: u32,
    /// How many units an hour it refills by.
    pub(super) an_hour: u32,
}

/// What is left of an allowance, and since when.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bucket {
    /// Thousandths of a unit.
    left: u32,
    at: Moment,
}

impl Bucket {
    /// A full one.
    pub(super) const fn full(terms: Terms, now: Moment) -> Self {
        Self { left: terms.most * 1_000, at: now }
    }

    /// What it holds at `now`, in thousandths of a unit.
    fn held(self, terms: Terms, now: Moment) -> u32 {
        let gained = now.since(self.at).saturating_mul(u64::from(terms.an_hour)) / 3_600;
        let gained = u32::try_from(gained).unwrap_or(u32::MAX);
        self.left.saturating_add(gained).min(terms.most * 1_000)
    }

    /// Takes `cost` units and returns the whole units that are left.
    ///
    /// # Errors
    ///
    /// The milliseconds until so much will be there, if it is not; the bucket stays as it was.
    pub(super) fn take(&mut self, terms: Terms, cost: u32, now: Moment) -> Result<u32, u64> {
        let (held, cost) = (self.held(terms, now), cost.saturating_mul(1_000));
        match held.checked_sub(cost) {
            Some(left) => {
                *self = Self { left, at: now };
                Ok(left / 1_000)
            }
            // What is missing, in thousandths, is refilled at this many thousandths in 3.6 s.
            None => Err(u64::from(cost - held)
                .saturating_mul(3_600)
                .div_ceil(u64::from(terms.an_hour.max(1)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: Terms = Terms { most: 3, an_hour: 3_600 };

    #[test]
    fn a_full_bucket_gives_what_it_holds_and_says_when_it_gives_again() {
        let mut bucket = Bucket::full(TERMS, Moment(0));
        assert_eq!(bucket.take(TERMS, 2, Moment(0)), Ok(1));
        assert_eq!(bucket.take(TERMS, 1, Moment(0)), Ok(0));
        assert_eq!(bucket.take(TERMS, 1, Moment(0)), Err(1_000));
        assert_eq!(bucket.take(TERMS, 1, Moment(999)), Err(1));
        assert_eq!(bucket.take(TERMS, 1, Moment(1_000)), Ok(0));
    }

    #[test]
    fn it_never_holds_more_than_its_terms_allow() {
        let mut bucket = Bucket::full(TERMS, Moment(0));
        assert_eq!(bucket.take(TERMS, 3, Moment(u64::MAX)), Ok(0));
        assert_eq!(bucket.take(TERMS, 4, Moment(u64::MAX)), Err(4_000));
    }

    #[test]
    fn refused_attempts_do_not_slow_a_slow_refill() {
        let slow = Terms { most: 1, an_hour: 1 };
        let mut bucket = Bucket::full(slow, Moment(0));
        assert_eq!(bucket.take(slow, 1, Moment(0)), Ok(0));
        for at in (0..3_600_000).step_by(997) {
            assert!(bucket.take(slow, 1, Moment(at)).is_err(), "after {at} ms");
        }
        assert_eq!(bucket.take(slow, 1, Moment(3_600_000)), Ok(0));
    }
}
