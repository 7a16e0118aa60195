//! Seeks in SQLite, where the one server on the database holds all of them.
//!
//! `take` deletes those that have expired and returns the others, which is how a start reads
//! them.

use super::SqliteStore;
use crate::database::write_on;
use crate::{Fence, StoreError, codec, fault, rows};
use domain::{Moment, PlayerId, Seek};
use sqlx::sqlite::SqliteConnection;

pub(crate) async fn put(store: &SqliteStore, _by: Fence, seek: &Seek) -> Result<(), StoreError> {
    write_on!(store, |connection| insert(connection, seek))
}

pub(crate) async fn remove(
    store: &SqliteStore,
    _by: Fence,
    who: PlayerId,
) -> Result<bool, StoreError> {
    write_on!(store, |connection| delete(connection, who))
}

pub(crate) async fn take(
    store: &SqliteStore,
    _by: Fence,
    now: Moment,
) -> Result<Vec<Seek>, StoreError> {
    write_on!(store, |connection| forget_expired(connection, now))?;
    let rows: Vec<rows::SeekRow> =
        sqlx::query_as("select made_at, expires_at, payload from seek order by made_at, player_id")
            .fetch_all(&store.readers)
            .await
            .map_err(|error| fault::of_read(&error))?;
    Ok(codec::readable_seeks(rows))
}

async fn insert(connection: &mut SqliteConnection, seek: &Seek) -> sqlx::Result<()> {
    sqlx::query(
        "insert into seek (player_id, made_at, expires_at, payload) values (?, ?, ?, ?)
         on conflict (player_id) do update set
             made_at = excluded.made_at, expires_at = excluded.expires_at, payload = excluded.payload",
    )
    .bind(seek.who.id.0)
    .bind(rows::millis(seek.made_at()))
    .bind(rows::millis(seek.expires_at()))
    .bind(codec::write_seek(seek))
    .execute(connection)
    .await?;
    Ok(())
}

async fn delete(connection: &mut SqliteConnection, who: PlayerId) -> sqlx::Result<bool> {
    let removed =
        sqlx::query("delete from seek where player_id = ?").bind(who.0).execute(connection).await?;
    Ok(removed.rows_affected() > 0)
}

async fn forget_expired(connection: &mut SqliteConnection, now: Moment) -> sqlx::Result<()> {
    sqlx::query("delete from seek where expires_at <= ?")
        .bind(rows::millis(now))
        .execute(connection)
        .await?;
    Ok(())
}
