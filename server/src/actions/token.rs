//! Guests for programs, and the tokens by which programs act for a player.

use super::Actions;
use crate::accounts::sockets::Pass;
use domain::{Moment, Player, PlayerId, TokenId};
use store::{Adding, StoreError, Token};

/// The most tokens of one player.
const MAX_TOKENS: u32 = 20;

/// A token was not created or revoked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TokenError {
    /// The player has as many tokens as possible.
    #[error("the player has too many tokens")]
    TooMany,
    /// The credential of the request ended before the token was made.
    #[error("the credential has ended")]
    Ended,
    /// A program of a registered player may revoke only its own token.
    #[error("a token may not revoke another one")]
    NotAllowed,
    /// The player has no such token.
    #[error("there is no such token")]
    NotFound,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Actions {
    /// Creates a guest for a program, with a token that is valid for `millis`.
    ///
    /// # Errors
    ///
    /// [`TokenError`].
    pub(crate) async fn create_guest(
        &self,
        bot: bool,
        millis: u64,
    ) -> Result<(Player, Token), TokenError> {
        let player = Player { bot, ..Player::guest(PlayerId::fresh()) };
        if bot {
            self.store.set_bot(player.id, self.registry.now()).await?;
        }
        let token = self.create_token(player.id, Pass::Guest, millis).await?;
        Ok((player, token))
    }

    /// Creates a token of a player, by the authority of a credential.
    ///
    /// # Errors
    ///
    /// [`TokenError`].
    pub(crate) async fn create_token(
        &self,
        player: PlayerId,
        by: Pass,
        millis: u64,
    ) -> Result<Token, TokenError> {
        let created_at: Moment = self.registry.now();
        let expires_at = created_at.after(millis);
        let token = Token { id: TokenId::fresh(), player, created_at, expires_at };
        match self.store.add_token(token, by, MAX_TOKENS).await? {
            Adding::Added => Ok(token),
            Adding::TooMany => Err(TokenError::TooMany),
            Adding::Ended => Err(TokenError::Ended),
        }
    }

    /// A player's valid tokens, oldest first.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub(crate) async fn tokens(&self, player: PlayerId) -> Result<Vec<Token>, StoreError> {
        self.store.tokens(player, self.registry.now()).await
    }

    /// Revokes a token, by the authority of a credential, and closes the sockets that were opened
    /// with it.
    ///
    /// # Errors
    ///
    /// [`TokenError`].
    pub(crate) async fn revoke_token(
        &self,
        player: &Player,
        by: Pass,
        id: TokenId,
    ) -> Result<(), TokenError> {
        if !player.guest && matches!(by, Pass::Token(own) if own != id) {
            return Err(TokenError::NotAllowed);
        }
        if !self.store.end_token(player.id, id).await? {
            return Err(TokenError::NotFound);
        }
        self.tokens.forget(id);
        self.sockets.end(player.id, |pass| pass == Pass::Token(id));
        Ok(())
    }
}
