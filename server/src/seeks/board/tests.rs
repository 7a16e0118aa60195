//! The board of seeks: who meets whom, and who keeps their place.

use super::*;
use domain::clock::{ClockSetting, Correspondence};
use domain::{Player, SoughtGame, Terms};

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

fn board(people: u128) -> Board {
    let mut board = Board::default();
    for number in 1..=people {
        let at = u64::try_from(number).expect("small");
        board.put(seek(number, ClockSetting::None, at)).expect("room");
    }
    board
}

/// Has the newest of a board meet whoever it is found for.
fn meet(board: &mut Board, newest: u128, now: Moment) -> Uuid {
    let pair = board.pair_of(who(newest), ALL_THERE, now).expect("somebody waits");
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
fn nobody_loses_their_place_because_the_other_does_not_answer() {
    let mut board = board(2);
    let id = meet(&mut board, 2, Moment(10));
    board.answer(who(1), id, true).expect("found");
    assert_eq!(board.expire(Moment(10 + ANSWER_WITHIN - 1)), (vec![], vec![]));
    let (over, changed) = board.expire(Moment(10 + ANSWER_WITHIN));
    assert_eq!((over.len(), changed.len()), (0, 2));
    let (one, other) = (board.standing(who(1)), board.standing(who(2)));
    assert_eq!(one.seek.map(|seek| seek.made_at()), Some(Moment(1)));
    assert_eq!((one.has_missed, other.has_missed), (false, true));
    let now = Moment(20_000);
    assert!(board.pairs(ALL_THERE, now).is_empty(), "not for each other");
    board.put(seek(3, ClockSetting::None, 15_000)).expect("room");
    let pair = board.pair_of(who(3), ALL_THERE, now).expect("the first waits");
    assert_eq!(pair.people.map(|(who, _)| who), [who(3), who(1)]);
    board.hear(who(2));
    let later = Moment(10 + ANSWER_WITHIN + APART_FOR + 1);
    board.expire(later);
    assert_eq!(board.pairs(ALL_THERE, later).len(), 1);
}

#[test]
fn who_withdraws_leaves_the_other_in_place() {
    let mut board = board(2);
    let id = meet(&mut board, 2, Moment(10));
    assert_eq!(board.withdraw(who(2)).len(), 2);
    assert_eq!(board.answer(who(1), id, true), Err(NobodyFound));
    assert!(board.standing(who(1)).seek.is_some());
    assert!(board.withdraw(who(2)).is_empty());
    // Another seek is another wish: what was found for the one of before does not hold.
    board.put(seek(3, ClockSetting::None, 3)).expect("room");
    let pair = board.pair_of(who(3), ALL_THERE, Moment(11)).expect("the first waits");
    board.put(seek(3, ClockSetting::None, 12)).expect("room");
    assert_eq!(board.meet(pair, Moment(13)), None);
}

#[test]
fn who_is_away_plays_by_days_without_being_asked() {
    let days = ClockSetting::Correspondence(Correspondence::new(2).expect("in range"));
    let mut board = Board::default();
    for number in [1, 2] {
        board.put(seek(number, days, 0)).expect("room");
    }
    let pair = board.pair_of(who(1), NOBODY_THERE, Moment(5)).expect("by days");
    assert!(matches!(board.meet(pair, Moment(5)), Some(Answered::Agreed(..))));
    let mut live = super::tests::board(2);
    assert_eq!(live.pair_of(who(1), NOBODY_THERE, Moment(5)), None);
    let one_there = |id| id == who(1);
    assert_eq!(live.pair_of(who(1), one_there, Moment(5)), None);
    live.keep_apart([who(1), who(2)]);
    assert!(live.pairs(ALL_THERE, Moment(5)).is_empty());
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
        board.put(seek.clone()).expect("room");
    }
    assert_eq!([1, 2].map(|number| board.asks_for_rating(who(number))), [false, true]);
    assert_eq!(board.next_to_rate(Moment(9 + RATED_FOR)), None);
    let now = Moment(20 + RATED_FOR);
    assert_eq!(board.pairs(ALL_THERE, now).len(), 1);
    assert_eq!(board.next_to_rate(now), Some(who(2)));
    let better = BTreeMap::from([(pool, 1_601)]);
    assert!(board.rate(&one, better.clone(), now));
    assert!(!board.rate(&one, better.clone(), now), "as it was");
    assert!(board.pairs(ALL_THERE, now).is_empty(), "too far from each other by now");
    assert_eq!(board.next_to_rate(now), Some(who(3)));
    board.rate(&other, better, now);
    assert_eq!((board.next_to_rate(now), board.pairs(ALL_THERE, now).len()), (None, 1));
}

#[test]
fn seeks_end_when_their_owners_said() {
    let mut board = board(2);
    meet(&mut board, 2, Moment(10));
    let (over, _) = board.expire(Moment(1 + 60 * 60_000));
    assert_eq!(over, [who(1)]);
    assert_eq!(board.len(), 1);
}
