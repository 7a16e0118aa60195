//! The opening explorer in SQLite: for each position, which actions were played in archived games,
//! and how those games ended.
//!
//! A game is noted in the transaction that archives it. The whole table can be rebuilt from the
//! archive in steps (`forget`, then `note_some` up to the last game at that time), while new games
//! go on being noted.

use super::archive::{REST, SUMMARY};
use super::bounded;
use crate::store::StoreError;
use crate::store::explorer::{SEEN, STEP, SeenAction, SeenRow, on_seen, positions, tally};
use crate::store::rows::{self, EndedRow, place};
use crate::store::source::{GAMES_THROUGH, outcome};
use domain::FinishedGame;
use domain::explorer::{Seen, seen as seen_in};
use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqlitePool};
use sqlx::types::Json;
use sqlx::{Arguments, Connection, QueryBuilder, Sqlite};

/// All rows of a game are bound as one JSON value.
const NOTE: &str = on_seen!(
    "insert into seen (position, move, first, draws, second, last1)
     select value ->> 0, value ->> 1, ?2, ?3, ?4, ?5 from json_each(?1) where true"
);

/// The same for the positions alone.
const REACH: &str = "insert into reached (place, ended, game_id, outcome, actions)
     select value, ?2, ?3, ?4, ?5 from json_each(?1) where true on conflict do nothing";

/// Counts the actions of a game that was archived in the same transaction.
pub(super) async fn note(
    connection: &mut SqliteConnection,
    game: &FinishedGame,
    seen: &[Seen],
) -> sqlx::Result<()> {
    if seen.is_empty() {
        return Ok(());
    }
    let mut actions: Vec<(i64, &str)> =
        seen.iter().map(|seen| (seen.position.cast_signed(), &*seen.action)).collect();
    // In the order of the table, so that neighbouring rows are written one after the other.
    actions.sort_unstable();
    let [first, draws, second] = tally(game);
    sqlx::query(NOTE)
        .bind(Json(actions))
        .bind(first)
        .bind(draws)
        .bind(second)
        .bind(game.summary.id.0)
        .execute(&mut *connection)
        .await?;
    let Some(result) = game.summary.result else { return Ok(()) };
    sqlx::query(REACH)
        .bind(Json(positions(seen)))
        .bind(rows::millis(game.summary.ended_at))
        .bind(game.summary.id.0)
        .bind(outcome(result))
        .bind(i64::from(game.summary.plies))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn games_through(pool: &SqlitePool, place: u64) -> Result<i64, StoreError> {
    let rows: Vec<(i64,)> = bounded::ask(pool, of_place(GAMES_THROUGH, place)?).await?;
    Ok(rows.first().map_or(0, |&(games,)| games))
}

/// A query whose only parameter is the number of a position.
fn of_place(query: &str, place: u64) -> Result<QueryBuilder<Sqlite>, StoreError> {
    let mut arguments = SqliteArguments::default();
    arguments.add(place.cast_signed()).map_err(|_| StoreError::Failed)?;
    Ok(QueryBuilder::with_arguments(query, arguments))
}

pub(super) async fn seen(pool: &SqlitePool, position: u64) -> Result<Vec<SeenAction>, StoreError> {
    let rows: Vec<SeenRow> = bounded::ask(pool, of_place(SEEN, position)?).await?;
    rows.into_iter().map(SeenRow::read).collect()
}

/// Deletes everything, and returns the number of the last game that has to be counted again.
pub(super) async fn forget(connection: &mut SqliteConnection) -> sqlx::Result<u64> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    sqlx::query("delete from seen").execute(&mut *transaction).await?;
    sqlx::query("delete from reached").execute(&mut *transaction).await?;
    let last: i64 = sqlx::query_scalar("select coalesce(max(number), 0) from ended_game")
        .fetch_one(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(last.cast_unsigned())
}

/// Counts the next games of the archive; returns how many there were, and the number of the last.
pub(super) async fn note_some(
    connection: &mut SqliteConnection,
    after: u64,
    last: u64,
) -> sqlx::Result<(u64, u64)> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    let mut query = sqlx::QueryBuilder::<sqlx::Sqlite>::new("select number, ");
    query
        .push(SUMMARY)
        .push(REST)
        .push(" from ended_game cross join game on game.id = ended_game.game_id where number > ")
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
