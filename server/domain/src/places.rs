//! Places that a server has for something, such as open matches or games against the computer: how many
//! one player, one address, one network and all of them take.
//!
//! The totals change with what happens, so that a request counts nothing. An item that has been idle
//! for long enough gives its place up and stays known; it takes a place again when it is used. Time is
//! an argument. There are as many entries as there are items, which are bounded elsewhere.

use crate::caller::Caller;
use crate::ids::PlayerId;
use crate::moment::Moment;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::net::IpAddr;

/// How many places there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceLimits {
    /// For one player.
    pub player: u32,
    /// For one address.
    pub address: u32,
    /// For one network.
    pub network: u32,
    /// For all.
    pub all: u32,
    /// After how long an idle item gives its place up, in milliseconds; `None`: never.
    pub idle: Option<u64>,
}

/// There is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoPlace {
    /// The player has as many as one may have.
    #[error("the player has no place left")]
    Player,
    /// The players behind the address have, or those in its network.
    #[error("the address has no place left")]
    Address,
    /// All are taken.
    #[error("all places are taken")]
    All,
}

/// The places for items named by `T`.
#[derive(Debug)]
pub struct Places<T> {
    limits: PlaceLimits,
    known: HashMap<T, Item>,
    by_age: BTreeSet<(Moment, T)>,
    players: HashMap<PlayerId, u32>,
    addresses: HashMap<IpAddr, u32>,
    networks: HashMap<IpAddr, u32>,
    all: u32,
}

#[derive(Debug, Clone, Copy)]
struct Item {
    player: PlayerId,
    caller: Option<Caller>,
    /// Since when it has its place unused; `None` while it has none.
    taken: Option<Moment>,
}

impl<T: Copy + Eq + Ord + Hash> Places<T> {
    /// No place is taken.
    #[must_use]
    pub fn new(limits: PlaceLimits) -> Self {
        Self {
            limits,
            known: HashMap::new(),
            by_age: BTreeSet::new(),
            players: HashMap::new(),
            addresses: HashMap::new(),
            networks: HashMap::new(),
            all: 0,
        }
    }

    /// How many places are taken.
    #[must_use]
    pub const fn taken(&self) -> u32 {
        self.all
    }

    /// Whether an item is known, with a place or without.
    #[must_use]
    pub fn is_known(&self, item: T) -> bool {
        self.known.contains_key(&item)
    }

    /// Whether an item has a place.
    #[must_use]
    pub fn has_place(&self, item: T) -> bool {
        self.known.get(&item).is_some_and(|item| item.taken.is_some())
    }

    /// The origin of the player of an item, if it is known.
    #[must_use]
    pub fn caller(&self, item: T) -> Option<Caller> {
        self.known.get(&item)?.caller
    }

    /// Takes a place for a new item.
    ///
    /// # Errors
    ///
    /// [`NoPlace`]; nothing is taken then.
    pub fn take(
        &mut self,
        item: T,
        player: PlayerId,
        caller: Option<Caller>,
        now: Moment,
    ) -> Result<(), NoPlace> {
        self.expire(now);
        if !self.has_place(item) {
            self.check(player, caller)?;
            self.force(item, player, caller, now);
        }
        Ok(())
    }

    /// Takes a place for an item whatever the limits are, as for one that was there before. The address
    /// of its player stays if it was known.
    pub fn force(&mut self, item: T, player: PlayerId, caller: Option<Caller>, now: Moment) {
        let caller = caller.or(self.caller(item));
        self.release(item);
        self.known.insert(item, Item { player, caller, taken: Some(now) });
        self.by_age.insert((now, item));
        self.count(player, caller, |count| *count = count.saturating_add(1));
    }

    /// Notes that an item is used, which takes a place again if it has given it up.
    ///
    /// # Errors
    ///
    /// [`NoPlace`] if there is none any more.
    pub fn touch(&mut self, item: T, now: Moment) -> Result<(), NoPlace> {
        self.expire(now);
        let Some(&Item { player, caller, taken }) = self.known.get(&item) else { return Ok(()) };
        if taken.is_none() {
            self.check(player, caller)?;
        }
        self.force(item, player, caller, now);
        Ok(())
    }

    /// Takes the place of an item that does not need it now; it stays known.
    pub fn release(&mut self, item: T) {
        let Some(known) = self.known.get_mut(&item) else { return };
        let Some(since) = known.taken.take() else { return };
        let Item { player, caller, .. } = *known;
        self.by_age.remove(&(since, item));
        self.count(player, caller, |count| *count = count.saturating_sub(1));
    }

    /// Forgets an item.
    pub fn forget(&mut self, item: T) {
        self.release(item);
        self.known.remove(&item);
    }

    /// Takes the places of items that have been idle for long enough; returns these items.
    pub fn expire(&mut self, now: Moment) -> Vec<T> {
        let mut expired = Vec::new();
        let Some(idle) = self.limits.idle else { return expired };
        while let Some(&(since, item)) = self.by_age.first()
            && now.since(since) >= idle
        {
            self.release(item);
            expired.push(item);
        }
        expired
    }

