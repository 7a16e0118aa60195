//! Clocks: pure arithmetic on moments that the caller passes in.
//!
//! Spans are milliseconds. A clock runs for the side that acts next; it does not stop while a side
//! acts several times in a row, and the increment comes when the turn passes.
//!
//! A match begins when both are present: each side has a grace for the first action of its first
//! turn, in which its time does not run, and after which nothing is added either.
//!
//! By days a side can be on vacation until a moment: its time and its grace stand still until then,
//! whether or not anything happens at that moment. A pause that both have agreed on does the same
//! to whichever side is to act; time runs again once neither lasts.

mod bank;
mod grace;
mod setting;
#[cfg(test)]
mod tests;

pub use grace::Grace;
pub use setting::{Byoyomi, ClockError, ClockSetting, Correspondence, Fischer};

use crate::moment::Moment;
use bank::Bank;
use engine::{BySide, Side};

/// The times of a clock at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// The rest of each side; with byoyomi the main time and all periods together.
    pub left: BySide<u64>,
    /// The side whose time runs.
    pub running: Option<Side>,
    /// The side that has yet to act for the first time, while no time runs for that.
    pub grace: Option<Grace>,
    /// The credits of this match so far.
    pub credit: u64,
    /// Until when each side is on vacation at the latest; the time and the grace of a side stand
    /// still until then.
    pub vacation: BySide<Option<Moment>>,
    /// Until when the match is paused at the latest; nothing runs until then.
    pub paused: Option<Moment>,
}

impl Reading {
    /// Whether nothing runs because of a pause, or because the side to act is on vacation.
    #[must_use]
    pub fn stands_still(&self) -> bool {
        if self.paused.is_some() {
            return true;
        }
        let side = self.running.or(self.grace.map(|grace| grace.side));
        side.is_some_and(|side| self.vacation[side].is_some())
    }
}

/// The span that has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expired {
    /// A side's time.
    Time(Side),
    /// The grace in which a side could act for the first time.
    Grace,
}

/// The clock of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    setting: ClockSetting,
    /// The rest of each side when the present span began.
    left: BySide<u64>,
    /// The side to act.
    turn: Option<Side>,
    /// The rest of that side's grace when the present span began; `None` while its time runs.
    grace: Option<u64>,
    /// Whether each side has had its grace.
    begun: BySide<bool>,
    /// When the present span began, or went on after a vacation or a pause; ahead while the side to
    /// act is on vacation or the match is paused.
    since: Moment,
    /// The part of the present span that had been used before that.
    spent: u64,
    /// Until when each side is on vacation.
    vacation: BySide<Option<Moment>>,
    /// Until when the match is paused.
    pause: Option<Moment>,
    /// When the last pause before that ended; the beginning of time if there was none.
    resumed: Moment,
    credit: u64,
    banks: BySide<Bank>,
    /// How long the way to each side and back took when it acted last, in milliseconds; it is in
    /// no event, and 0 after a restart.
    lags: BySide<u64>,
    /// False where its reading is no longer known.
    is_known: bool,
}

impl Clock {
    /// A clock that stands still with the initial times.
    #[must_use]
    pub fn new(setting: ClockSetting) -> Self {
        let stock = setting.stock().unwrap_or(0);
        Self {
            setting,
            left: BySide { first: stock, second: stock },
            turn: None,
            grace: None,
            begun: BySide { first: false, second: false },
            since: Moment::default(),
            spent: 0,
            vacation: BySide::default(),
            pause: None,
            resumed: Moment::default(),
            credit: 0,
            banks: BySide { first: Bank::FULL, second: Bank::FULL },
            lags: BySide { first: 0, second: 0 },
            is_known: true,
        }
    }

    /// The clock of a match in the archive, which does not store its last times.
    #[must_use]
    pub fn forgotten(setting: ClockSetting) -> Self {
        Self { is_known: false, ..Self::new(setting) }
    }

    /// How the match is timed.
    #[must_use]
    pub const fn setting(&self) -> ClockSetting {
        self.setting
    }

    /// Starts with the turn of `side`; each side has a grace for its first action. A match
    /// without a clock has none, but still measures how long actions take.
    pub fn start(&mut self, side: Side, now: Moment) {
        self.grace = if self.begun[side] { None } else { self.setting.grace() };
        self.turn = Some(side);
        self.run_from(now);
    }

