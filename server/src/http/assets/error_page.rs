//! The page that a browser gets in place of a problem: there is no such page, too many requests,
//! not available now, not allowed. It is in the visitor's language and has a link to the lobby.
//! Programs get the problem as JSON.
//!
//! The layer is outside those that refuse requests, so that it sees the answers of all of them. Only
//! the body and the headers that describe it change: the status, `Retry-After` and cookies stay.

use crate::client::Client;
use crate::http::assets::page_with;
use crate::http::assets::preview::escaped;
use crate::request::ApiError;
use crate::texts::{self, Key, Language};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

/// The paths below which only programs and parts of pages are.
const NO_PAGES: [&str; 4] = ["/api/", "/ws/", "/f/", "/v/"];

/// Replaces a problem by a page if a browser has requested one.
pub(crate) async fn replace(
    State(client): State<Arc<Client>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    if !is_for_page(&request) {
        return next.run(request).await;
    }
    let path = request.uri().path().to_owned();
    let mut headers = request.headers().clone();
    let problem = next.run(request).await;
    let error = problem.extensions().get::<ApiError>();
    let Some(content) = error.and_then(|error| Content::of(error, &path)) else { return problem };
    // The page is answered in full, whatever the browser has cached.
    headers.remove(header::IF_NONE_MATCH);
    if content.seconds.is_some() {
        // A client that sends too much should cost little.
        headers.remove(header::ACCEPT_ENCODING);
    }
    let html = content.html(Language::of(&headers));
    match page_with(&client, &headers, "missing.html", "</main>", &html).await {
        Ok(page) => in_place_of(problem, page),
        Err(_) => problem,
    }
}

/// Whether a browser requests a page, rather than a page or a program data.
fn is_for_page(request: &Request<Body>) -> bool {
    let path = request.uri().path();
    let accepted = request.headers().get_all(header::ACCEPT);
    let mut accepted = accepted.iter().filter_map(|kinds| kinds.to_str().ok());
    [Method::GET, Method::HEAD].contains(request.method())
        && !NO_PAGES.iter().any(|part| path.starts_with(part))
        && accepted.any(|kinds| kinds.contains("text/html"))
}

/// The page with the status of the problem and with its headers, except those that describe its body.
fn in_place_of(problem: Response, page: Response) -> Response {
    let (mut parts, _) = problem.into_parts();
    let (page, body) = page.into_parts();
    for name in [header::CONTENT_LENGTH, header::CONTENT_ENCODING] {
        parts.headers.remove(name);
    }
    parts.headers.extend(page.headers);
    parts.headers.remove(header::ETAG);
    parts.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Response::from_parts(parts, body)
}

/// The texts of a page about a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Content {
    heading: Key,
    line: Option<Key>,
    /// How long to wait, if waiting helps.
    seconds: Option<u32>,
}

impl Content {
    /// The page for a problem at an address; `None` for problems that only programs meet.
    fn of(error: &ApiError, path: &str) -> Option<Self> {
        let (status, code) = (error.code().status(), error.code().as_str());
        let (heading, line, seconds) = match status {
            StatusCode::NOT_FOUND if path.starts_with("/m/") => (Key::NoMatch, None, None),
            StatusCode::NOT_FOUND if path.starts_with("/g/") => (Key::NoGame, None, None),
            StatusCode::NOT_FOUND => (Key::NoPage, None, None),
            StatusCode::FORBIDDEN if code == "banned" => (Key::Refused, Some(Key::Banned), None),
            StatusCode::TOO_MANY_REQUESTS => (Key::TooMany, None, error.retry_after()),
            StatusCode::INTERNAL_SERVER_ERROR => (Key::Unavailable, Some(Key::Internal), None),
            status if status.is_server_error() => (Key::Unavailable, Some(Key::Busy), None),
            _ => return None,
        };
        Some(Self { heading, line, seconds })
    }

    /// The content as elements; the page's script translates them by their attributes if the browser
    /// has stored another language.
    fn html(self, language: Language) -> String {
        let text = |key| escaped(texts::text(language, key));
        let Self { heading, line, seconds } = self;
        let mut html = format!(
            "<h1 id=\"missing\" data-testid=\"missing\" data-t=\"{}\">{}</h1>\n",
            heading.as_str(),
            text(heading)
        );
        if let Some(line) = line {
            html += &format!("<p data-t=\"{}\">{}</p>\n", line.as_str(), text(line));
        }
        if let Some(seconds) = seconds {
            let wait = texts::fill(language, Key::Wait, &[("seconds", &seconds.to_string())]);
            html += &format!("<p id=\"wait\" data-seconds=\"{seconds}\">{}</p>\n", escaped(&wait));
        }
        let (home, to_lobby) = (Key::ToLobby.as_str(), text(Key::ToLobby));
        html += &format!(
            "<a class=\"button button--main\" href=\"/\" data-t=\"{home}\">{to_lobby}</a>\n"
        );
        html
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::addresses::Wait;

    #[track_caller]
    fn check(error: &ApiError, path: &str, expected: &[&str]) {
        let content = Content::of(error, path).expect("a page");
        for language in Language::ALL {
            let html = content.html(language);
            assert!(html.contains("href=\"/\"") && !html.contains(['{', '}']), "{html}");
        }
        let html = content.html(Language::En);
        for text in expected {
            assert!(html.contains(text), "{text} in {html}");
        }
    }

    #[test]
    fn page_names_the_error() {
        check(&ApiError::NotFound, "/nothing", &["This page does not exist."]);
        check(&ApiError::NotFound, "/m/7", &["This game does not exist, or it was removed."]);
        check(&ApiError::NotFound, "/g/7", &["Game not found."]);
        let wait = ["Too many requests", "data-seconds=\"7\"", "Please wait 7 s"];
        check(&ApiError::Rate(Wait(7)), "/m/7", &wait);
        check(&ApiError::Connections, "/m/7", &["Too many requests"]);
        check(&ApiError::Banned, "/m/7", &["Not allowed", "you have been banned"]);
        for error in [ApiError::Busy, ApiError::Timeout] {
            check(&error, "/m/7", &["Not available now", "The server is busy."]);
        }
        check(&ApiError::Internal, "/", &["Not available now", "Something went wrong"]);
        for error in [ApiError::MethodNotAllowed, ApiError::BadOrigin, ApiError::BadHost] {
            assert_eq!(Content::of(&error, "/"), None);
        }
    }

    #[test]
    fn only_a_browser_gets_a_page() {
        let is = |method: Method, path: &str, accept: &str| {
            let request = Request::builder().method(method).uri(path).header("accept", accept);
            is_for_page(&request.body(Body::empty()).expect("a request"))
        };
        let browser = "text/html,application/xhtml+xml,*/*;q=0.8";
        assert!(is(Method::GET, "/m/7", browser) && is(Method::HEAD, "/nothing", browser));
        assert!(!is(Method::POST, "/m/7", browser) && !is(Method::GET, "/m/7", "*/*"));
        for path in ["/api/games", "/ws/lobby", "/f/0123/play.js", "/v/0123/js/play.js"] {
            assert!(!is(Method::GET, path, browser), "{path}");
        }
    }
}
