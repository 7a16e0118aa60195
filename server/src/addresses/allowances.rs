//! How much one address, or one account, may ask of what costs the server something: a rate limiter of
//! `governor` for each kind of request, all of which remember whom they count in one bounded store.

use super::recent::Recent;
use super::{network, rate_limit_prefix};
use crate::time::TimeSource;
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::{Quota, RateLimiter};
use sha2::{Digest, Sha256};
use std::net::IpAddr;
use std::num::NonZeroU32;

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
    /// All of them, in the order in which they are declared.
    const ALL: [Self; 15] = [
        Self::Answer,
        Self::Room,
        Self::RoomOfTheDay,
        Self::RoomOfTheNetwork,
        Self::Seat,
        Self::Seek,
        Self::Archive,
        Self::Chat,
        Self::Note,
        Self::Name,
        Self::Token,
        Self::Login,
        Self::LoginOfTheAccount,
        Self::Mail,
        Self::MailOfOne,
    ];

    /// How many an address has at once, and how many an hour in the long run: a school behind
    /// one address fits.
    const fn allowance(self) -> (u32, u32) {
        match self {
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
        }
    }

    /// The same as `governor` takes it.
    fn quota(self) -> Quota {
        let (at_once, an_hour) = self.allowance();
        let positive = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Quota::per_hour(positive(an_hour)).allow_burst(positive(at_once))
    }
}

/// In how many seconds an address may have what it cannot have now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wait(pub(crate) u32);

/// Whose requests are counted: those from an address or a network, or those for an account, which is known by
/// a digest of its name, whether there is one of that name or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Counted {
    Address(IpAddr),
    Account([u8; 16]),
}

/// Counts the requests of one kind. The store is shared, so that the key has the kind too.
type Limiter<C> = RateLimiter<Key, Recent<Key>, C, NoOpMiddleware<<C as Clock>::Instant>>;

type Key = (Counted, LimitedAction);

/// What each address and each account has left.
#[derive(Debug)]
pub(crate) struct Allowances<C: Clock = TimeSource> {
    limiters: [Limiter<C>; LimitedAction::ALL.len()],
    clock: C,
}

impl<C: Clock + Clone> Allowances<C> {
    /// Nobody has asked for anything yet, by this clock.
    pub(crate) fn new(clock: C) -> Self {
        let recent = Recent::default();
        let limiter =
            |wish: LimitedAction| RateLimiter::new(wish.quota(), recent.clone(), clock.clone());
        Self { limiters: LimitedAction::ALL.map(limiter), clock }
    }
}

impl<C: Clock> Allowances<C> {
    /// Whether an address may make a request; if so, its allowance shrinks by one.
    ///
    /// # Errors
    ///
    /// How long to wait, if it may not.
    pub(crate) fn ration(&self, address: IpAddr, wish: LimitedAction) -> Result<(), Wait> {
        let asker = match wish {
            LimitedAction::RoomOfTheNetwork => network(address),
            _ => rate_limit_prefix(address),
        };
        self.take(Counted::Address(asker), wish)
    }

    /// Whether one more login to an account may be tried, whichever address tries.
    ///
    /// # Errors
    ///
    /// How long to wait, if it may not.
    pub(crate) fn ration_account(&self, likeness: &str) -> Result<(), Wait> {
        self.take(account(likeness), LimitedAction::LoginOfTheAccount)
    }

    /// Whether one more mail may be requested for a person or to an address for mail, given as text,
    /// whichever address asks.
    ///
    /// # Errors
    ///
    /// How long to wait, if it may not.
    pub(crate) fn ration_mail(&self, whom: &str) -> Result<(), Wait> {
        self.take(account(whom), LimitedAction::MailOfOne)
    }

    fn take(&self, asker: Counted, wish: LimitedAction) -> Result<(), Wait> {
        self.limiters[wish as usize].check_key(&(asker, wish)).map_err(|not_until| {
            let seconds = not_until.wait_time_from(self.clock.now()).as_millis().div_ceil(1_000);
            Wait(u32::try_from(seconds).unwrap_or(u32::MAX))
        })
    }
}

