//! The addresses that asked recently, at most a fixed number of them.
//!
//! A flood from everywhere cannot be stopped by counting addresses, and addresses that are not part
//! of it must not suffer from it; so addresses are forgotten when there are too many. An address of
//! IPv6 is forgotten with a trace: its use is noted for its /48, and an address of that /48
//! that is not remembered begins with the most that any forgotten one had used. So a customer with
//! many /64 cannot renew an allowance by a flood of their own.

use super::cells::Cells;
use super::lock;
use super::prefix::network;
use governor::nanos::Nanos;
use governor::state::StateStore;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Mutex;

/// Two generations of addresses. When the younger one is full the elder is forgotten: the addresses
/// that have asked for nothing since. No address is searched for among all others.
#[derive(Debug)]
pub(super) struct Recent {
    /// The most addresses of each generation.
    most: usize,
    generations: Mutex<Generations>,
    /// The most that a forgotten address of each /48 had used.
    forgotten: Cells<Ipv6Addr>,
}

#[derive(Debug, Default)]
struct Generations {
    young: HashMap<IpAddr, Nanos>,
    old: HashMap<IpAddr, Nanos>,
}

impl Recent {
    /// At most so many addresses in each generation, and so many cells for networks.
    pub(super) fn new(most: usize, networks: usize) -> Self {
        Self { most, generations: Mutex::default(), forgotten: Cells::new(networks) }
    }

    fn take(&self, generations: &mut Generations, address: &IpAddr) -> Option<Nanos> {
        let known = generations.young.remove(address).or_else(|| generations.old.remove(address));
        known.or_else(|| self.forgotten.get(&network(*address)?))
    }

    fn keep(&self, generations: &mut Generations, address: IpAddr, measured: Nanos) {
        if generations.young.len() >= self.most {
            let young = std::mem::take(&mut generations.young);
            for (address, measured) in std::mem::replace(&mut generations.old, young) {
                if let Some(network) = network(address) {
                    self.forgotten.raise(&network, measured);
                }
            }
        }
        generations.young.insert(address, measured);
    }
}

impl StateStore for Recent {
    type Key = IpAddr;

    fn measure_and_replace<T, F, E>(&self, address: &IpAddr, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut generations = lock(&self.generations);
        let known = self.take(&mut generations, address);
        let decided = decide(known);
        // A refused address is remembered too, for as long as it continues to ask.
        if let Some(measured) = decided.as_ref().map_or(known, |&(_, next)| Some(next)) {
            self.keep(&mut generations, *address, measured);
        }
        decided.map(|(answer, _)| answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const MAX_ADDRESSES: usize = 100;

    fn four(number: usize) -> IpAddr {
        IpAddr::V4(Ipv4Addr::from_bits(u32::try_from(number).expect("small")))
    }

    /// The /64 of a number in the /48 of another.
    fn six(network: u128, number: usize) -> IpAddr {
        let number = u128::try_from(number).expect("small");
        IpAddr::V6(Ipv6Addr::from_bits(0x2001_0db8 << 96 | network << 80 | number << 64))
    }

    fn count(recent: &Recent, address: IpAddr, measured: u64) -> Option<Nanos> {
        let answer: Result<_, ()> =
            recent.measure_and_replace(&address, |known| Ok((known, Nanos::from(measured))));
        answer.expect("it is always granted")
    }

    #[test]
    fn table_holds_a_fixed_number_of_addresses() {
        let recent = Recent::new(MAX_ADDRESSES, 16);
        for number in 0..4 * MAX_ADDRESSES {
            assert_eq!(count(&recent, four(number), 1), None);
        }
        let generations = lock(&recent.generations);
        assert!(generations.young.len() <= MAX_ADDRESSES && generations.old.len() <= MAX_ADDRESSES);
    }

    #[test]
    fn measurement_survives_a_refusal_and_one_generation() {
        let recent = Recent::new(MAX_ADDRESSES, 16);
        count(&recent, four(7), 7);
        let refused: Result<(), _> = recent.measure_and_replace(&four(7), Err);
        assert_eq!(refused, Err(Some(Nanos::from(7))));
        for number in 100..100 + MAX_ADDRESSES {
            count(&recent, four(number), 1);
        }
        assert_eq!(count(&recent, four(7), 8), Some(Nanos::from(7)));
    }

    #[test]
    fn address_refused_at_once_is_not_remembered() {
        let recent = Recent::new(MAX_ADDRESSES, 16);
        assert_eq!(recent.measure_and_replace(&four(7), |_| Err::<((), Nanos), _>(())), Err(()));
        assert_eq!(count(&recent, four(7), 1), None);
    }

    #[test]
    fn forgotten_address_inherits_from_its_network() {
        let recent = Recent::new(MAX_ADDRESSES, 1 << 16);
        count(&recent, six(1, 0), 90);
        assert_eq!(count(&recent, six(1, 1), 5), None, "nothing of the network is forgotten yet");
        for number in 2..2 + 3 * MAX_ADDRESSES {
            count(&recent, six(1, number), 5);
        }
        assert_eq!(count(&recent, six(1, 0), 90), Some(Nanos::from(90)), "it was forgotten");
        assert_eq!(count(&recent, six(1, 9_999), 5), Some(Nanos::from(90)), "a new one");
        assert_eq!(count(&recent, six(2, 0), 5), None, "another network");
    }
}
