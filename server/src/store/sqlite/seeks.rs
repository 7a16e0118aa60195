//! Seeks in SQLite, where the one server on the database holds all of them.
//!
//! `claim` deletes the seeks of both players of a match in one transaction, or none of them.
//! `adopt_seeks` deletes those that have expired and returns the others, which is how a start reads
//! them.

use super::SqliteStore;
use crate::store::sql::write;
use crate::store::{Seeks, StoreError, StoreFuture, codec, fault, rows};
use domain::{Moment, PlayerId, Seek};
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use uuid::Uuid;

impl Seeks for SqliteStore {
    fn put_seek<'a>(&'a self, seek: &'a Seek) -> StoreFuture<'a, ()> {
        write!(self, connection => put(connection, seek))
    }

    fn remove_seek(&self, who: PlayerId) -> StoreFuture<'_, bool> {
        write!(self, connection => remove(connection, who))
    }

    fn claim_seeks<'a>(&'a self, people: &'a [PlayerId]) -> StoreFuture<'a, Vec<PlayerId>> {
        write!(self, connection => claim(connection, people))
    }

    fn adopt_seeks(&self, now: Moment) -> StoreFuture<'_, Vec<Seek>> {
        Box::pin(async move {
            self.forget_expired(now).await?;
            let rows: Vec<rows::SeekRow> = sqlx::query_as(
                "select made_at, expires_at, payload from seek order by made_at, player_id",
            )
            .fetch_all(&self.readers)
            .await
            .map_err(|error| fault::of_read(&error))?;
            Ok::<_, StoreError>(codec::readable_seeks(rows))
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

async fn claim(
    connection: &mut SqliteConnection,
    people: &[PlayerId],
) -> sqlx::Result<Vec<PlayerId>> {
    let mut transaction = connection.begin().await?;
    let mut missing = Vec::new();
    for &who in people {
        let found: Option<Uuid> =
            sqlx::query_scalar("delete from seek where player_id = ? returning player_id")
                .bind(who.0)
                .fetch_optional(&mut *transaction)
                .await?;
        if found.is_none() {
            missing.push(who);
        }
    }
    if missing.is_empty() {
        transaction.commit().await?;
    } else {
        transaction.rollback().await?;
    }
    Ok(missing)
}

async fn forget_expired(connection: &mut SqliteConnection, now: Moment) -> sqlx::Result<()> {
    sqlx::query("delete from seek where expires_at <= ?")
        .bind(rows::millis(now))
        .execute(connection)
        .await?;
    Ok(())
}
