//! Addresses at push services, which come from browsers and are trusted in nothing.
//!
//! Accepted are `https` addresses of up to 1024 characters without a user. The address of a name is checked
//! for each connection: only one of the Internet is accepted, so that no subscriber can make the server send into its own network.

use super::resolver::{Resolver, Service};
use hyper::Uri;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The most characters of an address.
const MAX_ENDPOINT_LENGTH: usize = 1_024;

/// The services of Chrome, Firefox and Safari; others, such as Edge's, have a host for each region.
pub(super) const RESERVED: [&str; 3] =
    ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"];

/// An address that can be sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// `https` addresses of the Internet.
    Internet,
    /// Those, and services of this machine also without encryption: for tests.
    Loopback,
}

/// An address that nothing is sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadEndpoint {
    /// It is no address of a push service.
    #[error("the endpoint is an https address of up to {MAX_ENDPOINT_LENGTH} characters")]
    Malformed,
    /// It leads into a private network, or to this machine.
    #[error("the endpoint is not on the Internet")]
    Private,
    /// Its name leads nowhere.
    #[error("the endpoint's name cannot be resolved")]
    Unknown,
}

/// An address at a push service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    uri: Uri,
    host: String,
    port: u16,
    is_encrypted: bool,
}

impl Endpoint {
    /// Reads an address.
    ///
    /// # Errors
    ///
    /// [`BadEndpoint`]; of a name only the form is looked at.
    pub fn parse(text: &str, reach: Reach) -> Result<Self, BadEndpoint> {
        if text.len() > MAX_ENDPOINT_LENGTH {
            return Err(BadEndpoint::Malformed);
        }
        let uri: Uri = text.parse().map_err(|_| BadEndpoint::Malformed)?;
        let authority = uri.authority().ok_or(BadEndpoint::Malformed)?;
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_lowercase();
        if host.is_empty() || authority.as_str().contains('@') {
            return Err(BadEndpoint::Malformed);
        }
        let is_encrypted = match (uri.scheme_str(), reach) {
            (Some("https"), _) => true,
            (Some("http"), Reach::Loopback) => false,
            _ => return Err(BadEndpoint::Malformed),
        };
        let port = match (authority.port_u16(), has_port(authority.as_str())) {
            (Some(port), _) => port,
            (None, true) => return Err(BadEndpoint::Malformed),
            (None, false) if is_encrypted => 443,
            (None, false) => 80,
        };
        let endpoint = Self { uri, host, port, is_encrypted };
        if let Ok(address) = endpoint.host.parse::<IpAddr>()
            && !may_be_sent_to(address, reach)
        {
            return Err(BadEndpoint::Private);
        }
        Ok(endpoint)
    }

    /// The address as a whole.
    pub(super) const fn uri(&self) -> &Uri {
        &self.uri
    }

    /// The name or address of the service.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether the connection is encrypted.
    pub(super) const fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// The service as an origin, for which tokens are signed.
    pub(super) fn origin(&self) -> String {
        let (scheme, usual) = if self.is_encrypted { ("https", 443) } else { ("http", 80) };
        let host = self.uri.host().unwrap_or_default().to_lowercase();
        if self.port == usual {
            format!("{scheme}://{host}")
        } else {
            format!("{scheme}://{host}:{}", self.port)
        }
    }

    /// Whether the service is one of the most used browsers', at its usual port: it then has means of its
    /// own, whatever other services do.
    pub(super) fn is_reserved(&self) -> bool {
        self.is_encrypted && self.port == 443 && RESERVED.contains(&self.host())
    }

    /// Its destination at this moment: up to four addresses that may be sent to.
    ///
    /// # Errors
    ///
    /// [`BadEndpoint`] if there is none.
    pub(super) async fn resolve(
        &self,
        resolver: &Resolver,
        reach: Reach,
    ) -> Result<Vec<SocketAddr>, BadEndpoint> {
        let service = if self.is_reserved() { Service::Reserved } else { Service::Other };
        let found = resolver.resolve(&self.host, self.port, service).await?;
        let sent_to = found.into_iter().filter(|address| may_be_sent_to(address.ip(), reach));
        let sent_to: Vec<SocketAddr> = sent_to.take(4).collect();
        if sent_to.is_empty() { Err(BadEndpoint::Private) } else { Ok(sent_to) }
    }
}

