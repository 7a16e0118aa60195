//! Time controls and clock readings on the wire.
//!
//! Settings are in seconds (days for correspondence), readings in milliseconds. Reading a setting
//! from a client checks it through the domain's constructors, so a clock that is out of range never
//! exists. With byoyomi a reading is the main time plus all periods.

use super::schema::SideWord;
use super::text::{maybe_word, word};
use domain::Moment;
use domain::clock::{Byoyomi, ClockError, ClockSetting, Correspondence, Fischer, Grace, Reading};
use engine::{BySide, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A time control, in seconds, or in days for correspondence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockSettingView {
    /// No limit.
    #[default]
    None,
    /// Main time with an increment.
    Fischer {
        /// The main time, in seconds.
        initial: u32,
        /// The increment for each turn, in seconds.
        increment: u32,
    },
    /// Main time, followed by byoyomi periods; a period is restored if the turn ends within it.
    Byoyomi {
        /// The main time, in seconds.
        main: u32,
        /// The length of a period, in seconds.
        period: u32,
        /// The number of periods.
        periods: u32,
    },
    /// A number of days for each turn.
    Correspondence {
        /// The number of days; each turn starts with all of them.
        #[schema(minimum = 1, maximum = 14)]
        days: u32,
    },
}

impl From<ClockSetting> for ClockSettingView {
    fn from(setting: ClockSetting) -> Self {
        match setting {
            ClockSetting::None => Self::None,
            ClockSetting::Fischer(fischer) => {
                Self::Fischer { initial: fischer.initial(), increment: fischer.increment() }
            }
            ClockSetting::Byoyomi(byoyomi) => Self::Byoyomi {
                main: byoyomi.main(),
                period: byoyomi.period(),
                periods: byoyomi.periods(),
            },
            ClockSetting::Correspondence(by_days) => Self::Correspondence { days: by_days.days() },
        }
    }
}

impl TryFrom<ClockSettingView> for ClockSetting {
    type Error = ClockError;

    fn try_from(view: ClockSettingView) -> Result<Self, ClockError> {
        Ok(match view {
            ClockSettingView::None => Self::None,
            ClockSettingView::Fischer { initial, increment } => {
                Self::Fischer(Fischer::new(initial, increment)?)
            }
            ClockSettingView::Byoyomi { main, period, periods } => {
                Self::Byoyomi(Byoyomi::new(main, period, periods)?)
            }
            ClockSettingView::Correspondence { days } => {
                Self::Correspondence(Correspondence::new(days)?)
            }
        })
    }
}

/// A clock's reading, in milliseconds. With byoyomi it is the main time plus all periods, so a
/// value of at most `period * periods` is byoyomi, and the last period ends at zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TimesView {
    /// The remaining time of the first side.
    pub first: u64,
    /// The remaining time of the second side.
    pub second: u64,
    /// The side whose time is running; null also while the side to act is on vacation or
    /// the match is paused.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub running: Option<Side>,
    /// The time credited in this match so far.
    pub credit: u64,
    /// The grace of a side that has yet to act for the first time, while no clock runs; absent also
    /// while that side is on vacation or the match is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = GraceView, required = false)]
    pub grace: Option<GraceView>,
    /// In correspondence matches, the sides that are on vacation; absent if neither is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = VacationsView, required = false)]
    pub vacation: Option<VacationsView>,
}

/// Until when each side is on vacation at the latest. Its clock stands still until then, or until it
/// ends the vacation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct VacationsView {
    /// The first side; absent if it is not on vacation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false)]
    pub first: Option<u64>,
    /// The second side; absent if it is not on vacation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false)]
    pub second: Option<u64>,
}

impl VacationsView {
    /// The vacations of both sides; `None` if neither has one.
    pub(super) fn of(until: BySide<Option<Moment>>) -> Option<Self> {
        let [first, second] = [until.first, until.second].map(|until| Some(until?.0));
        first.or(second).map(|_| Self { first, second })
    }
}

/// A grace period: its side can make its first action without its clock running; when it ends, the
/// match is aborted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GraceView {
    /// The side it is for.
    #[serde(with = "word")]
    #[schema(value_type = SideWord)]
    pub side: Side,
    /// The time left, in milliseconds.
    pub left: u64,
}

impl From<Grace> for GraceView {
    fn from(Grace { side, left }: Grace) -> Self {
        Self { side, left }
    }
}

impl From<Reading> for TimesView {
    fn from(reading: Reading) -> Self {
        let stands_still = reading.stands_still();
        Self {
            first: reading.left.first,
            second: reading.left.second,
            running: reading.running.filter(|_| !stands_still),
            grace: reading.grace.filter(|_| !stands_still).map(GraceView::from),
            credit: reading.credit,
            vacation: VacationsView::of(reading.vacation),
        }
    }
}

/// A time control with the clock's reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockView {
    /// The time control.
    #[serde(flatten)]
    pub setting: ClockSettingView,
    /// The reading; absent in a match without a clock or rebuilt from the archive.
    #[serde(flatten)]
    pub times: Option<TimesView>,
}
