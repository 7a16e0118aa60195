//! Limits with tables of few entries, and a clock that stands still until it is advanced.

use super::*;
use crate::addresses::accounts::{CHANGES, IN_ALL, MAILS_TO_DOMAIN, OF_ONE};
use LimitedAction::{
    Answer, Archive, Change, Chat, Login, Mail, Match, MatchOfTheDay, Name, Note, Seat, Seek,
    Socket, Token,
};
use governor::clock::FakeRelativeClock;
use std::net::Ipv4Addr;
use std::time::Duration;

const ONE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// Few addresses, but so many cells that no two of the few keys here share both of theirs.
const SMALL: Sizes = Sizes { addresses: 50, answers: 50, networks: 1 << 16, accounts: 1 << 20 };

fn at_the_start() -> (Allowances<FakeRelativeClock>, FakeRelativeClock) {
    let clock = FakeRelativeClock::default();
    (Allowances::with_sizes(SMALL, clock.clone()), clock)
}

impl Allowances<FakeRelativeClock> {
    fn allows(&self, address: IpAddr, action: LimitedAction) -> bool {
        self.check_rate(address, action).is_ok()
    }

    fn lets_guess(&self, account: &str, by: Guesser) -> bool {
        self.check_guess_rate(account, by).is_ok()
    }

