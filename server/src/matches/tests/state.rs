//! The match, with invented people and times.

use super::super::clock::{Byoyomi, ClockSetting, Fischer};
use super::super::*;
use crate::ids::{MatchId, PlayerId};
use crate::time::Moment;
use crate::wire::{
    Answer, Channel, CreditCause, Event, EventFrame, NackCode, Offer, Player, RoomState, Visibility,
};
use Side::{First, Second};
use engine::{Options, Side};
use uuid::Uuid;

const T0: u64 = 1_760_000_000_000;

fn player(number: u128) -> Player {
    Player::guest(PlayerId(Uuid::from_u128(number << 96)))
}

fn fischer(initial: u32, increment: u32) -> ClockSetting {
    ClockSetting::Fischer(Fischer::new(initial, increment).expect("in range"))
}

/// A match with its two players, a watcher, and everything that has happened.
struct Table {
    game: Match,
    told: Vec<EventFrame>,
    now: Moment,
}

fn setup(clock: ClockSetting, position: Option<&str>) -> Setup {
    Setup {
        game: Setup::game("er-chi-yi", None, &Options::none(), position).expect("a known game"),
        clock,
        creator: player(1),
        seat: First,
        opponent: None,
        visibility: Visibility::Public,
        rated: false,
    }
}

impl Table {
    fn open(clock: ClockSetting, position: Option<&str>) -> Self {
        let created = setup(clock, position).created();
        let now = Moment(T0);
        let id = MatchId(Uuid::from_u128(7));
        let mut game = Match::begin(id, &created, now).expect("a valid setup");
        game.presence_mut().come(Some(First), now);
        let told = vec![EventFrame { seq: 1, at: T0, event: Event::Created(Box::new(created)) }];
        Self { game, told, now }
    }

    fn live(clock: ClockSetting) -> Self {
        let mut table = Self::open(clock, None);
        table.join(2).expect("the seat is free");
        table.game.presence_mut().come(Some(Second), table.now);
        table
    }

    fn fischer(initial: u32, increment: u32) -> Self {
        Self::begun(fischer(initial, increment))
    }

    /// A match in which both have acted, so that the clocks run; the first to act is to act again.
    fn begun(clock: ClockSetting) -> Self {
        let mut table = Self::live(clock);
        table.play(1, "a1a2").expect("legal");
        table.play(2, "a5a4").expect("legal");
        table
    }

    fn evolve(&mut self, event: Event) {
        self.game.evolve(&event, self.now).expect("a decided event");
        self.told.push(EventFrame { seq: self.game.seq(), at: self.now.0, event });
    }

    fn join(&mut self, who: u128) -> Result<Side, JoinRefusal> {
        let (side, event) = self.game.decide_join(&player(who), self.now)?;
        if let Some(event) = event {
            self.evolve(event);
        }
        Ok(side)
    }

    fn wait(&mut self, millis: u64) -> &mut Self {
        self.now = self.now.after(millis);
        self
    }

    fn tell(&mut self, who: u128, command: &Command) -> Result<Vec<Event>, NackCode> {
        let events =
            self.game.apply(&player(who), command, self.now).map_err(|refusal| refusal.code())?;
        let first = self.game.seq() + 1 - u32::try_from(events.len()).expect("few");
        for (seq, event) in (first..).zip(events.clone()) {
            self.told.push(EventFrame { seq, at: self.now.0, event });
        }
        Ok(events)
    }

    fn play(&mut self, who: u128, action: &str) -> Result<Vec<Event>, NackCode> {
        let ply = self.game.ply();
        self.tell(who, &Command::Play { ply, action: action.to_owned(), lag: 0 })
    }

    fn offer(&mut self, who: u128, offer: Offer, answer: Answer) -> Result<Vec<Event>, NackCode> {
        self.tell(who, &Command::Offer(offer, answer))
    }

