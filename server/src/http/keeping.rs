//! `/api/me/keep`, `/api/me/password`, `/api/me/recovery-codes` and `DELETE /api/me`: registering
//! an identity, and deleting it.

use super::challenges::decline_all;
use super::openapi::problems;
use super::sessions::{PasswordText, begin, typed};
use crate::addresses::LimitedAction;
use crate::app_state::AppState;
use crate::request::{self, ApiError, Became, Device, Known, MaybeJson, Who};
use crate::wire::PlayerView;
use axum::Extension;
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use domain::names::{Name, SOMEONE};
use domain::{Player, PlayerId};
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::sync::Arc;
use utoipa::ToSchema;

/// The body of `POST /api/me/keep`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct KeepRequest {
    /// The name, which must not resemble that of another player.
    #[schema(min_length = 2, max_length = 20)]
    name: String,
    /// The password to log in with.
    #[schema(value_type = String, min_length = 8, max_length = 128)]
    password: PasswordText,
}

/// A newly registered player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Kept {
    player: PlayerView,
    /// Recovery codes, each of which works once, for when everything else is lost. They are sent
    /// only in this response.
    recovery_codes: Vec<String>,
}

problems! {
    /// The name or the password is not acceptable, or the player is registered already.
    KeepProblems: "bad_request", "bad_token", "bad_origin", "too_large", "not_json", "bad_name",
        "bad_password", "name_taken", "already_kept",
}

/// Registers the caller with a name and a password: games, seats and everything else stay theirs,
/// and they can log in on other devices.
#[utoipa::path(
    post, path = "/api/me/keep", operation_id = "keep", tag = "people", request_body = KeepRequest,
    responses((status = 201, description = "The player is registered", body = Kept), KeepProblems),
)]
pub(crate) async fn keep(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
    device: Device,
    known: Option<Extension<Known>>,
    request::Json(body): request::Json<KeepRequest>,
) -> Result<(StatusCode, Option<Extension<Became>>, Json<Kept>), ApiError> {
    let name = Name::parse_kept(&body.name)?;
    let password = typed(body.password)?;
    app.check_words(&name)?;
    app.ration(client.ip(), LimitedAction::Login)?;
    if !player.guest {
        return Err(ApiError::AlreadyKept);
    }
    let now = app.registry().now();
    // The session first: once the identity is kept, a cookie without one counts for nothing.
    let (session, became) = begin(&app, player.id, &device, known).await?;
    let kept = app.people().keep(player.id, Some(&name), Some(password), now).await;
    let recovery_codes = match kept {
        Ok(codes) => codes,
        Err(error) => {
            if let Some(session) = session {
                app.people().end_session(player.id, session).await?;
            }
            return Err(error.into());
        }
    };
    let player =
        show(&app, Player { bot: player.bot, ..Player::kept(player.id, Some(name)) }).await;
    Ok((StatusCode::CREATED, became, Json(Kept { player, recovery_codes })))
}

/// Updates the player's name and kind in the matches they are playing.
pub(super) async fn show(app: &AppState, player: Player) -> PlayerView {
    let player = Arc::new(player);
    app.registry().rename(&player).await;
    (&*player).into()
}

/// The body of `PUT /api/me/password`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewPassword {
    /// The current password, if there is one.
    #[schema(value_type = Option<String>)]
    current: Option<PasswordText>,
    /// The new password.
    #[schema(value_type = String, min_length = 8, max_length = 128)]
    password: PasswordText,
}

problems! {
    /// The new password is not acceptable, or the current one is wrong.
    PasswordProblems: "bad_request", "bad_token", "bad_origin", "too_large", "not_json",
        "bad_password", "bad_credentials", "not_kept", "name_needed",
}

/// Sets the caller's password, and ends all their other sessions.
#[utoipa::path(
    put, path = "/api/me/password", operation_id = "setPassword", tag = "people",
    request_body = NewPassword,
    responses((status = 204, description = "The password is set"), PasswordProblems),
)]
pub(crate) async fn set_password(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
    known: Option<Extension<Known>>,
    request::Json(body): request::Json<NewPassword>,
) -> Result<StatusCode, ApiError> {
    let password = typed(body.password)?;
    confirm(&app, client, player.id, body.current).await?;
    let session = known.and_then(|Extension(Known(session))| session);
    app.people().set_password(player.id, password, session).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Requires the player to prove again who they are, before they do what a stranger at their device
/// must not be able to do.
async fn confirm(
    app: &AppState,
    client: SocketAddr,
    id: PlayerId,
    password: Option<PasswordText>,
) -> Result<(), ApiError> {
    app.ration(client.ip(), LimitedAction::Login)?;
    app.ration_account(&id.to_string())?;
    Ok(app.people().confirm(id, password.map(typed).transpose()?).await?)
}

/// The body of requests that require the caller to confirm who they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct Proof {
    /// The password, if there is one.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    password: Option<PasswordText>,
}

/// Recovery codes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    /// The codes, each of which works once; sent only in this response.
    recovery_codes: Vec<String>,
}

problems! {
    /// The password is wrong, or the caller is a guest.
    ProofProblems: "bad_request", "bad_token", "bad_origin", "too_large", "not_json",
        "bad_password", "bad_credentials", "not_kept",
}

/// Creates eight new recovery codes for the caller, which replace all earlier ones.
#[utoipa::path(
    post, path = "/api/me/recovery-codes", operation_id = "newRecoveryCodes", tag = "people",
    request_body = Option<Proof>,
    responses((status = 201, description = "The codes", body = RecoveryCodes), ProofProblems),
)]
pub(crate) async fn new_codes(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
    MaybeJson(proof): MaybeJson<Proof>,
) -> Result<(StatusCode, Json<RecoveryCodes>), ApiError> {
    confirm(&app, client, player.id, proof.password).await?;
    let recovery_codes = app.people().new_codes(player.id).await?;
    Ok((StatusCode::CREATED, Json(RecoveryCodes { recovery_codes })))
}

/// Deletes the caller: the name disappears from every list, games remain as those of "Someone", and
/// all sessions and tokens end. Guests can do this too.
#[utoipa::path(
    delete, path = "/api/me", operation_id = "erase", tag = "people", request_body = Option<Proof>,
    responses((status = 204, description = "The player is deleted"), ProofProblems),
)]
pub(crate) async fn erase(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
    known: Option<Extension<Known>>,
    MaybeJson(proof): MaybeJson<Proof>,
) -> Result<(StatusCode, Option<Extension<Became>>, ()), ApiError> {
    confirm(&app, client, player.id, proof.password).await?;
    // While a match of theirs is being made it is left to that match.
    let _ = app.matchmaker().withdraw(player.id).await;
    app.people().erase(player.id, app.registry().now()).await?;
    decline_all(&app, &player).await;
    show(&app, Player::new(player.id, SOMEONE, true)).await;
    // The tokens of programs are checked again within seconds, as on other servers.
    let became = known.map(|_| Extension(Became(PlayerId::fresh(), None)));
    Ok((StatusCode::NO_CONTENT, became, ()))
}
