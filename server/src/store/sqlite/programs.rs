//! The tokens of programs in SQLite, and which players have declared themselves to be programs.
//!
//! The bound on tokens is part of the insert; expired tokens do not count. A token is a row with
//! its id only: what proves it is its signature, which is not stored.

use crate::store::{StoreError, Token, fault, rows};
use domain::{Moment, PlayerId, TokenId};
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use uuid::Uuid;

pub(super) async fn add_token(
    connection: &mut SqliteConnection,
    token: Token,
    most: u32,
) -> sqlx::Result<bool> {
    // Expired tokens do not count towards the bound.
    sqlx::query("delete from token where player_id = ? and expires_at <= ?")
        .bind(token.player.0)
        .bind(rows::millis(token.created_at))
        .execute(&mut *connection)
        .await?;
    let kept = sqlx::query(
        "insert into token (id, player_id, created_at, expires_at)
         select ?1, ?2, ?3, ?4 where (select count(*) from token where player_id = ?2) < ?5",
    )
    .bind(token.id.0)
    .bind(token.player.0)
    .bind(rows::millis(token.created_at))
    .bind(rows::millis(token.expires_at))
    .bind(i64::from(most))
    .execute(connection)
    .await?;
    Ok(kept.rows_affected() == 1)
}

pub(super) async fn tokens(
    pool: &SqlitePool,
    player: PlayerId,
    now: Moment,
) -> Result<Vec<Token>, StoreError> {
    let rows: Vec<(Uuid, i64, i64)> = sqlx::query_as(
        "select id, created_at, expires_at from token
         where player_id = ? and expires_at > ? order by created_at, id",
    )
    .bind(player.0)
    .bind(rows::millis(now))
    .fetch_all(pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    let read = |(id, created_at, expires_at)| {
        let (created_at, expires_at) = (rows::moment(created_at)?, rows::moment(expires_at)?);
        Ok(Token { id: TokenId(id), player, created_at, expires_at })
    };
    rows.into_iter().map(read).collect()
}

pub(super) async fn has_token(pool: &SqlitePool, id: TokenId) -> Result<bool, StoreError> {
    sqlx::query_scalar("select exists (select 1 from token where id = ?)")
        .bind(id.0)
        .fetch_one(pool)
        .await
        .map_err(|error| fault::of_read(&error))
}

pub(super) async fn end_token(
    connection: &mut SqliteConnection,
    player: PlayerId,
    id: TokenId,
) -> sqlx::Result<bool> {
    let ended = sqlx::query("delete from token where player_id = ? and id = ?")
        .bind(player.0)
        .bind(id.0)
        .execute(connection)
        .await?;
    Ok(ended.rows_affected() > 0)
}

pub(super) async fn forget_tokens(
    connection: &mut SqliteConnection,
    now: Moment,
) -> sqlx::Result<()> {
    sqlx::query("delete from token where expires_at <= ?")
        .bind(rows::millis(now))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn set_bot(
    connection: &mut SqliteConnection,
    player: PlayerId,
    now: Moment,
) -> sqlx::Result<()> {
    sqlx::query("insert into bot (player_id, since) values (?, ?) on conflict do nothing")
        .bind(player.0)
        .bind(rows::millis(now))
        .execute(connection)
        .await?;
    Ok(())
}
