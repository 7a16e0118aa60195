//! The opening explorer in SQLite: for each position, which actions were played in archived games,
//! and how those games ended.
//!
//! The reader of ended games adds them, some positions of a game at a time.

use super::{SqliteStore, bounded};
use crate::StoreError;
use crate::explorer::{SEEN, SeenAction, SeenRow, on_seen, positions, tally};
use crate::rows;
use crate::source::{GAMES_THROUGH, outcome};
use domain::FinishedGame;
use domain::explorer::Seen;
use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqlitePool};
use sqlx::types::Json;
use sqlx::{Arguments, QueryBuilder, Sqlite};

/// All rows are bound as one JSON value.
const NOTE: &str = on_seen!(
    "insert into seen (position, move, first, draws, second, last1)
     select value ->> 0, value ->> 1, ?2, ?3, ?4, ?5 from json_each(?1) where true"
);

/// The same for the positions alone.
const REACH: &str = "insert into reached (place, ended, game_id, outcome, actions)
     select value, ?2, ?3, ?4, ?5 from json_each(?1) where true on conflict do nothing";

/// Counts some actions of a game, in the order of the table.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    game: &FinishedGame,
    seen: &[Seen],
) -> sqlx::Result<()> {
    if seen.is_empty() {
        return Ok(());
    }
    let actions: Vec<(i64, &str)> =
        seen.iter().map(|seen| (seen.position.cast_signed(), &*seen.action)).collect();
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

pub(crate) async fn seen(
    store: &SqliteStore,
    position: u64,
) -> Result<Vec<SeenAction>, StoreError> {
    let rows: Vec<SeenRow> = bounded::ask(&store.browsers, of_place(SEEN, position)?).await?;
    rows.into_iter().map(SeenRow::read).collect()
}
