//! Effects of time: flags, periods, graces and credit.

use super::*;
use crate::clock::{Byoyomi, Correspondence};
use crate::text::CreditCause;

#[test]
fn action_is_reported_with_its_effects() {
    let mut table = Table::fischer(60, 2);
    let events = table.wait(1_500).play(1, "b1b2").expect("legal");
    let [Event::Moved(moved)] = events.as_slice() else { panic!("one move: {events:?}") };
    assert_eq!((moved.ply, moved.by, moved.time), (2, First, 1_500));
    assert_eq!(moved.position, "1wwww/w4/5/bb3/2bbb w -");
    assert_eq!(moved.turn, Some(Second));
    let clock = moved.clock.expect("a clock");
    assert_eq!(
        (clock.left.first, clock.left.second, clock.running),
        (60_500, 60_000, Some(Second))
    );
    table.wait(700).play(2, "b5b4").expect("legal");
    assert_eq!(seen(&table.game, table.now).times, [0, 0, 1_500, 700]);
    table.check_restores();
}

#[test]
fn a_flag_falls_for_the_opponent() {
    let mut table = Table::fischer(60, 0);
    table.wait(20_000).play(1, "b1b2").expect("legal");
    assert_eq!(table.game.due(), Some(table.now.after(60_000)));
    table.wait(59_999);
    assert_eq!(table.game.decide_due(table.now), None);
    table.wait(1);
    let event = table.game.decide_due(table.now).expect("the time is up");
    table.evolve(event);
    table.check_ended(Some(MatchResult::Won(First)), EndReason::Timeout);
    assert_eq!(table.game.due(), None);
}

#[test]
fn with_byoyomi_a_flag_falls_at_the_end_of_the_last_period() {
    let setting = Byoyomi::new(10, 30, 2).expect("in range");
    let mut table = Table::begun(ClockSetting::Byoyomi(setting));
    // Main time, one period, and the second but for a millisecond, which is whole again after.
    table.wait(69_999).play(1, "b1b2").expect("legal");
    table.check_restores();
    table.play(2, "b5b4").expect("legal");
    assert_eq!(table.game.due(), Some(table.now.after(30_000)));
    table.check_restores();
    table.wait(30_000);
    let event = table.game.decide_due(table.now).expect("the time is up");
    table.evolve(event);
    table.check_ended(Some(MatchResult::Won(Second)), EndReason::Timeout);
}

#[test]
fn network_time_is_credited_once_also_after_a_restart() {
    let mut table = Table::fischer(60, 0);
    let slow = |ply, action: &str| Command::Play { ply, action: action.to_owned(), lag: 900 };
    let clock = |events: Vec<Event>| match events.into_iter().next() {
        Some(Event::Moved(moved)) => (moved.time, moved.clock.expect("a clock")),
        other => panic!("{other:?}"),
    };
    let (time, times) = clock(table.wait(2_000).command(1, &slow(2, "b1b2")).expect("legal"));
    assert_eq!((time, times.left.first, times.credit), (1_100, 58_900, 900));
    table.play(2, "b5b4").expect("legal");
    table.check_restores();
    // A hundred that were left, and another that came with the turn.
    let mut restored =
        Match::restore(table.game.id(), table.events.clone(), table.now).expect("whole");
    let events = restored.decide(&player(1), &slow(4, "c1c2"), table.now.after(2_000));
    let (time, times) = clock(events.expect("legal"));
    assert_eq!((time, times.left.first, times.credit), (1_800, 57_100, 1_100));
}

#[test]
fn a_match_that_ends_before_its_beginning_is_stored_as_one_that_took_no_time() {
    let mut table = Table::fischer(60, 0);
    // The server is started again on a machine whose clock has been set back.
    table.now = Moment(T0 - 5_000);
    table.command(1, &Command::Resign).expect("it is live");
    table.check_ended(Some(MatchResult::Won(Second)), EndReason::Resignation);
    let stored = table.game.finished(Vec::new()).expect("it is over");
    assert_eq!((stored.summary.started_at, stored.summary.ended_at), (Moment(T0), Moment(T0)));
}

