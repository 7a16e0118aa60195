//! `/api/me/tokens`: the tokens with which a player's programs authenticate.
//!
//! The text of a token is signed, sent once when it is made, and stored nowhere; the store has its
//! id, by which it is listed and revoked. Revoking takes effect here at once and on other servers
//! when their cache of tokens expires, within seconds.

use crate::accounts::identity::Keys;
use crate::actions::Actions;
use crate::addresses::LimitedAction;
use crate::http::openapi::problems;
use crate::request::{
    ApiError, By, ClientLimits, CurrentPlayer, MaybeJson, Name, Owner, Part, TokenExt,
};
use axum::Extension;
use axum::Json;
use axum::http::StatusCode;
use domain::TokenId;
use protocol::TokenIdText;
use serde::{Deserialize, Serialize};
use store::Token;
use utoipa::ToSchema;

/// The number of days for which a token is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(try_from = "u16")]
pub(crate) struct Days(u16);

/// A token is valid for 1 to 365 days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a token is valid for 1 to 365 days")]
pub(crate) struct DaysError;

impl Default for Days {
    fn default() -> Self {
        Self(90)
    }
}

impl TryFrom<u16> for Days {
    type Error = DaysError;

    fn try_from(days: u16) -> Result<Self, DaysError> {
        if (1..=365).contains(&days) { Ok(Self(days)) } else { Err(DaysError) }
    }
}

impl Days {
    pub(in crate::http) fn millis(self) -> u64 {
        u64::from(self.0) * 24 * 60 * 60 * 1_000
    }
}

/// A token as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenView {
    /// Its id, which is not secret.
    #[schema(value_type = TokenIdText)]
    id: TokenId,
    /// When it was created.
    created_at: u64,
    /// When it expires.
    expires_at: u64,
    /// Whether it is the token of this request.
    current: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnTokens {
    tokens: Vec<TokenView>,
}

problems! {
    /// The token is invalid.
    ListTokensProblems: BadToken,
}

/// Lists the caller's tokens, oldest first.
#[utoipa::path(
    get, path = "/api/me/tokens", operation_id = "tokens", tag = "accounts",
    responses((status = 200, description = "The valid tokens", body = OwnTokens), ListTokensProblems),
)]
pub(crate) async fn list(
    Part(actions): Part<Actions>,
    CurrentPlayer(player): CurrentPlayer,
    brought: Option<Extension<TokenExt>>,
) -> Result<Json<OwnTokens>, ApiError> {
    let current = brought.map(|Extension(TokenExt(id))| id);
    let tokens = actions.tokens(player.id).await?;
    let view = |token: Token| TokenView {
        id: token.id,
        created_at: token.created_at.0,
        expires_at: token.expires_at.0,
        current: current == Some(token.id),
    };
    Ok(Json(OwnTokens { tokens: tokens.into_iter().map(view).collect() }))
}

/// The body of `POST /api/me/tokens`, which may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TokenRequest {
    /// For how many days it is valid; 90 by default.
    #[serde(default)]
    #[schema(value_type = u16, required = false, minimum = 1, maximum = 365)]
    days: Days,
}

/// A new token.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewToken {
    /// Its id, with which it can be revoked.
    #[schema(value_type = TokenIdText)]
    id: TokenId,
    /// The token itself, for `Authorization: Bearer …`; sent only in this response.
    token: String,
    /// When it expires.
    expires_at: u64,
}

problems! {
    /// The caller has too many tokens, or the body is invalid.
    MakeTokenProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        TooManyTokens, ConfirmNeeded, TokenNotAllowed,
}

/// Creates another token for the caller, for another program or before the last one expires. A
/// registered player does this in a browser, having confirmed lately who they are.
#[utoipa::path(
    post, path = "/api/me/tokens", operation_id = "createToken", tag = "accounts",
    request_body = Option<TokenRequest>,
    responses((status = 201, description = "The token", body = NewToken), MakeTokenProblems),
)]
pub(crate) async fn create(
    Part(actions): Part<Actions>,
    Part(keys): Part<Keys>,
    limits: ClientLimits,
    Owner { player, pass }: Owner,
    MaybeJson(body): MaybeJson<TokenRequest>,
) -> Result<(StatusCode, Json<NewToken>), ApiError> {
    limits.check(LimitedAction::Token).await?;
    let token = actions.create_token(player.id, pass, body.days.millis()).await?;
    let text = keys.sign_token(&token);
    let made = NewToken { id: token.id, token: text, expires_at: token.expires_at.0 };
    Ok((StatusCode::CREATED, Json(made)))
}

problems! {
    /// The caller has no such token.
    EndTokenProblems: BadToken, BadOrigin, NotFound, TokenNotAllowed,
}

/// Revokes one of the caller's tokens: requests with it are rejected from now on, and sockets that
/// were opened with it are closed; other servers on the same database follow within seconds. With a
/// token of a registered player only that token itself can be revoked.
#[utoipa::path(
    delete, path = "/api/me/tokens/{id}", operation_id = "endToken", tag = "accounts",
    params(("id" = TokenIdText, Path, description = "The token")),
    responses((status = 204, description = "The token is revoked"), EndTokenProblems),
)]
pub(crate) async fn end(
    Part(actions): Part<Actions>,
    Name(id): Name,
    CurrentPlayer(player): CurrentPlayer,
    By(pass): By,
) -> Result<StatusCode, ApiError> {
    let id: TokenId = id.parse().map_err(|_| ApiError::NotFound)?;
    actions.revoke_token(&player, pass, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
