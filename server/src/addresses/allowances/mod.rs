//! How much one address may ask of what costs the server something: for each kind of request a rate
//! limiter of `governor` with a table of its own, so that filling one table resets no other.
//!
//! An IPv6 address is counted as its /64, and once more as its /48, which may have ten times as
//! much. Tables of addresses forget ([`Recent`](super::recent)); those of networks and of accounts
//! do not ([`Cells`](super::cells)). Each has a fixed size ([`Sizes`]).

use super::accounts::{Accounts, Guesser, Key, key_of_kind};
use super::cells::Cells;
use super::prefix::{network, rate_limit_prefix};
use super::recent::Recent;
use crate::time::TimeSource;
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::{NotUntil, Quota, RateLimiter};
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;

/// The kinds of requests that are limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LimitedAction {
    /// Any answer of the API.
    Answer,
    /// A socket.
    Socket,
    /// An open match, or one against a computer player.
    Match,
    /// The same, of which many may last for days.
    MatchOfTheDay,
    /// A free seat.
    Seat,
    /// A seek.
    Seek,
    /// A list of games of the archive, or an export.
    Archive,
    /// A chat line.
    Chat,
    /// An addition to the tree of a stored game, which stays.
    Note,
    /// A new name, a push subscription, or the beginning or end of a vacation.
    Name,
    /// A new guest, or a further token.
    Token,
    /// An attempt to prove an identity, by a password, a code, a link or a passkey.
    Login,
    /// A mail that confirms an address.
    Mail,
    /// Any change of the caller's stored data: each is a commit of its own.
    Change,
}

/// An allowance: so many requests at once, and so many an hour in the long run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) at_once: u32,
    pub(super) an_hour: u32,
}

impl Limit {
    /// The same as `governor` takes it.
    pub(super) fn quota(self) -> Quota {
        let positive = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Quota::per_hour(positive(self.an_hour)).allow_burst(positive(self.at_once))
    }

    const fn times(self, factor: u32) -> Self {
        Self { at_once: factor * self.at_once, an_hour: factor * self.an_hour }
    }
}

impl LimitedAction {
    /// All of them, in the order in which they are declared.
    const ALL: [Self; 14] = [
        Self::Answer,
        Self::Socket,
        Self::Match,
        Self::MatchOfTheDay,
        Self::Seat,
        Self::Seek,
        Self::Archive,
        Self::Chat,
        Self::Note,
        Self::Name,
        Self::Token,
        Self::Login,
        Self::Mail,
        Self::Change,
    ];

    /// The word by which a request counts at every node, unless it counts at each by itself: what outlasts
    /// the request, or proves an identity.
    const fn shared(self) -> Option<&'static str> {
        match self {
            Self::MatchOfTheDay => Some("match of the day"),
            Self::Token => Some("token"),
            Self::Login => Some("login"),
            Self::Mail => Some("mail"),
            Self::Answer
            | Self::Socket
            | Self::Match
            | Self::Seat
            | Self::Seek
            | Self::Archive
            | Self::Chat
            | Self::Note
            | Self::Name
            | Self::Change => None,
        }
    }

    /// The allowance of an address: a school behind one address fits.
    const fn of_address(self) -> Limit {
        let (at_once, an_hour) = match self {
            Self::Answer => (600, 60 * 3_600),
            Self::Socket => (250, 10 * 3_600),
            Self::Match | Self::Seat | Self::Seek => (100, 2 * 3_600),
            Self::MatchOfTheDay => (1_000, 40),
            Self::Archive => (60, 5 * 3_600),
            Self::Chat => (100, 10 * 3_600),
            Self::Note => (200, 3_600),
            Self::Name => (60, 120),
            Self::Token => (2_000, 3_600),
            Self::Login => (60, 240),
            Self::Mail => (20, 10),
            Self::Change => (200, 5 * 3_600),
        };
        Limit { at_once, an_hour }
    }

    /// The allowance of a /48 of IPv6.
    const fn of_network(self) -> Limit {
        match self {
            // Matches that last for days add up.
            Self::MatchOfTheDay => self.of_address().times(4),
            Self::Mail => self.of_address().times(2),
            _ => self.of_address().times(10),
        }
    }
}

/// The keys of a request of an address, for a count of all nodes.
pub(super) fn counted_of_address(address: IpAddr, action: LimitedAction) -> Vec<(Key, Limit)> {
    let Some(kind) = action.shared() else { return Vec::new() };
    let own = rate_limit_prefix(address).to_string();
    let mut counted = vec![(key_of_kind(kind, own.as_bytes()), action.of_address())];
    if let Some(network) = network(address) {
        let key = key_of_kind(kind, format!("{network}/48").as_bytes());
        counted.push((key, action.of_network()));
    }
    counted
}

/// How many further sockets a socket costs on which a message did not end. At the rate at which sockets
/// may be opened, reading endless messages would delay the moves of others (`bench attacks`).
const PENALTY: u32 = 20;

/// The seconds until an address may repeat a refused request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wait(pub(crate) u32);

