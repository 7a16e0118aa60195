//! Seeks in Postgres, of which one of several servers is the matchmaker.
//!
//! The matchmaker is replaced only after its row in `node` has been deleted. Whatever changes a seek
//! first locks that row (the fence), as commits of the journal do; so when another server reads the
//! seeks to become the matchmaker, nothing of the former one can still be written.

use super::PostgresStore;
use super::lease::Node;
use crate::{Matchmaking, StoreError, codec, fault, rows};
use domain::{Moment, PlayerId, Seek};
use sqlx::PgPool;

pub(crate) async fn take(store: &PostgresStore, now: Moment) -> Result<Matchmaking, StoreError> {
    let node = own(store)?;
    become_matchmaker(&store.pool, now, node.id).await.map_err(|error| fault::of_write(&error))?
}

pub(crate) async fn is_matchmaker(store: &PostgresStore) -> Result<bool, StoreError> {
    sqlx::query_scalar(
        "select exists (
             select from node join matchmaker on matchmaker.node = node.id where id = $1)",
    )
    .bind(own(store)?.id)
    .fetch_one(&store.pool)
    .await
    .map_err(|error| fault::of_read(&error))
}

pub(crate) async fn put(store: &PostgresStore, seek: &Seek) -> Result<(), StoreError> {
    let put = insert(&store.pool, seek, own(store)?.id).await;
    if put.map_err(|error| fault::of_write(&error))? { Ok(()) } else { Err(StoreError::Fenced) }
}

pub(crate) async fn remove(store: &PostgresStore, who: PlayerId) -> Result<bool, StoreError> {
    let removed = delete(&store.pool, who, own(store)?.id).await;
    removed.map_err(|error| fault::of_write(&error))?.ok_or(StoreError::Fenced)
}

fn own(store: &PostgresStore) -> Result<&Node, StoreError> {
    store.node.as_ref().ok_or_else(|| {
        tracing::error!("only a server pairs seeks");
        StoreError::Failed
    })
}

async fn become_matchmaker(
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
async fn insert(pool: &PgPool, seek: &Seek, own: i64) -> sqlx::Result<bool> {
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
async fn delete(pool: &PgPool, who: PlayerId, own: i64) -> sqlx::Result<Option<bool>> {
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
