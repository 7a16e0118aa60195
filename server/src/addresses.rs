//! The limits of one address: how many connections it has, and how much it requests of what costs
//! the server something, however many clients are behind it.

mod allowances;
mod recent;

pub(crate) use allowances::{Allowances, LimitedAction, Wait};

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The connections of each address.
#[derive(Debug)]
pub(crate) struct Addresses {
    most: Option<u32>,
    counts: Mutex<HashMap<IpAddr, u32>>,
}

/// A connection that is counted while this value lives.
#[derive(Debug)]
pub(crate) struct Admitted {
    addresses: Arc<Addresses>,
    address: IpAddr,
}

impl Addresses {
    /// At most `most` connections an address, or any number.
    pub(crate) fn new(most: Option<u32>) -> Arc<Self> {
        Arc::new(Self { most, counts: Mutex::default() })
    }

    /// Counts a connection; `None` if the address has enough.
    pub(crate) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Admitted> {
        let address = rate_limit_prefix(address);
        let mut counts = lock(&self.counts);
        let count = counts.entry(address).or_default();
        if self.most.is_some_and(|most| *count >= most) {
            return None;
        }
        *count += 1;
        Some(Admitted { addresses: Arc::clone(self), address })
    }
}

impl Admitted {
    /// Whose connection it is.
    pub(crate) const fn address(&self) -> IpAddr {
        self.address
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        if let Entry::Occupied(mut count) = lock(&self.addresses.counts).entry(self.address) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// The largest network that a provider assigns to one customer of IPv6, according to RFC 6177: a
/// /48.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !(u128::MAX >> 48)))
        }
    }
}

/// What counts as one address: of IPv6 a whole /64, since RFC 6177 gives a household or a company one at the
/// least.
fn rate_limit_prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
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

    #[test]
    fn a_network_counts_as_one_address() {
        let addresses = Addresses::new(Some(1));
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        let _first = addresses.admit(address("2001:db8::1")).expect("the first");
        assert!(addresses.admit(address("2001:db8::ffff:2")).is_none());
        assert!(addresses.admit(address("2001:db8:0:1::1")).is_some());
        let _four = addresses.admit(address("192.0.2.1")).expect("the first");
        assert!(addresses.admit(address("::ffff:192.0.2.1")).is_none());
    }
}
