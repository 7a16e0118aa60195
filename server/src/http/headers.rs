//! The response headers that restrict what browsers do with the server's answers.
//!
//! Pages get a content security policy without inline code or foreign origins, with trusted types,
//! and are barred from the browser's devices; parts of pages (scripts, styles, fonts) get only the
//! headers that concern them. By default nothing is cached and no other site may use a response; a
//! handler that needs something else sets the header itself. Over HTTPS, browsers are required to
//! use nothing else for a year.

use crate::origin::Origin;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Request, header};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

/// Nothing is loaded from elsewhere, nothing is inline, and no text is inserted into a page as HTML.
/// The engine is WebAssembly, and the page creates pictures for saving (`blob:`).
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; media-src 'self' blob:; connect-src 'self'; \
     manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types yiguan",
);

/// The permissions that no page uses, refused so that injected code cannot ask for them either.
const PERMISSIONS: HeaderValue = HeaderValue::from_static(
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=(), browsing-topics=()",
);

/// The headers of pages, and of any other response that could be opened as a document.
const OF_PAGES: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
];

/// The version of the client that the server serves.
const VERSION: HeaderName = HeaderName::from_static("x-yiguan-version");

/// Marks a response as a part of pages: a script, a style sheet, a font, a picture. The policies of
/// the page apply to it and are not repeated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part;

/// The defaults unless a handler sets the header: other sites may not use the response, and it is
/// not cached.
const USUALLY: [(HeaderName, HeaderValue); 2] = [
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
];

/// One year of HTTPS only, which a browser remembers after a visit over HTTPS.
const ONLY_HTTPS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The headers that depend on how the server is configured.
#[derive(Debug)]
pub(crate) struct SecurityHeaders {
    only_https: bool,
    version: HeaderValue,
}

impl SecurityHeaders {
    /// For a server with this public address, if one is configured, that serves this version of the
    /// client.
    pub(crate) fn new(public_url: Option<&Origin>, version: &str) -> Self {
        let version = HeaderValue::from_str(version).unwrap_or(HeaderValue::from_static("unknown"));
        Self { only_https: public_url.is_some_and(Origin::is_https), version }
    }
}

/// Adds the headers to a response.
pub(crate) async fn add(
    State(strict): State<Arc<SecurityHeaders>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    let is_part = response.extensions().get::<Part>().is_some();
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    for (name, value) in USUALLY {
        headers.entry(name).or_insert(value);
    }
    if is_part {
        return response;
    }
    for (name, value) in OF_PAGES {
        headers.insert(name, value);
    }
    headers.insert(VERSION, strict.version.clone());
    if strict.only_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, ONLY_HTTPS);
    }
    response
}
