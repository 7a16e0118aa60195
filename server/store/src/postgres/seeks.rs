//! Seeks in Postgres, of which one of several servers is the leader.
//!
//! Whatever changes a seek first locks the leader's row, so when another server has become the leader
//! and reads the seeks, nothing of the former one can still be written.

use super::PostgresStore;
use super::leader::LEADS;
use crate::{Fence, Role, StoreError, codec, fault, rows};
use domain::{Moment, PlayerId, Seek};
use sqlx::postgres::{PgConnection, PgPool};

pub(crate) async fn take(
    store: &PostgresStore,
    by: Fence,
    now: Moment,
) -> Result<Vec<Seek>, StoreError> {
    let taken = read(&store.pool, by, now, store.own()).await;
    let taken = taken.map_err(|error| fault::of_write(&error))?;
    Ok(codec::readable_seeks(taken.ok_or(StoreError::Fenced)?))
}

pub(crate) async fn put(store: &PostgresStore, by: Fence, seek: &Seek) -> Result<(), StoreError> {
    let put = insert(&store.pool, by, seek, store.own()).await;
    if put.map_err(|error| fault::of_write(&error))? { Ok(()) } else { Err(StoreError::Fenced) }
}

pub(crate) async fn remove(
    store: &PostgresStore,
    by: Fence,
    who: PlayerId,
) -> Result<bool, StoreError> {
    let removed = delete(&store.pool, by, who, store.own()).await;
    removed.map_err(|error| fault::of_write(&error))?.ok_or(StoreError::Fenced)
}

/// Whether server `own` is the leader until the transaction ends.
pub(super) async fn leads(
    connection: &mut PgConnection,
    by: Fence,
    own: i64,
) -> sqlx::Result<bool> {
    let found: Option<i64> = sqlx::query_scalar(LEADS)
        .bind(Role::Seeks.as_str())
        .bind(own)
        .bind(by.0)
        .fetch_optional(connection)
        .await?;
    Ok(found.is_some())
}

/// None on a server that is not the leader.
async fn read(
    pool: &PgPool,
    by: Fence,
    now: Moment,
    own: i64,
) -> sqlx::Result<Option<Vec<rows::SeekRow>>> {
    let mut transaction = pool.begin().await?;
    if !leads(&mut transaction, by, own).await? {
        return Ok(None);
    }
    sqlx::query(
        "delete from seek where expires_at <= timestamptz 'epoch' + $1 * interval '1 millisecond'",
    )
    .bind(rows::millis(now))
    .execute(&mut *transaction)
    .await?;
    let seeks = sqlx::query_as(
        "select (extract(epoch from made_at) * 1000)::bigint as made_at,
             (extract(epoch from expires_at) * 1000)::bigint as expires_at, payload from seek",
    )
    .fetch_all(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Some(seeks))
}

/// False on a server that is not the leader; then nothing was written.
async fn insert(pool: &PgPool, by: Fence, seek: &Seek, own: i64) -> sqlx::Result<bool> {
    let put = sqlx::query(
        "with fence as (
             select leader.node from leader join node on node.id = leader.node
             where role = 'seeks' and leader.node = $4 and fence = $6 for share)
         insert into seek (player_id, made_at, expires_at, payload)
         select $1, timestamptz 'epoch' + $2 * interval '1 millisecond',
             timestamptz 'epoch' + $3 * interval '1 millisecond', $5
         from fence
         on conflict (player_id) do update set made_at = excluded.made_at,
             expires_at = excluded.expires_at, payload = excluded.payload",
    )
    .bind(seek.who.id.0)
    .bind(rows::millis(seek.made_at()))
    .bind(rows::millis(seek.expires_at()))
    .bind(own)
    .bind(codec::write_seek(seek))
    .bind(by.0)
    .execute(pool)
    .await?;
    Ok(put.rows_affected() > 0)
}

/// Whether there was one; none on a server that is not the leader.
async fn delete(pool: &PgPool, by: Fence, who: PlayerId, own: i64) -> sqlx::Result<Option<bool>> {
    sqlx::query_scalar(
        "with fence as (
             select leader.node from leader join node on node.id = leader.node
             where role = 'seeks' and leader.node = $2 and fence = $3 for share),
         removed as (delete from seek using fence where player_id = $1 returning player_id)
         select exists (select from removed) from fence",
    )
    .bind(who.0)
    .bind(own)
    .bind(by.0)
    .fetch_optional(pool)
    .await
}
