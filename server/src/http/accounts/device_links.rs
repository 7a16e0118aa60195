//! `/api/me/links` and `/api/links`: links that carry an identity to another device.
//!
//! A link works once, for five minutes, and asking for another cancels it. Its secret stands after
//! the `#` of the address, so neither a server log nor a referrer header contains it; the store has
//! only its digest. Both addresses are limited as sign-ins are.

use super::sessions::enter;
use crate::accounts::Accounts;
use crate::actions::{Actions, SignInLink};
use crate::addresses::LimitedAction;
use crate::http::matches::qr_code::code;
use crate::http::openapi::problems;
use crate::request::{
    self, ApiError, ClientLimits, Device, MaybeJson, Owner, Part, SignIn, SiteOrigin,
    SwitchIdentity,
};
use crate::time::TimeSource;
use axum::Extension;
use axum::Json;
use axum::http::StatusCode;
use domain::MatchId;
use protocol::PlayerView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A link that moves an identity to another device.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewLink {
    /// The address to open on the other device. The secret follows the `#`, so it appears in no
    /// server log.
    url: String,
    /// The secret alone.
    code: String,
    /// The address as a QR code in SVG.
    qr: String,
    /// When the link expires.
    expires_at: u64,
}

/// The body of `POST /api/me/links`, which may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkRequest {
    /// The page of a match or game that the other device is to show, such as `/m/<id>`.
    #[serde(default)]
    to: Option<String>,
}

impl LinkRequest {
    /// The page with its id, unless it is another page's.
    fn page(&self) -> Result<Option<(&'static str, MatchId)>, ApiError> {
        let Some(to) = self.to.as_deref() else { return Ok(None) };
        let found = ["/m/", "/g/"].into_iter().find_map(|kind| {
            let id = to.strip_prefix(kind)?.parse().ok()?;
            Some((kind, id))
        });
        let bad = || ApiError::BadRequest("`to` is the page of a match or a game".to_owned());
        found.map(Some).ok_or_else(bad)
    }
}

problems! {
    /// A link cannot lead to this page.
    NewLinkProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson, NotFound,
        ConfirmNeeded, TokenNotAllowed,
}

/// Creates a link that signs another device in as the caller. It works once, within five minutes and
/// as long as the caller's session, and replaces any earlier link. A registered player has to have
/// confirmed lately who they are.
#[utoipa::path(
    post, path = "/api/me/links", operation_id = "newLink", tag = "accounts",
    request_body = Option<LinkRequest>,
    responses((status = 201, description = "The link", body = NewLink), NewLinkProblems),
)]
pub(crate) async fn create(
    Part(actions): Part<Actions>,
    limits: ClientLimits,
    SiteOrigin(origin): SiteOrigin,
    Owner { player, pass }: Owner,
    Device(device): Device,
    MaybeJson(body): MaybeJson<LinkRequest>,
) -> Result<(StatusCode, Option<Extension<SwitchIdentity>>, Json<NewLink>), ApiError> {
    let page = body.page()?.map(|(kind, id)| format!("?to={kind}{id}")).unwrap_or_default();
    limits.check(LimitedAction::Login).await?;
    let SignInLink { secret, until, session } =
        actions.new_sign_in_link(player.id, pass, &device).await?;
    let became = session.map(|session| Extension(SwitchIdentity(player.id, Some(session))));
    let url = format!("{origin}/link{page}#{secret}");
    let qr = code(&url).ok_or(ApiError::NotFound)?;
    let made = NewLink { url, code: secret, qr, expires_at: until.0 };
    Ok((StatusCode::CREATED, became, Json(made)))
}

/// The body of `POST /api/links`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkTaken {
    /// The part of the link after the `#`.
    #[schema(max_length = 64)]
    code: String,
}

problems! {
    /// The link has been used, has expired or never existed.
    TakeLinkProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        LinkUsed, TokenNotAllowed,
}

/// Signs this browser in by a link from another device. Games that the browser played as a guest stay
/// with that guest. The session is not confirmed by it.
#[utoipa::path(
    post, path = "/api/links", operation_id = "takeLink", tag = "accounts", request_body = LinkTaken,
    responses((status = 200, description = "The player this browser is now", body = PlayerView), TakeLinkProblems),
)]
pub(crate) async fn take(
    Part(accounts): Part<Accounts>,
    Part(actions): Part<Actions>,
    Part(time): Part<TimeSource>,
    sign_in: SignIn,
    request::Json(taken): request::Json<LinkTaken>,
) -> Result<(Extension<SwitchIdentity>, Json<PlayerView>), ApiError> {
    sign_in.check().await?;
    let proven = accounts.take_link(&taken.code, time.now()).await?;
    enter(&actions, proven, &sign_in).await
}
