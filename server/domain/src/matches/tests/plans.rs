//! Conditional moves are played at once, and no other action is.

use super::*;
use crate::clock::Correspondence;
use crate::matches::budget::MAX_PLANS;
use proptest::prelude::*;

fn by_days() -> ClockSetting {
    ClockSetting::Correspondence(Correspondence::new(3).expect("in range"))
}

fn lines(lines: &[&[&str]]) -> Vec<Vec<String>> {
    lines.iter().map(|line| line.iter().map(|&action| action.to_owned()).collect()).collect()
}

impl Table {
    fn plan(&mut self, who: u128, lines: Vec<Vec<String>>) -> Result<Vec<Event>, Code> {
        let ply = self.game.ply();
        self.command(who, &Command::Plan { ply, lines })
    }
}

/// So many actions that follow each other, take nothing and end nothing.
fn quiet_line(table: &Table, count: usize) -> Vec<String> {
    let mut game = table.game.game().clone();
    let mut line = Vec::new();
    for at in 0..count {
        let mut quiet = game.legal();
        quiet.retain(|action| {
            let played = game.clone().play(action).expect("legal");
            played.captures.is_empty() && played.outcome.is_none()
        });
        // Not the same to and fro, which would be a draw.
        let action = quiet.swap_remove(at * 5 % quiet.len());
        game.play(&action).expect("legal");
        line.push(action);
    }
    line
}

#[test]
fn a_plan_of_five_replies_is_played_in_one_commit_where_both_have_planned() {
    let mut table = Table::begun(by_days());
    let line = quiet_line(&table, 10);
    // The second side plans its replies from the first side's next action on, and when it is the second's
    // turn the first plans its own.
    table.plan(2, vec![line.clone()]).expect("kept");
    let mut events = table.play(1, &line[0]).expect("legal");
    assert_eq!(events.len(), 2, "the action and its reply");
    table.check_restores();
    table.plan(2, vec![line[2..].to_vec()]).expect("in place of what is left of the other");
    for round in 1..5 {
        events = table.play(1, &line[2 * round]).expect("legal");
        assert_eq!(events.len(), 2);
        let Some(Event::Moved(moved)) = events.pop() else { panic!("a reply") };
        assert_eq!(
            (moved.action.as_str(), moved.planned, moved.time),
            (line[2 * round + 1].as_str(), true, 0)
        );
    }
    assert_eq!(table.game.ply(), 12);
    table.check_restores();
}

