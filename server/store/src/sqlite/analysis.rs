//! The changes of analysis trees, in SQLite.
//!
//! All changes of one call are inserted in one transaction. The primary key on match and sequence
//! number turns two writers of the same change into a conflict.

use crate::rows::EventRow;
use crate::{Event, StoreError, fault};
use domain::MatchId;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

pub(super) async fn changes(
    pool: &SqlitePool,
    game: MatchId,
    since: u32,
) -> Result<Vec<Event>, StoreError> {
    let rows: Vec<EventRow> = sqlx::query_as(
        "select match_id, seq, command_id, payload from analysis_change
         where match_id = ? and seq > ? order by seq",
    )
    .bind(game.0)
    .bind(i64::from(since))
    .fetch_all(pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    rows.into_iter().map(|row| Ok(row.read()?.1)).collect()
}

pub(super) async fn add(
    connection: &mut SqliteConnection,
    game: MatchId,
    changes: &[Event],
) -> sqlx::Result<()> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    for change in changes {
        sqlx::query(
            "insert into analysis_change (match_id, seq, command_id, payload) values (?, ?, ?, ?)",
        )
        .bind(game.0)
        .bind(i64::from(change.seq))
        .bind(change.command.as_deref())
        .bind(change.payload.as_str())
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await
}
