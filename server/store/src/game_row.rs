//! The columns of a stored game: how they are selected, read and written, the same on both databases.
//!
//! A new column is a field of [`domain::GameSummary`], and here one of [`SUMMARY`], of [`SummaryRow`] and of
//! [`insert`], besides its migrations.

use super::StoreError;
use super::filter::opening;
use super::row::row;
use super::rows::{count, seq};
use super::sql::{Backend, Dialect, Insertion, List, Stamp, Statement, sql};
use domain::clock::{Byoyomi, ClockError, ClockSetting, Correspondence, Fischer};
use domain::text::Text;
use domain::{
    EndReason, FinishedGame, GameSummary, MatchId, MatchResult, Origin, Player, PlayerId,
};
use engine::{BySide, Options};
use sqlx::AssertSqlSafe;
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

/// The columns of a summary.
pub(super) const SUMMARY: &str = concat!(
    "id, game, ruleset, ruleset_version, options, start, position, hash, plies,
    clock_initial, clock_increment, clock_period, clock_periods, clock_days, ",
    seat!("first"),
    ", ",
    seat!("second"),
    ", result, reason, rated, found, origin, started_at, ended_at"
);

/// The columns of a whole game beyond those of a summary, after a comma.
pub(super) const REST: &str = ", moves, times, last_seq, commands";

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
        started_at: Stamp,
        ended_at: Stamp,
    }
}

row! {
    /// A whole row of `game`.
    pub(super) struct GameRow {
        moves: List<Vec<String>>,
        times: List<Vec<i64>>,
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
            started_at: self.started_at.0,
            ended_at: self.ended_at.0,
        })
    }
}

impl GameRow {
    pub(super) fn read(self) -> Result<FinishedGame, StoreError> {
        let mut commands: Vec<(Arc<str>, u32)> =
            self.commands.0.into_iter().map(|(id, seq)| (id.into(), seq)).collect();
        commands.sort_unstable_by_key(|&(_, seq)| seq);
        let times: Result<Vec<u64>, _> = self.times.0.into_iter().map(u64::try_from).collect();
        Ok(FinishedGame {
            summary: self.summary.read()?,
            moves: self.moves.0,
            times: times.map_err(|_| StoreError::Damaged("a time below zero"))?,
            last_seq: seq(self.last_seq)?,
            commands,
        })
    }
}

/// A game of the archive, aborted ones included.
pub(super) async fn find<B: Backend>(
    store: &B,
    id: MatchId,
) -> Result<Option<FinishedGame>, StoreError> {
    let text = format!("select {SUMMARY}{REST} from game where id = $1");
    let row: Option<GameRow> = sql(AssertSqlSafe(text)).bind(id.0).read_optional(store).await?;
    row.map(GameRow::read).transpose()
}

/// The statement that inserts a game; `conflict` ends it and decides what happens to a game that is
/// already stored.
pub(super) fn insert<C: Dialect>(game: &FinishedGame, conflict: &str) -> Statement<C> {
    let summary = &game.summary;
    let clock = ClockColumns::from(summary.clock);
    let options: BTreeMap<&str, &str> = summary.options.iter().collect();
    let commands: BTreeMap<&str, u32> =
        game.commands.iter().map(|(id, seq)| (&**id, *seq)).collect();
    let times = game.times.iter().map(|&time| i64::try_from(time).unwrap_or(i64::MAX));
    let first = summary.players.first.as_ref();
    let second = summary.players.second.as_ref();
    Insertion::into("game")
        .column("id", summary.id.0)
        .column("game", &*summary.game)
        .column("ruleset", &*summary.ruleset)
        .column("ruleset_version", small(summary.ruleset_version))
        .column("options", Json(options))
        .column("start", &*summary.start)
        .column("position", &*summary.position)
        .column("hash", summary.hash.cast_signed())
        .column("moves", List(game.moves.as_slice()))
        .column("times", List(times.collect::<Vec<_>>()))
        .column("clock_initial", clock.initial)
        .column("clock_increment", clock.increment)
        .column("clock_period", clock.period)
        .column("clock_periods", clock.periods)
        .column("clock_days", clock.days)
        .column("first_id", first.map(|player| player.id.0))
        .column("first_name", first.map(|player| player.name.to_string()))
        .column("first_guest", first.map(|player| player.guest))
        .column("first_bot", first.is_some_and(|player| player.bot))
        .column("second_id", second.map(|player| player.id.0))
        .column("second_name", second.map(|player| player.name.to_string()))
        .column("second_guest", second.map(|player| player.guest))
        .column("second_bot", second.is_some_and(|player| player.bot))
        .column("result", summary.result.map(|result| result.as_str()))
        .column("reason", summary.reason.as_str())
        .column("rated", summary.rated)
        .column("started_at", Stamp(summary.started_at))
        .column("ended_at", Stamp(summary.ended_at))
        .column("last_seq", i64::from(game.last_seq))
        .column("commands", Json(commands))
        .column("opening", opening(&game.moves))
        .column("found", summary.found)
        .column("origin", summary.origin.map(|origin| origin.as_str()))
        .statement(conflict)
}

/// A clock's setting: times in seconds, all of them null without a clock.
#[derive(Debug, Default)]
struct ClockColumns {
    /// With byoyomi the main time.
    initial: Option<i32>,
    increment: Option<i32>,
    /// Seconds of each period; null except with byoyomi.
    period: Option<i32>,
    periods: Option<i32>,
    /// Days for each turn; null except in a correspondence game, where all the others are null.
    days: Option<i32>,
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

fn player(
    id: Option<Uuid>,
    name: Option<String>,
    guest: Option<bool>,
    bot: bool,
) -> Option<Player> {
    Some(Player { bot, ..Player::new(PlayerId(id?), name?, guest?) })
}
