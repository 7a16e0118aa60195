//! Seeks in SQLite, where the one server on the database holds all of them.
//!
//! `take_seeks` deletes those that have expired and returns the others, which is how a start reads
//! them.

use super::SqliteStore;
use crate::sql::write;
use crate::{Matchmaking, Seeks, StoreError, StoreFuture, codec, fault, rows};
use domain::{Moment, PlayerId, Seek};
use sqlx::sqlite::SqliteConnection;

impl Seeks for SqliteStore {
    fn put_seek<'a>(&'a self, seek: &'a Seek) -> StoreFuture<'a, ()> {
        write!(self, connection => put(connection, seek))
    }

    fn remove_seek(&self, who: PlayerId) -> StoreFuture<'_, bool> {
        write!(self, connection => remove(connection, who))
    }

    fn take_seeks(&self, now: Moment) -> StoreFuture<'_, Matchmaking> {
        Box::pin(async move {
            self.forget_expired(now).await?;
            let rows: Vec<rows::SeekRow> = sqlx::query_as(
                "select made_at, expires_at, payload from seek order by made_at, player_id",
            )
            .fetch_all(&self.readers)
            .await
            .map_err(|error| fault::of_read(&error))?;
            Ok::<_, StoreError>(Matchmaking::Ours(codec::readable_seeks(rows)))
        })
    }
}

impl SqliteStore {
    fn forget_expired(&self, now: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => forget_expired(connection, now))
    }
}

async fn put(connection: &mut SqliteConnection, seek: &Seek) -> sqlx::Result<()> {
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

async fn remove(connection: &mut SqliteConnection, who: PlayerId) -> sqlx::Result<bool> {
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
