//! Sessions in SQLite: the browsers and devices on which a player is signed in.
//!
//! A player has at most a given number of sessions; opening one more ends the one that was unused
//! for longest. Every query for a session also names its player, so an id alone gives access to
//! nothing.

use super::{SqliteStore, write};
use crate::store::sessions::{Session, Sessions};
use crate::store::{StoreError, StoreFuture, fault, rows};
use domain::{Moment, PlayerId, SessionId};
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use uuid::Uuid;

impl Sessions for SqliteStore {
    fn open_session<'a>(&'a self, session: &'a Session, most: u32) -> StoreFuture<'a, ()> {
        write!(self, connection => open(connection, session, most))
    }

    fn session_seen(&self, player: PlayerId, id: SessionId) -> StoreFuture<'_, Option<Moment>> {
        Box::pin(async move {
            let seen: Option<i64> =
                sqlx::query_scalar("select seen_at from session where id = $1 and player_id = $2")
                    .bind(id.0)
                    .bind(player.0)
                    .fetch_optional(&self.readers)
                    .await
                    .map_err(|error| fault::of_read(&error))?;
            seen.map(rows::moment).transpose()
        })
    }

    fn see_session(&self, id: SessionId, now: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => see(connection, id, now))
    }

    fn sessions(&self, player: PlayerId) -> StoreFuture<'_, Vec<Session>> {
        Box::pin(async move {
            let rows: Vec<(Uuid, String, i64, i64)> = sqlx::query_as(
                "select id, device, created_at, seen_at from session
                 where player_id = $1 order by session.created_at, id",
            )
            .bind(player.0)
            .fetch_all(&self.readers)
            .await
            .map_err(|error| fault::of_read(&error))?;
            let read = |(id, device, created_at, seen_at)| {
                let (created_at, seen_at) = (rows::moment(created_at)?, rows::moment(seen_at)?);
                Ok(Session { id: SessionId(id), player, device, created_at, seen_at })
            };
            rows.into_iter().map(read).collect::<Result<_, StoreError>>()
        })
    }

    fn end_session(&self, player: PlayerId, id: SessionId) -> StoreFuture<'_, bool> {
        write!(self, connection => end(connection, player, id))
    }

    fn end_sessions(&self, player: PlayerId, except: Option<SessionId>) -> StoreFuture<'_, ()> {
        write!(self, connection => end_all(connection, player, except))
    }

    fn forget_sessions(&self, before: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => forget(connection, before))
    }
}

async fn open(connection: &mut SqliteConnection, session: &Session, most: u32) -> sqlx::Result<()> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    sqlx::query(
        "insert into session (id, player_id, device, created_at, seen_at)
         values ($1, $2, $3, $4, $5)",
    )
    .bind(session.id.0)
    .bind(session.player.0)
    .bind(session.device.clone())
    .bind(rows::millis(session.created_at))
    .bind(rows::millis(session.seen_at))
    .execute(&mut *transaction)
    .await?;
    // The sessions that were unused for longest make room.
    sqlx::query(
        "delete from session where player_id = $1 and id <> $2 and id not in (
             select id from session where player_id = $1 order by seen_at desc, id limit $3)",
    )
    .bind(session.player.0)
    .bind(session.id.0)
    .bind(i64::from(most))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}

async fn see(connection: &mut SqliteConnection, id: SessionId, now: Moment) -> sqlx::Result<()> {
    sqlx::query("update session set seen_at = $2 where id = $1")
        .bind(id.0)
        .bind(rows::millis(now))
        .execute(connection)
        .await?;
    Ok(())
}

async fn end(
    connection: &mut SqliteConnection,
    player: PlayerId,
    id: SessionId,
) -> sqlx::Result<bool> {
    let ended = sqlx::query("delete from session where player_id = $1 and id = $2")
        .bind(player.0)
        .bind(id.0)
        .execute(connection)
        .await?;
    Ok(ended.rows_affected() > 0)
}

async fn end_all(
    connection: &mut SqliteConnection,
    player: PlayerId,
    except: Option<SessionId>,
) -> sqlx::Result<()> {
    sqlx::query("delete from session where player_id = $1 and id <> $2")
        .bind(player.0)
        .bind(except.map_or(Uuid::nil(), |id| id.0))
        .execute(connection)
        .await?;
    Ok(())
}

async fn forget(connection: &mut SqliteConnection, before: Moment) -> sqlx::Result<()> {
    sqlx::query("delete from session where seen_at < $1")
        .bind(rows::millis(before))
        .execute(connection)
        .await?;
    Ok(())
}
