//! The client: pages and files, from the binary or from a directory.
//!
//! Every file built in is served at two addresses. Below `/v/<version>/`, the version being a
//! hash of all files, it never changes and is kept by caches for good; pages refer to files
//! there, and modules and style sheets, which name each other by relative paths, stay there.
//! At its plain path, caches ask every time whether it is still the same. A directory, given to
//! work on the client, is served at plain paths only.

mod bare;
mod graph;
mod library;
mod page;
mod squeeze;

pub(super) use page::{Pages, page};

use super::extract::{Name, Parts};
use super::{ApiError, AppState};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use library::{Library, WORKER};
use sha2::{Digest, Sha256};
use std::path::{Component, Path as FilePath};

/// What never changes at its address.
const FOR_GOOD: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// What may be kept, but must be asked for every time.
const ASK: HeaderValue = HeaderValue::from_static("no-cache");

/// The same for what may differ from one visitor to the next, as by the cookie it brings.
const ASK_ALONE: HeaderValue = HeaderValue::from_static("private, no-cache");

pub(super) async fn file(
    State(app): State<AppState>,
    Name(path): Name,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    serve(&app, &path, &headers, ASK).await
}

/// A file below `/v/`. Of another version than ours, as a page has it that was loaded before
/// the server was replaced, our own must do; it is not kept for good.
pub(super) async fn versioned_file(
    State(app): State<AppState>,
    Parts((version, path)): Parts<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let current = app.config().static_dir.is_none() && version == Library::built_in().version();
    serve(&app, &path, &headers, if current { FOR_GOOD } else { ASK }).await
}

/// The figures of a game's rules, which lie beside the page of the rules.
pub(super) async fn figures(
    app: &AppState,
    path: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    serve(app, path, headers, ASK).await
}

async fn serve(
    app: &AppState,
    path: &str,
    headers: &HeaderMap,
    caching: HeaderValue,
) -> Result<Response, ApiError> {
    match &app.config().static_dir {
        Some(directory) => {
            let mut body = read(directory, path).await.ok_or(ApiError::NotFound)?;
            if path == WORKER {
                body.splice(0..0, library::preface("dev", "/", &[]).into_bytes());
            }
            let tag = tag(&Sha256::digest(&body));
            Ok(answer(headers, &tag, &caching, &library::kind(path), Body::from(body)))
        }
        None => {
            let file = Library::built_in().file(path).ok_or(ApiError::NotFound)?;
            if is_known(headers, file.tag()) {
                return Ok(unchanged(file.tag(), &caching));
            }
            let encoding = squeeze::accepted(headers);
            let (bytes, encoding) = file.bytes(encoding);
            let body = Body::from(bytes);
            let mut response = answer(headers, file.tag(), &caching, file.kind(), body);
            let headers = response.headers_mut();
            headers.insert(header::VARY, HeaderValue::from_name(header::ACCEPT_ENCODING));
            if let Some(encoding) = encoding {
                headers.insert(header::CONTENT_ENCODING, encoding.name());
            }
            Ok(response)
        }
    }
}

/// The answer with a body, or that it is as before.
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
    let told =
        [(header::ETAG, tag), (header::CACHE_CONTROL, caching), (header::CONTENT_TYPE, kind)];
    (told.map(|(name, value)| (name, value.clone())), body).into_response()
}

fn unchanged(tag: &HeaderValue, caching: &HeaderValue) -> Response {
    let told = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, caching.clone())];
    (StatusCode::NOT_MODIFIED, told).into_response()
}

fn is_known(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let known = headers.get(header::IF_NONE_MATCH);
    known.is_some_and(|known| is_among(known.as_bytes(), tag.as_bytes()))
}

/// Whether a list of tags has this one. Tags are weak, since an answer may be compressed.
fn is_among(list: &[u8], tag: &[u8]) -> bool {
    list == b"*" || list.split(|&b| b == b',').any(|known| known.trim_ascii() == tag)
}

/// A file below `directory`; a path that leaves it names nothing.
async fn read(directory: &FilePath, path: &str) -> Option<Vec<u8>> {
    let relative = FilePath::new(path);
    if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    tokio::fs::read(directory.join(relative)).await.ok()
}

fn tag(digest: &[u8]) -> HeaderValue {
    HeaderValue::from_str(&format!("W/\"{}\"", library::hexadecimal(digest)))
        .expect("hexadecimal digits are plain")
}
