//! The accessors of a match.

use super::*;
use crate::clock::Correspondence;
use crate::text::Channel;

#[test]
fn match_reports_what_it_was_made_of() {
    let created = Created { rated: true, ..setup(ClockSetting::None, None).created() };
    let table = Table::of(created);
    assert_eq!((table.game.game_id(), table.game.is_rated()), ("er-chi-yi", true));
    assert!(!Table::open(ClockSetting::None, None).game.is_rated());
    let ids = |table: &Table| table.game.players().collect::<Vec<_>>();
    assert_eq!(ids(&table), [player(1).id]);
    let invited = Created { invited: Some(player(3)), ..setup(ClockSetting::None, None).created() };
    assert_eq!(ids(&Table::of(invited)), [player(1).id, player(3).id]);
    assert_eq!(ids(&Table::live(ClockSetting::None)), [player(1).id, player(2).id]);
}

#[test]
fn only_legal_action_of_its_turn_would_be_played() {
    let open = Table::open(ClockSetting::None, None);
    assert!(!open.game.would_play(&player(1), &play(0, "a1a2")), "nobody has joined");
    let mut table = Table::live(ClockSetting::None);
    assert!(table.game.would_play(&player(1), &play(0, "a1a2")));
    for (who, command) in [
        (2, play(0, "a1a2")),
        (3, play(0, "a1a2")),
        (1, play(1, "a1a2")),
        (1, play(0, "a1a3")),
        (1, Command::Resign),
    ] {
        assert!(!table.game.would_play(&player(who), &command), "{who} {command:?}");
    }
    table.command(2, &Command::Resign).expect("allowed");
    assert!(!table.game.would_play(&player(1), &play(0, "a1a2")), "it is over");
}

#[test]
fn rematch_has_the_id_that_was_set() {
    let mut table = Table::begun(ClockSetting::None);
    let successor = MatchId(Uuid::from_u128(8));
    table.game.set_rematch_id(successor);
    table.command(1, &Command::Resign).expect("allowed");
    table.offer(1, Offer::Rematch, Answer::Offer).expect("allowed");
    table.check_refused(1, &Command::Offer(Offer::Rematch, Answer::Offer), Code::NotAllowed);
    table.check_refused(1, &Command::Offer(Offer::Rematch, Answer::Decline), Code::NotAllowed);
    table.offer(2, Offer::Rematch, Answer::Decline).expect("it was offered");
    table.offer(1, Offer::Rematch, Answer::Offer).expect("allowed again");
    table.offer(2, Offer::Rematch, Answer::Accept).expect("allowed");
    assert_eq!(table.game.rematch(), Some(successor));
}

#[test]
fn journal_has_no_events_after_the_end() {
    let mut table = Table::begun(ClockSetting::None);
    for _ in 0..MAX_LINES {
        table.command(1, &Command::Chat("hello".to_owned())).expect("allowed");
    }
    table.check_refused(1, &Command::Chat("hello".to_owned()), Code::TooMuch);
    assert!(table.game.is_journaled());
    table.command(1, &Command::Resign).expect("allowed");
    assert!(!table.game.is_journaled());
    table.command(1, &Command::Chat("hello".to_owned())).expect("nothing is written any more");
}

#[test]
fn reader_is_shown_one_channel_until_the_end() {
    let mut table = Table::begun(ClockSetting::None);
    for who in [1, 3] {
        table.command(who, &Command::Chat("hello".to_owned())).expect("allowed");
    }
    let shown = |table: &Table, channel| -> Vec<Channel> {
        table.game.chat_of(channel).map(|line| line.channel).collect()
    };
    let (players, spectators) = (Channel::Players, Channel::Spectators);
    assert_eq!(shown(&table, None), []);
    assert_eq!(shown(&table, Some(players)), [players]);
    assert_eq!(shown(&table, Some(spectators)), [spectators]);
    table.command(1, &Command::Resign).expect("allowed");
    assert_eq!(shown(&table, Some(players)), [players, spectators]);
}

#[test]
fn quiet_match_leaves_the_list_unless_its_clock_ends_it() {
    let by_days = ClockSetting::Correspondence(Correspondence::new(3).expect("in range"));
    for (clock, is_slow) in [(ClockSetting::None, true), (by_days, true), (fischer(60, 0), false)] {
        let table = Table::begun(clock);
        let expected = is_slow.then(|| table.now.after(UNCLOCKED_LISTED));
        assert_eq!(table.game.quiet_at(), expected, "{clock:?}");
        assert_eq!(Table::open(clock, None).game.quiet_at(), None);
    }
}

#[test]
fn match_is_active_when_joined_or_acted_in() {
    let mut table = Table::open(ClockSetting::None, None);
    assert_eq!(table.game.active_at(), Moment(T0));
    table.wait(1_000).join(2).expect("the seat is free");
    assert_eq!(table.game.active_at(), Moment(T0 + 1_000));
    table.wait(1_000).play(1, "a1a2").expect("legal");
    assert_eq!((table.game.active_at(), table.game.created_at()), (Moment(T0 + 2_000), Moment(T0)));
    assert!(!table.game.both_acted());
    table.play(2, "a5a4").expect("legal");
    assert!(table.game.both_acted());
}
