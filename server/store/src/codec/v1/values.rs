//! The parts that several stored records share: players, time controls, clock readings and position
//! keys.
//!
//! Times are in milliseconds unless the time control itself counts in seconds or days. A value that
//! the domain would refuse (a clock out of range) fails to read instead of being corrected.

use domain::clock::{Byoyomi, ClockError, ClockSetting, Correspondence, Fischer, Grace, Reading};
use domain::text::{maybe_word, word};
use domain::{Moment, Player, PlayerId};
use engine::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A player. Whether the name was chosen and whether it is a computer player follow from the name
/// and the id.
#[derive(Serialize, Deserialize)]
pub(super) struct PlayerData<'a> {
    id: PlayerId,
    name: Cow<'a, str>,
    guest: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    bot: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
pub(super) const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum SettingData {
    None,
    Fischer { initial: u32, increment: u32 },
    Byoyomi { main: u32, period: u32, periods: u32 },
    Correspondence { days: u32 },
}

#[derive(Serialize, Deserialize)]
pub(super) struct TimesData {
    first: u64,
    second: u64,
    #[serde(with = "maybe_word")]
    running: Option<Side>,
    credit: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    grace: Option<GraceData>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vacation: Option<VacationData>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paused: Option<u64>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct GraceData {
    #[serde(with = "word")]
    side: Side,
    left: u64,
}

/// Until when each side is on vacation.
#[derive(Serialize, Deserialize)]
pub(super) struct VacationData {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    second: Option<u64>,
}

/// A position's key as sixteen hexadecimal digits.
pub(super) mod digits {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::borrow::Cow;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
    pub(in crate::codec::v1) fn serialize<S: Serializer>(
        key: &u64,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{key:016x}"))
    }

    pub(in crate::codec::v1) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<u64, D::Error> {
        let digits = Cow::<str>::deserialize(deserializer)?;
        u64::from_str_radix(&digits, 16).map_err(D::Error::custom)
    }
}

impl<'a> From<&'a Player> for PlayerData<'a> {
    fn from(player: &'a Player) -> Self {
        Self {
            id: player.id,
            name: Cow::Borrowed(&player.name),
            guest: player.guest,
            bot: player.bot,
        }
    }
}

impl From<PlayerData<'_>> for Player {
    fn from(PlayerData { id, name, guest, bot }: PlayerData<'_>) -> Self {
        Self { bot, ..Self::new(id, name, guest) }
    }
}

impl From<ClockSetting> for SettingData {
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

impl TryFrom<SettingData> for ClockSetting {
    type Error = ClockError;

    fn try_from(data: SettingData) -> Result<Self, ClockError> {
        Ok(match data {
            SettingData::None => Self::None,
            SettingData::Fischer { initial, increment } => {
                Self::Fischer(Fischer::new(initial, increment)?)
            }
            SettingData::Byoyomi { main, period, periods } => {
                Self::Byoyomi(Byoyomi::new(main, period, periods)?)
            }
            SettingData::Correspondence { days } => {
                Self::Correspondence(Correspondence::new(days)?)
            }
        })
    }
}

impl From<Reading> for TimesData {
    fn from(Reading { left, running, grace, credit, vacation, paused }: Reading) -> Self {
        let grace = grace.map(|Grace { side, left }| GraceData { side, left });
        let [first, second] = [vacation.first, vacation.second].map(|until| Some(until?.0));
        let vacation = first.or(second).map(|_| VacationData { first, second });
        let paused = paused.map(|until| until.0);
        Self { first: left.first, second: left.second, running, credit, grace, vacation, paused }
    }
}

impl From<TimesData> for Reading {
    fn from(
        TimesData { first, second, running, credit, grace, vacation, paused }: TimesData,
    ) -> Self {
        let grace = grace.map(|GraceData { side, left }| Grace { side, left });
        let vacation = vacation.map_or_else(BySide::default, |until| BySide {
            first: until.first.map(Moment),
            second: until.second.map(Moment),
        });
        let paused = paused.map(Moment);
        Self { left: BySide { first, second }, running, grace, credit, vacation, paused }
    }
}
