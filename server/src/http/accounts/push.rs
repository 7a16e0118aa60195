//! `/api/push` and `/api/me/push`: the server's public key for web push, and the browsers of a
//! player that receive notices.
//!
//! An endpoint is checked before it is stored, because the server will connect to it; it is never
//! sent back, only its hash. Subscriptions are bounded for each person.

use crate::actions::{Actions, subscription_id};
use crate::addresses::LimitedAction;
use crate::http::openapi::problems;
use crate::notifications::push::{Vapid, is_public_key};
use crate::request::{ApiError, By, ClientLimits, CurrentPlayer, Json, Name, Part};
use crate::time::TimeSource;
use axum::http::StatusCode;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use protocol::{KindList, NotificationWord};
use serde::{Deserialize, Serialize};
use store::PushSubscription;
use utoipa::ToSchema;

/// The key that a browser needs to subscribe.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PushKey {
    /// The server's public key, as `applicationServerKey` takes it.
    key: String,
    /// True on a server that also notifies registered players by mail; absent on others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    mail: bool,
}

/// Returns the key by which push services recognise this server.
#[utoipa::path(
    get, path = "/api/push", operation_id = "pushKey", tag = "accounts",
    responses((status = 200, description = "The key", body = PushKey)),
)]
pub(crate) async fn key(
    Part(actions): Part<Actions>,
    Part(vapid): Part<Vapid>,
) -> axum::Json<PushKey> {
    let key = vapid.public_key().to_owned();
    axum::Json(PushKey { key, mail: actions.sends_mail() })
}

/// A browser that receives notifications, as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PushView {
    /// The SHA-256 of its endpoint in base64url; the endpoint itself is never sent.
    id: String,
    /// The name of its push service.
    service: String,
    /// The kinds of notifications it receives.
    #[schema(value_type = Vec<NotificationWord>)]
    kinds: KindList,
    /// When the subscription was created or last changed.
    created_at: u64,
}

impl PushView {
    fn of(actions: &Actions, subscription: &PushSubscription) -> Self {
        let PushSubscription { endpoint, kinds, created_at, .. } = subscription;
        let parsed = actions.push_endpoint(endpoint);
        Self {
            id: subscription_id(endpoint),
            service: parsed.map_or_else(|_| String::new(), |parsed| parsed.host().to_owned()),
            kinds: KindList(*kinds),
            created_at: created_at.0,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnPushes {
    subscriptions: Vec<PushView>,
}

problems! {
    /// The token is invalid.
    ListPushesProblems: BadToken,
}

/// Lists the caller's push subscriptions, the one changed last at the end.
#[utoipa::path(
    get, path = "/api/me/push", operation_id = "pushes", tag = "accounts",
    responses((status = 200, description = "The subscriptions", body = OwnPushes), ListPushesProblems),
)]
pub(crate) async fn list(
    Part(actions): Part<Actions>,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<axum::Json<OwnPushes>, ApiError> {
    let kept = actions.subscriptions(player.id).await?;
    let subscriptions = kept.iter().map(|kept| PushView::of(&actions, kept)).collect();
    Ok(axum::Json(OwnPushes { subscriptions }))
}

/// The keys of a browser's subscription, in base64url.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PushKeys {
    /// Its public key: an uncompressed point of P-256, 65 bytes.
    p256dh: String,
    /// Its authentication secret: 16 bytes.
    auth: String,
}

/// The body of `PUT /api/me/push`: a browser's `PushSubscription` as JSON, with the notifications
/// it wants.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PushRequest {
    /// Its endpoint at the push service.
    endpoint: String,
    /// Its keys.
    keys: PushKeys,
    /// The kinds of notifications it receives. `turn` is sent in correspondence matches always, in
    /// others if the match is not open on any page.
    #[serde(default)]
    #[schema(value_type = Vec<NotificationWord>)]
    kinds: KindList,
}

problems! {
    /// The server cannot send notifications to that endpoint.
    PutPushProblems: BadRequest, BadToken, BadOrigin, TooLarge, NotJson,
        BadSubscription,
}

/// Subscribes a browser to notifications while no page is open. An existing subscription is
/// replaced and then belongs to the caller. It ends with the session or the token of the request, and that
/// of a guest when the guest registers.
#[utoipa::path(
    put, path = "/api/me/push", operation_id = "putPush", tag = "accounts", request_body = PushRequest,
    responses((status = 200, description = "The browser is subscribed", body = PushView), PutPushProblems),
)]
pub(crate) async fn put(
    Part(actions): Part<Actions>,
    Part(time): Part<TimeSource>,
    limits: ClientLimits,
    CurrentPlayer(player): CurrentPlayer,
    By(pass): By,
    Json(body): Json<PushRequest>,
) -> Result<axum::Json<PushView>, ApiError> {
    limits.check(LimitedAction::Name).await?;
    let bad = |what: &str| ApiError::BadSubscription(what.to_owned());
    actions.push_endpoint(&body.endpoint).map_err(|error| bad(&error.to_string()))?;
    let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('='));
    let public_key = decode(&body.keys.p256dh).ok().and_then(|key| key.try_into().ok());
    let public_key = public_key.filter(is_public_key).ok_or_else(|| bad("`p256dh` is no key"))?;
    let secret = decode(&body.keys.auth).ok().and_then(|secret| secret.try_into().ok());
    let secret = secret.ok_or_else(|| bad("`auth` has 16 bytes"))?;
    let KindList(kinds) = body.kinds;
    let created_at = time.now();
    let subscription = PushSubscription {
        endpoint: body.endpoint,
        player: player.id,
        pass,
        public_key,
        secret,
        kinds,
        created_at,
    };
    if !actions.subscribe(&subscription).await? {
        // The next request is known to be without its credential.
        return Err(ApiError::Busy);
    }
    Ok(axum::Json(PushView::of(&actions, &subscription)))
}

problems! {
    /// The caller has no such subscription.
    RemovePushProblems: BadToken, BadOrigin, NotFound,
}

/// Ends a push subscription.
#[utoipa::path(
    delete, path = "/api/me/push/{id}", operation_id = "removePush", tag = "accounts",
    params(("id" = String, Path, description = "The SHA-256 of its endpoint in base64url")),
    responses((status = 204, description = "The subscription has ended"), RemovePushProblems),
)]
pub(crate) async fn remove(
    Part(actions): Part<Actions>,
    Name(id): Name,
    CurrentPlayer(player): CurrentPlayer,
) -> Result<StatusCode, ApiError> {
    let has_ended = actions.unsubscribe(player.id, &id).await?;
    if has_ended { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::NotFound) }
}
