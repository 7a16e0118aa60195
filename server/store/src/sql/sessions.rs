//! Sessions: the browsers and devices on which a player is signed in.
//!
//! A player has at most a given number of sessions; opening one more ends the one that was unused
//! for longest. Every query for a session also names its player, so an id alone gives access to
//! nothing.

use super::credentials::counts;
use super::registering::leave;
use super::statement::{MAX_IDS, sql_of_ids};
use super::{Backend, Dialect, Stamp, sql, write};
use crate::StoreFuture;
use crate::credentials::{Generation, Left};
use crate::sessions::{Session, Sessions};
use domain::{Moment, PlayerId, SessionId, TokenId};
use uuid::Uuid;

impl<B: Backend> Sessions for B {
    fn open_session<'a>(
        &'a self,
        session: &'a Session,
        generation: Generation,
        most: u32,
    ) -> StoreFuture<'a, ()> {
        write!(self, connection => open(connection, session, generation, most))
    }

    fn sign_in<'a>(
        &'a self,
        session: &'a Session,
        generation: Generation,
        most: u32,
        left: Left,
    ) -> StoreFuture<'a, Vec<TokenId>> {
        write!(self, connection => sign_in(connection, session, generation, most, left))
    }

    fn session_seen(&self, player: PlayerId, id: SessionId) -> StoreFuture<'_, Option<Moment>> {
        Box::pin(async move {
            let seen: Option<(Stamp,)> = sql(concat!(
                "select seen_at from session where id = $1 and player_id = $2 and ",
                counts!("session")
            ))
            .bind(id.0)
            .bind(player.0)
            .read_optional(self)
            .await?;
            Ok(seen.map(|(Stamp(seen_at),)| seen_at))
        })
    }

    fn sessions_left<'a>(&'a self, ids: &'a [SessionId]) -> StoreFuture<'a, Vec<SessionId>> {
        Box::pin(async move {
            let mut left = Vec::new();
            for ids in ids.chunks(MAX_IDS) {
                let statement = sql_of_ids(concat!(
                    "select id from session where id in {ids} and ",
                    counts!("session")
                ));
                let statement = statement.bind_ids(ids.iter().map(|id| id.0));
                left.extend(statement.read_values(self).await?.into_iter().map(SessionId));
            }
            Ok(left)
        })
    }

    fn see_session(&self, id: SessionId, now: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => see(connection, id, now))
    }

    fn sessions(&self, player: PlayerId) -> StoreFuture<'_, Vec<Session>> {
        Box::pin(async move {
            let rows: Vec<(Uuid, String, Stamp, Stamp, Option<Stamp>)> = sql(concat!(
                "select id, device, created_at, seen_at, confirmed_at from session
                 where player_id = $1 and ",
                counts!("session"),
                " order by session.created_at, id"
            ))
            .bind(player.0)
            .read_all(self)
            .await?;
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
        })
    }

    fn end_session(&self, player: PlayerId, id: SessionId) -> StoreFuture<'_, bool> {
        write!(self, connection => end(connection, player, id))
    }

    fn forget_sessions(&self, before: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => forget(connection, before))
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
