//! The sequence of archived games in SQLite.
//!
//! A single connection writes, so the automatic row numbers follow the order of commits and have no
//! gaps: a rolled back insert does not consume one.

use domain::MatchId;
use sqlx::sqlite::SqliteConnection;

/// Assigns the next number to a game that was inserted in the same transaction.
pub(super) async fn add(connection: &mut SqliteConnection, game: MatchId) -> sqlx::Result<()> {
    sqlx::query("insert into ended_game (game_id) values (?)")
        .bind(game.0)
        .execute(connection)
        .await?;
    Ok(())
}
