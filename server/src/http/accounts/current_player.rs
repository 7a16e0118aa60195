//! `/api/guests` and `/api/me`: making a guest for a program, who the request is from, changing
//! one's name, and one's own unfinished matches.
//!
//! A browser becomes a guest by its cookie; only programs ask for one here. A name passes the
//! domain's rules, the operator's word list, and a check that no kept identity has one that looks
//! alike. Declaring oneself a program cannot be undone.

use super::api_tokens::Days;
use crate::accounts::Accounts;
use crate::accounts::identity::Keys;
use crate::actions::Actions;
use crate::addresses::LimitedAction;
use crate::http::openapi::problems;
use crate::request::{
    self, ApiError, By, ClientLimits, CurrentPlayer, MaybeJson, Part, check_owner,
};
use crate::time::TimeSource;
use axum::Json;
use axum::http::StatusCode;
use domain::TokenId;
use domain::names::Name;
use protocol::{MatchSummary, PlayerView, TokenIdText};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The body of `POST /api/guests`, which may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateGuestRequest {
    /// Whether the guest is a program that plays; other players see this, and it cannot be undone.
    #[serde(default)]
    bot: bool,
    /// For how many days the token is valid; 90 by default.
    #[serde(default)]
    #[schema(value_type = u16, required = false, minimum = 1, maximum = 365)]
    days: Days,
}

/// A new guest with a token.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewGuest {
    #[serde(flatten)]
    player: PlayerView,
    /// The token, for `Authorization: Bearer …`.
    token: String,
    /// The id of the token, with which it can be revoked.
    #[schema(value_type = TokenIdText)]
    token_id: TokenId,
    /// When the token expires.
    expires_at: u64,
}

problems! {
    /// The body is invalid.
    GuestProblems: BadRequest, TooLarge, NotJson,
}

/// Creates a guest for a program. Browsers get a cookie automatically and do not need this.
#[utoipa::path(
    post, path = "/api/guests", operation_id = "createGuest", tag = "accounts",
    request_body = Option<CreateGuestRequest>, security(()),
    responses((status = 201, description = "A new guest", body = NewGuest), GuestProblems),
)]
pub(crate) async fn create_guest(
    Part(actions): Part<Actions>,
    Part(keys): Part<Keys>,
    limits: ClientLimits,
    MaybeJson(body): MaybeJson<CreateGuestRequest>,
) -> Result<(StatusCode, Json<NewGuest>), ApiError> {
    limits.check(LimitedAction::Token).await?;
    let (player, token) = actions.create_guest(body.bot, body.days.millis()).await?;
    let text = keys.sign_token(&token);
    let (token_id, expires_at) = (token.id, token.expires_at.0);
    Ok((
        StatusCode::CREATED,
        Json(NewGuest { player: player.into(), token: text, token_id, expires_at }),
    ))
}

problems! {
    /// The token is invalid.
    MeProblems: BadToken,
}

/// Returns the caller.
#[utoipa::path(
    get, path = "/api/me", operation_id = "me", tag = "accounts",
    responses((status = 200, description = "The caller", body = PlayerView), MeProblems),
)]
pub(crate) async fn me(CurrentPlayer(player): CurrentPlayer) -> Json<PlayerView> {
    Json((&*player).into())
}

/// The body of `PUT /api/me`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RenameRequest {
    /// The new name; absent or null for the default name, which is made of the digits of the id.
    #[schema(max_length = 20)]
    name: Option<String>,
    /// True declares the caller to be a program that plays; this cannot be undone.
    #[serde(default)]
    bot: bool,
}

problems! {
    /// The name is not acceptable, or was changed too often.
    RenameProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson, BadName,
        NameTaken, NameNeeded, ConfirmNeeded, TokenNotAllowed,
}

/// Sets or removes the caller's name; the seats of their unfinished matches show it too. Registered
/// players log in by their name, so they have to have confirmed lately who they are to change it.
#[utoipa::path(
    put, path = "/api/me", operation_id = "rename", tag = "accounts", request_body = RenameRequest,
    responses((status = 200, description = "The caller as they are now", body = PlayerView), RenameProblems),
)]
pub(crate) async fn rename(
    Part(accounts): Part<Accounts>,
    Part(actions): Part<Actions>,
    Part(time): Part<TimeSource>,
    limits: ClientLimits,
    CurrentPlayer(player): CurrentPlayer,
    By(pass): By,
    request::Json(body): request::Json<RenameRequest>,
) -> Result<Json<PlayerView>, ApiError> {
    let parse = if player.guest { Name::parse } else { Name::parse_registered };
    let name = body.name.as_deref().map(parse).transpose()?;
    let present = player.named.then_some(&*player.name);
    if name.as_ref().map(Name::as_str) != present {
        check_owner(&accounts, &player, pass, time.now()).await?;
    }
    limits.check(LimitedAction::Name).await?;
    let renamed = actions.rename(&player, name, body.bot).await?;
    Ok(Json((&*renamed).into()))
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnMatches {
    matches: Vec<MatchSummary>,
}

/// Lists the caller's unfinished matches, unlisted ones included, those with the latest activity
/// first.
#[utoipa::path(
    get, path = "/api/me/matches", operation_id = "myMatches", tag = "accounts",
    responses((status = 200, description = "Up to 100 matches", body = OwnMatches), MeProblems),
)]
pub(crate) async fn matches(
    Part(actions): Part<Actions>,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<Json<OwnMatches>, ApiError> {
    let matches = actions.own_matches(player.id).await?;
    Ok(Json(OwnMatches { matches }))
}
