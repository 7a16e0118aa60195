//! How many exports go on at a time.
//!
//! Each holds a page of whole games for its reader, however slowly that one reads.

use crate::addresses::{Addresses, Admitted};
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many go on at a time, and how many of one address unless limits are off.
const MAX_EXPORTS: usize = 16;
const EXPORTS_OF_ONE: u32 = 2;

/// The places of exports.
#[derive(Debug)]
pub(crate) struct Exports {
    all: Arc<Semaphore>,
    addresses: Arc<Addresses>,
}

/// The place of one export, which is another's when this value is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    _one_of_all: OwnedSemaphorePermit,
    _one_of_an_address: Admitted,
}

/// No export can begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoPermit {
    /// The address has enough exports.
    #[error("too many exports are running for this address")]
    OfAddress,
    /// There are as many exports as there may be.
    #[error("too many exports are running")]
    OfAll,
}

impl Exports {
    /// Nothing is exported yet.
    pub(crate) fn new(is_limited: bool) -> Self {
        Self {
            all: Arc::new(Semaphore::new(MAX_EXPORTS)),
            addresses: Addresses::new(is_limited.then_some(EXPORTS_OF_ONE)),
        }
    }

    /// Takes a place for an export.
    ///
    /// # Errors
    ///
    /// [`NoPermit`].
    pub(crate) fn begin(&self, address: IpAddr) -> Result<Permit, NoPermit> {
        let of_an_address = self.addresses.admit(address).ok_or(NoPermit::OfAddress)?;
        let of_all = Arc::clone(&self.all).try_acquire_owned().map_err(|_| NoPermit::OfAll)?;
        Ok(Permit { _one_of_all: of_all, _one_of_an_address: of_an_address })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn so_many_exports_go_on_at_a_time_and_fewer_of_one_address() {
        let exports = Exports::new(true);
        let address = |number: u32| IpAddr::V4(Ipv4Addr::from_bits(number));
        let mut places = Vec::new();
        for _ in 0..EXPORTS_OF_ONE {
            places.push(exports.begin(address(1)).expect("there is room"));
        }
        assert!(matches!(exports.begin(address(1)), Err(NoPermit::OfAddress)));
        for number in 2.. {
            match exports.begin(address(number)) {
                Ok(place) => places.push(place),
                Err(error) => {
                    assert_eq!(error, NoPermit::OfAll);
                    break;
                }
            }
        }
        assert_eq!(places.len(), MAX_EXPORTS);
        places.clear();
        assert!(exports.begin(address(1)).is_ok());
    }
}
