//! Conduct: reports of chat, mutes, and warnings from operators.
//!
//! A report carries its own evidence, because the chat of a match may be gone by the time an
//! operator reads it. Reports and warnings are closed, not deleted, except that a warning may be
//! withdrawn. The number of open reports of one person is bounded by the caller.
//!
//! The bound on open reports is part of the insert. Closing, reopening and withdrawing name the
//! state they start from, so a repeated request changes nothing and returns false.

use crate::database::{on, write};
use crate::sql::{Dialect, Stamp, sql};
use crate::{Database, StoreError};
use domain::{MatchId, Moment, PlayerId};
use uuid::Uuid;

/// The origin of a report, and the limit of open ones from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportLimits {
    /// A digest of the address; it is stored as long as the report is open.
    pub origin: [u8; 16],
    /// The most open reports of the person.
    pub of_person: u32,
    /// The most open reports from the address.
    pub of_address: u32,
}

/// A report of another player's chat or conduct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Its number.
    pub id: Uuid,
    /// When it was sent.
    pub at: Moment,
    /// The reporting player.
    pub by: PlayerId,
    /// The reported player.
    pub about: PlayerId,
    /// In which match; the nil id if it is about no match.
    pub match_id: MatchId,
    /// Why, in a word.
    pub reason: String,
    /// The reported chat, as JSON: a list of lines with the numbers of their events.
    pub evidence: String,
    /// A note by the reporter; may be empty.
    pub note: String,
    /// Its outcome; `None` while it is open.
    pub outcome: Option<String>,
}

/// A player who may not chat for a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mute {
    /// The player.
    pub player: PlayerId,
    /// Until when.
    pub until: Moment,
    /// Why, for other operators.
    pub reason: String,
}

/// A warning of operators to a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Its number.
    pub id: Uuid,
    /// The warned player.
    pub player: PlayerId,
    /// When.
    pub at: Moment,
    /// The words.
    pub text: String,
}

/// A row of `report`.
type Row = (Uuid, Stamp, Uuid, Uuid, Uuid, String, String, String, Option<String>);

fn read(row: Row) -> Report {
    let (id, Stamp(at), by, about, match_id, reason, evidence, note, outcome) = row;
    Report {
        id,
        at,
        by: PlayerId(by),
        about: PlayerId(about),
        match_id: MatchId(match_id),
        reason,
        evidence,
        note,
        outcome,
    }
}

/// A report that was handled: its id, when it was made, the player, the match, the reason, the outcome,
/// and when it was closed.
type HandledRow = (Uuid, Stamp, Uuid, Uuid, String, Option<String>, Stamp);

