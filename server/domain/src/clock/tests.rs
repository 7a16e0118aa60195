//! The clock, with invented times.

use super::*;
use Side::{First, Second};
use proptest::prelude::*;

const START: Moment = Moment(1_000_000);

/// Starts with the turn of the first side, after the grace of both.
fn start(clock: &mut Clock) {
    clock.begun = BySide { first: true, second: true };
    clock.start(First, START);
}

fn fischer(initial: u32, increment: u32) -> Clock {
    let setting = Fischer::new(initial, increment).expect("in range");
    let mut clock = Clock::new(ClockSetting::Fischer(setting));
    start(&mut clock);
    clock
}

fn at(millis: u64) -> Moment {
    START.after(millis)
}

#[track_caller]
fn check(clock: &Clock, now: Moment, first: u64, second: u64, running: Option<Side>) {
    let reading = clock.reading(now).expect("a clock");
    assert_eq!((reading.left.first, reading.left.second), (first, second));
    assert_eq!(reading.running, running);
}

#[test]
fn the_increment_is_earned_when_the_turn_passes() {
    let mut clock = fischer(60, 2);
    assert_eq!(clock.press(First, First, 0, at(10_000)), 10_000);
    check(&clock, at(10_000), 50_000, 60_000, Some(First));
    assert_eq!(clock.press(First, Second, 0, at(15_000)), 5_000);
    check(&clock, at(15_000), 47_000, 60_000, Some(Second));
    check(&clock, at(16_000), 47_000, 59_000, Some(Second));
}

#[test]
fn time_is_up_at_the_deadline_and_not_before() {
    let clock = fischer(60, 2);
    assert_eq!(clock.deadline(), Some(at(60_000)));
    assert_eq!(clock.expired(at(59_999)), None);
    assert_eq!(clock.expired(at(60_000)), Some(Expired::Time(First)));
    check(&clock, at(99_000), 0, 60_000, Some(First));
}

#[test]
fn clock_reports_who_it_runs_for_and_its_credits() {
    let mut clock = fischer(60, 0);
    assert_eq!((clock.runs_since(), clock.credit()), (Some((First, START)), 0));
    clock.set_credit(7);
    clock.stop(at(1_000));
    assert_eq!((clock.runs_since(), clock.credit()), (None, 7));
}

#[test]
fn credit_gives_back_no_more_than_was_used() {
    let mut clock = fischer(60, 0);
    assert_eq!(clock.give_back(5_000, at(3_000)), 3_000);
    check(&clock, at(3_000), 60_000, 60_000, Some(First));
    assert_eq!(clock.give_back(500, at(5_000)), 500);
    assert_eq!(clock.deadline(), Some(at(63_500)));
    assert_eq!(clock.press(First, Second, 0, at(6_000)), 2_500);
    assert_eq!(clock.reading(at(6_000)).map(|reading| reading.credit), Some(3_500));
}

#[test]
fn a_takeback_charges_the_side_whose_time_ran() {
    let mut clock = fischer(60, 0);
    clock.press(First, Second, 0, at(1_000));
    clock.switch(First, at(5_000));
    check(&clock, at(6_000), 58_000, 56_000, Some(First));
}

#[test]
fn stopped_clock_keeps_its_time() {
    let mut clock = fischer(60, 0);
    clock.stop(at(1_500));
    check(&clock, at(90_000), 58_500, 60_000, None);
    assert_eq!(clock.deadline(), None);
}

#[test]
fn restored_clock_continues_from_its_reading() {
    let mut clock = fischer(60, 1);
    clock.press(First, Second, 0, at(1_000));
    let mut again = Clock::new(clock.setting());
    start(&mut again);
    again.set(clock.reading(at(1_000)).expect("a clock"), at(1_000));
    assert_eq!(again, clock);
}

#[test]
fn without_a_clock_actions_are_still_measured() {
    let mut clock = Clock::new(ClockSetting::None);
    start(&mut clock);
    assert_eq!(clock.press(First, Second, 50, at(700)), 700);
    assert_eq!((clock.reading(at(800)), clock.deadline()), (None, None));
    assert_eq!(clock.give_back(50, at(800)), 50);
}

