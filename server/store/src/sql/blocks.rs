//! Which players have blocked which others.
//!
//! A block has a direction (who blocked whom), but keeps both apart: `blocked` and `apart` look in
//! both directions. How many a player may block is checked inside the insert.

use super::{Backend, Dialect, Stamp, sql, write};
use crate::StoreFuture;
use crate::blocks::Blocks;
use domain::{Moment, PlayerId};
use uuid::Uuid;

impl<B: Backend> Blocks for B {
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
            let rows: Vec<Uuid> = sql(
                "select blocked_id from block where player_id = $1 order by blocked_at, blocked_id",
            )
            .bind(by.0)
            .read_values(self)
            .await?;
            Ok(rows.into_iter().map(PlayerId).collect())
        })
    }

    fn blocked(&self, one: PlayerId, other: PlayerId) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            sql(
                "select exists (select 1 from block
                 where (player_id = $1 and blocked_id = $2) or (player_id = $2 and blocked_id = $1))",
            )
            .bind(one.0)
            .bind(other.0)
            .read_value(self).await
        })
    }

    fn apart(&self, one: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        Box::pin(async move {
            let rows: Vec<Uuid> = sql("select blocked_id from block where player_id = $1
                 union select player_id from block where blocked_id = $1")
            .bind(one.0)
            .read_values(self)
            .await?;
            Ok(rows.into_iter().map(PlayerId).collect())
        })
    }
}

async fn block(
    connection: &mut impl Dialect,
    by: PlayerId,
    other: PlayerId,
    now: Moment,
    most: u32,
) -> sqlx::Result<bool> {
    let mut transaction = connection.start().await?;
    sql("insert into block (player_id, blocked_id, blocked_at)
         select $1, $2, $3 where (select count(*) from block where player_id = $1) < $4
         on conflict do nothing")
    .bind(by.0)
    .bind(other.0)
    .bind(Stamp(now))
    .bind(i64::from(most))
    .execute(&mut *transaction)
    .await?;
    let blocked: bool =
        sql("select exists (select 1 from block where player_id = $1 and blocked_id = $2)")
            .bind(by.0)
            .bind(other.0)
            .value(&mut *transaction)
            .await?;
    if blocked {
        sql("delete from follow where (player_id = $1 and followed_id = $2)
             or (player_id = $2 and followed_id = $1)")
        .bind(by.0)
        .bind(other.0)
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    Ok(blocked)
}

async fn unblock(
    connection: &mut impl Dialect,
    by: PlayerId,
    other: PlayerId,
) -> sqlx::Result<bool> {
    let lifted = sql("delete from block where player_id = $1 and blocked_id = $2")
        .bind(by.0)
        .bind(other.0)
        .execute(connection)
        .await?;
    Ok(lifted > 0)
}
