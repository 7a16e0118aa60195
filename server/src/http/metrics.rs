//! `/metrics`, on an address of its own, since players have no business with it.

use super::AppState;
use crate::metrics::{Standing, metrics};
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What the address for operators answers.
pub(crate) fn metrics_router(app: AppState) -> Router {
    Router::new().route("/metrics", get(show)).with_state(app)
}

async fn show(State(app): State<AppState>) -> Response {
    let registry = app.registry();
    let (connections, live) = registry.lobby().counts();
    let standing =
        Standing { matches: registry.len(), live, connections, waiting: registry.waiting() };
    match metrics().text(standing) {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
