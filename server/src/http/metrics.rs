//! `/metrics`, in the OpenMetrics format, on a listener of its own that players cannot reach.
//!
//! Counters accumulate in `metrics`; what stands at a moment (matches, connections, waiting
//! commands) is read when asked. The names and their meaning are in docs/operations.md.
//! The page on which moderators close reports (`moderation`) is served by the same listener.

use super::moderation;
use crate::app_state::AppState;
use crate::metrics::{Standing, metrics};
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;
use tokio::net::TcpListener;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Serves metrics to the operator's tools, and reports to moderators, until the server stops.
pub(crate) async fn serve_metrics(listener: TcpListener, app: AppState) {
    let shutdown = app.shutdown().clone();
    let stopped = shutdown.clone();
    let served = axum::serve(listener, router(app))
        .with_graceful_shutdown(async move { stopped.cancelled().await })
        .into_future();
    tokio::select! {
        // A failing connection does not end the accepting, so this branch means that it has stopped.
        _ = served => {}
        () = shutdown.cancelled() => {}
    }
}

/// The routes of the operators' listener.
fn router(app: AppState) -> Router {
    let reports = moderation::router(Arc::clone(&app));
    Router::new().route("/metrics", get(show)).with_state(app).merge(reports)
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