    /// The number of attempts at an account that are let in, of a thousand.
    fn guesses(&self, account: &str, by: Guesser) -> u32 {
        let granted = (0..1_000).filter(|_| self.lets_guess(account, by)).count();
        u32::try_from(granted).expect("small")
    }
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// The /64 of a number in the /48 of another.
fn six(network: u128, number: u128) -> IpAddr {
    IpAddr::V6(Ipv6Addr::from_bits(0x2001_0db8 << 96 | network << 80 | number << 64 | 7))
}

fn four(number: u32) -> IpAddr {
    IpAddr::V4(Ipv4Addr::from_bits(number))
}

#[test]
fn every_action_has_the_limiter_of_its_own_allowance() {
    for (place, action) in LimitedAction::ALL.into_iter().enumerate() {
        assert_eq!(action as usize, place, "{action:?}");
        let (allowances, _) = at_the_start();
        let granted = (0..10_000).take_while(|_| allowances.allows(ONE, action)).count();
        assert_eq!(u32::try_from(granted), Ok(action.of_address().at_once), "{action:?}");
    }
}

#[test]
fn allowances_are_used_up_and_come_back() {
    let (allowances, clock) = at_the_start();
    let Limit { at_once, an_hour } = Match.of_address();
    for _ in 0..at_once {
        assert!(allowances.allows(ONE, Match));
    }
    assert!(!allowances.allows(ONE, Match));
    assert!(allowances.allows(ONE, Chat), "another kind");
    assert!(allowances.allows(OTHER, Match), "another address");
    clock.advance(seconds(1));
    for _ in 0..an_hour / 3_600 {
        assert!(allowances.allows(ONE, Match));
    }
    assert!(!allowances.allows(ONE, Match));
}

#[test]
fn address_that_waits_as_reported_is_granted() {
    let (allowances, clock) = at_the_start();
    for _ in 0..MatchOfTheDay.of_address().at_once {
        assert_eq!(allowances.check_rate(ONE, MatchOfTheDay), Ok(()));
    }
    assert_eq!(allowances.check_rate(ONE, MatchOfTheDay), Err(Wait(90)), "forty an hour");
    clock.advance(Duration::from_millis(60_500));
    assert_eq!(allowances.check_rate(ONE, MatchOfTheDay), Err(Wait(30)), "rounded up");
    clock.advance(Duration::from_millis(28_500));
    assert_eq!(allowances.check_rate(ONE, MatchOfTheDay), Err(Wait(1)));
    clock.advance(seconds(1));
    assert_eq!(allowances.check_rate(ONE, MatchOfTheDay), Ok(()));
}

#[test]
fn address_that_asks_all_the_time_gets_the_slow_rate() {
    let (allowances, clock) = at_the_start();
    let Limit { at_once, an_hour } = MatchOfTheDay.of_address();
    for _ in 0..at_once {
        assert!(allowances.allows(ONE, MatchOfTheDay));
    }
    let mut granted = 0;
    for _ in 0..360_000 {
        clock.advance(Duration::from_millis(10));
        granted += u32::from(allowances.allows(ONE, MatchOfTheDay));
    }
    assert_eq!(granted, an_hour);
}

#[test]
fn filling_one_table_resets_no_other() {
    let (allowances, _) = at_the_start();
    while allowances.allows(ONE, Match) {}
    while allowances.allows(ONE, Answer) {}
    for number in 0..1_000 {
        assert!(allowances.allows(four(number + 7), Answer));
    }
    assert!(!allowances.allows(ONE, Match), "it asked for nothing in between");
    assert!(allowances.allows(ONE, Answer), "IPv4 is forgotten when its own table is full");
}

#[test]
fn address_that_continues_to_ask_is_not_forgotten() {
    let (allowances, _) = at_the_start();
    while allowances.allows(ONE, Match) {}
    for number in 0..1_000 {
        assert!(allowances.allows(four(number + 7), Match));
        if number.is_multiple_of(20) {
            assert!(!allowances.allows(ONE, Match), "after {number}");
        }
    }
}

#[test]
fn network_has_ten_times_the_allowance_of_an_address() {
    for action in LimitedAction::ALL {
        if [MatchOfTheDay, Mail].contains(&action) {
            continue;
        }
        let (allowances, _) = at_the_start();
        let Limit { at_once, .. } = action.of_address();
        // As many /64 as it takes, each asking for less than its own share.
        let granted = (0..30 * u128::from(at_once))
            .filter(|&number| allowances.allows(six(1, number % 65_536), action))
            .count();
        assert_eq!(u32::try_from(granted), Ok(10 * at_once), "{action:?}");
        assert!(allowances.allows(six(2, 0), action), "another network");
        assert!(allowances.allows(ONE, action), "IPv4");
    }
}

#[test]
fn refused_address_takes_nothing_from_its_neighbours() {
    let (allowances, _) = at_the_start();
    for _ in 0..100 * Login.of_address().at_once {
        allowances.allows(six(1, 1), Login);
    }
    for number in 2..=10 {
        let granted = (0..1_000).filter(|_| allowances.allows(six(1, number), Login)).count();
        assert_eq!(u32::try_from(granted), Ok(Login.of_address().at_once), "{number}");
    }
}

#[test]
fn flood_of_its_network_renews_no_address() {
    let (allowances, _) = at_the_start();
    while allowances.allows(six(1, 0), Login) {}
    let granted = (1..1_000).filter(|&number| allowances.allows(six(1, number), Login)).count();
    // Some, until the first address is forgotten; from then on the others inherit from it.
    assert!(granted <= 3 * SMALL.addresses, "{granted}");
    assert!(!allowances.allows(six(1, 0), Login), "it was forgotten");
    assert!(allowances.allows(six(2, 0), Login), "another network");
}

#[test]
fn account_is_tried_so_often_from_one_customer() {
    let (allowances, clock) = at_the_start();
    let by = Guesser::Address(ONE);
    assert_eq!(allowances.guesses("li", by), OF_ONE.at_once);
    assert_eq!(allowances.check_guess_rate("li", by), Err(Wait(3_600 / OF_ONE.an_hour)));
    assert!(allowances.lets_guess("wang", by), "another account");
    assert!(allowances.lets_guess("li", Guesser::Address(OTHER)), "another address");
    clock.advance(seconds(120));
    assert!(allowances.lets_guess("li", by), "later");
    // The addresses of a /48 are one customer.
    let granted: u32 = (0..50)
        .map(|number| u32::from(allowances.lets_guess("li", Guesser::Address(six(1, number)))))
        .sum();
    assert_eq!(granted, OF_ONE.at_once);
}

#[test]
fn attacker_from_many_networks_locks_out_no_known_browser() {
    let (allowances, _) = at_the_start();
    let tried: u32 =
        (0..50).map(|number| allowances.guesses("li", Guesser::Address(four(number)))).sum();
    assert_eq!(tried, IN_ALL.at_once);
    let owner = Guesser::Browser([7; 16]);
    assert_eq!(allowances.guesses("li", owner), OF_ONE.at_once);
    assert_eq!(allowances.guesses("li", Guesser::Browser([8; 16])), OF_ONE.at_once);
    assert!(!allowances.lets_guess("li", Guesser::Address(six(1, 1))), "the total is used up");
}

#[test]
fn owner_in_a_new_network_enters_beside_an_attacker() {
    let (allowances, _) = at_the_start();
    for number in 0..9 {
        assert_eq!(allowances.guesses("li", Guesser::Address(four(number))), OF_ONE.at_once);
    }
    assert!(allowances.lets_guess("li", Guesser::Address(four(100))));
}

/// The attack that gave ten more guesses for each flood of other keys.
#[test]
fn flood_of_addresses_and_names_renews_no_account() {
    let (allowances, _) = at_the_start();
    let by = Guesser::Address(ONE);
    while allowances.lets_guess("li", by) {}
    for number in 0..4_000 {
        allowances.allows(six(number % 50, number), Answer);
        allowances.lets_guess(&format!("name {number}"), Guesser::Address(OTHER));
    }
    assert!(!allowances.lets_guess("li", by));
}

#[test]
fn mails_to_one_person_are_few() {
    let (allowances, _) = at_the_start();
    let granted =
        (0..10).filter(|_| allowances.check_mail_rate_by("li@example.org").is_ok()).count();
    assert_eq!(granted, 3);
    assert!(allowances.check_mail_rate_by("wang@example.org").is_ok());
}

#[test]
fn player_changes_little_at_once_from_any_address() {
    let (allowances, clock) = at_the_start();
    let changes = || (0..1_000).filter(|_| allowances.check_change_rate("li").is_ok()).count();
    assert_eq!(u32::try_from(changes()), Ok(CHANGES.at_once));
    assert!(allowances.check_change_rate("wang").is_ok(), "another player");
    clock.advance(seconds(10));
    assert_eq!(changes(), 10, "one a second");
}

/// The attack that sent mails without bound to one domain, or to one mailbox under many names.
#[test]
fn domain_gets_a_bounded_number_of_mails() {
    let (allowances, _) = at_the_start();
    let sends = |mailbox: &str, domain| allowances.check_mail_to_rate(mailbox, domain).is_ok();
    let sent =
        (0..1_000).filter(|number| sends(&format!("{number}@a.example"), "a.example")).count();
    assert_eq!(u32::try_from(sent), Ok(MAILS_TO_DOMAIN.at_once));
    assert!(sends("li@b.example", "b.example"), "another domain");
    let network = (0..1_000).filter(|&number| allowances.allows(six(1, number), Mail)).count();
    assert_eq!(network, 40, "from one /48");
}

/// An hour of ordinary use by people behind one address: all come within a minute and register; then each
/// reads pages, plays, seeks, chats, looks games up and changes a setting now and then.
fn an_hour_of(people: u64) {
    let (allowances, clock) = at_the_start();
    let ask = |action, times: u32, who: u64, minute: u64| {
        for _ in 0..times {
            assert!(allowances.allows(ONE, action), "{action:?} of {who} in minute {minute}");
        }
    };
    let changes = |times: u32, who: u64, minute: u64| {
        ask(Change, times, who, minute);
        for _ in 0..times {
            assert_eq!(allowances.check_change_rate(&who.to_string()), Ok(()), "{who}, {minute}");
        }
    };
    for minute in 0..60 {
        for who in 0..people {
            let arrives = minute == 0;
            ask(Answer, if arrives { 25 } else { 15 }, who, minute);
            // A page of a match and one of the lobby, in two windows.
            ask(Socket, if arrives { 4 } else { 2 }, who, minute);
            if arrives {
                ask(Token, 1, who, minute);
                ask(Name, 1, who, minute);
                ask(Login, 1, who, minute);
                changes(4, who, minute);
            }
            ask(Chat, 3, who, minute);
            if (who + minute) % 10 == 0 {
                for action in [Match, MatchOfTheDay, Seat, Seek, Archive, Archive, Archive, Note] {
                    ask(action, 1, who, minute);
                }
                changes(2, who, minute);
            }
            if (who + minute) % 30 == 0 {
                ask(Login, 1, who, minute);
            }
            clock.advance(Duration::from_millis(60_000 / people));
        }
    }
}

/// As many sockets as an address may have open are opened again at once when the server has restarted.
#[test]
fn all_sockets_of_an_address_open_again_at_once() {
    let (allowances, clock) = at_the_start();
    let opened = (0..1_000).filter(|_| allowances.allows(ONE, Socket)).count();
    // An address may have 200 open (`docs/security.md`).
    assert!((200..400).contains(&opened), "{opened}");
    assert!(allowances.allows(ONE, Answer), "requests are counted apart");
    clock.advance(Duration::from_secs(1));
    assert_eq!((0..100).filter(|_| allowances.allows(ONE, Socket)).count(), 10, "in a second");
}

#[test]
fn endless_messages_use_up_the_sockets_of_an_address() {
    let (allowances, clock) = at_the_start();
    let opened = |most| {
        (0..most)
            .take_while(|_| allowances.allows(ONE, Socket))
            .inspect(|_| allowances.penalize(ONE))
            .count()
    };
    assert_eq!(opened(1_000), 12, "250 sockets, of which each costs 21");
    clock.advance(Duration::from_secs(1));
    assert_eq!(opened(1_000), 1);
    assert!(allowances.allows(OTHER, Socket), "another address pays nothing");
}

#[test]
fn hour_of_ordinary_use_has_no_refusals() {
    for people in [1, 5, 30] {
        an_hour_of(people);
    }
}
