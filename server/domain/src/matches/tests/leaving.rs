//! Open matches whose opponent leaves before both sides have acted.

use super::*;
use crate::clock::Correspondence;
use crate::event::Left;
use crate::matches::{MAX_LEAVES, UNCLOCKED_BEGUN_WITHIN};

impl Table {
    /// The events of a command are one by which the second side has left.
    #[track_caller]
    fn check_left(&self, events: &[Event], reason: EndReason) {
        let [Event::Left(left)] = events else { panic!("{events:?}") };
        let Left { seat, position, check, .. } = &**left;
        assert_eq!((*seat, left.reason, *check), (Second, reason, false));
        assert_eq!(*position, self.game.game().position_text());
        assert_eq!(left.clock, self.game.clock().reading(self.now));
        assert_eq!(left.hash, self.game.game().key());
        assert_eq!(self.game.state(), MatchState::Open);
        assert_eq!((self.game.ply(), self.game.turn()), (0, None));
        assert_eq!(self.game.free_seat(), Some(Second));
        assert_eq!(self.game.offers(), &Offers::default());
        self.check_restores();
    }

    #[track_caller]
    fn pass_due(&mut self) -> Event {
        let event = self.game.decide_due(self.now).expect("something is due");
        self.evolve(event.clone());
        event
    }
}

#[test]
fn seat_is_open_again_when_opponent_aborts() {
    for (setting, moves) in [(fischer(300, 5), 0), (fischer(300, 5), 1), (ClockSetting::None, 1)] {
        let mut table = Table::live(setting);
        let start = table.game.game().position_text();
        if moves > 0 {
            table.wait(1_000).play(1, "a1a2").expect("legal");
            table.offer(1, Offer::Draw, Answer::Offer).expect("allowed");
        }
        let events = table.wait(1_000).command(2, &Command::Abort).expect("allowed");
        table.check_left(&events, EndReason::Aborted);
        assert_eq!(table.game.game().position_text(), start);
        table.check_refused(2, &Command::Abort, Code::NotSeated);
        table.wait(5_000).join(3).expect("the seat is free");
        table.play(1, "a1a2").expect("legal");
        table.play(3, "a5a4").expect("legal");
        table.check_restores();
        table.check_refused(3, &Command::Abort, Code::NotAllowed);
    }
}

#[test]
fn clocks_start_again_for_the_next_opponent() {
    let mut table = Table::live(fischer(300, 5));
    table.wait(20_000).play(1, "a1a2").expect("legal");
    table.wait(20_000).command(2, &Command::Abort).expect("allowed");
    assert_eq!(table.game.due(), None, "no clock runs");
    table.wait(60_000).join(3).expect("the seat is free");
    let clock = table.game.clock().reading(table.now).expect("a clock");
    assert_eq!((clock.left.first, clock.running), (300_000, None));
    assert_eq!(clock.grace.map(|grace| (grace.side, grace.left)), Some((First, 30_000)));
}

#[test]
fn opponent_leaves_by_resigning_before_both_acted() {
    let mut table = Table::live(ClockSetting::None);
    let events = table.command(2, &Command::Resign).expect("allowed");
    table.check_left(&events, EndReason::Aborted);
}

#[test]
fn opponent_leaves_when_grace_is_over() {
    let mut table = Table::live(fischer(300, 5));
    table.play(1, "a1a2").expect("legal");
    let event = table.wait(30_000).pass_due();
    table.check_left(&[event], EndReason::NoStart);
}

#[test]
fn creator_ends_the_match_by_aborting_or_not_acting() {
    let mut table = Table::live(fischer(300, 5));
    table.command(1, &Command::Abort).expect("allowed");
    table.check_ended(None, EndReason::Aborted);
    let mut table = Table::live(fischer(300, 5));
    table.wait(30_000).pass_due();
    table.check_ended(None, EndReason::NoStart);
}

#[test]
fn opponent_in_unclocked_match_must_begin_in_time() {
    let mut table = Table::live(ClockSetting::None);
    table.wait(10 * UNCLOCKED_BEGUN_WITHIN);
    assert_eq!(table.game.due(), None, "the creator does not have to hurry");
    table.play(1, "a1a2").expect("legal");
    assert_eq!(table.game.due(), Some(table.now.after(UNCLOCKED_BEGUN_WITHIN)));
    let event = table.wait(UNCLOCKED_BEGUN_WITHIN).pass_due();
    table.check_left(&[event], EndReason::NoStart);
    let mut begun = Table::begun(ClockSetting::None);
    begun.wait(10 * UNCLOCKED_BEGUN_WITHIN);
    assert_eq!(begun.game.due(), None);
}