    /// Begins the present span at `now`, or when the pause and the vacation of the side to act end.
    fn run_from(&mut self, now: Moment) {
        self.spent = 0;
        self.since = self.runs_from(now);
    }

    /// When time runs again for the side to act: `now`, or the end of the pause or of its vacation.
    fn runs_from(&self, now: Moment) -> Moment {
        let vacation = self.turn.and_then(|side| self.vacation[side]);
        vacation.into_iter().chain(self.pause).fold(now, Moment::max)
    }

    /// Lets the vacation of `side` last until a moment, or ends it. The time it has used of its
    /// turn until `now` stays used.
    pub fn set_vacation(&mut self, side: Side, until: Option<Moment>, now: Moment) {
        let used = self.used(now);
        self.vacation[side] = until;
        if self.turn == Some(side) {
            self.spent = used;
            self.since = self.runs_from(now);
        }
    }

    /// Pauses until a moment. The time that the side to act has used of its turn until `now` stays used.
    pub fn pause(&mut self, until: Moment, now: Moment) {
        self.set_pause(Some(until), now);
    }

    /// Ends the pause, if there is one: time runs from `now` on, or has run since the pause was over
    /// by itself.
    pub fn resume(&mut self, now: Moment) {
        if let Some(until) = self.pause {
            self.resumed = until.min(now);
            self.set_pause(None, now);
        }
    }

    fn set_pause(&mut self, until: Option<Moment>, now: Moment) {
        let used = self.used(now);
        self.pause = until;
        self.spent = used;
        self.since = self.runs_from(now);
    }

    /// Until when the match is paused at the latest; `None` if it is not at `now`.
    #[must_use]
    pub fn paused(&self, now: Moment) -> Option<Moment> {
        self.pause.filter(|&until| self.turn.is_some() && until > now)
    }

    /// When the pause will have come to its end, while the game lasts: the moment may have passed.
    #[must_use]
    pub fn pause_ends_at(&self) -> Option<Moment> {
        self.turn?;
        self.pause
    }

    /// From when on a player who is away counts as away: `since`, or the end of the last pause.
    #[must_use]
    pub fn counts_from(&self, since: Moment) -> Moment {
        since.max(self.pause.unwrap_or(self.resumed))
    }

    /// Until when a side is on vacation, as was set last: the moment may have passed.
    #[must_use]
    pub fn vacation(&self, side: Side) -> Option<Moment> {
        self.vacation[side]
    }

    /// Notes that an action of `side` has come over a way that takes `lag` there and back: by as
    /// much, as far as the bank reaches, its flag falls later from now on.
    pub fn record_lag(&mut self, side: Side, lag: u64) {
        self.lags[side] = lag;
    }

    /// Records an action of `side` after which `next` acts; returns how long it took, without the
    /// part of the `lag` on the way that is compensated.
    pub fn press(&mut self, side: Side, next: Side, lag: u64, now: Moment) -> u64 {
        self.begun[side] = true;
        if self.grace.is_some() {
            let used = self.used(now);
            self.start(next, now);
            return used;
        }
        if self.setting.stock().is_some() {
            let lost = self.lost(side, next, lag, self.used(now));
            let lost = self.banks[side].give(lost);
            self.give_back(lost, now);
        }
        let used = self.used(now);
        self.left[side] = self.left[side].saturating_sub(used);
        if side != next {
            self.left[side] = self.setting.after_turn(self.left[side]);
            self.banks[side].fill();
        }
        self.start(next, now);
        used
    }

    /// The part of `used` milliseconds that the network took, where it is of any use to have it back: a
    /// period of byoyomi is whole again anyway.
    fn lost(&self, side: Side, next: Side, lag: u64, used: u64) -> u64 {
        let left = self.left[side];
        // An action before the flag falls is in time.
        let least = (used + 1).saturating_sub(left);
        let lost = lag.max(least).min(used);
        let after = |used| {
            let left = left.saturating_sub(used);
            if side == next { left } else { self.setting.after_turn(left) }
        };
        if after(used - lost) == after(used) { 0 } else { lost }
    }

    /// Lets `side` act next without an action, as after a takeback. The time that ran until now is
    /// charged to the side it ran for; if that was the other side, whose turn ends with it, a
    /// period of byoyomi that was begun is whole again, and so are the days of a turn. The side to act
    /// has a whole period, too; periods that were used up stay used up.
    pub fn switch(&mut self, side: Side, now: Moment) {
        let ran = self.running();
        self.stop(now);
        if let Some(ran) = ran
            && ran != side
        {
            self.left[ran] = self.setting.after_lost_turn(self.left[ran]);
        }
        self.left[side] = self.setting.before_turn_again(self.left[side]);
        self.start(side, now);
    }

