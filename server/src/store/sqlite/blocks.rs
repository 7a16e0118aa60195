//! Which players have blocked which others, in SQLite.
//!
//! A block has a direction (who blocked whom), but keeps both apart: `blocked` and `apart` look in
//! both directions. How many a player may block is checked inside the insert.

use super::{SqliteStore, write};
use crate::store::blocks::Blocks;
use crate::store::{StoreFuture, fault, rows};
use domain::{Moment, PlayerId};
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use uuid::Uuid;

impl Blocks for SqliteStore {
    fn block(
        &self,
        by: PlayerId,
        other: PlayerId,
        now: Moment,
        most: u32,
    ) -> StoreFuture<'_, bool> {
        write!(self, connection => block(connection, by, other, now, most))
    }

    fn unblock(&self, by: PlayerId, other: PlayerId) -> StoreFuture<'_, bool> {
        write!(self, connection => unblock(connection, by, other))
    }

    fn blocks(&self, by: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        Box::pin(async move {
            let rows: Vec<Uuid> = sqlx::query_scalar(
                "select blocked_id from block where player_id = $1 order by blocked_at, blocked_id",
            )
            .bind(by.0)
            .fetch_all(&self.readers)
            .await
            .map_err(|error| fault::of_read(&error))?;
            Ok(rows.into_iter().map(PlayerId).collect())
        })
    }

    fn blocked(&self, one: PlayerId, other: PlayerId) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            sqlx::query_scalar(
                "select exists (select 1 from block
                 where (player_id = $1 and blocked_id = $2) or (player_id = $2 and blocked_id = $1))",
            )
            .bind(one.0)
            .bind(other.0)
            .fetch_one(&self.readers)
            .await
            .map_err(|error| fault::of_read(&error))
        })
    }

    fn apart(&self, one: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        Box::pin(async move {
            let rows: Vec<Uuid> = sqlx::query_scalar(
                "select blocked_id from block where player_id = $1
                 union select player_id from block where blocked_id = $1",
            )
            .bind(one.0)
            .fetch_all(&self.readers)
            .await
            .map_err(|error| fault::of_read(&error))?;
            Ok(rows.into_iter().map(PlayerId).collect())
        })
    }
}

async fn block(
    connection: &mut SqliteConnection,
    by: PlayerId,
    other: PlayerId,
    now: Moment,
    most: u32,
) -> sqlx::Result<bool> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    sqlx::query(
        "insert into block (player_id, blocked_id, blocked_at)
         select $1, $2, $3 where (select count(*) from block where player_id = $1) < $4
         on conflict do nothing",
    )
    .bind(by.0)
    .bind(other.0)
    .bind(rows::millis(now))
    .bind(i64::from(most))
    .execute(&mut *transaction)
    .await?;
    let blocked: bool = sqlx::query_scalar(
        "select exists (select 1 from block where player_id = $1 and blocked_id = $2)",
    )
    .bind(by.0)
    .bind(other.0)
    .fetch_one(&mut *transaction)
    .await?;
    if blocked {
        sqlx::query(
            "delete from follow where (player_id = $1 and followed_id = $2)
             or (player_id = $2 and followed_id = $1)",
        )
        .bind(by.0)
        .bind(other.0)
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    Ok(blocked)
}

async fn unblock(
    connection: &mut SqliteConnection,
    by: PlayerId,
    other: PlayerId,
) -> sqlx::Result<bool> {
    let lifted = sqlx::query("delete from block where player_id = $1 and blocked_id = $2")
        .bind(by.0)
        .bind(other.0)
        .execute(connection)
        .await?;
    Ok(lifted.rows_affected() > 0)
}