impl fmt::Display for Wait {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// The sizes of the tables, which bound their memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sizes {
    /// The addresses in each of the two generations of each kind, except for answers: some 33 bytes
    /// each.
    pub(super) addresses: usize,
    /// The same for answers, which every request counts as.
    pub(super) answers: usize,
    /// The cells in each of two rows, twice for each kind (in use, and forgotten): 8 bytes each.
    pub(super) networks: usize,
    /// The cells in each of two rows, six times: 8 bytes each.
    pub(super) accounts: usize,
}

impl Default for Sizes {
    /// Some 25 MB in all when every table is full: 2 × 33 bytes × (2^15 + 13 × 2^14) buckets for
    /// addresses, 14 × 4 × 8 bytes × 2^13 for networks, 6 × 2 × 8 bytes × 2^16 for accounts. The maps
    /// have a power of two of buckets, of which seven eighths are used.
    fn default() -> Self {
        Self { addresses: 14_000, answers: 28_000, networks: 1 << 13, accounts: 1 << 16 }
    }
}

type Limiter<K, S, C> = RateLimiter<K, S, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// The limiters of one kind of request.
#[derive(Debug)]
struct OfKind<C: Clock> {
    addresses: Limiter<IpAddr, Recent, C>,
    networks: Limiter<Ipv6Addr, Cells<Ipv6Addr>, C>,
}

/// The rest of each address, network and account.
#[derive(Debug)]
pub(crate) struct Allowances<C: Clock = TimeSource> {
    kinds: [OfKind<C>; LimitedAction::ALL.len()],
    accounts: Accounts<C>,
    clock: C,
}

impl<C: Clock + Clone> Allowances<C> {
    /// Nothing is used up yet, by this clock.
    pub(crate) fn new(clock: C) -> Self {
        Self::with_sizes(Sizes::default(), clock)
    }

    /// The same with tables of these sizes.
    pub(super) fn with_sizes(sizes: Sizes, clock: C) -> Self {
        let kinds = LimitedAction::ALL.map(|action| {
            let most =
                if action == LimitedAction::Answer { sizes.answers } else { sizes.addresses };
            let recent = Recent::new(most, sizes.networks);
            let cells = Cells::new(sizes.networks);
            OfKind {
                addresses: RateLimiter::new(action.of_address().quota(), recent, clock.clone()),
                networks: RateLimiter::new(action.of_network().quota(), cells, clock.clone()),
            }
        });
        let accounts = Accounts::new(sizes.accounts, &clock);
        Self { kinds, accounts, clock }
    }
}

impl<C: Clock> Allowances<C> {
    /// Whether an address may make a request; if so, its allowance shrinks by one, and so does that
    /// of its /48.
    ///
    /// # Errors
    ///
    /// How long to wait, if it may not.
    pub(crate) fn check_rate(&self, address: IpAddr, action: LimitedAction) -> Result<(), Wait> {
        let OfKind { addresses, networks } = &self.kinds[action as usize];
        // A request that its own /64 may not make counts nothing for its neighbours in the /48.
        wait(addresses.check_key(&rate_limit_prefix(address)), &self.clock)?;
        let Some(network) = network(address) else { return Ok(()) };
        wait(networks.check_key(&network), &self.clock)
    }

    /// Takes [`PENALTY`] sockets from those an address may open, or all that remain.
    pub(crate) fn penalize(&self, address: IpAddr) {
        let _ = (0..PENALTY).try_for_each(|_| self.check_rate(address, LimitedAction::Socket));
    }

    /// Whether it may be tried once more to prove that an account is one's own. The account is given
    /// as a text that names it alone, whether or not it exists.
    ///
    /// # Errors
    ///
    /// How long to wait, if it may not.
    pub(crate) fn check_guess_rate(&self, account: &str, by: Guesser) -> Result<(), Wait> {
        self.accounts.take(account, by, &self.clock)
    }

    /// Whether one more mail may be requested by a player, whichever address asks.
    ///
    /// # Errors
    ///
    /// How long to wait, if it may not.
    pub(crate) fn check_mail_rate_by(&self, player: &str) -> Result<(), Wait> {
        self.accounts.take_mail(player, &self.clock)
    }

    /// Whether one more mail may be sent to a mailbox, and to its domain.
    ///
    /// # Errors
    ///
    /// How long to wait, if it may not.
    pub(crate) fn check_mail_to_rate(&self, mailbox: &str, domain: &str) -> Result<(), Wait> {
        self.accounts.take_mail(mailbox, &self.clock)?;
        self.accounts.take_mail_to_domain(domain, &self.clock)
    }

    /// Whether a player may change their stored data once more.
    ///
    /// # Errors
    ///
    /// How long to wait, if they may not.
    pub(crate) fn check_change_rate(&self, player: &str) -> Result<(), Wait> {
        self.accounts.take_change(player, &self.clock)
    }
}

/// A limiter's answer, with the time to wait in seconds, rounded up.
pub(super) fn wait<C: Clock>(
    granted: Result<(), NotUntil<C::Instant>>,
    clock: &C,
) -> Result<(), Wait> {
    granted.map_err(|not_until| {
        let seconds = not_until.wait_time_from(clock.now()).as_millis().div_ceil(1_000);
        Wait(u32::try_from(seconds).unwrap_or(u32::MAX))
    })
}

#[cfg(test)]
mod tests;
