//! Requests that pages of other sites may make: everything below `/api/`, with a token or
//! anonymously. Such a request carries no cookie, so another site can neither read nor do anything
//! on behalf of its visitor.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

const ANYBODY: HeaderValue = HeaderValue::from_static("*");

/// The answer to a preflight request, which a browser may cache for a day.
const ALLOWED: [(HeaderName, HeaderValue); 3] = [
    (
        header::ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static("GET, HEAD, POST, PUT, DELETE"),
    ),
    (
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static("authorization, content-type, if-none-match"),
    ),
    (header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400")),
];

/// The response headers that a page may read.
const EXPOSED: HeaderValue = HeaderValue::from_static("etag, retry-after, x-yiguan-version");

/// Allows pages of other sites to read responses of the API.
pub(crate) async fn allow(request: Request<Body>, next: Next) -> Response {
    if !request.uri().path().starts_with("/api/") {
        return next.run(request).await;
    }
    let asks_first = *request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut response = if asks_first {
        (StatusCode::NO_CONTENT, ALLOWED).into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, ANYBODY);
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    response
}
