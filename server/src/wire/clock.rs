//! Time controls and clock readings on the wire.
//!
//! Settings are in seconds (days for correspondence), readings in milliseconds. Reading a setting
//! from a client checks it through the domain's constructors, so a clock that is out of range never
//! exists. With byoyomi a reading is the main time plus all periods.

use super::schema::SideWord;
use super::text::{maybe_word, word};
use domain::clock::{Byoyomi, ClockError, ClockSetting, Correspondence, Fischer, Grace, Reading};
use engine::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A clock's setting, in seconds, or in days where a game is played by days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockSettingView {
    /// No limit.
    #[default]
    None,
    /// A stock of time with an increment.
    Fischer {
        /// The stock, in seconds.
        initial: u32,
        /// What a turn adds, in seconds.
        increment: u32,
    },
    /// A stock of time, and after it periods of which each comes back if the turn ends within it.
    Byoyomi {
        /// The stock, in seconds.
        main: u32,
        /// The time of a period, in seconds.
        period: u32,
        /// How many periods there are.
        periods: u32,
    },
    /// Days for each turn.
    Correspondence {
        /// How many; the next turn has all of them again.
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

/// What a clock shows, in milliseconds; with byoyomi the main time and all periods together, so
/// that whatever is at most `period * periods` is byoyomi, and the last period ends with zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TimesView {
    /// What the first side has left.
    pub first: u64,
    /// What the second side has left.
    pub second: u64,
    /// Whose time runs.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>, required)]
    pub running: Option<Side>,
    /// What has been credited in this match so far.
    pub credit: u64,
    /// Who has yet to act for the first time, while nobody's time runs for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = GraceView, required = false)]
    pub grace: Option<GraceView>,
}

/// A grace: the side it is for can act for the first time without its time running; when it is
/// up, the match is aborted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GraceView {
    /// Whose it is.
    #[serde(with = "word")]
    #[schema(value_type = SideWord)]
    pub side: Side,
    /// What is left of it, in milliseconds.
    pub left: u64,
}

impl From<Grace> for GraceView {
    fn from(Grace { side, left }: Grace) -> Self {
        Self { side, left }
    }
}

impl From<Reading> for TimesView {
    fn from(reading: Reading) -> Self {
        Self {
            first: reading.left.first,
            second: reading.left.second,
            running: reading.running,
            grace: reading.grace.map(GraceView::from),
            credit: reading.credit,
        }
    }
}

/// A clock's setting with what it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockView {
    /// How the match is timed.
    #[serde(flatten)]
    pub setting: ClockSettingView,
    /// What the clock shows; nothing in a match without a clock or rebuilt from the archive.
    #[serde(flatten)]
    pub times: Option<TimesView>,
}
