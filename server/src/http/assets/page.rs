//! The HTML pages, in the language that the visitor's cookie or `Accept-Language` asks for.
//!
//! A page is a file of the client with its texts filled in by `client`, and with the additions of a handler
//! to its head, such as a link preview. It may differ between visitors, so it is cached
//! privately and revalidated. Compressed pages are kept in a bounded cache by their tag.

use super::{ASK_ALONE, answer, serve};
use crate::client::{Client, Encoding, accepted, compress_quickly, insert_before, tag};
use crate::http::archive::response_cache::ResponseCache;
use crate::request::{ApiError, Part};
use crate::texts::Language;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// The request headers that a page depends on.
const VARY: HeaderValue = HeaderValue::from_static("accept-encoding, accept-language, cookie");

/// The handlers of the pages that are the same for all visitors.
pub(crate) struct Pages;

impl Pages {
    pub(crate) async fn archive(
        Part(client): Part<Client>,
        headers: HeaderMap,
    ) -> Result<Response, ApiError> {
        page(&client, &headers, "archive.html", "").await
    }

    /// A player and their games.
    pub(crate) async fn person(
        Part(client): Part<Client>,
        headers: HeaderMap,
    ) -> Result<Response, ApiError> {
        page(&client, &headers, "person.html", "").await
    }

    /// A link that signs this device in; its secret follows the `#`.
    pub(crate) async fn link(
        Part(client): Part<Client>,
        headers: HeaderMap,
    ) -> Result<Response, ApiError> {
        page(&client, &headers, "link.html", "").await
    }

    /// The page that a link in a mail opens; nothing is done before its button is pressed.
    pub(crate) async fn mail(
        Part(client): Part<Client>,
        headers: HeaderMap,
    ) -> Result<Response, ApiError> {
        page(&client, &headers, "link.html", "").await
    }

    /// The page that the service worker shows when the server cannot be reached.
    pub(crate) async fn offline(
        Part(client): Part<Client>,
        headers: HeaderMap,
    ) -> Result<Response, ApiError> {
        page(&client, &headers, "offline.html", "").await
    }
}

/// The web app manifest, in the visitor's language.
pub(crate) async fn description(
    Part(client): Part<Client>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let mut answer = serve(&client, Language::of(&headers).description(), &headers).await?;
    answer.headers_mut().insert(header::VARY, VARY);
    answer.headers_mut().insert(header::CACHE_CONTROL, ASK_ALONE);
    Ok(answer)
}

/// A page with `head`, which is HTML, inserted at the end of its head element.
pub(crate) async fn page(
    client: &Client,
    headers: &HeaderMap,
    name: &'static str,
    head: &str,
) -> Result<Response, ApiError> {
    page_with(client, headers, name, "</head>", head).await
}

/// A page with `html` inserted before the first `place`.
pub(crate) async fn page_with(
    client: &Client,
    headers: &HeaderMap,
    name: &'static str,
    place: &'static str,
    html: &str,
) -> Result<Response, ApiError> {
    let language = Language::of(headers);
    let mut text = client.page(name, language).await.ok_or(ApiError::NotFound)?;
    insert_before(&mut text, place, html);
    let tag = tag(&Sha256::digest(&text));
    let encoding = accepted(headers);
    let body = match encoding {
        Some(encoding) => Body::from(compressed(&tag, &text, encoding)),
        None => Body::from(text),
    };
    let mut answer = answer(headers, &tag, &ASK_ALONE, &HTML, body);
    let headers = answer.headers_mut();
    headers.insert(header::VARY, VARY);
    if let Some(encoding) = encoding.filter(|_| headers.contains_key(header::CONTENT_TYPE)) {
        headers.insert(header::CONTENT_ENCODING, encoding.name());
    }
    Ok(answer)
}

/// How many compressed pages are kept: those that are the same for all visitors, in every language,
/// and those of matches that many people open.
const PAGES_KEPT: usize = 256;

/// A page, compressed when it is requested for the first time.
fn compressed(tag: &HeaderValue, text: &str, encoding: Encoding) -> Bytes {
    static COMPRESSED_PAGES: LazyLock<ResponseCache<(HeaderValue, Encoding)>> =
        LazyLock::new(|| ResponseCache::new(PAGES_KEPT));
    let key = (tag.clone(), encoding);
    COMPRESSED_PAGES.get(&key).unwrap_or_else(|| {
        let page = Bytes::from(compress_quickly(text.as_bytes(), encoding));
        COMPRESSED_PAGES.keep(key, page.clone());
        page
    })
}
