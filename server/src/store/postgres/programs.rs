//! The tokens of programs in Postgres, and which players have declared themselves to be programs.
//!
//! The bound on tokens is part of the insert; expired tokens do not count. A token is a row with
//! its id only: what proves it is its signature, which is not stored.

use crate::store::{StoreError, Token, fault, rows};
use domain::{Moment, PlayerId, TokenId};
use sqlx::postgres::{PgConnection, PgPool};
use uuid::Uuid;

pub(super) async fn add_token(
    connection: &mut PgConnection,
    token: Token,
    most: u32,
) -> sqlx::Result<bool> {
    // Expired tokens do not count towards the bound.
    sqlx::query("delete from token where player_id = $1 and expires_at <= timestamptz 'epoch' + $2 * interval '1 millisecond'")
        .bind(token.player.0)
        .bind(rows::millis(token.created_at))
        .execute(&mut *connection)
        .await?;
    let kept = sqlx::query(
        "insert into token (id, player_id, created_at, expires_at)
         select $1, $2, timestamptz 'epoch' + $3 * interval '1 millisecond', timestamptz 'epoch' + $4 * interval '1 millisecond'
         where (select count(*) from token where player_id = $2) < $5",
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
    pool: &PgPool,
    player: PlayerId,
    now: Moment,
) -> Result<Vec<Token>, StoreError> {
    let rows: Vec<(Uuid, i64, i64)> = sqlx::query_as(
        "select id, (extract(epoch from created_at) * 1000)::bigint, (extract(epoch from expires_at) * 1000)::bigint from token
         where player_id = $1 and expires_at > timestamptz 'epoch' + $2 * interval '1 millisecond' order by created_at, id",
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

pub(super) async fn has_token(pool: &PgPool, id: TokenId) -> Result<bool, StoreError> {
    sqlx::query_scalar("select exists (select 1 from token where id = $1)")
        .bind(id.0)
        .fetch_one(pool)
        .await
        .map_err(|error| fault::of_read(&error))
}

pub(super) async fn end_token(
    connection: &mut PgConnection,
    player: PlayerId,
    id: TokenId,
) -> sqlx::Result<bool> {
    let ended = sqlx::query("delete from token where player_id = $1 and id = $2")
        .bind(player.0)
        .bind(id.0)
        .execute(connection)
        .await?;
    Ok(ended.rows_affected() > 0)
}

pub(super) async fn forget_tokens(connection: &mut PgConnection, now: Moment) -> sqlx::Result<()> {
    sqlx::query(
        "delete from token where expires_at <= timestamptz 'epoch' + $1 * interval '1 millisecond'",
    )
    .bind(rows::millis(now))
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn set_bot(
    connection: &mut PgConnection,
    player: PlayerId,
    now: Moment,
) -> sqlx::Result<()> {
    sqlx::query(
        "insert into bot (player_id, since) values ($1, timestamptz 'epoch' + $2 * interval '1 millisecond') on conflict do nothing",
    )
    .bind(player.0)
    .bind(rows::millis(now))
    .execute(connection)
    .await?;
    Ok(())
}
