//! Matches without a clock, or by days, that both players have agreed to pause.

use super::*;
use crate::clock::{Byoyomi, Correspondence};

const DAY: u64 = 86_400_000;

fn by_days(days: u32) -> ClockSetting {
    ClockSetting::Correspondence(Correspondence::new(days).expect("in range"))
}

impl Table {
    /// Pauses by agreement; returns until when.
    #[track_caller]
    fn pause(&mut self) -> Moment {
        self.offer(1, Offer::Pause, Answer::Offer).expect("allowed");
        let events = self.offer(2, Offer::Pause, Answer::Accept).expect("allowed");
        let [Event::Paused { until, .. }] = &events[..] else { panic!("{events:?}") };
        assert_eq!(*until, self.now.after(PAUSE));
        assert_eq!(self.game.paused(self.now), Some(*until));
        assert_eq!(self.game.offers().by(Offer::Pause), None);
        self.check_restores();
        *until
    }

    #[track_caller]
    fn pass(&mut self) -> Event {
        let event = self.game.decide_due(self.now).expect("something is due");
        self.evolve(event.clone());
        self.check_restores();
        event
    }
}

#[test]
fn no_flag_falls_in_a_pause_and_time_runs_from_its_end() {
    let mut table = Table::begun(by_days(2));
    table.wait(DAY);
    let until = table.pause();
    let clock = seen(&table.game, table.now).clock.expect("a clock");
    assert!(clock.stands_still());
    assert_eq!(table.game.turn_ends_at(), Some(until.after(DAY)));
    assert_eq!(table.game.due(), Some(until), "the end of it is noted");
    table.wait(PAUSE - 1);
    assert_eq!(table.game.decide_due(table.now), None);
    table.wait(1);
    let Event::Resumed { by: None, clock: Some(clock) } = table.pass() else {
        panic!("it is over")
    };
    assert_eq!((clock.left.first, clock.running, clock.stands_still()), (DAY, Some(First), false));
    table.check_refused(1, &Command::Resume, Code::NotAllowed);
    table.wait(DAY - 1);
    assert_eq!(table.game.decide_due(table.now), None);
    table.wait(1).pass();
    table.check_ended(Some(MatchResult::Won(Second)), EndReason::Timeout);
}

#[test]
fn a_server_that_was_away_at_the_end_of_a_pause_charges_the_time_since() {
    let mut table = Table::begun(by_days(2));
    table.pause();
    table.wait(PAUSE + DAY);
    let Event::Resumed { clock: Some(clock), .. } = table.pass() else { panic!("it is over") };
    assert_eq!(clock.left.first, DAY);
    table.wait(DAY).pass();
    table.check_ended(Some(MatchResult::Won(Second)), EndReason::Timeout);
}

#[test]
fn only_players_end_a_pause() {
    for who in [1, 2] {
        let mut table = Table::begun(by_days(2));
        table.check_refused(who, &Command::Resume, Code::NotAllowed);
        table.pause();
        table.wait(9 * DAY);
        table.check_refused(3, &Command::Resume, Code::NotSeated);
        let events = table.command(who, &Command::Resume).expect("allowed");
        let [Event::Resumed { by, clock: Some(clock) }] = &events[..] else { panic!("{events:?}") };
        assert_eq!((*by, clock.stands_still()), (table.game.seat_of(player(who).id), false));
        assert_eq!(table.game.turn_ends_at(), Some(table.now.after(2 * DAY)));
        table.check_restores();
        table.wait(DAY).pause();
    }
}

#[test]
fn an_action_ends_a_pause_and_is_charged_nothing_of_it() {
    for setting in [ClockSetting::None, by_days(2)] {
        let mut table = Table::begun(setting);
        table.wait(5_000).pause();
        table.wait(3 * DAY).play(1, "b1b2").expect("legal");
        assert_eq!(seen(&table.game, table.now).times.last(), Some(&5_000));
        assert_eq!(table.game.paused(table.now), None);
        table.check_restores();
        table.wait(1_000).play(2, "b5b4").expect("legal");
        assert_eq!(seen(&table.game, table.now).times.last(), Some(&1_000));
        table.check_restores();
    }
}

