//! Ratings in SQLite.
//!
//! The statements are shared with Postgres (`rating_statements!`). A single connection writes, so
//! games are counted in the order of their numbers in the archive without a lock, and a rebuild, in
//! one transaction, arrives at the same ratings.

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
