//! The tokens of programs, and which players have declared themselves to be programs.
//!
//! The bound on tokens is part of the insert; expired tokens do not count. A token is a row with
//! its id only: what proves it is its signature, which is not stored.

use super::credentials::{added, counts, generation_of};
use super::statement::{MAX_IDS, sql_of_ids};
use super::{Backend, Dialect, Stamp, sql, write};
use crate::{Adding, Pass, Programs, StoreFuture, Token};
use domain::{Moment, PlayerId, TokenId};
use uuid::Uuid;

impl<B: Backend> Programs for B {
    fn add_token(&self, token: Token, pass: Pass, most: u32) -> StoreFuture<'_, Adding> {
        write!(self, connection => add(connection, token, pass, most))
    }

    fn tokens(&self, player: PlayerId, now: Moment) -> StoreFuture<'_, Vec<Token>> {
        Box::pin(async move {
            let rows: Vec<(Uuid, Stamp, Stamp)> = sql(concat!(
                "select id, created_at, expires_at from token
                     where player_id = $1 and expires_at > $2 and ",
                counts!("token"),
                " order by created_at, id"
            ))
            .bind(player.0)
            .bind(Stamp(now))
            .read_all(self)
            .await?;
            let read = |(id, Stamp(created_at), Stamp(expires_at))| Token {
                id: TokenId(id),
                player,
                created_at,
                expires_at,
            };
            Ok(rows.into_iter().map(read).collect())
        })
    }

    fn has_token(&self, id: TokenId) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let found: Option<(Uuid,)> =
                sql(concat!("select id from token where id = $1 and ", counts!("token")))
                    .bind(id.0)
                    .read_optional(self)
                    .await?;
            Ok(found.is_some())
        })
    }

    fn tokens_left<'a>(&'a self, ids: &'a [TokenId]) -> StoreFuture<'a, Vec<TokenId>> {
        Box::pin(async move {
            let mut left = Vec::new();
            for ids in ids.chunks(MAX_IDS) {
                let statement = sql_of_ids(concat!(
                    "select id from token where id in {ids} and ",
                    counts!("token")
                ));
                let statement = statement.bind_ids(ids.iter().map(|id| id.0));
                left.extend(statement.read_values(self).await?.into_iter().map(TokenId));
            }
            Ok(left)
        })
    }

    fn end_token(&self, player: PlayerId, id: TokenId) -> StoreFuture<'_, bool> {
        write!(self, connection => end(connection, player, id))
    }

    fn forget_tokens(&self, now: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => forget_expired(connection, now))
    }

    fn set_bot(&self, player: PlayerId, now: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => mark(connection, player, now))
    }
}

async fn add(
    connection: &mut impl Dialect,
    token: Token,
    pass: Pass,
    most: u32,
) -> sqlx::Result<Adding> {
    let mut transaction = connection.start().await?;
    let Some(generation) = generation_of(&mut *transaction, token.player, pass).await? else {
        return Ok(Adding::Ended);
    };
    // Expired tokens do not count towards the bound.
    sql("delete from token where player_id = $1 and expires_at <= $2")
        .bind(token.player.0)
        .bind(Stamp(token.created_at))
        .execute(&mut *transaction)
        .await?;
    let kept = sql("insert into token (id, player_id, created_at, expires_at, generation)
         select $1, $2, $3, $4, $6
         where (select count(*) from token where player_id = $2) < $5")
    .bind(token.id.0)
    .bind(token.player.0)
    .bind(Stamp(token.created_at))
    .bind(Stamp(token.expires_at))
    .bind(i64::from(most))
    .bind(generation.0)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(added(kept))
}

async fn end(connection: &mut impl Dialect, player: PlayerId, id: TokenId) -> sqlx::Result<bool> {
    let ended = sql("delete from token where player_id = $1 and id = $2")
        .bind(player.0)
        .bind(id.0)
        .execute(connection)
        .await?;
    Ok(ended > 0)
}

async fn forget_expired(connection: &mut impl Dialect, now: Moment) -> sqlx::Result<()> {
    sql("delete from token where expires_at <= $1").bind(Stamp(now)).execute(connection).await?;
    Ok(())
}

async fn mark(connection: &mut impl Dialect, player: PlayerId, now: Moment) -> sqlx::Result<()> {
    sql("insert into bot (player_id, since) values ($1, $2) on conflict do nothing")
        .bind(player.0)
        .bind(Stamp(now))
        .execute(connection)
        .await?;
    Ok(())
}
