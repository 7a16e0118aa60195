//! Plays games of a line game under weights given as data, to collect samples for fitting and to
//! compare two sets of weights.
//!
//! `Candidate` wraps the rules of a game and replaces only its weights, so the rules and the search
//! are those of the real game. Games begin with a random opening and depend on their seed alone.

use super::{Sample, Tuned, WEIGHTS};
use crate::eval::line::{LineEvaluation, Weights, features};
use crate::levels::{Level, choose_with};
use crate::{DECIDED, Duty, Random, Score, Search, Searchable, Unattended};
use engine::line::{Captures, Complete, LinePosition, LineRules, Phase};
use engine::{Game, GameInfo, Position, RepetitionRule, Side};

/// The rules of a game together with weights that are not necessarily its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Candidate<R> {
    rules: R,
    weights: Weights,
}

impl<R: LineEvaluation> LineRules for Candidate<R> {
    const INFO: &'static GameInfo = R::INFO;

    fn of(ruleset: &str) -> Self {
        Self { rules: R::of(ruleset), weights: R::WEIGHTS }
    }

    fn captures(self) -> Captures {
        self.rules.captures()
    }

    fn complete(self) -> Complete {
        self.rules.complete()
    }

    fn chains(self) -> bool {
        self.rules.chains()
    }

    fn repetition(self) -> RepetitionRule {
        self.rules.repetition()
    }
}

impl<R: LineEvaluation> LineEvaluation for Candidate<R> {
    const WEIGHTS: Weights = R::WEIGHTS;
    const LEVELS: [Level; 8] = R::LEVELS;

    fn weights(self) -> Weights {
        self.weights
    }
}

/// The most random actions that a game begins with.
const OPENING: usize = 8;

/// A game that lasts this many plies counts as a draw.
const LONGEST: usize = 300;

/// The mean error with which the games for samples are played, so that no two are alike.
const ERROR: Score = 25;

/// The table of a searcher: 1 MB.
const TABLE_BITS: u32 = 14;

/// What tunes the game of these types, if it has that id.
pub(super) fn tuned<R: LineEvaluation, const N: u8>(
    game: &str,
    ruleset: Option<&str>,
) -> Option<Tuned> {
    if R::INFO.id != game {
        return None;
    }
    let mut rulesets = R::INFO.rulesets.iter().map(|info| info.id);
    let ruleset = match ruleset {
        None => None,
        Some(wanted) => Some(rulesets.find(|&id| id == wanted)?),
    };
    Some(Tuned { weights: R::WEIGHTS.to_array(), ruleset, play: play::<R, N>, duel: duel::<R, N> })
}

/// A game from its start with a random opening played.
fn begin<R: LineEvaluation, const N: u8>(
    tuned: Tuned,
    weights: [Score; WEIGHTS],
    random: &mut Random,
) -> Game<LinePosition<Candidate<R>, N>> {
    let ruleset = tuned.ruleset.unwrap_or_else(|| R::INFO.rulesets.first().map_or("", |r| r.id));
    let rules = Candidate { rules: R::of(ruleset), weights: Weights::from_array(weights) };
    let mut game = Game::new(rules);
    let plies = OPENING / 2 + random.below(OPENING / 2 + 1);
    let mut legal = Vec::new();
    for _ in 0..plies {
        legal.clear();
        game.legal(&mut legal);
        let Some(&action) = legal.get(random.below(legal.len().max(1))) else { break };
        game.play_trusted(action);
    }
    game
}

/// See [`Tuned::play`].
pub(super) fn play<R: LineEvaluation, const N: u8>(
    tuned: Tuned,
    seed: u64,
    nodes: u64,
) -> Vec<Sample> {
    let mut random = Random::new(seed);
    let mut game = begin::<R, N>(tuned, tuned.weights, &mut random);
    let mut search = Search::new(TABLE_BITS);
    let strength = Level::new(nodes, 60, ERROR);
    let mut kept: Vec<(Side, [Score; WEIGHTS])> = Vec::new();
    while game.outcome().is_none() && game.plies().len() < LONGEST {
        let host = &mut Unattended;
        let seed = random.next();
        let chosen = choose_with(&mut search, &game, strength, true, seed, u64::MAX, host);
        let Some(chosen) = chosen else { break };
        let position = game.position();
        // Captures are for the search to see, and a decided position needs no evaluation.
        if chosen.best.abs() < DECIDED && is_quiet(position) {
            kept.push((position.to_act(), features(position)));
        }
        game.play_trusted(chosen.action);
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    let result = |side| winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
    kept.into_iter().map(|(side, counts)| Sample { counts, result: result(side) }).collect()
}

/// Whether nothing can be captured.
fn is_quiet<R: LineEvaluation, const N: u8>(position: &LinePosition<R, N>) -> bool {
    let mut loud = Vec::new();
    position.phase() == Phase::Step && position.loud(&mut loud) == Duty::Free && loud.is_empty()
}

/// See [`Tuned::duel`].
pub(super) fn duel<R: LineEvaluation, const N: u8>(
    tuned: Tuned,
    others: [Score; WEIGHTS],
    others_first: bool,
    seed: u64,
    nodes: u64,
) -> Option<bool> {
    let weights = if others_first { [others, tuned.weights] } else { [tuned.weights, others] };
    // The same game twice, once for each set of weights.
    let mut games = weights.map(|weights| begin::<R, N>(tuned, weights, &mut Random::new(seed)));
    let mut searches = [Search::new(TABLE_BITS), Search::new(TABLE_BITS)];
    let strength = Level::new(nodes, 60, 0);
    while games[0].outcome().is_none() && games[0].plies().len() < LONGEST {
        let who = usize::from(games[0].position().to_act() == Side::Second);
        let (search, game, host) = (&mut searches[who], &games[who], &mut Unattended);
        let chosen = choose_with(search, game, strength, true, seed, u64::MAX, host)?;
        for game in &mut games {
            game.play_trusted(chosen.action);
        }
    }
    let winner = games[0].outcome().and_then(|outcome| outcome.winner)?;
    Some((winner == Side::First) == others_first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::xia_liu::Rules;

    #[test]
    fn the_evaluation_is_the_sum_of_the_weights() {
        let mut random = Random::new(3);
        let tuned = tuned::<Rules, 6>("xia-liu", None).expect("it is that game");
        for _ in 0..50 {
            let mut game = begin::<Rules, 6>(tuned, tuned.weights, &mut random);
            let mut legal = Vec::new();
            while game.outcome().is_none() && game.plies().len() < 60 {
                let sum: Score =
                    features(game.position()).iter().zip(tuned.weights).map(|(n, w)| n * w).sum();
                assert_eq!(game.position().evaluate(()), sum);
                legal.clear();
                game.legal(&mut legal);
                game.play_trusted(legal[random.below(legal.len())]);
            }
        }
    }

    #[test]
    fn a_side_that_counts_nothing_loses_to_one_that_counts_stones() {
        let tuned = Tuned::of("xia-si", Some("original")).expect("its weights can be tuned");
        let blind = [0; WEIGHTS];
        let mut score = 0;
        for number in 0..8 {
            score += match tuned.duel(blind, number % 2 == 0, number / 2, 300) {
                Some(true) => 1,
                Some(false) => -1,
                None => 0,
            };
        }
        assert!(score < 0, "{score}");
        assert!(!tuned.play(1, 300).is_empty());
        assert!(Tuned::of("shogi", None).is_none() && Tuned::of("xia-si", Some("none")).is_none());
    }
}
