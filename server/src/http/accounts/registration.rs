//! `/api/me/register`, `/api/me/password`, `/api/me/recovery-codes` and `DELETE /api/me`: registering
//! an identity, and deleting it.

use super::sessions::{PasswordText, StillCounts, typed};
use crate::accounts::Accounts;
use crate::actions::{Actions, Registered};
use crate::addresses::LimitedAction;
use crate::http::openapi::problems;
use crate::request::{
    self, ApiError, BrowserSession, By, ClientLimits, CurrentPlayer, Device, MaybeJson, Owner,
    Part, SessionExt, SwitchIdentity,
};
use axum::Extension;
use axum::Json;
use axum::http::StatusCode;
use domain::PlayerId;
use domain::names::Name;
use protocol::PlayerView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The body of `POST /api/me/register`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegisterRequest {
    /// The name, which must not resemble that of another player.
    #[schema(min_length = 2, max_length = 20)]
    name: String,
    /// The password to log in with.
    #[schema(value_type = String, min_length = 8, max_length = 128)]
    password: PasswordText,
}

/// A newly registered player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewAccount {
    player: PlayerView,
    /// Recovery codes, each of which works once, for when everything else is lost. They are sent
    /// only in this response.
    recovery_codes: Vec<String>,
}

problems! {
    /// The name or the password is not acceptable, or the player is registered already.
    RegisterProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson, BadName,
        BadPassword, NameTaken, AlreadyRegistered,
}

/// Registers the caller with a name and a password: games, seats and everything else stay theirs,
/// and they can log in on other devices. Every other cookie, session and token of the guest ends, and so
/// do their sign-in links and the push subscriptions of other browsers.
#[utoipa::path(
    post, path = "/api/me/register", operation_id = "register", tag = "accounts", request_body = RegisterRequest,
    responses((status = 201, description = "The player is registered", body = NewAccount), RegisterProblems),
)]
pub(crate) async fn register(
    Part(actions): Part<Actions>,
    limits: ClientLimits,
    CurrentPlayer(player): CurrentPlayer,
    By(pass): By,
    device: Device,
    request::Json(body): request::Json<RegisterRequest>,
) -> Result<(StatusCode, Option<Extension<SwitchIdentity>>, Json<NewAccount>), ApiError> {
    let name = Name::parse_registered(&body.name)?;
    let password = typed(body.password)?;
    let name = actions.allow_name(name)?;
    limits.check(LimitedAction::Login).await?;
    let Device(device) = &device;
    let registered = actions.register(&player, &name, password, pass, device).await?;
    let Registered { player, recovery_codes, session } = registered;
    let became = session.map(|session| Extension(SwitchIdentity(player.id, Some(session))));
    let player = (&*player).into();
    Ok((StatusCode::CREATED, became, Json(NewAccount { player, recovery_codes })))
}

/// The body of `PUT /api/me/password`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPassword {
    /// The new password.
    #[schema(value_type = String, min_length = 8, max_length = 128)]
    password: PasswordText,
}

problems! {
    /// The new password is not acceptable, or the caller has to confirm who they are.
    PasswordProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        BadPassword, NotRegistered, NameNeeded, ConfirmNeeded, TokenNotAllowed,
}

/// Sets the caller's password, and ends all their other sessions, all tokens and sign-in links, and the
/// push subscriptions of other browsers. The caller has to have confirmed lately who they are.
#[utoipa::path(
    put, path = "/api/me/password", operation_id = "setPassword", tag = "accounts",
    request_body = NewPassword,
    responses((status = 200, description = "The password is set", body = StillCounts), PasswordProblems),
)]
pub(crate) async fn set_password(
    Part(accounts): Part<Accounts>,
    limits: ClientLimits,
    BrowserSession { player, .. }: BrowserSession,
    owner: Owner,
    request::Json(body): request::Json<NewPassword>,
) -> Result<Json<StillCounts>, ApiError> {
    let (session, password) = (owner.session()?, typed(body.password)?);
    limits.check(LimitedAction::Login).await?;
    accounts.set_password(player, session, password).await?;
    StillCounts::of(&accounts, player).await
}

/// A body without fields, which may be left out. Any field is an error.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoFields {}

/// Recovery codes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    /// The codes, each of which works once; sent only in this response.
    recovery_codes: Vec<String>,
}

problems! {
    /// The caller is a guest, or has to confirm who they are.
    NewCodesProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        NotRegistered, ConfirmNeeded, TokenNotAllowed,
}

/// Creates eight new recovery codes for the caller, which replace all earlier ones. The caller has to
/// have confirmed lately who they are.
#[utoipa::path(
    post, path = "/api/me/recovery-codes", operation_id = "newRecoveryCodes", tag = "accounts",
    request_body = Option<NoFields>,
    responses((status = 201, description = "The codes", body = RecoveryCodes), NewCodesProblems),
)]
pub(crate) async fn new_codes(
    Part(accounts): Part<Accounts>,
    limits: ClientLimits,
    BrowserSession { player, .. }: BrowserSession,
    owner: Owner,
    MaybeJson(NoFields {}): MaybeJson<NoFields>,
) -> Result<(StatusCode, Json<RecoveryCodes>), ApiError> {
    let session = owner.session()?;
    limits.check(LimitedAction::Login).await?;
    let recovery_codes = accounts.new_codes(player, session).await?;
    Ok((StatusCode::CREATED, Json(RecoveryCodes { recovery_codes })))
}

problems! {
    /// The caller has to confirm who they are.
    EraseProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        ConfirmNeeded, TokenNotAllowed,
}

/// Deletes the caller: the name, chat lines and notes disappear, games remain as those of "Someone",
/// and all sessions and tokens end. Guests can do this too; a registered player has to have confirmed
/// lately who they are.
#[utoipa::path(
    delete, path = "/api/me", operation_id = "erase", tag = "accounts",
    request_body = Option<NoFields>,
    responses((status = 204, description = "The player is deleted"), EraseProblems),
)]
pub(crate) async fn erase(
    Part(actions): Part<Actions>,
    limits: ClientLimits,
    Owner { player, .. }: Owner,
    known: Option<Extension<SessionExt>>,
    MaybeJson(NoFields {}): MaybeJson<NoFields>,
) -> Result<(StatusCode, Option<Extension<SwitchIdentity>>, ()), ApiError> {
    limits.check(LimitedAction::Login).await?;
    actions.erase(&player).await?;
    let became = known.map(|_| Extension(SwitchIdentity(PlayerId::fresh(), None)));
    Ok((StatusCode::NO_CONTENT, became, ()))
}
