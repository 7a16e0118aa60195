//! The client's pages and files as responses: caching, compression and media types.
//!
//! Files whose name contains their content's hash are cacheable for good; everything else must be
//! revalidated with its `ETag`, and is answered with 304 if unchanged. Compressed files are
//! compressed once, by `client`. Assets are marked as parts of a page, so that `headers` leaves out
//! the policies that concern pages only.

pub(crate) mod error_page;
mod page;
pub(crate) mod preview;

pub(crate) use page::{Pages, description, page, page_with};

use crate::client::{Body as Served, Client, WORKER, accepted, tag};
use crate::http::headers;
use crate::request::{ApiError, Name, Part};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// For files that never change at their address.
const FOR_GOOD: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The address of a script's source map: in the head, which browsers read as well, so that the line that names it
/// takes no bytes of the script.
const SOURCE_MAP: HeaderName = HeaderName::from_static("sourcemap");

/// For files that may be cached but must be revalidated every time.
const ASK: HeaderValue = HeaderValue::from_static("no-cache");

/// The same for responses that may differ between visitors, for instance by cookie.
const ASK_ALONE: HeaderValue = HeaderValue::from_static("private, no-cache");

pub(crate) async fn file(
    Part(client): Part<Client>,
    Name(path): Name,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    serve(&client, &path, &headers).await
}

/// The figures of a game's rules, which are stored beside the page of the rules.
pub(crate) async fn figures(
    client: &Client,
    path: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    serve(client, path, headers).await
}

async fn serve(client: &Client, path: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let mut response = match client.file(path).await.ok_or(ApiError::NotFound)? {
        Served::Changing { bytes, kind } => {
            let tag = tag(&Sha256::digest(&bytes));
            answer(headers, &tag, &ASK, &kind, Body::from(bytes))
        }
        Served::Kept { file, for_good } => {
            let caching = if for_good { FOR_GOOD } else { ASK };
            let (bytes, encoding) = file.bytes(accepted(headers));
            let body = Body::from(bytes);
            let mut response = answer(headers, file.tag(), &caching, file.kind(), body);
            let headers = response.headers_mut();
            headers.insert(header::VARY, HeaderValue::from_name(header::ACCEPT_ENCODING));
            if let Some(encoding) = encoding.filter(|_| headers.contains_key(header::CONTENT_TYPE))
            {
                headers.insert(header::CONTENT_ENCODING, encoding.name());
            }
            if let Some(map) = source_map(client, path) {
                headers.insert(SOURCE_MAP, map);
            }
            response
        }
    };
    // A worker obeys the policy that is sent with its script, so it is not marked as a part.
    if path != WORKER {
        response.extensions_mut().insert(headers::Part);
    }
    Ok(response)
}

/// The address of a script's source map, which lies beside it if there is one.
fn source_map(client: &Client, path: &str) -> Option<HeaderValue> {
    let map = path.ends_with(".js").then(|| format!("{path}.map"))?;
    if !client.has_file(&map) {
        return None;
    }
    HeaderValue::from_str(map.rsplit('/').next()?).ok()
}

/// The response with a body, or 304 if the client already has it.
fn answer(
    headers: &HeaderMap,
    tag: &HeaderValue,
    caching: &HeaderValue,
    kind: &HeaderValue,
    body: Body,
) -> Response {
    if is_known(headers, tag) {
        return unchanged(tag, caching);
    }
    let sent =
        [(header::ETAG, tag), (header::CACHE_CONTROL, caching), (header::CONTENT_TYPE, kind)];
    (sent.map(|(name, value)| (name, value.clone())), body).into_response()
}

/// The response with bytes that are the same for all visitors, which may be cached but must be
/// revalidated every time.
pub(crate) fn kept(headers: &HeaderMap, kind: &'static str, bytes: Bytes) -> Response {
    let tag = tag(&Sha256::digest(&bytes));
    answer(headers, &tag, &ASK, &HeaderValue::from_static(kind), Body::from(bytes))
}

fn unchanged(tag: &HeaderValue, caching: &HeaderValue) -> Response {
    let sent = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, caching.clone())];
    (StatusCode::NOT_MODIFIED, sent).into_response()
}

fn is_known(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let known = headers.get(header::IF_NONE_MATCH);
    known.is_some_and(|known| is_among(known.as_bytes(), tag.as_bytes()))
}

/// Whether a list of tags contains this one. Tags are weak, because a response may be compressed.
fn is_among(list: &[u8], tag: &[u8]) -> bool {
    list == b"*" || list.split(|&b| b == b',').any(|known| known.trim_ascii() == tag)
}