fn account(text: &str) -> Counted {
    let digest = Sha256::digest(text);
    let mut account = [0; 16];
    account.copy_from_slice(&digest[..16]);
    Counted::Account(account)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::addresses::recent::KEPT;
    use LimitedAction::{Answer, Chat, LoginOfTheAccount, Room, RoomOfTheDay, RoomOfTheNetwork};
    use governor::clock::FakeRelativeClock;
    use std::net::{Ipv4Addr, Ipv6Addr};
    use std::time::Duration;

    const ONE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

    fn at_the_start() -> (Allowances<FakeRelativeClock>, FakeRelativeClock) {
        let clock = FakeRelativeClock::default();
        (Allowances::new(clock.clone()), clock)
    }

    impl Allowances<FakeRelativeClock> {
        fn grants(&self, address: IpAddr, wish: LimitedAction) -> bool {
            self.ration(address, wish).is_ok()
        }
    }

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn every_action_has_the_limiter_of_its_own_allowance() {
        for (place, wish) in LimitedAction::ALL.into_iter().enumerate() {
            assert_eq!(wish as usize, place, "{wish:?}");
            let (allowances, _) = at_the_start();
            let granted = (0..10_000).take_while(|_| allowances.grants(ONE, wish)).count();
            assert_eq!(u32::try_from(granted), Ok(wish.allowance().0), "{wish:?}");
        }
    }

    #[test]
    fn allowances_are_used_up_and_come_back() {
        let (allowances, clock) = at_the_start();
        let (at_once, an_hour) = Room.allowance();
        for _ in 0..at_once {
            assert!(allowances.grants(ONE, Room));
        }
        assert!(!allowances.grants(ONE, Room));
        assert!(allowances.grants(ONE, Chat), "another wish");
        assert!(allowances.grants(OTHER, Room), "another address");
        clock.advance(seconds(1));
        for _ in 0..an_hour / 3_600 {
            assert!(allowances.grants(ONE, Room));
        }
        assert!(!allowances.grants(ONE, Room));
    }

    #[test]
    fn who_waits_as_long_as_told_gets_it_and_not_before() {
        let (allowances, clock) = at_the_start();
        for _ in 0..RoomOfTheDay.allowance().0 {
            assert_eq!(allowances.ration(ONE, RoomOfTheDay), Ok(()));
        }
        assert_eq!(allowances.ration(ONE, RoomOfTheDay), Err(Wait(90)), "forty an hour");
        clock.advance(Duration::from_millis(60_500));
        assert_eq!(allowances.ration(ONE, RoomOfTheDay), Err(Wait(30)), "rounded up");
        clock.advance(Duration::from_millis(28_500));
        assert_eq!(allowances.ration(ONE, RoomOfTheDay), Err(Wait(1)));
        clock.advance(seconds(1));
        assert_eq!(allowances.ration(ONE, RoomOfTheDay), Ok(()));
    }

    #[test]
    fn who_asks_all_the_time_still_gets_what_comes_back_slowly() {
        let (allowances, clock) = at_the_start();
        let (at_once, an_hour) = RoomOfTheDay.allowance();
        for _ in 0..at_once {
            assert!(allowances.grants(ONE, RoomOfTheDay));
        }
        let mut granted = 0;
        for _ in 0..360_000 {
            clock.advance(Duration::from_millis(10));
            granted += u32::from(allowances.grants(ONE, RoomOfTheDay));
        }
        assert_eq!(granted, an_hour);
    }

    #[test]
    fn whoever_goes_on_asking_is_not_forgotten_for_a_crowd() {
        let (allowances, _) = at_the_start();
        while allowances.grants(ONE, Room) {}
        for number in 0..(4 * u32::try_from(KEPT).expect("small")) {
            let address = IpAddr::V4(Ipv4Addr::from_bits(number + 7));
            assert!(allowances.grants(address, Answer));
            if number.is_multiple_of(1_000) {
                assert!(!allowances.grants(ONE, Room), "after {number}");
            }
        }
    }

    #[test]
    fn an_account_is_tried_so_often_and_no_more() {
        let (allowances, clock) = at_the_start();
        let (at_once, an_hour) = LoginOfTheAccount.allowance();
        for _ in 0..at_once {
            assert_eq!(allowances.ration_account("li"), Ok(()));
        }
        assert_eq!(allowances.ration_account("li"), Err(Wait(3_600 / an_hour)));
        assert_eq!(allowances.ration_account("wang"), Ok(()), "another");
        clock.advance(seconds(120));
        assert_eq!(allowances.ration_account("li"), Ok(()), "later");
    }

    #[test]
    fn a_network_has_so_many_rooms_however_many_addresses_are_in_it() {
        let (allowances, _) = at_the_start();
        let address = |net: u128, number: u128| {
            IpAddr::V6(Ipv6Addr::from_bits(0x2001_0db8 << 96 | net << 80 | number << 64))
        };
        let granted =
            (0..60_000).filter(|&n| allowances.grants(address(1, n), RoomOfTheNetwork)).count();
        assert_eq!(u32::try_from(granted), Ok(RoomOfTheNetwork.allowance().0));
        assert!(allowances.grants(address(2, 0), RoomOfTheNetwork), "another");
    }
}
