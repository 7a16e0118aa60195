//! The page for addresses that do not exist, in the visitor's language and with a link to the
//! lobby. Programs get the problem as JSON.

use super::assets::page;
use crate::app_state::AppState;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

/// Answers a browser that requests an unknown address.
pub(crate) async fn html_not_found(
    State(app): State<AppState>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let person = is_person(&request);
    let answer = next.run(request).await;
    if !person || answer.status() != StatusCode::NOT_FOUND {
        return answer;
    }
    let Ok(mut page) = page(&app, &HeaderMap::new(), "missing.html", "").await else {
        return answer;
    };
    *page.status_mut() = StatusCode::NOT_FOUND;
    page.headers_mut().remove(header::ETAG);
    page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    page
}

/// Whether a browser asks for a page, rather than a page or a program for data.
fn is_person(request: &Request<Body>) -> bool {
    let takes = request.headers().get_all(header::ACCEPT);
    let mut takes = takes.iter().filter_map(|kinds| kinds.to_str().ok());
    [Method::GET, Method::HEAD].contains(request.method())
        && !request.uri().path().starts_with("/api/")
        && takes.any(|kinds| kinds.contains("text/html"))
}