#[test]
fn network_time_is_credited_up_to_the_bank() {
    let mut clock = fischer(60, 0);
    assert_eq!(clock.press(First, Second, 400, at(1_000)), 600);
    check(&clock, at(1_000), 59_400, 60_000, Some(Second));
    assert_eq!(clock.press(Second, First, 400, at(1_300)), 0, "no more than it lasted");
    // 600 of the first second are left, and 100 have come.
    assert_eq!(clock.press(First, Second, 5_000, at(3_300)), 1_300);
    check(&clock, at(3_300), 58_100, 60_000, Some(Second));
    assert_eq!(clock.credit(), 400 + 300 + 700);
}

#[test]
fn action_played_in_time_arrives_in_time() {
    let mut clock = fischer(60, 0);
    clock.record_lag(First, 400);
    assert_eq!(clock.deadline(), Some(at(60_400)));
    assert_eq!(clock.expired(at(60_399)), None);
    // Less was measured since, but it had not fallen.
    assert_eq!(clock.press(First, Second, 100, at(60_399)), 59_999);
    check(&clock, at(60_399), 1, 60_000, Some(Second));
    clock.press(Second, First, 0, at(60_399));
    assert_eq!(clock.deadline(), Some(at(60_399 + 1 + 400)), "600 are left, and 100 have come");
}

#[test]
fn restored_period_costs_nothing_from_the_bank() {
    let mut clock = byoyomi(0, 30, 2);
    clock.press(First, Second, 300, at(20_000));
    assert_eq!((clock.credit(), clock.banks.first), (0, Bank::FULL));
    clock.press(Second, First, 0, at(20_000));
    // Without it a period would be gone.
    assert_eq!(clock.press(First, Second, 300, at(50_100)), 29_800);
    check(&clock, at(50_100), 60_000, 60_000, Some(Second));
    assert_eq!(clock.credit(), 300);
}

fn byoyomi(main: u32, period: u32, periods: u32) -> Clock {
    let setting = Byoyomi::new(main, period, periods).expect("in range");
    let mut clock = Clock::new(ClockSetting::Byoyomi(setting));
    start(&mut clock);
    clock
}

#[test]
fn a_turn_within_a_period_costs_nothing_and_a_longer_one_the_periods_it_lasts() {
    let mut clock = byoyomi(10, 30, 3);
    // Ten seconds of main time and 29.9 of the first period.
    clock.press(First, Second, 0, at(39_900));
    check(&clock, at(39_900), 90_000, 100_000, Some(Second));
    clock.press(Second, First, 0, at(40_900));
    check(&clock, at(40_900), 90_000, 99_000, Some(First));
    // Half a second into the second period: the first is gone.
    clock.press(First, Second, 0, at(71_400));
    check(&clock, at(71_400), 60_000, 99_000, Some(Second));
    clock.press(Second, First, 0, at(71_400));
    assert_eq!(clock.deadline(), Some(at(131_400)));
}

#[test]
fn a_period_is_whole_again_when_the_turn_passes_and_no_sooner() {
    let mut clock = byoyomi(0, 30, 1);
    clock.press(First, First, 0, at(20_000));
    check(&clock, at(20_000), 10_000, 30_000, Some(First));
    clock.press(First, Second, 0, at(29_999));
    check(&clock, at(29_999), 30_000, 30_000, Some(Second));
    assert_eq!(clock.expired(at(59_998)), None);
    assert_eq!(clock.expired(at(59_999)), Some(Expired::Time(Second)));
}

#[test]
fn a_takeback_leaves_the_other_a_whole_period() {
    let mut clock = byoyomi(0, 30, 2);
    clock.press(First, Second, 0, at(1_000));
    clock.switch(First, at(5_000));
    check(&clock, at(5_000), 60_000, 60_000, Some(First));
    clock.press(First, Second, 0, at(5_000));
    clock.switch(First, at(35_001));
    check(&clock, at(35_001), 60_000, 30_000, Some(First));
}

#[test]
fn takeback_restores_the_period_of_the_mover() {
    let mut clock = byoyomi(0, 30, 2);
    clock.press(First, Second, 0, at(1_000));
    clock.press(Second, First, 0, at(2_000));
    // Ten seconds into its turn, the first side takes back its move before.
    clock.switch(First, at(12_000));
    check(&clock, at(12_000), 60_000, 60_000, Some(First));
    // A period that was used up stays used up.
    clock.switch(First, at(47_000));
    check(&clock, at(47_000), 30_000, 60_000, Some(First));
    // Main time is no period.
    let mut clock = byoyomi(60, 30, 1);
    clock.press(First, Second, 0, at(1_000));
    clock.press(Second, First, 0, at(2_000));
    clock.switch(First, at(12_000));
    check(&clock, at(12_000), 79_000, 89_000, Some(First));
}

