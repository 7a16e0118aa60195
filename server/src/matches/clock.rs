//! Clocks: pure arithmetic on moments that are handed in.
//!
//! Spans are milliseconds. A clock runs for whoever acts next; a side that acts several times
//! in a row keeps paying, and earns its increment when the turn passes.

use crate::time::Moment;
use engine::{BySide, Side};

/// How a match is timed; made by a constructor that checks the ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClockSetting {
    /// No limit.
    #[default]
    None,
    /// A stock of time, and some more for each turn.
    Fischer(Fischer),
}

/// A stock of time with an increment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fischer {
    initial: u32,
    increment: u32,
}

/// A clock's setting was out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{what} takes {min} to {max} seconds")]
pub struct ClockError {
    /// What was out of range.
    pub what: &'static str,
    /// The least allowed, in seconds.
    pub min: u32,
    /// The most allowed, in seconds.
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
    pub const fn new(initial: u32, increment: u32) -> Result<Self, ClockError> {
        let (min, max) = Self::INITIAL;
        if initial < min || initial > max {
            return Err(ClockError { what: "initial", min, max });
        }
        let (min, max) = Self::INCREMENT;
        if increment < min || increment > max {
            return Err(ClockError { what: "increment", min, max });
        }
        Ok(Self { initial, increment })
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

/// What a clock shows at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// What each side has left.
    pub left: BySide<u64>,
    /// Whose time runs.
    pub running: Option<Side>,
    /// What has been credited in this match so far.
    pub credit: u64,
}

/// The clock of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    setting: ClockSetting,
    /// What each side had left when the present span began.
    left: BySide<u64>,
    running: Option<Side>,
    /// When the present span began: the last action, or the start.
    since: Moment,
    credit: u64,
    /// False where nobody knows any more what it showed.
    is_known: bool,
}

impl Clock {
    /// A clock that stands still with the initial times.
    #[must_use]
    pub fn new(setting: ClockSetting) -> Self {
        let initial = match setting {
            ClockSetting::None => 0,
            ClockSetting::Fischer(fischer) => u64::from(fischer.initial) * 1_000,
        };
        Self {
            setting,
            left: BySide { first: initial, second: initial },
            running: None,
            since: Moment::default(),
            credit: 0,
            is_known: true,
        }
    }

    /// The clock of a match in the archive, which does not keep what it showed at the end.
    #[must_use]
    pub fn forgotten(setting: ClockSetting) -> Self {
        Self { is_known: false, ..Self::new(setting) }
    }

    /// How the match is timed.
    #[must_use]
    pub const fn setting(&self) -> ClockSetting {
        self.setting
    }

    /// Starts `side`'s time. A match without a clock still measures how long actions take.
    pub const fn start(&mut self, side: Side, now: Moment) {
        self.running = Some(side);
        self.since = now;
    }

    /// Notes an action of `side` after which `next` acts; returns how long it took.
    pub fn press(&mut self, side: Side, next: Side, now: Moment) -> u64 {
        let used = self.used(now);
        if let ClockSetting::Fischer(fischer) = self.setting {
            let earned = if side == next { 0 } else { u64::from(fischer.increment) * 1_000 };
            self.left[side] = self.left[side].saturating_sub(used) + earned;
        }
        self.start(next, now);
        used
    }

    /// Lets `side` act next without anybody having acted, as after a takeback. The time that
    /// ran until now is paid for by whoever it ran for.
    pub fn switch(&mut self, side: Side, now: Moment) {
        self.stop(now);
        self.start(side, now);
    }

    /// Stops, for good when the match is over.
    pub fn stop(&mut self, now: Moment) {
        if let (Some(side), ClockSetting::Fischer(_)) = (self.running, self.setting) {
            self.left[side] = self.left[side].saturating_sub(self.used(now));
        }
        self.running = None;
        self.since = now;
    }

    /// Gives the running side back `span` of the time since the last action, at the most all
    /// of it; returns what was given back.
    pub fn give_back(&mut self, span: u64, now: Moment) -> u64 {
        let span = span.min(self.used(now));
        self.since = self.since.after(span);
        self.credit += span;
        span
    }

    /// Sets the clock to what it showed at a moment; to restore a match.
    pub const fn set(&mut self, reading: Reading, at: Moment) {
        self.left = reading.left;
        self.running = reading.running;
        self.credit = reading.credit;
        self.since = at;
    }

    /// Lets the present span begin at `now` at the latest: the system's clock may have been set
    /// back since, and a span that begins later would not run until then.
    pub fn begun_by(&mut self, now: Moment) {
        self.since = self.since.min(now);
    }

