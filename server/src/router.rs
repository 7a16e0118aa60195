//! Every address the server answers, and the steps of each request: limits, identity,
//! compression, headers. It is above [`crate::http`] and [`crate::ws`], which do not know each other.

use crate::addresses::{LimitedAction, Limiter};
use crate::app_state::{App, AppState};
use crate::client::Client;
use crate::http::access::{self, AccessLog};
use crate::http::accounts::{
    api_tokens, confirmation, current_player, data_export, device_links, mail, mail_links,
    passkeys, player_search, profile, push, registration, sessions,
};
use crate::http::archive::{explorer, games, ratings};
use crate::http::assets::{self, error_page, preview};
use crate::http::headers::{self, SecurityHeaders};
use crate::http::matches::{catalogue, challenges, live, plans, qr_code, seeks, vacation};
use crate::http::moderation::reports;
use crate::http::openapi::Document;
use crate::http::social::{blocks, follows, online};
use crate::http::{cors, health, openapi, tablebase};
use crate::moderation::orders::AdminOrders;
use crate::request::{self, ApiError, Identity, MAX_BODY, Part};
use crate::ws;
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Extension, MatchedPath};
use axum::http::{HeaderMap, Method, Request, Uri};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use protocol::sockets_schema;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How long a request may take until its answer begins.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// The address of the client's files, which matches every path that no other does.
const FILES: &str = "/{*path}";

/// Every address the server answers.
pub(crate) fn router(app: AppState) -> Router {
    let services = Extension(services(&app));
    let forwarded = from_fn_with_state(Arc::clone(&app), request::forward);
    // Routes that need an identity.
    let people = OpenApiRouter::new()
        .routes(routes!(current_player::me, current_player::rename, registration::erase))
        .routes(routes!(registration::register))
        .routes(routes!(registration::set_password))
        .routes(routes!(registration::new_codes))
        .routes(routes!(confirmation::show, confirmation::confirm))
        .routes(routes!(confirmation::begin_passkey))
        .routes(routes!(confirmation::end_passkey))
        .routes(routes!(sessions::log_in))
        .routes(routes!(sessions::recover))
        .routes(routes!(sessions::list, sessions::end_others))
        .routes(routes!(sessions::end))
        .routes(routes!(sessions::log_out))
        .routes(routes!(blocks::list))
        .routes(routes!(blocks::add, blocks::remove))
        .routes(routes!(follows::list))
        .routes(routes!(follows::add, follows::remove))
        .routes(routes!(profile::show))
        .routes(routes!(online::list))
        .routes(routes!(online::show, online::set))
        .routes(routes!(data_export::export))
        .routes(routes!(push::list, push::put))
        .routes(routes!(push::remove))
        .routes(routes!(mail::show, mail::put, mail::remove))
        .routes(routes!(mail::resend))
        .routes(routes!(mail::set_kinds))
        .routes(routes!(passkeys::begin_making))
        .routes(routes!(passkeys::list, passkeys::end_making))
        .routes(routes!(passkeys::remove))
        .routes(routes!(passkeys::begin_signing_in))
        .routes(routes!(passkeys::end_signing_in))
        .routes(routes!(reports::report))
        .routes(routes!(reports::warnings, reports::read_warnings))
        .routes(routes!(device_links::create))
        .routes(routes!(device_links::take))
        .routes(routes!(current_player::matches))
        .routes(routes!(vacation::show, vacation::begin, vacation::end))
        .routes(routes!(api_tokens::list, api_tokens::create))
        .routes(routes!(api_tokens::end))
        .merge(creations().route_layer(from_fn_with_state(Arc::clone(&app), request::forward_new)))
        .merge(matches(services.clone()).route_layer(forwarded))
        .routes(routes!(seeks::answer))
        .route("/", get(preview::lobby))
        .route("/m/{id}", get(preview::live))
        .route("/g/{id}", get(preview::replay))
        .route("/analysis", get(preview::analysis))
        .route("/local", get(preview::analysis))
        .route("/games", get(assets::Pages::archive))
        .route("/people/{who}", get(assets::Pages::person))
        .route("/link", get(assets::Pages::link))
        .route("/offline", get(assets::Pages::offline))
        .route("/app.webmanifest", get(assets::description))
        .route("/rules", get(preview::rules))
        .route("/rules/{game}", get(preview::rules_of_game))
        .merge(
            analyses(services.clone())
                .route_layer(from_fn_with_state(Arc::clone(&app), request::forward_analysis)),
        )
        .route("/ws/lobby", get(ws::lobby_socket).layer(services))
        .layer(from_fn_with_state(Arc::clone(&app), few_changes))
        .layer(from_fn_with_state(Arc::clone(&app), request::identify));
    let anybody = OpenApiRouter::new()
        .routes(routes!(current_player::create_guest))
        .routes(routes!(player_search::list))
        .routes(routes!(push::key))
        .routes(routes!(mail_links::confirm))
        .routes(routes!(mail_links::stop))
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(catalogue::legal))
        .routes(routes!(catalogue::position))
        .routes(routes!(catalogue::pixels))
        .routes(routes!(tablebase::look_up))
        .routes(routes!(games::list))
        .routes(routes!(games::export))
        .routes(routes!(games::show))
        .routes(routes!(games::analysis))
        .routes(routes!(explorer::look_up))
        .routes(routes!(ratings::pools))
        .routes(routes!(ratings::list))
        .routes(routes!(ratings::of_player))
        .routes(routes!(ratings::of_game))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .route("/mail/confirm", get(assets::Pages::mail))
        .route("/mail/off", get(assets::Pages::mail))
        .route("/m/{id}/qr.svg", get(qr_code::draw))
        .route(FILES, get(assets::file));
    let (router, api) = people.merge(anybody).split_for_parts();
    let document = openapi::document(api, app.config.public_url.as_ref()).unwrap_or_default();
    let document = Arc::new(Document::new(document));
    let sockets = Arc::new(Document::new(sockets_schema().to_string().into()));
    let access_log = AccessLog(app.config.access_log);
    let strict = SecurityHeaders::new(app.config.public_url.as_ref(), app.client.version());
    router
        .route("/api/openapi.json", get(async move |head: HeaderMap| document.answer(&head)))
        .route("/api/sockets.schema.json", get(async move |head: HeaderMap| sockets.answer(&head)))
        .fallback(|| async { ApiError::NotFound })
        .method_not_allowed_fallback(other_method)
        .layer(from_fn_with_state(Arc::clone(&app), request::awake_only))
        .layer(from_fn_with_state(Arc::clone(&app), request::own_pages_only))
        .layer(from_fn_with_state(Arc::clone(&app), request::known_hosts_only))
        .layer(from_fn_with_state(Arc::clone(&app), rate_limited))
        .layer(CompressionLayer::new())
        .layer(from_fn(with_timeout))
        .layer(CatchPanicLayer::custom(|_| ApiError::Internal.into_response()))
        .layer(from_fn_with_state(Arc::clone(&app.client), error_page::replace))
        .layer(from_fn_with_state(Arc::new(strict), headers::add))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn(cors::allow))
        .layer(from_fn_with_state(access_log, access::record))
        .with_state(app)
}

