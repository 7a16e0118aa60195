//! The files of `static/`, as they were when the program was built.

use super::bare::bare;
use super::squeeze::{Encoding, squeeze};
use super::tag;
use axum::body::Bytes;
use axum::http::HeaderValue;
use rust_embed::{EmbeddedFile, RustEmbed};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, OnceLock};
use tokio::sync::Semaphore;

#[derive(RustEmbed)]
#[folder = "../static"]
struct Embedded;

/// The service worker, which is told what else there is.
pub(super) const WORKER: &str = "sw.js";

/// All files, by their paths.
pub(super) struct Library {
    version: String,
    files: BTreeMap<String, File>,
}

/// A file, and what it becomes when compressed as well as can be: begun when it is first asked
/// for, and kept.
pub(super) struct File {
    plain: Bytes,
    kind: HeaderValue,
    tag: HeaderValue,
    brotli: Squeezed,
    gzip: Squeezed,
}

static BUILT_IN: LazyLock<Library> = LazyLock::new(Library::read);

impl Library {
    /// The files built in.
    pub(super) fn built_in() -> &'static Self {
        &BUILT_IN
    }

    fn read() -> Self {
        let mut digest = Sha256::new();
        let mut files = BTreeMap::new();
        // In the order of their paths, so that the version depends on nothing else.
        let mut paths: Vec<Cow<'static, str>> = Embedded::iter().collect();
        paths.sort_unstable();
        for path in paths {
            let Some(file) = Embedded::get(&path) else { continue };
            digest.update(path.as_bytes());
            digest.update(file.metadata.sha256_hash());
            files.insert(path.clone().into_owned(), File::built_in(&path, file));
        }
        let version = hexadecimal(&digest.finalize());
        let mut library = Self { version, files };
        library.tell_worker();
        library
    }

    fn tell_worker(&mut self) {
        let preface = preface(&self.version, &self.prefix(), &self.kept_for_good());
        if let Some(file) = self.files.get_mut(WORKER) {
            let text = [preface.as_bytes(), &file.plain].concat();
            *file = File::new(WORKER, Bytes::from(text));
        }
    }

    /// A hash of all files.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// The address below which files are kept for good.
    pub(super) fn prefix(&self) -> String {
        format!("/v/{}/", self.version)
    }

    pub(super) fn file(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }

    /// The text of a file.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        std::str::from_utf8(&self.file(path)?.plain).ok()
    }

    /// Every page with its text.
    pub(super) fn pages(&self) -> impl Iterator<Item = (&str, &str)> {
        let pages = self.files.keys().filter(|path| path.ends_with(".html"));
        pages.filter_map(|path| Some((path.as_str(), self.text(path)?)))
    }

    /// What a page may load: all but the pages themselves, the worker, and what is there for
    /// those who work on the client.
    fn kept_for_good(&self) -> Vec<&str> {
        let others = |path: &&str| {
            *path != WORKER
                && ["css", "js", "json", "wasm", "svg", "png", "woff2", "webmanifest"]
                    .iter()
                    .any(|kind| path.rsplit_once('.').is_some_and(|(_, ending)| ending == *kind))
        };
        self.files.keys().map(String::as_str).filter(others).collect()
    }
}

impl File {
    fn built_in(path: &str, file: EmbeddedFile) -> Self {
        let bare = std::str::from_utf8(&file.data).ok().and_then(|text| bare(path, text));
        let bytes = match (bare, file.data) {
            (Some(bare), _) => Bytes::from(bare),
            (None, Cow::Borrowed(bytes)) => Bytes::from_static(bytes),
            (None, Cow::Owned(bytes)) => Bytes::from(bytes),
        };
        Self::new(path, bytes)
    }

    fn new(path: &str, plain: Bytes) -> Self {
        let (brotli, gzip) = (Squeezed::default(), Squeezed::default());
        Self { kind: kind(path), tag: tag(&Sha256::digest(&plain)), plain, brotli, gzip }
    }

    pub(super) const fn kind(&self) -> &HeaderValue {
        &self.kind
    }

    pub(super) const fn tag(&self) -> &HeaderValue {
        &self.tag
    }

