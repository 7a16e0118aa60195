//! The changes of analysis trees, in Postgres.
//!
//! A tree's changes are appended in one statement, which is one transaction: all of them are
//! stored, or none. The primary key on match and sequence number turns two writers of the same
//! change into a conflict.

use super::PostgresStore;
use crate::{Event, StoreError, fault};
use domain::MatchId;
use sqlx::postgres::PgBindIterExt;

pub(crate) async fn add(
    store: &PostgresStore,
    game: MatchId,
    changes: &[Event],
) -> Result<(), StoreError> {
    // One statement is a transaction by itself.
    sqlx::query(
        "insert into analysis_change (match_id, seq, command_id, payload)
         select $1, seq, command_id, payload::json
         from unnest($2::bigint[], $3::text[], $4::text[]) as change (seq, command_id, payload)",
    )
    .bind(game.0)
    .bind(changes.iter().map(|change| i64::from(change.seq)).bind_iter())
    .bind(changes.iter().map(|change| change.command.as_deref()).bind_iter())
    .bind(changes.iter().map(|change| change.payload.as_ref()).bind_iter())
    .execute(&store.pool)
    .await
    .map_err(|error| fault::of_write(&error))?;
    Ok(())
}
