//! Effects of commands, and their refusals.

use super::*;
use crate::text::Channel;

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
    table.check_refused(1, &play(0, "a1a2"), Code::NotAllowed);
    table.check_refused(1, &Command::Resign, Code::NotAllowed);
    table.join(2).expect("the seat is free");
    for (who, command, code) in [
        (2, play(0, "a5a4"), Code::NotYourTurn),
        (3, play(0, "a1a2"), Code::NotSeated),
        (1, play(1, "a1a2"), Code::Stale),
        (1, play(0, "a1a3"), Code::Illegal),
        (1, play(0, "nonsense"), Code::Illegal),
        (3, Command::Resign, Code::NotSeated),
        (1, Command::Claim, Code::NotAllowed),
        (1, Command::Offer(Offer::Draw, Answer::Accept), Code::NotAllowed),
        (1, Command::Offer(Offer::Takeback, Answer::Offer), Code::NotAllowed),
        (1, Command::Offer(Offer::Impasse, Answer::Offer), Code::Illegal),
        (1, Command::Offer(Offer::Rematch, Answer::Offer), Code::NotAllowed),
        (1, Command::Chat(" \n".to_owned()), Code::BadChat),
        (1, Command::Chat("長".repeat(MAX_CHAT + 1)), Code::BadChat),
    ] {
        table.check_refused(who, &command, code);
    }
    table.command(1, &Command::Resign).expect("allowed");
    table.check_refused(2, &play(0, "a5a4"), Code::Over);
    table.check_ended(Some(MatchResult::Won(Second)), EndReason::Resignation);
}

