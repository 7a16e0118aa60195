//! The client for browsers: its pages and files, from the binary or from a folder.
//! [`crate::http`] answers requests with them.
//!
//! A *bundle*, as `static/build.sh` makes it, has files with a hash of their content in their names,
//! below `/f/`. Plain modules, which name each other by relative paths, are served below
//! `/v/<version>/`, the version being a hash of all files. At either address a file never changes and
//! is kept by caches for good; a request for an unknown file there, as by a page that another
//! version of the server wrote, is not found, so that no page ever runs parts of two versions. At
//! other paths caches ask every time whether a file is still the same. A folder with plain modules,
//! given to work on the client, is read at every request.

mod compress;
mod file;
mod folder;
mod library;
mod manifest;
mod page;
#[cfg(not(embedded))]
mod sources;

pub(crate) use compress::{Encoding, accepted, compress_quickly};
pub(crate) use file::File;
pub(crate) use library::WORKER;
pub(crate) use page::insert_before;

use crate::texts::Language;
use hyper::http::HeaderValue;
use library::Library;
use manifest::{MANIFEST, Manifest, SOURCES};
use std::io;
use std::path::{Component, Path as FilePath, PathBuf};
use std::sync::Arc;

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
            // Requests for files are not limited while working on the client.
            Files::Folder(_) => path.contains('.'),
        }
    }

    /// A hash of all its files, which is sent to pages and sockets, so that a page of another
    /// version learns that it is outdated; `dev` for files that change while the server runs.
    pub(crate) const fn version(&self) -> &'static str {
        match &self.0 {
            Files::Kept(library) => library.version(),
            Files::Folder(_) => UNVERSIONED,
        }
    }

    /// The file at an address, without its slash.
    pub(crate) async fn file(&self, path: &str) -> Option<Body> {
        match &self.0 {
            Files::Folder(folder) => {
                let mut bytes = read(folder, path).await?;
                if path == WORKER {
                    bytes.splice(
                        0..0,
                        library::preface(UNVERSIONED, &Manifest::default()).into_bytes(),
                    );
                }
                Some(Body::Changing { bytes, kind: file::kind(path) })
            }
            Files::Kept(library) => {
                let (file, for_good) = library.file(path)?;
                Some(Body::Kept { file: Arc::clone(file), for_good })
            }
        }
    }

    /// The page in the file of that name, in a language.
    pub(crate) async fn page(&self, name: &str, language: Language) -> Option<String> {
        match &self.0 {
            Files::Kept(library) => Some(library.page(name)?.text(language).to_owned()),
            Files::Folder(folder) => {
                let text = String::from_utf8(read(folder, name).await?).ok()?;
                let manifest =
                    read(folder, SOURCES).await.map(|text| serde_json::from_slice(&text));
                let mut manifest: Manifest = match manifest.transpose() {
                    Ok(manifest) => manifest.unwrap_or_default(),
                    Err(error) => {
                        tracing::warn!(%error, "the manifest of the pages cannot be read");
                        return None;
                    }
                };
                let needs = manifest.pages.remove(name).unwrap_or_default();
                Some(page::written(&text, UNVERSIONED, language, &needs))
            }
        }
    }
}

/// A file of the client as it is served.
#[derive(Debug)]
pub(crate) enum Body {
    /// One that may change while the server runs.
    Changing {
        /// The present content.
        bytes: Vec<u8>,
        /// Its `Content-Type`.
        kind: HeaderValue,
    },
    /// One that does not.
    Kept {
        /// The file.
        file: Arc<File>,
        /// Whether another file will never be at its address.
        for_good: bool,
    },
}

/// A file below `directory`; a path that leaves it names nothing.
async fn read(directory: &FilePath, path: &str) -> Option<Vec<u8>> {
    let relative = FilePath::new(path);
    if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    tokio::fs::read(directory.join(relative)).await.ok()
}

/// A weak entity tag: an answer may be compressed.
pub(crate) fn tag(digest: &[u8]) -> HeaderValue {
    HeaderValue::from_str(&format!("W/\"{}\"", hexadecimal(digest)))
        .expect("hexadecimal digits are plain")
}

/// The first sixteen digits of a hash.
fn hexadecimal(digest: &[u8]) -> String {
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
