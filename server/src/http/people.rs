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
use crate::request::{self, ApiError, MaybeJson, Who};
use crate::wire::{PlayerView, Room, TokenIdText};
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use domain::names::Name;
use domain::{Player, PlayerId, TokenId};
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use utoipa::ToSchema;

/// The body of `POST /api/guests`, which may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct CreateGuestRequest {
    /// Whether it is a program that plays: people see that it is. It cannot be taken back.
    #[serde(default)]
    bot: bool,
    /// For how many days the token counts; 90 without it.
    #[serde(default)]
    #[schema(value_type = u16, required = false, minimum = 1, maximum = 365)]
    days: Days,
}

/// A new guest with the token by which programs are known.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewGuest {
    #[serde(flatten)]
    player: PlayerView,
    /// What proves who it is, in `Authorization: Bearer …`.
    token: String,
    /// The id of the token, by which it can be ended.
    #[schema(value_type = TokenIdText)]
    token_id: TokenId,
    /// From when on it counts for nothing.
    expires_at: u64,
}

problems! {
    /// What was asked for makes no sense.
    GuestProblems: "bad_request", "too_large", "not_json",
}

/// Makes a guest, for programs: browsers get a cookie by themselves.
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
    let (token, text) = new_token(&app, player.id, body.days).await?;
    let (token_id, expires_at) = (token.id, token.expires_at.0);
    Ok((
        StatusCode::CREATED,
        Json(NewGuest { player: player.into(), token: text, token_id, expires_at }),
    ))
}

problems! {
    /// Whoever brings a token must be somebody.
    MeProblems: "bad_token",
}

/// Who the request is from.
#[utoipa::path(
    get, path = "/api/me", operation_id = "me", tag = "people",
    responses((status = 200, description = "Who it is", body = PlayerView), MeProblems),
)]
pub(crate) async fn me(Who(player): Who) -> Json<PlayerView> {
    Json((&*player).into())
}

/// The body of `PUT /api/me`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RenameRequest {
    /// What to be called; without one, or with null, by the digits of the id.
    #[schema(max_length = 20)]
    name: Option<String>,
    /// True says that it is a program that plays, once for all.
    #[serde(default)]
    bot: bool,
}

problems! {
    /// Nobody can be called that, or not so often.
    RenameProblems: "bad_request", "bad_token", "bad_origin", "too_large", "not_json", "bad_name",
        "name_taken", "name_needed",
}

/// Gives whoever asks a name, or takes it away; seats in matches that are not over show it too.
#[utoipa::path(
    put, path = "/api/me", operation_id = "rename", tag = "people", request_body = RenameRequest,
    responses((status = 200, description = "Who it is now", body = PlayerView), RenameProblems),
)]
pub(crate) async fn rename(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
    request::Json(body): request::Json<RenameRequest>,
) -> Result<Json<PlayerView>, ApiError> {
    let parse = if player.guest { Name::parse } else { Name::parse_kept };
    let name = body.name.as_deref().map(parse).transpose()?;
    app.ration(client.ip(), LimitedAction::Name)?;
    let now = app.registry().now();
    if let Some(name) = &name {
        app.check_words(name)?;
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

/// The matches in which whoever asks has a seat and that are not over, also those found by their
/// link only, the one in which something happened last first.
#[utoipa::path(
    get, path = "/api/me/matches", operation_id = "myMatches", tag = "people",
    responses((status = 200, description = "Up to 100 of them", body = OwnMatches), MeProblems),
)]
pub(crate) async fn matches(State(app): State<AppState>, Who(player): Who) -> Json<OwnMatches> {
    Json(OwnMatches { matches: app.registry().matches_of(player.id, OWN).await })
}