/// The addresses of one match, which the node answers that holds it, or at which its audience meets.
fn matches(services: Extension<Arc<ws::Services>>) -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(live::show))
        .routes(routes!(live::events))
        .routes(routes!(live::join))
        .routes(routes!(challenges::decline))
        .routes(routes!(plans::show, plans::set))
        .route("/ws/matches/{id}", get(ws::match_socket).layer(services))
}

/// The addresses for other nodes' spectators of a match.
fn audiences(services: Extension<Arc<ws::Services>>) -> Router<AppState> {
    Router::new()
        .route("/internal/matches/{id}/audience", get(ws::audience_socket).layer(services))
        .route("/internal/matches/{id}/commands", post(ws::spectator_command))
}

/// The services of sockets.
fn services(app: &App) -> Arc<ws::Services> {
    Arc::new(ws::Services {
        actions: Arc::clone(&app.actions),
        addresses: Arc::clone(&app.addresses),
        forwarded: Arc::clone(&app.forwarded),
        client: Arc::clone(&app.client),
        limiter: Arc::clone(&app.limiter),
        orders: Arc::clone(&app.orders),
        presence: Arc::clone(&app.presence),
        sockets: Arc::clone(&app.sockets),
        store_health: Arc::clone(&app.node.store_health),
        fenced: app.fenced.clone(),
        time: Arc::clone(&app.time),
        shutdown: app.shutdown.clone(),
        tasks: app.tasks.clone(),
    })
}

/// The sockets of analyses, each served by the node at which its readers meet.
fn analyses(services: Extension<Arc<ws::Services>>) -> OpenApiRouter<AppState> {
    OpenApiRouter::new().route("/ws/analysis/{id}", get(ws::analysis_socket).layer(services))
}

