//! `/healthz` and `/readyz`, for whatever supervises the process and balances load.
//!
//! `/healthz` answers as long as the process serves requests; `/readyz` also requires that the
//! store accepts writes, and that the server is neither stopping nor draining. Neither touches the
//! database: readiness is the result of the last background check.

use crate::node::Node;
use crate::request::Part;
use axum::Json;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Status {
    /// `ok` or `unavailable`.
    status: &'static str,
}

/// The body of `GET /readyz`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Readiness {
    /// `ok` or `unavailable`, as the status of the response.
    status: &'static str,
    /// Whether the store accepts writes and the server is not stopping: matches can be played.
    ready: bool,
    /// Whether operators let the server drain: its matches continue, and it creates no others.
    draining: bool,
    /// Since when news of other servers may be missing, in milliseconds since 1970, so that lists of
    /// matches and players may be late; absent if none is missing, and on a server by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    stale_since: Option<u64>,
}

/// Reports whether the process is running.
#[utoipa::path(
    get, path = "/healthz", operation_id = "healthz", tag = "operating",
    responses((status = 200, description = "The process is running", body = Status)),
)]
pub(crate) async fn healthz() -> Json<Status> {
    Json(Status { status: "ok" })
}

/// Reports whether the server is ready for players. It is not while the store accepts no writes or
/// the server is stopping or draining; the body has both. Until all matches are restored after a
/// start, the port is closed.
#[utoipa::path(
    get, path = "/readyz", operation_id = "readyz", tag = "operating",
    responses(
        (status = 200, description = "The server is ready", body = Readiness),
        (status = 503, description = "The server is not ready", body = Readiness),
    ),
)]
pub(crate) async fn readyz(Part(node): Part<Node>) -> (StatusCode, Json<Readiness>) {
    let (ready, draining) = (node.is_ready(), node.is_draining());
    let (code, status) = if ready && !draining {
        (StatusCode::OK, "ok")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
    };
    let stale_since = node.stale_since().map(|since| since.0);
    (code, Json(Readiness { status, ready, draining, stale_since }))
}
