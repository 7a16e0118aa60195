//! Credentials: in which generation they count, recovery, and the operations that end all credentials
//! but one.
//!
//! Secrets are stored as digests only. A recovery code or link is deleted in the transaction that
//! accepts it, so it works once. A statement that changes the credentials of a registered player
//! compares the generation of the session in the row of `person` that it updates, so that on Postgres,
//! where transactions overlap, a session that another transaction is ending changes nothing.

use super::links::{add_link, take_link};
use super::registering::register;
use super::{Backend, Dialect, Stamp, sql, write};
use crate::StoreFuture;
use crate::credentials::{Adding, Credentials, Generation, Keeping, Pass, Recovered, Registration};
use crate::people::Digest;
use domain::{Moment, PlayerId, SessionId, TokenId};
use uuid::Uuid;

/// The condition that a credential in a table counts: its generation is the player's present one. A
/// player who deleted everything has none.
macro_rules! counts {
    ($table:literal) => {
        concat!(
            $table,
            ".generation = coalesce((select case when person.deleted_at is null
                 then person.generation else -1 end
                 from person where person.id = ",
            $table,
            ".player_id), 0)"
        )
    };
}
pub(super) use counts;

impl<B: Backend> Credentials for B {
    fn keep<'a>(&'a self, registration: Registration<'a>) -> StoreFuture<'a, Keeping> {
        write!(self, connection => register(connection, registration))
    }

    fn set_password<'a>(
        &'a self,
        player: PlayerId,
        session: SessionId,
        password: &'a str,
    ) -> StoreFuture<'a, Option<Vec<TokenId>>> {
        write!(self, connection => end_others(connection, player, Some(session), Some(password)))
    }

    fn end_others(
        &self,
        player: PlayerId,
        except: Option<SessionId>,
    ) -> StoreFuture<'_, Option<Vec<TokenId>>> {
        write!(self, connection => end_others(connection, player, except, None))
    }

    fn recover<'a>(
        &'a self,
        code: Digest,
        password: Option<&'a str>,
    ) -> StoreFuture<'a, Option<Recovered>> {
        write!(self, connection => recover(connection, code, password))
    }

    fn set_recovery_codes<'a>(
        &'a self,
        player: PlayerId,
        session: SessionId,
        codes: &'a [Digest],
    ) -> StoreFuture<'a, bool> {
        write!(self, connection => set_recovery_codes(connection, player, session, codes))
    }

    fn recovery_codes_left(&self, player: PlayerId) -> StoreFuture<'_, u32> {
        Box::pin(async move {
            let left: i64 = sql("select count(*) from recovery_code where person_id = $1")
                .bind(player.0)
                .read_value(self)
                .await?;
            Ok(u32::try_from(left).unwrap_or(u32::MAX))
        })
    }

    fn session_confirmed(
        &self,
        player: PlayerId,
        session: SessionId,
    ) -> StoreFuture<'_, Option<Moment>> {
        Box::pin(async move {
            let found: Option<(Option<Stamp>,)> = sql(concat!(
                "select confirmed_at from session where player_id = $1 and id = $2 and ",
                counts!("session")
            ))
            .bind(player.0)
            .bind(session.0)
            .read_optional(self)
            .await?;
            Ok(found.and_then(|(at,)| at).map(|Stamp(at)| at))
        })
    }

    fn confirm_session(
        &self,
        player: PlayerId,
        session: SessionId,
        now: Moment,
    ) -> StoreFuture<'_, bool> {
        write!(self, connection => confirm(connection, player, session, now))
    }

    fn confirm_by_code(
        &self,
        player: PlayerId,
        session: SessionId,
        code: Digest,
        now: Moment,
    ) -> StoreFuture<'_, bool> {
        write!(self, connection => confirm_by_code(connection, player, session, code, now))
    }

    fn add_link(
        &self,
        link: Digest,
        player: PlayerId,
        pass: Pass,
        now: Moment,
        expires_at: Moment,
    ) -> StoreFuture<'_, bool> {
        write!(self, connection => add_link(connection, link, player, pass, now, expires_at))
    }

    fn take_link(
        &self,
        link: Digest,
        now: Moment,
    ) -> StoreFuture<'_, Option<(PlayerId, Generation)>> {
        write!(self, connection => take_link(connection, link, now))
    }

    fn left_guests(
        &self,
        from: Moment,
        until: Moment,
        limit: u32,
    ) -> StoreFuture<'_, Vec<PlayerId>> {
        Box::pin(async move {
            let ids: Vec<Uuid> =
                sql("select id from person where kept_at >= $1 and kept_at < $2 limit $3")
                    .bind(Stamp(from))
                    .bind(Stamp(until))
                    .bind(i64::from(limit))
                    .read_values(self)
                    .await?;
            Ok(ids.into_iter().map(PlayerId).collect())
        })
    }
}

