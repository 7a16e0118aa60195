//! `/metrics`, on an address of its own, since players have no business with it.

use crate::app_state::AppState;
use crate::metrics::{Standing, metrics};
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Tells whoever operates the server how it fares, until it stops.
pub(crate) async fn serve_metrics(listener: TcpListener, app: AppState) {
    let shutdown = app.shutdown().clone();
    let stopped = shutdown.clone();
    let served = axum::serve(listener, router(app))
        .with_graceful_shutdown(async move { stopped.cancelled().await })
        .into_future();
    tokio::select! {
        // Accepting goes on whatever happens to one connection.
        _ = served => {}
        () = shutdown.cancelled() => {}
    }
}

/// What the address for operators answers.
fn router(app: AppState) -> Router {
    Router::new().route("/metrics", get(show)).with_state(app)
}

async fn show(State(app): State<AppState>) -> Response {
    let registry = app.registry();
    let (connections, live) = registry.lobby().counts();
    let standing = Standing {
        matches: registry.len(),
        live,
        connections,
        waiting: registry.waiting(),
        is_ready: app.is_ready(),
    };
    match metrics().text(standing) {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
