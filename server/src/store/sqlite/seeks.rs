//! Seeks in SQLite, where the one server on the database holds all of them.
//!
//! `claim` deletes the seeks of both players of a match in one transaction, or none of them.
//! `adopt_seeks` deletes those that have expired and returns the others, which is how a start reads
//! them.

use super::SqliteStore;
use crate::store::{Seeks, StoreError, StoreFuture, codec, fault, rows};
use domain::{Moment, PlayerId, Seek};
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use uuid::Uuid;

impl Seeks for SqliteStore {
    fn put_seek<'a>(&'a self, seek: &'a Seek) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = put(&mut lent.writer.connection, seek).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn remove_seek(&self, who: PlayerId) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = remove(&mut lent.writer.connection, who).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn claim_seeks<'a>(&'a self, people: &'a [PlayerId]) -> StoreFuture<'a, Vec<PlayerId>> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = claim(&mut lent.writer.connection, people).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn adopt_seeks(&self, now: Moment) -> StoreFuture<'_, Vec<Seek>> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = forget_expired(&mut lent.writer.connection, now).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome?;
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
