//! Ratings in SQLite. One connection writes, so games count in the order of their numbers.

use super::archive::{REST, SUMMARY};
use crate::store::ratings::rating_statements;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{Connection, Sqlite};

rating_statements!(Sqlite, SqlitePool, SqliteConnection);

pub(super) async fn rebuild(connection: &mut SqliteConnection) -> sqlx::Result<u64> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    let counted = recount(&mut transaction).await?;
    transaction.commit().await?;
    Ok(counted)
}
