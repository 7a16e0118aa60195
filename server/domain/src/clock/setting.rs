//! How a match is timed.
//!
//! Every clock is one stock of time that runs down, and defines the effect of the end of a turn on it:
//! with Fischer's it grows, with byoyomi a period that was begun is whole again, and in correspondence the
//! whole stock is.

use std::num::NonZeroU64;

/// How a match is timed; made by a constructor that checks the ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ClockSetting {
    /// No limit.
    #[default]
    None,
    /// A stock of time, and some more for each turn.
    Fischer(Fischer),
    /// A stock of time, followed by periods, each of which is restored if the turn ends within it.
    Byoyomi(Byoyomi),
    /// Days for each turn, for people who look in now and then.
    Correspondence(Correspondence),
}

impl ClockSetting {
    /// The time of each side at the start, in milliseconds, all periods of byoyomi included; `None`
    /// without a limit.
    #[must_use]
    pub fn stock(self) -> Option<u64> {
        let seconds = match self {
            Self::None => return None,
            Self::Fischer(fischer) => fischer.initial,
            Self::Byoyomi(byoyomi) => byoyomi.main + byoyomi.period * byoyomi.periods,
            Self::Correspondence(correspondence) => correspondence.seconds(),
        };
        Some(millis(seconds))
    }

    /// Whether both players are expected to be present while the game lasts: true except in correspondence.
    /// Where they are not, the game of an absent opponent cannot be claimed.
    #[must_use]
    pub const fn expects_presence(self) -> bool {
        match self {
            Self::None | Self::Fischer(_) | Self::Byoyomi(_) => true,
            Self::Correspondence(_) => false,
        }
    }

    /// The time of a side once its turn ends with `left` milliseconds.
    #[must_use]
    pub(super) fn after_turn(self, left: u64) -> u64 {
        match self {
            Self::None => left,
            Self::Fischer(fischer) => left.saturating_add(millis(fischer.increment)),
            Self::Byoyomi(byoyomi) => byoyomi.after_turn(left),
            Self::Correspondence(correspondence) => millis(correspondence.seconds()),
        }
    }

    /// The time of a side that begins its turn again after a takeback with `left` milliseconds: a
    /// period that was begun is whole again.
    #[must_use]
    pub(super) fn before_turn_again(self, left: u64) -> u64 {
        match self {
            Self::None | Self::Fischer(_) | Self::Correspondence(_) => left,
            Self::Byoyomi(byoyomi) => byoyomi.after_turn(left),
        }
    }

    /// The time of a side after a takeback ends its turn with `left` milliseconds: periods and days
    /// are restored, but no increment is added.
    #[must_use]
    pub(super) fn after_lost_turn(self, left: u64) -> u64 {
        match self {
            Self::None | Self::Fischer(_) => left,
            Self::Byoyomi(_) | Self::Correspondence(_) => self.after_turn(left),
        }
    }
}

/// A stock of time with an increment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fischer {
    initial: u32,
    increment: u32,
}

/// A stock of time followed by periods, as in the 秒読み of shogi: a player who has used up the main
/// time plays within a period, which is whole again for the next turn. A period that runs out is
/// gone, and with the last one the game is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Byoyomi {
    main: u32,
    period: u32,
    periods: u32,
}

/// Days for each turn; the next turn has all of them again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Correspondence {
    days: u32,
}

/// A clock's setting was out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{what} takes {min} to {max}")]
pub struct ClockError {
    /// The value that was out of range.
    pub what: &'static str,
    /// The least allowed, in seconds where it is a time; days in days.
    pub min: u32,
    /// The most allowed, likewise.
    pub max: u32,
}

impl Fischer {
    /// The least and the most initial time, in seconds.
    pub const INITIAL: (u32, u32) = (10, 10_800);
    /// The least and the most increment, in seconds.
    pub const INCREMENT: (u32, u32) = (0, 180);

    /// Initial time and increment in seconds.
    ///
    /// # Errors
    ///
    /// [`ClockError`] outside [`INITIAL`](Self::INITIAL) or [`INCREMENT`](Self::INCREMENT).
    pub fn new(initial: u32, increment: u32) -> Result<Self, ClockError> {
        Ok(Self {
            initial: within("initial", initial, Self::INITIAL)?,
            increment: within("increment", increment, Self::INCREMENT)?,
        })
    }

    /// The initial time in seconds.
    #[must_use]
    pub const fn initial(self) -> u32 {
        self.initial
    }

    /// The increment in seconds.
    #[must_use]
    pub const fn increment(self) -> u32 {
        self.increment
    }
}

impl Byoyomi {
    /// The least and the most main time, in seconds.
    pub const MAIN: (u32, u32) = (0, 10_800);
    /// The least and the most time of a period, in seconds.
    pub const PERIOD: (u32, u32) = (5, 180);
    /// The least and the most periods.
    pub const PERIODS: (u32, u32) = (1, 10);

