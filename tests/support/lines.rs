//! Whole games, played at random by the engine beforehand.

use crate::Dice;
use engine::{AnyGame, GAMES, Options, Outcome, Reason};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// A game as it can be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The game's id.
    pub game: &'static str,
    /// The ruleset's id.
    pub ruleset: &'static str,
    /// The options that are not at their defaults.
    pub options: Options,
}

impl Setup {
    /// The game at its start.
    ///
    /// # Panics
    ///
    /// If the catalogue does not have it.
    #[must_use]
    pub fn begin(&self) -> AnyGame {
        AnyGame::new(self.game, Some(self.ruleset), &self.options, None).expect("it is listed")
    }

    /// The body for a match of it, to which more can be added.
    #[must_use]
    pub fn body(&self) -> Value {
        let options: BTreeMap<&str, &str> = self.options.iter().collect();
        json!({"game": self.game, "ruleset": self.ruleset, "options": options, "seat": "first"})
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.game, self.ruleset)?;
        self.options.iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

/// Every game under every ruleset: with default options, and with each option in turn at each
/// of its other values.
#[must_use]
pub fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for info in GAMES {
        for ruleset in info.rulesets {
            let mut add = |options| {
                setups.push(Setup { game: info.id, ruleset: ruleset.id, options });
            };
            add(Options::none());
            for option in ruleset.options {
                for value in option.values.iter().skip(1) {
                    add([(option.key, value.id)].into_iter().collect());
                }
            }
        }
    }
    setups
}

/// A whole game.
#[derive(Debug, Clone)]
pub struct Line {
    /// The game.
    pub setup: Setup,
    /// Every action.
    pub moves: Vec<String>,
    /// The end to which they lead.
    pub outcome: Outcome,
}

impl Line {
    /// The plies before which one side has acted and acts again: inside a chain, or with
    /// removals owed.
    #[must_use]
    pub fn within_turns(&self) -> Vec<usize> {
        let mut game = self.setup.begin();
        let mut plies = Vec::new();
        for (ply, action) in self.moves.iter().enumerate() {
            let by = game.to_act();
            let over = game.play(action).map_or(true, |played| played.outcome.is_some());
            if !over && game.to_act() == by {
                plies.push(ply + 1);
            }
        }
        plies
    }
}

/// The most actions of a game played here; the rare longer ones would only be slow.
const LONGEST: usize = 600;

/// Plays at random until the rules end it, or nothing if they take too long.
fn random(setup: &Setup, seed: u64) -> Option<Line> {
    let mut dice = Dice::new(seed);
    let mut game = setup.begin();
    let mut moves = Vec::new();
    while moves.len() < LONGEST {
        let legal = game.legal();
        let action = dice.pick(&legal).clone();
        let played = game.play(&action).expect("it is legal");
        moves.push(action);
        if let Some(outcome) = played.outcome {
            return Some(Line { setup: setup.clone(), moves, outcome });
        }
    }
    None
}

/// For each reason for which random games end, the shortest of `seeds` games.
///
/// # Panics
///
/// If none of them ends.
#[must_use]
pub fn lines_to_every_end(setup: &Setup, seeds: u64) -> Vec<Line> {
    let mut shortest: Vec<(Reason, Line)> = Vec::new();
    for line in (0..seeds).filter_map(|seed| random(setup, seed)) {
        let reason = line.outcome.reason;
        match shortest.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, known)) if known.moves.len() <= line.moves.len() => {}
            Some((_, known)) => *known = line,
            None => shortest.push((reason, line)),
        }
    }
    assert!(!shortest.is_empty(), "{setup}: no random game ends");
    shortest.into_iter().map(|(_, line)| line).collect()
}

/// The shortest of `seeds` random games of at least `plies` actions.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn line_to_an_end(setup: &Setup, seeds: u64, plies: usize) -> Line {
    (0..seeds)
        .filter_map(|seed| random(setup, seed))
        .filter(|line| line.moves.len() >= plies)
        .min_by_key(|line| line.moves.len())
        .unwrap_or_else(|| panic!("{setup}: no random game of {plies} actions ends"))
}
