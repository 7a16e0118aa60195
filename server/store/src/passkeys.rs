//! Passkeys: keys that a person's device holds and uses for this site alone. Only their public halves
//! are here, as the library that verifies them writes them.
//!
//! A credential's id is unique over all people, so it identifies its owner at sign-in. Its stored
//! text changes with each use, because it holds the counter of the authenticator. The number of
//! passkeys of one person is bounded inside the insert.

use crate::credentials::{Adding, added, hold};
use crate::database::{on, write};
use crate::sql::{Dialect, Stamp, sql};
use crate::{Database, StoreError};
use domain::{Moment, PlayerId, SessionId};
use uuid::Uuid;

/// A passkey as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPasskey {
    /// The id of the credential, of at most 1,023 bytes.
    pub id: Vec<u8>,
    /// The account it belongs to.
    pub account: PlayerId,
    /// The public half with its counter, as JSON.
    pub credential: String,
    /// The place where it was made, in at most 60 characters.
    pub device: String,
    /// When it was made.
    pub created_at: Moment,
    /// When it was used last.
    pub used_at: Moment,
}

/// The random number of a ceremony.
pub type CeremonyNumber = [u8; 16];

/// A row of `passkey`.
type Row = (Vec<u8>, Uuid, String, String, Stamp, Stamp);

fn read(
    (id, account, credential, device, Stamp(created_at), Stamp(used_at)): Row,
) -> StoredPasskey {
    StoredPasskey { id, account: PlayerId(account), credential, device, created_at, used_at }
}

/// Passkeys.
impl Database {
    /// Adds a passkey of a registered player in a session of theirs, unless they have `most` already or
    /// the credential is known.
    pub async fn add_passkey(
        &self,
        passkey: &StoredPasskey,
        session: SessionId,
        most: u32,
    ) -> Result<Adding, StoreError> {
        write!(self, |connection| add(connection, passkey, session, most))
    }

    /// The passkeys of a player, the oldest first.
    pub async fn passkeys(&self, account: PlayerId) -> Result<Vec<StoredPasskey>, StoreError> {
        let rows: Vec<Row> = on!(self, |store| sql(
            "select credential_id, account_id, credential, device, created_at, used_at
             from passkey where account_id = $1 order by passkey.created_at, credential_id"
        )
        .bind(account.0)
        .read_all(store))?;
        Ok(rows.into_iter().map(read).collect())
    }

    /// The passkey of a credential.
    pub async fn passkey(&self, id: &[u8]) -> Result<Option<StoredPasskey>, StoreError> {
        let row: Option<Row> = on!(self, |store| sql(
            "select credential_id, account_id, credential, device, created_at, used_at
             from passkey where credential_id = $1"
        )
        .bind(id)
        .read_optional(store))?;
        Ok(row.map(read))
    }

    /// Notes that a passkey was used, with its counter as it is from then on.
    pub async fn use_passkey(
        &self,
        id: &[u8],
        credential: &str,
        now: Moment,
    ) -> Result<(), StoreError> {
        write!(self, |connection| record_use(connection, id, credential, now))
    }

    /// Forgets a passkey of a player; false if there is none.
    pub async fn remove_passkey(&self, account: PlayerId, id: &[u8]) -> Result<bool, StoreError> {
        write!(self, |connection| remove(connection, account, id))
    }

    /// Writes the number of a ceremony that ends as used, until it expires by itself; false if it
    /// was used before, on any node.
    pub async fn use_ceremony(
        &self,
        number: CeremonyNumber,
        expires_at: Moment,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| use_ceremony(connection, number, expires_at))
    }

    /// Whether the number of a ceremony is written as used.
    pub async fn ceremony_is_used(&self, number: CeremonyNumber) -> Result<bool, StoreError> {
        on!(self, |store| sql("select exists (select 1 from used_ceremony where number = $1)")
            .bind(Uuid::from_bytes(number))
            .read_value(store))
    }

    /// Deletes at most `limit` numbers of ceremonies that have expired; returns how many.
    pub async fn forget_ceremonies(&self, now: Moment, limit: u32) -> Result<u64, StoreError> {
        write!(self, |connection| forget_ceremonies(connection, now, limit))
    }
}

async fn add(
    connection: &mut impl Dialect,
    passkey: &StoredPasskey,
    session: SessionId,
    most: u32,
) -> sqlx::Result<Adding> {
    let mut transaction = connection.start().await?;
    if !hold(&mut *transaction, passkey.account, session).await? {
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
        "insert into passkey (credential_id, account_id, credential, device, created_at, used_at)
         select $1, $2, $3, $4, $5, $6
         where (select count(*) from passkey where account_id = $2) < $7
         on conflict do nothing",
    )
    .bind(passkey.id.as_slice())
    .bind(passkey.account.0)
    .bind(&*passkey.credential)
    .bind(&*passkey.device)
    .bind(Stamp(passkey.created_at))
    .bind(Stamp(passkey.used_at))
    .bind(i64::from(most))
    .execute(connection)
    .await?;
    Ok(added == 1)
}

async fn record_use(
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

async fn remove(connection: &mut impl Dialect, account: PlayerId, id: &[u8]) -> sqlx::Result<bool> {
    let removed = sql("delete from passkey where account_id = $1 and credential_id = $2")
        .bind(account.0)
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