    /// The bytes in that encoding, or as they are where it does not make them fewer, and where
    /// it is not done yet: nobody waits for it, and whatever answers meanwhile is compressed on
    /// its way, if less well.
    pub(super) fn bytes(&'static self, encoding: Option<Encoding>) -> (Bytes, Option<Encoding>) {
        let plain = || (self.plain.clone(), None);
        let Some(encoding) = encoding else { return plain() };
        let kept = self.kept(encoding);
        match kept.bytes.get() {
            Some(squeezed) if squeezed.len() < self.plain.len() => {
                (squeezed.clone(), Some(encoding))
            }
            Some(_) => plain(),
            None => {
                if !kept.begun.swap(true, Ordering::Relaxed) {
                    tokio::spawn(self.squeeze(encoding));
                }
                plain()
            }
        }
    }

    const fn kept(&self, encoding: Encoding) -> &Squeezed {
        match encoding {
            Encoding::Brotli => &self.brotli,
            Encoding::Gzip => &self.gzip,
        }
    }

    async fn squeeze(&'static self, encoding: Encoding) {
        /// One file at a time, so that the others wait as tasks and not as threads.
        static TURN: Semaphore = Semaphore::const_new(1);
        let Ok(_turn) = TURN.acquire().await else { return };
        let work = tokio::task::spawn_blocking(move || squeeze(&self.plain, encoding));
        if let Ok(squeezed) = work.await {
            // Nobody else does this.
            let _ = self.kept(encoding).bytes.set(Bytes::from(squeezed));
        }
    }
}

/// A file compressed, once that is done.
#[derive(Debug, Default)]
struct Squeezed {
    begun: AtomicBool,
    bytes: OnceLock<Bytes>,
}

/// The line by which the service worker learns what it may keep.
pub(super) fn preface(version: &str, prefix: &str, files: &[&str]) -> String {
    #[derive(Serialize)]
    struct Preface<'a> {
        version: &'a str,
        prefix: &'a str,
        files: &'a [&'a str],
    }
    let preface = serde_json::to_string(&Preface { version, prefix, files });
    format!("self.ASSETS={};\n", preface.unwrap_or_default())
}

/// The first sixteen digits of a hash.
pub(super) fn hexadecimal(digest: &[u8]) -> String {
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// What a file is, by its name.
pub(super) fn kind(path: &str) -> HeaderValue {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let kind = match (kind.type_().as_str(), kind.subtype().as_str()) {
        ("text", _) | ("application", "json" | "javascript") => format!("{kind}; charset=utf-8"),
        _ => kind.to_string(),
    };
    HeaderValue::from_str(&kind).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_what_they_are() {
        for (path, expected) in [
            ("a.html", "text/html; charset=utf-8"),
            ("a.css", "text/css; charset=utf-8"),
            ("a.js", "text/javascript; charset=utf-8"),
            ("a.json", "application/json; charset=utf-8"),
            ("a.svg", "image/svg+xml"),
            ("a.png", "image/png"),
            ("a.wasm", "application/wasm"),
            ("a.woff2", "font/woff2"),
            ("a.webmanifest", "application/manifest+json"),
            ("a", "application/octet-stream"),
        ] {
            assert_eq!(kind(path), expected);
        }
    }

    #[test]
    fn the_worker_is_told_of_files_but_not_of_pages() {
        let files = Library::built_in().kept_for_good();
        assert!(files.contains(&"css/base.css") && files.contains(&"js/play.js"));
        assert!(!files.iter().any(|path| path.ends_with(".html") || path.ends_with(".d.ts")));
    }

    /// The engine's own script is counted with the engine.
    #[tokio::test]
    async fn pages_styles_and_scripts_are_small() {
        let mut sum = 0;
        for (path, file) in &Library::built_in().files {
            let counts = [".html", ".css", ".js"].iter().any(|ending| path.ends_with(ending));
            if counts && !path.starts_with("engine/") {
                sum += squeeze(&file.plain, Encoding::Brotli).len();
            }
        }
        assert!(sum < 100_000, "{sum} bytes compressed");
    }

    #[tokio::test]
    async fn what_grows_by_compression_is_sent_as_it_is() {
        let file =
            |bytes: Bytes| -> &'static File { Box::leak(Box::new(File::new("a.txt", bytes))) };
        let (short, long) = (file(Bytes::from_static(b"x")), file(Bytes::from(vec![b'x'; 1_000])));
        for encoding in [Encoding::Brotli, Encoding::Gzip] {
            assert_eq!(long.bytes(Some(encoding)), (long.plain.clone(), None), "not done yet");
            for file in [short, long] {
                file.squeeze(encoding).await;
            }
            assert_eq!(short.bytes(Some(encoding)), (short.plain.clone(), None));
            let (bytes, told) = long.bytes(Some(encoding));
            assert!(bytes.len() < 100 && told == Some(encoding));
        }
    }
}
