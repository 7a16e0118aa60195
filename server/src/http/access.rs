//! The record of every request: the status of its response and its duration, for the
//! metrics; and, if the operator enables it, a line of the log with the client's address.

use crate::metrics::{RequestKind, metrics};
use crate::request::Identity;
use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::http::Request;
use axum::middleware::Next;
use axum::response::Response;
use std::net::SocketAddr;
use std::time::Instant;

/// The log target of requests, which stay enabled where the level of everything else is lower.
const TARGET: &str = "yiguan::access";

/// Whether requests are logged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AccessLog(pub(crate) bool);

/// Counts a response, and logs it if the operator enabled that. An address contains no token and
/// nothing that people write, but it does contain the id of a match, which is all that is needed to
/// open a private one.
pub(crate) async fn record(
    State(AccessLog(is_on)): State<AccessLog>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let began = Instant::now();
    let kind = kind(request.uri().path());
    let line = is_on.then(|| (request.method().clone(), request.uri().path().to_owned()));
    let response = next.run(request).await;
    let status = response.status().as_u16();
    metrics().count_answer(status);
    metrics().record_request(kind, began);
    if let Some((method, path)) = line {
        let guest = response.extensions().get::<Identity>().map(|known| known.0);
        tracing::info!(
            target: TARGET,
            client = %client.ip().to_canonical(),
            guest = guest.map(tracing::field::display),
            %method,
            path,
            status,
            millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            "answered"
        );
    }
    response
}

fn kind(path: &str) -> RequestKind {
    let begins = |start| path.starts_with(start);
    if begins("/api/") {
        RequestKind::Api
    } else if begins("/ws/") {
        RequestKind::Socket
    } else if begins("/f/") || path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        RequestKind::File
    } else {
        RequestKind::Page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_told_apart_by_their_address() {
        for (path, expected) in [
            ("/api/games", RequestKind::Api),
            ("/ws/lobby", RequestKind::Socket),
            ("/f/0123/js/play.js", RequestKind::File),
            ("/icon.svg", RequestKind::File),
            ("/", RequestKind::Page),
            ("/rules/shogi", RequestKind::Page),
            ("/healthz", RequestKind::Page),
        ] {
            assert_eq!(kind(path), expected, "{path}");
        }
    }
}
