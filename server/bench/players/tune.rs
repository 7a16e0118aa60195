//! `yiguan bench tune`: fits the weights of an evaluation to the engine's own games, prints them in
//! the form used in `search::eval`, and plays them against the current ones.
//!
//! No games from elsewhere are needed. A better prediction does not guarantee better play, so the
//! match decides.

use super::tally::Tally;
use crate::{BenchError, machine};
use rayon::prelude::*;
use search::tune::{Sample, Tuned, fit};

/// The evaluation to tune, and the amount of data.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchTune {
    /// The game.
    #[arg(default_value = "xia-liu", env = "YIGUAN_BENCH_GAME")]
    pub game: String,
    /// The ruleset; by default that of the game.
    #[arg(long, env = "YIGUAN_BENCH_RULESET")]
    pub ruleset: Option<String>,
    /// The number of games to learn from.
    #[arg(long, default_value_t = 2_000, env = "YIGUAN_BENCH_GAMES")]
    pub games: u64,
    /// The number of positions searched for each of their actions.
    #[arg(long, default_value_t = 1_500, env = "YIGUAN_BENCH_NODES")]
    pub nodes: u64,
    /// The number of games of the match: two from each opening, with sides swapped.
    #[arg(long, default_value_t = 400, env = "YIGUAN_BENCH_MATCH")]
    pub duels: u64,
    /// The number of positions searched for each action of the match.
    #[arg(long, default_value_t = 10_000, env = "YIGUAN_BENCH_MATCH_NODES")]
    pub duel_nodes: u64,
    /// The random seed.
    #[arg(long, default_value_t = 1, env = "YIGUAN_BENCH_SEED")]
    pub seed: u64,
}

/// Tunes the weights and passes each line of the report to `print`.
///
/// # Errors
///
/// [`BenchError::Game`] if there is no such game or ruleset.
pub(crate) fn bench_tune(
    options: &BenchTune,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    let tuned = Tuned::of(&options.game, options.ruleset.as_deref()).ok_or_else(|| {
        let reason = "there is no such game, or it has no such ruleset".to_owned();
        BenchError::Game(options.game.clone(), reason)
    })?;
    let seed = |number: u64| options.seed.wrapping_mul(1_000_003).wrapping_add(number);
    let samples: Vec<Sample> = (0..options.games)
        .into_par_iter()
        .flat_map_iter(|number| tuned.play(seed(number), options.nodes))
        .collect();
    print(&format!("{} games, {} quiet positions", options.games, samples.len()));
    let fitted = fit(&samples, options.games, &tuned.weights);
    print(&format!(
        "the mean error of the prediction: {:.4} bits before, {:.4} after; odds of e to one are {:.0} points",
        fitted.before, fitted.after, fitted.scale
    ));
    for (name, (before, after)) in tuned.names.iter().zip(tuned.weights.iter().zip(&fitted.weights))
    {
        if before != after {
            print(&format!("    {name:<20} {before:>5} -> {after:>5}"));
        }
    }
    print(&tuned.source(&fitted.weights));
    let results: Vec<Option<bool>> = (0..options.duels)
        .into_par_iter()
        .map(|number| {
            // Openings that the games learnt from did not have.
            let opening = seed(number / 2) ^ 1 << 40;
            tuned.duel(&fitted.weights, number % 2 == 0, opening, options.duel_nodes)
        })
        .collect();
    let mut tally = Tally::default();
    for result in results {
        tally.add(result);
    }
    let [low, elo, high] = tally.elo();
    print(&format!(
        "new weights against those in use, {} positions an action: {}, Elo {elo:+.0} ({low:+.0} to {high:+.0})",
        options.duel_nodes,
        tally.describe()
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(game: &str) -> BenchTune {
        BenchTune {
            game: game.to_owned(),
            ruleset: None,
            games: 2,
            nodes: 100,
            duels: 2,
            duel_nodes: 100,
            seed: 1,
        }
    }

    #[test]
    fn a_game_is_tuned_the_same_every_time() {
        let report = || {
            let mut lines = Vec::new();
            bench_tune(&options("zhuo-qi-zi"), &mut |line| lines.push(line.to_owned()))
                .expect("it has weights");
            // The first line is about the machine.
            lines.split_off(1)
        };
        let lines = report();
        assert!(lines.iter().any(|line| line.contains("Weights { stones: [")), "{lines:?}");
        assert_eq!(lines, report());
    }

    #[test]
    fn an_unknown_game_is_an_error() {
        let found = bench_tune(&options("none"), &mut |_| {});
        assert!(matches!(found, Err(BenchError::Game(..))), "{found:?}");
    }
}