    #[track_caller]
    fn check_refused(&mut self, who: u128, command: &Command, code: NackCode) {
        let before = self.game.snapshot(self.now);
        assert_eq!(self.tell(who, command), Err(code));
        assert_eq!(self.game.snapshot(self.now), before, "a refusal changed the match");
    }

    #[track_caller]
    fn check_ended(&self, result: Option<MatchResult>, reason: EndReason) {
        assert_eq!(self.game.ending(), Some(Ending { result, reason }));
        assert_eq!(self.game.state(), RoomState::Over);
        self.check_restores();
    }

    /// The journal tells the same match.
    #[track_caller]
    fn check_restores(&self) {
        let frames: Vec<EventFrame> = self
            .told
            .iter()
            .map(|frame| serde_json::from_str(&frame.to_text()).expect("a frame reads back"))
            .collect();
        assert_eq!(frames, self.told);
        let restored =
            Match::restore(self.game.id(), frames, self.now).expect("the journal is whole");
        let mut expected = self.game.snapshot(self.now);
        expected.presence = restored.snapshot(self.now).presence;
        assert_eq!(restored.snapshot(self.now), expected);
    }
}

fn play(ply: u32, action: &str) -> Command {
    Command::Play { ply, action: action.to_owned(), lag: 0 }
}

#[test]
fn a_seat_belongs_to_an_identity() {
    let mut table = Table::open(ClockSetting::None, None);
    assert_eq!(table.join(1), Ok(First));
    assert_eq!(table.join(2), Ok(Second));
    assert_eq!(table.join(2), Ok(Second));
    assert_eq!(table.join(3), Err(JoinRefusal::SeatTaken));
    assert_eq!(table.game.seq(), 2, "coming back is no news");
    assert_eq!(table.game.turn(), Some(First));
    table.check_restores();
}

#[test]
fn commands_are_refused_with_a_code() {
    let mut table = Table::open(ClockSetting::None, None);
    table.check_refused(1, &play(0, "a1a2"), NackCode::NotAllowed);
    table.check_refused(1, &Command::Resign, NackCode::NotAllowed);
    table.join(2).expect("the seat is free");
    for (who, command, code) in [
        (2, play(0, "a5a4"), NackCode::NotYourTurn),
        (3, play(0, "a1a2"), NackCode::NotSeated),
        (1, play(1, "a1a2"), NackCode::Stale),
        (1, play(0, "a1a3"), NackCode::Illegal),
        (1, play(0, "nonsense"), NackCode::Illegal),
        (3, Command::Resign, NackCode::NotSeated),
        (1, Command::Claim, NackCode::NotAllowed),
        (1, Command::Offer(Offer::Draw, Answer::Accept), NackCode::NotAllowed),
        (1, Command::Offer(Offer::Takeback, Answer::Offer), NackCode::NotAllowed),
        (1, Command::Offer(Offer::Impasse, Answer::Offer), NackCode::Illegal),
        (1, Command::Offer(Offer::Rematch, Answer::Offer), NackCode::NotAllowed),
        (1, Command::Say(" \n".to_owned()), NackCode::BadMessage),
        (1, Command::Say("長".repeat(MAX_SAID + 1)), NackCode::BadMessage),
    ] {
        table.check_refused(who, &command, code);
    }
    table.tell(1, &Command::Resign).expect("allowed");
    table.check_refused(2, &play(0, "a5a4"), NackCode::Over);
    table.check_ended(Some(MatchResult::Won(Second)), EndReason::Resignation);
}

#[test]
fn an_action_is_told_with_its_effects() {
    let mut table = Table::fischer(60, 2);
    let events = table.wait(1_500).play(1, "b1b2").expect("legal");
    let [Event::Moved(moved)] = events.as_slice() else { panic!("one move: {events:?}") };
    assert_eq!((moved.ply, moved.by, moved.time), (2, First, 1_500));
    assert_eq!(moved.position, "1wwww/w4/5/bb3/2bbb w -");
    assert_eq!(moved.turn, Some(Second));
    let clock = moved.clock.expect("a clock");
    assert_eq!((clock.first, clock.second, clock.running), (60_500, 60_000, Some(Second)));
    table.wait(700).play(2, "b5b4").expect("legal");
    assert_eq!(table.game.snapshot(table.now).times, [0, 0, 1_500, 700]);
    table.check_restores();
}

