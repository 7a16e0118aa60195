//! Addresses for mail: one for each person who wants notices by mail, and the limits of mails to it.
//!
//! An address is confirmed by a link that is sent to it; until then nothing else is. The address is
//! personal data and the secrets work for any holder, so `Debug` leaves them out. Nothing
//! here can be looked up by address.
//!
//! The secret that confirms an address is stored as a digest and forgotten in the statement that
//! accepts it, so it works once. The mails to a player of a day are counted in one statement, so
//! that several servers together keep to the bound.

use crate::accounts::Digest;
use crate::database::{on, write};
use crate::sql::{Dialect, Stamp, sql};
use crate::{Database, StoreError};
use domain::{Moment, NotificationKinds, PlayerId};
use std::fmt;
use uuid::Uuid;

/// The secret in the links that end all notices to an address.
pub type StopCode = [u8; 16];

/// The address of a player, and the notices that they want there.
#[derive(Clone, PartialEq, Eq)]
pub struct MailAddress {
    /// The player.
    pub player: PlayerId,
    /// The address, which is personal.
    pub address: String,
    /// The language of mails to it, by its two letters.
    pub language: String,
    /// The notices they want to receive.
    pub kinds: NotificationKinds,
    /// When it was entered.
    pub created_at: Moment,
    /// When its owner confirmed it; nothing is sent there before.
    pub confirmed_at: Option<Moment>,
    /// When the mail server reported that there is no such address; nothing is sent there since.
    pub refused_at: Option<Moment>,
    /// The secret that ends all notices to it.
    pub stop: StopCode,
}

impl MailAddress {
    /// Whether notices may be sent there.
    #[must_use]
    pub const fn is_usable(&self) -> bool {
        self.confirmed_at.is_some() && self.refused_at.is_none()
    }
}

// Written by hand, since address and secret must not appear in a log.
impl fmt::Debug for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailAddress")
            .field("player", &self.player)
            .field("kinds", &self.kinds)
            .field("confirmed_at", &self.confirmed_at)
            .field("refused_at", &self.refused_at)
            .finish_non_exhaustive()
    }
}

/// A row of `mail_address`.
type Row = (Uuid, String, String, i32, Stamp, Option<Stamp>, Option<Stamp>, Vec<u8>);

fn read(row: Row) -> Result<MailAddress, StoreError> {
    let (player, address, language, kinds, created, confirmed, refused, stop) = row;
    Ok(MailAddress {
        player: PlayerId(player),
        address,
        language,
        kinds: NotificationKinds::from_bits(kinds),
        created_at: created.0,
        confirmed_at: confirmed.map(|stamp| stamp.0),
        refused_at: refused.map(|stamp| stamp.0),
        stop: stop.try_into().map_err(|_| StoreError::Damaged("an address for mail"))?,
    })
}

/// Addresses for mail.
impl Database {
    /// Keeps an address in place of the person's former one, with the digest of the secret that
    /// confirms it and when that expires.
    pub async fn put_mail(
        &self,
        address: &MailAddress,
        code: Digest,
        until: Moment,
    ) -> Result<(), StoreError> {
        write!(self, |connection| put(connection, address, code, until))
    }

    /// The address of a player.
    pub async fn mail(&self, player: PlayerId) -> Result<Option<MailAddress>, StoreError> {
        let row: Option<Row> =
            on!(self, |store| sql("select player_id, address, language, kinds, created_at,
                confirmed_at, refused_at, stop
             from mail_address where player_id = $1")
            .bind(player.0)
            .read_optional(store))?;
        row.map(read).transpose()
    }

    /// Replaces the secret that confirms a player's address; false if they have none.
    pub async fn set_mail_code(
        &self,
        player: PlayerId,
        code: Digest,
        until: Moment,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| set_code(connection, player, code, until))
    }

    /// Sets the notices that a player wants by mail, and in which language; false if they have no
    /// address.
    pub async fn set_mail_kinds(
        &self,
        player: PlayerId,
        kinds: NotificationKinds,
        language: &str,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| set_kinds(connection, player, kinds, language))
    }

    /// Forgets a player's address; false if they have none.
    pub async fn remove_mail(&self, player: PlayerId) -> Result<bool, StoreError> {
        write!(self, |connection| remove(connection, player))
    }

    /// Confirms the address that the secret of this digest was sent to, which works once; false if
    /// there is none, or if the secret has expired by `now`.
    pub async fn confirm_mail(&self, code: Digest, now: Moment) -> Result<bool, StoreError> {
        write!(self, |connection| confirm(connection, code, now))
    }

    /// Ends all notices to the address with this secret; false if there is none.
    pub async fn stop_mail(&self, stop: StopCode) -> Result<bool, StoreError> {
        write!(self, |connection| end_all(connection, stop))
    }

    /// Notes that a player's address does not exist, unless they have changed it.
    pub async fn refuse_mail(
        &self,
        player: PlayerId,
        address: &str,
        now: Moment,
    ) -> Result<(), StoreError> {
        write!(self, |connection| refuse(connection, player, address, now))
    }

    /// Counts a mail to a player; false if `most` were counted on that day, given by its number
    /// since 1970, or if they have no address.
    pub async fn count_mail(
        &self,
        player: PlayerId,
        day: i64,
        most: u32,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| count(connection, player, day, most))
    }

    /// Forgets the addresses that were not confirmed in time.
    pub async fn forget_unconfirmed_mail(&self, now: Moment) -> Result<(), StoreError> {
        write!(self, |connection| forget_unconfirmed(connection, now))
    }
}