/// Whether an authority names a port, be it one or not.
fn has_port(authority: &str) -> bool {
    // The colons of an IPv6 address stand in brackets.
    authority.rsplit(']').next().is_some_and(|rest| rest.contains(':'))
}

fn may_be_sent_to(address: IpAddr, reach: Reach) -> bool {
    let address = address.to_canonical();
    match reach {
        Reach::Loopback if address.is_loopback() => true,
        Reach::Loopback | Reach::Internet => is_public(address),
    }
}

/// Whether an address belongs to the Internet, by the registries of special addresses (RFC 6890).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            let is_special = address.is_private()
                || address.is_loopback()
                || address.is_link_local()
                || address.is_multicast()
                || address.is_documentation()
                || a == 0
                || a >= 240
                || (a, b & 0xc0) == (100, 64)
                || (a, b, c) == (192, 0, 0)
                || (a, b & 0xfe) == (198, 18);
            !is_special
        }
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Of the addresses given out (2000::/3) those that stand for no others.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // Protocols, tunnels and documentation: 2001::/23, 2001:db8::/32.
        [0x2001, second, ..] => second >= 0x200 && second != 0xdb8,
        // IPv4 by another way, and documentation: 2002::/16, 3fff::/20.
        [0x2002, ..] => false,
        [0x3fff, second, ..] if second < 0x1000 => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_is_an_https_address_of_the_internet() {
        let parse = |text| Endpoint::parse(text, Reach::Internet);
        let endpoint = parse("https://push.Example.org:443/send/abc?x=1").expect("it is one");
        assert_eq!((endpoint.host(), endpoint.port), ("push.example.org", 443));
        assert_eq!(endpoint.origin(), "https://push.example.org");
        let other = parse("https://push.example.org:8443/").expect("it is one");
        assert_eq!(other.origin(), "https://push.example.org:8443");
        let padded = parse("https://push.example.org:0443/").expect("it is one");
        assert_eq!(padded.origin(), "https://push.example.org", "whichever way it is written");
        let long = format!("https://push.example.org/{}", "a".repeat(MAX_ENDPOINT_LENGTH));
        for bad in [
            "",
            "push",
            "/send",
            "http://push.example.org/",
            "ftp://a.b/",
            "https://u:p@a.b/",
            "https://a.b:99999/",
            "https://a.b:-1/",
            "https://a.b:/",
            &long,
        ] {
            assert_eq!(parse(bad), Err(BadEndpoint::Malformed), "{bad}");
        }
        for private in ["https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]:8/"] {
            assert_eq!(parse(private), Err(BadEndpoint::Private), "{private}");
        }
        assert!(Endpoint::parse("http://127.0.0.1:9/", Reach::Loopback).is_ok());
        let within = Endpoint::parse("https://10.0.0.1/", Reach::Loopback);
        assert_eq!(within, Err(BadEndpoint::Private), "the operator's network is not for tests");
    }

    #[test]
    fn special_addresses_are_not_sent_to() {
        for special in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "64:ff9b::a00:1",
            "2001::1",
            "2001:db8::1",
            "2002:a00:1::",
            "3fff::1",
            "::ffff:192.168.1.1",
        ] {
            let address: IpAddr = special.parse().expect("an address");
            assert!(!may_be_sent_to(address, Reach::Internet), "{special}");
        }
        for public in
            ["1.1.1.1", "100.63.0.1", "172.32.0.1", "198.20.0.1", "2001:4860:4860::8888", "2606::1"]
        {
            let address: IpAddr = public.parse().expect("an address");
            assert!(may_be_sent_to(address, Reach::Internet), "{public}");
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_not_sent_to() {
        let endpoint = Endpoint::parse("https://localhost/", Reach::Internet).expect("a name");
        let resolver = Resolver::default();
        let found = endpoint.resolve(&resolver, Reach::Internet).await;
        assert_eq!(found, Err(BadEndpoint::Private));
        assert!(endpoint.resolve(&resolver, Reach::Loopback).await.is_ok());
    }
}
