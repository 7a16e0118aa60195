//! Passkeys in SQLite: the credentials that people register, as text of the WebAuthn library.
//!
//! A credential's id is unique over all people, so it identifies its owner at sign-in. Its stored
//! text changes with each use, because it holds the counter of the authenticator. The number of
//! passkeys of one person is bounded inside the insert.

use super::{SqliteStore, write};
use crate::store::passkeys::{Passkeys, StoredPasskey};
use crate::store::{StoreError, StoreFuture, fault, rows};
use domain::{Moment, PlayerId};
use sqlx::sqlite::SqliteConnection;
use uuid::Uuid;

/// A row of `passkey`.
type Row = (Vec<u8>, Uuid, String, String, i64, i64);

fn read(
    (id, person, credential, device, created_at, used_at): Row,
) -> Result<StoredPasskey, StoreError> {
    let (created_at, used_at) = (rows::moment(created_at)?, rows::moment(used_at)?);
    Ok(StoredPasskey { id, person: PlayerId(person), credential, device, created_at, used_at })
}

impl Passkeys for SqliteStore {
    fn add_passkey<'a>(&'a self, passkey: &'a StoredPasskey, most: u32) -> StoreFuture<'a, bool> {
        write!(self, connection => add(connection, passkey, most))
    }

    fn passkeys(&self, person: PlayerId) -> StoreFuture<'_, Vec<StoredPasskey>> {
        Box::pin(async move {
            let rows: Vec<Row> = sqlx::query_as(
                "select credential_id, person_id, credential, device, created_at, used_at
                 from passkey where person_id = $1 order by passkey.created_at, credential_id",
            )
            .bind(person.0)
            .fetch_all(&self.readers)
            .await
            .map_err(|error| fault::of_read(&error))?;
            rows.into_iter().map(read).collect()
        })
    }

    fn passkey<'a>(&'a self, id: &'a [u8]) -> StoreFuture<'a, Option<StoredPasskey>> {
        Box::pin(async move {
            let row: Option<Row> = sqlx::query_as(
                "select credential_id, person_id, credential, device, created_at, used_at
                 from passkey where credential_id = $1",
            )
            .bind(id)
            .fetch_optional(&self.readers)
            .await
            .map_err(|error| fault::of_read(&error))?;
            row.map(read).transpose()
        })
    }

    fn use_passkey<'a>(
        &'a self,
        id: &'a [u8],
        credential: &'a str,
        now: Moment,
    ) -> StoreFuture<'a, ()> {
        write!(self, connection => note_use(connection, id, credential, now))
    }

    fn remove_passkey<'a>(&'a self, person: PlayerId, id: &'a [u8]) -> StoreFuture<'a, bool> {
        write!(self, connection => remove(connection, person, id))
    }
}

async fn add(
    connection: &mut SqliteConnection,
    passkey: &StoredPasskey,
    most: u32,
) -> sqlx::Result<bool> {
    let added = sqlx::query(
        "insert into passkey (credential_id, person_id, credential, device, created_at, used_at)
         select $1, $2, $3, $4, $5, $6
         where (select count(*) from passkey where person_id = $2) < $7
         on conflict do nothing",
    )
    .bind(passkey.id.clone())
    .bind(passkey.person.0)
    .bind(passkey.credential.clone())
    .bind(passkey.device.clone())
    .bind(rows::millis(passkey.created_at))
    .bind(rows::millis(passkey.used_at))
    .bind(i64::from(most))
    .execute(connection)
    .await?;
    Ok(added.rows_affected() == 1)
}

async fn note_use(
    connection: &mut SqliteConnection,
    id: &[u8],
    credential: &str,
    now: Moment,
) -> sqlx::Result<()> {
    sqlx::query("update passkey set credential = $2, used_at = $3 where credential_id = $1")
        .bind(id.to_vec())
        .bind(credential.to_owned())
        .bind(rows::millis(now))
        .execute(connection)
        .await?;
    Ok(())
}

async fn remove(
    connection: &mut SqliteConnection,
    person: PlayerId,
    id: &[u8],
) -> sqlx::Result<bool> {
    let removed = sqlx::query("delete from passkey where person_id = $1 and credential_id = $2")
        .bind(person.0)
        .bind(id.to_vec())
        .execute(connection)
        .await?;
    Ok(removed.rows_affected() > 0)
}
