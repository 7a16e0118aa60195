//! The vacations of one person: one allowance for all their correspondence games.
//!
//! The rule: [`ALLOWANCE`](Vacation::ALLOWANCE) for each calendar year (UTC). A vacation begins at
//! once, and ends when its owner ends it or when nothing is left. It counts for the year in which it
//! began, and at least [`LEAST`](Vacation::LEAST), so that no player stops a clock for an hour now
//! and an hour then. Unused days are lost at the end of a year.
//!
//! ```
//! use domain::{Moment, Vacation};
//!
//! const DAY: u64 = 24 * 60 * 60 * 1_000;
//! let now = Moment(1_760_000_000_000);
//! let begun = Vacation::default().begin(now)?;
//! assert_eq!(begun.until(now), Some(now.after(30 * DAY)));
//! let over = begun.end(now.after(3 * DAY)).expect("it lasted");
//! assert_eq!(over.left(now.after(4 * DAY)), 27 * DAY);
//! # Ok::<(), domain::NoVacation>(())
//! ```

use crate::moment::Moment;
use crate::span::days;
use time::{Duration, OffsetDateTime};

/// The vacation that a player has had in a year, and since when they have been on vacation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Vacation {
    /// The calendar year (UTC) that `used` is of; 0 before the first vacation.
    pub year: u16,
    /// The time used in that year, in milliseconds, without the vacation that lasts.
    pub used: u64,
    /// When the vacation began that lasts.
    pub begun: Option<Moment>,
}

/// A vacation cannot begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoVacation {
    /// There is one already.
    #[error("you are on vacation already")]
    Already,
    /// Nothing is left of this year's allowance.
    #[error("you have used up your vacation of this year")]
    UsedUp,
}

impl Vacation {
    /// The allowance for a year, in milliseconds.
    pub const ALLOWANCE: u64 = days(30);

    /// The least cost of a vacation, in milliseconds, or all that is left.
    pub const LEAST: u64 = days(1);

    /// Until when the vacation lasts at the latest; `None` if there is none at `now`.
    #[must_use]
    pub fn until(&self, now: Moment) -> Option<Moment> {
        self.end_of_last().filter(|&end| end > now)
    }

    /// The rest of the allowance at `now`, in milliseconds; during a vacation, as if it ended
    /// now.
    #[must_use]
    pub fn left(&self, now: Moment) -> u64 {
        let over = self.end(now).unwrap_or(*self).settled(now);
        Self::ALLOWANCE.saturating_sub(over.used)
    }

    /// Begins a vacation.
    ///
    /// # Errors
    ///
    /// [`NoVacation`] if there is one already, or nothing is left.
    pub fn begin(&self, now: Moment) -> Result<Self, NoVacation> {
        let settled = self.settled(now);
        if settled.begun.is_some() {
            return Err(NoVacation::Already);
        }
        if settled.used >= Self::ALLOWANCE {
            return Err(NoVacation::UsedUp);
        }
        Ok(Self { begun: Some(now), ..settled })
    }

    /// Ends the vacation; `None` if there is none at `now`.
    #[must_use]
    pub fn end(&self, now: Moment) -> Option<Self> {
        let begun = self.settled(now).begun?;
        let cost = now.since(begun).max(Self::LEAST);
        let used = self.used.saturating_add(cost).min(Self::ALLOWANCE);
        Some(Self { used, begun: None, ..*self })
    }

    /// When the vacation that began last is over at the latest.
    fn end_of_last(&self) -> Option<Moment> {
        self.begun.map(|begun| begun.after(Self::ALLOWANCE.saturating_sub(self.used)))
    }

    /// The same as of `now`: without a vacation that has used everything up, and in the present
    /// year, unless a vacation lasts that began in the last. A system's clock that was set back
    /// brings no year back.
    fn settled(&self, now: Moment) -> Self {
        let mut settled = *self;
        if self.end_of_last().is_some_and(|end| end <= now) {
            settled = Self { used: Self::ALLOWANCE, begun: None, ..settled };
        }
        let year = year_of(now);
        if settled.begun.is_none() && year > settled.year {
            settled = Self { year, used: 0, begun: None };
        }
        settled
    }
}

