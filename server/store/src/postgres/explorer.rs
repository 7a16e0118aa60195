//! The explorer in Postgres. The row of its reader is locked while it is written, so that
//! servers do not wait for each other's rows in a circle.

use super::PostgresStore;
use crate::explorer::{SEEN, SeenAction, SeenRow, on_seen, positions, tally};
use crate::rows;
use crate::source::{GAMES_THROUGH, outcome};
use crate::{StoreError, fault};
use domain::FinishedGame;
use domain::explorer::Seen;
use sqlx::postgres::{PgBindIterExt, PgConnection, PgPool};

const NOTE: &str = on_seen!(
    "insert into seen (position, move, first, draws, second, last1)
     select position, move, $3, $4, $5, $6 from unnest($1::bigint[], $2::text[]) as game (position, move)"
);

const REACH: &str = "insert into reached (place, ended, game_id, outcome, actions)
     select place, timestamptz 'epoch' + $2 * interval '1 millisecond', $3, $4, $5
     from unnest($1::bigint[]) as game (place) on conflict do nothing";

/// Counts some actions of a game.
pub(super) async fn insert(
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

pub(crate) async fn seen(
    store: &PostgresStore,
    position: u64,
) -> Result<Vec<SeenAction>, StoreError> {
    let rows: Vec<SeenRow> = sqlx::query_as(SEEN)
        .bind(position.cast_signed())
        .fetch_all(&store.browsers)
        .await
        .map_err(|error| fault::of_read(&error))?;
    rows.into_iter().map(SeenRow::read).collect()
}