    /// Main time and the time of a period in seconds, and how many periods there are.
    ///
    /// # Errors
    ///
    /// [`ClockError`] outside [`MAIN`](Self::MAIN), [`PERIOD`](Self::PERIOD) or
    /// [`PERIODS`](Self::PERIODS).
    pub fn new(main: u32, period: u32, periods: u32) -> Result<Self, ClockError> {
        Ok(Self {
            main: within("main", main, Self::MAIN)?,
            period: within("period", period, Self::PERIOD)?,
            periods: within("periods", periods, Self::PERIODS)?,
        })
    }

    /// The main time in seconds.
    #[must_use]
    pub const fn main(self) -> u32 {
        self.main
    }

    /// The time of a period in seconds.
    #[must_use]
    pub const fn period(self) -> u32 {
        self.period
    }

    /// How many periods there are.
    #[must_use]
    pub const fn periods(self) -> u32 {
        self.periods
    }

    /// A period that was begun is whole again; main time that is left stays as it is.
    fn after_turn(self, left: u64) -> u64 {
        let Some(period) = NonZeroU64::new(millis(self.period)) else { return left };
        let whole = left.div_ceil(period.get()).saturating_mul(period.get());
        if whole <= millis(self.period * self.periods) { whole } else { left }
    }
}

impl Correspondence {
    /// The least and the most time for a turn, in days.
    pub const DAYS: (u32, u32) = (1, 14);

    /// So many days for each turn.
    ///
    /// # Errors
    ///
    /// [`ClockError`] outside [`DAYS`](Self::DAYS).
    pub fn new(days: u32) -> Result<Self, ClockError> {
        Ok(Self { days: within("days", days, Self::DAYS)? })
    }

    /// The days for each turn.
    #[must_use]
    pub const fn days(self) -> u32 {
        self.days
    }

    /// The same in seconds.
    const fn seconds(self) -> u32 {
        self.days * 24 * 60 * 60
    }
}

fn within(what: &'static str, value: u32, (min, max): (u32, u32)) -> Result<u32, ClockError> {
    if (min..=max).contains(&value) { Ok(value) } else { Err(ClockError { what, min, max }) }
}

fn millis(seconds: u32) -> u64 {
    u64::from(seconds) * 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_out_of_range_are_refused() {
        let what = |error: ClockError| error.what;
        assert_eq!(Fischer::new(9, 0).map_err(what), Err("initial"));
        assert_eq!(Fischer::new(10_801, 0).map_err(what), Err("initial"));
        assert_eq!(Fischer::new(60, 181).map_err(what), Err("increment"));
        assert_eq!(Byoyomi::new(10_801, 30, 1).map_err(what), Err("main"));
        for period in [0, 4, 181] {
            assert_eq!(Byoyomi::new(0, period, 1).map_err(what), Err("period"));
        }
        for periods in [0, 11] {
            assert_eq!(Byoyomi::new(0, 30, periods).map_err(what), Err("periods"));
        }
        for days in [0, 15, u32::MAX] {
            assert_eq!(Correspondence::new(days).map_err(what), Err("days"));
        }
    }

    #[test]
    fn a_stock_has_all_there_is_at_the_start() {
        let byoyomi = Byoyomi::new(600, 30, 3).expect("in range");
        assert_eq!(ClockSetting::Byoyomi(byoyomi).stock(), Some(690_000));
        let fischer = Fischer::new(60, 5).expect("in range");
        assert_eq!(ClockSetting::Fischer(fischer).stock(), Some(60_000));
        let by_days = Correspondence::new(14).expect("in range");
        assert_eq!(ClockSetting::Correspondence(by_days).stock(), Some(1_209_600_000));
        assert_eq!(ClockSetting::None.stock(), None);
    }

    #[test]
    fn a_period_that_was_begun_is_whole_again_after_the_turn() {
        let byoyomi = ClockSetting::Byoyomi(Byoyomi::new(60, 30, 3).expect("in range"));
        // Main time is used up for good, to the last of it.
        for left in [150_000, 90_001, 90_000] {
            assert_eq!(byoyomi.after_turn(left), left);
        }
        assert_eq!(byoyomi.after_turn(89_999), 90_000);
        assert_eq!(byoyomi.after_turn(60_001), 90_000);
        // Thirty seconds to the end are a period that is gone.
        assert_eq!(byoyomi.after_turn(60_000), 60_000);
        assert_eq!(byoyomi.after_turn(1), 30_000);
    }

    #[test]
    fn settings_report_what_they_were_made_of() {
        let fischer = Fischer::new(600, 5).expect("in range");
        assert_eq!((fischer.initial(), fischer.increment()), (600, 5));
        let byoyomi = Byoyomi::new(1_200, 30, 3).expect("in range");
        assert_eq!((byoyomi.main(), byoyomi.period(), byoyomi.periods()), (1_200, 30, 3));
        assert_eq!(Correspondence::new(3).expect("in range").days(), 3);
    }
}
