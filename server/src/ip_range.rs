//! Ranges of IP addresses: `10.0.0.0/8`, `2001:db8::/32`, or a single address.
//!
//! Operators name proxies and banned addresses this way. An IPv4 address mapped into IPv6 is
//! treated as IPv4, so one form of an address cannot evade a range.

use ipnet::{IpNet, Ipv6Net};
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// The length of the prefix of a network of IPv6 that one customer has at the least.
const OF_A_CUSTOMER: u8 = 64;

/// A range of addresses, which may be a single one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network(IpNet);

/// A text is neither an address nor a range of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an address such as 192.0.2.7, or a range such as 10.0.0.0/8 or 2001:db8::/32")]
pub struct NetworkError;

impl Network {
    /// Whether an address is in it. IPv4 within IPv6 (`::ffff:192.0.2.7`) counts as IPv4.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }

    /// The range that a ban of this one covers: of IPv6 at least a /64, since its customer has
    /// all addresses of it.
    #[must_use]
    pub fn banned(self) -> Self {
        match self.0 {
            IpNet::V6(network) if network.prefix_len() > OF_A_CUSTOMER => {
                let wider = Ipv6Net::new(network.addr(), OF_A_CUSTOMER);
                wider.map_or(self, |wider| Self(wider.trunc().into()))
            }
            IpNet::V4(_) | IpNet::V6(_) => self,
        }
    }

    /// The length of its prefix in bits, and the greatest length for its kind of address (32 or 128).
    #[must_use]
    pub fn prefix(&self) -> (u8, u8) {
        (self.0.prefix_len(), self.0.max_prefix_len())
    }
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let text = text.trim();
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(Self(address.to_canonical().into()));
        }
        let network: IpNet = text.parse().map_err(|_| NetworkError)?;
        Ok(Self(network.trunc()))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.prefix() {
            (prefix, longest) if prefix == longest => write!(f, "{}", self.0.addr()),
            _ => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(network: &str, address: &str, within: bool) {
        let read: Network = network.parse().expect("a range");
        let address = address.parse().expect("an address");
        assert_eq!(read.contains(address), within, "{address} in {network}");
    }

    #[test]
    fn a_range_holds_its_addresses_and_no_others() {
        check("10.0.0.0/8", "10.255.1.2", true);
        check("10.1.2.3/8", "10.255.1.2", true);
        check("10.0.0.0/8", "11.0.0.1", false);
        check("10.0.0.0/8", "::ffff:10.0.0.1", true);
        check("192.0.2.7", "192.0.2.7", true);
        check("192.0.2.7", "192.0.2.8", false);
        check("::ffff:192.0.2.7", "192.0.2.7", true);
        check("2001:db8::/32", "2001:db8:1::1", true);
        check("2001:db8::/32", "2001:db9::1", false);
        check("0.0.0.0/0", "2001:db8::1", false);
    }

    #[test]
    fn ban_of_one_ipv6_address_covers_its_prefix() {
        for (network, banned) in [
            ("2001:db8:77:1::5", "2001:db8:77:1::/64"),
            ("2001:db8:77:1::/112", "2001:db8:77:1::/64"),
            ("2001:db8:77:1::/64", "2001:db8:77:1::/64"),
            ("2001:db8::/32", "2001:db8::/32"),
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
        ] {
            let read: Network = network.parse().expect("a range");
            assert_eq!(read.banned().to_string(), banned, "{network}");
        }
    }

    #[test]
    fn a_range_is_written_as_it_is_read() {
        for (text, written) in [
            ("10.1.2.3/8", "10.0.0.0/8"),
            ("192.0.2.7/32", "192.0.2.7"),
            (" 192.0.2.7", "192.0.2.7"),
            ("2001:DB8::/32", "2001:db8::/32"),
        ] {
            assert_eq!(
                text.parse::<Network>().map(|read| read.to_string()),
                Ok(written.to_owned())
            );
        }
        for bad in ["", "10.0.0.0/33", "10.0.0", "play.example.org", "10.0.0.1:80", "/8"] {
            assert_eq!(bad.parse::<Network>(), Err(NetworkError), "{bad}");
        }
    }
}
