//! The public address of the server, as an origin: scheme, host and port.
//!
//! It is what cookies and the `Origin` header are checked against, so it is normalised as browsers
//! write it: lower case, without the default port, without a path.
//!
//! ```text
//! https://Play.example.org:443/  →  https://play.example.org
//! ```

use hyper::Uri;
use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// An origin as browsers write it: in lower case, without the scheme's default port.
///
/// Read from an address such as `https://play.example.org` or `http://192.0.2.7:8080/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    text: Box<str>,
    https: bool,
}

/// A text is not the address of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OriginError {
    /// It does not begin with `http://` or `https://`.
    #[error("an address begins with `http://` or `https://`, as https://play.example.org does")]
    Scheme,
    /// Something follows the host and port.
    #[error("the address must end after the host and port: the pages are at the root")]
    Path,
    /// The host or the port is invalid.
    #[error("the host is a name such as play.example.org or an address, optionally with a port")]
    Host,
}

impl Origin {
    /// Whether players connect over HTTPS.
    pub(crate) const fn is_https(&self) -> bool {
        self.https
    }

    /// Whether an `Origin` header names this origin.
    pub(crate) fn is(&self, origin: &str) -> bool {
        origin.eq_ignore_ascii_case(&self.text)
    }
}

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        let (scheme, rest) = text.split_once("://").ok_or(OriginError::Scheme)?;
        let https = scheme.eq_ignore_ascii_case("https");
        if !https && !scheme.eq_ignore_ascii_case("http") {
            return Err(OriginError::Scheme);
        }
        let place = rest.strip_suffix('/').unwrap_or(rest);
        if place.contains(['/', '?', '#']) {
            return Err(OriginError::Path);
        }
        let (scheme, usual) = if https { ("https", 443) } else { ("http", 80) };
        let (host, port) = host_and_port(place).ok_or(OriginError::Host)?;
        let port = port.filter(|&port| port != usual).map(|port| format!(":{port}"));
        let text = format!("{scheme}://{host}{}", port.unwrap_or_default()).into_boxed_str();
        Ok(Self { text, https })
    }
}

/// Whether a host, with or without a port, is an IP address or `localhost`: no DNS name, which
/// another site could point at this machine.
pub(crate) fn is_numeric_or_localhost(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        Some(_) | None => host,
    };
    let bracketed = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    match bracketed {
        Some(number) => number.parse::<Ipv6Addr>().is_ok(),
        None => name.eq_ignore_ascii_case("localhost") || name.parse::<Ipv4Addr>().is_ok(),
    }
}

fn host_and_port(place: &str) -> Option<(String, Option<u16>)> {
    let place: Uri = place.parse().ok()?;
    let authority = place.authority()?;
    let port = match &authority.as_str()[authority.host().len()..] {
        "" => None,
        port => Some(port.strip_prefix(':')?.parse().ok()?),
    };
    let host = match authority.host().strip_prefix('[') {
        Some(host) => format!("[{}]", host.strip_suffix(']')?.parse::<Ipv6Addr>().ok()?),
        None => name(authority.host())?,
    };
    Some((host, port))
}

/// A host name in ASCII, in lower case; international names are written with `xn--`.
fn name(host: &str) -> Option<String> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    let label = |label: &str| !label.is_empty() && label.bytes().all(plain);
    let rooted = host.strip_suffix('.').unwrap_or(host);
    rooted.split('.').all(label).then(|| host.to_ascii_lowercase())
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_what_browsers_write() {
        for (text, origin) in [
            ("https://play.example.org", "https://play.example.org"),
            ("https://play.example.org/", "https://play.example.org"),
            ("HTTPS://Play.Example.org:443", "https://play.example.org"),
            ("https://play.example.org:80", "https://play.example.org:80"),
            ("http://localhost:80/", "http://localhost"),
            ("http://192.0.2.7:8080", "http://192.0.2.7:8080"),
            ("http://[2001:DB8:0::1]:8080/", "http://[2001:db8::1]:8080"),
            ("https://xn--fiq228c.example", "https://xn--fiq228c.example"),
        ] {
            let read: Origin = text.parse().expect(text);
            assert_eq!(read.to_string(), origin, "{text}");
            assert_eq!(read.is_https(), origin.starts_with("https:"), "{text}");
            assert!(read.is(origin), "{text}");
        }
    }

    #[test]
    fn dns_names_are_told_from_numeric_hosts() {
        for host in [
            "127.0.0.1",
            "127.0.0.1:8080",
            "192.168.1.7:80",
            "[::1]",
            "[2001:db8::1]:8080",
            "localhost",
            "LOCALHOST:9100",
        ] {
            assert!(is_numeric_or_localhost(host), "{host}");
        }
        for host in [
            "",
            ":8080",
            "evil.example",
            "evil.example:8080",
            "yiguan.local",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.1@evil.example",
            "localhost:x",
            "[::1",
            "[localhost]",
            "[127.0.0.1]",
            "127.1",
            "2130706433",
        ] {
            assert!(!is_numeric_or_localhost(host), "{host}");
        }
    }

    #[test]
    fn malformed_origin_is_refused() {
        for (text, error) in [
            ("", OriginError::Scheme),
            ("foo", OriginError::Scheme),
            ("play.example.org:443", OriginError::Scheme),
            ("ftp://play.example.org", OriginError::Scheme),
            (" https://play.example.org", OriginError::Scheme),
            ("https://play.example.org/yiguan", OriginError::Path),
            ("https://play.example.org//", OriginError::Path),
            ("https://play.example.org?", OriginError::Path),
            ("https://play.example.org/#top", OriginError::Path),
            ("https://", OriginError::Host),
            ("https://:8080", OriginError::Host),
            ("https://play.example.org:", OriginError::Host),
            ("https://play.example.org:x", OriginError::Host),
            ("https://play.example.org:65536", OriginError::Host),
            ("https://play.example.org ", OriginError::Host),
            ("https://me@play.example.org", OriginError::Host),
            ("https://*.example.org", OriginError::Host),
            ("https://弈馆.example", OriginError::Host),
            ("https://[::1", OriginError::Host),
            ("https://[::g]", OriginError::Host),
        ] {
            assert_eq!(text.parse::<Origin>(), Err(error), "{text}");
        }
    }
}
