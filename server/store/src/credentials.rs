//! Credentials: the sessions, tokens and links by which players are known, and the operations that end
//! all of them but one; recovery codes are in `recovery_codes`.
//!
//! Every credential is made in a *generation* of its player's credentials and counts only while that is
//! the present one. Guests are in generation 0, registering begins generation 1, and a new password, a
//! recovery and signing out everywhere else begin the next. A credential of an earlier generation is
//! deleted by the same transaction; one that a request under way adds afterwards still counts for nothing.
//!
//! Secrets are stored as digests only. A link is deleted in the transaction that accepts it, so it works
//! once. A statement that changes the credentials of a registered player
//! compares the generation of the session in the row of `person` that it updates, so that on Postgres,
//! where transactions overlap, a session that another transaction is ending changes nothing.

use crate::accounts::{Account, Digest};
use crate::database::{on, write};
use crate::links::{add_link, take_link};
use crate::passkeys::StoredPasskey;
use crate::registration::register;
use crate::sql::{Dialect, Stamp, sql};
use crate::{Database, StoreError};
use domain::{Moment, PlayerId, SessionId, TokenId};
use uuid::Uuid;

/// A generation of a player's credentials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Generation(pub i64);

impl Generation {
    /// That of every guest.
    pub const GUEST: Self = Self(0);

    /// The one that begins when a guest registers.
    pub const REGISTERED: Self = Self(1);
}

/// The credential of a request or a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pass {
    /// The cookie of a guest without a session.
    Guest,
    /// The cookie of a session.
    Session(SessionId),
    /// The token of a program.
    Token(TokenId),
}

impl Pass {
    /// The id of the session or of the token; none of a guest's cookie.
    #[must_use]
    pub const fn id(self) -> Option<Uuid> {
        match self {
            Self::Session(id) => Some(id.0),
            Self::Token(id) => Some(id.0),
            Self::Guest => None,
        }
    }

    /// The session, if it is the cookie of one.
    #[must_use]
    pub const fn session(self) -> Option<SessionId> {
        match self {
            Self::Session(id) => Some(id),
            Self::Guest | Self::Token(_) => None,
        }
    }
}

/// A guest who registers.
#[derive(Debug, Clone, Copy)]
pub struct Registration<'a> {
    /// The new person; their generation is the first one.
    pub account: &'a Account,
    /// The likeness of the name.
    pub likeness: Option<&'a str>,
    /// The digests of the recovery codes.
    pub codes: &'a [Digest],
    /// The passkey that registers them, if that is the way.
    pub passkey: Option<&'a StoredPasskey>,
    /// The credential that remains theirs.
    pub pass: Pass,
}

/// The result of a registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Registering {
    /// The guest is registered. All their credentials ended except that of the request; these were the
    /// tokens among them.
    Registered(Vec<TokenId>),
    /// It is a person's identity, or was one's; nothing has changed.
    AlreadyRegistered,
    /// Another player has a name that resembles this one; nothing has changed.
    NameTaken,
    /// The passkey is known already; nothing has changed.
    PasskeyKnown,
    /// The credential of the request has ended; nothing has changed.
    Ended,
}

/// The result of adding a credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adding {
    /// It is added.
    Added,
    /// There are as many as there may be, or this one is known.
    TooMany,
    /// The credential of the request has ended.
    Ended,
}

/// The earlier identity of a browser that signs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// The player it was. The tokens of a guest end.
    pub player: PlayerId,
    /// The session it had, which ends.
    pub session: Option<SessionId>,
}

/// The condition that a credential in a table counts: its generation is the player's present one. A
/// player who deleted everything has none.
macro_rules! counts {
    ($table:literal) => {
        concat!(
            $table,
            ".generation = coalesce((select case when account.deleted_at is null
                 then account.generation else -1 end
                 from account where account.id = ",
            $table,
            ".player_id), 0)"
        )
    };
}
pub(super) use counts;

/// Credentials.
impl Database {
    /// Registers a guest, and ends all credentials of the guest except that of the request.
    pub async fn register(
        &self,
        registration: Registration<'_>,
    ) -> Result<Registering, StoreError> {
        write!(self, |connection| register(connection, registration))
    }

