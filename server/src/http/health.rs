//! `/healthz` and `/readyz`, for whatever supervises the process and balances load.
//!
//! `/healthz` answers as long as the process serves requests; `/readyz` also requires that the
//! store accepts writes, and that the server is neither stopping nor draining. Neither touches the
//! database: readiness is what the last background check found.

use crate::app_state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Status {
    /// `ok` or `unavailable`.
    status: &'static str,
}

/// Whether the process runs.
#[utoipa::path(
    get, path = "/healthz", operation_id = "healthz", tag = "operating",
    responses((status = 200, description = "It does", body = Status)),
)]
pub(crate) async fn healthz() -> Json<Status> {
    Json(Status { status: "ok" })
}

/// Whether players can be let in: not while the store takes no writes or the server stops;
/// before matches are restored the port is closed.
#[utoipa::path(
    get, path = "/readyz", operation_id = "readyz", tag = "operating",
    responses(
        (status = 200, description = "Players can be let in", body = Status),
        (status = 503, description = "They cannot, for now", body = Status),
    ),
)]
pub(crate) async fn readyz(State(app): State<AppState>) -> (StatusCode, Json<Status>) {
    if !app.is_ready() {
        return (StatusCode::SERVICE_UNAVAILABLE, Json(Status { status: "unavailable" }));
    }
    (StatusCode::OK, Json(Status { status: "ok" }))
}