#[test]
fn time_is_credited_to_the_running_clock() {
    let mut table = Table::fischer(60, 0);
    table.wait(10_000).play(1, "b1b2").expect("legal");
    table.wait(30_000);
    let event = table.game.decide_credit(25_000, CreditCause::Downtime, table.now);
    let Some(Event::Credited { clock, credit: 25_000, .. }) = event.clone() else {
        panic!("{event:?}")
    };
    assert_eq!((clock.left.first, clock.left.second, clock.credit), (50_000, 55_000, 25_000));
    table.evolve(event.expect("credited"));
    assert_eq!(table.game.due(), Some(table.now.after(55_000)));
    let Some(Event::Moved(moved)) = table.play(2, "b5b4").expect("legal").pop() else {
        panic!("a move")
    };
    assert_eq!((moved.time, moved.clock.map(|clock| clock.left.second)), (5_000, Some(55_000)));
    table.check_restores();

    let credit = |span, now| table.game.decide_credit(span, CreditCause::Downtime, now);
    assert_eq!(credit(25_000, table.now), None, "no time has run since the action");
    assert_eq!(credit(0, table.now.after(1_000)), None);

    let idle = Table::open(ClockSetting::None, None);
    assert_eq!(idle.game.decide_credit(1_000, CreditCause::Downtime, Moment(T0 + 5_000)), None);
}

#[test]
fn a_month_of_thinking_is_noted_as_24_days() {
    for (time, noted) in [(5, 5), (1 << 31, (1 << 31) - 1), (u64::MAX, (1 << 31) - 1)] {
        for side in Side::ALL {
            let act = super::super::state::Act::new(side, time);
            assert_eq!((act.by(), act.time()), (side, noted));
        }
    }
}

#[test]
fn archived_match_has_no_clock_times() {
    let mut table = Table::fischer(60, 0);
    table.game.apply(&player(1), &Command::Resign, table.now).expect("a player may");
    let finished = table.game.finished(Vec::new()).expect("it is over");
    assert!(seen(&table.game, table.now).clock.is_some());
    let archived = Match::from_archive(&finished, table.now).expect("it replays");
    let clock = seen(&archived, table.now);
    assert_eq!((clock.clock, clock.setting), (None, seen(&table.game, table.now).setting));
}

#[test]
fn clock_runs_on_though_system_clock_was_set_back() {
    let table = Table::fischer(60, 0);
    let hour_before = Moment(T0 - 3_600_000);
    let restored = Match::restore(table.game.id(), table.events.clone(), hour_before);
    let restored = restored.expect("the journal is whole");
    let left = |now| seen(&restored, now).clock;
    assert_eq!(left(hour_before), seen(&table.game, Moment(T0)).clock);
    assert_eq!(left(hour_before.after(9_000)), seen(&table.game, Moment(T0 + 9_000)).clock);
}

/// The side and the rest of its grace, in seconds.
#[track_caller]
fn check_grace(table: &Table, side: Side, seconds: u64) {
    let times = seen(&table.game, table.now).clock.expect("a clock");
    let grace = times.grace.expect("a grace");
    assert_eq!((grace.side, grace.left, times.running), (side, seconds * 1_000, None));
    assert_eq!(table.game.due(), Some(table.now.after(seconds * 1_000)));
    table.check_restores();
}

#[test]
fn a_match_begins_when_both_have_acted() {
    let mut table = Table::live(fischer(60, 2));
    check_grace(&table, First, 30);
    table.wait(10_000);
    check_grace(&table, First, 20);
    table.play(1, "a1a2").expect("legal");
    check_grace(&table, Second, 30);
    table.wait(29_000).play(2, "a5a4").expect("legal");
    let times = seen(&table.game, table.now).clock.expect("a clock");
    assert_eq!((times.left.first, times.left.second, times.running), (60_000, 60_000, Some(First)));
    assert_eq!((times.grace, times.credit), (None, 0));
    assert_eq!(seen(&table.game, table.now).times, [10_000, 29_000]);
    table.check_restores();
}

#[test]
fn a_match_in_which_a_side_does_not_begin_is_aborted() {
    for absent in [1, 2] {
        let mut table = Table::paired(fischer(60, 2));
        if absent == 2 {
            table.play(1, "a1a2").expect("legal");
        }
        table.wait(29_999);
        assert_eq!(table.game.decide_due(table.now), None);
        table.wait(1);
        let event = table.game.decide_due(table.now).expect("the grace is up");
        table.evolve(event);
        table.check_ended(None, EndReason::NoStart);
        let times = seen(&table.game, table.now).clock.expect("a clock");
        assert_eq!((times.left.first, times.left.second, times.grace), (60_000, 60_000, None));
        assert!(table.game.rematched(table.now).is_some(), "they can try again");
    }
    let untimed = Table::live(ClockSetting::None);
    assert_eq!(untimed.game.due(), None, "nobody has to hurry");
}

