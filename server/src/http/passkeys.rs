//! `/api/me/passkeys` and `/api/sessions/passkey`: registering with a passkey, and signing in with
//! one.

use super::keeping::show;
use super::openapi::problems;
use super::preview::origin;
use super::sessions::{begin, enter};
use crate::addresses::LimitedAction;
use crate::app_state::AppState;
use crate::request::{self, ApiError, Became, Device, Known, Name, Who};
use crate::wire::PlayerView;
use axum::Extension;
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::Player;
use domain::names;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use utoipa::ToSchema;

/// The first half of a ceremony.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CeremonyBegun {
    /// The id of the ceremony, which the second half must repeat within five minutes.
    ceremony: String,
    /// The options for the browser, as `PublicKeyCredential.parseCreationOptionsFromJSON` or
    /// `parseRequestOptionsFromJSON` reads them.
    #[schema(value_type = Object)]
    options: serde_json::Value,
}

/// The second half of a ceremony.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CeremonyEnded {
    /// The id of the ceremony.
    ceremony: String,
    /// The browser's answer: `toJSON()` of the credential.
    #[schema(value_type = Object)]
    credential: serde_json::Value,
}

problems! {
    /// Passkeys are not possible at this server's address.
    BeginPasskeyProblems: "bad_token", "bad_origin", "no_passkeys",
}

/// Begins creating a passkey for the caller.
#[utoipa::path(
    post, path = "/api/me/passkeys/begin", operation_id = "beginPasskey", tag = "people",
    responses((status = 200, description = "The options for the browser", body = CeremonyBegun), BeginPasskeyProblems),
)]
pub(crate) async fn begin_making(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Who(player): Who,
    headers: HeaderMap,
) -> Result<Json<CeremonyBegun>, ApiError> {
    app.ration(client.ip(), LimitedAction::Login)?;
    let known = app.store().passkeys(player.id).await?;
    let known = known.into_iter().map(|passkey| passkey.id).collect();
    let begun = app.people().ceremonies().begin_making(
        &origin(&app, &headers),
        player.id,
        &player.name,
        known,
        app.registry().now(),
    )?;
    Ok(Json(CeremonyBegun { ceremony: begun.ceremony, options: begun.options }))
}

/// A player with a new passkey.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyMade {
    player: PlayerView,
    /// Recovery codes, if the passkey registered a guest; sent only in this response.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    recovery_codes: Option<Vec<String>>,
}

problems! {
    /// The ceremony is unknown, the browser's answer is not valid, or the player has too many
    /// passkeys.
    MakePasskeyProblems: "bad_request", "bad_token", "bad_origin", "too_large", "not_json",
        "bad_passkey", "ceremony_over", "no_passkeys", "too_many_passkeys",
}

/// Completes creating a passkey. A guest becomes registered by it: games, seats and everything else
/// stay theirs.
#[utoipa::path(
    post, path = "/api/me/passkeys", operation_id = "makePasskey", tag = "people",
    request_body = CeremonyEnded,
    responses((status = 201, description = "The passkey is created", body = PasskeyMade), MakePasskeyProblems),
)]
pub(crate) async fn end_making(
    State(app): State<AppState>,
    Who(player): Who,
    device: Device,
    known: Option<Extension<Known>>,
    request::Json(ended): request::Json<CeremonyEnded>,
) -> Result<(StatusCode, Option<Extension<Became>>, Json<PasskeyMade>), ApiError> {
    let now = app.registry().now();
    let made =
        app.people().ceremonies().end_making(&ended.ceremony, player.id, ended.credential, now)?;
    let Device(label) = &device;
    if !app.people().add_passkey(player.id, made, label, now).await? {
        return Err(ApiError::TooManyPasskeys);
    }
    if !player.guest {
        let player = PlayerView::from(&*player);
        return Ok((StatusCode::CREATED, None, Json(PasskeyMade { player, recovery_codes: None })));
    }
    // The session first: once the identity is kept, a cookie without one counts for nothing.
    let (_, became) = begin(&app, player.id, &device, known).await?;
    // A name that the guest chose is kept with the identity, unless another player has one that
    // resembles it.
    let name = player.named.then(|| names::Name::parse_kept(&player.name).ok()).flatten();
    let (name, codes) = app.people().keep_by_passkey(player.id, name, now).await?;
    let player = show(&app, Player { bot: player.bot, ..Player::kept(player.id, name) }).await;
    Ok((StatusCode::CREATED, became, Json(PasskeyMade { player, recovery_codes: Some(codes) })))
}