#[test]
fn correspondence_opponent_has_a_whole_turn_to_begin() {
    let days = Correspondence::new(2).expect("in range");
    let mut table = Table::live(ClockSetting::Correspondence(days));
    table.play(1, "a1a2").expect("legal");
    table.wait(2 * 86_400_000 - 1);
    assert_eq!(table.game.decide_due(table.now), None);
    let event = table.wait(1).pass_due();
    table.check_left(&[event], EndReason::NoStart);
}

#[test]
fn challenged_player_still_ends_the_match() {
    let created = Setup { invited: Some(player(2)), ..setup(fischer(300, 5), None) }.created();
    assert!(!created.open);
    let mut game = Match::begin(MatchId(Uuid::from_u128(7)), &created, Moment(T0)).expect("valid");
    let (_, joined) = game.decide_join(&player(2), Moment(T0)).expect("the seat is theirs");
    game.evolve(&joined.expect("news"), Moment(T0)).expect("it fits");
    game.apply(&player(2), &Command::Abort, Moment(T0)).expect("allowed");
    assert_eq!(game.ending(), Some(Ending::ABORTED));
}

#[test]
fn rematch_is_no_open_match() {
    let mut table = Table::begun(ClockSetting::None);
    table.command(1, &Command::Resign).expect("allowed");
    let (mut next, _) = table.game.rematched(table.now).expect("both sat");
    assert_eq!(next.opener(), None);
    next.apply(&player(1), &Command::Abort, table.now).expect("allowed");
    assert_eq!(next.ending(), Some(Ending::ABORTED), "the seat does not become free");
}

#[test]
fn match_ends_when_too_many_opponents_leave() {
    let mut table = Table::open(ClockSetting::None, None);
    for number in 0..MAX_LEAVES {
        table.join(u128::from(number) + 2).expect("the seat is free");
        table.command(u128::from(number) + 2, &Command::Abort).expect("allowed");
        assert_eq!(table.game.leaves(), number + 1);
    }
    table.join(1_000).expect("the seat is free");
    table.command(1_000, &Command::Abort).expect("allowed");
    table.check_ended(None, EndReason::Aborted);
}

#[test]
fn connection_of_left_opponent_watches() {
    let mut table = Table::live(ClockSetting::None);
    let before = table.game.leaves();
    table.command(2, &Command::Abort).expect("allowed");
    let present = table.game.presence().view();
    assert_eq!((present.first, present.second, present.spectators), (true, false, 1));
    assert!(table.game.has_lost_seat(Second, before), "by its seat before");
    assert!(!table.game.has_lost_seat(First, before), "the creator's stays");
    table.join(3).expect("the seat is free");
    assert!(table.game.has_lost_seat(Second, before), "another player's now");
    assert!(!table.game.has_lost_seat(Second, table.game.leaves()));
}

#[test]
fn rated_match_resigned_before_both_acted_is_aborted() {
    let kept = |number| Player { guest: false, ..player(number) };
    let setup = Setup {
        creator: kept(1),
        opponent: Some(kept(2)),
        rated: true,
        ..setup(fischer(300, 5), None)
    };
    for acts in [false, true] {
        let id = MatchId(Uuid::from_u128(7));
        let mut game = Match::begin(id, &setup.created(), Moment(T0)).expect("valid");
        let (_, joined) = game.decide_join(&kept(2), Moment(T0)).expect("free");
        game.evolve(&joined.expect("news"), Moment(T0)).expect("it fits");
        game.apply(&kept(1), &play(0, "a1a2"), Moment(T0)).expect("legal");
        if acts {
            game.apply(&kept(2), &play(1, "a5a4"), Moment(T0)).expect("legal");
        }
        game.apply(&kept(1), &Command::Resign, Moment(T0)).expect("allowed");
        let won = Ending::win(Second, EndReason::Resignation);
        assert_eq!(game.ending(), Some(if acts { won } else { Ending::ABORTED }));
    }
}

#[test]
fn opener_is_the_creator_of_an_open_match() {
    let open = Table::live(ClockSetting::None);
    assert_eq!(open.game.opener().map(|opener| opener.id), Some(player(1).id));
    assert_eq!(Table::paired(ClockSetting::None).game.opener(), None);
}
