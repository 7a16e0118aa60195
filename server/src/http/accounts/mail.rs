//! `/api/me/mail`: the address to which a player's notifications are sent by mail, where the operator
//! has a mail server.
//!
//! A registered player has one address, which is confirmed by a link that is sent there. It is
//! shown only in part, and nothing reveals whether another player has it: a request for more mails to one
//! address than are sent gets the usual answer.

use crate::actions::Actions;
use crate::addresses::LimitedAction;
use crate::http::openapi::problems;
use crate::notifications::mail::{checked, masked};
use crate::request::{ApiError, BrowserSession, ClientLimits, CurrentPlayer, Json, Owner, Part};
use crate::texts::Language;
use axum::http::{HeaderMap, StatusCode};
use domain::NotificationKind;
use protocol::{KindList, NotificationWord};
use serde::{Deserialize, Serialize};
use std::fmt;
use store::MailAddress;
use utoipa::ToSchema;

/// How far an address for mail is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MailState {
    /// Its owner has yet to confirm it.
    Unconfirmed,
    /// Notices are sent there.
    Confirmed,
    /// The mail server says that there is no such address; it can be confirmed again.
    Refused,
}

/// A player's address for mail, as they see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailView {
    /// The address in part, such as `l…@e…e.org`.
    address: String,
    /// How far it is.
    state: MailState,
    /// The kinds of notifications that are sent by mail; `turn` in correspondence matches alone.
    #[schema(value_type = Vec<NotificationWord>)]
    kinds: KindList,
}

impl From<&MailAddress> for MailView {
    fn from(address: &MailAddress) -> Self {
        let state = match (address.confirmed_at, address.refused_at) {
            (_, Some(_)) => MailState::Refused,
            (Some(_), None) => MailState::Confirmed,
            (None, None) => MailState::Unconfirmed,
        };
        Self { address: masked(&address.address), state, kinds: KindList(address.kinds) }
    }
}

/// A player's address for mail, if they have entered one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnMail {
    mail: Option<MailView>,
}

problems! {
    /// The server sends no mail, or the caller is a guest.
    OwnMailProblems: BadToken, NoMail, NotRegistered,
}

/// Returns the caller's address for mail, in part.
#[utoipa::path(
    get, path = "/api/me/mail", operation_id = "mail", tag = "accounts",
    responses((status = 200, description = "The address, if there is one", body = OwnMail), OwnMailProblems),
)]
pub(crate) async fn show(
    Part(actions): Part<Actions>,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<axum::Json<OwnMail>, ApiError> {
    let kept = actions.mail_address(actions.mailable(&player)?).await?;
    Ok(axum::Json(OwnMail { mail: kept.as_ref().map(MailView::from) }))
}

/// The body of `PUT /api/me/mail`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MailRequest {
    /// The address, in plain ASCII.
    #[schema(max_length = 254)]
    address: String,
    /// The kinds of notifications that are sent by mail, those of turns and challenges if absent; `turn` in correspondence matches alone.
    #[serde(default = "usual")]
    #[schema(value_type = Vec<NotificationWord>)]
    kinds: KindList,
}

fn usual() -> KindList {
    KindList([NotificationKind::Turn, NotificationKind::Challenge].into_iter().collect())
}

// Written by hand, since the address must not appear in a log.
impl fmt::Debug for MailRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailRequest").finish_non_exhaustive()
    }
}

problems! {
    /// The server sends no mail, the caller is a guest, or the address is not one that mail can be
    /// sent to.
    PutMailProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson, NoMail,
        NotRegistered, BadAddress, ConfirmNeeded, TokenNotAllowed,
}

