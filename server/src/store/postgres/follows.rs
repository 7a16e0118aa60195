//! Which players follow which others, in Postgres. The bound on how many is part of the insert;
//! following somebody twice keeps the first time.

use super::{PostgresStore, write};
use crate::store::follows::Follows;
use crate::store::{StoreFuture, fault, rows};
use domain::{Moment, PlayerId};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

impl Follows for PostgresStore {
    fn follow(
        &self,
        by: PlayerId,
        other: PlayerId,
        now: Moment,
        most: u32,
    ) -> StoreFuture<'_, bool> {
        write!(self, connection => follow(connection, by, other, now, most))
    }

    fn unfollow(&self, by: PlayerId, other: PlayerId) -> StoreFuture<'_, bool> {
        write!(self, connection => unfollow(connection, by, other))
    }

    fn follows(&self, by: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        Box::pin(async move {
            let rows: Vec<Uuid> = sqlx::query_scalar(
                "select followed_id from follow where player_id = $1
                 order by followed_at, followed_id",
            )
            .bind(by.0)
            .fetch_all(&self.pool)
            .await
            .map_err(|error| fault::of_read(&error))?;
            Ok(rows.into_iter().map(PlayerId).collect())
        })
    }
}

async fn follow(
    connection: &mut PgConnection,
    by: PlayerId,
    other: PlayerId,
    now: Moment,
    most: u32,
) -> sqlx::Result<bool> {
    sqlx::query(
        "insert into follow (player_id, followed_id, followed_at)
         select $1, $2, timestamptz 'epoch' + $3 * interval '1 millisecond'
         where (select count(*) from follow where player_id = $1) < $4
         on conflict do nothing",
    )
    .bind(by.0)
    .bind(other.0)
    .bind(rows::millis(now))
    .bind(i64::from(most))
    .execute(&mut *connection)
    .await?;
    sqlx::query_scalar(
        "select exists (select 1 from follow where player_id = $1 and followed_id = $2)",
    )
    .bind(by.0)
    .bind(other.0)
    .fetch_one(connection)
    .await
}

async fn unfollow(
    connection: &mut PgConnection,
    by: PlayerId,
    other: PlayerId,
) -> sqlx::Result<bool> {
    let ended = sqlx::query("delete from follow where player_id = $1 and followed_id = $2")
        .bind(by.0)
        .bind(other.0)
        .execute(connection)
        .await?;
    Ok(ended.rows_affected() > 0)
}
