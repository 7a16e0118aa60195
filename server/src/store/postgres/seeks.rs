//! Seeks in Postgres, where each seek belongs to one of several servers.
//!
//! `claim` deletes the seeks of both players of a match in one transaction, or none of them, so
//! that no seek becomes two matches. `adopt` takes over the seeks of servers that are gone, and
//! drops those that have expired.

use super::PostgresStore;
use crate::store::{Order, Seeks, StoreError, StoreFuture, codec, fault, rows};
use domain::{Moment, PlayerId, Seek};
use sqlx::postgres::{PgConnection, PgPool};
use uuid::Uuid;

impl Seeks for PostgresStore {
    fn put_seek<'a>(&'a self, seek: &'a Seek) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let node = self.own_node();
            let done = async { put(&mut *self.pool.acquire().await?, seek, node).await };
            done.await.map_err(|error| fault::of_write(&error))
        })
    }

    fn remove_seek(&self, who: PlayerId) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let done = async { remove(&mut *self.pool.acquire().await?, who).await };
            done.await.map_err(|error| fault::of_write(&error))
        })
    }

    fn claim_seeks<'a>(&'a self, people: &'a [PlayerId]) -> StoreFuture<'a, Vec<PlayerId>> {
        Box::pin(async move {
            let claimed = claim(&self.pool, people, self.own_node()).await;
            claimed.map_err(|error| fault::of_write(&error))
        })
    }

    fn adopt_seeks(&self, now: Moment) -> StoreFuture<'_, Vec<Seek>> {
        Box::pin(async move {
            let rows = adopt(&self.pool, now, self.own_node()).await;
            let rows = rows.map_err(|error| fault::of_write(&error))?;
            Ok::<_, StoreError>(codec::readable_seeks(rows))
        })
    }
}

async fn put(connection: &mut PgConnection, seek: &Seek, node: i64) -> sqlx::Result<()> {
    sqlx::query(
        "insert into seek (player_id, made_at, expires_at, node, payload)
         values ($1, timestamptz 'epoch' + $2 * interval '1 millisecond',
             timestamptz 'epoch' + $3 * interval '1 millisecond', $4, $5)
         on conflict (player_id) do update set made_at = excluded.made_at,
             expires_at = excluded.expires_at, node = excluded.node, payload = excluded.payload",
    )
    .bind(seek.who.id.0)
    .bind(rows::millis(seek.made_at()))
    .bind(rows::millis(seek.expires_at()))
    .bind(node)
    .bind(codec::write_seek(seek))
    .execute(connection)
    .await?;
    Ok(())
}

async fn remove(connection: &mut PgConnection, who: PlayerId) -> sqlx::Result<bool> {
    let removed = sqlx::query("delete from seek where player_id = $1")
        .bind(who.0)
        .execute(connection)
        .await?;
    Ok(removed.rows_affected() > 0)
}

async fn claim(pool: &PgPool, people: &[PlayerId], node: i64) -> sqlx::Result<Vec<PlayerId>> {
    let mut transaction = pool.begin().await?;
    // Always in the same order, so that two servers claiming at once cannot deadlock.
    let mut ids: Vec<Uuid> = people.iter().map(|who| who.0).collect();
    ids.sort_unstable();
    let mut missing = Vec::new();
    for id in ids {
        let found: Option<Uuid> = sqlx::query_scalar(
            "delete from seek where player_id = $1 and node = $2 returning player_id",
        )
        .bind(id)
        .bind(node)
        .fetch_optional(&mut *transaction)
        .await?;
        if found.is_none() {
            missing.push(PlayerId(id));
        }
    }
    if missing.is_empty() {
        transaction.commit().await?;
    } else {
        transaction.rollback().await?;
    }
    Ok(missing)
}

async fn adopt(pool: &PgPool, now: Moment, node: i64) -> sqlx::Result<Vec<rows::SeekRow>> {
    sqlx::query(
        "delete from seek where expires_at <= timestamptz 'epoch' + $1 * interval '1 millisecond'",
    )
    .bind(rows::millis(now))
    .execute(pool)
    .await?;
    sqlx::query_as(
        "update seek set node = $1 where node = $1 or node not in (select id from node)
         returning (extract(epoch from made_at) * 1000)::bigint as made_at,
             (extract(epoch from expires_at) * 1000)::bigint as expires_at, payload",
    )
    .bind(node)
    .fetch_all(pool)
    .await
}
