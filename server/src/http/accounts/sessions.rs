//! `/api/sessions` and `/api/me/sessions`: signing in by password or recovery code, signing out,
//! and the list of one's sessions.
//!
//! Attempts are limited by address and by account. A wrong name and a wrong password get the same
//! answer. Signing in makes this browser another player; games that it played as a guest stay with that
//! guest. A password is never shown in a log: its types have no readable `Debug`.

use crate::accounts::{Accounts, Password, Proven};
use crate::actions::Actions;
use crate::http::openapi::problems;
use crate::request::{
    self, ApiError, BrowserSession, By, CurrentPlayer, Device, Name, Part, SignIn, SwitchIdentity,
};
use axum::Extension;
use axum::Json;
use axum::http::StatusCode;
use domain::likeness::likeness;
use domain::{PlayerId, SessionId};
use protocol::{PlayerView, SessionIdText};
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// A password in a body; its `Debug` output does not contain it.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct PasswordText(String);

impl fmt::Debug for PasswordText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PasswordText").finish_non_exhaustive()
    }
}

/// Reads the password of a body.
///
/// # Errors
///
/// [`ApiError::BadPassword`] if it is longer than any password can be.
pub(in crate::http) fn typed(text: PasswordText) -> Result<Password, ApiError> {
    let long = || ApiError::BadPassword("a password has at most 128 characters".to_owned());
    Password::typed(text.0).ok_or_else(long)
}

/// Signs a browser in: opens a session, sets the cookie, and ends the browser's earlier session and the
/// tokens of the guest that it was.
pub(in crate::http) async fn enter(
    actions: &Actions,
    proven: Proven,
    SignIn { session, device: Device(device), .. }: &SignIn,
) -> Result<(Extension<SwitchIdentity>, Json<PlayerView>), ApiError> {
    let (player, session) = actions.sign_in(proven, device, (*session).into()).await?;
    Ok((Extension(SwitchIdentity(player.id, Some(session))), Json(player.into())))
}

/// The body of `POST /api/sessions`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogIn {
    /// The name, or one that looks alike: no two players have such names.
    #[schema(max_length = 64)]
    name: String,
    /// The password.
    #[schema(value_type = String)]
    password: PasswordText,
}

problems! {
    /// The name or the password is wrong; the response does not reveal which.
    LogInProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        BadPassword, BadCredentials, TokenNotAllowed,
}

/// The most characters of a name that is looked up.
const MAX_COMPARED: usize = 64;

/// Logs a browser in by name and password. Games that it played as a guest stay with that guest.
#[utoipa::path(
    post, path = "/api/sessions", operation_id = "logIn", tag = "accounts", request_body = LogIn,
    responses((status = 200, description = "The player this browser is now", body = PlayerView), LogInProblems),
)]
pub(crate) async fn log_in(
    Part(accounts): Part<Accounts>,
    Part(actions): Part<Actions>,
    sign_in: SignIn,
    request::Json(body): request::Json<LogIn>,
) -> Result<(Extension<SwitchIdentity>, Json<PlayerView>), ApiError> {
    let alike = likeness(&body.name.chars().take(MAX_COMPARED).collect::<String>());
    let password = typed(body.password)?;
    sign_in.check_password(&alike).await?;
    let proven = accounts.log_in(&alike, password).await?;
    enter(&actions, proven, &sign_in).await
}

/// The body of `POST /api/sessions/recovery`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recovery {
    /// One of the recovery codes.
    #[schema(max_length = 64)]
    code: String,
    /// A new password to replace a forgotten one.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    password: Option<PasswordText>,
}

problems! {
    /// The code is wrong, or the new password is not acceptable.
    RecoveryProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        BadPassword, BadCredentials, TokenNotAllowed,
}

/// A player who came back by a recovery code.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Recovered {
    #[serde(flatten)]
    player: PlayerView,
    /// The number of passkeys that the player has, which still count: `GET /api/me/passkeys` lists
    /// them, for the player to remove any that is not theirs.
    passkeys: u32,
}

/// Logs a browser in by a recovery code, which then becomes invalid. All sessions, tokens, sign-in
/// links and push subscriptions of the player end, with a new password or without.
#[utoipa::path(
    post, path = "/api/sessions/recovery", operation_id = "recover", tag = "accounts",
    request_body = Recovery,
    responses((status = 200, description = "The player this browser is now", body = Recovered), RecoveryProblems),
)]
pub(crate) async fn recover(
    Part(accounts): Part<Accounts>,
    Part(actions): Part<Actions>,
    sign_in: SignIn,
    request::Json(body): request::Json<Recovery>,
) -> Result<(Extension<SwitchIdentity>, Json<Recovered>), ApiError> {
    let password = body.password.map(typed).transpose()?;
    sign_in.check().await?;
    let proven = accounts.recover(&body.code, password).await?;
    let (became, Json(player)) = enter(&actions, proven, &sign_in).await?;
    let passkeys = accounts.passkeys(proven.player).await?;
    Ok((became, Json(Recovered { player, passkeys })))
}

