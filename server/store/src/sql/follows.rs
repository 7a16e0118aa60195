//! Which players follow which others. The bound on how many is part of the insert;
//! following somebody twice keeps the first time.

use super::{Backend, Dialect, Stamp, sql, write};
use crate::StoreFuture;
use crate::follows::Follows;
use domain::{Moment, PlayerId};
use uuid::Uuid;

impl<B: Backend> Follows for B {
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
            let rows: Vec<Uuid> = sql("select followed_id from follow where player_id = $1
                 order by followed_at, followed_id")
            .bind(by.0)
            .read_values(self)
            .await?;
            Ok(rows.into_iter().map(PlayerId).collect())
        })
    }
}

async fn follow(
    connection: &mut impl Dialect,
    by: PlayerId,
    other: PlayerId,
    now: Moment,
    most: u32,
) -> sqlx::Result<bool> {
    sql("insert into follow (player_id, followed_id, followed_at)
         select $1, $2, $3
         where (select count(*) from follow where player_id = $1) < $4
         on conflict do nothing")
    .bind(by.0)
    .bind(other.0)
    .bind(Stamp(now))
    .bind(i64::from(most))
    .execute(&mut *connection)
    .await?;
    sql("select exists (select 1 from follow where player_id = $1 and followed_id = $2)")
        .bind(by.0)
        .bind(other.0)
        .value(connection)
        .await
}

async fn unfollow(
    connection: &mut impl Dialect,
    by: PlayerId,
    other: PlayerId,
) -> sqlx::Result<bool> {
    let ended = sql("delete from follow where player_id = $1 and followed_id = $2")
        .bind(by.0)
        .bind(other.0)
        .execute(connection)
        .await?;
    Ok(ended > 0)
}
