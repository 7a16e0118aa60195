//! Reports, mutes and warnings, in SQLite.
//!
//! The bound on open reports is part of the insert. Closing, reopening and withdrawing name the
//! state they start from, so a repeated request changes nothing and returns false.

use super::{SqliteStore, write};
use crate::store::peace::{Mute, Peace, Report, Warning};
use crate::store::{StoreError, StoreFuture, fault, rows};
use domain::{MatchId, Moment, PlayerId};
use sqlx::sqlite::SqliteConnection;
use uuid::Uuid;

/// A row of `report`.
type Row = (Uuid, i64, Uuid, Uuid, Uuid, String, String, String, Option<String>);

fn read(row: Row) -> Result<Report, StoreError> {
    let (id, at, by, about, match_id, reason, evidence, note, outcome) = row;
    Ok(Report {
        id,
        at: rows::moment(at)?,
        by: PlayerId(by),
        about: PlayerId(about),
        match_id: MatchId(match_id),
        reason,
        evidence,
        note,
        outcome,
    })
}

impl Peace for SqliteStore {
    fn add_report<'a>(&'a self, report: &'a Report, most: u32) -> StoreFuture<'a, bool> {
        write!(self, connection => add(connection, report, most))
    }

    fn reports(&self, limit: u32) -> StoreFuture<'_, Vec<Report>> {
        Box::pin(async move {
            let rows: Vec<Row> = sqlx::query_as(
                "select id, at, by_id, about_id, match_id, reason, evidence, note, outcome
                 from report where closed_at is null order by report.at, id limit $1",
            )
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await
            .map_err(|error| fault::of_read(&error))?;
            rows.into_iter().map(read).collect()
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

    fn mute<'a>(&'a self, mute: &'a Mute) -> StoreFuture<'a, ()> {
        write!(self, connection => mute_talk(connection, mute))
    }

    fn unmute(&self, player: PlayerId) -> StoreFuture<'_, bool> {
        write!(self, connection => unmute(connection, player))
    }

    fn mutes(&self, now: Moment) -> StoreFuture<'_, Vec<Mute>> {
        Box::pin(async move {
            let rows: Vec<(Uuid, i64, String)> =
                sqlx::query_as("select player_id, until, reason from talk_mute where until > $1")
                    .bind(rows::millis(now))
                    .fetch_all(&self.readers)
                    .await
                    .map_err(|error| fault::of_read(&error))?;
            let read = |(player, until, reason)| {
                Ok(Mute { player: PlayerId(player), until: rows::moment(until)?, reason })
            };
            rows.into_iter().map(read).collect::<Result<_, StoreError>>()
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
            let rows: Vec<(Uuid, i64, String)> = sqlx::query_as(
                "select id, at, text from warning
                 where player_id = $1 and read_at is null order by warning.at, id",
            )
            .bind(player.0)
            .fetch_all(&self.readers)
            .await
            .map_err(|error| fault::of_read(&error))?;
            let read = |(id, at, text)| Ok(Warning { id, player, at: rows::moment(at)?, text });
            rows.into_iter().map(read).collect::<Result<_, StoreError>>()
        })
    }

    fn read_warnings(&self, player: PlayerId, now: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => note_read(connection, player, now))
    }
}

async fn add(connection: &mut SqliteConnection, report: &Report, most: u32) -> sqlx::Result<bool> {
    let added = sqlx::query(
        "insert into report (id, at, by_id, about_id, match_id, reason, evidence, note)
         select $1, $2, $3, $4, $5, $6, $7, $8
         where (select count(*) from report where by_id = $3 and closed_at is null) < $9",
    )
    .bind(report.id)
    .bind(rows::millis(report.at))
    .bind(report.by.0)
    .bind(report.about.0)
    .bind(report.match_id.0)
    .bind(report.reason.clone())
    .bind(report.evidence.clone())
    .bind(report.note.clone())
    .bind(i64::from(most))
    .execute(connection)
    .await?;
    Ok(added.rows_affected() == 1)
}

async fn close(
    connection: &mut SqliteConnection,
    id: Uuid,
    outcome: Option<&str>,
    now: Moment,
) -> sqlx::Result<bool> {
    let query = match outcome {
        Some(outcome) => sqlx::query(
            "update report set closed_at = $2, outcome = $3 where id = $1 and closed_at is null",
        )
        .bind(id)
        .bind(rows::millis(now))
        .bind(outcome.to_owned()),
        None => sqlx::query(
            "update report set closed_at = null, outcome = null
             where id = $1 and closed_at is not null",
        )
        .bind(id),
    };
    Ok(query.execute(connection).await?.rows_affected() == 1)
}

async fn mute_talk(connection: &mut SqliteConnection, mute: &Mute) -> sqlx::Result<()> {
    sqlx::query(
        "insert into talk_mute (player_id, until, reason) values ($1, $2, $3)
         on conflict (player_id) do update set until = excluded.until, reason = excluded.reason",
    )
    .bind(mute.player.0)
    .bind(rows::millis(mute.until))
    .bind(mute.reason.clone())
    .execute(connection)
    .await?;
    Ok(())
}

async fn unmute(connection: &mut SqliteConnection, player: PlayerId) -> sqlx::Result<bool> {
    let lifted = sqlx::query("delete from talk_mute where player_id = $1")
        .bind(player.0)
        .execute(connection)
        .await?;
    Ok(lifted.rows_affected() > 0)
}

async fn warn(connection: &mut SqliteConnection, warning: &Warning) -> sqlx::Result<()> {
    sqlx::query("insert into warning (id, player_id, at, text) values ($1, $2, $3, $4)")
        .bind(warning.id)
        .bind(warning.player.0)
        .bind(rows::millis(warning.at))
        .bind(warning.text.clone())
        .execute(connection)
        .await?;
    Ok(())
}

async fn unwarn(connection: &mut SqliteConnection, id: Uuid) -> sqlx::Result<bool> {
    let taken =
        sqlx::query("delete from warning where id = $1").bind(id).execute(connection).await?;
    Ok(taken.rows_affected() > 0)
}

async fn note_read(
    connection: &mut SqliteConnection,
    player: PlayerId,
    now: Moment,
) -> sqlx::Result<()> {
    sqlx::query("update warning set read_at = $2 where player_id = $1 and read_at is null")
        .bind(player.0)
        .bind(rows::millis(now))
        .execute(connection)
        .await?;
    Ok(())
}