async fn put(
    connection: &mut impl Dialect,
    address: &MailAddress,
    code: Digest,
    until: Moment,
) -> sqlx::Result<()> {
    let MailAddress { player, kinds, created_at, confirmed_at, refused_at, stop, .. } = address;
    // Mails of today stay counted, for any address.
    sql("insert into mail_address
            (player_id, address, language, kinds, created_at, confirmed_at, refused_at, stop, code,
            code_until)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (player_id) do update
         set address = excluded.address, language = excluded.language, kinds = excluded.kinds,
            created_at = excluded.created_at, confirmed_at = excluded.confirmed_at,
            refused_at = excluded.refused_at, stop = excluded.stop, code = excluded.code,
            code_until = excluded.code_until")
    .bind(player.0)
    .bind(address.address.clone())
    .bind(address.language.clone())
    .bind(kinds.bits())
    .bind(Stamp(*created_at))
    .bind(confirmed_at.map(Stamp))
    .bind(refused_at.map(Stamp))
    .bind(stop.as_slice())
    .bind(code.as_slice())
    .bind(Stamp(until))
    .execute(connection)
    .await?;
    Ok(())
}

async fn set_code(
    connection: &mut impl Dialect,
    player: PlayerId,
    code: Digest,
    until: Moment,
) -> sqlx::Result<bool> {
    let set = sql("update mail_address set code = $2, code_until = $3 where player_id = $1")
        .bind(player.0)
        .bind(code.as_slice())
        .bind(Stamp(until))
        .execute(connection)
        .await?;
    Ok(set > 0)
}

async fn set_kinds(
    connection: &mut impl Dialect,
    player: PlayerId,
    kinds: NotificationKinds,
    language: &str,
) -> sqlx::Result<bool> {
    let set = sql("update mail_address set kinds = $2, language = $3 where player_id = $1")
        .bind(player.0)
        .bind(kinds.bits())
        .bind(language)
        .execute(connection)
        .await?;
    Ok(set > 0)
}

async fn remove(connection: &mut impl Dialect, player: PlayerId) -> sqlx::Result<bool> {
    let removed = sql("delete from mail_address where player_id = $1")
        .bind(player.0)
        .execute(connection)
        .await?;
    Ok(removed > 0)
}

async fn confirm(connection: &mut impl Dialect, code: Digest, now: Moment) -> sqlx::Result<bool> {
    let confirmed = sql("update mail_address
         set confirmed_at = $2, refused_at = null, code = null, code_until = null
         where code = $1 and code_until > $2")
    .bind(code.as_slice())
    .bind(Stamp(now))
    .execute(connection)
    .await?;
    Ok(confirmed > 0)
}

async fn end_all(connection: &mut impl Dialect, stop: StopCode) -> sqlx::Result<bool> {
    let ended = sql("update mail_address set kinds = 0 where stop = $1")
        .bind(stop.as_slice())
        .execute(connection)
        .await?;
    Ok(ended > 0)
}

async fn refuse(
    connection: &mut impl Dialect,
    player: PlayerId,
    address: &str,
    now: Moment,
) -> sqlx::Result<()> {
    sql("update mail_address set refused_at = $3 where player_id = $1 and address = $2")
        .bind(player.0)
        .bind(address)
        .bind(Stamp(now))
        .execute(connection)
        .await?;
    Ok(())
}

async fn count(
    connection: &mut impl Dialect,
    player: PlayerId,
    day: i64,
    most: u32,
) -> sqlx::Result<bool> {
    let counted = sql("update mail_address
         set sent = case when sent_day = $2 then sent + 1 else 1 end, sent_day = $2
         where player_id = $1 and (sent_day <> $2 or sent < $3)")
    .bind(player.0)
    .bind(day)
    .bind(i64::from(most))
    .execute(connection)
    .await?;
    Ok(counted > 0)
}

async fn forget_unconfirmed(connection: &mut impl Dialect, now: Moment) -> sqlx::Result<()> {
    sql("delete from mail_address where confirmed_at is null and code_until <= $1")
        .bind(Stamp(now))
        .execute(connection)
        .await?;
    Ok(())
}