/// A clock of a minute with nothing played yet.
fn fresh() -> Clock {
    let setting = Fischer::new(60, 2).expect("in range");
    let mut clock = Clock::new(ClockSetting::Fischer(setting));
    clock.start(First, START);
    clock
}

#[track_caller]
fn check_grace(clock: &Clock, now: Moment, side: Side, left: u64) {
    let reading = clock.reading(now).expect("a clock");
    assert_eq!((reading.grace, reading.running), (Some(Grace { side, left }), None));
    assert_eq!((reading.left.first, reading.left.second), (60_000, 60_000));
}

#[test]
fn a_first_action_costs_nothing_and_brings_nothing_back() {
    let mut clock = fresh();
    check_grace(&clock, at(12_000), First, 18_000);
    assert_eq!(clock.press(First, Second, 300, at(12_000)), 12_000);
    check_grace(&clock, at(12_000), Second, 30_000);
    assert_eq!(clock.press(Second, First, 300, at(20_000)), 8_000);
    check(&clock, at(21_000), 59_000, 60_000, Some(First));
    clock.press(First, Second, 0, at(21_000));
    check(&clock, at(22_000), 61_000, 59_000, Some(Second));
    assert_eq!(clock.credit(), 0);
}

#[test]
fn a_grace_is_for_one_action_and_not_for_a_turn() {
    let mut clock = fresh();
    clock.press(First, First, 0, at(5_000));
    check(&clock, at(6_000), 59_000, 60_000, Some(First));
    // This turn was paid for, so it earns as much as any turn.
    clock.press(First, Second, 0, at(6_000));
    let reading = clock.reading(at(6_000)).expect("a clock");
    assert_eq!(reading.left.first, 61_000);
    assert_eq!(reading.grace, Some(Grace { side: Second, left: 30_000 }));
}

#[test]
fn a_grace_comes_to_an_end_but_no_flag_falls_with_it() {
    let mut clock = fresh();
    assert_eq!(clock.deadline(), Some(at(30_000)));
    assert_eq!(clock.expired(at(29_999)), None);
    assert_eq!(clock.expired(at(30_000)), Some(Expired::Grace));
    check_grace(&clock, at(99_000), First, 0);
    clock.press(First, Second, 0, at(29_000));
    assert_eq!(clock.expired(at(59_000)), Some(Expired::Grace));
    clock.stop(at(59_000));
    check(&clock, at(99_000), 60_000, 60_000, None);
}

#[test]
fn downtime_is_credited_to_a_grace() {
    let mut clock = fresh();
    assert_eq!(clock.give_back(15_000, at(20_000)), 15_000);
    check_grace(&clock, at(20_000), First, 25_000);
    assert_eq!(clock.deadline(), Some(at(45_000)));
    assert_eq!(clock.give_back(9_000, at(21_000)), 6_000, "no more than it lasted");
}

#[test]
fn a_takeback_of_the_first_action_brings_no_second_grace() {
    let mut clock = fresh();
    clock.press(First, Second, 0, at(1_000));
    clock.switch(First, at(9_000));
    check(&clock, at(10_000), 59_000, 60_000, Some(First));
    // The other has not acted yet, and has all of its grace.
    clock.press(First, Second, 0, at(10_000));
    let reading = clock.reading(at(10_000)).expect("a clock");
    assert_eq!(reading.grace, Some(Grace { side: Second, left: 30_000 }));
}

#[test]
fn grace_continues_from_its_reading() {
    let clock = fresh();
    let mut again = Clock::new(clock.setting());
    again.set(clock.reading(at(10_000)).expect("a clock"), at(10_000));
    assert_eq!(again.reading(at(15_000)), clock.reading(at(15_000)));
    assert_eq!(again.deadline(), clock.deadline());
}

#[test]
fn without_a_clock_there_is_no_grace_to_end() {
    let mut clock = Clock::new(ClockSetting::None);
    clock.start(First, START);
    assert_eq!((clock.deadline(), clock.expired(at(900_000))), (None, None));
    assert_eq!(clock.press(First, Second, 0, at(900_000)), 900_000);
}