/// A session as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionView {
    /// Its id, which is not secret.
    #[schema(value_type = SessionIdText)]
    id: SessionId,
    /// A description of the device.
    device: String,
    /// When it began.
    created_at: u64,
    /// When it was last used, to about an hour.
    seen_at: u64,
    /// Whether it is the session of this request.
    current: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnSessions {
    sessions: Vec<SessionView>,
    /// The number of unused recovery codes.
    recovery_codes: u32,
    /// Whether there is a password.
    password: bool,
}

problems! {
    /// The token is invalid.
    ListSessionsProblems: BadToken,
}

/// Lists the caller's sessions, oldest first, and their other ways to log in.
#[utoipa::path(
    get, path = "/api/me/sessions", operation_id = "sessions", tag = "accounts",
    responses((status = 200, description = "The sessions", body = OwnSessions), ListSessionsProblems),
)]
pub(crate) async fn list(
    Part(actions): Part<Actions>,
    CurrentPlayer(player): CurrentPlayer,
    By(pass): By,
) -> Result<Json<OwnSessions>, ApiError> {
    let current = pass.session();
    let credentials = actions.credentials(player.id).await?;
    let sessions = credentials.sessions.into_iter().map(|session| SessionView {
        id: session.id,
        device: session.device,
        created_at: session.created_at.0,
        seen_at: session.seen_at.0,
        current: current == Some(session.id),
    });
    Ok(Json(OwnSessions {
        sessions: sessions.collect(),
        recovery_codes: credentials.recovery_codes,
        password: credentials.has_password,
    }))
}

problems! {
    /// The caller has no such session.
    EndSessionProblems: BadToken, BadOrigin, NotFound, TokenNotAllowed,
}

/// Ends one of the caller's sessions with its sign-in link and its push subscriptions, and closes its
/// sockets; other servers on the same database follow within seconds.
#[utoipa::path(
    delete, path = "/api/me/sessions/{id}", operation_id = "endSession", tag = "accounts",
    params(("id" = SessionIdText, Path, description = "The session")),
    responses((status = 204, description = "The session has ended"), EndSessionProblems),
)]
pub(crate) async fn end(
    Part(accounts): Part<Accounts>,
    Name(id): Name,
    BrowserSession { player, .. }: BrowserSession,
) -> Result<StatusCode, ApiError> {
    let id: SessionId = id.parse().map_err(|_| ApiError::NotFound)?;
    let ended = accounts.end_session(player, id).await?;
    if ended { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::NotFound) }
}

problems! {
    /// The token is invalid.
    EndSessionsProblems: BadToken, BadOrigin, TokenNotAllowed,
}

/// The sessions and tokens that remain after all others have ended.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StillCounts {
    /// The number of passkeys that the caller has: `GET /api/me/passkeys` lists them, for the caller to
    /// remove any that is not theirs.
    passkeys: u32,
}

impl StillCounts {
    pub(in crate::http) async fn of(
        accounts: &Accounts,
        player: PlayerId,
    ) -> Result<Json<Self>, ApiError> {
        Ok(Json(Self { passkeys: accounts.passkeys(player).await? }))
    }
}

/// Ends all of the caller's sessions except the current one, all tokens and sign-in links, and the push
/// subscriptions of other browsers.
#[utoipa::path(
    delete, path = "/api/me/sessions", operation_id = "endOtherSessions", tag = "accounts",
    responses((status = 200, description = "They have ended", body = StillCounts), EndSessionsProblems),
)]
pub(crate) async fn end_others(
    Part(accounts): Part<Accounts>,
    BrowserSession { player, session }: BrowserSession,
) -> Result<Json<StillCounts>, ApiError> {
    accounts.end_others(player, session).await?;
    StillCounts::of(&accounts, player).await
}

problems! {
    /// The caller is a guest, who could not log in again.
    LogOutProblems: BadToken, BadOrigin, NotRegistered, TokenNotAllowed,
}

/// Logs a browser out; it becomes a new guest.
#[utoipa::path(
    post, path = "/api/me/logout", operation_id = "logOut", tag = "accounts",
    responses((status = 204, description = "The browser is logged out"), LogOutProblems),
)]
pub(crate) async fn log_out(
    Part(accounts): Part<Accounts>,
    browser: BrowserSession,
) -> Result<(StatusCode, Extension<SwitchIdentity>), ApiError> {
    accounts.end_session(browser.player, browser.signed_in()?).await?;
    Ok((StatusCode::NO_CONTENT, Extension(SwitchIdentity(PlayerId::fresh(), None))))
}
