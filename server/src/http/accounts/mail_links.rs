//! `/api/mail/confirmations` and `/mail/off`: the targets of links in mails.
//!
//! Following a link confirms nothing and ends nothing, since programs that look into mails follow
//! links; the button of its page does. A mail program ends notices by a `POST` to the address of the
//! page, by RFC 8058, which needs neither a cookie nor an account.

use crate::actions::Actions;
use crate::addresses::LimitedAction;
use crate::http::openapi::problems;
use crate::notifications::mail::{confirmation_code, stop_code};
use crate::request::{ApiError, ClientLimits, Json, Params, Part};
use axum::http::StatusCode;
use serde::Deserialize;
use std::fmt;
use utoipa::{IntoParams, ToSchema};

/// The body of `POST /api/mail/confirmations`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MailConfirmation {
    /// The part of the link after the `#`.
    #[schema(max_length = 64)]
    code: String,
}

// Written by hand, since the code must not appear in a log.
impl fmt::Debug for MailConfirmation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailConfirmation").finish_non_exhaustive()
    }
}

problems! {
    /// The link has been used, has expired or never existed, or the server sends no mail.
    ConfirmMailProblems: BadRequest, BadOrigin, TooLarge, NotJson, NoMail,
        LinkUsed,
}

/// Confirms an address by the link that was sent there, on whichever device it is opened. It works
/// once, within a day.
#[utoipa::path(
    post, path = "/api/mail/confirmations", operation_id = "confirmMail", tag = "accounts",
    request_body = MailConfirmation,
    responses((status = 204, description = "The address is confirmed"), ConfirmMailProblems),
)]
pub(crate) async fn confirm(
    Part(actions): Part<Actions>,
    limits: ClientLimits,
    Json(body): Json<MailConfirmation>,
) -> Result<StatusCode, ApiError> {
    if !actions.sends_mail() {
        return Err(ApiError::NoMail);
    }
    limits.check(LimitedAction::Login).await?;
    let code = confirmation_code(&body.code);
    if actions.confirm_mail(code).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::LinkUsed)
    }
}

/// The query of `/mail/off`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MailOff {
    /// The secret in the link.
    #[param(max_length = 64)]
    t: String,
}

problems! {
    /// The link is of an address that has been removed or changed, or was never sent.
    StopMailProblems: BadRequest, BadOrigin, LinkUsed,
}

/// Ends all notices to an address: the one-click unsubscription of RFC 8058, for mail programs and
/// for the page at the same address. It can be repeated, and ends notices also on a server that
/// sends no mail any more.
#[utoipa::path(
    post, path = "/mail/off", operation_id = "stopMail", tag = "accounts", params(MailOff),
    responses((status = 204, description = "No more notices are sent there"), StopMailProblems),
)]
pub(crate) async fn stop(
    Part(actions): Part<Actions>,
    Params(MailOff { t }): Params<MailOff>,
) -> Result<StatusCode, ApiError> {
    let code = stop_code(&t).ok_or(ApiError::LinkUsed)?;
    if actions.stop_mail(code).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::LinkUsed)
    }
}