#[test]
fn two_plans_that_fit_play_each_other_out_in_one_commit() {
    let mut table = Table::begun(by_days());
    let line = quiet_line(&table, 12);
    table.plan(2, vec![line[..10].to_vec()]).expect("kept");
    table.plan(1, vec![line[..11].to_vec()]).expect("also on one's own turn");
    let events = table.play(1, &line[0]).expect("legal");
    let played: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::Moved(moved) => Some(moved.action.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(played, line[..11], "five replies of each");
    assert_eq!((table.game.ply(), table.game.game().to_act()), (13, Second));
    table.check_restores();
}

#[test]
fn what_makes_no_plan_is_refused() {
    let mut table = Table::begun(by_days());
    let line = quiet_line(&table, 4);
    let text =
        |actions: &[&String]| actions.iter().map(|&action| action.clone()).collect::<Vec<_>>();
    for bad in [
        vec![Vec::new()],
        vec![text(&[&line[0]])],
        vec![text(&[&line[0], &"z9z9".to_owned()])],
        vec![line.clone(); MAX_PLAN_LINES + 1],
        vec![vec![line[0].clone(); MAX_PLAN_LENGTH + 1]],
    ] {
        let command = Command::Plan { ply: table.game.ply(), lines: bad };
        table.check_refused(2, &command, Code::BadPlan);
    }
    let mut game = table.game.game().clone();
    game.play(&line[0]).expect("legal");
    let other = game.legal().into_iter().find(|action| *action != line[1]).expect("another");
    let two = vec![text(&[&line[0], &line[1]]), text(&[&line[0], &other])];
    let command = Command::Plan { ply: table.game.ply(), lines: two };
    table.check_refused(2, &command, Code::BadPlan);
    let stale = Command::Plan { ply: 1, lines: Vec::new() };
    table.check_refused(2, &stale, Code::Stale);
    table.check_refused(9, &Command::Plan { ply: 2, lines: Vec::new() }, Code::NotSeated);
    let mut live = Table::fischer(60, 0);
    live.check_refused(2, &Command::Plan { ply: 2, lines: Vec::new() }, Code::NotAllowed);
}

#[test]
fn other_line_and_takeback_drop_the_plan() {
    let mut table = Table::begun(by_days());
    let line = quiet_line(&table, 4);
    table.plan(2, lines(&[&[&line[0], &line[1]]])).expect("kept");
    let other = table.game.legal().into_iter().find(|action| *action != line[0]).expect("another");
    assert_eq!(table.play(1, &other).expect("legal").len(), 1);
    assert!(table.game.plan(Second).lines().is_empty());
    table.check_restores();

    let mut table = Table::begun(by_days());
    table.plan(2, lines(&[&[&line[0], &line[1]]])).expect("kept");
    table.offer(2, Offer::Takeback, Answer::Offer).expect("theirs to take back");
    table.offer(1, Offer::Takeback, Answer::Accept).expect("agreed");
    assert!(table.game.plan(Second).lines().is_empty());
    table.check_restores();
}

proptest! {
    #[test]
    fn plan_plays_only_its_own_actions(
        choices in proptest::collection::vec((any::<u16>(), any::<u16>(), any::<u16>()), 1..25),
    ) {
        let mut table = Table::begun(by_days());
        let pick = |actions: Vec<String>, choice: u16| {
            let count = actions.len().max(1);
            actions.into_iter().nth(usize::from(choice) % count)
        };
        for (one, two, three) in choices {
            if table.game.state() != MatchState::Live { break }
            let side = table.game.game().to_act();
            let (who, other) = match side { First => (1, 2), Second => (2, 1) };
            // One line of three actions at random.
            let mut game = table.game.game().clone();
            let mut line = Vec::new();
            for choice in [one, two, three] {
                let Some(action) = pick(game.legal(), choice) else { break };
                if game.play(&action).is_err() { break }
                line.push(action);
                if game.outcome().is_some() { break }
            }
            let _ = table.plan(other, vec![line.clone()]);
            let planned = table.game.plan(side.other()).lines().to_vec();
            let Some(action) = pick(table.game.legal(), one.wrapping_add(two % 2)) else { break };
            let ply = table.game.ply();
            let events = table.play(who, &action).expect("legal");
            for event in &events[1..] {
                let Event::Moved(moved) = event else { continue };
                prop_assert!(moved.planned);
                let at = usize::try_from(moved.ply - ply).expect("few");
                prop_assert!(planned.iter().any(|line| line.first() == Some(&action) && line.get(at) == Some(&moved.action)));
            }
        }
        table.check_restores();
    }
}

#[test]
fn line_that_is_played_to_its_end_is_gone() {
    let mut plan = Plan::kept(lines(&[&["a", "b"], &["a", "c", "d"]]), 7);
    plan.follow("a");
    assert_eq!(plan.lines(), lines(&[&["b"], &["c", "d"]]));
    plan.follow("b");
    assert!(plan.lines().is_empty(), "an action without a reply ends its line");
}

#[test]
fn taken_back_reply_is_no_longer_planned() {
    let mut table = Table::begun(by_days());
    let line = quiet_line(&table, 4);
    assert_eq!(table.game.plan(Second).seq(), None);
    table.plan(2, lines(&[&[&line[0], &line[1]]])).expect("kept");
    assert_eq!(table.game.plan(Second).seq(), Some(table.game.seq()), "the event that holds it");
    table.play(1, &line[0]).expect("legal");
    table.plan(2, lines(&[&[&line[2], &line[3]]])).expect("kept");
    table.play(1, &line[2]).expect("legal");
    let fired = |table: &Table| table.game.fired(Second).collect::<Vec<_>>();
    assert_eq!(fired(&table), [3, 5]);
    table.offer(2, Offer::Takeback, Answer::Offer).expect("theirs to take back");
    table.offer(1, Offer::Takeback, Answer::Accept).expect("agreed");
    assert_eq!((table.game.ply(), fired(&table)), (5, vec![3]));
    table.play(2, &line[3]).expect("legal");
    assert_eq!(fired(&table), [3], "the second side has acted itself");
    table.check_restores();
}

#[test]
fn side_has_so_many_plans() {
    let mut table = Table::begun(by_days());
    for _ in 0..MAX_PLANS {
        table.plan(2, Vec::new()).expect("allowed");
    }
    let command = Command::Plan { ply: table.game.ply(), lines: Vec::new() };
    table.check_refused(2, &command, Code::TooMuch);
}

#[test]
fn line_has_so_many_actions() {
    let mut table = Table::begun(by_days());
    let line = quiet_line(&table, MAX_PLAN_LENGTH + 2);
    for (length, expected) in [(0, Ok(1)), (1, Err(Code::BadPlan)), (2, Err(Code::BadPlan))] {
        let planned = table.plan(2, vec![line[..MAX_PLAN_LENGTH + length].to_vec()]);
        assert_eq!(planned.map(|events| events.len()), expected, "{length} too many");
    }
}
