//! The limits of one address: how many connections it has, and how much it requests of what costs
//! the server something, however many clients are behind it.

mod accounts;
mod allowances;
mod cells;
mod limiter;
mod prefix;
mod recent;
mod unread;

pub(crate) use accounts::Guesser;
pub(crate) use allowances::{Allowances, LimitedAction, Wait};
pub(crate) use limiter::{Limiter, OverLimit};
pub(crate) use prefix::rate_limit_prefix;
pub(crate) use unread::{Unread, UnreadOfOne};

use domain::Caller;
use prefix::network;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The connections that a network of IPv6 (a /48) may have, as a multiple of those of an address.
const OF_A_NETWORK: u32 = 10;

/// The most connections of an address, and of a /48 of IPv6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Most {
    address: u32,
    network: u32,
}

/// The connections of each address and of each network. Both tables have an entry only while there
/// is a connection, so connections bound them.
#[derive(Debug)]
pub(crate) struct Addresses {
    most: Option<Most>,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    addresses: HashMap<IpAddr, u32>,
    networks: HashMap<Ipv6Addr, u32>,
}

/// A connection that is counted while this value lives.
#[derive(Debug)]
pub(crate) struct Admitted {
    addresses: Arc<Addresses>,
    address: IpAddr,
}

impl Addresses {
    /// At most `most` connections of an address and ten times as many of a /48, or any number.
    pub(crate) fn new(most: Option<u32>) -> Arc<Self> {
        let most = most.map(|address| Most { address, network: OF_A_NETWORK * address });
        Arc::new(Self { most, counts: Mutex::default() })
    }

    /// The same where there is room for `places` connections in all: no address has more than a
    /// quarter of them, and no /48 more than half.
    pub(crate) fn among(places: usize, most: Option<u32>) -> Arc<Self> {
        let places = u32::try_from(places).unwrap_or(u32::MAX);
        let most = most.map(|address| Most {
            address: address.min((places / 4).max(1)),
            network: (OF_A_NETWORK * address).min((places / 2).max(1)),
        });
        Arc::new(Self { most, counts: Mutex::default() })
    }

    /// Counts a connection; `None` if the address, or its /48, has enough.
    pub(crate) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Admitted> {
        let (address, network) = (rate_limit_prefix(address), network(address));
        let mut counts = lock(&self.counts);
        if let Some(most) = self.most {
            let of_address = counts.addresses.get(&address).copied().unwrap_or_default();
            let of_network = network.and_then(|network| counts.networks.get(&network).copied());
            if of_address >= most.address || of_network.unwrap_or_default() >= most.network {
                return None;
            }
        }
        *counts.addresses.entry(address).or_default() += 1;
        if let Some(network) = network {
            *counts.networks.entry(network).or_default() += 1;
        }
        Some(Admitted { addresses: Arc::clone(self), address })
    }
}

impl Admitted {
    /// The address that the connection is counted for.
    pub(crate) const fn address(&self) -> IpAddr {
        self.address
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut counts = lock(&self.addresses.counts);
        release(&mut counts.addresses, self.address);
        if let Some(network) = network(self.address) {
            release(&mut counts.networks, network);
        }
    }
}

/// The origin of a request, as limits on places count it.
pub(crate) fn caller(address: IpAddr) -> Caller {
    let prefix = rate_limit_prefix(address);
    Caller { address: prefix, network: network(address).map_or(prefix, IpAddr::V6) }
}

/// Counts one less, and removes an entry that counts none.
fn release<K: Hash + Eq>(counts: &mut HashMap<K, u32>, key: K) {
    if let Entry::Occupied(mut count) = counts.entry(key) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing under these locks panics half-way, so a poisoned one is still whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const ONE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

    #[test]
    fn an_address_has_so_many_connections_and_no_more() {
        let addresses = Addresses::new(Some(2));
        let first = addresses.admit(ONE).expect("the first");
        let _second = addresses.admit(ONE).expect("the second");
        assert!(addresses.admit(ONE).is_none());
        assert!(addresses.admit(OTHER).is_some());
        drop(first);
        assert!(addresses.admit(ONE).is_some());
    }

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn addresses_of_one_prefix_are_counted_together() {
        let addresses = Addresses::new(Some(1));
        let _first = addresses.admit(address("2001:db8::1")).expect("the first");
        assert!(addresses.admit(address("2001:db8::ffff:2")).is_none());
        assert!(addresses.admit(address("2001:db8:0:1::1")).is_some());
        let _four = addresses.admit(address("192.0.2.1")).expect("the first");
        assert!(addresses.admit(address("::ffff:192.0.2.1")).is_none());
    }

    #[test]
    fn network_has_ten_times_the_connections_of_an_address() {
        let addresses = Addresses::new(Some(2));
        let of =
            |network: u32, number: u32| address(&format!("2001:db8:{network:x}:{number:x}::1"));
        let mut open: Vec<_> =
            (0..100).filter_map(|number| addresses.admit(of(1, number))).collect();
        assert_eq!(open.len(), 20);
        assert!(addresses.admit(of(2, 0)).is_some(), "another network");
        open.pop();
        assert!(addresses.admit(of(1, 99)).is_some(), "one has ended");
        open.clear();
        let counts = lock(&addresses.counts);
        assert!(counts.addresses.is_empty() && counts.networks.is_empty(), "nothing is left");
    }

    #[test]
    fn few_places_are_shared_by_several_networks() {
        let addresses = Addresses::among(40, Some(400));
        let count = |of: &dyn Fn(u32) -> IpAddr| {
            let open: Vec<_> = (0..100).filter_map(|number| addresses.admit(of(number))).collect();
            open.len()
        };
        assert_eq!(count(&|_| ONE), 10, "an address has a quarter");
        let network = |number| address(&format!("2001:db8:1:{number:x}::1"));
        assert_eq!(count(&network), 20, "a network has half");
    }
}
