//! The texts of the catalogue: every text exists in every language, and the phases are those that
//! positions show.

use crate::dice::{Dice, rounds};
use crate::properties::every_game;
use engine::{GAMES, GameInfo, RulesetInfo, Text};
use std::collections::BTreeSet;

fn texts_of(ruleset: &RulesetInfo) -> Vec<Text> {
    let phases = ruleset.phases.iter().flat_map(|phase| [phase.name, phase.task]);
    let options = ruleset
        .options
        .iter()
        .flat_map(|option| option.values.iter().map(|value| value.name).chain([option.name]));
    let sides = [ruleset.sides.first, ruleset.sides.second];
    let own = [ruleset.name, ruleset.summary, ruleset.goal, ruleset.turn, ruleset.source];
    own.into_iter().chain(sides).chain(phases).chain(options).collect()
}

fn texts(info: &GameInfo) -> Vec<Text> {
    let rulesets = info.rulesets.iter().flat_map(texts_of);
    [info.name, info.gloss, info.line].into_iter().chain(rulesets).collect()
}

#[test]
fn every_text_is_there_in_every_language() {
    for info in GAMES {
        for text in texts(info) {
            for words in [text.en, text.zh, text.ja] {
                assert!(!words.trim().is_empty(), "{}: {text:?}", info.id);
                assert!(!words.contains("  "), "{}: two spaces in {words:?}", info.id);
            }
        }
    }
}

#[test]
fn summary_has_two_lines_and_card_texts_one() {
    for info in GAMES {
        for ruleset in info.rulesets {
            let lines = |text: Text| [text.en, text.zh, text.ja].map(|words| words.lines().count());
            assert_eq!(lines(ruleset.summary), [2; 3], "{} {}", info.id, ruleset.id);
            for text in [info.gloss, info.line, ruleset.goal, ruleset.turn] {
                assert_eq!(lines(text), [1; 3], "{} {}", info.id, ruleset.id);
            }
        }
    }
}

/// The letter a position's text has for its phase: the first of its last part.
fn phase_in(position: &str) -> &str {
    let last = position.rsplit(' ').next().expect("a text of parts");
    &last[..1]
}

#[test]
fn game_passes_the_listed_phases_in_order() {
    let mut dice = Dice(0x000f_a5e5);
    for (info, start) in every_game().flat_map(|game| std::iter::repeat_n(game, rounds(1))) {
        let phases: Vec<&str> = start.ruleset().phases.iter().map(|phase| phase.id).collect();
        if phases.is_empty() {
            continue;
        }
        let mut game = start;
        let mut reached = 0;
        let mut seen = BTreeSet::new();
        while game.outcome().is_none() {
            let (position, ruleset) = (game.position_text(), game.ruleset().id);
            let phase = phase_in(&position);
            let found = phases[reached..].iter().position(|id| *id == phase);
            reached += found.unwrap_or_else(|| {
                panic!("{} {ruleset}: {position} after {:?}", info.id, phases[reached])
            });
            seen.insert(phase.to_owned());
            let legal = game.legal();
            game.play(&legal[dice.below(legal.len())]).expect("a listed action");
        }
        assert!(seen.contains(phases[0]), "{}: begins in {seen:?}", info.id);
        assert!(seen.contains(phases[phases.len() - 1]), "{}: ends in {seen:?}", info.id);
    }
}
