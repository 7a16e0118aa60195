//! The sequence of archived games in Postgres, where several servers write to it.
//!
//! Numbers have no gaps and become visible in order: the row that counts is locked until the
//! commit, so a reader that has seen number n has seen everything before it.

use domain::MatchId;
use sqlx::postgres::{PgBindIterExt, PgConnection};

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