#[test]
fn by_days_every_turn_begins_with_all_of_them() {
    let setting = Correspondence::new(3).expect("in range");
    let mut clock = Clock::new(ClockSetting::Correspondence(setting));
    clock.start(First, START);
    // The first turn of each is a grace as long as a turn.
    assert_eq!(clock.expired(at(3 * DAY - 1)), None);
    assert_eq!(clock.expired(at(3 * DAY)), Some(Expired::Grace));
    clock.press(First, Second, 0, at(2 * DAY));
    clock.press(Second, First, 0, at(4 * DAY));
    check(&clock, at(5 * DAY), 2 * DAY, 3 * DAY, Some(First));
    // The network's time is small against it, and a turn of several actions has its days once.
    assert_eq!(clock.press(First, First, 900, at(5 * DAY)), DAY - 900);
    check(&clock, at(5 * DAY), 2 * DAY + 900, 3 * DAY, Some(First));
    clock.press(First, Second, 0, at(6 * DAY));
    check(&clock, at(6 * DAY), 3 * DAY, 3 * DAY, Some(Second));
    clock.switch(First, at(8 * DAY));
    check(&clock, at(8 * DAY), 3 * DAY, 3 * DAY, Some(First));
    assert_eq!(clock.expired(at(11 * DAY - 1)), None);
    assert_eq!(clock.expired(at(11 * DAY)), Some(Expired::Time(First)));
}

const DAY: u64 = 86_400_000;

/// A clock by days, in which both have had their grace.
fn by_days(days: u32) -> Clock {
    let setting = Correspondence::new(days).expect("in range");
    let mut clock = Clock::new(ClockSetting::Correspondence(setting));
    start(&mut clock);
    clock
}

#[test]
fn clock_stops_on_vacation_and_continues_by_itself() {
    let mut clock = by_days(3);
    clock.set_vacation(First, Some(at(11 * DAY)), at(DAY));
    check(&clock, at(5 * DAY), 2 * DAY, 3 * DAY, Some(First));
    let reading = clock.reading(at(5 * DAY)).expect("a clock");
    assert!(reading.stands_still());
    assert_eq!((reading.vacation.first, reading.vacation.second), (Some(at(11 * DAY)), None));
    assert_eq!(clock.deadline(), Some(at(13 * DAY)));
    let reading = clock.reading(at(11 * DAY)).expect("a clock");
    assert!(!reading.stands_still(), "it is over without anybody noting it");
    check(&clock, at(12 * DAY), DAY, 3 * DAY, Some(First));
    assert_eq!(clock.expired(at(13 * DAY - 1)), None);
    assert_eq!(clock.expired(at(13 * DAY)), Some(Expired::Time(First)));
    assert_eq!(clock.press(First, Second, 0, at(12 * DAY)), 2 * DAY, "what it took without it");
}

#[test]
fn a_vacation_that_is_ended_early_charges_nothing_of_it() {
    let mut clock = by_days(3);
    clock.set_vacation(First, Some(at(30 * DAY)), at(DAY));
    clock.set_vacation(First, None, at(4 * DAY));
    check(&clock, at(5 * DAY), DAY, 3 * DAY, Some(First));
    // Another in the same turn.
    clock.set_vacation(First, Some(at(20 * DAY)), at(5 * DAY));
    clock.set_vacation(First, None, at(7 * DAY));
    assert_eq!(clock.deadline(), Some(at(8 * DAY)));
}

#[test]
fn opponents_clock_runs_and_a_turn_begins_stopped() {
    let mut clock = by_days(3);
    clock.set_vacation(Second, Some(at(10 * DAY)), at(DAY));
    check(&clock, at(2 * DAY), DAY, 3 * DAY, Some(First));
    assert_eq!(clock.expired(at(3 * DAY)), Some(Expired::Time(First)));
    clock.press(First, Second, 0, at(2 * DAY));
    check(&clock, at(9 * DAY), 3 * DAY, 3 * DAY, Some(Second));
    // A side that acts on vacation passes the turn, and stays on vacation.
    assert_eq!(clock.press(Second, First, 0, at(9 * DAY)), 0);
    clock.press(First, Second, 0, at(9 * DAY));
    assert_eq!(clock.deadline(), Some(at(13 * DAY)));
    let mut again = clock;
    again.set(clock.reading(at(9 * DAY)).expect("a clock"), at(9 * DAY));
    assert_eq!(again, clock, "as it is restored");
}

