//! The headers of every answer that make a browser strict.

use crate::origin::Origin;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Request, header};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

/// Nothing is loaded from elsewhere, nothing is inline, nothing is written into a page as HTML;
/// the engine is WebAssembly, and pictures are made in the page to be saved.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; media-src 'self' blob:; connect-src 'self'; \
     manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types yiguan",
);

/// What no page here asks for, so that nothing smuggled into one can.
const PERMISSIONS: HeaderValue = HeaderValue::from_static(
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=(), browsing-topics=()",
);

/// What a page is held to, and whatever else might be opened by itself.
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

/// Marks the answer to be a part of pages: a script, a style sheet, a font, a picture. What is said
/// with the page holds for it, and need not be said again with each.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part;

/// What holds unless a handler says otherwise: other sites may not use the answer, and nobody
/// keeps it.
const USUALLY: [(HeaderName, HeaderValue); 2] = [
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
];

/// A year of nothing but HTTPS, which a browser remembers once it came by HTTPS.
const ONLY_HTTPS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// How strict browsers are asked to be.
#[derive(Debug)]
pub(crate) struct SecurityHeaders {
    only_https: bool,
    version: HeaderValue,
}

impl SecurityHeaders {
    /// For a server that players reach under this address, if it is configured, and that serves this
    /// version of the client.
    pub(crate) fn new(public_url: Option<&Origin>, version: &str) -> Self {
        let version = HeaderValue::from_str(version).unwrap_or(HeaderValue::from_static("unknown"));
        Self { only_https: public_url.is_some_and(Origin::is_https), version }
    }
}

/// Adds the headers to an answer.
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
