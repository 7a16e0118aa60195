//! The limits of one address: how many connections it has, and how much it requests of what costs
//! the server something, however many clients are behind it.

use crate::bucket::{Bucket, Terms};
use domain::Moment;
use sha2::{Digest, Sha256};
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

/// The kinds of requests that are limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LimitedAction {
    /// Any answer of the API, or a socket.
    Answer,
    /// A room.
    Room,
    /// The same, of which many may last for days.
    RoomOfTheDay,
    /// The same for a whole network: who has one of IPv6 has as many addresses in it as they like.
    RoomOfTheNetwork,
    /// A free seat.
    Seat,
    /// Somebody to play with.
    Seek,
    /// A list of games of the archive, or an export.
    Archive,
    /// To say something.
    Chat,
    /// To add something to the tree of a stored game, which is kept for good.
    Note,
    /// To set a name, to receive notices when no page is open, or to begin or end a vacation.
    Name,
    /// To be a new guest, or to have a further token.
    Token,
    /// To prove who one is, by a password, a code, a link or a passkey.
    Login,
    /// The same for one account, whichever address tries.
    LoginOfTheAccount,
    /// To have a mail sent that confirms an address.
    Mail,
    /// The same for one person or to one address, whichever address of the network asks.
    MailOfOne,
}

impl LimitedAction {
    /// How many an address has at once, and how many an hour in the long run: a school behind
    /// one address fits.
    const fn allowance(self) -> Terms {
        let (most, an_hour) = match self {
            Self::Answer => (600, 60 * 3_600),
            Self::Room | Self::Seat | Self::Seek => (100, 2 * 3_600),
            Self::RoomOfTheDay => (1_000, 40),
            Self::RoomOfTheNetwork => (4_000, 160),
            Self::Archive => (60, 5 * 3_600),
            Self::Chat => (100, 10 * 3_600),
            Self::Note => (200, 3_600),
            Self::Name => (60, 120),
            Self::Token => (2_000, 3_600),
            Self::Login => (60, 240),
            Self::LoginOfTheAccount => (10, 30),
            Self::Mail => (20, 10),
            Self::MailOfOne => (3, 1),
        };
        Terms { most, an_hour }
    }
}

/// In how many seconds an address may have what it cannot have now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wait(pub(crate) u32);

/// How many addresses each of two generations remembers. When the younger one is full the elder is
/// forgotten: those that have requested nothing since. No address is searched for among all others.
const KEPT: usize = 25_000;

/// Whose wishes are counted: those from an address or a network, or those for an account, which is known by
/// a digest of its name, whether there is one of that name or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Counted {
    Address(IpAddr),
    Account([u8; 16]),
}

/// What each has left of a limited action.
type Left = HashMap<(Counted, LimitedAction), Bucket>;

/// What each address has left.
#[derive(Debug, Default)]
pub(crate) struct Allowances {
    left: Mutex<Generations>,
}

#[derive(Debug, Default)]
struct Generations {
    young: Left,
    old: Left,
}

impl Generations {
    /// What an address has left, which is of the younger generation from now on.
    fn of(&mut self, key: (Counted, LimitedAction), full: Bucket) -> &mut Bucket {
        let known = if self.young.contains_key(&key) { None } else { self.old.remove(&key) };
        if self.young.len() >= KEPT && !self.young.contains_key(&key) {
            // A flood from everywhere cannot be stopped by counting addresses, and addresses that
            // are not counted must not suffer for it.
            self.old = std::mem::take(&mut self.young);
        }
        self.young.entry(key).or_insert_with(|| known.unwrap_or(full))
    }
}

impl Allowances {
    /// Whether an address may make a request; if so, its allowance shrinks by the cost, and if not,
    /// the answer is how long to wait.
    pub(crate) fn ration(
        &self,
        address: IpAddr,
        wish: LimitedAction,
        now: Moment,
    ) -> Result<(), Wait> {
        let asker = match wish {
            LimitedAction::RoomOfTheNetwork => network(address),
            _ => rate_limit_prefix(address),
        };
        self.take(Counted::Address(asker), wish, now)
    }

    /// Whether one more login to an account may be tried, whichever address tries.
    pub(crate) fn ration_account(&self, likeness: &str, now: Moment) -> Result<(), Wait> {
        self.take(account(likeness), LimitedAction::LoginOfTheAccount, now)
    }

    /// Whether one more mail may be requested for a person or to an address for mail, given as text,
    /// whichever address asks.
    pub(crate) fn ration_mail(&self, whom: &str, now: Moment) -> Result<(), Wait> {
        self.take(account(whom), LimitedAction::MailOfOne, now)
    }

    fn take(&self, asker: Counted, wish: LimitedAction, now: Moment) -> Result<(), Wait> {
        let terms = wish.allowance();
        let mut all = lock(&self.left);
        let left = all.of((asker, wish), Bucket::full(terms, now)).take(terms, 1, now);
        left.map(drop)
            .map_err(|millis| Wait(u32::try_from(millis.div_ceil(1_000)).unwrap_or(u32::MAX)))
    }
}