#[test]
fn a_grace_stands_still_on_vacation_too() {
    let mut clock = Clock::new(by_days(2).setting());
    clock.start(First, START);
    clock.set_vacation(First, Some(at(9 * DAY)), at(DAY));
    assert_eq!(clock.expired(at(10 * DAY - 1)), None);
    assert_eq!(clock.expired(at(10 * DAY)), Some(Expired::Grace));
}

#[test]
fn only_time_that_ran_is_credited() {
    let mut clock = by_days(3);
    clock.set_vacation(First, Some(at(4 * DAY)), at(DAY));
    assert_eq!(clock.give_back(2 * DAY, at(3 * DAY)), 0, "it stood still");
    assert_eq!(clock.give_back(2 * DAY, at(5 * DAY)), DAY, "it was over by then");
    check(&clock, at(5 * DAY), 2 * DAY, 3 * DAY, Some(First));
    // A machine's clock that is set back does not hold it up for longer than the vacation.
    clock.set_vacation(First, Some(at(8 * DAY)), at(5 * DAY));
    clock.clamp_start(at(0));
    assert_eq!(clock.deadline(), Some(at(10 * DAY)));
}

/// The event after some hours in the property below.
#[derive(Debug, Clone, Copy)]
enum Step {
    Press,
    Vacation(Side, Option<u64>),
    Pause(u64),
    Resume,
    Credit(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let side = prop_oneof![Just(First), Just(Second)];
    prop_oneof![
        Just(Step::Press),
        (side, prop::option::of(1..200_u64)).prop_map(|(side, hours)| Step::Vacation(side, hours)),
        (1..200_u64).prop_map(Step::Pause),
        Just(Step::Resume),
        (1..50_u64).prop_map(Step::Credit),
    ]
}

proptest! {
    /// A clock that is charged hour by hour, and not at all on vacation or in a pause, shows the same.
    #[test]
    fn no_vacation_or_pause_is_ever_charged(steps in prop::collection::vec((0..60_u64, step()), 1..60)) {
        const HOUR: u64 = 3_600_000;
        let mut clock = by_days(14);
        let (mut now, mut turn) = (0, First);
        // Of the turn: how much has been charged, and how much of the end of it in a row.
        let (mut charged, mut in_a_row) = (0, 0);
        let mut until = BySide { first: 0, second: 0 };
        let mut paused = 0;
        for (wait, step) in steps {
            for _ in 0..wait {
                let stands = now < until[turn].max(paused);
                charged += u64::from(!stands);
                in_a_row = if stands { 0 } else { in_a_row + 1 };
                now += 1;
            }
            let moment = at(now * HOUR);
            let left = (14 * 24_u64).saturating_sub(charged);
            let reading = clock.reading(moment).expect("a clock");
            prop_assert_eq!(reading.left[turn], left * HOUR);
            prop_assert_eq!(reading.left[turn.other()], 14 * DAY);
            prop_assert_eq!(clock.expired(moment).is_some(), left == 0);
            if left == 0 {
                break;
            }
            let runs_at = until[turn].max(paused).max(now);
            prop_assert_eq!(reading.stands_still(), runs_at > now);
            prop_assert_eq!(clock.deadline(), Some(at((runs_at + left) * HOUR)));
            match step {
                Step::Press => {
                    let took = clock.press(turn, turn.other(), 0, moment);
                    prop_assert_eq!(took, charged * HOUR);
                    (charged, in_a_row, turn) = (0, 0, turn.other());
                }
                Step::Vacation(side, hours) => {
                    let end = hours.map(|hours| now + hours);
                    clock.set_vacation(side, end.map(|end| at(end * HOUR)), moment);
                    until[side] = end.unwrap_or(0);
                    if side == turn {
                        in_a_row = 0;
                    }
                }
                Step::Pause(hours) => {
                    clock.pause(at((now + hours) * HOUR), moment);
                    (paused, in_a_row) = (now + hours, 0);
                }
                Step::Resume if paused == 0 => clock.resume(moment),
                Step::Resume => {
                    clock.resume(moment);
                    prop_assert_eq!(clock.counts_from(START), at(paused.min(now) * HOUR));
                    (paused, in_a_row) = (0, 0);
                }
                Step::Credit(hours) => {
                    let credited = clock.give_back(hours * HOUR, moment);
                    prop_assert_eq!(credited, hours.min(in_a_row) * HOUR);
                    (charged, in_a_row) = (charged - credited / HOUR, in_a_row - credited / HOUR);
                }
            }
        }
    }
}
