//! `/api/guests` and `/api/me`: making a guest for a program, who the request is from, changing
//! one's name, and one's own unfinished matches.
//!
//! A browser becomes a guest by its cookie; only programs ask for one here. A name passes the
//! domain's rules, the operator's word list, and a check that no kept identity has one that looks
//! alike. Declaring oneself a program cannot be undone.

use super::keeping::show;
use super::openapi::problems;
use super::tokens::{Days, new_token};
use crate::addresses::LimitedAction;
use crate::app_state::AppState;
use crate::request::{self, ApiError, By, MaybeJson, Who, check_owner};
use crate::sockets::Pass;
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use domain::names::Name;
use domain::{Player, PlayerId, TokenId};
use protocol::{PlayerView, Room, TokenIdText};
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
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
    GuestProblems: "bad_request", "too_large", "not_json",
}

/// Creates a guest for a program. Browsers get a cookie automatically and do not need this.
#[utoipa::path(
    post, path = "/api/guests", operation_id = "createGuest", tag = "people",
    request_body = Option<CreateGuestRequest>, security(()),
    responses((status = 201, description = "A new guest", body = NewGuest), GuestProblems),
)]
pub(crate) async fn create_guest(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    MaybeJson(body): MaybeJson<CreateGuestRequest>,
) -> Result<(StatusCode, Json<NewGuest>), ApiError> {
    app.ration(client.ip(), LimitedAction::Token)?;
    let player = Player { bot: body.bot, ..Player::guest(PlayerId::fresh()) };
    if body.bot {
        app.store().set_bot(player.id, app.registry().now()).await?;
    }
    let (token, text) = new_token(&app, player.id, Pass::Guest, body.days).await?;
    let (token_id, expires_at) = (token.id, token.expires_at.0);
    Ok((
        StatusCode::CREATED,
        Json(NewGuest { player: player.into(), token: text, token_id, expires_at }),
    ))
}

problems! {
    /// The token is invalid.
    MeProblems: "bad_token",
}

/// Returns the caller.
#[utoipa::path(
    get, path = "/api/me", operation_id = "me", tag = "people",
    responses((status = 200, description = "The caller", body = PlayerView), MeProblems),
)]
pub(crate) async fn me(Who(player): Who) -> Json<PlayerView> {
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
    RenameProblems: "bad_request", "bad_token", "bad_origin", "too_large", "not_json", "bad_name",
        "name_taken", "name_needed", "confirm_needed", "token_not_allowed",
}

/// Sets or removes the caller's name; the seats of their unfinished matches show it too. Registered
/// players log in by their name, so they have to have confirmed lately who they are to change it.
#[utoipa::path(
    put, path = "/api/me", operation_id = "rename", tag = "people", request_body = RenameRequest,
    responses((status = 200, description = "The caller as they are now", body = PlayerView), RenameProblems),
)]
pub(crate) async fn rename(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
    By(pass): By,
    request::Json(body): request::Json<RenameRequest>,
) -> Result<Json<PlayerView>, ApiError> {
    let parse = if player.guest { Name::parse } else { Name::parse_kept };
    let name = body.name.as_deref().map(parse).transpose()?;
    let present = player.named.then_some(&*player.name);
    if name.as_ref().map(Name::as_str) != present {
        check_owner(&app, &player, pass).await?;
    }
    app.ration(client.ip(), LimitedAction::Name)?;
    let now = app.registry().now();
    if let Some(name) = &name {
        app.check_name(name)?;
        app.people().check_free(player.id, name).await?;
    }
    if player.guest {
        app.store().set_name(player.id, name.as_ref().map(Name::as_str), now).await?;
    } else {
        app.people().rename(player.id, name.as_ref()).await?;
    }
    if body.bot && !player.bot {
        app.store().set_bot(player.id, now).await?;
    }
    let bot = body.bot || player.bot;
    let called = if player.guest { Player::guest_called } else { Player::kept };
    Ok(Json(show(&app, Player { bot, ..called(player.id, name) }).await))
}

/// How many of a player's own matches are listed.
const OWN: usize = 100;

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnMatches {
    matches: Vec<Room>,
}

/// Lists the caller's unfinished matches, unlisted ones included, those with the latest activity
/// first.
#[utoipa::path(
    get, path = "/api/me/matches", operation_id = "myMatches", tag = "people",
    responses((status = 200, description = "Up to 100 matches", body = OwnMatches), MeProblems),
)]
pub(crate) async fn matches(
    State(app): State<AppState>,
    Who(player): Who,
) -> Result<Json<OwnMatches>, ApiError> {
    let matches = app.registry().matches_anywhere(player.id, OWN).await?;
    Ok(Json(OwnMatches { matches }))
}