#[test]
fn decision_can_be_discarded() {
    let mut table = Table::fischer(60, 2);
    table.play(1, "b1b2").expect("legal");
    let before = seen(&table.game, table.now);
    table.game.decide(&player(2), &play(3, "b5b4"), table.now).expect("legal");
    table.game.rollback_decision();
    assert_eq!(seen(&table.game, table.now), before);
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
fn a_match_can_be_aborted_until_both_have_acted() {
    let mut table = Table::paired(ClockSetting::None);
    table.play(1, "a1a2").expect("legal");
    let mut aborted =
        Table { game: table.game.clone(), events: table.events.clone(), now: table.now };
    aborted.command(2, &Command::Abort).expect("only one side has acted");
    aborted.check_ended(None, EndReason::Aborted);
    table.play(2, "a5a4").expect("legal");
    table.check_refused(1, &Command::Abort, Code::NotAllowed);
}

#[test]
fn a_draw_is_agreed_and_an_offer_lapses() {
    let mut table = Table::live(ClockSetting::None);
    table.offer(1, Offer::Draw, Answer::Offer).expect("allowed");
    table.check_refused(1, &Command::Offer(Offer::Draw, Answer::Accept), Code::NotAllowed);
    table.check_refused(1, &Command::Offer(Offer::Draw, Answer::Offer), Code::NotAllowed);
    table.play(1, "a1a2").expect("legal");
    assert_eq!(
        seen(&table.game, table.now).offers.by(Offer::Draw),
        Some(First),
        "own actions keep it"
    );
    table.play(2, "a5a4").expect("legal");
    assert_eq!(
        seen(&table.game, table.now).offers.by(Offer::Draw),
        None,
        "the opponent's let it lapse"
    );
    table.offer(2, Offer::Draw, Answer::Offer).expect("allowed");
    table.offer(1, Offer::Draw, Answer::Decline).expect("allowed");
    assert_eq!(seen(&table.game, table.now).offers.by(Offer::Draw), None);
    table.offer(2, Offer::Draw, Answer::Offer).expect("allowed");
    table.offer(1, Offer::Draw, Answer::Offer).expect("two offers agree");
    table.check_ended(Some(MatchResult::Draw), EndReason::Agreement);
}

#[test]
fn offer_can_be_withdrawn_by_its_author() {
    let withdraw = |offer| Command::Offer(offer, Answer::Withdraw);
    let mut table = Table::live(ClockSetting::None);
    table.play(1, "a1a2").expect("legal");
    for offer in [Offer::Draw, Offer::Takeback] {
        table.check_refused(1, &withdraw(offer), Code::NotAllowed);
        table.offer(1, offer, Answer::Offer).expect("allowed");
        table.check_refused(2, &withdraw(offer), Code::NotAllowed);
        table.check_refused(3, &withdraw(offer), Code::NotSeated);
        let withdrawn = table.offer(1, offer, Answer::Withdraw).expect("it is their own");
        assert_eq!(withdrawn, [Event::Withdrawn { offer, by: First }]);
        table.check_refused(2, &Command::Offer(offer, Answer::Accept), Code::NotAllowed);
        table.check_refused(1, &withdraw(offer), Code::NotAllowed);
        table.offer(1, offer, Answer::Offer).expect("it can be made again");
    }
    table.check_restores();
    table.command(1, &Command::Resign).expect("allowed");
    table.offer(1, Offer::Rematch, Answer::Offer).expect("allowed");
    table.check_refused(2, &withdraw(Offer::Rematch), Code::NotAllowed);
    table.offer(1, Offer::Rematch, Answer::Withdraw).expect("it is their own");
    assert_eq!(seen(&table.game, table.now).offers.by(Offer::Rematch), None);
    table.check_refused(2, &Command::Offer(Offer::Rematch, Answer::Accept), Code::NotAllowed);
}

#[test]
fn a_takeback_goes_to_before_its_makers_last_action() {
    let mut table = Table::fischer(60, 0);
    table.wait(1_000).offer(1, Offer::Takeback, Answer::Offer).expect("allowed");
    let events = table.wait(1_000).offer(2, Offer::Takeback, Answer::Accept).expect("allowed");
    let [Event::TakenBack(taken)] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!((taken.ply, taken.turn), (0, First));
    assert_eq!(taken.position, "wwwww/5/5/5/bbbbb b -");
    assert_eq!(taken.clock.map(|clock| clock.left.first), Some(58_000));
    assert_eq!(table.game.ply(), 0);
    table.play(1, "b1b2").expect("legal again");
    table.offer(1, Offer::Takeback, Answer::Offer).expect("allowed");
    table.play(2, "a5a4").expect("legal");
    table.check_refused(2, &Command::Offer(Offer::Takeback, Answer::Accept), Code::NotAllowed);
    table.check_restores();
}

#[test]
fn win_can_be_claimed_over_long_absent_opponent() {
    let mut table = Table::begun(ClockSetting::None);
    table.wait(1_000);
    let now = table.now;
    table.game.presence_mut().go(Some(Second), now);
    table.wait(CLAIM_AFTER - 1).check_refused(1, &Command::Claim, Code::NotAllowed);
    table.wait(1).command(1, &Command::Claim).expect("two minutes have passed");
    table.check_ended(Some(MatchResult::Won(First)), EndReason::Abandonment);
}

#[test]
fn deserted_matches_end() {
    for (visibility, kept) in
        [(Visibility::Public, LISTED_MATCH_RETENTION), (Visibility::Link, LINKED_MATCH_RETENTION)]
    {
        let created = Setup { visibility, ..setup(ClockSetting::None, None) }.created();
        let id = MatchId(Uuid::from_u128(7));
        let state = Match::begin(id, &created, Moment(T0)).expect("a valid setup");
        let due = Moment(T0 + kept);
        assert_eq!(state.due(), Some(due));
        assert!(matches!(
            state.decide_due(due),
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
    table.wait(UNCLOCKED_RETENTION);
    let event = table.game.decide_due(table.now).expect("due");
    table.evolve(event);
    table.check_ended(Some(MatchResult::Won(Second)), EndReason::Abandonment);
}

#[test]
fn a_rematch_swaps_the_sides() {
    let mut table = Table::fischer(300, 3);
    table.command(1, &Command::Resign).expect("allowed");
    table.offer(2, Offer::Rematch, Answer::Offer).expect("allowed");
    table.check_refused(3, &Command::Offer(Offer::Rematch, Answer::Accept), Code::NotSeated);
    let events = table.offer(1, Offer::Rematch, Answer::Accept).expect("allowed");
    let (next, opening) = table.game.rematched(table.now).expect("both are there");
    assert_eq!(events, [Event::Rematched { next: next.id() }]);
    assert_eq!(next.seat_of(player(1).id), Some(Second));
    assert_eq!(next.seat_of(player(2).id), Some(First));
    assert_eq!((next.turn(), next.seq(), opening.len()), (Some(First), 2, 2));
    table.check_refused(2, &Command::Offer(Offer::Rematch, Answer::Offer), Code::NotAllowed);
}

#[test]
fn origin_is_archived_and_rematch_has_its_own() {
    for origin in Origin::ALL.iter().copied() {
        let created = Setup { origin, ..setup(ClockSetting::None, None) }.created();
        assert_eq!((created.origin, created.found), (origin, origin == Origin::Seek));
        let mut table = Table::of(created);
        table.join(2).expect("the seat is free");
        table.play(1, "a1a2").expect("legal");
        table.play(2, "a5a4").expect("legal");
        table.command(1, &Command::Resign).expect("allowed");
        let finished = table.game.finished(Vec::new()).expect("it is over");
        assert_eq!(finished.summary.origin, Some(origin));
        let archived = Match::from_archive(&finished, table.now).expect("it replays");
        assert_eq!(
            archived.finished(Vec::new()).map(|game| game.summary.origin),
            Some(Some(origin))
        );
        let (_, [opening, _]) = table.game.rematched(table.now).expect("both are there");
        let Event::Created(next) = opening else { panic!("it begins with its making") };
        // It counts like the match before it.
        assert_eq!((next.origin, next.found), (Origin::Rematch, origin == Origin::Seek));
    }
}

#[test]
fn players_speak_to_players_and_spectators_to_spectators() {
    let mut table = Table::live(ClockSetting::None);
    for (who, by, channel) in [(2, Some(Second), Channel::Players), (3, None, Channel::Spectators)]
    {
        table.command(who, &Command::Chat(" 你好 ".to_owned())).expect("allowed");
        let line = seen(&table.game, table.now).chat.pop().expect("it was said");
        assert_eq!((line.by, line.channel, &*line.text), (by, channel, "你好"));
    }
    for _ in 0..100 {
        table.command(1, &Command::Chat("again".to_owned())).expect("allowed");
    }
    // The lines of the players push out none of the spectators'.
    assert_eq!(seen(&table.game, table.now).chat.len(), CHAT_LINES + 1);
    table.check_restores();
}

#[test]
fn presence_is_reported_once() {
    let mut table = Table::live(ClockSetting::None);
    let due = table.game.presence().due().expect("two came");
    assert_eq!(table.game.decide_presence(Moment(due.0 - 1)), None, "a page may be reloaded");
    assert!(table.game.decide_presence(due).is_some());
    table.wait(5_000);
    let event = table.game.decide_presence(table.now).expect("two came");
    assert_eq!(event, Event::Presence { first: true, second: true, spectators: 0 });
    table.evolve(event);
    assert_eq!(table.game.decide_presence(table.now), None);
}

#[test]
fn a_damaged_journal_is_named() {
    let mut table = Table::live(ClockSetting::None);
    table.play(1, "a1a2").expect("legal");
    let id = table.game.id();
    let without = |skip: u32| {
        let frames = table.events.clone().into_iter().filter(move |frame| frame.seq != skip);
        Match::restore(id, frames, Moment(T0)).map(|_| ())
    };
    assert_eq!(without(1), Err(RestoreError::NoBeginning));
    assert_eq!(without(2), Err(RestoreError::Gap(2)));
    assert_eq!(without(9), Ok(()));
}

#[test]
fn game_that_has_not_begun_has_no_winner() {
    let mut table = Table::open(ClockSetting::None, None);
    table.join(2).expect("the seat is free");
    table.play(1, "a1a2").expect("legal");
    table.wait(CLAIM_AFTER + 1).check_refused(1, &Command::Claim, Code::NotAllowed);
    table.command(1, &Command::Abort).expect("but they need not stay");
    table.check_ended(None, EndReason::Aborted);
}

#[test]
fn player_who_has_just_joined_was_not_away() {
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
fn new_name_is_shown_once_and_only_before_the_end() {
    let mut table = Table::live(ClockSetting::None);
    let named = Player::new(player(2).id, "Li", true);
    assert_eq!(table.game.decide_renamed(&player(2)), None, "no news");
    assert_eq!(table.game.decide_renamed(&player(3)), None, "a spectator");
    let event = table.game.decide_renamed(&named).expect("news");
    assert_eq!(event, Event::Renamed { seat: Second, player: named.clone() });
    table.evolve(event);
    assert_eq!(seen(&table.game, table.now).players.second, Some(named.clone()));
    assert_eq!(table.game.decide_renamed(&named), None);
    // A connection that is older than the name speaks by it, too.
    let said = table.command(2, &Command::Chat("hello".to_owned())).expect("allowed");
    assert!(matches!(&said[..], [Event::Chat { name, .. }] if &**name == "Li"));
    table.check_restores();
    for number in 1..MAX_RENAMES {
        let next = Player::new(named.id, format!("Li {number}"), true);
        let event = table.game.decide_renamed(&next).expect("news");
        table.evolve(event);
    }
    assert_eq!(table.game.decide_renamed(&named), None, "a journal does not grow for ever");
    table.command(1, &Command::Resign).expect("allowed");
    assert_eq!(table.game.decide_renamed(&named), None);
    let stored = table.game.finished(Vec::new()).expect("it is over");
    let second = stored.summary.players.second.expect("a player");
    assert_eq!((&*second.name, second.named), ("Li 99", true), "what was shown is kept");
}

/// A match of two players, from a position of any game.
pub(super) fn other(game: &str, options: &[(&str, &str)], position: &str) -> Match {
    let options: Options = options.iter().copied().collect();
    let game = Setup::game(game, None, &options, Some(position)).expect("a valid position");
    let created = Setup { game, ..setup(ClockSetting::None, None) }.created();
    let id = MatchId(Uuid::from_u128(7));
    let mut game = Match::begin(id, &created, Moment(T0)).expect("a valid setup");
    let (_, joined) = game.decide_join(&player(2), Moment(T0)).expect("the seat is free");
    game.evolve(&joined.expect("news"), Moment(T0)).expect("a decided event");
    game
}

/// A right by the rules is never refused because of earlier chat or offers.
#[test]
fn declaration_is_accepted_after_any_chat_and_offers() {
    let camp = "4K4/PPPPPPPPP/L8/9/9/9/9/9/4k4 b RB2G2S2N2L 1";
    let mut game = other("shogi", &[("impasse", "declaration")], camp);
    let now = Moment(T0);
    for who in [1, 2, 3] {
        for _ in 0..MAX_LINES {
            game.apply(&player(who), &Command::Chat("x".to_owned()), now).expect("allowed");
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
    assert_eq!(seen(&archived, now).position, seen(&game, now).position);
}

impl Match {
    /// The action that leads to where the game has been least often.
    fn action_to_go_on(&self) -> Option<String> {
        let visits = |action: &String| self.game.occurrences_after(action).unwrap_or(usize::MAX);
        self.game.legal().into_iter().min_by_key(visits)
    }
}

/// Guests come to no rated match, and has no takebacks.
#[test]
fn rated_matches_are_for_people_who_stay() {
    let kept = |number| Player { guest: false, ..player(number) };
    let rated = Setup { creator: kept(1), rated: true, ..setup(ClockSetting::None, None) };
    let id = MatchId(Uuid::from_u128(7));
    let mut game = Match::begin(id, &rated.created(), Moment(T0)).expect("a valid setup");
    assert_eq!(game.decide_join(&player(2), Moment(T0)), Err(JoinRefusal::NotRegistered));
    let (_, joined) = game.decide_join(&kept(2), Moment(T0)).expect("the seat is free");
    game.evolve(&joined.expect("it is news"), Moment(T0)).expect("it fits");
    for (who, ply, action) in [(1, 0, "a1a2"), (2, 1, "a5a4")] {
        let play = Command::Play { ply, action: action.to_owned(), lag: 0 };
        game.apply(&kept(who), &play, Moment(T0)).expect("it is legal");
    }
    let back = Command::Offer(Offer::Takeback, Answer::Offer);
    assert_eq!(game.apply(&kept(1), &back, Moment(T0)), Err(Refusal::NotAllowed));
    let draw = Command::Offer(Offer::Draw, Answer::Offer);
    game.apply(&kept(1), &draw, Moment(T0)).expect("a draw can be offered");
}

#[test]
fn only_invited_player_takes_or_declines_reserved_seat() {
    let open = || {
        let invited = Some(player(2));
        let created = Setup { invited, ..setup(ClockSetting::None, None) }.created();
        Match::begin(MatchId(Uuid::from_u128(7)), &created, Moment(T0)).expect("a valid setup")
    };
    let mut challenge = open();
    assert_eq!(challenge.players().collect::<Vec<_>>(), [player(1).id, player(2).id]);
    assert_eq!(challenge.decide_join(&player(3), Moment(T0)), Err(JoinRefusal::SeatTaken));
    let refused = challenge.apply(&player(3), &Command::Abort, Moment(T0));
    assert_eq!(refused.map_err(|refusal| code(&refusal)), Err(Code::NotSeated));
    assert_eq!(challenge.due(), Some(Moment(T0).after(CORRESPONDENCE_RETENTION)));
    let (seat, joined) =
        challenge.decide_join(&player(2), Moment(T0)).expect("it is kept for them");
    challenge.evolve(&joined.expect("news"), Moment(T0)).expect("decided");
    assert_eq!((seat, challenge.state(), challenge.invited()), (Second, MatchState::Live, None));

    let mut declined = open();
    declined.apply(&player(2), &Command::Abort, Moment(T0)).expect("it is theirs to decline");
    assert_eq!(declined.ending(), Some(Ending::ABORTED));
    let mut withdrawn = open();
    withdrawn.apply(&player(1), &Command::Abort, Moment(T0)).expect("it is theirs to withdraw");
    assert_eq!(withdrawn.ending(), Some(Ending::ABORTED));
}

#[test]
fn impasse_by_agreement_is_offered_first() {
    let camp = "4K4/PPPPPPPPP/L8/9/9/9/9/9/4k4 b RB2G2S2N2L 1";
    let mut game = other("shogi", &[], camp);
    let offered = Command::Offer(Offer::Impasse, Answer::Offer);
    game.apply(&player(1), &offered, Moment(T0)).expect("a position of the rule");
    assert_eq!((game.ending(), game.offers().by(Offer::Impasse)), (None, Some(First)));
}

#[test]
fn side_makes_so_many_offers_of_a_kind() {
    for offer in [Offer::Draw, Offer::Takeback] {
        let mut table = Table::begun(ClockSetting::None);
        for _ in 0..MAX_OFFERS {
            table.offer(2, offer, Answer::Offer).expect("allowed");
            table.offer(2, offer, Answer::Withdraw).expect("allowed");
        }
        table.check_refused(2, &Command::Offer(offer, Answer::Offer), Code::TooMuch);
        table.offer(1, offer, Answer::Offer).expect("the other side has its own");
    }
}

#[test]
fn computer_player_is_called_while_it_has_something_to_do() {
    let computer = Player::computer(1).expect("a level");
    let mut table = Table::live(ClockSetting::None);
    assert!(!table.game.calls_computer());
    table.game.seats[Second] = Some(computer.clone());
    let mut called = Vec::new();
    let mut note = |table: &Table| called.push(table.game.calls_computer());
    note(&table);
    table.play(1, "a1a2").expect("legal");
    note(&table);
    let play = play(1, "a5a4");
    table.game.apply(&computer, &play, table.now).expect("legal");
    note(&table);
    table.offer(1, Offer::Draw, Answer::Offer).expect("allowed");
    note(&table);
    table.command(1, &Command::Resign).expect("allowed");
    note(&table);
    table.offer(1, Offer::Rematch, Answer::Offer).expect("allowed");
    note(&table);
    assert_eq!(called, [false, true, false, true, false, true]);
}
