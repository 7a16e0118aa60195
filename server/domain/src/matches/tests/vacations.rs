//! Correspondence matches whose players are on vacation.

use super::*;
use crate::clock::Correspondence;

const DAY: u64 = 86_400_000;

fn by_days(days: u32) -> ClockSetting {
    ClockSetting::Correspondence(Correspondence::new(days).expect("in range"))
}

impl Table {
    /// Brings the match in line with a vacation that lasts `days` from now on, or with its end.
    #[track_caller]
    fn vacation(&mut self, side: Side, days: Option<u64>) -> bool {
        let until = days.map(|days| self.now.after(days * DAY));
        let event = self.game.decide_vacation(side, until, self.now);
        let is_news = event.is_some();
        if let Some(event) = event {
            self.evolve(event);
        }
        self.check_restores();
        is_news
    }

    fn due(&mut self) -> Event {
        let event = self.game.decide_due(self.now).expect("something is due");
        self.evolve(event.clone());
        self.check_restores();
        event
    }
}

#[test]
fn on_vacation_no_flag_falls_until_it_is_over() {
    let mut table = Table::begun(by_days(2));
    let begun = table.wait(DAY).now;
    assert!(table.vacation(First, Some(10)));
    assert_eq!(table.game.decide_vacation(First, Some(begun.after(10 * DAY)), begun), None);
    assert_eq!(table.game.decide_vacation(Second, Some(begun), begun), None, "it is over");
    assert_eq!(table.game.turn_ends_at(), Some(begun.after(11 * DAY)));
    assert_eq!(table.game.due(), Some(begun.after(10 * DAY)), "the end of it is noted");
    table.wait(10 * DAY - 1);
    assert_eq!(table.game.decide_due(table.now), None);
    table.wait(1);
    let Event::Vacation { by: First, until: None, clock: Some(clock) } = table.due() else {
        panic!("the vacation is over");
    };
    assert_eq!((clock.left.first, clock.running, clock.stands_still()), (DAY, Some(First), false));
    table.wait(DAY - 1);
    assert_eq!(table.game.decide_due(table.now), None);
    table.wait(1).due();
    table.check_ended(Some(MatchResult::Won(Second)), EndReason::Timeout);
}

#[test]
fn a_server_that_was_away_at_the_end_of_a_vacation_charges_the_time_since() {
    let mut table = Table::begun(by_days(2));
    table.vacation(First, Some(10));
    table.wait(11 * DAY);
    let Event::Vacation { clock: Some(clock), .. } = table.due() else { panic!("it is over") };
    assert_eq!(clock.left.first, DAY);
    table.wait(DAY).due();
    table.check_ended(Some(MatchResult::Won(Second)), EndReason::Timeout);
}

#[test]
fn player_who_acts_on_vacation_stays_on_vacation() {
    let mut table = Table::begun(by_days(2));
    table.vacation(First, Some(10));
    table.wait(3 * DAY).play(1, "b1b2").expect("legal");
    assert_eq!(seen(&table.game, table.now).times, [0, 0, 0]);
    table.check_restores();
    table.wait(DAY).play(2, "b5b4").expect("legal");
    table.check_restores();
    let clock = seen(&table.game, table.now).clock.expect("a clock");
    assert!(clock.stands_still());
    assert_eq!(table.game.turn_ends_at(), Some(table.now.after((6 + 2) * DAY)));
    table.wait(DAY);
    assert!(table.vacation(First, None));
    assert_eq!(table.game.turn_ends_at(), Some(table.now.after(2 * DAY)));
    assert!(!table.vacation(First, None), "once is enough");
}

#[test]
fn the_opponent_loses_on_time_as_ever() {
    let mut table = Table::begun(by_days(2));
    table.vacation(Second, Some(10));
    table.wait(2 * DAY).due();
    table.check_ended(Some(MatchResult::Won(Second)), EndReason::Timeout);
}

#[test]
fn both_can_be_on_vacation_and_both_ends_are_noted() {
    let mut table = Table::begun(by_days(2));
    assert!(table.vacation(First, Some(5)) && table.vacation(Second, Some(5)));
    table.wait(6 * DAY);
    for side in Side::ALL {
        let Event::Vacation { by, until: None, .. } = table.due() else { panic!("it is over") };
        assert_eq!(by, side);
    }
    assert_eq!(table.game.decide_due(table.now), None);
}

#[test]
fn a_vacation_revives_no_lost_game_and_concerns_no_other() {
    let mut lost = Table::begun(by_days(1));
    lost.wait(DAY);
    assert!(!lost.vacation(First, Some(5)));
    lost.due();
    lost.check_ended(Some(MatchResult::Won(Second)), EndReason::Timeout);
    assert!(!lost.vacation(First, Some(5)), "it is over");
    assert!(!Table::fischer(60, 2).vacation(First, Some(5)), "both are there");
    assert!(!Table::begun(ClockSetting::None).vacation(First, Some(5)));
    assert!(!Table::open(by_days(1), None).vacation(First, Some(5)), "nobody has joined");
}

#[test]
fn a_game_that_begins_on_vacation_begins_stopped() {
    let mut table = Table::live(by_days(1));
    assert!(table.vacation(First, Some(20)));
    table.wait(20 * DAY).due();
    let clock = seen(&table.game, table.now).clock.expect("a clock");
    assert_eq!(clock.grace.map(|grace| (grace.side, grace.left)), Some((First, DAY)));
    table.wait(DAY).due();
    table.check_ended(None, EndReason::NoStart);
}
