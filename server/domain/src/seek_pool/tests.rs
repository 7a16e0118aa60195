//! The board of seeks: meetings, and places in the queue.

use super::*;
use crate::clock::{ClockSetting, Correspondence};
use crate::{Player, SoughtGame, Terms};

const HEADS: fn() -> bool = || true;
const ALL_THERE: fn(PlayerId) -> bool = |_| true;
const NOBODY_THERE: fn(PlayerId) -> bool = |_| false;

fn who(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number << 96))
}

fn seek(number: u128, clock: ClockSetting, at: u64) -> Seek {
    let game = SoughtGame::new("shogi", None).expect("known");
    Seek::new(Player::guest(who(number)), [game], [clock], Terms::default(), 60, Moment(at))
        .expect("in bounds")
}

fn put(board: &mut SeekPool, seek: Seek) {
    let at = seek.made_at();
    board.put(seek, None, at).expect("there is room");
}

/// A seek of a registered player.
fn of_account(number: u128, clock: ClockSetting, at: u64) -> Seek {
    let game = SoughtGame::new("shogi", None).expect("known");
    let player = Player { guest: false, ..Player::guest(who(number)) };
    Seek::new(player, [game], [clock], Terms::default(), 60, Moment(at)).expect("in bounds")
}

fn caller(number: u8) -> Option<Caller> {
    let address = IpAddr::from([192, 0, 2, number]);
    Some(Caller { address, network: address })
}

fn board(people: u128) -> SeekPool {
    let mut board = SeekPool::default();
    for number in 1..=people {
        let at = u64::try_from(number).expect("small");
        put(&mut board, seek(number, ClockSetting::None, at));
    }
    board
}

/// Has the newest of a board meet the opponent that is found for it.
fn meet(board: &mut SeekPool, newest: u128, now: Moment) -> Uuid {
    let pair = board.pair_of(who(newest), ALL_THERE, HEADS, now).expect("somebody waits");
    assert_eq!(board.meet(pair, now), Some(Answered::Noted));
    board.standing(who(newest)).found.expect("found").id
}

#[test]
fn two_who_both_accept_play_once() {
    let mut board = board(3);
    let id = meet(&mut board, 3, Moment(10));
    assert_eq!(board.standing(who(1)).found.map(|found| found.id), Some(id), "the elder");
    assert_eq!(board.standing(who(2)).found, None);
    assert_eq!(board.answer(who(2), id, true), Err(NobodyFound), "it is not theirs");
    assert_eq!(board.answer(who(1), id, true), Ok(Answered::Noted));
    assert_eq!(board.answer(who(1), id, true), Ok(Answered::Noted), "twice is once");
    assert!(matches!(board.answer(who(3), id, true), Ok(Answered::Agreed(..))));
    assert_eq!(board.answer(who(3), id, true), Ok(Answered::Noted));
    assert_eq!(board.answer(who(1), id, false), Ok(Answered::Noted), "it is too late");
    assert!(board.is_settling(who(1)));
    let started = MatchId(Uuid::from_u128(7));
    board.settle(id, started, Moment(20));
    for number in [1, 3] {
        let standing = board.standing(who(number));
        assert_eq!((standing.seek, standing.started), (None, Some(started)));
    }
    assert_eq!(board.len(), 1);
    assert_eq!(board.answer(who(1), id, true), Err(NobodyFound));
}

#[test]
fn player_who_does_not_answer_loses_the_seek() {
    let mut board = board(2);
    let id = meet(&mut board, 2, Moment(10));
    board.answer(who(1), id, true).expect("found");
    assert_eq!(board.expire(ALL_THERE, Moment(10 + ANSWER_WITHIN - 1)), Expiry::default());
    let Expiry { over, missed, changed } = board.expire(ALL_THERE, Moment(10 + ANSWER_WITHIN));
    assert_eq!((over, missed, changed.len()), (vec![who(2)], vec![(who(2), None)], 2));
    let (one, other) = (board.standing(who(1)), board.standing(who(2)));
    assert_eq!(one.seek.map(|seek| seek.made_at()), Some(Moment(1)), "the place is kept");
    assert_eq!((one.has_missed, other.has_missed, other.seek), (false, true, None));
    put(&mut board, seek(3, ClockSetting::None, 15_000));
    let pair = board.pair_of(who(3), ALL_THERE, HEADS, Moment(20_000)).expect("the first waits");
    assert_eq!(pair.people.map(|(who, _)| who), [who(3), who(1)]);
    assert_eq!(board.withdraw(who(2)), [who(2)], "it has been read");
    assert!(!board.standing(who(2)).has_missed);
}

#[test]
fn elder_seek_that_does_not_fit_is_passed_over() {
    let days = ClockSetting::Correspondence(Correspondence::new(2).expect("in range"));
    let mut board = SeekPool::default();
    for (number, clock) in [(1, days), (2, ClockSetting::None), (3, ClockSetting::None)] {
        put(&mut board, of_account(number, clock, u64::try_from(number).expect("small")));
    }
    let other = |board: &SeekPool| {
        let pair = board.pair_of(who(3), ALL_THERE, HEADS, Moment(10));
        pair.map(|pair| pair.people[1].0)
    };
    assert_eq!(other(&board), Some(who(2)), "the first plays by days");
    put(&mut board, of_account(4, ClockSetting::None, 4));
    board.keep_apart([who(2), who(3)]);
    assert_eq!(other(&board), Some(who(4)), "the second is not to be met");
}

