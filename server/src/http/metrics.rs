//! `/metrics`, in the OpenMetrics format, on a listener of its own that players cannot reach.
//!
//! Counters accumulate in `metrics`; what stands at a moment (matches, connections, waiting
//! commands) is read when asked. The names and their meaning are in docs/operations.md.
//! The page on which moderators close reports (`moderation`) is served by the same listener. If other
//! machines reach it, both require a password (`operators`).

use crate::http::moderation::operator_password::{OperatorPassword, demand_password};
use crate::metrics::{Labels, metrics};
use crate::node::Node;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use engine::GAMES;
use protocol::{AnalysisNack, NackCode};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::net::TcpListener;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Serves metrics to the operator's tools, and reports to moderators, until the server stops.
pub(crate) async fn serve_metrics(
    listener: TcpListener,
    password: Option<OperatorPassword>,
    node: Arc<Node>,
    reports: Router,
) {
    metrics().declare(&labels());
    let shutdown = node.shutdown.clone();
    let stopped = shutdown.clone();
    let served = axum::serve(listener, router(node, reports, password))
        .with_graceful_shutdown(async move { stopped.cancelled().await })
        .into_future();
    tokio::select! {
        // A failing connection does not end the accepting, so this branch means that it has stopped.
        _ = served => {}
        () = shutdown.cancelled() => {}
    }
}

/// The routes of the operators' listener. The password is required for all of them, and for
/// addresses that do not exist.
fn router(node: Arc<Node>, reports: Router, password: Option<OperatorPassword>) -> Router {
    let router = Router::new().route("/metrics", get(show)).with_state(node).merge(reports);
    let router = router.fallback(async || StatusCode::NOT_FOUND);
    match password {
        Some(password) => router.layer(from_fn_with_state(password, demand_password)),
        None => router,
    }
}

/// Every value that a label can have.
fn labels() -> Labels {
    let nacks = NackCode::ALL.iter().map(|code| code.as_str());
    let nacks = nacks.chain(AnalysisNack::ALL.iter().map(|code| code.as_str()));
    Labels {
        games: GAMES.iter().map(|game| game.id).collect(),
        nacks: nacks.collect::<BTreeSet<_>>().into_iter().collect(),
    }
}

async fn show(State(node): State<Arc<Node>>) -> Response {
    let status = node.status();
    match metrics().text(status) {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