#[test]
fn what_was_decided_can_be_given_up() {
    let mut table = Table::fischer(60, 2);
    table.play(1, "b1b2").expect("legal");
    let before = table.game.snapshot(table.now);
    table.game.decide(&player(2), &play(3, "b5b4"), table.now).expect("legal");
    table.game.undecide();
    assert_eq!(table.game.snapshot(table.now), before);
    table.play(2, "b5b4").expect("still legal");
}

#[test]
fn the_rules_end_the_match() {
    // One stone each is a draw (rules.md, Er Chi Yi); the capture of the last but one brings
    // it about: b1 steps to b2, where the row reads own-own-enemy.
    let mut table = Table::open(ClockSetting::None, Some("5/5/5/b1w2/1b3 b -"));
    table.join(2).expect("the seat is free");
    let events = table.play(1, "b1b2").expect("legal");
    let [Event::Moved(moved), Event::Ended { .. }] = events.as_slice() else {
        panic!("a move and the end: {events:?}")
    };
    assert_eq!(moved.captures.len(), 1);
    assert_eq!(moved.turn, None);
    table.check_ended(Some(MatchResult::Won(First)), EndReason::Rules(engine::Reason::Elimination));
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
fn what_the_network_takes_is_given_back_once_also_after_a_restart() {
    let mut table = Table::fischer(60, 0);
    let slow = |ply, action: &str| Command::Play { ply, action: action.to_owned(), lag: 900 };
    let clock = |events: Vec<Event>| match events.into_iter().next() {
        Some(Event::Moved(moved)) => (moved.time, moved.clock.expect("a clock")),
        other => panic!("{other:?}"),
    };
    let (time, times) = clock(table.wait(2_000).tell(1, &slow(2, "b1b2")).expect("legal"));
    assert_eq!((time, times.first, times.credit), (1_100, 58_900, 900));
    table.play(2, "b5b4").expect("legal");
    table.check_restores();
    // A hundred that were left, and another that came with the turn.
    let mut restored =
        Match::restore(table.game.id(), table.told.clone(), table.now).expect("whole");
    let events = restored.decide(&player(1), &slow(4, "c1c2"), table.now.after(2_000));
    let (time, times) = clock(events.expect("legal"));
    assert_eq!((time, times.first, times.credit), (1_800, 57_100, 1_100));
}

#[test]
fn a_match_that_ends_before_its_beginning_is_stored_as_one_that_took_no_time() {
    let mut table = Table::fischer(60, 0);
    // The server is started again on a machine whose clock has been set back.
    table.now = Moment(T0 - 5_000);
    table.tell(1, &Command::Resign).expect("it is live");
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
    assert_eq!((clock.first, clock.second, clock.credit), (50_000, 55_000, 25_000));
    table.evolve(event.expect("credited"));
    assert_eq!(table.game.due(), Some(table.now.after(55_000)));
    let Some(Event::Moved(moved)) = table.play(2, "b5b4").expect("legal").pop() else {
        panic!("a move")
    };
    assert_eq!((moved.time, moved.clock.map(|clock| clock.second)), (5_000, Some(55_000)));
    table.check_restores();

    let idle = Table::open(ClockSetting::None, None);
    assert_eq!(idle.game.decide_credit(1_000, CreditCause::Downtime, Moment(T0 + 5_000)), None);
}

#[test]
fn a_match_can_be_aborted_until_both_have_acted() {
    let mut table = Table::live(ClockSetting::None);
    table.play(1, "a1a2").expect("legal");
    let mut aborted = Table { game: table.game.clone(), told: table.told.clone(), now: table.now };
    aborted.tell(2, &Command::Abort).expect("only one side has acted");
    aborted.check_ended(None, EndReason::Aborted);
    table.play(2, "a5a4").expect("legal");
    table.check_refused(1, &Command::Abort, NackCode::NotAllowed);
}

#[test]
fn a_draw_is_agreed_and_an_offer_lapses() {
    let mut table = Table::live(ClockSetting::None);
    table.offer(1, Offer::Draw, Answer::Offer).expect("allowed");
    table.check_refused(1, &Command::Offer(Offer::Draw, Answer::Accept), NackCode::NotAllowed);
    table.check_refused(1, &Command::Offer(Offer::Draw, Answer::Offer), NackCode::NotAllowed);
    table.play(1, "a1a2").expect("legal");
    assert_eq!(table.game.snapshot(table.now).offers.draw, Some(First), "own actions keep it");
    table.play(2, "a5a4").expect("legal");
    assert_eq!(table.game.snapshot(table.now).offers.draw, None, "the opponent's let it lapse");
    table.offer(2, Offer::Draw, Answer::Offer).expect("allowed");
    table.offer(1, Offer::Draw, Answer::Decline).expect("allowed");
    assert_eq!(table.game.snapshot(table.now).offers.draw, None);
    table.offer(2, Offer::Draw, Answer::Offer).expect("allowed");
    table.offer(1, Offer::Draw, Answer::Offer).expect("two offers agree");
    table.check_ended(Some(MatchResult::Draw), EndReason::Agreement);
}

#[test]
fn an_offer_can_be_withdrawn_by_whoever_made_it() {
    let withdraw = |offer| Command::Offer(offer, Answer::Withdraw);
    let mut table = Table::live(ClockSetting::None);
    table.play(1, "a1a2").expect("legal");
    for offer in [Offer::Draw, Offer::Takeback] {
        table.check_refused(1, &withdraw(offer), NackCode::NotAllowed);
        table.offer(1, offer, Answer::Offer).expect("allowed");
        table.check_refused(2, &withdraw(offer), NackCode::NotAllowed);
        table.check_refused(3, &withdraw(offer), NackCode::NotSeated);
        let withdrawn = table.offer(1, offer, Answer::Withdraw).expect("it is their own");
        assert_eq!(withdrawn, [Event::Withdrawn { offer, by: First }]);
        table.check_refused(2, &Command::Offer(offer, Answer::Accept), NackCode::NotAllowed);
        table.check_refused(1, &withdraw(offer), NackCode::NotAllowed);
        table.offer(1, offer, Answer::Offer).expect("it can be made again");
    }
    table.check_restores();
    table.tell(1, &Command::Resign).expect("allowed");
    table.offer(1, Offer::Rematch, Answer::Offer).expect("allowed");
    table.check_refused(2, &withdraw(Offer::Rematch), NackCode::NotAllowed);
    table.offer(1, Offer::Rematch, Answer::Withdraw).expect("it is their own");
    assert_eq!(table.game.snapshot(table.now).offers.rematch, None);
    table.check_refused(2, &Command::Offer(Offer::Rematch, Answer::Accept), NackCode::NotAllowed);
}

#[test]
fn a_takeback_goes_to_before_its_makers_last_action() {
    let mut table = Table::fischer(60, 0);
    table.wait(1_000).offer(1, Offer::Takeback, Answer::Offer).expect("allowed");
    let events = table.wait(1_000).offer(2, Offer::Takeback, Answer::Accept).expect("allowed");
    let [Event::TakenBack(taken)] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!((taken.ply, taken.turn), (0, First));
    assert_eq!(taken.position, "wwwww/5/5/5/bbbbb b -");
    assert_eq!(taken.clock.map(|clock| clock.first), Some(58_000));
    assert_eq!(table.game.ply(), 0);
    table.play(1, "b1b2").expect("legal again");
    table.offer(1, Offer::Takeback, Answer::Offer).expect("allowed");
    table.play(2, "a5a4").expect("legal");
    table.check_refused(2, &Command::Offer(Offer::Takeback, Answer::Accept), NackCode::NotAllowed);
    table.check_restores();
}

#[test]
fn the_win_can_be_claimed_over_somebody_long_away() {
    let mut table = Table::begun(ClockSetting::None);
    table.wait(1_000);
    let now = table.now;
    table.game.presence_mut().go(Some(Second), now);
    table.wait(CLAIM_AFTER - 1).check_refused(1, &Command::Claim, NackCode::NotAllowed);
    table.wait(1).tell(1, &Command::Claim).expect("two minutes have passed");
    table.check_ended(Some(MatchResult::Won(First)), EndReason::Abandonment);
}

#[test]
fn deserted_matches_end() {
    for (visibility, kept) in
        [(Visibility::Public, LISTED_ROOM_KEPT), (Visibility::Link, LINKED_ROOM_KEPT)]
    {
        let created = Setup { visibility, ..setup(ClockSetting::None, None) }.created();
        let id = MatchId(Uuid::from_u128(7));
        let room = Match::begin(id, &created, Moment(T0)).expect("a valid setup");
        let due = Moment(T0 + kept);
        assert_eq!(room.due(), Some(due));
        assert!(matches!(
            room.decide_due(due),
            Some(Event::Ended { result: None, reason: EndReason::Aborted, .. })
        ));
    }
    let mut table = Table::live(ClockSetting::None);
    table.play(1, "a1a2").expect("legal");
    table.play(2, "a5a4").expect("legal");
    let now = table.now;
    table.game.presence_mut().go(Some(First), now);
    assert_eq!(table.game.due(), None);
    table.game.presence_mut().go(Some(Second), now);
    table.wait(UNCLOCKED_KEPT);
    let event = table.game.decide_due(table.now).expect("due");
    table.evolve(event);
    table.check_ended(Some(MatchResult::Won(Second)), EndReason::Abandonment);
}

#[test]
fn a_rematch_swaps_the_sides() {
    let mut table = Table::fischer(300, 3);
    table.tell(1, &Command::Resign).expect("allowed");
    table.offer(2, Offer::Rematch, Answer::Offer).expect("allowed");
    table.check_refused(3, &Command::Offer(Offer::Rematch, Answer::Accept), NackCode::NotSeated);
    let events = table.offer(1, Offer::Rematch, Answer::Accept).expect("allowed");
    let (next, opening) = table.game.rematched(table.now).expect("both are there");
    assert_eq!(events, [Event::Rematched { next: next.id() }]);
    assert_eq!(next.seat_of(player(1).id), Some(Second));
    assert_eq!(next.seat_of(player(2).id), Some(First));
    assert_eq!((next.turn(), next.seq(), opening.len()), (Some(First), 2, 2));
    table.check_refused(2, &Command::Offer(Offer::Rematch, Answer::Offer), NackCode::NotAllowed);
}

#[test]
fn players_speak_to_players_and_watchers_to_watchers() {
    let mut table = Table::live(ClockSetting::None);
    for (who, by, channel) in [(2, Some(Second), Channel::Players), (3, None, Channel::Watchers)] {
        table.tell(who, &Command::Say(" 你好 ".to_owned())).expect("allowed");
        let line = table.game.snapshot(table.now).chat.pop().expect("it was said");
        assert_eq!((line.by, line.channel, &*line.text), (by, channel, "你好"));
    }
    for _ in 0..100 {
        table.tell(1, &Command::Say("again".to_owned())).expect("allowed");
    }
    assert_eq!(table.game.snapshot(table.now).chat.len(), 60);
    table.check_restores();
}

#[test]
fn presence_is_told_once() {
    let mut table = Table::live(ClockSetting::None);
    table.wait(5_000);
    let event = table.game.decide_presence(table.now).expect("two came");
    assert_eq!(event, Event::Presence { first: true, second: true, watchers: 0 });
    table.evolve(event);
    assert_eq!(table.game.decide_presence(table.now), None);
}

#[test]
fn a_damaged_journal_is_named() {
    let mut table = Table::live(ClockSetting::None);
    table.play(1, "a1a2").expect("legal");
    let id = table.game.id();
    let without = |skip: u32| {
        let frames = table.told.clone().into_iter().filter(move |frame| frame.seq != skip);
        Match::restore(id, frames, Moment(T0)).map(|_| ())
    };
    assert_eq!(without(1), Err(RestoreError::NoBeginning));
    assert_eq!(without(2), Err(RestoreError::Gap(2)));
    assert_eq!(without(9), Ok(()));
}

#[test]
fn nobody_wins_a_game_that_has_not_begun() {
    let mut table = Table::open(ClockSetting::None, None);
    table.join(2).expect("the seat is free");
    table.play(1, "a1a2").expect("legal");
    table.wait(CLAIM_AFTER + 1).check_refused(1, &Command::Claim, NackCode::NotAllowed);
    table.tell(1, &Command::Abort).expect("but they need not stay");
    table.check_ended(None, EndReason::Aborted);
}

#[test]
fn whoever_has_just_joined_has_not_been_away() {
    let mut table = Table::open(ClockSetting::None, None);
    table.now = Moment(T0 + CLAIM_AFTER + 1);
    table.join(2).expect("the seat is free");
    table.play(1, "a1a2").expect("legal");
    table.play(2, "a5a4").expect("a program need not be connected to its last action");
    let claim = |table: &mut Table| table.game.decide(&player(1), &Command::Claim, table.now);
    assert_eq!(claim(&mut table), Err(Refusal::NotAllowed));
    table.now = table.now.after(CLAIM_AFTER);
    assert!(claim(&mut table).is_ok(), "by now they are away");
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
fn nobody_knows_what_the_clocks_of_an_archived_match_showed() {
    let mut table = Table::fischer(60, 0);
    table.game.apply(&player(1), &Command::Resign, table.now).expect("a player may");
    let finished = table.game.finished(Vec::new()).expect("it is over");
    assert!(table.game.snapshot(table.now).clock.times.is_some());
    let archived = Match::from_archive(&finished, table.now).expect("it replays");
    let clock = archived.snapshot(table.now).clock;
    assert_eq!((clock.times, clock.setting), (None, table.game.snapshot(table.now).clock.setting));
}

#[test]
fn a_clock_goes_on_though_the_systems_was_set_back() {
    let table = Table::fischer(60, 0);
    let hour_before = Moment(T0 - 3_600_000);
    let restored = Match::restore(table.game.id(), table.told.clone(), hour_before);
    let restored = restored.expect("the journal is whole");
    let left = |now| restored.snapshot(now).clock;
    assert_eq!(left(hour_before), table.game.snapshot(Moment(T0)).clock);
    assert_eq!(left(hour_before.after(9_000)), table.game.snapshot(Moment(T0 + 9_000)).clock);
}

/// What is left of whose grace, in seconds.
#[track_caller]
fn check_grace(table: &Table, side: Side, seconds: u64) {
    let times = table.game.snapshot(table.now).clock.times.expect("a clock");
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
    let times = table.game.snapshot(table.now).clock.times.expect("a clock");
    assert_eq!((times.first, times.second, times.running), (60_000, 60_000, Some(First)));
    assert_eq!((times.grace, times.credit), (None, 0));
    assert_eq!(table.game.snapshot(table.now).times, [10_000, 29_000]);
    table.check_restores();
}

#[test]
fn a_match_in_which_a_side_does_not_begin_is_aborted() {
    for absent in [1, 2] {
        let mut table = Table::live(fischer(60, 2));
        if absent == 2 {
            table.play(1, "a1a2").expect("legal");
        }
        table.wait(29_999);
        assert_eq!(table.game.decide_due(table.now), None);
        table.wait(1);
        let event = table.game.decide_due(table.now).expect("the grace is up");
        table.evolve(event);
        table.check_ended(None, EndReason::NoStart);
        let times = table.game.snapshot(table.now).clock.times.expect("a clock");
        assert_eq!((times.first, times.second, times.grace), (60_000, 60_000, None));
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
        let mut table = Table::live(fischer(60, 0));
        table.play(1, "a1a2").expect("legal");
        table.wait(5_000).tell(2, &command).expect("allowed");
        table.check_ended(result, reason);
    }
}

#[test]
fn a_grace_gets_back_what_the_server_was_away_for() {
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
    let times = table.game.snapshot(table.now).clock.times.expect("a clock");
    assert_eq!((times.running, times.grace, times.second), (Some(First), None, 60_000));
    table.check_restores();
    table.wait(1_000).play(1, "b1b2").expect("legal");
    check_grace(&table, Second, 30);
    assert_eq!(table.game.snapshot(table.now).clock.times.map(|times| times.first), Some(59_000));
}

#[test]
fn a_rematch_begins_as_every_match_does() {
    let mut table = Table::fischer(60, 0);
    table.tell(1, &Command::Resign).expect("allowed");
    let (next, [_, joined]) = table.game.rematched(table.now).expect("both are there");
    let Event::Joined { clock: Some(times), .. } = joined else { panic!("{joined:?}") };
    assert_eq!(times.grace.map(|grace| (grace.side, grace.left)), Some((First, 30_000)));
    assert_eq!(next.due(), Some(table.now.after(30_000)));
}

/// What the version before wrote: its clocks ran as soon as both were seated.
#[test]
fn a_match_from_before_there_were_graces_goes_on() {
    let mut table = Table::live(fischer(60, 0));
    for frame in &mut table.told {
        if let Event::Joined { clock: Some(times), .. } = &mut frame.event {
            (times.grace, times.running) = (None, Some(First));
        }
    }
    assert!(!table.told.iter().any(|frame| frame.to_text().contains("grace")));
    let journal = table.told.clone();
    table.wait(10_000);
    table.game = Match::restore(table.game.id(), journal, table.now).expect("it reads");
    let times = |table: &Table| table.game.snapshot(table.now).clock.times.expect("a clock");
    let told = times(&table);
    assert_eq!((told.first, told.running, told.grace), (50_000, Some(First), None));
    table.play(1, "a1a2").expect("legal");
    let told = times(&table);
    assert_eq!((told.first, told.running, told.grace), (50_000, Some(Second), None));
    table.check_restores();
    table.wait(60_000);
    let event = table.game.decide_due(table.now).expect("the time is up");
    table.evolve(event);
    table.check_ended(Some(MatchResult::Won(First)), EndReason::Timeout);
}

#[test]
fn a_new_name_is_shown_once_and_only_while_the_match_goes_on() {
    let mut table = Table::live(ClockSetting::None);
    let named = Player::new(player(2).id, "Li", true);
    assert_eq!(table.game.decide_renamed(&player(2)), None, "no news");
    assert_eq!(table.game.decide_renamed(&player(3)), None, "a watcher");
    let event = table.game.decide_renamed(&named).expect("news");
    assert_eq!(event, Event::Renamed { seat: Second, player: named.clone() });
    table.evolve(event);
    assert_eq!(table.game.snapshot(table.now).players.second, Some(named.clone()));
    assert_eq!(table.game.decide_renamed(&named), None);
    // A connection that is older than the name speaks by it, too.
    let said = table.tell(2, &Command::Say("hello".to_owned())).expect("allowed");
    assert!(matches!(&said[..], [Event::Said { name, .. }] if &**name == "Li"));
    table.check_restores();
    for number in 1..MAX_RENAMES {
        let next = Player::new(named.id, format!("Li {number}"), true);
        let event = table.game.decide_renamed(&next).expect("news");
        table.evolve(event);
    }
    assert_eq!(table.game.decide_renamed(&named), None, "a journal does not grow for ever");
    table.tell(1, &Command::Resign).expect("allowed");
    assert_eq!(table.game.decide_renamed(&named), None);
    let stored = table.game.finished(Vec::new()).expect("it is over");
    let second = stored.summary.players.second.expect("a player");
    assert_eq!((&*second.name, second.named), ("Li 99", true), "what was shown is kept");
}

/// A match of two players, from a position of any game.
fn other(game: &str, options: &[(&str, &str)], position: &str) -> Match {
    let options: Options = options.iter().copied().collect();
    let game = Setup::game(game, None, &options, Some(position)).expect("a valid position");
    let created = Setup { game, ..setup(ClockSetting::None, None) }.created();
    let id = MatchId(Uuid::from_u128(7));
    let mut game = Match::begin(id, &created, Moment(T0)).expect("a valid setup");
    let (_, joined) = game.decide_join(&player(2), Moment(T0)).expect("the seat is free");
    game.evolve(&joined.expect("news"), Moment(T0)).expect("a decided event");
    game
}

/// What a rule gives is refused to nobody for what was said and offered before.
#[test]
fn a_declaration_is_taken_however_much_was_said_and_offered() {
    let camp = "4K4/PPPPPPPPP/L8/9/9/9/9/9/4k4 b RB2G2S2N2L 1";
    let mut game = other("shogi", &[("impasse", "declaration")], camp);
    let now = Moment(T0);
    for who in [1, 2, 3] {
        for _ in 0..MAX_LINES {
            game.apply(&player(who), &Command::Say("x".to_owned()), now).expect("allowed");
        }
    }
    for who in [1, 2] {
        for _ in 0..MAX_OFFERS {
            for answer in [Answer::Offer, Answer::Withdraw] {
                game.apply(&player(who), &Command::Offer(Offer::Draw, answer), now)
                    .expect("allowed");
            }
        }
    }
    let declared = Command::Offer(Offer::Impasse, Answer::Offer);
    game.apply(&player(1), &declared, now).expect("it is a right of the rules");
    assert_eq!(game.ending().map(|ending| ending.result), Some(Some(MatchResult::Won(First))));
}

/// Two kings that walk about for ever: nothing in the rules of shogi ends that.
#[test]
fn a_match_that_no_rule_ends_is_drawn_after_so_many_actions() {
    let mut game = other("shogi", &[], "4k4/9/9/9/9/9/9/9/4K4 b - 1");
    let now = Moment(T0);
    let mut frames = 0;
    while game.ending().is_none() {
        let action = game.action_to_go_on().expect("a king that is alone has somewhere to go");
        let who = player(if game.turn() == Some(First) { 1 } else { 2 });
        let play = Command::Play { ply: game.ply(), action, lag: 0 };
        frames += game.apply(&who, &play, now).expect("legal").len();
    }
    assert_eq!(game.ending(), Some(Ending::draw(EndReason::PlyLimit)));
    assert_eq!((game.ply(), frames), (MAX_PLIES, MAX_PLIES as usize + 1));
    let stored = game.finished(Vec::new()).expect("it is over");
    let archived = Match::from_archive(&stored, now).expect("it replays");
    assert_eq!(archived.snapshot(now).position, game.snapshot(now).position);
}

impl Match {
    /// The action that leads to where the game has been least often.
    fn action_to_go_on(&self) -> Option<String> {
        let visits = |action: &String| self.game.occurrences_after(action).unwrap_or(usize::MAX);
        self.game.legal().into_iter().min_by_key(visits)
    }
}

#[test]
fn players_of_older_journals_are_read() {
    let old = r#"{"id":"4f2a3a52-8f3e-4a8e-9d51-0242ac120003","name":"Guest 4f2a","guest":true}"#;
    let read: Player = serde_json::from_str(old).expect("a player");
    assert_eq!(read, Player::guest(read.id));
    assert!(!read.named);
}
