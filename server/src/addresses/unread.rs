//! How many bytes of answers wait for their readers, for each address and in all.

use super::lock;
use super::prefix::rate_limit_prefix;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

/// Fewer waiting bytes of one connection are not counted: the connection itself takes as much.
const COUNTED_FROM: usize = 16 * 1_024;

/// The bytes that wait for all readers.
#[derive(Debug)]
pub(crate) struct Unread {
    most_of_one: usize,
    most: usize,
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    total: usize,
    of_one: HashMap<IpAddr, usize>,
}

/// The bytes that wait for the reader of one connection.
#[derive(Debug)]
pub(crate) struct UnreadOfOne {
    all: Arc<Unread>,
    address: IpAddr,
    bytes: usize,
}

impl Unread {
    /// At most `most_of_one` bytes for one address and `most` in all.
    pub(crate) fn new(most_of_one: usize, most: usize) -> Arc<Self> {
        Arc::new(Self { most_of_one, most, waiting: Mutex::default() })
    }

    /// A connection of an address, for which nothing waits yet.
    pub(crate) fn connection(self: &Arc<Self>, address: IpAddr) -> UnreadOfOne {
        UnreadOfOne { all: Arc::clone(self), address: rate_limit_prefix(address), bytes: 0 }
    }
}

impl UnreadOfOne {
    /// From now on the bytes wait for this client: a proxy's connection serves one after another.
    pub(crate) fn belongs_to(&mut self, client: IpAddr) {
        let client = rate_limit_prefix(client);
        if client != self.address {
            self.set(0);
            self.address = client;
        }
    }

    /// Notes that so many bytes wait now; false if that is too much for the address or in all.
    pub(crate) fn set(&mut self, bytes: usize) -> bool {
        let bytes = if bytes < COUNTED_FROM { 0 } else { bytes };
        if bytes == self.bytes {
            return true;
        }
        let mut waiting = lock(&self.all.waiting);
        let (before, grows) = (self.bytes, bytes > self.bytes);
        let entry = waiting.of_one.entry(self.address);
        let known = if let Entry::Occupied(of_one) = &entry { *of_one.get() } else { 0 };
        let of_one = known.saturating_sub(before).saturating_add(bytes);
        if of_one == 0 {
            if let Entry::Occupied(known) = entry {
                known.remove();
            }
        } else {
            entry.insert_entry(of_one);
        }
        waiting.total = waiting.total.saturating_sub(before).saturating_add(bytes);
        self.bytes = bytes;
        !grows || (of_one <= self.all.most_of_one && waiting.total <= self.all.most)
    }
}

impl Drop for UnreadOfOne {
    fn drop(&mut self) {
        self.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const ONE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    const ANSWER: usize = 100_000;

    #[test]
    fn unread_bytes_are_bounded_for_each_address() {
        let unread = Unread::new(5 * ANSWER, 8 * ANSWER);
        let mut held: Vec<_> = (0..5).map(|_| unread.connection(ONE)).collect();
        assert!(held.iter_mut().all(|connection| connection.set(ANSWER)));
        let mut sixth = unread.connection(ONE);
        assert!(!sixth.set(ANSWER) && unread.connection(OTHER).set(ANSWER));
        drop(sixth);
        held.pop();
        assert!(unread.connection(ONE).set(ANSWER), "one has been read");
    }

    #[test]
    fn unread_bytes_are_bounded_in_all() {
        let unread = Unread::new(5 * ANSWER, 8 * ANSWER);
        let address = |number: u32| IpAddr::V4(Ipv4Addr::from_bits(number));
        let mut held: Vec<_> = (0..9).map(|number| unread.connection(address(number))).collect();
        assert!(held[..8].iter_mut().all(|connection| connection.set(ANSWER)));
        assert!(!held[8].set(ANSWER), "a ninth address");
        assert!(held[8].set(10), "a little is not counted");
        held.clear();
        let waiting = lock(&unread.waiting);
        assert!(waiting.total == 0 && waiting.of_one.is_empty(), "{waiting:?}");
    }
}
