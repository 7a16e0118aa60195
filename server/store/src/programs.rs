//! What is stored about players that are programs: their tokens, and that they are programs.
//!
//! A token itself is signed and not stored; its row here is what can be listed and revoked. Ids are
//! not secret. A player who has been marked as a program stays marked.

use super::credentials::{Adding, Pass};
use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId, TokenId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// A token with which a program authenticates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Its id, which is no secret.
    pub id: TokenId,
    /// Whose it is.
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
    /// Whether they keep their identity.
    pub kept: bool,
    /// Whether they deleted everything about themselves.
    pub gone: bool,
}

/// Tokens, and who is a program. The default methods are those of a store that supports neither.
pub trait Programs {
    /// Stores a token that a request with a credential asked for, unless its player has `most` already.
    fn add_token(&self, _token: Token, _pass: Pass, _most: u32) -> StoreFuture<'_, Adding> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The tokens of a player that have not expired by `now`, the oldest first.
    fn tokens(&self, _player: PlayerId, _now: Moment) -> StoreFuture<'_, Vec<Token>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Whether a token is stored and of the present generation of its player's credentials, and so has not
    /// ended.
    fn has_token(&self, _id: TokenId) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// Those of some tokens that have not ended, in any order.
    fn tokens_left<'a>(&'a self, _ids: &'a [TokenId]) -> StoreFuture<'a, Vec<TokenId>> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Revokes a token of a player; false if there is none.
    fn end_token(&self, _player: PlayerId, _id: TokenId) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// Deletes tokens that have expired by `now`.
    fn forget_tokens(&self, _now: Moment) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }

    /// Marks a guest as a program.
    fn set_bot(&self, _player: PlayerId, _now: Moment) -> StoreFuture<'_, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }
}