/// The calendar year (UTC) of a moment; the last one that there is for moments beyond all.
fn year_of(moment: Moment) -> u16 {
    let since = i64::try_from(moment.0).map_or(Duration::MAX, Duration::milliseconds);
    let date = OffsetDateTime::UNIX_EPOCH.checked_add(since);
    u16::try_from(date.map_or(9_999, OffsetDateTime::year)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    const DAY: u64 = days(1);

    /// The first moment of 2026.
    const YEAR: Moment = Moment(1_767_225_600_000);

    fn day(days: u64) -> Moment {
        YEAR.after(days * DAY)
    }

    #[test]
    fn a_year_is_that_of_utc() {
        assert_eq!((year_of(YEAR), year_of(YEAR.before(1))), (2026, 2025));
        assert_eq!((year_of(Moment(0)), year_of(Moment(u64::MAX))), (1970, 9_999));
    }

    #[test]
    fn a_vacation_lasts_until_it_is_ended_or_everything_is_used_up() {
        let begun = Vacation::default().begin(day(10)).expect("all is left");
        assert_eq!(begun.begin(day(11)), Err(NoVacation::Already));
        assert_eq!(begun.until(day(12)), Some(day(40)));
        assert_eq!(begun.left(day(15)), 25 * DAY);
        let over = begun.end(day(15)).expect("it lasted");
        assert_eq!((over.end(day(15)), over.until(day(15))), (None, None));
        let again = over.begin(day(100)).expect("25 days are left");
        assert_eq!(again.until(day(100)), Some(day(125)));
        // To the millisecond, and without any action.
        assert_eq!(again.until(day(125).before(1)), Some(day(125)));
        assert_eq!((again.until(day(125)), again.end(day(125))), (None, None));
        assert_eq!((again.left(day(200)), again.begin(day(200))), (0, Err(NoVacation::UsedUp)));
        assert_eq!(again.left(day(365)), Vacation::ALLOWANCE, "of the next year");
    }

    #[test]
    fn vacation_costs_a_day_at_least_or_the_rest() {
        let over = Vacation::default().begin(day(0)).expect("left").end(day(0)).expect("begun");
        assert_eq!(over.left(day(0)), 29 * DAY);
        let most = Vacation { used: Vacation::ALLOWANCE - 1, ..over };
        let last = most.begin(day(1)).expect("a millisecond is left");
        assert_eq!(last.until(day(1)), Some(day(1).after(1)));
        assert_eq!(last.end(day(1)).map(|over| over.left(day(1))), Some(0));
    }

    #[test]
    fn a_vacation_counts_for_the_year_in_which_it_began() {
        let begun = Vacation::default().begin(day(360)).expect("all is left");
        assert_eq!(begun.until(day(366)), Some(day(390)), "the year has 365 days");
        assert_eq!(begun.begin(day(366)), Err(NoVacation::Already));
        let over = begun.end(day(370)).expect("it lasted");
        assert_eq!((over.year, over.left(day(370))), (2026, Vacation::ALLOWANCE));
        assert_eq!(over.begin(day(371)).map(|next| next.until(day(371))), Ok(Some(day(401))));
    }

    #[test]
    fn a_clock_that_is_set_back_brings_nothing_back() {
        let spent = Vacation { year: 2026, used: Vacation::ALLOWANCE, begun: None };
        assert_eq!(spent.begin(YEAR.before(DAY)), Err(NoVacation::UsedUp));
        let begun = Vacation::default().begin(day(3)).expect("all is left");
        assert_eq!(begun.end(day(1)).map(|over| over.left(day(1))), Some(29 * DAY));
    }

    proptest! {
        /// Whatever a player does when, no year has more vacation than its allowance, and none has
        /// more beginnings than days.
        #[test]
        fn no_year_has_more_than_its_allowance(
            steps in prop::collection::vec((0..20 * DAY, any::<bool>()), 1..200),
        ) {
            let (mut vacation, mut now) = (Vacation::default(), day(0));
            let mut had: BTreeMap<u16, (u64, u64)> = BTreeMap::new();
            let mut running: Option<(Moment, Moment)> = None;
            for (wait, begins) in steps {
                now = now.after(wait);
                if let Some((begun, until)) = running.filter(|&(_, until)| until <= now) {
                    had.entry(year_of(begun)).or_default().0 += until.since(begun);
                    running = None;
                }
                prop_assert_eq!(vacation.until(now), running.map(|(_, until)| until));
                if begins {
                    if let Ok(begun) = vacation.begin(now) {
                        prop_assert!(running.is_none());
                        running = begun.until(now).map(|until| (now, until));
                        prop_assert!(running.is_some());
                        had.entry(year_of(now)).or_default().1 += 1;
                        vacation = begun;
                    }
                } else if let Some(over) = vacation.end(now) {
                    let (begun, _) = running.take().expect("only what lasts can be ended");
                    had.entry(year_of(begun)).or_default().0 += now.since(begun);
                    vacation = over;
                }
                prop_assert!(vacation.left(now) <= Vacation::ALLOWANCE);
            }
            for (lasted, beginnings) in had.into_values() {
                prop_assert!(lasted <= Vacation::ALLOWANCE && beginnings <= 30);
            }
        }
    }
}
