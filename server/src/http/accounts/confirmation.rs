//! `/api/me/confirm`: proving again, in a session, who one is, before doing what only the owner of an
//! account may do.
//!
//! The ways are those that the account has: a password, a passkey, a recovery code. Guesses count like
//! log-ins. Programs are refused, since a token proves nothing about the person at the device.

use super::passkeys::{CeremonyBegun, CeremonyEnded};
use super::sessions::{PasswordText, typed};
use crate::accounts::{Accounts, Ways};
use crate::addresses::{Guesser, LimitedAction, Limiter};
use crate::http::openapi::problems;
use crate::request::{
    self, ApiError, BrowserSession, ClientLimits, CurrentPlayer, Part, SiteOrigin,
};
use crate::time::TimeSource;
use axum::Json;
use axum::http::StatusCode;
use domain::{Player, SessionId};
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// A way to confirm who one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ConfirmWay {
    /// By the password.
    Password,
    /// By a passkey of the account.
    Passkey,
    /// By a recovery code, which is used up.
    Code,
}

/// How the caller can confirm who they are.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfirmState {
    /// The ways that the account has; none for a guest, who is never asked.
    ways: Vec<ConfirmWay>,
    /// Until when the session is confirmed; null if it is not.
    confirmed_until: Option<u64>,
}

problems! {
    /// The caller is a program.
    ConfirmStateProblems: BadToken, TokenNotAllowed,
}

/// Returns the ways by which the caller can confirm who they are, and until when they have.
#[utoipa::path(
    get, path = "/api/me/confirm", operation_id = "confirmState", tag = "accounts",
    responses((status = 200, description = "The ways", body = ConfirmState), ConfirmStateProblems),
)]
pub(crate) async fn show(
    Part(accounts): Part<Accounts>,
    Part(time): Part<TimeSource>,
    BrowserSession { session, .. }: BrowserSession,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<Json<ConfirmState>, ApiError> {
    let Some(session) = session.filter(|_| !player.guest) else {
        return Ok(Json(ConfirmState { ways: Vec::new(), confirmed_until: None }));
    };
    let Ways { password, passkey, code } = accounts.ways(player.id).await?;
    let ways = [
        (password, ConfirmWay::Password),
        (passkey, ConfirmWay::Passkey),
        (code, ConfirmWay::Code),
    ];
    let confirmed = accounts.confirmed(player.id, session, time.now()).await?;
    Ok(Json(ConfirmState {
        ways: ways.into_iter().filter(|(has, _)| *has).map(|(_, way)| way).collect(),
        confirmed_until: confirmed.map(|confirmed| confirmed.until.0),
    }))
}

/// The body of `POST /api/me/confirm`: a password or a recovery code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmRequest {
    /// The password.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    password: Option<PasswordText>,
    /// A recovery code, which is used up.
    #[serde(default)]
    #[schema(max_length = 64)]
    code: Option<String>,
}

// Written by hand, since the code must not appear in a log.
impl fmt::Debug for ConfirmRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConfirmRequest").finish_non_exhaustive()
    }
}

problems! {
    /// The password or the code is wrong, or the caller is a guest or a program.
    ConfirmProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        BadPassword, BadCredentials, NotRegistered, TokenNotAllowed,
}

/// Confirms who the caller is by their password or a recovery code.
#[utoipa::path(
    post, path = "/api/me/confirm", operation_id = "confirm", tag = "accounts",
    request_body = ConfirmRequest,
    responses((status = 204, description = "The session is confirmed"), ConfirmProblems),
)]
pub(crate) async fn confirm(
    Part(accounts): Part<Accounts>,
    Part(limiter): Part<Limiter>,
    Part(time): Part<TimeSource>,
    browser: BrowserSession,
    CurrentPlayer(player): CurrentPlayer,
    request::Json(body): request::Json<ConfirmRequest>,
) -> Result<StatusCode, ApiError> {
    let session = session_of(browser, &player)?;
    let now = time.now();
    match (body.password.map(typed).transpose()?, body.code) {
        (Some(password), None) => {
            check_rate(&limiter, &player, session).await?;
            accounts.confirm_by_password(player.id, session, password, now).await?;
        }
        (None, Some(code)) => {
            check_rate(&limiter, &player, session).await?;
            accounts.confirm_by_code(player.id, session, &code, now).await?;
        }
        (Some(_), Some(_)) | (None, None) => {
            return Err(ApiError::BadRequest("send `password` or `code`".to_owned()));
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The session of a registered player.
fn session_of(browser: BrowserSession, player: &Player) -> Result<SessionId, ApiError> {
    if player.guest { Err(ApiError::NotRegistered) } else { browser.signed_in() }
}

/// Counts an attempt at that account. A session has an allowance of its own: neither a neighbour nor
/// another session uses it up.
async fn check_rate(
    limiter: &Limiter,
    player: &Player,
    session: SessionId,
) -> Result<(), ApiError> {
    let guesser = Guesser::Browser(session.0.into_bytes());
    Ok(limiter.check_guess_rate(&player.id.to_string(), guesser).await?)
}

problems! {
    /// Passkeys are not possible at this server's address, or the caller is a guest or a program.
    BeginConfirmProblems: BadToken, BadOrigin, NoPasskeys, NotRegistered,
        TokenNotAllowed,
}

/// Begins confirming by a passkey who the caller is.
#[utoipa::path(
    post, path = "/api/me/confirm/passkey/begin", operation_id = "beginConfirming", tag = "accounts",
    responses((status = 200, description = "The options for the browser", body = CeremonyBegun), BeginConfirmProblems),
)]
pub(crate) async fn begin_passkey(
    Part(accounts): Part<Accounts>,
    Part(time): Part<TimeSource>,
    limits: ClientLimits,
    SiteOrigin(origin): SiteOrigin,
    browser: BrowserSession,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<Json<CeremonyBegun>, ApiError> {
    session_of(browser, &player)?;
    limits.check(LimitedAction::Login).await?;
    let begun = accounts.begin_confirming(&origin, player.id, time.now()).await?;
    Ok(Json(CeremonyBegun { ceremony: begun.ceremony, options: begun.options }))
}

problems! {
    /// The ceremony is unknown, the browser's answer is not valid, or the passkey is another player's.
    EndConfirmProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        BadPasskey, CeremonyOver, NoPasskeys, NotRegistered, TokenNotAllowed,
}

/// Confirms by a passkey of the account who the caller is.
#[utoipa::path(
    post, path = "/api/me/confirm/passkey/end", operation_id = "endConfirming", tag = "accounts",
    request_body = CeremonyEnded,
    responses((status = 204, description = "The session is confirmed"), EndConfirmProblems),
)]
pub(crate) async fn end_passkey(
    Part(accounts): Part<Accounts>,
    Part(limiter): Part<Limiter>,
    Part(time): Part<TimeSource>,
    SiteOrigin(origin): SiteOrigin,
    browser: BrowserSession,
    CurrentPlayer(player): CurrentPlayer,
    request::Json(ended): request::Json<CeremonyEnded>,
) -> Result<StatusCode, ApiError> {
    let session = session_of(browser, &player)?;
    check_rate(&limiter, &player, session).await?;
    let CeremonyEnded { ceremony, credential } = ended;
    let now = time.now();
    accounts.confirm_by_passkey(&origin, &ceremony, player.id, session, credential, now).await?;
    Ok(StatusCode::NO_CONTENT)
}
