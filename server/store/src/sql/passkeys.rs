//! Passkeys: the credentials that people register, as text of the WebAuthn library.
//!
//! A credential's id is unique over all people, so it identifies its owner at sign-in. Its stored
//! text changes with each use, because it holds the counter of the authenticator. The number of
//! passkeys of one person is bounded inside the insert.

use super::credentials::{added, hold};
use super::{Backend, Dialect, Stamp, sql, write};
use crate::StoreFuture;
use crate::credentials::Adding;
use crate::passkeys::{CeremonyNumber, Passkeys, StoredPasskey};
use domain::{Moment, PlayerId, SessionId};
use uuid::Uuid;

/// A row of `passkey`.
type Row = (Vec<u8>, Uuid, String, String, Stamp, Stamp);

fn read((id, person, credential, device, Stamp(created_at), Stamp(used_at)): Row) -> StoredPasskey {
    StoredPasskey { id, person: PlayerId(person), credential, device, created_at, used_at }
}

impl<B: Backend> Passkeys for B {
    fn add_passkey<'a>(
        &'a self,
        passkey: &'a StoredPasskey,
        session: SessionId,
        most: u32,
    ) -> StoreFuture<'a, Adding> {
        write!(self, connection => add(connection, passkey, session, most))
    }

    fn passkeys(&self, person: PlayerId) -> StoreFuture<'_, Vec<StoredPasskey>> {
        Box::pin(async move {
            let rows: Vec<Row> =
                sql("select credential_id, person_id, credential, device, created_at, used_at
                 from passkey where person_id = $1 order by passkey.created_at, credential_id")
                .bind(person.0)
                .read_all(self)
                .await?;
            Ok(rows.into_iter().map(read).collect())
        })
    }

    fn passkey<'a>(&'a self, id: &'a [u8]) -> StoreFuture<'a, Option<StoredPasskey>> {
        Box::pin(async move {
            let row: Option<Row> =
                sql("select credential_id, person_id, credential, device, created_at, used_at
                 from passkey where credential_id = $1")
                .bind(id)
                .read_optional(self)
                .await?;
            Ok(row.map(read))
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

    fn use_ceremony(&self, number: CeremonyNumber, expires_at: Moment) -> StoreFuture<'_, bool> {
        write!(self, connection => use_ceremony(connection, number, expires_at))
    }

    fn ceremony_is_used(&self, number: CeremonyNumber) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            sql("select exists (select 1 from used_ceremony where number = $1)")
                .bind(Uuid::from_bytes(number))
                .read_value(self)
                .await
        })
    }

    fn forget_ceremonies(&self, now: Moment, limit: u32) -> StoreFuture<'_, u64> {
        write!(self, connection => forget_ceremonies(connection, now, limit))
    }
}

async fn add(
    connection: &mut impl Dialect,
    passkey: &StoredPasskey,
    session: SessionId,
    most: u32,
) -> sqlx::Result<Adding> {
    let mut transaction = connection.start().await?;
    if !hold(&mut *transaction, passkey.person, session).await? {
        return Ok(Adding::Ended);
    }
    let is_added = insert(&mut *transaction, passkey, most).await?;
    transaction.commit().await?;
    Ok(added(is_added.into()))
}

/// Inserts a passkey; false if its person has `most` already, or the credential is known.
pub(super) async fn insert(
    connection: &mut impl Dialect,
    passkey: &StoredPasskey,
    most: u32,
) -> sqlx::Result<bool> {
    let added = sql(
        "insert into passkey (credential_id, person_id, credential, device, created_at, used_at)
         select $1, $2, $3, $4, $5, $6
         where (select count(*) from passkey where person_id = $2) < $7
         on conflict do nothing",
    )
    .bind(passkey.id.as_slice())
    .bind(passkey.person.0)
    .bind(&*passkey.credential)
    .bind(&*passkey.device)
    .bind(Stamp(passkey.created_at))
    .bind(Stamp(passkey.used_at))
    .bind(i64::from(most))
    .execute(connection)
    .await?;
    Ok(added == 1)
}

async fn note_use(
    connection: &mut impl Dialect,
    id: &[u8],
    credential: &str,
    now: Moment,
) -> sqlx::Result<()> {
    sql("update passkey set credential = $2, used_at = $3 where credential_id = $1")
        .bind(id)
        .bind(credential)
        .bind(Stamp(now))
        .execute(connection)
        .await?;
    Ok(())
}

async fn remove(connection: &mut impl Dialect, person: PlayerId, id: &[u8]) -> sqlx::Result<bool> {
    let removed = sql("delete from passkey where person_id = $1 and credential_id = $2")
        .bind(person.0)
        .bind(id)
        .execute(connection)
        .await?;
    Ok(removed > 0)
}

async fn use_ceremony(
    connection: &mut impl Dialect,
    number: CeremonyNumber,
    expires_at: Moment,
) -> sqlx::Result<bool> {
    let added = sql("insert into used_ceremony (number, expires_at) values ($1, $2)
         on conflict do nothing")
    .bind(Uuid::from_bytes(number))
    .bind(Stamp(expires_at))
    .execute(connection)
    .await?;
    Ok(added == 1)
}

async fn forget_ceremonies(
    connection: &mut impl Dialect,
    now: Moment,
    limit: u32,
) -> sqlx::Result<u64> {
    sql("delete from used_ceremony where number in (
             select number from used_ceremony where expires_at <= $1 order by expires_at limit $2)")
    .bind(Stamp(now))
    .bind(i64::from(limit))
    .execute(connection)
    .await
}
