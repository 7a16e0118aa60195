//! The keys by which addresses are counted.
//!
//! RFC 6177 gives a household a /64 of IPv6 at the least, and a customer a /48 at the most. So an
//! IPv6 address counts as its /64, and once more as its /48; an IPv4 address counts as itself.

use std::net::{IpAddr, Ipv6Addr};

/// The key of an address: an IPv4 address as it is, of IPv6 the /64.
pub(crate) fn rate_limit_prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(prefix(address, 64)),
    }
}

/// The /48 of an IPv6 address; `None` for IPv4.
pub(super) fn network(address: IpAddr) -> Option<Ipv6Addr> {
    match address.to_canonical() {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => Some(prefix(address, 48)),
    }
}

/// The customer behind an address: an IPv4 address as it is, of IPv6 the /48.
pub(super) fn customer(address: IpAddr) -> IpAddr {
    network(address).map_or_else(|| address.to_canonical(), IpAddr::V6)
}

fn prefix(address: Ipv6Addr, length: u32) -> Ipv6Addr {
    Ipv6Addr::from_bits(address.to_bits() & !(u128::MAX >> length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_counted_by_its_prefixes() {
        let read = |text: &str| text.parse::<IpAddr>().expect("an address");
        for (address, own, customer_of) in [
            ("2001:db8:1:2:3::4", "2001:db8:1:2::", "2001:db8:1::"),
            ("::1", "::", "::"),
            ("192.0.2.7", "192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7"),
        ] {
            assert_eq!(rate_limit_prefix(read(address)), read(own), "{address}");
            assert_eq!(customer(read(address)), read(customer_of), "{address}");
        }
        assert_eq!(network(read("::ffff:192.0.2.7")), None);
    }
}
