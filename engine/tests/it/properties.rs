//! Properties of every game of the catalogue, under every ruleset and every value of every option:
//! every listed action can be played, every other action that can be written down is refused and
//! changes nothing, and every random game comes to an end.

use crate::dice::{Dice, rounds};
use engine::{AnyGame, GAMES, GameInfo, Options, Rule, RulesetInfo};

/// More plies than any game can last: the longest count without progress, a few hundred
/// actions, starts again with every capture, of which a board has less than a hundred.
const WITHOUT_END: usize = 20_000;

/// Random games under every set of options.
const GAMES_EACH: usize = 4;

/// Every set of options in which at most one value is not the default.
fn variants(ruleset: &RulesetInfo) -> Vec<Options> {
    let others = ruleset.options.iter().flat_map(|option| {
        option.values[1..].iter().map(|value| Options::from_iter([(option.key, value.id)]))
    });
    [Options::none()].into_iter().chain(others).collect()
}

/// Every game, ruleset and set of options.
pub(crate) fn every_game() -> impl Iterator<Item = (&'static GameInfo, AnyGame)> {
    GAMES.iter().flat_map(|&info| {
        info.rulesets.iter().flat_map(move |ruleset| {
            variants(ruleset).into_iter().map(move |options| {
                let game = AnyGame::new(info.id, Some(ruleset.id), &options, None);
                (info, game.expect("the catalogue's own names"))
            })
        })
    })
}

/// Every text that has the form of an action on this game's board, and some that name a point
/// just beyond it.
pub(crate) fn forms(game: &AnyGame) -> Vec<String> {
    let picture = game.picture();
    let name = |letter: u8, digit: u8, letter_first: bool| {
        let (letter, digit) = (char::from(b'a' + letter), char::from(b'0' + digit));
        if letter_first { format!("{letter}{digit}") } else { format!("{digit}{letter}") }
    };
    let mut forms = vec!["pass".to_owned()];
    let points: Vec<String> = if picture.squares {
        let ranks = 0..picture.ranks;
        ranks.flat_map(|rank| (0..=picture.files).map(move |f| name(rank, f, false))).collect()
    } else {
        let files = 0..=picture.files;
        files.flat_map(|file| (0..=picture.ranks).map(move |r| name(file, r, true))).collect()
    };
    for to in &points {
        if picture.squares {
            forms.extend("PLNSGBRK".chars().map(|piece| format!("{piece}*{to}")));
        }
        forms.extend([format!("@{to}"), format!("x{to}")]);
        for from in &points {
            forms.push(format!("{from}{to}"));
            if picture.squares {
                forms.push(format!("{from}{to}+"));
            }
        }
    }
    forms
}

/// Everything about a game that an action could change.
fn state(game: &AnyGame) -> (String, usize, u32, u64, Vec<String>) {
    (game.position_text(), game.ply(), game.quiet(), game.key(), game.action_texts())
}

/// Tries every form: the listed ones play, the others are refused twice alike.
fn check_forms(game: &mut AnyGame, legal: &[String], forms: &[String]) {
    let before = state(game);
    for action in legal {
        let played = game.clone().play(action);
        assert_eq!(played.map(|played| played.action).as_ref(), Ok(action), "at {}", before.0);
    }
    for form in forms {
        let listed = legal.binary_search(form).is_ok();
        let refusal = game.refuse(form);
        assert_eq!(refusal.is_none(), listed, "{form} at {}: {refusal:?}", before.0);
        if let Some(refusal) = refusal {
            assert_eq!(game.play(form), Err(refusal), "{form} at {}", before.0);
        }
    }
    assert_eq!(state(game), before, "refused actions changed the game");
    assert_eq!(game.legal(), legal, "refused actions changed the game");
}

#[test]
fn listed_actions_alone_play_and_games_end() {
    let mut dice = Dice(0x9a_3e5);
    let games = every_game().flat_map(|game| std::iter::repeat_n(game, rounds(GAMES_EACH)));
    for (info, mut game) in games {
        let forms = forms(&game);
        while game.outcome().is_none() {
            let ply = game.ply();
            assert!(ply < WITHOUT_END, "{}: a game without end", info.id);
            let legal = game.legal();
            assert!(!legal.is_empty(), "{}: no action and no end", game.position_text());
            assert!(legal.is_sorted_by(|a, b| a < b), "an action is listed twice: {legal:?}");
            // Often at the beginning, where the phases are, and more rarely later on.
            if ply.is_power_of_two() && ply <= 256 {
                check_forms(&mut game, &legal, &forms);
            }
            let action = &legal[dice.below(legal.len())];
            game.play(action).expect("a listed action");
        }
        assert!(game.legal().is_empty(), "{}: actions after the end", info.id);
        let refusal = game.refuse(&game.action_text(0).expect("games last a ply at least"));
        assert_eq!(refusal.map(|refusal| refusal.rule), Some(Rule::GameOver), "{}", info.id);
    }
}

#[test]
fn truncated_game_equals_the_earlier_game() {
    let mut dice = Dice(0x7a_6eb);
    for (info, mut game) in every_game() {
        let mut states = vec![state(&game)];
        for _ in 0..40 {
            let legal = game.legal();
            let Some(action) = legal.get(dice.below(legal.len().max(1))) else { break };
            game.play(action).expect("a listed action");
            states.push(state(&game));
        }
        for ply in (0..states.len()).rev().step_by(7) {
            game.truncate(ply);
            assert_eq!(state(&game), states[ply], "{} at ply {ply}", info.id);
        }
    }
}
