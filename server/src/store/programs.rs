//! What is kept of those who play by programs.

use super::{StoreError, StoreFuture};
use domain::{Moment, PlayerId, TokenId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// A token by which a program is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Its id, which is no secret.
    pub id: TokenId,
    /// Whose it is.
    pub player: PlayerId,
    /// When it was made.
    pub created_at: Moment,
    /// From when on it counts for nothing.
    pub expires_at: Moment,
}

/// What is known of a guest besides the id.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Guest {
    /// What they want to be called.
    pub name: Option<String>,
    /// Whether they say that they are a program.
    pub bot: bool,
    /// Whether they keep their identity.
    pub kept: bool,
    /// Whether they deleted everything about themselves.
    pub gone: bool,
}

/// Tokens, and who is a program. A store without them has none of either.
pub trait Programs {
    /// Keeps a token, unless its player has `most` already; whether it was kept.
    fn add_token(&self, _token: Token, _most: u32) -> StoreFuture<'_, bool> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// The tokens of a player that have not expired by `now`, in the order of their making.
    fn tokens(&self, _player: PlayerId, _now: Moment) -> StoreFuture<'_, Vec<Token>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Whether a token is kept.
    fn has_token(&self, _id: TokenId) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// Ends a token of a player; false if there is none.
    fn end_token(&self, _player: PlayerId, _id: TokenId) -> StoreFuture<'_, bool> {
        ready(Ok(false)).boxed()
    }

    /// Forgets tokens that have expired by `now`.
    fn forget_tokens(&self, _now: Moment) -> StoreFuture<'_, ()> {
        ready(Ok(())).boxed()
    }

    /// Notes that a guest is a program.
    fn set_bot(&self, _player: PlayerId, _now: Moment) -> StoreFuture<'_, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }
}
