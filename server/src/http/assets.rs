//! The client: pages and files, from the binary or from a directory.

use super::extract::Name;
use super::{ApiError, AppState};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::path::{Component, Path as FilePath};

/// The files of `static/`, as they were when the program was built.
#[derive(RustEmbed)]
#[folder = "../static"]
struct Embedded;

/// A file with the tag by which caches know it.
struct Asset {
    body: Body,
    tag: HeaderValue,
    kind: HeaderValue,
}

pub(super) async fn index(
    State(app): State<AppState>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    serve(&app, "index.html", &headers).await
}

pub(super) async fn match_page(
    State(app): State<AppState>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    serve(&app, "match.html", &headers).await
}

pub(super) async fn replay_page(
    State(app): State<AppState>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    serve(&app, "replay.html", &headers).await
}

pub(super) async fn rules_page(
    State(app): State<AppState>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    serve(&app, "rules.html", &headers).await
}

/// The rules of a game, or the file of its figures, which lies beside them.
pub(super) async fn rules_of_game(
    State(app): State<AppState>,
    Name(game): Name,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if game.ends_with(".json") {
        return serve(&app, &format!("rules/{game}"), &headers).await;
    }
    serve(&app, "rules.html", &headers).await
}

pub(super) async fn file(
    State(app): State<AppState>,
    Name(path): Name,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    serve(&app, &path, &headers).await
}

async fn serve(app: &AppState, path: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let asset = match &app.config().static_dir {
        Some(directory) => from_directory(directory, path).await,
        None => Embedded::get(path).map(|file| embedded(path, file)),
    };
    let Asset { body, tag, kind } = asset.ok_or(ApiError::NotFound)?;
    // Names do not change with contents, so caches ask every time and are told "as before".
    let common = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, NO_CACHE)];
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| is_among(known.as_bytes(), tag.as_bytes())) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    Ok((common, [(header::CONTENT_TYPE, kind)], body).into_response())
}

const NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache");

/// Whether a list of tags has this one. Tags are weak, since an answer may be compressed.
fn is_among(list: &[u8], tag: &[u8]) -> bool {
    list == b"*" || list.split(|&b| b == b',').any(|known| known.trim_ascii() == tag)
}

fn embedded(path: &str, file: EmbeddedFile) -> Asset {
    let digest = file.metadata.sha256_hash();
    Asset { body: Body::from(file.data.into_owned()), tag: tag(&digest[..8]), kind: kind(path) }
}

/// A file below `directory`; a path that leaves it names nothing.
async fn from_directory(directory: &FilePath, path: &str) -> Option<Asset> {
    let relative = FilePath::new(path);
    if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let bytes = tokio::fs::read(directory.join(relative)).await.ok()?;
    use sha2::Digest;
    let digest = sha2::Sha256::digest(&bytes);
    Some(Asset { body: Body::from(bytes), tag: tag(&digest[..8]), kind: kind(path) })
}

fn tag(digest: &[u8]) -> HeaderValue {
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::from_str(&format!("W/\"{digits}\"")).expect("hexadecimal digits are plain")
}

fn kind(path: &str) -> HeaderValue {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let kind = match (kind.type_().as_str(), kind.subtype().as_str()) {
        ("text", _) | ("application", "json" | "javascript") => format!("{kind}; charset=utf-8"),
        _ => kind.to_string(),
    };
    HeaderValue::from_str(&kind).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}
