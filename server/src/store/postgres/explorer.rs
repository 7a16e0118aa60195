//! What was played in positions, in Postgres. It is written while the count of archived games is locked, so
//! that servers that end games at once do not wait for each other's rows in a circle.

use super::archive::{REST, SUMMARY};
use crate::store::explorer::{SEEN, STEP, SeenAction, SeenRow, on_seen, positions, tally};
use crate::store::rows::{self, EndedRow, place};
use crate::store::source::{GAMES_THROUGH, outcome};
use crate::store::{StoreError, fault};
use domain::FinishedGame;
use domain::explorer::{Seen, seen as seen_in};
use sqlx::postgres::{PgBindIterExt, PgConnection, PgPool};

const NOTE: &str = on_seen!(
    "insert into seen (position, move, first, draws, second, last1)
     select position, move, $3, $4, $5, $6 from unnest($1::bigint[], $2::text[]) as game (position, move)"
);

const REACH: &str = "insert into reached (place, ended, game_id, outcome, actions)
     select place, timestamptz 'epoch' + $2 * interval '1 millisecond', $3, $4, $5
     from unnest($1::bigint[]) as game (place) on conflict do nothing";

/// Takes note of a game of the same transaction, in which `seen` was played.
pub(super) async fn note(
    connection: &mut PgConnection,
    game: &FinishedGame,
    seen: &[Seen],
) -> sqlx::Result<()> {
    if seen.is_empty() {
        return Ok(());
    }
    let [first, draws, second] = tally(game);
    sqlx::query(NOTE)
        .bind(seen.iter().map(|seen| seen.position.cast_signed()).bind_iter())
        .bind(seen.iter().map(|seen| &*seen.action).bind_iter())
        .bind(first)
        .bind(draws)
        .bind(second)
        .bind(game.summary.id.0)
        .execute(&mut *connection)
        .await?;
    let Some(result) = game.summary.result else { return Ok(()) };
    sqlx::query(REACH)
        .bind(positions(seen))
        .bind(rows::millis(game.summary.ended_at))
        .bind(game.summary.id.0)
        .bind(outcome(result))
        .bind(i64::from(game.summary.plies))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn games_through(pool: &PgPool, place: u64) -> Result<i64, StoreError> {
    sqlx::query_scalar(GAMES_THROUGH)
        .bind(place.cast_signed())
        .fetch_one(pool)
        .await
        .map_err(|error| fault::of_read(&error))
}

pub(super) async fn seen(pool: &PgPool, position: u64) -> Result<Vec<SeenAction>, StoreError> {
    let rows: Vec<SeenRow> = sqlx::query_as(SEEN)
        .bind(position.cast_signed())
        .fetch_all(pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
    rows.into_iter().map(SeenRow::read).collect()
}

/// Deletes all records, and returns the number of the last game that is to be recorded again.
pub(super) async fn forget(pool: &PgPool) -> sqlx::Result<u64> {
    let mut transaction = pool.begin().await?;
    let last: i64 = sqlx::query_scalar("select last from ended_game_count for update")
        .fetch_one(&mut *transaction)
        .await?;
    sqlx::query("truncate seen, reached").execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(last.cast_unsigned())
}

/// Takes note of the next games of the archive: how many there were, and the number of the last.
pub(super) async fn note_some(pool: &PgPool, after: u64, last: u64) -> sqlx::Result<(u64, u64)> {
    let mut transaction = pool.begin().await?;
    // Games that end meanwhile are recorded before or after, never at the same time.
    sqlx::query("select last from ended_game_count for update").execute(&mut *transaction).await?;
    let mut query = sqlx::QueryBuilder::<sqlx::Postgres>::new("select number, ");
    query
        .push(SUMMARY)
        .push(REST)
        .push(" from ended_game join game on game.id = ended_game.game_id where number > ")
        .push_bind(place(after))
        .push(" and number <= ")
        .push_bind(place(last))
        .push(" order by number limit ")
        .push_bind(i64::from(STEP));
    let rows: Vec<EndedRow> = query.build_query_as().fetch_all(&mut *transaction).await?;
    let count = rows.len() as u64;
    let mut end = last;
    for row in rows {
        let game = row.read().map_err(|error| sqlx::Error::Decode(error.into()))?;
        end = game.number;
        note(&mut transaction, &game.game, &seen_in(&game.game)).await?;
    }
    transaction.commit().await?;
    Ok((count, end))
}
