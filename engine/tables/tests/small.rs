//! The small tables: solved in the test, held to the engine, to a second solver, to figures that
//! `docs/solved.md` prints, and to bad input.

use engine::{AnyGame, Options, Outcome, Position, Side, tui_da_che, xia_si, zhuo_qi_zi};
use std::collections::HashMap;
use std::sync::LazyLock;
use tables::{SingleThreaded, Solved, Table, Value, all_solved, solve_in_memory};

static SMALL: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let small = all_solved().into_iter().filter(|solved| solved.small);
    small.map(|solved| solve_in_memory(solved, &SingleThreaded).expect("it is solved")).collect()
});

fn table(game: &str, ruleset: &str) -> &'static Table {
    SMALL
        .iter()
        .find(|table| (table.solved().game, table.solved().ruleset) == (game, ruleset))
        .expect("it is small")
}

fn game(solved: &Solved, position: Option<&str>) -> AnyGame {
    AnyGame::new(solved.game, Some(solved.ruleset), &Options::none(), position).expect("it starts")
}

#[test]
fn every_value_follows_from_the_successors() {
    for table in SMALL.iter() {
        table.verify(&SingleThreaded, &|_| {}).expect("the table is right");
    }
}

/// The figures that `yiguan solve` prints: positions won, drawn and lost for the side to act, the
/// longest win, the value of the start.
#[test]
fn figures_of_the_documents_match_the_tables() {
    let mut lines = Vec::new();
    for table in SMALL.iter() {
        let solved = table.solved();
        let survey = table.survey(&SingleThreaded, &|_| {}).expect("it answers");
        let (mut wins, mut draws, mut losses) = (0, 0, 0);
        for (_, counts) in &survey.counts {
            wins += counts.wins;
            draws += counts.draws;
            losses += counts.losses;
        }
        let start = table.value(&game(solved, None)).expect("it answers");
        let longest = survey.longest.and_then(|example| example.value.distance());
        lines.push(format!(
            "{} {}: start {} {:?}, {wins} wins, {draws} draws, {losses} losses, longest {longest:?}",
            solved.game,
            solved.ruleset,
            start.as_str(),
            start.distance(),
        ));
    }
    assert_eq!(lines, FIGURES);
}

const FIGURES: [&str; 5] = [
    "zhuo-qi-zi standard: start draw None, 1171877 wins, 444154 draws, 645949 losses, longest Some(59)",
    "tui-da-che original: start loss Some(40), 1188241 wins, 446798 draws, 626941 losses, longest Some(53)",
    "tui-da-che as-printed: start draw None, 1173333 wins, 440270 draws, 648377 losses, longest Some(59)",
    "xia-si as-printed: start loss Some(26), 1545303 wins, 241580 draws, 475097 losses, longest Some(39)",
    "xia-si original: start loss Some(34), 1330543 wins, 451470 draws, 479967 losses, longest Some(43)",
];

/// A number that is different each time and the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }
}

/// In games as they are played, chains and removals among them, each position is worth the best of
/// its actions, and the better side never lets go of a win.
#[test]
fn values_agree_along_random_games() {
    for table in SMALL.iter() {
        let mut numbers = Numbers(7);
        for _ in 0..200 {
            let mut game = game(table.solved(), None);
            while game.outcome().is_none() {
                let value = table.value(&game).expect("it answers");
                // A table does not know which actions history forbids.
                let actions = self::game(table.solved(), Some(&game.position_text())).legal();
                let mut best = Value::Loss(0);
                for action in &actions {
                    let text = after(&game, action);
                    let next = self::game(table.solved(), Some(&text));
                    let value = table.value(&next).expect("it answers");
                    let value =
                        if next.to_act() == game.to_act() { value } else { value.for_other() };
                    best = best.max(value.one_action_before());
                }
                assert_eq!(value, best, "{}", game.position_text());
                let truth = table.look_up(&game.position_text()).expect("it answers");
                assert_eq!(truth.value, value);
                assert!(truth.actions.iter().map(|found| &found.action).eq(&actions));
                assert_eq!(truth.actions.iter().map(|found| found.value).max(), Some(best));
                let actions = game.legal();
                game.play(&actions[numbers.below(actions.len())]).expect("it is legal");
            }
        }
    }
}