#[test]
fn missed_answer_is_shown_for_a_while() {
    let mut board = board(2);
    meet(&mut board, 2, Moment(10));
    let now = Moment(10 + ANSWER_WITHIN);
    assert_eq!(board.expire(ALL_THERE, now).missed.len(), 2);
    put(&mut board, seek(1, ClockSetting::None, now.0));
    assert_eq!([1, 2].map(|number| board.standing(who(number)).has_missed), [false, true]);
    board.expire(ALL_THERE, now.after(MISSED_FOR));
    assert!(!board.standing(who(2)).has_missed);
    assert_eq!(board.people().collect::<Vec<_>>(), [who(1)]);
}

#[test]
fn seek_of_guest_ends_with_the_page() {
    let mut board = SeekPool::default();
    put(&mut board, seek(1, ClockSetting::None, 0));
    put(&mut board, of_account(2, ClockSetting::None, 0));
    board.expire(ALL_THERE, Moment(5_000));
    assert!(board.expire(NOBODY_THERE, Moment(5_000 + GUEST_AWAY - 1)).over.is_empty());
    let gone = board.expire(NOBODY_THERE, Moment(5_000 + GUEST_AWAY));
    assert_eq!((gone.over, gone.missed), (vec![who(1)], vec![]));
    assert!(board.seeks(who(2)), "an account may be away");
}

#[test]
fn seeks_of_one_address_are_limited() {
    let mut board = SeekPool::default();
    for number in 1..=u128::from(SEEK_PLACES.address) {
        for _ in 0..2 {
            board.put(seek(number, ClockSetting::None, 0), caller(1), Moment(0)).expect("a place");
        }
    }
    let next = || seek(1_000, ClockSetting::None, 0);
    assert_eq!(board.put(next(), caller(1), Moment(0)), Err(NoPlace::Address));
    board.withdraw(who(1));
    assert!(board.put(next(), caller(1), Moment(0)).is_ok());
    assert_eq!(board.len(), usize::try_from(SEEK_PLACES.address).expect("small"));
}

#[test]
fn seeks_of_held_address_are_not_paired() {
    let mut board = SeekPool::default();
    board.put(seek(1, ClockSetting::None, 0), caller(1), Moment(0)).expect("a place");
    board.put(seek(2, ClockSetting::None, 0), caller(2), Moment(0)).expect("a place");
    board.hold(caller(1).expect("one").address, Moment(500));
    for now in [10, 499] {
        board.expire(ALL_THERE, Moment(now));
        assert!(board.pairs(ALL_THERE, HEADS, Moment(now)).is_empty(), "{now}");
    }
    board.expire(ALL_THERE, Moment(500));
    assert_eq!(board.pairs(ALL_THERE, HEADS, Moment(500)).len(), 1);
}

#[test]
fn who_withdraws_leaves_the_other_in_place() {
    let mut board = board(2);
    let id = meet(&mut board, 2, Moment(10));
    assert_eq!(board.withdraw(who(2)).len(), 2);
    assert_eq!(board.answer(who(1), id, true), Err(NobodyFound));
    assert!(board.standing(who(1)).seek.is_some());
    assert!(board.withdraw(who(2)).is_empty());
    // Another seek is another wish: a meeting of the earlier one does not hold.
    put(&mut board, seek(3, ClockSetting::None, 3));
    let pair = board.pair_of(who(3), ALL_THERE, HEADS, Moment(11)).expect("the first waits");
    put(&mut board, seek(3, ClockSetting::None, 12));
    assert_eq!(board.meet(pair, Moment(13)), None);
}

#[test]
fn who_is_away_plays_by_days_without_being_asked() {
    let days = ClockSetting::Correspondence(Correspondence::new(2).expect("in range"));
    let mut board = SeekPool::default();
    for number in [1, 2] {
        put(&mut board, seek(number, days, 0));
    }
    let pair = board.pair_of(who(1), NOBODY_THERE, HEADS, Moment(5)).expect("by days");
    assert!(matches!(board.meet(pair, Moment(5)), Some(Answered::Agreed(..))));
    let mut live = super::tests::board(2);
    assert_eq!(live.pair_of(who(1), NOBODY_THERE, HEADS, Moment(5)), None);
    let one_there = |id| id == who(1);
    assert_eq!(live.pair_of(who(1), one_there, HEADS, Moment(5)), None);
    live.keep_apart([who(1), who(2)]);
    assert!(live.pairs(ALL_THERE, HEADS, Moment(5)).is_empty());
}

