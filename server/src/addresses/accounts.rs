//! Limits on attempts to prove the ownership of an account, on the mails sent for a player
//! and to a recipient, and on the changes of a player's stored data.
//!
//! Attempts count for each account and customer (an IPv4 address, or a /48 of IPv6), and in all for
//! each account, ten times as many. A browser that has signed in to the account before has an
//! allowance of its own: whatever strangers use up, it is let in. None of these is ever forgotten
//! early ([`Cells`](super::cells)).

use super::allowances::{Limit, Wait, wait};
use super::cells::Cells;
use super::prefix::customer;
use governor::RateLimiter;
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use sha2::{Digest, Sha256};
use std::net::IpAddr;

/// The attempts at an account from one customer, and from one known browser.
pub(super) const OF_ONE: Limit = Limit { at_once: 10, an_hour: 30 };

/// The attempts at an account in all, without those from known browsers.
pub(super) const IN_ALL: Limit = Limit { at_once: 100, an_hour: 300 };

/// The mails that are requested for one person, and to one address.
const MAILS: Limit = Limit { at_once: 3, an_hour: 1 };

/// The mails to one domain.
pub(super) const MAILS_TO_DOMAIN: Limit = Limit { at_once: 100, an_hour: 100 };

/// The changes of a player's stored data.
pub(super) const CHANGES: Limit = Limit { at_once: 30, an_hour: 3_600 };

/// The origin of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guesser {
    /// An address, known by nothing else.
    Address(IpAddr),
    /// A browser, by a number that the server gave it: it has signed in to this account before.
    Browser([u8; 16]),
}

/// A digest of a name, whether or not there is an account of it, or of a name and an origin.
pub(super) type Key = [u8; 16];

type Limiter<C> = RateLimiter<Key, Cells<Key>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// The counters of each account, independent of the address that asks.
#[derive(Debug)]
pub(super) struct Accounts<C: Clock> {
    from_address: Limiter<C>,
    from_browser: Limiter<C>,
    in_all: Limiter<C>,
    mails: Limiter<C>,
    mails_to_domain: Limiter<C>,
    changes: Limiter<C>,
}

impl<C: Clock + Clone> Accounts<C> {
    /// Nothing is used up yet; each of the six tables has two rows of so many cells.
    pub(super) fn new(cells: usize, clock: &C) -> Self {
        let limiter =
            |limit: Limit| RateLimiter::new(limit.quota(), Cells::new(cells), clock.clone());
        Self {
            from_address: limiter(OF_ONE),
            from_browser: limiter(OF_ONE),
            in_all: limiter(IN_ALL),
            mails: limiter(MAILS),
            mails_to_domain: limiter(MAILS_TO_DOMAIN),
            changes: limiter(CHANGES),
        }
    }
}

/// The keys of an attempt, each with its limit, for a count of all nodes.
pub(super) fn counted(account: &str, by: Guesser) -> Vec<(Key, Limit)> {
    match by {
        Guesser::Browser(number) => vec![(key(account, &number), OF_ONE)],
        Guesser::Address(address) => {
            let customer = customer(address).to_string();
            vec![(key(account, customer.as_bytes()), OF_ONE), (key(account, &[]), IN_ALL)]
        }
    }
}

/// The keys of a mail requested by a player, for a count of all nodes.
pub(super) fn counted_mail_by(player: &str) -> Vec<(Key, Limit)> {
    vec![(key_of_kind("mail by", player.as_bytes()), MAILS)]
}

/// The keys of a mail to a mailbox of a domain, for a count of all nodes.
pub(super) fn counted_mail_to(mailbox: &str, domain: &str) -> Vec<(Key, Limit)> {
    vec![
        (key_of_kind("mail to", mailbox.as_bytes()), MAILS),
        (key_of_kind("mail to domain", domain.as_bytes()), MAILS_TO_DOMAIN),
    ]
}

/// The key of what counts as of a kind. No account is named like a kind.
pub(super) fn key_of_kind(kind: &str, origin: &[u8]) -> Key {
    key(&format!("\0{kind}"), origin)
}

impl<C: Clock> Accounts<C> {
    pub(super) fn take(&self, account: &str, by: Guesser, clock: &C) -> Result<(), Wait> {
        match by {
            Guesser::Browser(number) => {
                wait(self.from_browser.check_key(&key(account, &number)), clock)
            }
            Guesser::Address(address) => {
                let customer = customer(address).to_string();
                // An attempt that its own customer may not make counts nothing for the others.
                wait(self.from_address.check_key(&key(account, customer.as_bytes())), clock)?;
                wait(self.in_all.check_key(&key(account, &[])), clock)
            }
        }
    }

    pub(super) fn take_mail(&self, whom: &str, clock: &C) -> Result<(), Wait> {
        wait(self.mails.check_key(&key(whom, &[])), clock)
    }

    pub(super) fn take_mail_to_domain(&self, domain: &str, clock: &C) -> Result<(), Wait> {
        wait(self.mails_to_domain.check_key(&key(domain, &[])), clock)
    }

    pub(super) fn take_change(&self, player: &str, clock: &C) -> Result<(), Wait> {
        wait(self.changes.check_key(&key(player, &[])), clock)
    }
}

fn key(account: &str, origin: &[u8]) -> Key {
    let length = account.len().to_be_bytes();
    let digest = Sha256::new().chain_update(length).chain_update(account).chain_update(origin);
    let mut key = [0; 16];
    key.copy_from_slice(&digest.finalize()[..16]);
    key
}
