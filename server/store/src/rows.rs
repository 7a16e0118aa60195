//! Rows of the tables in the types that both databases return, and the conversion between them and
//! values of the domain.
//!
//! The queries of each database convert their columns to these types, so that rows are read in one
//! place. A value that the domain would refuse (an unknown word, a clock out of range, a negative
//! count) is reported as `StoreError::Damaged`, never repaired. Moments are milliseconds since 1970
//! UTC; position hashes are stored as signed numbers with the same bits.

use super::row::row;
use super::{EndedGame, Event, Frame, StoreError};
use domain::clock::{Byoyomi, ClockError, ClockSetting, Correspondence, Fischer};
use domain::text::Text;
use domain::{
    EndReason, FinishedGame, GameSummary, MatchId, MatchResult, Moment, Origin, Player, PlayerId,
};
use engine::{BySide, Options};
use sqlx::types::Json;
use std::collections::BTreeMap;
use std::sync::Arc;
use uuid::Uuid;

/// The columns of a seat of a game. The name of a registered player is their current one; of any
/// other it is the one stored with the game.
macro_rules! seat {
    ($seat:literal) => {
        concat!(
            $seat,
            "_id, coalesce((select case when deleted_at is null then name else 'Someone' end
                from account where account.id = game.",
            $seat,
            "_id), ",
            $seat,
            "_name) as ",
            $seat,
            "_name, ",
            $seat,
            "_guest and not exists (select 1 from account where account.id = game.",
            $seat,
            "_id) as ",
            $seat,
            "_guest, ",
            $seat,
            "_bot"
        )
    };
}
pub(super) use seat;

row! {
    /// A row of `match_event`.
    pub(super) struct EventRow {
        match_id: Uuid,
        seq: i64,
        command_id: Option<String>,
        payload: String,
    }
}

impl EventRow {
    pub(super) fn read(self) -> Result<(MatchId, Event), StoreError> {
        let event = Event {
            seq: seq(self.seq)?,
            command: self.command_id.map(Into::into),
            payload: Frame::from(self.payload),
        };
        Ok((MatchId(self.match_id), event))
    }
}

row! {
    /// The columns of `game` that a summary has.
    pub(super) struct SummaryRow {
        id: Uuid,
        game: String,
        ruleset: String,
        ruleset_version: i32,
        options: Json<BTreeMap<String, String>>,
        start: String,
        position: String,
        hash: i64,
        plies: i32,
        clock_initial: Option<i32>,
        clock_increment: Option<i32>,
        clock_period: Option<i32>,
        clock_periods: Option<i32>,
        clock_days: Option<i32>,
        first_id: Option<Uuid>,
        first_name: Option<String>,
        first_guest: Option<bool>,
        first_bot: bool,
        second_id: Option<Uuid>,
        second_name: Option<String>,
        second_guest: Option<bool>,
        second_bot: bool,
        result: Option<String>,
        reason: String,
        rated: bool,
        found: bool,
        origin: Option<String>,
        started_at: i64,
        ended_at: i64,
    }
}

row! {
    /// A whole row of `game`.
    pub(super) struct GameRow {
        moves: Json<Vec<String>>,
        times: Json<Vec<u64>>,
        last_seq: i64,
        commands: Json<BTreeMap<String, u32>>,
    } and { summary: SummaryRow }
}

impl SummaryRow {
    fn clock(&self) -> Result<ClockSetting, StoreError> {
        let damaged = |_: ClockError| StoreError::Damaged("a clock is out of range");
        if let Some(days) = self.clock_days {
            let by_days = Correspondence::new(count(days)?).map_err(damaged)?;
            return Ok(ClockSetting::Correspondence(by_days));
        }
        let (Some(initial), Some(increment)) = (self.clock_initial, self.clock_increment) else {
            return Ok(ClockSetting::None);
        };
        let initial = count(initial)?;
        Ok(match (self.clock_period, self.clock_periods) {
            (Some(period), Some(periods)) => ClockSetting::Byoyomi(
                Byoyomi::new(initial, count(period)?, count(periods)?).map_err(damaged)?,
            ),
            _ => ClockSetting::Fischer(Fischer::new(initial, count(increment)?).map_err(damaged)?),
        })
    }

    pub(super) fn read(self) -> Result<GameSummary, StoreError> {
        let clock = self.clock()?;
        let result = self
            .result
            .map(|word| {
                MatchResult::from_word(&word).ok_or(StoreError::Damaged("an unknown result"))
            })
            .transpose()?;
        let reason = EndReason::from_word(&self.reason)
            .ok_or(StoreError::Damaged("an unknown reason of an end"))?;
        let origin = self
            .origin
            .map(|word| Origin::from_word(&word).ok_or(StoreError::Damaged("an unknown origin")))
            .transpose()?;
        Ok(GameSummary {
            id: MatchId(self.id),
            game: self.game,
            ruleset: self.ruleset,
            ruleset_version: count(self.ruleset_version)?,
            options: Options::from_iter(self.options.0),
            start: self.start,
            clock,
            players: BySide {
                first: player(self.first_id, self.first_name, self.first_guest, self.first_bot),
                second: player(
                    self.second_id,
                    self.second_name,
                    self.second_guest,
                    self.second_bot,
                ),
            },
            result,
            reason,
            position: self.position,
            hash: self.hash.cast_unsigned(),
            plies: count(self.plies)?,
            rated: self.rated,
            found: self.found,
            origin,
            started_at: moment(self.started_at)?,
            ended_at: moment(self.ended_at)?,
        })
    }
}

