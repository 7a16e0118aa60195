//! A file of the client in memory, with its media type, its tag, and its compressed forms.
//!
//! A release contains its files compressed with brotli. An uncompressed file is compressed in
//! the background, one file at a time, when it is first requested; no request waits for that, and
//! until it is done the plain bytes are sent.

use super::compress::{Encoding, compress};
use super::tag;
use bytes::Bytes;
use hyper::http::HeaderValue;
use sha2::{Digest, Sha256};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use tokio::sync::Semaphore;

/// A file. Compression begins with the first request, unless the bundle contains the result.
#[derive(Debug)]
pub(crate) struct File {
    plain: Bytes,
    kind: HeaderValue,
    tag: HeaderValue,
    brotli: Compressed,
    gzip: Compressed,
}

impl File {
    /// `brotli` is the file compressed, where that was done before.
    pub(super) fn new(path: &str, plain: Bytes, brotli: Option<Bytes>) -> Self {
        let (kind, tag) = (kind(path), tag(&Sha256::digest(&plain)));
        let brotli = brotli.map(Compressed::from).unwrap_or_default();
        Self { kind, tag, plain, brotli, gzip: Compressed::default() }
    }

    pub(crate) const fn kind(&self) -> &HeaderValue {
        &self.kind
    }

    pub(crate) const fn tag(&self) -> &HeaderValue {
        &self.tag
    }

    #[cfg(test)]
    pub(super) const fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// The bytes in that encoding, or the plain bytes if the encoding does not make them fewer or
    /// is not ready yet. No request waits for it: until then responses are compressed on the fly, less
    /// well.
    pub(crate) fn bytes(self: &Arc<Self>, encoding: Option<Encoding>) -> (Bytes, Option<Encoding>) {
        let plain = || (self.plain.clone(), None);
        let Some(encoding) = encoding else { return plain() };
        let kept = self.kept(encoding);
        match kept.bytes.get() {
            Some(compressed) if compressed.len() < self.plain.len() => {
                (compressed.clone(), Some(encoding))
            }
            Some(_) => plain(),
            None => {
                if !kept.begun.swap(true, Ordering::Relaxed) {
                    tokio::spawn(Arc::clone(self).compress(encoding));
                }
                plain()
            }
        }
    }

    const fn kept(&self, encoding: Encoding) -> &Compressed {
        match encoding {
            Encoding::Brotli => &self.brotli,
            Encoding::Gzip => &self.gzip,
        }
    }

    async fn compress(self: Arc<Self>, encoding: Encoding) {
        /// One file at a time, so that the others wait as tasks and not as threads.
        static TURN: Semaphore = Semaphore::const_new(1);
        let Ok(_turn) = TURN.acquire().await else { return };
        let plain = self.plain.clone();
        let work = tokio::task::spawn_blocking(move || compress(&plain, encoding));
        if let Ok(compressed) = work.await {
            // Only this task sets it.
            let _ = self.kept(encoding).bytes.set(Bytes::from(compressed));
        }
    }
}

/// The compressed form of a file, once it is ready.
#[derive(Debug, Default)]
struct Compressed {
    begun: AtomicBool,
    bytes: OnceLock<Bytes>,
}

impl From<Bytes> for Compressed {
    fn from(bytes: Bytes) -> Self {
        Self { begun: AtomicBool::new(true), bytes: OnceLock::from(bytes) }
    }
}

/// The media type of a file, by its name.
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
    fn files_have_their_content_types() {
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

    #[tokio::test]
    async fn what_grows_by_compression_is_sent_as_it_is() {
        let file = |bytes: Bytes| Arc::new(File::new("a.txt", bytes, None));
        let (short, long) = (file(Bytes::from_static(b"x")), file(Bytes::from(vec![b'x'; 1_000])));
        for encoding in [Encoding::Brotli, Encoding::Gzip] {
            assert_eq!(long.bytes(Some(encoding)), (long.plain.clone(), None), "not done yet");
            for file in [&short, &long] {
                Arc::clone(file).compress(encoding).await;
            }
            assert_eq!(short.bytes(Some(encoding)), (short.plain.clone(), None));
            let (bytes, told) = long.bytes(Some(encoding));
            assert!(bytes.len() < 100 && told == Some(encoding));
        }
    }

    #[tokio::test]
    async fn files_compressed_by_the_bundle_are_sent_at_once() {
        let brotli = Bytes::from_static(b"short");
        let file =
            File::new("a.txt", Bytes::from_static(b"longer than that"), Some(brotli.clone()));
        assert_eq!(Arc::new(file).bytes(Some(Encoding::Brotli)), (brotli, Some(Encoding::Brotli)));
    }
}
