//! The password of the operators' listener, which serves `/metrics` and `/reports`.
//!
//! On a loopback address the listener needs none: only this machine reaches it. On any other address
//! the server starts only with a password, which a browser or Prometheus sends as HTTP Basic (with
//! any user name) or as a bearer token. Only its digest is in memory, and digests are compared, so
//! that neither timing nor a dump reveals it.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// The least characters of the password: guesses at the listener are not counted.
const MIN_LENGTH: usize = 16;

/// The operators' listener cannot be protected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadOperatorPassword {
    /// Other machines reach the listener, and there is no password.
    #[error(
        "other machines can reach `--metrics-bind {0}`: `--metrics-password-file` must name a file \
         with a password for it, or the address must be one of this machine, such as 127.0.0.1:9100"
    )]
    Missing(SocketAddr),
    /// The file cannot be read.
    #[error("cannot read the password in {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: std::io::Error,
    },
    /// The password is too short.
    #[error("the password in {0} has fewer than 16 characters; `openssl rand -hex 32` makes one")]
    Short(PathBuf),
}

/// The digest of the password.
#[derive(Clone, Copy)]
pub(crate) struct OperatorPassword([u8; 32]);

impl OperatorPassword {
    /// Reads the password for a listener at `bind`; `None` if it needs none.
    pub(crate) fn read(
        bind: SocketAddr,
        file: Option<&Path>,
    ) -> Result<Option<Self>, BadOperatorPassword> {
        let Some(path) = file else {
            let is_own = bind.ip().to_canonical().is_loopback();
            return if is_own { Ok(None) } else { Err(BadOperatorPassword::Missing(bind)) };
        };
        let text = std::fs::read_to_string(path)
            .map_err(|error| BadOperatorPassword::File { path: path.to_owned(), error })?;
        let password = text.trim();
        if password.chars().count() < MIN_LENGTH {
            return Err(BadOperatorPassword::Short(path.to_owned()));
        }
        Ok(Some(Self::of(password)))
    }

    fn of(password: &str) -> Self {
        Self(Sha256::digest(password.as_bytes()).into())
    }

    /// Whether a request carries the password.
    fn admits(self, headers: &HeaderMap) -> bool {
        let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let Some((scheme, credentials)) = value.and_then(|value| value.split_once(' ')) else {
            return false;
        };
        let credentials = credentials.trim();
        if scheme.eq_ignore_ascii_case("bearer") {
            return Self::of(credentials).0 == self.0;
        }
        let decoded = BASE64_STANDARD.decode(credentials).ok();
        let decoded = decoded.and_then(|bytes| String::from_utf8(bytes).ok());
        scheme.eq_ignore_ascii_case("basic")
            && decoded
                .as_deref()
                .and_then(|pair| pair.split_once(':'))
                .is_some_and(|(_, password)| Self::of(password).0 == self.0)
    }
}

/// Refuses a request without the password.
pub(crate) async fn demand_password(
    State(password): State<OperatorPassword>,
    request: Request,
    next: Next,
) -> Response {
    if password.admits(request.headers()) {
        return next.run(request).await;
    }
    let challenge = [(header::WWW_AUTHENTICATE, "Basic realm=\"yiguan\", charset=\"UTF-8\"")];
    (StatusCode::UNAUTHORIZED, challenge, "the operators' password is missing or wrong\n")
        .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    const PASSWORD: &str = "0123456789abcdef";

    fn written(text: &str) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), text).expect("there is room");
        file
    }

    #[test]
    fn listener_beyond_loopback_needs_a_password() {
        for (bind, needs) in [
            ("127.0.0.1:9100", false),
            ("[::1]:9100", false),
            ("[::ffff:127.0.0.1]:9100", false),
            ("0.0.0.0:9100", true),
            ("[::]:9100", true),
            ("10.0.0.5:9100", true),
        ] {
            let bind = bind.parse().expect("an address");
            let read = OperatorPassword::read(bind, None);
            assert_eq!(read.is_err(), needs, "{bind}");
            let file = written(&format!("{PASSWORD}\n"));
            assert!(matches!(OperatorPassword::read(bind, Some(file.path())), Ok(Some(_))));
        }
    }

    #[test]
    fn password_that_cannot_be_read_is_an_error() {
        let bind = "127.0.0.1:9100".parse().expect("an address");
        let missing = OperatorPassword::read(bind, Some(Path::new("/nonexistent/password")));
        assert!(matches!(missing, Err(BadOperatorPassword::File { .. })));
        let short = OperatorPassword::read(bind, Some(written("too short\n").path()));
        assert!(matches!(short, Err(BadOperatorPassword::Short(_))));
    }

    #[test]
    fn only_the_password_admits_a_request() {
        let password = OperatorPassword::of(PASSWORD);
        let basic = |pair: &str| format!("Basic {}", BASE64_STANDARD.encode(pair));
        for (value, expected) in [
            (format!("Bearer {PASSWORD}"), true),
            (format!("bearer {PASSWORD}"), true),
            (basic(&format!("anyone:{PASSWORD}")), true),
            (basic(&format!(":{PASSWORD}")), true),
            (basic("anyone:0123456789abcdeF"), false),
            (basic(PASSWORD), false),
            ("Basic !".to_owned(), false),
            (format!("Digest {PASSWORD}"), false),
            (PASSWORD.to_owned(), false),
            ("Bearer ".to_owned(), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, HeaderValue::from_str(&value).expect("plain"));
            assert_eq!(password.admits(&headers), expected, "{value}");
        }
        assert!(!password.admits(&HeaderMap::new()));
    }
}