    /// Replaces the hash of a player's password and ends all their credentials except a session.
    /// Returns the tokens that ended; none, with nothing changed, unless it is a session of theirs.
    pub async fn set_password(
        &self,
        player: PlayerId,
        session: SessionId,
        password: &str,
    ) -> Result<Option<Vec<TokenId>>, StoreError> {
        write!(self, |connection| end_others(connection, player, Some(session), Some(password)))
    }

    /// Ends all sessions, tokens, links and subscriptions of a player except a session and its
    /// subscriptions, and forgets an address for mail that is not confirmed. Returns the tokens that ended; none, with nothing changed, unless it is a
    /// session of theirs.
    pub async fn end_others(
        &self,
        player: PlayerId,
        except: Option<SessionId>,
    ) -> Result<Option<Vec<TokenId>>, StoreError> {
        write!(self, |connection| end_others(connection, player, except, None))
    }

    /// When a player last confirmed in a session who they are; none if they never did, or if it is no
    /// session of theirs.
    pub async fn session_confirmed(
        &self,
        player: PlayerId,
        session: SessionId,
    ) -> Result<Option<Moment>, StoreError> {
        let found: Option<(Option<Stamp>,)> = on!(self, |store| sql(concat!(
            "select confirmed_at from session where player_id = $1 and id = $2 and ",
            counts!("session")
        ))
        .bind(player.0)
        .bind(session.0)
        .read_optional(store))?;
        Ok(found.and_then(|(at,)| at).map(|Stamp(at)| at))
    }

    /// Records that a player has confirmed in a session who they are; false if it is no session of
    /// theirs.
    pub async fn confirm_session(
        &self,
        player: PlayerId,
        session: SessionId,
        now: Moment,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| confirm(connection, player, session, now))
    }

    /// Stores a link that signs another device in, in place of an earlier one of the player; false if
    /// the credential of the request has ended. The link ends with that credential.
    pub async fn add_link(
        &self,
        link: Digest,
        player: PlayerId,
        pass: Pass,
        now: Moment,
        expires_at: Moment,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| add_link(connection, link, player, pass, now, expires_at))
    }

    /// Uses such a link up, unless it has expired by `now`; its player, and the generation in which it
    /// was made.
    pub async fn take_link(
        &self,
        link: Digest,
        now: Moment,
    ) -> Result<Option<(PlayerId, Generation)>, StoreError> {
        write!(self, |connection| take_link(connection, link, now))
    }

    /// The guests who registered, or deleted themselves, from one moment until before another, at most
    /// `limit` of them.
    pub async fn left_guests(
        &self,
        from: Moment,
        until: Moment,
        limit: u32,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let ids: Vec<Uuid> = on!(self, |store| sql(
            "select id from account where registered_at >= $1 and registered_at < $2 limit $3"
        )
        .bind(Stamp(from))
        .bind(Stamp(until))
        .bind(i64::from(limit))
        .read_values(store))?;
        Ok(ids.into_iter().map(PlayerId).collect())
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
            sql("select cast(0 as bigint) where not exists (select 1 from account where id = $1)")
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
    let held = sql("update account set generation = generation
         where id = $1 and deleted_at is null and exists (
             select 1 from session where session.id = $2 and session.player_id = $1
             and session.generation = account.generation)")
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
pub(super) async fn renew(
    connection: &mut impl Dialect,
    player: PlayerId,
    except: Option<SessionId>,
    password: Option<&str>,
) -> sqlx::Result<Option<(Generation, Vec<TokenId>)>> {
    let begun: Option<(i64,)> =
        sql("update account set generation = generation + 1, password = coalesce($3, password)
         where id = $1 and deleted_at is null and ($2 is null or exists (
             select 1 from session where session.id = $2 and session.player_id = $1
             and session.generation = account.generation))
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

pub(super) async fn confirm(
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

/// Adds a token or a passkey after `Adding::Ended` is ruled out.
pub(super) const fn added(count: u64) -> Adding {
    if count == 1 { Adding::Added } else { Adding::TooMany }
}
