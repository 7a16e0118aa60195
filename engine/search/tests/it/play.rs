//! Any game in any ruleset can be searched from any position.

use engine::{AnyGame, GAMES, Options};
use search::{AnyReport, Limits, Player, Random, TextHost, Unattended, Width, analyse, choose};
use std::cell::Cell;

/// Every game in every ruleset, with every option at each of its values in turn.
pub(crate) fn every_game() -> Vec<AnyGame> {
    let mut games = Vec::new();
    for info in GAMES {
        for ruleset in info.rulesets {
            let mut add = |options: &Options| {
                let game = AnyGame::new(info.id, Some(ruleset.id), options, None);
                games.push(game.expect("the catalogue's rulesets and options can be played"));
            };
            add(&Options::none());
            for option in ruleset.options {
                for value in option.values.iter().skip(1) {
                    add(&[(option.key, value.id)].into_iter().collect());
                }
            }
        }
    }
    games
}

/// Plays an action at random.
pub(crate) fn wander(game: &mut AnyGame, random: &mut Random) {
    let legal = game.legal();
    let action = &legal[random.below(legal.len())];
    game.play(action).expect("a legal action is played");
}

#[test]
fn chosen_actions_are_legal_in_every_game() {
    let mut random = Random::new(7);
    let mut positions = 0;
    for start in every_game() {
        for round in 0..6_u8 {
            let mut game = start.clone();
            let mut player = Player::new(&game, 6).expect("every game can be searched");
            while game.outcome().is_none() && game.ply() < 160 {
                if random.below(4) > 0 {
                    wander(&mut game, &mut random);
                    continue;
                }
                let level = 1 + u8::try_from(random.below(8)).unwrap_or(0);
                let choice = player
                    .choose(&game, level, u64::from(round), 60, &mut Unattended)
                    .expect("a game that goes on has an action");
                let mut line = game.clone();
                for action in &choice.line {
                    let text = game.position_text();
                    line.play(action).unwrap_or_else(|refused| {
                        panic!("{action} of {:?} in {text}: {refused}", choice.line)
                    });
                }
                game.play(&choice.action).expect("what is chosen is legal");
                positions += 1;
            }
        }
    }
    assert!(positions > 4_000, "{positions}");
}

#[test]
fn the_same_search_gives_the_same_answer() {
    for mut game in every_game() {
        let mut random = Random::new(3);
        for _ in 0..12 {
            wander(&mut game, &mut random);
        }
        for level in [1, 5, 8] {
            assert_eq!(choose(&game, level, 11, 2_000), choose(&game, level, 11, 2_000));
        }
        let limits = Limits::nodes(3_000).with_width(Width::Lines(3));
        assert_eq!(
            analyse(&game, &limits, &mut Unattended),
            analyse(&game, &limits, &mut Unattended)
        );
    }
}

#[test]
fn a_finished_game_has_nothing_to_choose() {
    let game = AnyGame::new("er-chi-yi", None, &Options::none(), Some("4w/5/5/5/b4 b -"));
    let game = game.expect("it is a position");
    assert_eq!(choose(&game, 8, 1, 1_000), None);
    let report = analyse(&game, &Limits::depth(3), &mut Unattended).expect("it can be searched");
    assert!(report.lines.is_empty());
}

#[test]
fn as_many_lines_as_asked_for_are_exact() {
    let game = AnyGame::new("xiangqi", None, &Options::none(), None).expect("it is a game");
    let limits = Limits::depth(4).with_width(Width::Lines(4));
    let report = analyse(&game, &limits, &mut Unattended).expect("it can be searched");
    assert_eq!(report.depth, 4);
    assert!(report.lines[..4].iter().all(|line| line.exact && line.actions.len() > 1));
    assert!(report.lines[..4].is_sorted_by(|a, b| a.score >= b.score));
}

/// Stops a search after some questions.
struct Impatient {
    asked: Cell<u32>,
    reports: u32,
}

impl TextHost for Impatient {
    fn stop(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.asked.get() > 20
    }

    fn report(&mut self, report: &AnyReport) {
        self.reports += 1;
        assert_eq!(report.depth, self.reports);
    }
}

#[test]
fn search_stops_when_its_host_asks() {
    let game = AnyGame::new("shogi", None, &Options::none(), None).expect("it is a game");
    let mut host = Impatient { asked: Cell::new(0), reports: 0 };
    let report = analyse(&game, &Limits::nodes(u64::MAX), &mut host).expect("it can be searched");
    // It asks every thousand nodes and after every depth.
    assert!(report.nodes < 25_000, "{}", report.nodes);
    assert!(host.reports > 1 && !report.lines.is_empty());
}

/// A clock that runs by questions.
struct Ticking(Cell<u64>);

impl TextHost for Ticking {
    fn elapsed(&self) -> u64 {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

#[test]
fn a_search_ends_by_the_hosts_clock() {
    let game = AnyGame::new("xia-liu", None, &Options::none(), None).expect("it is a game");
    let mut host = Ticking(Cell::new(0));
    let report = analyse(&game, &Limits::milliseconds(30), &mut host).expect("it can be searched");
    assert!(report.nodes < 40_000 && report.depth > 2);
}
