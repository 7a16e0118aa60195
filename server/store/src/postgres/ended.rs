//! The sequence of ended games in Postgres, where several servers add to it.
//!
//! A game enters it without a number, so that no commit waits for that of another server. Numbers are
//! given afterwards, to whatever is there: without gaps, and visible in order.

use domain::MatchId;
use sqlx::postgres::{PgBindIterExt, PgConnection};

/// Adds games that were inserted in the same transaction.
pub(super) async fn add(connection: &mut PgConnection, games: &[MatchId]) -> sqlx::Result<()> {
    if !games.is_empty() {
        let ids = games.iter().map(|game| game.0);
        sqlx::query("insert into ended_game (game_id) select unnest($1::uuid[])")
            .bind(ids.bind_iter())
            .execute(connection)
            .await?;
    }
    Ok(())
}
