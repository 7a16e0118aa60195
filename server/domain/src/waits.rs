//! Waits that rise with every fault: for a player who takes a seat or a pairing and does not play.
//!
//! A player waits after each fault, longer each time, until a game is finished. Guests are made in a
//! moment, so faults are also counted by address and by network, where a number of them is free: a
//! class behind one address is not one player. Time is an argument, and every table is bounded.

use crate::caller::Caller;
use crate::ids::PlayerId;
use crate::moment::Moment;
use crate::span::{hours, minutes};
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::net::IpAddr;

/// How long a player waits after the first fault, the second, and each further one, in milliseconds.
pub const WAIT_STEPS: [u64; 3] = [minutes(1), minutes(5), minutes(30)];

/// How long after the last one faults are forgotten, in milliseconds.
const REMEMBERED: u64 = hours(1);

/// How many faults are free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeFaults {
    /// Of one player, since a game was last finished.
    pub player: u32,
    /// Of the players behind one address.
    pub address: u32,
    /// Of the players in one network.
    pub network: u32,
    /// The most keys that each table remembers; those whose last fault is oldest are forgotten.
    pub remembered: usize,
}

/// The faults of players, addresses and networks.
#[derive(Debug)]
pub struct Waits {
    free: FreeFaults,
    players: Faults<PlayerId>,
    addresses: Faults<IpAddr>,
    networks: Faults<IpAddr>,
}

impl Waits {
    /// No faults yet.
    #[must_use]
    pub fn new(free: FreeFaults) -> Self {
        Self {
            free,
            players: Faults::default(),
            addresses: Faults::default(),
            networks: Faults::default(),
        }
    }

    /// Counts a fault of a player who came from `caller`, if that is known.
    pub fn record(&mut self, player: PlayerId, caller: Option<Caller>, now: Moment) {
        let most = self.free.remembered;
        self.players.record(player, self.free.player, most, now);
        if let Some(Caller { address, network }) = caller {
            self.addresses.record(address, self.free.address, most, now);
            self.networks.record(network, self.free.network, most, now);
        }
    }

    /// How long a player must still wait, in milliseconds; `None` if they need not.
    #[must_use]
    pub fn left(&self, player: PlayerId, caller: Option<Caller>, now: Moment) -> Option<u64> {
        let of_caller = caller.and_then(|caller| self.left_of(caller, now));
        self.players.left(player, now).max(of_caller)
    }

    /// How long every player who comes from `caller` must still wait, in milliseconds.
    #[must_use]
    pub fn left_of(&self, Caller { address, network }: Caller, now: Moment) -> Option<u64> {
        self.addresses.left(address, now).max(self.networks.left(network, now))
    }

    /// Forgets the faults of a player, who has finished a game. Those of the address stay.
    pub fn forgive(&mut self, player: PlayerId) {
        self.players.forget(player);
    }
}

/// The faults of one kind of key.
#[derive(Debug)]
struct Faults<K> {
    known: HashMap<K, Fault>,
    by_age: BTreeSet<(Moment, K)>,
}

#[derive(Debug, Clone, Copy)]
struct Fault {
    count: u32,
    last: Moment,
    until: Moment,
}

impl<K> Default for Faults<K> {
    fn default() -> Self {
        Self { known: HashMap::new(), by_age: BTreeSet::new() }
    }
}

impl<K: Copy + Eq + Ord + Hash> Faults<K> {
    fn record(&mut self, key: K, free: u32, most: usize, now: Moment) {
        let before = self.forget(key).filter(|fault| now.since(fault.until) < REMEMBERED);
        let count = before.map_or(0, |fault| fault.count).saturating_add(1);
        let step = count.checked_sub(free.saturating_add(1));
        let wait = step.map(|step| usize::try_from(step).unwrap_or(usize::MAX));
        let wait = wait.map_or(0, |step| WAIT_STEPS[step.min(WAIT_STEPS.len() - 1)]);
        if self.known.len() >= most
            && let Some((_, oldest)) = self.by_age.pop_first()
        {
            self.known.remove(&oldest);
        }
        self.known.insert(key, Fault { count, last: now, until: now.after(wait) });
        self.by_age.insert((now, key));
    }

    fn left(&self, key: K, now: Moment) -> Option<u64> {
        let left = self.known.get(&key)?.until.since(now);
        (left > 0).then_some(left)
    }

    fn forget(&mut self, key: K) -> Option<Fault> {
        let fault = self.known.remove(&key)?;
        self.by_age.remove(&(fault.last, key));
        Some(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const MINUTE: u64 = 60_000;

    fn caller(number: u32) -> Caller {
        let address = IpAddr::V4(Ipv4Addr::from_bits(number));
        Caller { address, network: address }
    }

    #[test]
    fn waits_rise_and_end_with_a_finished_game() {
        let mut waits =
            Waits::new(FreeFaults { player: 0, address: 3, network: 9, remembered: 100 });
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        let mut now = Moment(9_000_000);
        for minutes in [1, 5, 30, 30] {
            waits.record(one, None, now);
            assert_eq!(waits.left(one, None, now), Some(minutes * MINUTE));
            assert_eq!(waits.left(other, None, now), None);
            now = now.after(minutes * MINUTE);
            assert_eq!(waits.left(one, None, now), None);
        }
        waits.forgive(one);
        waits.record(one, None, now);
        assert_eq!(waits.left(one, None, now), Some(MINUTE));
        now = now.after(MINUTE + REMEMBERED);
        waits.record(one, None, now);
        assert_eq!(waits.left(one, None, now), Some(MINUTE), "an hour later it is the first again");
    }

    #[test]
    fn an_address_waits_once_its_free_faults_are_used() {
        let mut waits =
            Waits::new(FreeFaults { player: 0, address: 3, network: 9, remembered: 100 });
        let now = Moment(1_000);
        for _ in 0..3 {
            waits.record(PlayerId::fresh(), Some(caller(1)), now);
        }
        let newcomer = PlayerId::fresh();
        assert_eq!(waits.left(newcomer, Some(caller(1)), now), None);
        waits.record(PlayerId::fresh(), Some(caller(1)), now);
        assert_eq!(waits.left(newcomer, Some(caller(1)), now), Some(MINUTE));
        assert_eq!(waits.left(newcomer, Some(caller(2)), now), None, "another address");
        waits.record(PlayerId::fresh(), Some(caller(1)), now);
        assert_eq!(waits.left(newcomer, Some(caller(1)), now), Some(5 * MINUTE));
    }

    #[test]
    fn a_flood_of_faults_is_bounded_and_forgets_the_oldest() {
        let mut waits =
            Waits::new(FreeFaults { player: 0, address: 3, network: 9, remembered: 10 });
        let players: Vec<PlayerId> = (0..25).map(|_| PlayerId::fresh()).collect();
        for (at, &player) in (0..).zip(&players) {
            waits.record(player, Some(caller(7)), Moment(at));
        }
        let now = Moment(30);
        let waiting = players.iter().filter(|&&player| waits.left(player, None, now).is_some());
        assert_eq!(waiting.count(), 10);
        assert!(waits.left(players[24], None, now).is_some());
        assert_eq!((waits.players.known.len(), waits.players.by_age.len()), (10, 10));
        assert!(waits.left(PlayerId::fresh(), Some(caller(7)), now).is_some(), "of its own table");
    }
}
