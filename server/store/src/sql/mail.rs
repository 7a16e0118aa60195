//! Addresses for mail.
//!
//! The secret that confirms an address is stored as a digest and forgotten in the statement that
//! accepts it, so it works once. How many mails somebody got today is counted in one statement, so
//! that several servers together keep to the bound.

use super::{Backend, Dialect, Stamp, sql, write};
use crate::mail::{MailAddress, MailAddresses, StopCode};
use crate::people::Digest;
use crate::{NoticeKinds, StoreError, StoreFuture};
use domain::{Moment, PlayerId};
use uuid::Uuid;

/// A row of `mail_address`.
type Row = (Uuid, String, String, bool, bool, bool, Stamp, Option<Stamp>, Option<Stamp>, Vec<u8>);

fn read(row: Row) -> Result<MailAddress, StoreError> {
    let (player, address, language, turn, challenge, found, created, confirmed, refused, stop) =
        row;
    Ok(MailAddress {
        player: PlayerId(player),
        address,
        language,
        kinds: NoticeKinds { turn, challenge, found },
        created_at: created.0,
        confirmed_at: confirmed.map(|stamp| stamp.0),
        refused_at: refused.map(|stamp| stamp.0),
        stop: stop.try_into().map_err(|_| StoreError::Damaged("an address for mail"))?,
    })
}

impl<B: Backend> MailAddresses for B {
    fn put_mail<'a>(
        &'a self,
        address: &'a MailAddress,
        code: Digest,
        until: Moment,
    ) -> StoreFuture<'a, ()> {
        write!(self, connection => put(connection, address, code, until))
    }

    fn mail(&self, player: PlayerId) -> StoreFuture<'_, Option<MailAddress>> {
        Box::pin(async move {
            let row: Option<Row> =
                sql("select player_id, address, language, turn, challenge, found, created_at,
                        confirmed_at, refused_at, stop
                     from mail_address where player_id = $1")
                .bind(player.0)
                .read_optional(self)
                .await?;
            row.map(read).transpose()
        })
    }

    fn set_mail_code(
        &self,
        player: PlayerId,
        code: Digest,
        until: Moment,
    ) -> StoreFuture<'_, bool> {
        write!(self, connection => set_code(connection, player, code, until))
    }

    fn set_mail_kinds<'a>(
        &'a self,
        player: PlayerId,
        kinds: NoticeKinds,
        language: &'a str,
    ) -> StoreFuture<'a, bool> {
        write!(self, connection => set_kinds(connection, player, kinds, language))
    }

    fn remove_mail(&self, player: PlayerId) -> StoreFuture<'_, bool> {
        write!(self, connection => remove(connection, player))
    }

    fn confirm_mail(&self, code: Digest, now: Moment) -> StoreFuture<'_, bool> {
        write!(self, connection => confirm(connection, code, now))
    }

    fn stop_mail(&self, stop: StopCode) -> StoreFuture<'_, bool> {
        write!(self, connection => end_all(connection, stop))
    }

    fn refuse_mail<'a>(
        &'a self,
        player: PlayerId,
        address: &'a str,
        now: Moment,
    ) -> StoreFuture<'a, ()> {
        write!(self, connection => refuse(connection, player, address, now))
    }

    fn count_mail(&self, player: PlayerId, day: i64, most: u32) -> StoreFuture<'_, bool> {
        write!(self, connection => count(connection, player, day, most))
    }

    fn forget_unconfirmed_mail(&self, now: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => forget_unconfirmed(connection, now))
    }
}

async fn put(
    connection: &mut impl Dialect,
    address: &MailAddress,
    code: Digest,
    until: Moment,
) -> sqlx::Result<()> {
    let MailAddress { player, kinds, created_at, confirmed_at, refused_at, stop, .. } = address;
    // What was sent today stays counted, whichever address it went to.
    sql("insert into mail_address
            (player_id, address, language, turn, challenge, found, created_at, confirmed_at,
            refused_at, stop, code, code_until)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         on conflict (player_id) do update
         set address = excluded.address, language = excluded.language, turn = excluded.turn,
            challenge = excluded.challenge, found = excluded.found,
            created_at = excluded.created_at, confirmed_at = excluded.confirmed_at,
            refused_at = excluded.refused_at, stop = excluded.stop, code = excluded.code,
            code_until = excluded.code_until")
    .bind(player.0)
    .bind(address.address.clone())
    .bind(address.language.clone())
    .bind(kinds.turn)
    .bind(kinds.challenge)
    .bind(kinds.found)
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
    kinds: NoticeKinds,
    language: &str,
) -> sqlx::Result<bool> {
    let set = sql("update mail_address set turn = $2, challenge = $3, found = $4, language = $5
         where player_id = $1")
    .bind(player.0)
    .bind(kinds.turn)
    .bind(kinds.challenge)
    .bind(kinds.found)
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
    let ended = sql("update mail_address set turn = $2, challenge = $2, found = $2
         where stop = $1")
    .bind(stop.as_slice())
    .bind(false)
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
