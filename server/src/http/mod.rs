//! HTTP: what is asked once. `docs/protocol.md` describes every address.

mod archive;
mod assets;
mod error;
mod extract;
mod games;
mod health;
mod identity;
mod matches;
mod people;

pub(crate) use error::ApiError;
pub(crate) use extract::{Name, Params, Upgrade};
pub(crate) use identity::Who;

use crate::app::App;
use crate::ws;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, Request, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// What every handler gets.
pub(crate) type AppState = Arc<App>;

/// The most bytes of a body.
const BODY: usize = 16 * 1_024;

/// How long a request may take until its answer begins.
const PATIENCE: Duration = Duration::from_secs(20);

/// Nothing is loaded from elsewhere, nothing is inline; the engine is WebAssembly.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// The headers of every answer that make a browser strict.
const STRICT: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Every address the server answers.
pub(crate) fn router(app: AppState) -> Router {
    // Those who ask here are somebody.
    let people = Router::new()
        .route("/", get(assets::index))
        .route("/m/{id}", get(assets::match_page))
        .route("/g/{id}", get(assets::replay_page))
        .route("/rules", get(assets::rules_page))
        .route("/rules/{game}", get(assets::rules_of_game))
        .route("/api/me", get(people::me))
        .route("/api/matches", get(matches::list).post(matches::create))
        .route("/api/matches/{id}", get(matches::show))
        .route("/api/matches/{id}/join", post(matches::join))
        .route("/ws/matches/{id}", get(ws::match_socket))
        .route("/ws/lobby", get(ws::lobby_socket))
        .layer(from_fn_with_state(Arc::clone(&app), identity::identify));
    let anybody = Router::new()
        .route("/api/guests", post(people::create_guest))
        .route("/api/games", get(games::catalogue))
        .route("/api/matches/{id}/events", get(matches::events))
        .route("/api/archive", get(archive::list))
        .route("/api/archive/export", get(archive::export))
        .route("/api/archive/{id}", get(archive::show))
        .route("/api/position.svg", get(games::position))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/{*path}", get(assets::file));
    people
        .merge(anybody)
        .fallback(|| async { ApiError::NotFound })
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        .layer(CompressionLayer::new())
        .layer(from_fn(bounded))
        .layer(from_fn(strict))
        .layer(CatchPanicLayer::custom(|_| ApiError::Internal.into_response()))
        .layer(DefaultBodyLimit::max(BODY))
        .with_state(app)
}

/// Gives up on a request that takes too long.
async fn bounded(request: Request<axum::body::Body>, next: Next) -> Response {
    match tokio::time::timeout(PATIENCE, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::Timeout.into_response(),
    }
}

async fn strict(request: Request<axum::body::Body>, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in STRICT {
        response.headers_mut().insert(name, value);
    }
    response
}