/// The addresses at which matches and seeks are created, by any node that serves.
fn creations() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(live::list, live::create)).routes(routes!(
        seeks::show,
        seeks::create,
        seeks::end
    ))
}

/// Every address that other nodes ask this one for, after they have checked the request.
pub(crate) fn internal(app: AppState) -> Router {
    let services = Extension(services(&app));
    let held = from_fn_with_state(Arc::clone(&app), request::held_only);
    let audiences = audiences(services.clone()).route_layer(held.clone());
    let held = matches(services.clone()).route_layer(held);
    let met = from_fn_with_state(Arc::clone(&app), request::met_only);
    let met = analyses(services).route_layer(met);
    let (router, _) = held.merge(met).merge(creations()).split_for_parts();
    let router = router.merge(audiences);
    router
        .fallback(|| async { ApiError::NotFound })
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        .layer(from_fn_with_state(Arc::clone(&app), request::awake_only))
        .layer(from_fn(with_timeout))
        .layer(CatchPanicLayer::custom(|_| ApiError::Internal.into_response()))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(app)
}

/// Refuses a method that an address does not have. The address of the client's files matches every
/// path, so where there is no such file there is no such address.
async fn other_method(
    Part(client): Part<Client>,
    matched: Option<MatchedPath>,
    uri: Uri,
) -> ApiError {
    let is_any = matched.is_some_and(|matched| matched.as_str() == FILES);
    if is_any && !client.has_file(uri.path()) {
        ApiError::NotFound
    } else {
        ApiError::MethodNotAllowed
    }
}

/// Gives up on a request that takes too long.
async fn with_timeout(request: Request<axum::body::Body>, next: Next) -> Response {
    match tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::Timeout.into_response(),
    }
}

/// Refuses a player who changes their stored data too often: each change waits for the disk, as
/// moves do.
async fn few_changes(
    Part(limiter): Part<Limiter>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Extension(Identity(player)): Extension<Identity>,
    request: Request<axum::body::Body>,
    next: Next,
) -> Result<Response, ApiError> {
    let is_own = request.uri().path().starts_with("/api/me");
    if is_own && !matches!(*request.method(), Method::GET | Method::HEAD) {
        limiter.check_change_rate(player, client.ip())?;
    }
    Ok(next.run(request).await)
}

/// The delay of a refusal, and the most refusals that are delayed at the same time; others are sent at once.
const REFUSAL_DELAY: Duration = Duration::from_millis(250);
static DELAYED_REFUSALS: Semaphore = Semaphore::const_new(2_000);

/// Delays a refusal. The clients of a flood wait for each answer, so over a few connections they send a few
/// requests a second.
async fn keep_back() {
    if let Ok(_place) = DELAYED_REFUSALS.try_acquire() {
        sleep(REFUSAL_DELAY).await;
    }
}

/// Refuses requests that come too often from one address. Files of the client are not limited: they
/// cost next to nothing, and a page needs many at once.
async fn rate_limited(
    Part(client): Part<Client>,
    Part(limiter): Part<Limiter>,
    Part(orders): Part<AdminOrders>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: Request<axum::body::Body>,
    next: Next,
) -> Result<Response, ApiError> {
    let path = request.uri().path();
    let is_made = ["/api/", "/ws/", "/m/", "/g/"].iter().any(|part| path.starts_with(part));
    if is_made && orders.active().bans_address(address.ip()) {
        return Err(ApiError::Banned);
    }
    let is_limited = is_made || !client.has_file(path);
    let action =
        if path.starts_with("/ws/") { LimitedAction::Socket } else { LimitedAction::Answer };
    if is_limited && let Err(wait) = limiter.check_rate(address.ip(), action) {
        keep_back().await;
        return Err(wait.into());
    }
    Ok(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::Instant;

    #[tokio::test(start_paused = true)]
    async fn a_refusal_is_kept_back_while_there_is_a_place() {
        let begun = Instant::now();
        keep_back().await;
        assert!(begun.elapsed() >= REFUSAL_DELAY);
        let places = u32::try_from(DELAYED_REFUSALS.available_permits()).expect("few");
        let _taken = DELAYED_REFUSALS.try_acquire_many(places).expect("nobody else has one");
        let begun = Instant::now();
        keep_back().await;
        assert_eq!(begun.elapsed(), Duration::ZERO);
    }
}
