//! `/healthz`, `/readyz`.

use super::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct Status {
    status: &'static str,
}

pub(super) async fn healthz() -> Json<Status> {
    Json(Status { status: "ok" })
}

/// Not ready while the store is away and during shutdown; before matches are restored the
/// port is closed.
pub(super) async fn readyz(State(app): State<AppState>) -> (StatusCode, Json<Status>) {
    let away = || (StatusCode::SERVICE_UNAVAILABLE, Json(Status { status: "unavailable" }));
    if app.is_stopping() || app.store().last_beat().await.is_err() {
        return away();
    }
    (StatusCode::OK, Json(Status { status: "ok" }))
}