#[test]
fn ratings_of_those_who_ask_for_them_are_read_again_one_by_one() {
    let mut board = board(1);
    let by_rating = |number: u128, at: u64| {
        let game = SoughtGame::new("shogi", None).expect("known");
        let pool = game.pool().expect("it has one");
        let ratings = BTreeMap::from([(pool.clone(), 1_500)]);
        let terms = Terms { within: Some(100), ratings, ..Terms::default() };
        let player = Player { guest: false, ..Player::guest(who(number)) };
        let seek = Seek::new(player, [game], [ClockSetting::None], terms, 60, Moment(at));
        (seek.expect("in bounds"), pool)
    };
    let [(one, pool), (other, _)] = [by_rating(2, 10), by_rating(3, 20)];
    for seek in [&one, &other] {
        put(&mut board, seek.clone());
    }
    assert_eq!([1, 2].map(|number| board.asks_for_rating(who(number))), [false, true]);
    assert_eq!(board.next_to_rate(Moment(9 + RATED_FOR)), None);
    let now = Moment(20 + RATED_FOR);
    assert_eq!(board.pairs(ALL_THERE, HEADS, now).len(), 1);
    assert_eq!(board.next_to_rate(now), Some(who(2)));
    let better = BTreeMap::from([(pool, 1_601)]);
    assert!(board.rate(&one, better.clone(), now));
    assert!(!board.rate(&one, better.clone(), now), "as it was");
    assert!(board.pairs(ALL_THERE, HEADS, now).is_empty(), "too far from each other by now");
    assert_eq!(board.next_to_rate(now), Some(who(3)));
    board.rate(&other, better, now);
    assert_eq!((board.next_to_rate(now), board.pairs(ALL_THERE, HEADS, now).len()), (None, 1));
}

#[test]
fn seeks_end_at_their_owners_time() {
    let mut board = board(2);
    meet(&mut board, 2, Moment(10));
    let expiry = board.expire(ALL_THERE, Moment(10 + ANSWER_WITHIN - 1));
    assert!(expiry.over.is_empty());
    let mut alone = super::tests::board(2);
    let over = alone.expire(ALL_THERE, Moment(1 + 60 * 60_000)).over;
    assert_eq!(over, [who(1)]);
    assert_eq!(alone.len(), 1);
}

#[test]
fn who_seeks_is_known() {
    let board = board(1);
    assert_eq!([1, 2].map(|number| board.seeks(who(number))), [true, false]);
    assert_eq!([board.is_empty(), SeekPool::default().is_empty()], [false, true]);
}

#[test]
fn players_of_reopened_meeting_may_meet_again() {
    let mut board = board(2);
    let id = meet(&mut board, 2, Moment(10));
    assert!(board.pairs(ALL_THERE, HEADS, Moment(11)).is_empty());
    board.reopen(id);
    assert_eq!([1, 2].map(|number| board.standing(who(number)).found), [None, None]);
    assert_eq!(board.pairs(ALL_THERE, HEADS, Moment(11)).len(), 1);
}

#[test]
fn pair_names_the_side_that_is_there() {
    let days = ClockSetting::Correspondence(Correspondence::new(2).expect("in range"));
    let mut board = SeekPool::default();
    for number in [1, 2] {
        put(&mut board, of_account(number, days, 0));
    }
    for present in [1, 2] {
        let pair = board.pair_of(who(1), |id| id == who(present), HEADS, Moment(5));
        let pair = pair.expect("by days");
        for side in Side::ALL {
            assert_eq!(pair.awake[side], pair.deal.players[side].id == who(present), "{present}");
        }
    }
}

#[test]
fn opponents_are_kept_apart_for_a_while() {
    let mut board = SeekPool::default();
    for number in [1, 2] {
        put(&mut board, of_account(number, ClockSetting::None, 0));
    }
    let id = meet(&mut board, 2, Moment(10));
    board.answer(who(2), id, false).expect("found");
    let until = Moment(10 + ANSWER_WITHIN + APART_FOR);
    for now in [Moment(11), Moment(until.0 - 1)] {
        board.expire(ALL_THERE, now);
        assert!(board.pairs(ALL_THERE, HEADS, now).is_empty(), "{now:?}");
        assert!(board.waiters.values().any(|waiter| !waiter.apart.is_empty()), "{now:?}");
    }
    put(&mut board, of_account(1, ClockSetting::None, until.0 - 1));
    let early = board.pairs(ALL_THERE, HEADS, Moment(until.0 - 1));
    assert!(early.is_empty(), "another seek of one of them changes nothing");
    assert_eq!(board.pairs(ALL_THERE, HEADS, until).len(), 1);
    board.expire(ALL_THERE, until);
    assert!(board.waiters.values().all(|waiter| waiter.apart.is_empty()));
}

#[test]
fn started_match_is_shown_for_a_while() {
    let mut board = board(2);
    let started = MatchId(Uuid::from_u128(7));
    board.withdraw(who(1));
    board.record_started(who(1), started, Moment(20));
    for (now, expected) in [(20 + STARTED_FOR - 1, Some(started)), (20 + STARTED_FOR, None)] {
        board.expire(ALL_THERE, Moment(now));
        assert_eq!(board.standing(who(1)).started, expected, "{now}");
        assert_eq!(board.people().any(|other| other == who(1)), expected.is_some(), "{now}");
    }
}
