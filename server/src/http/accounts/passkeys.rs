//! `/api/me/passkeys` and `/api/sessions/passkey`: registering with a passkey, and signing in with
//! one.

use super::sessions::enter;
use crate::accounts::Accounts;
use crate::actions::{Actions, Registered};
use crate::addresses::LimitedAction;
use crate::app_state::AppState;
use crate::http::assets::preview::origin;
use crate::http::openapi::problems;
use crate::request::{
    self, ApiError, Browser, BrowserSession, CurrentPlayer, Device, Name, Owner, Part,
    SwitchIdentity,
};
use axum::Extension;
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use protocol::PlayerView;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use utoipa::ToSchema;

/// The first half of a ceremony.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CeremonyBegun {
    /// The state of the ceremony, sealed by the server; the second half must repeat it within five
    /// minutes.
    #[schema(max_length = 2048)]
    pub(in crate::http) ceremony: String,
    /// The options for the browser, as `PublicKeyCredential.parseCreationOptionsFromJSON` or
    /// `parseRequestOptionsFromJSON` reads them.
    #[schema(value_type = Object)]
    pub(in crate::http) options: serde_json::Value,
}

/// The second half of a ceremony.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CeremonyEnded {
    /// The state of the ceremony, as the first half returned it.
    #[schema(max_length = 2048)]
    pub(in crate::http) ceremony: String,
    /// The browser's answer: `toJSON()` of the credential.
    #[schema(value_type = Object)]
    pub(in crate::http) credential: serde_json::Value,
}

problems! {
    /// Passkeys are not possible at this server's address.
    BeginPasskeyProblems: BadToken, BadOrigin, NoPasskeys, ConfirmNeeded,
        TokenNotAllowed,
}

/// Begins creating a passkey for the caller. A registered player has to have confirmed lately who they
/// are, also when the ceremony ends.
#[utoipa::path(
    post, path = "/api/me/passkeys/begin", operation_id = "beginPasskey", tag = "accounts",
    responses((status = 200, description = "The options for the browser", body = CeremonyBegun), BeginPasskeyProblems),
)]
pub(crate) async fn begin_making(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    _: BrowserSession,
    Owner { player, .. }: Owner,
    headers: HeaderMap,
) -> Result<Json<CeremonyBegun>, ApiError> {
    app.limiter.check_rate(client.ip(), LimitedAction::Login)?;
    let (address, now) = (origin(&app, &headers), app.now());
    let begun = app.accounts.begin_making(&address, &player, now).await?;
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
    MakePasskeyProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        BadPasskey, CeremonyOver, NoPasskeys, AlreadyRegistered, TooManyPasskeys,
        ConfirmNeeded, TokenNotAllowed,
}

/// Completes creating a passkey. A guest becomes registered by it, as by a name and a password: games,
/// seats and everything else stay theirs.
#[utoipa::path(
    post, path = "/api/me/passkeys", operation_id = "makePasskey", tag = "accounts",
    request_body = CeremonyEnded,
    responses((status = 201, description = "The passkey is created", body = PasskeyMade), MakePasskeyProblems),
)]
pub(crate) async fn end_making(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    _: BrowserSession,
    Owner { player, pass }: Owner,
    device: Device,
    headers: HeaderMap,
    request::Json(ended): request::Json<CeremonyEnded>,
) -> Result<(StatusCode, Option<Extension<SwitchIdentity>>, Json<PasskeyMade>), ApiError> {
    app.limiter.check_rate(client.ip(), LimitedAction::Login)?;
    let now = app.now();
    let address = origin(&app, &headers);
    let made = app
        .accounts
        .end_making(&address, &ended.ceremony, player.id, ended.credential, now)
        .await?;
    let Device(label) = &device;
    if let (false, Some(session)) = (player.guest, pass.session()) {
        app.accounts.add_passkey(player.id, session, made, label, now).await?;
        let player = PlayerView::from(&*player);
        return Ok((StatusCode::CREATED, None, Json(PasskeyMade { player, recovery_codes: None })));
    }
    let registered = app.actions.register_by_passkey(&player, made, pass, label).await?;
    let Registered { player, recovery_codes, session } = registered;
    let became = session.map(|session| Extension(SwitchIdentity(player.id, Some(session))));
    let (player, recovery_codes) = ((&*player).into(), Some(recovery_codes));
    Ok((StatusCode::CREATED, became, Json(PasskeyMade { player, recovery_codes })))
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
    ListPasskeysProblems: BadToken,
}

