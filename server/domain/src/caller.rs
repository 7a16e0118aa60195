//! The origin of a request, as limits count it.

use std::net::IpAddr;

/// The address of a client and the network that it belongs to.
///
/// An address of IPv6 stands for its /64, which is one household, and the network is its /48, the most
/// that a provider assigns to one customer. With IPv4 both are the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Caller {
    /// The address.
    pub address: IpAddr,
    /// The network.
    pub network: IpAddr,
}
