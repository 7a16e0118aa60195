//! `/reports`, on the listener of `/metrics`: the open reports, each closed by one button.
//!
//! Like the metrics, the page does not authenticate: its listener is bound where only operators reach it. Requests that
//! another site could make a moderator's browser send are rejected: every form carries a secret that only the page
//! contains, `Origin` and `Sec-Fetch-Site` must match, and the host must be an IP address or `localhost`, so that DNS
//! rebinding gives no other site access. All text is escaped by `page`; there is no script.

mod page;
mod pairs;

use crate::actions::Actions;
use crate::http::assets::preview::escaped;
use crate::moderation::measures::{ModerationError, Moderator};
use crate::moderation::reports::{Closing, ModAction};
use crate::origin::{Origin, is_numeric_or_localhost};
use crate::time::TimeSource;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use page::Page;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::Arc;
use store::StoreError;

/// The most bytes of a form.
const MOST_FORM: usize = 16 * 1024;

/// Only the own style sheet is loaded, no script runs, and forms are sent only to the own origin.
const POLICY: &str = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The state of the handlers.
#[derive(Debug, Clone)]
struct ModSession {
    actions: Arc<Actions>,
    time: TimeSource,
    /// The address under which players reach the server, if it is configured.
    site: Option<Arc<str>>,
    /// The secret of all forms, new at every start.
    secret: Arc<str>,
}

/// The addresses of the page.
pub(crate) fn router(actions: Arc<Actions>, time: TimeSource, site: Option<&Origin>) -> Router {
    let secret = hex(&rand::random::<[u8; 32]>());
    let site = site.map(|site| site.to_string().into());
    let session = ModSession { actions, time, site, secret: secret.into() };
    Router::new()
        .route("/reports", get(show))
        .route("/reports/pairs", get(show_pairs))
        .route("/reports/close", post(close))
        .route("/reports/undo", post(undo))
        .route("/reports.css", get(style))
        .layer(DefaultBodyLimit::max(MOST_FORM))
        .layer(from_fn(guard))
        .with_state(session)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Rejects requests that another site could cause, and adds the security headers.
async fn guard(request: Request, next: Next) -> Response {
    let mut response = if !is_by_number(request.headers()) {
        refuse(
            StatusCode::MISDIRECTED_REQUEST,
            "Open this page by the number of its address, or as localhost.",
        )
    } else if is_foreign(request.headers()) {
        refuse(StatusCode::FORBIDDEN, "This came from another site.")
    } else {
        next.run(request).await
    };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, header::HeaderValue::from_static(value));
    }
    response
}

/// Whether the host is an IP address or `localhost`.
fn is_by_number(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    host.is_some_and(is_numeric_or_localhost)
}

/// Whether the browser declares the request to come from another site.
fn is_foreign(headers: &HeaderMap) -> bool {
    // What cannot be read is not the page's own.
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = text(header::HOST);
    let origin = text(header::ORIGIN).map(|origin| origin.split_once("://").map(|(_, host)| host));
    let site = text(HeaderName::from_static("sec-fetch-site"));
    origin.is_some_and(|origin| origin != host)
        || site.is_some_and(|site| !matches!(site, "same-origin" | "none"))
}

fn refuse(status: StatusCode, text: &str) -> Response {
    let text = escaped(text);
    let body = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Not done</title>\
         <link rel=\"stylesheet\" href=\"/reports.css\"><p role=\"alert\">{text}</p>\
         <p><a href=\"/reports\">Back to the reports</a></p></html>"
    );
    (status, Html(body)).into_response()
}

async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("page.css")).into_response()
}

/// The page of open reports and recent operations.
async fn show(State(session): State<ModSession>, request: Request) -> Response {
    let query = fields(request.uri().query().unwrap_or_default().as_bytes());
    let actions = &session.actions;
    let found =
        async { Ok::<_, StoreError>((actions.reported().await?, actions.operations().await?)) };
    match found.await {
        Ok((accused, lately)) => {
            let page = Page {
                accused: &accused,
                site: session.site.as_deref(),
                lately: &lately,
                secret: &session.secret,
                operator: named(&query),
                now: session.time.now(),
            };
            Html(page.html()).into_response()
        }
        Err(_) => refuse(StatusCode::SERVICE_UNAVAILABLE, "The database is away. Try again soon."),
    }
}

/// The page of one-sided results.
async fn show_pairs(State(session): State<ModSession>) -> Response {
    match pairs::html(&session.actions).await {
        Ok(page) => Html(page).into_response(),
        Err(_) => refuse(StatusCode::SERVICE_UNAVAILABLE, "The database is away. Try again soon."),
    }
}

type Fields = HashMap<String, String>;

