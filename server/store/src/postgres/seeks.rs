//! Seeks in Postgres, of which one of several servers is the matchmaker.
//!
//! The matchmaker is replaced only after its row in `node` has been deleted. Whatever changes a seek
//! first locks that row (the fence), as commits of the journal do; so when another server reads the
//! seeks to become the matchmaker, nothing of the former one can still be written.

use super::PostgresStore;
use super::lease::Node;
use crate::{Matchmaking, Seeks, StoreError, StoreFuture, codec, fault, rows};
use domain::{Moment, PlayerId, Seek};
use sqlx::PgPool;

impl Seeks for PostgresStore {
    fn take_seeks(&self, now: Moment) -> StoreFuture<'_, Matchmaking> {
        Box::pin(async move {
            let node = own(self)?;
            take(&self.pool, now, node.id).await.map_err(|error| fault::of_write(&error))?
        })
    }

    fn is_matchmaker(&self) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            sqlx::query_scalar(
                "select exists (
                     select from node join matchmaker on matchmaker.node = node.id where id = $1)",
            )
            .bind(own(self)?.id)
            .fetch_one(&self.pool)
            .await
            .map_err(|error| fault::of_read(&error))
        })
    }

    fn put_seek<'a>(&'a self, seek: &'a Seek) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let put = put(&self.pool, seek, own(self)?.id).await;
            if put.map_err(|error| fault::of_write(&error))? {
                Ok(())
            } else {
                Err(StoreError::Fenced)
            }
        })
    }

    fn remove_seek(&self, who: PlayerId) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let removed = remove(&self.pool, who, own(self)?.id).await;
            removed.map_err(|error| fault::of_write(&error))?.ok_or(StoreError::Fenced)
        })
    }
}

fn own(store: &PostgresStore) -> Result<&Node, StoreError> {
    store.node.as_ref().ok_or_else(|| {
        tracing::error!("only a server pairs seeks");
        StoreError::Failed
    })
}

async fn take(
    pool: &PgPool,
    now: Moment,
    own: i64,
) -> sqlx::Result<Result<Matchmaking, StoreError>> {
    let known: Option<i64> = sqlx::query_scalar(
        "select node from matchmaker where node <> $1 and node in (select id from node)",
    )
    .bind(own)
    .fetch_optional(pool)
    .await?;
    if let Some(another) = known {
        return Ok(Ok(Matchmaking::Another(another)));
    }
    let mut transaction = pool.begin().await?;
    let fence: Option<i64> = sqlx::query_scalar("select id from node where id = $1 for share")
        .bind(own)
        .fetch_optional(&mut *transaction)
        .await?;
    if fence.is_none() {
        return Ok(Err(StoreError::Fenced));
    }
    sqlx::query("insert into matchmaker (node) values ($1) on conflict do nothing")
        .bind(own)
        .execute(&mut *transaction)
        .await?;
    // In a statement of its own, since the next must see whether that server is alive by now: another
    // may have become the matchmaker while this waited.
    let former: i64 = sqlx::query_scalar("select node from matchmaker for update")
        .fetch_one(&mut *transaction)
        .await?;
    let lives: bool = sqlx::query_scalar("select exists (select from node where id = $1)")
        .bind(former)
        .fetch_one(&mut *transaction)
        .await?;
    if lives && former != own {
        return Ok(Ok(Matchmaking::Another(former)));
    }
    sqlx::query("update matchmaker set node = $1").bind(own).execute(&mut *transaction).await?;
    sqlx::query(
        "delete from seek where expires_at <= timestamptz 'epoch' + $1 * interval '1 millisecond'",
    )
    .bind(rows::millis(now))
    .execute(&mut *transaction)
    .await?;
    let seeks: Vec<rows::SeekRow> = sqlx::query_as(
        "update seek set node = $1
         returning (extract(epoch from made_at) * 1000)::bigint as made_at,
             (extract(epoch from expires_at) * 1000)::bigint as expires_at, payload",
    )
    .bind(own)
    .fetch_all(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Ok(Matchmaking::Ours(codec::readable_seeks(seeks))))
}

/// False on a server that is not the matchmaker; then nothing was written.
async fn put(pool: &PgPool, seek: &Seek, own: i64) -> sqlx::Result<bool> {
    let put = sqlx::query(
        "with fence as (
             select id from node join matchmaker on matchmaker.node = node.id
             where id = $4 for share of node)
         insert into seek (player_id, made_at, expires_at, node, payload)
         select $1, timestamptz 'epoch' + $2 * interval '1 millisecond',
             timestamptz 'epoch' + $3 * interval '1 millisecond', id, $5
         from fence
         on conflict (player_id) do update set made_at = excluded.made_at,
             expires_at = excluded.expires_at, node = excluded.node, payload = excluded.payload",
    )
    .bind(seek.who.id.0)
    .bind(rows::millis(seek.made_at()))
    .bind(rows::millis(seek.expires_at()))
    .bind(own)
    .bind(codec::write_seek(seek))
    .execute(pool)
    .await?;
    Ok(put.rows_affected() > 0)
}

/// Whether there was one; none on a server that is not the matchmaker.
async fn remove(pool: &PgPool, who: PlayerId, own: i64) -> sqlx::Result<Option<bool>> {
    sqlx::query_scalar(
        "with fence as (
             select id from node join matchmaker on matchmaker.node = node.id
             where id = $2 for share of node),
         removed as (delete from seek using fence where player_id = $1 returning player_id)
         select exists (select from removed) from fence",
    )
    .bind(who.0)
    .bind(own)
    .fetch_optional(pool)
    .await
}
