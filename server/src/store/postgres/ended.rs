//! The sequence of archived games in Postgres, where several servers write to it.
//!
//! Numbers have no gaps and become visible in order: the row that counts is locked until the
//! commit, so a reader that has seen number n has seen everything before it. `ended_game_reader`
//! holds how far each reader has come, and advances only from the place it was read at.

use super::archive::{REST, SUMMARY};
use crate::store::ended::EndedGame;
use crate::store::rows::{ADVANCE, EndedRow, number_of, place};
use crate::store::{StoreError, fault};
use domain::MatchId;
use sqlx::postgres::{PgBindIterExt, PgConnection, PgPool};

/// Locks the count until the commit, so that numbers become visible in order. Only work that must
/// follow that order may come after it in the transaction, because other servers wait for the lock.
const ADD: &str = "with given as (
        update ended_game_count set last = last + cardinality($1::uuid[])
        returning last - cardinality($1::uuid[]) as before)
    insert into ended_game (number, game_id)
    select before + place, id from given, unnest($1::uuid[]) with ordinality as ended (id, place)";

/// Assigns the next numbers to games that were inserted in the same transaction.
pub(super) async fn add(connection: &mut PgConnection, games: &[MatchId]) -> sqlx::Result<()> {
    if !games.is_empty() {
        let ids = games.iter().map(|game| game.0);
        sqlx::query(ADD).bind(ids.bind_iter()).execute(connection).await?;
    }
    Ok(())
}

pub(super) async fn games(
    pool: &PgPool,
    after: u64,
    limit: u32,
) -> Result<Vec<EndedGame>, StoreError> {
    let mut query = sqlx::QueryBuilder::<sqlx::Postgres>::new("select number, ");
    query
        .push(SUMMARY)
        .push(REST)
        .push(" from ended_game join game on game.id = ended_game.game_id where number > ");
    query.push_bind(place(after)).push(" order by number limit ");
    let rows: Vec<EndedRow> = query
        .push_bind(i64::from(limit))
        .build_query_as()
        .fetch_all(pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
    rows.into_iter().map(EndedRow::read).collect()
}

pub(super) async fn place_of(pool: &PgPool, reader: &str) -> Result<u64, StoreError> {
    let place: Option<i64> =
        sqlx::query_scalar("select number from ended_game_reader where name = $1")
            .bind(reader)
            .fetch_optional(pool)
            .await
            .map_err(|error| fault::of_read(&error))?;
    place.map_or(Ok(0), number_of)
}

pub(super) async fn advance(
    pool: &PgPool,
    reader: &str,
    from: u64,
    to: u64,
) -> Result<bool, StoreError> {
    let moved = sqlx::query(ADVANCE)
        .bind(reader)
        .bind(place(from))
        .bind(place(to))
        .execute(pool)
        .await
        .map_err(|error| fault::of_write(&error))?;
    Ok(moved.rows_affected() > 0)
}