/// Lists the caller's passkeys, oldest first.
#[utoipa::path(
    get, path = "/api/me/passkeys", operation_id = "passkeys", tag = "accounts",
    responses((status = 200, description = "The passkeys", body = OwnPasskeys), ListPasskeysProblems),
)]
pub(crate) async fn list(
    Part(actions): Part<Actions>,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<Json<OwnPasskeys>, ApiError> {
    let passkeys = actions.passkeys(player.id).await?;
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
    RemovePasskeyProblems: BadToken, BadOrigin, NotFound, LastPasskey, NotRegistered,
        ConfirmNeeded, TokenNotAllowed,
}

/// Removes one of the caller's passkeys, unless it is the last one and there is no password. The caller
/// has to have confirmed lately who they are.
#[utoipa::path(
    delete, path = "/api/me/passkeys/{id}", operation_id = "removePasskey", tag = "accounts",
    params(("id" = String, Path, description = "The passkey")),
    responses((status = 204, description = "The passkey is removed"), RemovePasskeyProblems),
)]
pub(crate) async fn remove(
    Part(accounts): Part<Accounts>,
    Name(id): Name,
    BrowserSession { player, .. }: BrowserSession,
    owner: Owner,
) -> Result<StatusCode, ApiError> {
    owner.session()?;
    let id = URL_SAFE_NO_PAD.decode(id).map_err(|_| ApiError::NotFound)?;
    if accounts.remove_passkey(player, &id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::NotFound)
    }
}

problems! {
    /// Passkeys are not possible at this server's address.
    BeginSigningInProblems: BadToken, BadOrigin, NoPasskeys, TokenNotAllowed,
}

/// Begins signing in with a passkey.
#[utoipa::path(
    post, path = "/api/sessions/passkey/begin", operation_id = "beginSigningIn", tag = "accounts",
    responses((status = 200, description = "The options for the browser", body = CeremonyBegun), BeginSigningInProblems),
)]
pub(crate) async fn begin_signing_in(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    _: BrowserSession,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Json<CeremonyBegun>, ApiError> {
    browser.check_rate(&app, client.ip())?;
    let address = origin(&app, &headers);
    let begun = app.accounts.ceremonies().begin_signing_in(&address, app.now())?;
    Ok(Json(CeremonyBegun { ceremony: begun.ceremony, options: begun.options }))
}

problems! {
    /// The ceremony is unknown, or the browser's answer is not valid.
    SignInProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        BadPasskey, CeremonyOver, NoPasskeys, TokenNotAllowed,
}

/// Completes signing in with a passkey: the browser becomes the player who created it.
#[utoipa::path(
    post, path = "/api/sessions/passkey", operation_id = "signIn", tag = "accounts",
    request_body = CeremonyEnded,
    responses((status = 200, description = "The player this browser is now", body = PlayerView), SignInProblems),
)]
pub(crate) async fn end_signing_in(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    session: BrowserSession,
    browser: Browser,
    device: Device,
    headers: HeaderMap,
    request::Json(ended): request::Json<CeremonyEnded>,
) -> Result<(Extension<SwitchIdentity>, Json<PlayerView>), ApiError> {
    browser.check_rate(&app, client.ip())?;
    let (address, now) = (origin(&app, &headers), app.now());
    let proven = app.accounts.sign_in(&address, &ended.ceremony, ended.credential, now).await?;
    enter(&app, proven, session, &device).await
}
