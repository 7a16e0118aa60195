//! A token bucket: an allowance that each use reduces and that refills with time.
//!
//! A socket asks whether something would be allowed before it takes anything off, which the limiters that
//! count addresses (`governor`'s) cannot answer; two buckets take 32 bytes of a connection. A bucket knows
//! no clock: the time is an argument. Its content is counted in thousandths, so that a slow refill loses
//! nothing to rounding.

use domain::Moment;

/// The size of a bucket and its rate of refill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Terms {
    /// Its capacity: how many units can be taken at once.
    pub(super) most: u32,
    /// How many units an hour it refills by.
    pub(super) an_hour: u32,
}

/// The rest of an allowance, and since when.
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

    /// Its content at `now`, in thousandths of a unit.
    fn held(self, terms: Terms, now: Moment) -> u32 {
        let gained = now.since(self.at).saturating_mul(u64::from(terms.an_hour)) / 3_600;
        let gained = u32::try_from(gained).unwrap_or(u32::MAX);
        self.left.saturating_add(gained).min(terms.most * 1_000)
    }

    /// Takes `cost` units and returns the whole units that are left; `None` if it does not hold so
    /// many, and then it stays as it was.
    pub(super) fn take(&mut self, terms: Terms, cost: u32, now: Moment) -> Option<u32> {
        let left = self.held(terms, now).checked_sub(cost.saturating_mul(1_000))?;
        *self = Self { left, at: now };
        Some(left / 1_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: Terms = Terms { most: 3, an_hour: 3_600 };

    #[test]
    fn full_bucket_gives_its_size_then_the_refill() {
        let mut bucket = Bucket::full(TERMS, Moment(0));
        assert_eq!(bucket.take(TERMS, 2, Moment(0)), Some(1));
        assert_eq!(bucket.take(TERMS, 1, Moment(0)), Some(0));
        assert_eq!(bucket.take(TERMS, 1, Moment(0)), None);
        assert_eq!(bucket.take(TERMS, 1, Moment(999)), None);
        assert_eq!(bucket.take(TERMS, 1, Moment(1_000)), Some(0));
    }

    #[test]
    fn it_never_holds_more_than_its_terms_allow() {
        let mut bucket = Bucket::full(TERMS, Moment(0));
        assert_eq!(bucket.take(TERMS, 3, Moment(u64::MAX)), Some(0));
        assert_eq!(bucket.take(TERMS, 4, Moment(u64::MAX)), None);
    }

    #[test]
    fn refused_attempts_do_not_slow_a_slow_refill() {
        let slow = Terms { most: 1, an_hour: 1 };
        let mut bucket = Bucket::full(slow, Moment(0));
        assert_eq!(bucket.take(slow, 1, Moment(0)), Some(0));
        for at in (0..3_600_000).step_by(997) {
            assert!(bucket.take(slow, 1, Moment(at)).is_none(), "after {at} ms");
        }
        assert_eq!(bucket.take(slow, 1, Moment(3_600_000)), Some(0));
    }
}
