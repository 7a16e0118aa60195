//! Requests of other nodes, on the internal listener: the requests and sockets of matches that
//! it holds. Every request carries a ticket, and what the ticket says is all that is believed.

use super::client_stream::Forwarded;
use crate::forwarding::{BadTicket, Forwarding, GIVEN, PING, REFUSED, Signed, TICKET};
use crate::request::{MAX_BODY, Unfinished, apply_ticket};
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use tower_service::Service;

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(5);

/// The internal listener's answers on one connection.
#[derive(Clone)]
pub(super) struct Internal {
    pub(super) forwarding: Arc<Forwarding>,
    pub(super) router: Router,
    /// The client for which the connection is used.
    pub(super) client: Forwarded,
    pub(super) unfinished: Unfinished,
}

impl Internal {
    /// Answers a request of another node.
    pub(super) async fn answer(
        mut self,
        request: Request<Incoming>,
    ) -> Result<Response, Infallible> {
        let (mut parts, body) = request.into_parts();
        let body = match timeout(BODY_TIMEOUT, Limited::new(body, MAX_BODY).collect()).await {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(_)) | Err(_) => return Ok(StatusCode::BAD_REQUEST.into_response()),
        };
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        let signed = Signed { method: parts.method.as_str(), path, body: &body };
        let ticket = match self.forwarding.accept(signed, &parts.headers) {
            Ok(ticket) => ticket,
            Err(error) => return Ok(refused(error)),
        };
        if path == PING || path == GIVEN {
            if path == GIVEN {
                self.forwarding.note_given();
            }
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
        parts.headers.remove(TICKET);
        // What a node asks for by itself counts for its own address.
        if !ticket.client.is_unspecified() {
            self.client.set(ticket.client);
        }
        apply_ticket(&mut parts, &ticket, self.unfinished);
        self.router.call(Request::from_parts(parts, Body::from(body))).await
    }
}

/// Refuses a request without a valid ticket; another node that is refused reports the reason in its log.
fn refused(error: BadTicket) -> Response {
    let reason = HeaderValue::try_from(error.to_string());
    let reason = reason.unwrap_or(HeaderValue::from_static("?"));
    (StatusCode::FORBIDDEN, [(REFUSED, reason)], error.to_string()).into_response()
}
