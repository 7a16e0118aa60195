//! How many connections one address may have.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
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
    /// At most so many connections an address, or any number.
    pub(crate) fn new(most: Option<u32>) -> Arc<Self> {
        Arc::new(Self { most, counts: Mutex::default() })
    }

    /// Counts a connection; `None` if the address has enough.
    pub(crate) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Admitted> {
        let mut counts = self.lock();
        let count = counts.entry(address).or_default();
        if self.most.is_some_and(|most| *count >= most) {
            return None;
        }
        *count += 1;
        Some(Admitted { addresses: Arc::clone(self), address })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, u32>> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        if let Entry::Occupied(mut count) = self.addresses.lock().entry(self.address) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn an_address_has_so_many_connections_and_no_more() {
        let addresses = Addresses::new(Some(2));
        let [one, other] = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V4(Ipv4Addr::UNSPECIFIED)];
        let first = addresses.admit(one).expect("the first");
        let _second = addresses.admit(one).expect("the second");
        assert!(addresses.admit(one).is_none());
        assert!(addresses.admit(other).is_some());
        drop(first);
        assert!(addresses.admit(one).is_some());
    }
}
