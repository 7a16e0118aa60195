//! Compression of files, as strong as possible, since it is done once and in the background; and of
//! pages, for which a request waits.

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::header::{self, HeaderMap, HeaderValue};
use std::io::Write;

/// How an answer may be compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Encoding {
    /// Brotli.
    Brotli,
    /// gzip.
    Gzip,
}

impl Encoding {
    /// The name in `Content-Encoding`.
    pub(crate) const fn name(self) -> HeaderValue {
        match self {
            Self::Brotli => HeaderValue::from_static("br"),
            Self::Gzip => HeaderValue::from_static("gzip"),
        }
    }
}

/// The best that the client takes, if it takes any.
pub(crate) fn accepted(headers: &HeaderMap) -> Option<Encoding> {
    let lists = headers.get_all(header::ACCEPT_ENCODING);
    let lists: Vec<&str> = lists.iter().filter_map(|list| list.to_str().ok()).collect();
    let takes = |wanted: &str| {
        lists.iter().flat_map(|list| list.split(',')).any(|entry| {
            let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
            let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
            name.trim().eq_ignore_ascii_case(wanted) && weight.is_ok_and(|weight| weight > 0.0)
        })
    };
    if takes("br") {
        Some(Encoding::Brotli)
    } else if takes("gzip") {
        Some(Encoding::Gzip)
    } else {
        None
    }
}

/// Compresses as strongly as can be; should that fail, nothing is lost but the saving. A build to work
/// with, in which that takes a hundred times as long and delays every answer, compresses quickly.
pub(super) fn compress(plain: &[u8], encoding: Encoding) -> Vec<u8> {
    if cfg!(debug_assertions) {
        return compress_quickly(plain, encoding);
    }
    let compressed = match encoding {
        Encoding::Brotli => brotli(plain, 11),
        Encoding::Gzip => gzip(plain, Compression::best()),
    };
    compressed.unwrap_or_else(|_| plain.to_vec())
}

/// Compresses in less than a millisecond.
pub(crate) fn compress_quickly(plain: &[u8], encoding: Encoding) -> Vec<u8> {
    let compressed = match encoding {
        Encoding::Brotli => brotli(plain, 5),
        Encoding::Gzip => gzip(plain, Compression::default()),
    };
    compressed.expect("memory can be written to")
}

fn brotli(plain: &[u8], quality: i32) -> std::io::Result<Vec<u8>> {
    let parameters =
        brotli::enc::BrotliEncoderParams { quality, size_hint: plain.len(), ..Default::default() };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &plain[..], &mut compressed, &parameters)?;
    Ok(compressed)
}

fn gzip(plain: &[u8], strength: Compression) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), strength);
    encoder.write_all(plain)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(list: &'static str, expected: Option<Encoding>) {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(list));
        assert_eq!(accepted(&headers), expected, "{list}");
    }

    #[test]
    fn the_best_encoding_taken_is_chosen() {
        check("gzip, deflate, br, zstd", Some(Encoding::Brotli));
        check("GZIP", Some(Encoding::Gzip));
        check("br;q=0, gzip;q=0.5", Some(Encoding::Gzip));
        check("br;q=0.1,gzip;q=1", Some(Encoding::Brotli));
        check("br;q=x", None);
        check("brotli", None);
        check("identity", None);
        check("", None);
        assert_eq!(accepted(&HeaderMap::new()), None);
    }
}
