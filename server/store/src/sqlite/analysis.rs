//! The changes of analysis trees, in SQLite.
//!
//! All changes of one call are inserted in one transaction. The primary key on match and sequence
//! number turns two writers of the same change into a conflict.

use super::SqliteStore;
use crate::database::write_on;
use crate::{Event, StoreError};
use domain::MatchId;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

pub(crate) async fn add(
    store: &SqliteStore,
    game: MatchId,
    changes: &[Event],
) -> Result<(), StoreError> {
    write_on!(store, |connection| insert(connection, game, changes))
}

async fn insert(
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
        .bind(change.payload.as_ref())
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await
}