    /// What it shows at `now`, or `None` in a match without a clock or from the archive.
    #[must_use]
    pub fn reading(&self, now: Moment) -> Option<Reading> {
        match self.setting {
            ClockSetting::None => None,
            ClockSetting::Fischer(_) if !self.is_known => None,
            ClockSetting::Fischer(_) => {
                let mut left = self.left;
                if let Some(side) = self.running {
                    left[side] = left[side].saturating_sub(self.used(now));
                }
                Some(Reading { left, running: self.running, credit: self.credit })
            }
        }
    }

    /// When the running side's time will be up.
    #[must_use]
    pub fn deadline(&self) -> Option<Moment> {
        match (self.setting, self.running) {
            (ClockSetting::Fischer(_), Some(side)) => Some(self.since.after(self.left[side])),
            (ClockSetting::Fischer(_), None) | (ClockSetting::None, _) => None,
        }
    }

    /// The side whose time is up.
    #[must_use]
    pub fn fallen(&self, now: Moment) -> Option<Side> {
        if self.deadline()? <= now { self.running } else { None }
    }

    /// How long the present span lasts; 0 while nobody's time runs.
    #[must_use]
    pub const fn used(&self, now: Moment) -> u64 {
        if self.running.is_some() { now.since(self.since) } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    const START: Moment = Moment(1_000_000);

    fn fischer(initial: u32, increment: u32) -> Clock {
        let setting = Fischer::new(initial, increment).expect("in range");
        let mut clock = Clock::new(ClockSetting::Fischer(setting));
        clock.start(First, START);
        clock
    }

    fn at(millis: u64) -> Moment {
        START.after(millis)
    }

    #[track_caller]
    fn check(clock: &Clock, now: Moment, first: u64, second: u64, running: Option<Side>) {
        let reading = clock.reading(now).expect("a clock");
        assert_eq!((reading.left.first, reading.left.second), (first, second));
        assert_eq!(reading.running, running);
    }

    #[test]
    fn the_increment_is_earned_when_the_turn_passes() {
        let mut clock = fischer(60, 2);
        assert_eq!(clock.press(First, First, at(10_000)), 10_000);
        check(&clock, at(10_000), 50_000, 60_000, Some(First));
        assert_eq!(clock.press(First, Second, at(15_000)), 5_000);
        check(&clock, at(15_000), 47_000, 60_000, Some(Second));
        check(&clock, at(16_000), 47_000, 59_000, Some(Second));
    }

    #[test]
    fn time_is_up_at_the_deadline_and_not_before() {
        let clock = fischer(60, 2);
        assert_eq!(clock.deadline(), Some(at(60_000)));
        assert_eq!(clock.fallen(at(59_999)), None);
        assert_eq!(clock.fallen(at(60_000)), Some(First));
        check(&clock, at(99_000), 0, 60_000, Some(First));
    }

    #[test]
    fn credit_gives_back_no_more_than_was_used() {
        let mut clock = fischer(60, 0);
        assert_eq!(clock.give_back(5_000, at(3_000)), 3_000);
        check(&clock, at(3_000), 60_000, 60_000, Some(First));
        assert_eq!(clock.give_back(500, at(5_000)), 500);
        assert_eq!(clock.deadline(), Some(at(63_500)));
        assert_eq!(clock.press(First, Second, at(6_000)), 2_500);
        assert_eq!(clock.reading(at(6_000)).map(|reading| reading.credit), Some(3_500));
    }

    #[test]
    fn a_takeback_charges_the_side_whose_time_ran() {
        let mut clock = fischer(60, 0);
        clock.press(First, Second, at(1_000));
        clock.switch(First, at(5_000));
        check(&clock, at(6_000), 58_000, 56_000, Some(First));
    }

    #[test]
    fn a_stopped_clock_keeps_what_was_left() {
        let mut clock = fischer(60, 0);
        clock.stop(at(1_500));
        check(&clock, at(90_000), 58_500, 60_000, None);
        assert_eq!(clock.deadline(), None);
    }

    #[test]
    fn a_restored_clock_goes_on_from_its_reading() {
        let mut clock = fischer(60, 1);
        clock.press(First, Second, at(1_000));
        let mut again = Clock::new(clock.setting());
        again.set(clock.reading(at(1_000)).expect("a clock"), at(1_000));
        assert_eq!(again, clock);
    }

    #[test]
    fn without_a_clock_actions_are_still_measured() {
        let mut clock = Clock::new(ClockSetting::None);
        clock.start(First, START);
        assert_eq!(clock.press(First, Second, at(700)), 700);
        assert_eq!((clock.reading(at(800)), clock.deadline()), (None, None));
        assert_eq!(clock.give_back(50, at(800)), 50);
    }

    #[test]
    fn settings_out_of_range_are_refused() {
        for (initial, increment, what) in
            [(9, 0, "initial"), (10_801, 0, "initial"), (60, 181, "increment")]
        {
            assert_eq!(Fischer::new(initial, increment).map_err(|e| e.what), Err(what));
        }
    }
}