    fn check(&self, player: PlayerId, caller: Option<Caller>) -> Result<(), NoPlace> {
        let count = |counts: &HashMap<IpAddr, u32>, of| counts.get(&of).copied().unwrap_or(0);
        if self.players.get(&player).is_some_and(|&count| count >= self.limits.player) {
            return Err(NoPlace::Player);
        }
        if let Some(Caller { address, network }) = caller
            && (count(&self.addresses, address) >= self.limits.address
                || count(&self.networks, network) >= self.limits.network)
        {
            return Err(NoPlace::Address);
        }
        if self.all >= self.limits.all { Err(NoPlace::All) } else { Ok(()) }
    }

    fn count(&mut self, player: PlayerId, caller: Option<Caller>, change: impl Fn(&mut u32)) {
        change(&mut self.all);
        change_count(&mut self.players, player, &change);
        if let Some(Caller { address, network }) = caller {
            change_count(&mut self.addresses, address, &change);
            change_count(&mut self.networks, network, &change);
        }
    }
}

/// Changes one count; one of nothing is removed.
fn change_count<K: Eq + Hash>(counts: &mut HashMap<K, u32>, key: K, change: impl Fn(&mut u32)) {
    match counts.entry(key) {
        Entry::Occupied(mut count) => {
            change(count.get_mut());
            if *count.get() == 0 {
                count.remove();
            }
        }
        Entry::Vacant(count) => change(count.insert(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const LIMITS: PlaceLimits =
        PlaceLimits { player: 2, address: 3, network: 5, all: 6, idle: Some(60) };

    fn caller(address: u32, network: u32) -> Option<Caller> {
        let address = IpAddr::V4(Ipv4Addr::from_bits(address));
        let network = IpAddr::V4(Ipv4Addr::from_bits(network));
        Some(Caller { address, network })
    }

    fn take(places: &mut Places<u32>, item: u32, of: Option<Caller>, at: u64) -> Option<NoPlace> {
        places.take(item, PlayerId::fresh(), of, Moment(at)).err()
    }

    #[test]
    fn player_address_network_and_all_have_their_limits() {
        let (mut places, one) = (Places::new(LIMITS), PlayerId::fresh());
        let now = Moment(0);
        for item in [1, 2, 2] {
            assert_eq!(places.take(item, one, caller(1, 9), now), Ok(()));
        }
        assert_eq!(places.take(3, one, caller(2, 8), now), Err(NoPlace::Player));
        assert_eq!(take(&mut places, 3, caller(1, 9), 0), None);
        assert_eq!(take(&mut places, 4, caller(1, 9), 0), Some(NoPlace::Address));
        assert_eq!(take(&mut places, 4, caller(2, 9), 0), None);
        assert_eq!(take(&mut places, 5, caller(3, 9), 0), None);
        assert_eq!(take(&mut places, 6, caller(4, 9), 0), Some(NoPlace::Address), "its network");
        assert_eq!(take(&mut places, 6, None, 0), None);
        assert_eq!(take(&mut places, 7, caller(5, 5), 0), Some(NoPlace::All));
        places.release(1);
        assert_eq!(take(&mut places, 7, caller(1, 5), 0), None);
        for item in 1..8 {
            places.forget(item);
        }
        let counts = (places.taken(), places.known.len(), places.by_age.len());
        assert_eq!(counts, (0, 0, 0));
        assert!(places.players.is_empty() && places.addresses.is_empty());
        assert!(places.networks.is_empty(), "nothing is kept of items that are gone");
    }

    #[test]
    fn idle_item_gives_its_place_up_until_used() {
        let (mut places, one) = (Places::new(LIMITS), PlayerId::fresh());
        for item in [1, 2] {
            assert_eq!(places.take(item, one, caller(1, 9), Moment(0)), Ok(()));
        }
        assert_eq!(places.touch(2, Moment(30)), Ok(()));
        assert_eq!(places.expire(Moment(59)), Vec::new());
        assert_eq!(places.take(3, one, caller(1, 9), Moment(59)), Err(NoPlace::Player));
        assert_eq!(places.expire(Moment(60)), [1]);
        assert_eq!(places.take(3, one, caller(1, 9), Moment(60)), Ok(()), "the first is idle");
        assert_eq!(places.touch(1, Moment(61)), Err(NoPlace::Player), "it would take one again");
        places.forget(3);
        assert_eq!(places.touch(1, Moment(61)), Ok(()));
        assert_eq!(places.taken(), 2);
        assert_eq!(places.touch(9, Moment(61)), Ok(()), "unknown items need no place");
    }

    #[test]
    fn forced_item_counts_beyond_the_limits() {
        let (mut places, one) = (Places::new(LIMITS), PlayerId::fresh());
        for item in 0..4 {
            places.force(item, one, caller(1, 9), Moment(0));
        }
        places.release(0);
        assert_eq!([0, 9].map(|item| places.is_known(item)), [true, false]);
        places.force(0, one, None, Moment(1));
        assert_eq!((places.taken(), places.caller(0)), (4, caller(1, 9)));
        assert_eq!(
            places.take(9, PlayerId::fresh(), caller(1, 9), Moment(1)),
            Err(NoPlace::Address)
        );
    }
}