fn account(text: &str) -> Counted {
    let digest = Sha256::digest(text);
    let mut account = [0; 16];
    account.copy_from_slice(&digest[..16]);
    Counted::Account(account)
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

/// One rate_limit_prefix or company has a whole network of IPv6 addresses: RFC 6177 gives a site a /64
/// at the least.
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

    impl Allowances {
        fn grants(&self, address: IpAddr, wish: LimitedAction, now: Moment) -> bool {
            self.ration(address, wish, now).is_ok()
        }
    }

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

    #[test]
    fn allowances_are_used_up_and_come_back() {
        let allowances = Allowances::default();
        let Terms { most, an_hour } = LimitedAction::Room.allowance();
        for _ in 0..most {
            assert!(allowances.grants(ONE, LimitedAction::Room, Moment(0)));
        }
        assert!(!allowances.grants(ONE, LimitedAction::Room, Moment(0)));
        assert!(allowances.grants(ONE, LimitedAction::Chat, Moment(0)), "another wish");
        assert!(allowances.grants(OTHER, LimitedAction::Room, Moment(0)), "another address");
        for _ in 0..an_hour / 3_600 {
            assert!(allowances.grants(ONE, LimitedAction::Room, Moment(1_000)));
        }
        assert!(!allowances.grants(ONE, LimitedAction::Room, Moment(1_000)));
    }

    #[test]
    fn who_waits_as_long_as_told_gets_it_and_not_before() {
        let allowances = Allowances::default();
        let Terms { most, .. } = LimitedAction::RoomOfTheDay.allowance();
        for _ in 0..most {
            assert_eq!(allowances.ration(ONE, LimitedAction::RoomOfTheDay, Moment(0)), Ok(()));
        }
        let rationed = allowances.ration(ONE, LimitedAction::RoomOfTheDay, Moment(0));
        assert_eq!(rationed, Err(Wait(90)), "forty an hour");
        let rationed = allowances.ration(ONE, LimitedAction::RoomOfTheDay, Moment(60_500));
        assert_eq!(rationed, Err(Wait(30)), "rounded up");
        assert!(allowances.ration(ONE, LimitedAction::RoomOfTheDay, Moment(89_000)).is_err());
        assert_eq!(allowances.ration(ONE, LimitedAction::RoomOfTheDay, Moment(90_000)), Ok(()));
    }

    #[test]
    fn who_asks_all_the_time_still_gets_what_comes_back_slowly() {
        let allowances = Allowances::default();
        let Terms { most, an_hour } = LimitedAction::RoomOfTheDay.allowance();
        for _ in 0..most {
            assert!(allowances.grants(ONE, LimitedAction::RoomOfTheDay, Moment(0)));
        }
        let asked = (0..3_600_000).step_by(10).map(Moment);
        let granted =
            asked.filter(|&at| allowances.grants(ONE, LimitedAction::RoomOfTheDay, at)).count();
        assert_eq!(
            Ok(granted),
            usize::try_from(an_hour - 1),
            "the last one comes at the full hour"
        );
    }

    #[test]
    fn so_many_addresses_are_kept_and_no_more() {
        let allowances = Allowances::default();
        for number in 0..(4 * u32::try_from(KEPT).expect("small")) {
            let address = IpAddr::V4(Ipv4Addr::from_bits(number));
            assert!(allowances.grants(address, LimitedAction::Answer, Moment(0)));
        }
        let all = lock(&allowances.left);
        assert!(all.young.len() <= KEPT && all.old.len() <= KEPT);
    }

    #[test]
    fn whoever_goes_on_asking_is_not_forgotten_for_a_crowd() {
        let allowances = Allowances::default();
        while allowances.grants(ONE, LimitedAction::Room, Moment(0)) {}
        for number in 0..(4 * u32::try_from(KEPT).expect("small")) {
            let address = IpAddr::V4(Ipv4Addr::from_bits(number + 7));
            assert!(allowances.grants(address, LimitedAction::Answer, Moment(0)));
            if number.is_multiple_of(1_000) {
                assert!(!allowances.grants(ONE, LimitedAction::Room, Moment(0)), "after {number}");
            }
        }
    }

    #[test]
    fn an_account_is_tried_so_often_and_no_more() {
        let allowances = Allowances::default();
        let Terms { most, an_hour } = LimitedAction::LoginOfTheAccount.allowance();
        for _ in 0..most {
            assert_eq!(allowances.ration_account("li", Moment(0)), Ok(()));
        }
        assert_eq!(allowances.ration_account("li", Moment(0)), Err(Wait(3_600 / an_hour)));
        assert_eq!(allowances.ration_account("wang", Moment(0)), Ok(()), "another");
        assert_eq!(allowances.ration_account("li", Moment(120_000)), Ok(()), "later");
    }

    #[test]
    fn a_network_has_so_many_rooms_however_many_addresses_are_in_it() {
        let allowances = Allowances::default();
        let address = |net: u128, number: u128| {
            IpAddr::V6(Ipv6Addr::from_bits(0x2001_0db8 << 96 | net << 80 | number << 64))
        };
        let granted = (0..60_000)
            .filter(|&n| {
                allowances.grants(address(1, n), LimitedAction::RoomOfTheNetwork, Moment(0))
            })
            .count();
        assert_eq!(u32::try_from(granted), Ok(LimitedAction::RoomOfTheNetwork.allowance().most));
        assert!(
            allowances.grants(address(2, 0), LimitedAction::RoomOfTheNetwork, Moment(0)),
            "another"
        );
    }
}
