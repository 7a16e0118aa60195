//! Players that are programs: their tokens, and the mark of a program.
//!
//! A token itself is signed and not stored; its row here can be listed and revoked. Ids are
//! not secret. A player who was marked as a program stays marked.
//!
//! The bound on tokens is part of the insert; expired tokens do not count. A token is a row with
//! its id only: what proves it is its signature, which is not stored.

use crate::credentials::{Adding, Pass, added, counts, generation_of};
use crate::database::{on, write};
use crate::sql::{Dialect, Stamp, sql};
use crate::{Database, StoreError};
use domain::names::Name;
use domain::{Moment, Player, PlayerId, TokenId};
use uuid::Uuid;

/// A token with which a program authenticates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Its id, which is no secret.
    pub id: TokenId,
    /// The owner.
    pub player: PlayerId,
    /// When it was made.
    pub created_at: Moment,
    /// The moment from which on it is not valid any more.
    pub expires_at: Moment,
}

/// The data of a guest besides the id.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Guest {
    /// The name they have chosen.
    pub name: Option<String>,
    /// Whether they have declared themselves to be a program.
    pub bot: bool,
    /// Whether they are registered.
    pub registered: bool,
    /// Whether they deleted everything about themselves.
    pub gone: bool,
}

impl Guest {
    /// The player with this id, as they are shown now.
    #[must_use]
    pub fn player(self, id: PlayerId) -> Player {
        let Self { name, bot, registered, .. } = self;
        // A name accepted once may be invalid under the rules of a later version.
        let name = name.and_then(|name| Name::parse(&name).ok());
        let player =
            if registered { Player::registered(id, name) } else { Player::guest_called(id, name) };
        Player { bot, ..player }
    }
}

/// Tokens, and who is a program.
impl Database {
    /// Stores a token that a request with a credential asked for, unless its player has `most` already.
    pub async fn add_token(
        &self,
        token: Token,
        pass: Pass,
        most: u32,
    ) -> Result<Adding, StoreError> {
        write!(self, |connection| add(connection, token, pass, most))
    }

    /// The tokens of a player that have not expired by `now`, the oldest first.
    pub async fn tokens(&self, player: PlayerId, now: Moment) -> Result<Vec<Token>, StoreError> {
        let rows: Vec<(Uuid, Stamp, Stamp)> = on!(self, |store| sql(concat!(
            "select id, created_at, expires_at from token
             where player_id = $1 and expires_at > $2 and ",
            counts!("token"),
            " order by created_at, id"
        ))
        .bind(player.0)
        .bind(Stamp(now))
        .read_all(store))?;
        let read = |(id, Stamp(created_at), Stamp(expires_at))| Token {
            id: TokenId(id),
            player,
            created_at,
            expires_at,
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Whether a token is stored and of the present generation of its player's credentials, and so has not
    /// ended.
    pub async fn has_token(&self, id: TokenId) -> Result<bool, StoreError> {
        let found: Option<(Uuid,)> = on!(self, |store| sql(concat!(
            "select id from token where id = $1 and ",
            counts!("token")
        ))
        .bind(id.0)
        .read_optional(store))?;
        Ok(found.is_some())
    }

    /// Revokes a token of a player; false if there is none.
    pub async fn end_token(&self, player: PlayerId, id: TokenId) -> Result<bool, StoreError> {
        write!(self, |connection| end(connection, player, id))
    }

    /// Deletes tokens that have expired by `now`.
    pub async fn forget_tokens(&self, now: Moment) -> Result<(), StoreError> {
        write!(self, |connection| forget_expired(connection, now))
    }

    /// Marks a guest as a program.
    pub async fn set_bot(&self, player: PlayerId, now: Moment) -> Result<(), StoreError> {
        write!(self, |connection| mark(connection, player, now))
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
