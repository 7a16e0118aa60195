//! Ratings in Postgres. They are written while the count of archived games is locked, so games count in the
//! order of their numbers, also if several servers end games at once.

use super::archive::{REST, SUMMARY};
use crate::store::ratings::rating_statements;
use sqlx::Postgres;
use sqlx::postgres::{PgConnection, PgPool};

rating_statements!(Postgres, PgPool, PgConnection);

pub(super) async fn rebuild(pool: &PgPool) -> sqlx::Result<u64> {
    let mut transaction = pool.begin().await?;
    // No game gets a number meanwhile.
    sqlx::query("select last from ended_game_count for update").execute(&mut *transaction).await?;
    let counted = recount(&mut transaction).await?;
    transaction.commit().await?;
    Ok(counted)
}