/// The generation of the credential of a request; none if it has ended.
pub(super) async fn generation_of(
    connection: &mut impl Dialect,
    player: PlayerId,
    pass: Pass,
) -> sqlx::Result<Option<Generation>> {
    let found: Option<(i64,)> = match pass {
        Pass::Guest => {
            sql("select cast(0 as bigint) where not exists (select 1 from person where id = $1)")
                .bind(player.0)
                .optional(connection)
                .await?
        }
        Pass::Session(id) => {
            sql(concat!(
                "select generation from session where player_id = $1 and id = $2 and ",
                counts!("session")
            ))
            .bind(player.0)
            .bind(id.0)
            .optional(connection)
            .await?
        }
        Pass::Token(id) => {
            sql(concat!(
                "select generation from token where player_id = $1 and id = $2 and ",
                counts!("token")
            ))
            .bind(player.0)
            .bind(id.0)
            .optional(connection)
            .await?
        }
    };
    Ok(found.map(|(generation,)| Generation(generation)))
}

/// Locks the row of a registered player for the rest of the transaction; false unless it is a session
/// of theirs.
pub(super) async fn hold(
    connection: &mut impl Dialect,
    player: PlayerId,
    session: SessionId,
) -> sqlx::Result<bool> {
    let held = sql("update person set generation = generation
         where id = $1 and deleted_at is null and exists (
             select 1 from session where session.id = $2 and session.player_id = $1
             and session.generation = person.generation)")
    .bind(player.0)
    .bind(session.0)
    .execute(connection)
    .await?;
    Ok(held == 1)
}

pub(super) fn token_ids(rows: Vec<(Uuid,)>) -> Vec<TokenId> {
    rows.into_iter().map(|(id,)| TokenId(id)).collect()
}

async fn end_others(
    connection: &mut impl Dialect,
    player: PlayerId,
    except: Option<SessionId>,
    password: Option<&str>,
) -> sqlx::Result<Option<Vec<TokenId>>> {
    let mut transaction = connection.start().await?;
    let renewed = renew(&mut *transaction, player, except, password).await?;
    let Some((_, ended)) = renewed else { return Ok(None) };
    transaction.commit().await?;
    Ok(Some(ended))
}

/// Begins the next generation of a player's credentials, into which one session is taken.
async fn renew(
    connection: &mut impl Dialect,
    player: PlayerId,
    except: Option<SessionId>,
    password: Option<&str>,
) -> sqlx::Result<Option<(Generation, Vec<TokenId>)>> {
    let begun: Option<(i64,)> =
        sql("update person set generation = generation + 1, password = coalesce($3, password)
         where id = $1 and deleted_at is null and ($2 is null or exists (
             select 1 from session where session.id = $2 and session.player_id = $1
             and session.generation = person.generation))
         returning generation")
        .bind(player.0)
        .bind(except.map(|id| id.0))
        .bind(password.map(str::to_owned))
        .optional(connection)
        .await?;
    let generation = match begun {
        Some((generation,)) => Generation(generation),
        // A guest has no row, and no other generation.
        None if password.is_none() => {
            let pass = except.map_or(Pass::Guest, Pass::Session);
            match generation_of(connection, player, pass).await? {
                Some(Generation::GUEST) => Generation::GUEST,
                Some(_) | None => return Ok(None),
            }
        }
        None => return Ok(None),
    };
    let except = except.map_or(Uuid::nil(), |id| id.0);
    sql("update session set generation = $3 where player_id = $1 and id = $2")
        .bind(player.0)
        .bind(except)
        .bind(generation.0)
        .execute(connection)
        .await?;
    for statement in [
        "delete from session where player_id = $1 and id <> $2",
        "delete from push_subscription where player_id = $1
         and (session is null or session <> $2)",
    ] {
        sql(statement).bind(player.0).bind(except).execute(connection).await?;
    }
    for statement in [
        "delete from identity_link where player_id = $1",
        // The link that confirms it may be in another's mailbox.
        "delete from mail_address where player_id = $1 and confirmed_at is null",
    ] {
        sql(statement).bind(player.0).execute(connection).await?;
    }
    let ended = sql("delete from token where player_id = $1 returning id")
        .bind(player.0)
        .all(connection)
        .await?;
    Ok(Some((generation, token_ids(ended))))
}

async fn recover(
    connection: &mut impl Dialect,
    code: Digest,
    password: Option<&str>,
) -> sqlx::Result<Option<Recovered>> {
    let mut transaction = connection.start().await?;
    let taken: Option<(Uuid,)> =
        sql("delete from recovery_code where digest = $1 returning person_id")
            .bind(code.as_slice())
            .optional(&mut *transaction)
            .await?;
    let Some((id,)) = taken else { return Ok(None) };
    let player = PlayerId(id);
    let renewed = renew(&mut *transaction, player, None, password).await?;
    let Some((generation, ended)) = renewed else { return Ok(None) };
    transaction.commit().await?;
    Ok(Some(Recovered { player, generation, ended }))
}

pub(super) async fn insert_codes(
    connection: &mut impl Dialect,
    id: PlayerId,
    codes: &[Digest],
) -> sqlx::Result<()> {
    for code in codes {
        sql("insert into recovery_code (digest, person_id) values ($1, $2)")
            .bind(code.as_slice())
            .bind(id.0)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn set_recovery_codes(
    connection: &mut impl Dialect,
    player: PlayerId,
    session: SessionId,
    codes: &[Digest],
) -> sqlx::Result<bool> {
    let mut transaction = connection.start().await?;
    if !hold(&mut *transaction, player, session).await? {
        return Ok(false);
    }
    sql("delete from recovery_code where person_id = $1")
        .bind(player.0)
        .execute(&mut *transaction)
        .await?;
    insert_codes(&mut *transaction, player, codes).await?;
    transaction.commit().await?;
    Ok(true)
}

async fn confirm(
    connection: &mut impl Dialect,
    player: PlayerId,
    session: SessionId,
    now: Moment,
) -> sqlx::Result<bool> {
    let confirmed = sql(concat!(
        "update session set confirmed_at = $3 where player_id = $1 and id = $2 and ",
        counts!("session")
    ))
    .bind(player.0)
    .bind(session.0)
    .bind(Stamp(now))
    .execute(connection)
    .await?;
    Ok(confirmed == 1)
}

async fn confirm_by_code(
    connection: &mut impl Dialect,
    player: PlayerId,
    session: SessionId,
    code: Digest,
    now: Moment,
) -> sqlx::Result<bool> {
    let mut transaction = connection.start().await?;
    let taken = sql("delete from recovery_code where digest = $1 and person_id = $2")
        .bind(code.as_slice())
        .bind(player.0)
        .execute(&mut *transaction)
        .await?;
    if taken == 0 || !confirm(&mut *transaction, player, session, now).await? {
        return Ok(false);
    }
    transaction.commit().await?;
    Ok(true)
}

/// Adds a token or a passkey after `Adding::Ended` is ruled out.
pub(super) const fn added(count: u64) -> Adding {
    if count == 1 { Adding::Added } else { Adding::TooMany }
}