    /// Stops, for good when the match is over.
    pub fn stop(&mut self, now: Moment) {
        if let Some(side) = self.running() {
            self.left[side] = self.left[side].saturating_sub(self.used(now));
        }
        self.turn = None;
        self.grace = None;
        self.run_from(now);
    }

    /// The side whose time or grace runs, and since when; `None` while neither does.
    #[must_use]
    pub fn runs_since(&self) -> Option<(Side, Moment)> {
        self.turn.map(|side| (side, self.since))
    }

    /// Credits the side to act with `span` of the time that has run since the last action, or since
    /// its vacation or a pause, at most all of it, be it of their time or of their grace; returns the
    /// credit.
    pub fn give_back(&mut self, span: u64, now: Moment) -> u64 {
        let span = if self.turn.is_some() { span.min(now.since(self.since)) } else { 0 };
        self.since = self.since.after(span);
        self.credit = self.credit.saturating_add(span);
        span
    }

    /// Sets the credits of this match so far, as an event recorded them.
    pub const fn set_credit(&mut self, credit: u64) {
        self.credit = credit;
    }

    /// The credits of this match so far.
    #[must_use]
    pub const fn credit(&self) -> u64 {
        self.credit
    }

    /// Sets the clock to its times at a moment; to restore a match.
    pub fn set(&mut self, reading: Reading, at: Moment) {
        self.left = reading.left;
        (self.turn, self.grace) = match reading.grace {
            Some(Grace { side, left }) => (Some(side), Some(left)),
            None => (reading.running, None),
        };
        self.credit = reading.credit;
        self.run_from(at);
    }

    /// Lets the present span begin at `now` at the latest: the system's clock may have been set
    /// back since, and a span that begins later would not run until then. A vacation and a pause last
    /// until their moments.
    pub fn clamp_start(&mut self, now: Moment) {
        self.since = self.since.min(self.runs_from(now));
    }

    /// Its times at `now`, or `None` in a match without a clock or from the archive.
    #[must_use]
    pub fn reading(&self, now: Moment) -> Option<Reading> {
        if !self.is_known {
            return None;
        }
        self.setting.stock()?;
        let mut left = self.left;
        let running = self.running();
        if let Some(side) = running {
            left[side] = left[side].saturating_sub(self.used(now));
        }
        let grace = self
            .turn
            .zip(self.grace)
            .map(|(side, grace)| Grace { side, left: grace.saturating_sub(self.used(now)) });
        let mut vacation = BySide::default();
        for side in Side::ALL {
            let until = self.vacation[side].filter(|&until| self.turn.is_some() && until > now);
            vacation[side] = until;
        }
        let paused = self.paused(now);
        Some(Reading { left, running, grace, credit: self.credit, vacation, paused })
    }

    /// The side whose time runs.
    fn running(&self) -> Option<Side> {
        if self.grace.is_none() { self.turn } else { None }
    }

    /// When the time or the grace of the side to act will be up, and an action sent in time would
    /// have arrived.
    #[must_use]
    pub fn deadline(&self) -> Option<Moment> {
        self.setting.stock()?;
        let side = self.turn?;
        let late = self.banks[side].reach(self.lags[side]);
        let left = self.grace.unwrap_or(self.left[side]);
        Some(self.since.after(left.saturating_add(late).saturating_sub(self.spent)))
    }

    /// When the first vacation that was set will have come to its end, while the game lasts.
    #[must_use]
    pub fn vacation_ends_at(&self) -> Option<Moment> {
        self.turn?;
        Side::ALL.into_iter().filter_map(|side| self.vacation[side]).min()
    }

    /// The side whose time or grace is up.
    #[must_use]
    pub fn expired(&self, now: Moment) -> Option<Expired> {
        if self.deadline()? > now {
            return None;
        }
        Some(if self.grace.is_some() { Expired::Grace } else { Expired::Time(self.turn?) })
    }

    /// How long the present span has lasted without vacations and pauses; 0 while neither side is to act.
    #[must_use]
    pub const fn used(&self, now: Moment) -> u64 {
        if self.turn.is_some() { self.spent.saturating_add(now.since(self.since)) } else { 0 }
    }
}
