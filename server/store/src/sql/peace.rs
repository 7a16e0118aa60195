//! Reports, mutes and warnings.
//!
//! The bound on open reports is part of the insert. Closing, reopening and withdrawing name the
//! state they start from, so a repeated request changes nothing and returns false.

use super::{Backend, Dialect, Stamp, sql, write};
use crate::StoreFuture;
use crate::peace::{Mute, Peace, Report, ReportLimits, Warning};
use domain::{MatchId, Moment, PlayerId};
use uuid::Uuid;

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

impl<B: Backend> Peace for B {
    fn add_report<'a>(&'a self, report: &'a Report, limits: ReportLimits) -> StoreFuture<'a, bool> {
        write!(self, connection => add(connection, report, limits))
    }

    fn reports_about(&self, player: PlayerId, limit: u32) -> StoreFuture<'_, Vec<Report>> {
        Box::pin(async move {
            let rows: Vec<Row> =
                sql("select id, at, by_id, about_id, match_id, reason, evidence, note, outcome
                 from report where about_id = $1 and closed_at is null
                 order by report.at, id limit $2")
                .bind(player.0)
                .bind(i64::from(limit))
                .read_all(self)
                .await?;
            Ok(rows.into_iter().map(read).collect())
        })
    }

    fn handled_reports(&self, player: PlayerId) -> StoreFuture<'_, Vec<(Report, Moment)>> {
        Box::pin(async move {
            let rows: Vec<HandledRow> =
                sql("select id, at, about_id, match_id, reason, outcome, closed_at
                 from report where by_id = $1 and closed_at is not null and told_at is null
                 order by closed_at desc, id limit 50")
                .bind(player.0)
                .read_all(self)
                .await?;
            let read = |(id, Stamp(at), about, match_id, reason, outcome, Stamp(closed))| {
                let (about, match_id) = (PlayerId(about), MatchId(match_id));
                let (evidence, note) = (String::new(), String::new());
                let by = player;
                (Report { id, at, by, about, match_id, reason, evidence, note, outcome }, closed)
            };
            Ok(rows.into_iter().map(read).collect())
        })
    }

    fn reports(&self, limit: u32) -> StoreFuture<'_, Vec<Report>> {
        Box::pin(async move {
            let rows: Vec<Row> =
                sql("select id, at, by_id, about_id, match_id, reason, evidence, note, outcome
                 from report where closed_at is null order by report.at, id limit $1")
                .bind(i64::from(limit))
                .read_all(self)
                .await?;
            Ok(rows.into_iter().map(read).collect())
        })
    }

    fn reports_by(&self, player: PlayerId) -> StoreFuture<'_, Vec<Report>> {
        Box::pin(async move {
            let rows: Vec<Row> =
                sql("select id, at, by_id, about_id, match_id, reason, evidence, note, outcome
                 from report where by_id = $1 order by report.at, id")
                .bind(player.0)
                .read_all(self)
                .await?;
            Ok(rows.into_iter().map(read).collect())
        })
    }

    fn close_report<'a>(
        &'a self,
        id: Uuid,
        outcome: Option<&'a str>,
        now: Moment,
    ) -> StoreFuture<'a, bool> {
        write!(self, connection => close(connection, id, outcome, now))
    }

    fn forget_reports(&self, before: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => forget_closed(connection, before))
    }

    fn mute<'a>(&'a self, mute: &'a Mute) -> StoreFuture<'a, ()> {
        write!(self, connection => mute_talk(connection, mute))
    }

    fn unmute(&self, player: PlayerId) -> StoreFuture<'_, bool> {
        write!(self, connection => unmute(connection, player))
    }

    fn mutes(&self, now: Moment) -> StoreFuture<'_, Vec<Mute>> {
        Box::pin(async move {
            let rows: Vec<(Uuid, Stamp, String)> =
                sql("select player_id, until, reason from talk_mute where until > $1")
                    .bind(Stamp(now))
                    .read_all(self)
                    .await?;
            let read =
                |(player, Stamp(until), reason)| Mute { player: PlayerId(player), until, reason };
            Ok(rows.into_iter().map(read).collect())
        })
    }

    fn warn<'a>(&'a self, warning: &'a Warning) -> StoreFuture<'a, ()> {
        write!(self, connection => warn(connection, warning))
    }

    fn unwarn(&self, id: Uuid) -> StoreFuture<'_, bool> {
        write!(self, connection => unwarn(connection, id))
    }

    fn warnings(&self, player: PlayerId) -> StoreFuture<'_, Vec<Warning>> {
        Box::pin(async move {
            let rows: Vec<(Uuid, Stamp, String)> = sql("select id, at, text from warning
                 where player_id = $1 and read_at is null order by warning.at, id")
            .bind(player.0)
            .read_all(self)
            .await?;
            let read = |(id, Stamp(at), text)| Warning { id, player, at, text };
            Ok(rows.into_iter().map(read).collect())
        })
    }

    fn all_warnings(&self, player: PlayerId) -> StoreFuture<'_, Vec<Warning>> {
        Box::pin(async move {
            let rows: Vec<(Uuid, Stamp, String)> = sql("select id, at, text from warning
                 where player_id = $1 order by warning.at, id")
            .bind(player.0)
            .read_all(self)
            .await?;
            let read = |(id, Stamp(at), text)| Warning { id, player, at, text };
            Ok(rows.into_iter().map(read).collect())
        })
    }

    fn read_warnings(&self, player: PlayerId, now: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => note_read(connection, player, now))
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
        None => sql("update report set closed_at = null, outcome = null, told_at = null
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
    sql("insert into talk_mute (player_id, until, reason) values ($1, $2, $3)
         on conflict (player_id) do update set until = excluded.until, reason = excluded.reason")
    .bind(mute.player.0)
    .bind(Stamp(mute.until))
    .bind(&*mute.reason)
    .execute(connection)
    .await?;
    Ok(())
}

async fn unmute(connection: &mut impl Dialect, player: PlayerId) -> sqlx::Result<bool> {
    let lifted = sql("delete from talk_mute where player_id = $1")
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

async fn note_read(
    connection: &mut impl Dialect,
    player: PlayerId,
    now: Moment,
) -> sqlx::Result<()> {
    let mut transaction = connection.start().await?;
    for statement in [
        "update warning set read_at = $2 where player_id = $1 and read_at is null",
        "update report set told_at = $2
         where by_id = $1 and closed_at is not null and told_at is null",
    ] {
        let statement = sql(statement).bind(player.0).bind(Stamp(now));
        statement.execute(&mut *transaction).await?;
    }
    transaction.commit().await
}