/// Sets the caller's address for mail, in place of an earlier one, and sends a link there that
/// confirms it. Notices are sent in the language of the request, once it is confirmed. The caller has to
/// have confirmed lately who they are.
#[utoipa::path(
    put, path = "/api/me/mail", operation_id = "putMail", tag = "accounts", request_body = MailRequest,
    responses((status = 200, description = "The address is to be confirmed", body = MailView), PutMailProblems),
)]
pub(crate) async fn put(
    Part(actions): Part<Actions>,
    limits: ClientLimits,
    _: BrowserSession,
    Owner { player, .. }: Owner,
    headers: HeaderMap,
    Json(body): Json<MailRequest>,
) -> Result<axum::Json<MailView>, ApiError> {
    let mailable = actions.mailable(&player)?;
    let address =
        checked(&body.address).map_err(|error| ApiError::BadAddress(error.to_string()))?;
    limits.check_mail(player.id).await?;
    let language = Language::of(&headers).code();
    let KindList(kinds) = body.kinds;
    let address = actions.set_mail_address(mailable, address, language, kinds).await?;
    Ok(axum::Json((&address).into()))
}

problems! {
    /// The server sends no mail, the caller is a guest, or has no address.
    ResendMailProblems: BadToken, BadOrigin, NoMail, NotRegistered, NotFound,
}

/// Sends another link to the caller's address; earlier ones confirm nothing from then on.
#[utoipa::path(
    post, path = "/api/me/mail/confirmation", operation_id = "resendMail", tag = "accounts",
    responses((status = 202, description = "The link is on its way", body = MailView), ResendMailProblems),
)]
pub(crate) async fn resend(
    Part(actions): Part<Actions>,
    limits: ClientLimits,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<(StatusCode, axum::Json<MailView>), ApiError> {
    let mailable = actions.mailable(&player)?;
    let address = actions.mail_address(mailable).await?.ok_or(ApiError::NotFound)?;
    if !address.is_usable() {
        limits.check_mail(player.id).await?;
        actions.resend_confirmation(mailable, &address).await?;
    }
    Ok((StatusCode::ACCEPTED, axum::Json((&address).into())))
}

/// The body of `PUT /api/me/mail/kinds`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct MailKinds {
    /// The kinds of notifications that are sent by mail; `turn` in correspondence matches alone.
    #[schema(value_type = Vec<NotificationWord>)]
    kinds: KindList,
}

problems! {
    /// The server sends no mail, the caller is a guest, or has no address.
    MailKindsProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson, NoMail,
        NotRegistered, NotFound,
}

/// Sets which notices are sent to the caller by mail; from then on in the language of the request.
#[utoipa::path(
    put, path = "/api/me/mail/kinds", operation_id = "setMailKinds", tag = "accounts",
    request_body = MailKinds,
    responses((status = 200, description = "They are set", body = MailView), MailKindsProblems),
)]
pub(crate) async fn set_kinds(
    Part(actions): Part<Actions>,
    limits: ClientLimits,
    CurrentPlayer(player): CurrentPlayer,
    headers: HeaderMap,
    Json(MailKinds { kinds: KindList(kinds) }): Json<MailKinds>,
) -> Result<axum::Json<MailView>, ApiError> {
    let mailable = actions.mailable(&player)?;
    limits.check(LimitedAction::Name).await?;
    let language = Language::of(&headers).code();
    let address = actions.set_mail_kinds(mailable, kinds, language).await?;
    Ok(axum::Json((&address).into()))
}

problems! {
    /// The server sends no mail, the caller is a guest, or has no address.
    RemoveMailProblems: BadToken, BadOrigin, NoMail, NotRegistered, NotFound,
        ConfirmNeeded, TokenNotAllowed,
}

/// Removes the caller's address; nothing more is sent there. The caller has to have confirmed lately who
/// they are.
#[utoipa::path(
    delete, path = "/api/me/mail", operation_id = "removeMail", tag = "accounts",
    responses((status = 204, description = "The address is removed"), RemoveMailProblems),
)]
pub(crate) async fn remove(
    Part(actions): Part<Actions>,
    _: BrowserSession,
    Owner { player, .. }: Owner,
) -> Result<StatusCode, ApiError> {
    actions.remove_mail_address(actions.mailable(&player)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