/// Reports, mutes and warnings.
impl Database {
    /// Stores a report; false if its sender or the address has as many open ones already as they may.
    pub async fn add_report(
        &self,
        report: &Report,
        limits: ReportLimits,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| add(connection, report, limits))
    }

    /// Up to `limit` open reports about a player, the oldest first.
    pub async fn reports_about(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<Report>, StoreError> {
        let rows: Vec<Row> = on!(self, |store| sql(
            "select id, at, by_id, about_id, match_id, reason, evidence, note, outcome
             from report where about_id = $1 and closed_at is null
             order by report.at, id limit $2"
        )
        .bind(player.0)
        .bind(i64::from(limit))
        .read_all(store))?;
        Ok(rows.into_iter().map(read).collect())
    }

    /// A player's closed reports of which they have not been notified, the latest first, each with the time
    /// it was closed.
    pub async fn handled_reports(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(Report, Moment)>, StoreError> {
        let rows: Vec<HandledRow> =
            on!(self, |store| sql("select id, at, about_id, match_id, reason, outcome, closed_at
                 from report where by_id = $1 and closed_at is not null and notified_at is null
                 order by closed_at desc, id limit 50")
            .bind(player.0)
            .read_all(store))?;
        let read = |(id, Stamp(at), about, match_id, reason, outcome, Stamp(closed))| {
            let (about, match_id) = (PlayerId(about), MatchId(match_id));
            let (evidence, note) = (String::new(), String::new());
            let by = player;
            (Report { id, at, by, about, match_id, reason, evidence, note, outcome }, closed)
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// The open reports, the oldest first.
    pub async fn reports(&self, limit: u32) -> Result<Vec<Report>, StoreError> {
        let rows: Vec<Row> = on!(self, |store| sql(
            "select id, at, by_id, about_id, match_id, reason, evidence, note, outcome
             from report where closed_at is null order by report.at, id limit $1"
        )
        .bind(i64::from(limit))
        .read_all(store))?;
        Ok(rows.into_iter().map(read).collect())
    }

    /// The reports that a player has made, the oldest first.
    pub async fn reports_by(&self, player: PlayerId) -> Result<Vec<Report>, StoreError> {
        let rows: Vec<Row> = on!(self, |store| sql(
            "select id, at, by_id, about_id, match_id, reason, evidence, note, outcome
             from report where by_id = $1 order by report.at, id"
        )
        .bind(player.0)
        .read_all(store))?;
        Ok(rows.into_iter().map(read).collect())
    }

    /// Closes a report with its outcome, or reopens it; false if nothing changed.
    pub async fn close_report(
        &self,
        id: Uuid,
        outcome: Option<&str>,
        now: Moment,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| close(connection, id, outcome, now))
    }

    /// Removes the reports that were closed before a moment.
    pub async fn forget_reports(&self, before: Moment) -> Result<(), StoreError> {
        write!(self, |connection| forget_closed(connection, before))
    }

    /// Mutes a player for a time, replacing an earlier mute.
    pub async fn mute(&self, mute: &Mute) -> Result<(), StoreError> {
        write!(self, |connection| mute_talk(connection, mute))
    }

    /// Ends a mute; false if there is none.
    pub async fn unmute(&self, player: PlayerId) -> Result<bool, StoreError> {
        write!(self, |connection| unmute(connection, player))
    }

    /// Players who may not chat at `now`.
    pub async fn mutes(&self, now: Moment) -> Result<Vec<Mute>, StoreError> {
        let rows: Vec<(Uuid, Stamp, String)> = on!(self, |store| sql(
            "select player_id, until, reason from chat_mute where until > $1"
        )
        .bind(Stamp(now))
        .read_all(store))?;
        let read =
            |(player, Stamp(until), reason)| Mute { player: PlayerId(player), until, reason };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Stores a warning for a player to read.
    pub async fn warn(&self, warning: &Warning) -> Result<(), StoreError> {
        write!(self, |connection| warn(connection, warning))
    }

    /// Withdraws a warning; false if there is none.
    pub async fn unwarn(&self, id: Uuid) -> Result<bool, StoreError> {
        write!(self, |connection| unwarn(connection, id))
    }

    /// The unread warnings of a player, the oldest first.
    pub async fn warnings(&self, player: PlayerId) -> Result<Vec<Warning>, StoreError> {
        let rows: Vec<(Uuid, Stamp, String)> =
            on!(self, |store| sql("select id, at, text from warning
                 where player_id = $1 and read_at is null order by warning.at, id")
            .bind(player.0)
            .read_all(store))?;
        let read = |(id, Stamp(at), text)| Warning { id, player, at, text };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Every warning that a player was given, read or not, the oldest first.
    pub async fn all_warnings(&self, player: PlayerId) -> Result<Vec<Warning>, StoreError> {
        let rows: Vec<(Uuid, Stamp, String)> =
            on!(self, |store| sql("select id, at, text from warning
                 where player_id = $1 order by warning.at, id")
            .bind(player.0)
            .read_all(store))?;
        let read = |(id, Stamp(at), text)| Warning { id, player, at, text };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Marks all warnings of a player as read, and their closed reports as reported back.
    pub async fn read_warnings(&self, player: PlayerId, now: Moment) -> Result<(), StoreError> {
        write!(self, |connection| record_read(connection, player, now))
    }
}

async fn add(
    connection: &mut impl Dialect,
    report: &Report,
    limits: ReportLimits,
) -> sqlx::Result<bool> {
    let added = sql(
        "insert into report (id, at, by_id, about_id, match_id, reason, evidence, note, origin)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9
         where (select count(*) from report where by_id = $3 and closed_at is null) < $10
         and (select count(*) from report where origin = $9 and closed_at is null) < $11",
    )
    .bind(report.id)
    .bind(Stamp(report.at))
    .bind(report.by.0)
    .bind(report.about.0)
    .bind(report.match_id.0)
    .bind(&*report.reason)
    .bind(&*report.evidence)
    .bind(&*report.note)
    .bind(limits.origin.as_slice())
    .bind(i64::from(limits.of_person))
    .bind(i64::from(limits.of_address))
    .execute(connection)
    .await?;
    Ok(added == 1)
}

async fn close(
    connection: &mut impl Dialect,
    id: Uuid,
    outcome: Option<&str>,
    now: Moment,
) -> sqlx::Result<bool> {
    let query = match outcome {
        Some(outcome) => sql(
            "update report set closed_at = $2, outcome = $3, origin = null where id = $1 and closed_at is null",
        )
        .bind(id)
        .bind(Stamp(now))
        .bind(outcome),
        None => sql("update report set closed_at = null, outcome = null, notified_at = null
             where id = $1 and closed_at is not null")
        .bind(id),
    };
    Ok(query.execute(connection).await? == 1)
}

async fn forget_closed(connection: &mut impl Dialect, before: Moment) -> sqlx::Result<()> {
    sql("delete from report where closed_at < $1")
        .bind(Stamp(before))
        .execute(connection)
        .await
        .map(drop)
}

async fn mute_talk(connection: &mut impl Dialect, mute: &Mute) -> sqlx::Result<()> {
    sql("insert into chat_mute (player_id, until, reason) values ($1, $2, $3)
         on conflict (player_id) do update set until = excluded.until, reason = excluded.reason")
    .bind(mute.player.0)
    .bind(Stamp(mute.until))
    .bind(&*mute.reason)
    .execute(connection)
    .await?;
    Ok(())
}

async fn unmute(connection: &mut impl Dialect, player: PlayerId) -> sqlx::Result<bool> {
    let lifted = sql("delete from chat_mute where player_id = $1")
        .bind(player.0)
        .execute(connection)
        .await?;
    Ok(lifted > 0)
}

async fn warn(connection: &mut impl Dialect, warning: &Warning) -> sqlx::Result<()> {
    sql("insert into warning (id, player_id, at, text) values ($1, $2, $3, $4)")
        .bind(warning.id)
        .bind(warning.player.0)
        .bind(Stamp(warning.at))
        .bind(&*warning.text)
        .execute(connection)
        .await?;
    Ok(())
}

async fn unwarn(connection: &mut impl Dialect, id: Uuid) -> sqlx::Result<bool> {
    let taken = sql("delete from warning where id = $1").bind(id).execute(connection).await?;
    Ok(taken > 0)
}

async fn record_read(
    connection: &mut impl Dialect,
    player: PlayerId,
    now: Moment,
) -> sqlx::Result<()> {
    let mut transaction = connection.start().await?;
    for statement in [
        "update warning set read_at = $2 where player_id = $1 and read_at is null",
        "update report set notified_at = $2
         where by_id = $1 and closed_at is not null and notified_at is null",
    ] {
        let statement = sql(statement).bind(player.0).bind(Stamp(now));
        statement.execute(&mut *transaction).await?;
    }
    transaction.commit().await
}