/// The fields of a form or a query; the last one wins where a name repeats.
fn fields(text: &[u8]) -> Fields {
    form_urlencoded::parse(text).into_owned().collect()
}

fn field<'a>(fields: &'a Fields, name: &str) -> &'a str {
    fields.get(name).map(String::as_str).unwrap_or_default()
}

/// The name that the moderator gave.
fn named(fields: &Fields) -> &str {
    let name = field(fields, "operator").trim();
    if name.is_empty() { "moderator" } else { name }
}

impl ModSession {
    /// Whether a form carries the secret; comparing digests leaks nothing through timing.
    fn knows(&self, form: &Fields) -> bool {
        let digest = |text: &str| Sha256::digest(text.as_bytes());
        digest(field(form, "token")) == digest(&self.secret)
    }

    fn moderator<'a>(&'a self, form: &'a Fields) -> Moderator<'a> {
        self.actions.moderator(named(form))
    }
}

async fn close(State(session): State<ModSession>, body: Bytes) -> Response {
    let form = fields(&body);
    if !session.knows(&form) {
        return stale();
    }
    let (Ok(report), Some(action)) =
        (field(&form, "report").parse(), ModAction::named(field(&form, "action")))
    else {
        return refuse(StatusCode::BAD_REQUEST, "There is no such report, or nothing of the kind.");
    };
    let (text, span) = (field(&form, "text"), field(&form, "span"));
    let all = field(&form, "all") == "1";
    let closed = session.moderator(&form).close(&Closing { report, action, text, span, all }).await;
    session.actions.announce_orders();
    done(closed, &form)
}

async fn undo(State(session): State<ModSession>, body: Bytes) -> Response {
    let form = fields(&body);
    if !session.knows(&form) {
        return stale();
    }
    let Ok(operation) = field(&form, "operation").parse() else {
        return refuse(StatusCode::BAD_REQUEST, "There is no such operation.");
    };
    let undone = session.moderator(&form).undo(operation).await;
    session.actions.announce_orders();
    done(undone, &form)
}

fn stale() -> Response {
    refuse(StatusCode::FORBIDDEN, "This form is not of this page, or of before the server started.")
}

/// Redirects to the page, so that a reload does not send the form again, or reports the error.
fn done(outcome: Result<(), ModerationError>, form: &Fields) -> Response {
    let status = match &outcome {
        Ok(()) => {
            let query = form_urlencoded::Serializer::new(String::new())
                .append_pair("operator", named(form))
                .finish();
            let back = [(header::LOCATION, format!("/reports?{query}"))];
            return (StatusCode::SEE_OTHER, back).into_response();
        }
        Err(ModerationError::Gone) => StatusCode::CONFLICT,
        Err(ModerationError::BadText | ModerationError::BadSpan | ModerationError::BadSubject) => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        Err(ModerationError::Full) => StatusCode::CONFLICT,
        Err(ModerationError::Store(_)) => StatusCode::SERVICE_UNAVAILABLE,
    };
    let text = outcome.err().map(|error| error.to_string()).unwrap_or_default();
    refuse(status, &format!("Not done: {text}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        let value = |text: &str| header::HeaderValue::from_bytes(text.as_bytes()).expect("plain");
        pairs.iter().map(|(name, text)| (name.clone(), value(text))).collect()
    }

    #[test]
    fn the_page_is_shown_by_number_alone() {
        for host in ["127.0.0.1:9100", "localhost:9100", "LOCALHOST", "[::1]:9100", "192.0.2.7"] {
            assert!(is_by_number(&headers(&[(header::HOST, host)])), "{host}");
        }
        for host in ["evil.example:9100", "127.0.0.1.evil.example", "localhost.evil", "", ":9100"] {
            assert!(!is_by_number(&headers(&[(header::HOST, host)])), "{host}");
        }
        assert!(!is_by_number(&HeaderMap::new()));
    }

    #[test]
    fn what_another_site_sends_is_known() {
        let site = HeaderName::from_static("sec-fetch-site");
        let host = (header::HOST, "127.0.0.1:9100");
        for (more, foreign) in [
            (vec![], false),
            (vec![(header::ORIGIN, "http://127.0.0.1:9100"), (site.clone(), "same-origin")], false),
            (vec![(site.clone(), "none")], false),
            (vec![(header::ORIGIN, "http://127.0.0.1:8080")], true),
            (vec![(header::ORIGIN, "null")], true),
            (vec![(header::ORIGIN, "http://\u{e9}.example")], true),
            (vec![(site.clone(), "\u{e9}")], true),
            (vec![(site.clone(), "cross-site")], true),
            (vec![(site, "same-site")], true),
        ] {
            let all: Vec<_> = std::iter::once(host.clone()).chain(more).collect();
            assert_eq!(is_foreign(&headers(&all)), foreign, "{all:?}");
        }
    }
}
