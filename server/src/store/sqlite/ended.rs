//! The sequence of archived games in SQLite.
//!
//! A single connection writes, so the automatic row numbers follow the order of commits and have no
//! gaps: a rolled back insert does not consume one. Readers of the sequence record how far they
//! have come, and advance only from the place they read.

use super::archive::{REST, SUMMARY};
use crate::store::ended::EndedGame;
use crate::store::rows::{ADVANCE, EndedRow, number_of, place};
use crate::store::{StoreError, fault};
use domain::MatchId;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

/// Assigns the next number to a game that was inserted in the same transaction.
pub(super) async fn add(connection: &mut SqliteConnection, game: MatchId) -> sqlx::Result<()> {
    sqlx::query("insert into ended_game (game_id) values (?)")
        .bind(game.0)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn games(
    pool: &SqlitePool,
    after: u64,
    limit: u32,
) -> Result<Vec<EndedGame>, StoreError> {
    let mut query = sqlx::QueryBuilder::<sqlx::Sqlite>::new("select number, ");
    query
        .push(SUMMARY)
        .push(REST)
        .push(" from ended_game cross join game on game.id = ended_game.game_id where number > ");
    query.push_bind(place(after)).push(" order by number limit ");
    let rows: Vec<EndedRow> = query
        .push_bind(i64::from(limit))
        .build_query_as()
        .fetch_all(pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
    rows.into_iter().map(EndedRow::read).collect()
}

pub(super) async fn place_of(pool: &SqlitePool, reader: &str) -> Result<u64, StoreError> {
    let place: Option<i64> =
        sqlx::query_scalar("select number from ended_game_reader where name = ?")
            .bind(reader)
            .fetch_optional(pool)
            .await
            .map_err(|error| fault::of_read(&error))?;
    place.map_or(Ok(0), number_of)
}

pub(super) async fn advance(
    connection: &mut SqliteConnection,
    reader: &str,
    from: u64,
    to: u64,
) -> sqlx::Result<bool> {
    let moved = sqlx::query(ADVANCE)
        .bind(reader)
        .bind(place(from))
        .bind(place(to))
        .execute(connection)
        .await?;
    Ok(moved.rows_affected() > 0)
}
