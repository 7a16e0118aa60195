//! `/api/me/passkeys` and `/api/sessions/passkey`: registering with a passkey, and signing in with
//! one.

use super::sessions::enter;
use crate::accounts::Accounts;
use crate::actions::{Actions, PasskeyAnswer, Registered};
use crate::addresses::LimitedAction;
use crate::http::openapi::problems;
use crate::request::{
    self, ApiError, BrowserSession, ClientLimits, CurrentPlayer, Device, Name, Owner, Part, SignIn,
    SiteOrigin, SwitchIdentity,
};
use crate::time::TimeSource;
use axum::Extension;
use axum::Json;
use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use protocol::PlayerView;
use serde::{Deserialize, Serialize};
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
    Part(accounts): Part<Accounts>,
    Part(time): Part<TimeSource>,
    limits: ClientLimits,
    SiteOrigin(origin): SiteOrigin,
    _: BrowserSession,
    Owner { player, .. }: Owner,
) -> Result<Json<CeremonyBegun>, ApiError> {
    limits.check(LimitedAction::Login).await?;
    let begun = accounts.begin_making(&origin, &player, time.now()).await?;
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
    Part(actions): Part<Actions>,
    limits: ClientLimits,
    SiteOrigin(origin): SiteOrigin,
    _: BrowserSession,
    Owner { player, pass }: Owner,
    Device(device): Device,
    request::Json(ended): request::Json<CeremonyEnded>,
) -> Result<(StatusCode, Option<Extension<SwitchIdentity>>, Json<PasskeyMade>), ApiError> {
    limits.check(LimitedAction::Login).await?;
    let CeremonyEnded { ceremony, credential } = ended;
    let answer = PasskeyAnswer { origin: &origin, ceremony: &ceremony, credential };
    let Some(registered) = actions.make_passkey(&player, answer, pass, &device).await? else {
        let player = PlayerView::from(&*player);
        return Ok((StatusCode::CREATED, None, Json(PasskeyMade { player, recovery_codes: None })));
    };
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
    Part(accounts): Part<Accounts>,
    Part(time): Part<TimeSource>,
    sign_in: SignIn,
    SiteOrigin(origin): SiteOrigin,
) -> Result<Json<CeremonyBegun>, ApiError> {
    sign_in.check().await?;
    let begun = accounts.ceremonies().begin_signing_in(&origin, time.now())?;
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
    Part(accounts): Part<Accounts>,
    Part(actions): Part<Actions>,
    Part(time): Part<TimeSource>,
    sign_in: SignIn,
    SiteOrigin(origin): SiteOrigin,
    request::Json(ended): request::Json<CeremonyEnded>,
) -> Result<(Extension<SwitchIdentity>, Json<PlayerView>), ApiError> {
    sign_in.check().await?;
    let CeremonyEnded { ceremony, credential } = ended;
    let proven = accounts.sign_in(&origin, &ceremony, credential, time.now()).await?;
    enter(&actions, proven, &sign_in).await
}