/// Every value has a position that it is the value of.
#[test]
fn positions_are_found_by_their_numbers() {
    let mut numbers = Numbers(11);
    for table in SMALL.iter() {
        let len = table.len();
        for _ in 0..50 {
            let number = u64::try_from(numbers.below(usize::try_from(len).expect("it is small")));
            let text = table.text_at(number.expect("it is small")).expect("there are as many");
            let truth = table.look_up(&text).expect("it is in the table");
            let game = game(table.solved(), Some(&text));
            assert_eq!(truth.value, table.value(&game).expect("it answers"));
        }
        assert_eq!(table.text_at(len), None);
    }
}

/// By a text alone the same traps are found as in a game without history, without the actions that
/// are not allowed.
#[test]
fn traps_among_allowed_actions_match_the_game() {
    let mut numbers = Numbers(5);
    for table in SMALL.iter() {
        for _ in 0..40 {
            let number = numbers.below(usize::try_from(table.len()).expect("it is small"));
            let number = u64::try_from(number).expect("it is small");
            let text = table.text_at(number).expect("there are as many");
            let game = game(table.solved(), Some(&text));
            let legal = game.legal();
            let traps = table.traps_among(&text, &legal).expect("it answers");
            assert_eq!(traps, table.traps(&game).expect("it answers"), "{text}");
            let Some(first) = traps.first() else { continue };
            let others: Vec<String> =
                legal.iter().filter(|&action| *action != first.action).cloned().collect();
            let traps = table.traps_among(&text, &others).expect("it answers");
            assert!(traps.iter().all(|trap| trap.action != first.action));
            assert_eq!(traps.is_empty(), others.is_empty());
        }
    }
}

fn after(game: &AnyGame, action: &str) -> String {
    let (info, ruleset) = (game.info().id, game.ruleset().id);
    let text = game.position_text();
    let mut next =
        AnyGame::new(info, Some(ruleset), &Options::none(), Some(&text)).expect("it starts");
    next.play(action).expect("it is legal");
    next.position_text()
}

/// A second solver, the plainest there is: all positions that can be reached from two stones each, their
/// values found by going over all of them until nothing changes.
fn brute<P: Position>(starts: &[P]) -> HashMap<P, Value> {
    let mut successors: HashMap<P, Vec<P>> = HashMap::new();
    let mut open = starts.to_vec();
    while let Some(position) = open.pop() {
        if successors.contains_key(&position) {
            continue;
        }
        let mut actions = Vec::new();
        if position.outcome().is_none() {
            position.actions(&mut actions);
        }
        let next = actions.into_iter().map(|action| {
            let mut next = position.clone();
            next.apply(action);
            next
        });
        let next: Vec<P> = next.collect();
        open.extend(next.iter().cloned());
        successors.insert(position, next);
    }
    let ended = |outcome: Outcome, side: Side| match outcome.winner {
        None => Value::Draw,
        Some(winner) if winner == side => Value::Win(0),
        Some(_) => Value::Loss(0),
    };
    let mut values: HashMap<P, Value> = successors
        .keys()
        .map(|position| {
            let end = position.outcome().map(|outcome| ended(outcome, position.to_act()));
            (position.clone(), end.unwrap_or(Value::Draw))
        })
        .collect();
    // Decided values of up to so many actions are found after as many rounds.
    loop {
        let mut changed = Vec::new();
        for (position, next) in successors.iter().filter(|(_, next)| !next.is_empty()) {
            let best = next.iter().map(|next| {
                let value = values[next];
                let same = next.to_act() == position.to_act();
                if same { value } else { value.for_other() }.one_action_before()
            });
            let best = best.max().expect("there are successors");
            if best != values[position] {
                changed.push((position.clone(), best));
            }
        }
        if changed.is_empty() {
            return values;
        }
        values.extend(changed);
    }
}

