//! Plays games of the engine against itself, to collect samples and to compare two sets of weights.
//!
//! Rules, search and the order of actions are those of play; only the values of positions differ.
//! Games begin with an opening by a hasty player and depend on their seed alone.

use super::Sample;
use super::sample::Changed;
use crate::levels::{Level, choose_with};
use crate::weights::with_list;
use crate::{DECIDED, Duty, Random, Score, Search, Searchable, Unattended};
use engine::{Game, Options, Side};

/// The most actions of an opening, and the fewest.
const MAX_OPENING_PLIES: usize = 8;
const MIN_OPENING_PLIES: usize = 4;

/// The player of openings: each is another one, but neither side is lost.
const OPENING_PLAYER: Level = Level::new(300, 2, 120);

/// A game that lasts this many plies counts as a draw.
const MAX_PLIES: usize = 300;

/// The mean error with which the games for samples are played, so that no two are alike.
const ERROR: Score = 25;

/// The table of a searcher: 1 MB.
const TABLE_BITS: u32 = 14;

/// A game from its start with an opening played. `None` if the rules cannot be set up.
fn begin<P: Searchable>(ruleset: &str, random: &mut Random) -> Option<Game<P>> {
    let ruleset = P::INFO.ruleset(Some(ruleset)).ok()?;
    let options = ruleset.complete(&Options::none()).ok()?;
    let mut game = Game::new(P::rules(ruleset.id, &options).ok()?);
    let mut search = Search::new(TABLE_BITS);
    for _ in 0..MIN_OPENING_PLIES + random.below(MAX_OPENING_PLIES - MIN_OPENING_PLIES + 1) {
        let seed = random.next();
        let host = &mut Unattended;
        let Some(chosen) =
            choose_with(&mut search, &game, OPENING_PLAYER, true, seed, u64::MAX, host)
        else {
            break;
        };
        game.play_trusted(chosen.action);
    }
    Some(game)
}

/// See [`Tuned::play`](super::Tuned::play).
pub(super) fn play<P: Searchable>(ruleset: &str, seed: u64, nodes: u64) -> Vec<Sample> {
    let mut random = Random::new(seed);
    let Some(mut game) = begin::<P>(ruleset, &mut random) else { return Vec::new() };
    let changed = Changed::<P>::new();
    let mut search = Search::new(TABLE_BITS);
    let strength = Level::new(nodes, 60, ERROR);
    let mut samples: Vec<(Side, Sample)> = Vec::new();
    while game.outcome().is_none() && game.plies().len() < MAX_PLIES {
        let host = &mut Unattended;
        let seed = random.next();
        let chosen = choose_with(&mut search, &game, strength, true, seed, u64::MAX, host);
        let Some(chosen) = chosen else { break };
        let position = game.position();
        // Exchanges are for the search to see, and a decided position needs no evaluation.
        if chosen.best.abs() < DECIDED && !position.is_loud(chosen.action) && is_quiet(position) {
            samples.push((position.to_act(), changed.sample(position)));
        }
        game.play_trusted(chosen.action);
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    let result = |side| winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
    samples.into_iter().map(|(side, sample)| Sample { result: result(side), ..sample }).collect()
}

/// Whether nothing can be gained by force at once.
fn is_quiet<P: Searchable>(position: &P) -> bool {
    let mut loud = Vec::new();
    !position.is_check()
        && position.loud(&mut loud) == Duty::Free
        && loud.iter().all(|&action| position.exchange_is_below(action, 1))
}

/// See [`Tuned::duel`](super::Tuned::duel).
pub(super) fn duel<P: Searchable>(
    ruleset: &str,
    others: &[Score],
    others_first: bool,
    seed: u64,
    nodes: u64,
) -> Option<bool> {
    let mut game = begin::<P>(ruleset, &mut Random::new(seed))?;
    let others_side = if others_first { Side::First } else { Side::Second };
    let mut ours = Search::new(TABLE_BITS);
    let mut theirs = Search::with_weights(TABLE_BITS, with_list(&P::WEIGHTS, others));
    let strength = Level::new(nodes, 60, 0);
    while game.outcome().is_none() && game.plies().len() < MAX_PLIES {
        let is_other = game.position().to_act() == others_side;
        let search = if is_other { &mut theirs } else { &mut ours };
        let host = &mut Unattended;
        let chosen = choose_with(search, &game, strength, true, seed, u64::MAX, host)?;
        game.play_trusted(chosen.action);
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner)?;
    Some(winner == others_side)
}

#[cfg(test)]
mod tests {
    use crate::tune::Tuned;

    #[test]
    fn weights_of_nothing_lose_to_weights_of_stones() {
        let tuned = Tuned::of("xia-si", Some("original")).expect("it is a ruleset of that game");
        let blind = vec![0; tuned.weights.len()];
        let mut score = 0;
        for number in 0..8 {
            score += match tuned.duel(&blind, number % 2 == 0, number / 2, 300) {
                Some(true) => 1,
                Some(false) => -1,
                None => 0,
            };
        }
        assert!(score < 0, "{score}");
        assert!(Tuned::of("xia-si", Some("none")).is_none() && Tuned::of("none", None).is_none());
    }

    #[test]
    fn every_game_yields_samples() {
        for info in engine::GAMES {
            let tuned = Tuned::of(info.id, None).expect("it has weights");
            assert_eq!(tuned.names.len(), tuned.weights.len());
            let samples = tuned.play(1, 200);
            assert!(samples.iter().any(|sample| !sample.counts.is_empty()), "{}", info.id);
        }
    }
}