impl GameRow {
    pub(super) fn read(self) -> Result<FinishedGame, StoreError> {
        let mut commands: Vec<(Arc<str>, u32)> =
            self.commands.0.into_iter().map(|(id, seq)| (id.into(), seq)).collect();
        commands.sort_unstable_by_key(|&(_, seq)| seq);
        Ok(FinishedGame {
            summary: self.summary.read()?,
            moves: self.moves.0,
            times: self.times.0,
            last_seq: seq(self.last_seq)?,
            commands,
        })
    }
}

row! {
    /// A row of `seek`.
    pub(super) struct SeekRow {
        made_at: i64,
        expires_at: i64,
        pub(super) payload: String,
    }
}

impl SeekRow {
    /// When it was made, and until when it is valid.
    pub(super) fn times(&self) -> Result<(Moment, Moment), StoreError> {
        Ok((moment(self.made_at)?, moment(self.expires_at)?))
    }
}

row! {
    /// A game with its number in the sequence of the archive.
    pub(super) struct EndedRow {
        number: i64,
    } and { game: GameRow }
}

impl EndedRow {
    pub(super) fn number(&self) -> Result<u64, StoreError> {
        number_of(self.number)
    }

    pub(super) fn read(self) -> Result<EndedGame, StoreError> {
        Ok(EndedGame { number: number_of(self.number)?, game: self.game.read()? })
    }
}

/// A number of that sequence as both databases store it.
pub(super) fn place(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn number_of(place: i64) -> Result<u64, StoreError> {
    u64::try_from(place).map_err(|_| StoreError::Damaged("a number of the archive below zero"))
}

/// A moment as it is bound in both databases: milliseconds since 1970 UTC.
pub(super) fn millis(moment: Moment) -> i64 {
    i64::try_from(moment.0).unwrap_or(i64::MAX)
}

pub(super) fn moment(millis: i64) -> Result<Moment, StoreError> {
    u64::try_from(millis).map(Moment).map_err(|_| StoreError::Damaged("a moment before 1970"))
}

pub(super) fn seq(seq: i64) -> Result<u32, StoreError> {
    u32::try_from(seq).map_err(|_| StoreError::Damaged("an event's number is out of range"))
}

pub(super) fn count(number: i32) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| StoreError::Damaged("a count below zero"))
}

fn player(
    id: Option<Uuid>,
    name: Option<String>,
    guest: Option<bool>,
    bot: bool,
) -> Option<Player> {
    Some(Player { bot, ..Player::new(PlayerId(id?), name?, guest?) })
}

/// The columns of a finished game that need conversion, as they are bound in both databases.
#[derive(Debug)]
pub(super) struct Columns<'a> {
    pub(super) version: i32,
    pub(super) options: Json<BTreeMap<&'a str, &'a str>>,
    pub(super) commands: Json<BTreeMap<&'a str, u32>>,
    pub(super) times: Vec<i64>,
    pub(super) clock: ClockColumns,
}

/// A clock's setting: times in seconds, all of them null without a clock.
#[derive(Debug, Default)]
pub(super) struct ClockColumns {
    /// With byoyomi the main time.
    pub(super) initial: Option<i32>,
    pub(super) increment: Option<i32>,
    /// Seconds of each period; null except with byoyomi.
    pub(super) period: Option<i32>,
    pub(super) periods: Option<i32>,
    /// Days for each turn; null except in a correspondence game, where all the others are null.
    pub(super) days: Option<i32>,
}

impl From<ClockSetting> for ClockColumns {
    fn from(setting: ClockSetting) -> Self {
        match setting {
            ClockSetting::None => Self::default(),
            ClockSetting::Fischer(fischer) => Self {
                initial: Some(small(fischer.initial())),
                increment: Some(small(fischer.increment())),
                ..Self::default()
            },
            ClockSetting::Byoyomi(byoyomi) => Self {
                initial: Some(small(byoyomi.main())),
                increment: Some(0),
                period: Some(small(byoyomi.period())),
                periods: Some(small(byoyomi.periods())),
                ..Self::default()
            },
            ClockSetting::Correspondence(by_days) => {
                Self { days: Some(small(by_days.days())), ..Self::default() }
            }
        }
    }
}

fn small(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

impl<'a> Columns<'a> {
    pub(super) fn of(game: &'a FinishedGame) -> Self {
        let summary = &game.summary;
        Self {
            version: small(summary.ruleset_version),
            options: Json(summary.options.iter().collect()),
            commands: Json(game.commands.iter().map(|(id, seq)| (&**id, *seq)).collect()),
            times: game.times.iter().map(|&time| i64::try_from(time).unwrap_or(i64::MAX)).collect(),
            clock: summary.clock.into(),
        }
    }
}
