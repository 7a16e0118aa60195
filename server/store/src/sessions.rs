//! Sessions: the browsers and devices on which a player is signed in, as their owner sees and ends
//! them.
//!
//! A cookie is signed and names a session; ending the session here makes the cookie invalid. The name
//! of a device is a guess from its headers, for recognition only.
//!
//! A player has at most a given number of sessions; opening one more ends the one that was unused
//! for longest. Every query for a session also names its player, so an id alone gives access to
//! nothing.

use crate::credentials::{Generation, Left, counts};
use crate::database::{on, write};
use crate::registration::leave;
use crate::sql::{Dialect, Stamp, sql};
use crate::{Database, StoreError};
use domain::{Moment, PlayerId, SessionId, TokenId};
use uuid::Uuid;

/// A browser or device on which a player is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id, which proves nothing by itself.
    pub id: SessionId,
    /// The player who is signed in there.
    pub player: PlayerId,
    /// Its probable name, in at most 60 characters, for its owner to recognise it.
    pub device: String,
    /// When it began.
    pub created_at: Moment,
    /// When it was last used, accurate to about an hour.
    pub seen_at: Moment,
    /// When the player last proved in it who they are, by a password, a passkey or a recovery code; none
    /// if they never did, as in one that a sign-in link began.
    pub confirmed_at: Option<Moment>,
}

/// Sessions.
impl Database {
    /// Stores a session, made in this generation of its player's credentials. If a player then has more
    /// than `most`, those that were unused for longest are ended.
    pub async fn open_session(
        &self,
        session: &Session,
        generation: Generation,
        most: u32,
    ) -> Result<(), StoreError> {
        write!(self, |connection| open(connection, session, generation, most))
    }

    /// The same for a browser that had another identity or session before. Subscriptions of the earlier
    /// session become those of the new one if the player is the same. Returns the tokens that ended.
    pub async fn sign_in(
        &self,
        session: &Session,
        generation: Generation,
        most: u32,
        left: Left,
    ) -> Result<Vec<TokenId>, StoreError> {
        write!(self, |connection| sign_in(connection, session, generation, most, left))
    }

    /// When a session of a player was last used; `None` once it has ended. Like every question here, it
    /// is about sessions of the present generation of the player's credentials.
    pub async fn session_seen(
        &self,
        player: PlayerId,
        id: SessionId,
    ) -> Result<Option<Moment>, StoreError> {
        let seen: Option<(Stamp,)> = on!(self, |store| sql(concat!(
            "select seen_at from session where id = $1 and player_id = $2 and ",
            counts!("session")
        ))
        .bind(id.0)
        .bind(player.0)
        .read_optional(store))?;
        Ok(seen.map(|(Stamp(seen_at),)| seen_at))
    }

    /// Records that a session is in use.
    pub async fn see_session(&self, id: SessionId, now: Moment) -> Result<(), StoreError> {
        write!(self, |connection| see(connection, id, now))
    }

    /// The sessions of a player, the oldest first.
    pub async fn sessions(&self, player: PlayerId) -> Result<Vec<Session>, StoreError> {
        let rows: Vec<(Uuid, String, Stamp, Stamp, Option<Stamp>)> =
            on!(self, |store| sql(concat!(
                "select id, device, created_at, seen_at, confirmed_at from session
                 where player_id = $1 and ",
                counts!("session"),
                " order by session.created_at, id"
            ))
            .bind(player.0)
            .read_all(store))?;
        let read = |(id, device, Stamp(created_at), Stamp(seen_at), confirmed): (
            _,
            _,
            _,
            _,
            Option<_>,
        )| {
            Session {
                id: SessionId(id),
                player,
                device,
                created_at,
                seen_at,
                confirmed_at: confirmed.map(|Stamp(at)| at),
            }
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Ends a session of a player; false if there is none.
    pub async fn end_session(&self, player: PlayerId, id: SessionId) -> Result<bool, StoreError> {
        write!(self, |connection| end(connection, player, id))
    }

    /// Deletes sessions that were last used before `before`.
    pub async fn forget_sessions(&self, before: Moment) -> Result<(), StoreError> {
        write!(self, |connection| forget(connection, before))
    }
}

async fn open(
    connection: &mut impl Dialect,
    session: &Session,
    generation: Generation,
    most: u32,
) -> sqlx::Result<()> {
    let mut transaction = connection.start().await?;
    insert(&mut *transaction, session, generation, most).await?;
    transaction.commit().await
}

async fn sign_in(
    connection: &mut impl Dialect,
    session: &Session,
    generation: Generation,
    most: u32,
    left: Left,
) -> sqlx::Result<Vec<TokenId>> {
    let mut transaction = connection.start().await?;
    insert(&mut *transaction, session, generation, most).await?;
    let ended = leave(&mut *transaction, left, session.player, session.id).await?;
    transaction.commit().await?;
    Ok(ended)
}

async fn insert(
    connection: &mut impl Dialect,
    session: &Session,
    generation: Generation,
    most: u32,
) -> sqlx::Result<()> {
    sql("insert into session
            (id, player_id, device, created_at, seen_at, confirmed_at, generation)
         values ($1, $2, $3, $4, $5, $6, $7)")
    .bind(session.id.0)
    .bind(session.player.0)
    .bind(&*session.device)
    .bind(Stamp(session.created_at))
    .bind(Stamp(session.seen_at))
    .bind(session.confirmed_at.map(Stamp))
    .bind(generation.0)
    .execute(connection)
    .await?;
    // The sessions that were unused for longest make room.
    sql("delete from session where player_id = $1 and id <> $2 and id not in (
             select id from session where player_id = $1 order by seen_at desc, id limit $3)")
    .bind(session.player.0)
    .bind(session.id.0)
    .bind(i64::from(most))
    .execute(connection)
    .await?;
    Ok(())
}

async fn see(connection: &mut impl Dialect, id: SessionId, now: Moment) -> sqlx::Result<()> {
    sql("update session set seen_at = $2 where id = $1")
        .bind(id.0)
        .bind(Stamp(now))
        .execute(connection)
        .await?;
    Ok(())
}

async fn end(connection: &mut impl Dialect, player: PlayerId, id: SessionId) -> sqlx::Result<bool> {
    let ended = sql("delete from session where player_id = $1 and id = $2")
        .bind(player.0)
        .bind(id.0)
        .execute(connection)
        .await?;
    Ok(ended > 0)
}

async fn forget(connection: &mut impl Dialect, before: Moment) -> sqlx::Result<()> {
    sql("delete from session where seen_at < $1").bind(Stamp(before)).execute(connection).await?;
    Ok(())
}