#[test]
fn the_clock_stands_while_a_pause_or_a_vacation_lasts() {
    let mut table = Table::begun(by_days(2));
    let begun = table.now;
    let away = table.game.decide_vacation(First, Some(begun.after(40 * DAY)), begun);
    table.evolve(away.expect("it begins"));
    table.pause();
    assert_eq!(table.game.turn_ends_at(), Some(begun.after(42 * DAY)));
    table.wait(30 * DAY);
    assert!(matches!(table.pass(), Event::Resumed { by: None, .. }));
    assert_eq!(table.game.turn_ends_at(), Some(begun.after(42 * DAY)));
    table.wait(DAY).pause();
    table.wait(9 * DAY);
    assert!(matches!(table.pass(), Event::Vacation { until: None, .. }));
    assert_eq!(table.game.turn_ends_at(), Some(begun.after((31 + 30 + 2) * DAY)));
}

#[test]
fn absence_in_a_pause_neither_loses_nor_leaves_the_match() {
    let mut table = Table::begun(ClockSetting::None);
    table.game.presence_mut().go(Some(Second), table.now);
    table.wait(CLAIM_AFTER);
    let until = table.pause();
    table.check_refused(1, &Command::Claim, Code::NotAllowed);
    table.game.presence_mut().go(Some(First), table.now);
    table.wait(PAUSE - 1);
    assert_eq!(table.game.decide_due(table.now), None, "deserted, but paused");
    table.wait(1);
    assert!(matches!(table.pass(), Event::Resumed { by: None, .. }));
    table.check_refused(1, &Command::Claim, Code::NotAllowed);
    assert_eq!(table.game.due(), Some(until.after(UNCLOCKED_RETENTION)), "from then on it counts");
    table.wait(CLAIM_AFTER);
    table.command(1, &Command::Claim).expect("away for long enough since");
}

#[test]
fn a_paused_match_can_be_talked_in_and_ended() {
    let mut table = Table::begun(ClockSetting::None);
    table.pause();
    table.command(1, &Command::Chat("bon voyage".to_owned())).expect("allowed");
    table.check_refused(1, &Command::Offer(Offer::Pause, Answer::Offer), Code::NotAllowed);
    table.command(2, &Command::Resign).expect("allowed");
    assert_eq!((table.game.paused(table.now), table.game.due()), (None, None));
    table.check_refused(1, &Command::Resume, Code::Over);
    let mut table = Table::begun(by_days(1));
    table.pause();
    table.offer(2, Offer::Draw, Answer::Offer).expect("allowed");
    table.offer(1, Offer::Draw, Answer::Accept).expect("allowed");
    table.check_ended(Some(MatchResult::Draw), EndReason::Agreement);
}

#[test]
fn an_offer_of_a_pause_is_answered_as_any_other() {
    let mut table = Table::begun(by_days(2));
    table.check_refused(3, &Command::Offer(Offer::Pause, Answer::Offer), Code::NotSeated);
    table.check_refused(2, &Command::Offer(Offer::Pause, Answer::Accept), Code::NotAllowed);
    table.offer(2, Offer::Pause, Answer::Offer).expect("allowed");
    table.check_refused(2, &Command::Offer(Offer::Pause, Answer::Accept), Code::NotAllowed);
    table.offer(1, Offer::Pause, Answer::Decline).expect("allowed");
    table.offer(2, Offer::Pause, Answer::Offer).expect("allowed");
    table.offer(2, Offer::Pause, Answer::Withdraw).expect("allowed");
    table.offer(2, Offer::Pause, Answer::Offer).expect("allowed");
    table.play(1, "b1b2").expect("legal");
    assert_eq!(table.game.offers().by(Offer::Pause), None, "declined by acting");
    for _ in 3..MAX_OFFERS {
        table.offer(2, Offer::Pause, Answer::Offer).expect("allowed");
        table.offer(2, Offer::Pause, Answer::Withdraw).expect("allowed");
    }
    table.check_refused(2, &Command::Offer(Offer::Pause, Answer::Offer), Code::TooMuch);
}

#[test]
fn no_live_clock_and_no_computer_player_is_paused() {
    let offer = Command::Offer(Offer::Pause, Answer::Offer);
    let byoyomi = ClockSetting::Byoyomi(Byoyomi::new(600, 30, 3).expect("in range"));
    for setting in [fischer(600, 5), byoyomi] {
        Table::begun(setting).check_refused(1, &offer, Code::NotAllowed);
    }
    Table::open(ClockSetting::None, None).check_refused(1, &offer, Code::NotAllowed);
    let mut against_computer = Table::begun(ClockSetting::None);
    let computer = crate::computer_players::id_of(1).expect("a level");
    against_computer.game.seats[Second] = Some(Player::new(computer, "Sparrow", false));
    against_computer.check_refused(1, &offer, Code::NotAllowed);
}