#[track_caller]
fn check_brute<P: Position>(table: &Table, positions: &[&str]) {
    let rules = P::rules(table.solved().ruleset, &Options::none()).expect("it is a ruleset");
    let starts: Vec<P> =
        positions.iter().map(|text| P::parse(rules, text).expect("it is one")).collect();
    let values = brute(&starts);
    assert!(values.len() > 5_000, "{}", values.len());
    for (position, expected) in values {
        let game = game(table.solved(), Some(&position.to_text()));
        let found = table.value(&game).expect("it answers");
        assert_eq!(found, expected, "{}", position.to_text());
    }
}

#[test]
fn a_second_solver_finds_the_same_values() {
    let positions = ["w2w/4/4/bb2 b -", "ww2/4/4/1b1b w -"];
    check_brute::<zhuo_qi_zi::ZhuoQiZi>(table("zhuo-qi-zi", "standard"), &positions);
    check_brute::<tui_da_che::TuiDaChe>(table("tui-da-che", "original"), &positions);
    check_brute::<tui_da_che::TuiDaChe>(table("tui-da-che", "as-printed"), &positions);
    check_brute::<xia_si::XiaSi>(table("xia-si", "as-printed"), &positions);
    check_brute::<xia_si::XiaSi>(table("xia-si", "original"), &positions);
}

/// A player that follows the table and sets traps wins every game that is won for it, against all
/// replies, in no more actions than the table gives.
#[test]
fn player_following_the_table_wins_won_positions() {
    for table in SMALL.iter() {
        let solved = table.solved();
        let mut numbers = Numbers(3);
        for _ in 0..50 {
            let mut game = game(solved, None);
            let mut won = None;
            while game.outcome().is_none() {
                let actions = match won {
                    Some((side, _)) if game.to_act() == side => {
                        let traps = table.traps(&game).expect("it answers");
                        traps.into_iter().map(|trap| trap.action).collect()
                    }
                    _ => game.legal(),
                };
                game.play(&actions[numbers.below(actions.len())]).expect("it is legal");
                if won.is_none()
                    && let Value::Win(distance) = table.value(&game).expect("it answers")
                {
                    // From here on as a game of its own, which has no history yet.
                    game = self::game(solved, Some(&game.position_text()));
                    won = Some((game.to_act(), usize::from(distance)));
                }
            }
            if let Some((side, distance)) = won {
                assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(side));
                assert!(game.ply() <= distance);
            }
        }
    }
}

/// A finished position has no actions: it is worth its result, at distance 0.
#[test]
fn a_finished_position_is_worth_its_result() {
    for (text, value, distance) in [
        ("4/4/bb2/4 b -", "win", Some(0)),
        ("4/4/bb2/4 w -", "loss", Some(0)),
        ("w3/4/4/b3 b -", "draw", None),
        ("wb2/b2b/4/4 w -", "loss", Some(0)),
    ] {
        let table = table("zhuo-qi-zi", "standard");
        let game = game(table.solved(), Some(text));
        let found = table.value(&game).expect("it answers");
        assert_eq!((found.as_str(), found.distance()), (value, distance), "{text}");
        assert_eq!(table.actions(&game).expect("it answers"), [], "{text}");
        assert_eq!(table.traps(&game).expect("it answers"), [], "{text}");
    }
}

#[test]
fn a_table_answers_for_its_own_ruleset_only() {
    let table = table("xia-si", "original");
    for (id, ruleset) in [("xia-si", "as-printed"), ("zhuo-qi-zi", "standard")] {
        let other = AnyGame::new(id, Some(ruleset), &Options::none(), None).expect("it starts");
        assert!(table.value(&other).is_err(), "{id} {ruleset}");
        assert!(table.actions(&other).is_err(), "{id} {ruleset}");
    }
}
