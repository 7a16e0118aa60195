//! The client: pages and files, from the binary or from a folder.
//!
//! A *bundle*, as `static/build.sh` makes it, has files with a hash of their content in their names,
//! below `/f/`. Plain modules, which name each other by relative paths, are served below
//! `/v/<version>/`, the version being a hash of all files. At either address a file never changes and
//! is kept by caches for good; what is asked for there and is not ours, as by a page that another
//! version of the server wrote, is not found, so that no page ever runs parts of two versions. At
//! other paths caches ask every time whether a file is still the same. A folder with plain modules,
//! given to work on the client, is read at every request.

mod file;
mod folder;
mod language;
mod library;
mod page;
#[cfg(not(embedded))]
mod sources;
mod squeeze;

pub(super) use language::Language;
pub(super) use page::{Pages, description, page};

use super::extract::Name;
use super::headers::Part;
use super::{ApiError, AppState};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use library::{Library, MANIFEST, WORKER};
use sha2::{Digest, Sha256};
use std::io;
use std::path::{Component, Path as FilePath, PathBuf};

/// The version of pages from a folder of plain modules: it changes under them.
const UNVERSIONED: &str = "dev";

/// The client that is served.
#[derive(Debug)]
pub(crate) struct Client(Files);

#[derive(Debug)]
enum Files {
    /// As they were at the start.
    Kept(Library),
    /// Plain modules, to work on.
    Folder(PathBuf),
}

impl Client {
    /// The client in a folder, or else the one built in.
    ///
    /// # Errors
    ///
    /// If the folder has no page to begin with.
    pub(crate) fn open(folder: Option<&FilePath>) -> io::Result<Self> {
        let Some(folder) = folder else { return Library::built_in().map(Files::Kept).map(Self) };
        std::fs::read(folder.join("index.html"))?;
        if folder.join(MANIFEST).is_file() {
            Library::bundle(folder).map(Files::Kept).map(Self)
        } else {
            Ok(Self(Files::Folder(folder.to_owned())))
        }
    }

    /// Whether there is a file at a path: one that only looks like it costs an answer.
    pub(crate) fn has_file(&self, path: &str) -> bool {
        let path = path.strip_prefix('/').unwrap_or(path);
        match &self.0 {
            Files::Kept(library) => library.file(path).is_some(),
            // To work on the client nobody is rationed for files.
            Files::Folder(_) => path.contains('.'),
        }
    }

    /// A hash of all its files, which pages and sockets are told, so that a page of another version
    /// learns that it is old; `dev` for files that change while the server runs.
    pub(crate) const fn version(&self) -> &'static str {
        match &self.0 {
            Files::Kept(library) => library.version(),
            Files::Folder(_) => UNVERSIONED,
        }
    }
}

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
    serve(&app, &path, &headers).await
}

/// The figures of a game's rules, which lie beside the page of the rules.
pub(super) async fn figures(
    app: &AppState,
    path: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    serve(app, path, headers).await
}

async fn serve(app: &AppState, path: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let mut response = match &app.client().0 {
        Files::Folder(folder) => {
            let mut body = read(folder, path).await.ok_or(ApiError::NotFound)?;
            if path == WORKER {
                body.splice(0..0, library::preface(UNVERSIONED, &[], &[]).into_bytes());
            }
            let tag = tag(&Sha256::digest(&body));
            answer(headers, &tag, &ASK, &file::kind(path), Body::from(body))
        }
        Files::Kept(library) => {
            let (file, for_good) = library.file(path).ok_or(ApiError::NotFound)?;
            let caching = if for_good { FOR_GOOD } else { ASK };
            let (bytes, encoding) = file.bytes(squeeze::accepted(headers));
            let body = Body::from(bytes);
            let mut response = answer(headers, file.tag(), &caching, file.kind(), body);
            let headers = response.headers_mut();
            headers.insert(header::VARY, HeaderValue::from_name(header::ACCEPT_ENCODING));
            if let Some(encoding) = encoding.filter(|_| headers.contains_key(header::CONTENT_TYPE))
            {
                headers.insert(header::CONTENT_ENCODING, encoding.name());
            }
            response
        }
    };
    // A worker is held to the policy that comes with its script.
    if path != WORKER {
        response.extensions_mut().insert(Part);
    }
    Ok(response)
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

/// The answer with bytes that are the same for everybody, which may be kept but must be asked for
/// every time.
pub(super) fn kept(headers: &HeaderMap, kind: &'static str, bytes: Bytes) -> Response {
    let tag = tag(&Sha256::digest(&bytes));
    answer(headers, &tag, &ASK, &HeaderValue::from_static(kind), Body::from(bytes))
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
    HeaderValue::from_str(&format!("W/\"{}\"", hexadecimal(digest)))
        .expect("hexadecimal digits are plain")
}

/// The first sixteen digits of a hash.
fn hexadecimal(digest: &[u8]) -> String {
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