/// A passkey as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyView {
    /// Its id, which is not secret.
    id: String,
    /// The device that created it.
    device: String,
    /// When it was created.
    created_at: u64,
    /// When it was last used.
    used_at: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnPasskeys {
    passkeys: Vec<PasskeyView>,
}

problems! {
    /// The token is invalid.
    ListPasskeysProblems: "bad_token",
}

/// Lists the caller's passkeys, oldest first.
#[utoipa::path(
    get, path = "/api/me/passkeys", operation_id = "passkeys", tag = "people",
    responses((status = 200, description = "The passkeys", body = OwnPasskeys), ListPasskeysProblems),
)]
pub(crate) async fn list(
    State(app): State<AppState>,
    Who(player): Who,
) -> Result<Json<OwnPasskeys>, ApiError> {
    let passkeys = app.store().passkeys(player.id).await?;
    let views = passkeys.into_iter().map(|passkey| PasskeyView {
        id: URL_SAFE_NO_PAD.encode(passkey.id),
        device: passkey.device,
        created_at: passkey.created_at.0,
        used_at: passkey.used_at.0,
    });
    Ok(Json(OwnPasskeys { passkeys: views.collect() }))
}

problems! {
    /// The caller has no such passkey, or it is their only way to log in.
    RemovePasskeyProblems: "bad_token", "bad_origin", "not_found", "last_passkey",
}

/// Removes one of the caller's passkeys, unless it is the last one and there is no password.
#[utoipa::path(
    delete, path = "/api/me/passkeys/{id}", operation_id = "removePasskey", tag = "people",
    params(("id" = String, Path, description = "The passkey")),
    responses((status = 204, description = "The passkey is removed"), RemovePasskeyProblems),
)]
pub(crate) async fn remove(
    State(app): State<AppState>,
    Name(id): Name,
    Who(player): Who,
) -> Result<StatusCode, ApiError> {
    let id = URL_SAFE_NO_PAD.decode(id).map_err(|_| ApiError::NotFound)?;
    if app.people().remove_passkey(player.id, &id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::NotFound)
    }
}

problems! {
    /// Passkeys are not possible at this server's address.
    BeginSigningInProblems: "bad_origin", "no_passkeys",
}

/// Begins signing in with a passkey.
#[utoipa::path(
    post, path = "/api/sessions/passkey/begin", operation_id = "beginSigningIn", tag = "people",
    responses((status = 200, description = "The options for the browser", body = CeremonyBegun), BeginSigningInProblems),
)]
pub(crate) async fn begin_signing_in(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Json<CeremonyBegun>, ApiError> {
    app.ration(client.ip(), LimitedAction::Login)?;
    let address = origin(&app, &headers);
    let begun = app.people().ceremonies().begin_signing_in(&address, app.registry().now())?;
    Ok(Json(CeremonyBegun { ceremony: begun.ceremony, options: begun.options }))
}

problems! {
    /// The ceremony is unknown, or the browser's answer is not valid.
    SignInProblems: "bad_request", "bad_origin", "too_large", "not_json", "bad_passkey",
        "ceremony_over", "no_passkeys",
}

/// Completes signing in with a passkey: the browser becomes the player who created it.
#[utoipa::path(
    post, path = "/api/sessions/passkey", operation_id = "signIn", tag = "people",
    request_body = CeremonyEnded,
    responses((status = 200, description = "The player this browser is now", body = PlayerView), SignInProblems),
)]
pub(crate) async fn end_signing_in(
    State(app): State<AppState>,
    device: Device,
    request::Json(ended): request::Json<CeremonyEnded>,
) -> Result<(Extension<Became>, Json<PlayerView>), ApiError> {
    let now = app.registry().now();
    let id = app.people().sign_in(&ended.ceremony, ended.credential, now).await?;
    enter(&app, id, &device).await
}