#[test]
fn within_a_grace_people_may_give_up_or_abort() {
    for (command, result, reason) in [
        (Command::Resign, Some(MatchResult::Won(First)), EndReason::Resignation),
        (Command::Abort, None, EndReason::Aborted),
    ] {
        let mut table = Table::paired(fischer(60, 0));
        table.play(1, "a1a2").expect("legal");
        table.wait(5_000).command(2, &command).expect("allowed");
        table.check_ended(result, reason);
    }
}

#[test]
fn grace_is_credited_the_downtime() {
    let mut table = Table::live(fischer(60, 0));
    table.wait(25_000);
    let event = table.game.decide_credit(20_000, CreditCause::Downtime, table.now);
    let Some(Event::Credited { clock, credit: 20_000, .. }) = event.clone() else {
        panic!("{event:?}")
    };
    assert_eq!(clock.grace.map(|grace| grace.left), Some(25_000));
    table.evolve(event.expect("credited"));
    check_grace(&table, First, 25);
    table.play(1, "a1a2").expect("legal");
    check_grace(&table, Second, 30);
}

#[test]
fn a_takeback_of_the_first_action_brings_no_second_grace() {
    let mut table = Table::live(fischer(60, 0));
    table.play(1, "a1a2").expect("legal");
    table.offer(1, Offer::Takeback, Answer::Offer).expect("allowed");
    table.wait(9_000).offer(2, Offer::Takeback, Answer::Accept).expect("allowed");
    let times = seen(&table.game, table.now).clock.expect("a clock");
    assert_eq!((times.running, times.grace, times.left.second), (Some(First), None, 60_000));
    table.check_restores();
    table.wait(1_000).play(1, "b1b2").expect("legal");
    check_grace(&table, Second, 30);
    assert_eq!(seen(&table.game, table.now).clock.map(|times| times.left.first), Some(59_000));
}

#[test]
fn a_rematch_begins_as_every_match_does() {
    let mut table = Table::fischer(60, 0);
    table.command(1, &Command::Resign).expect("allowed");
    let (next, [_, joined]) = table.game.rematched(table.now).expect("both are there");
    let Event::Joined { clock: Some(times), .. } = joined else { panic!("{joined:?}") };
    assert_eq!(times.grace.map(|grace| (grace.side, grace.left)), Some((First, 30_000)));
    assert_eq!(next.due(), Some(table.now.after(30_000)));
}

#[test]
fn by_days_only_the_days_of_a_turn_end_a_game() {
    const DAY: u64 = 86_400_000;
    let setting = ClockSetting::Correspondence(Correspondence::new(2).expect("in range"));
    let mut open = Table::open(setting, None);
    open.game.presence_mut().go(Some(First), open.now);
    assert_eq!(
        open.game.due(),
        Some(open.now.after(CORRESPONDENCE_RETENTION)),
        "nobody waits at it"
    );

    let mut table = Table::begun(setting);
    for side in Side::ALL {
        table.game.presence_mut().go(Some(side), table.now);
    }
    table.wait(DAY).check_refused(2, &Command::Claim, Code::NotAllowed);
    assert_eq!(table.game.decide_due(table.now), None);
    assert!(table.game.quiet_at().is_some_and(|quiet| quiet <= table.now));
    table.play(1, "b1b2").expect("legal");
    table.check_restores();
    assert_eq!(table.game.due(), Some(table.now.after(2 * DAY)));
    table.wait(2 * DAY);
    let event = table.game.decide_due(table.now).expect("the days are over");
    table.evolve(event);
    table.check_ended(Some(MatchResult::Won(First)), EndReason::Timeout);
}

#[test]
fn correspondence_game_without_first_action_is_aborted() {
    let setting = ClockSetting::Correspondence(Correspondence::new(1).expect("in range"));
    let mut table = Table::open(setting, None);
    let (_, joined) = table.game.decide_join(&player(2), table.now).expect("a free seat");
    table.evolve(joined.expect("news"));
    table.wait(86_400_000);
    let event = table.game.decide_due(table.now).expect("the grace is over");
    table.evolve(event);
    assert_eq!(table.game.ending(), Some(Ending::NOT_BEGUN));
}
