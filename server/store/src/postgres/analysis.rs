//! The changes of analysis trees, in Postgres.
//!
//! A tree's changes are appended in one statement, which is one transaction: all of them are
//! stored, or none. The primary key on match and sequence number turns two writers of the same
//! change into a conflict.

use crate::rows::EventRow;
use crate::{Event, StoreError, fault};
use domain::MatchId;
use sqlx::PgPool;
use sqlx::postgres::PgBindIterExt;

pub(super) async fn changes(
    pool: &PgPool,
    game: MatchId,
    since: u32,
) -> Result<Vec<Event>, StoreError> {
    let rows: Vec<EventRow> = sqlx::query_as(
        "select match_id, seq, command_id, payload::text as payload from analysis_change
         where match_id = $1 and seq > $2 order by seq",
    )
    .bind(game.0)
    .bind(i64::from(since))
    .fetch_all(pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    rows.into_iter().map(|row| Ok(row.read()?.1)).collect()
}

pub(super) async fn add(pool: &PgPool, game: MatchId, changes: &[Event]) -> Result<(), StoreError> {
    // One statement is a transaction by itself.
    sqlx::query(
        "insert into analysis_change (match_id, seq, command_id, payload)
         select $1, seq, command_id, payload::json
         from unnest($2::bigint[], $3::text[], $4::text[]) as change (seq, command_id, payload)",
    )
    .bind(game.0)
    .bind(changes.iter().map(|change| i64::from(change.seq)).bind_iter())
    .bind(changes.iter().map(|change| change.command.as_deref()).bind_iter())
    .bind(changes.iter().map(|change| change.payload.as_str()).bind_iter())
    .execute(pool)
    .await
    .map_err(|error| fault::of_write(&error))?;
    Ok(())
}
