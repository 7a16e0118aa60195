//! `yiguan bench search`: positions a second in every game, beside another program where that
//! has the game.

use super::outside::{Outside, rival};
use super::{Clock, games_of, searcher, set_up};
use crate::{BenchError, machine};
use search::Limits;

/// What to measure.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchSearch {
    /// The number of rounds; each figure is their median.
    #[arg(long, default_value_t = 5, env = "YIGUAN_BENCH_ROUNDS")]
    pub rounds: usize,
    /// The duration of each search, in milliseconds.
    #[arg(long, default_value_t = 1_000, env = "YIGUAN_BENCH_MILLISECONDS")]
    pub milliseconds: u64,
    /// Only games whose id contains this text.
    #[arg(long, default_value = "", env = "YIGUAN_BENCH_ONLY")]
    pub only: String,
    /// A Fairy-Stockfish to compare with where it has the game; left out if it does not exist.
    #[arg(long, default_value = "/usr/games/fairy-stockfish", env = "YIGUAN_BENCH_FAIRY")]
    pub fairy: std::path::PathBuf,
}

/// The number of actions played before the search, so that it starts in the middle of a game.
const PLIES: usize = 12;

/// Searches one position of every game for a while, and passes each line of the report to `print`.
///
/// # Errors
///
/// [`BenchError`]: a game that cannot be played, or a failure of the other program.
pub(crate) fn bench_search(
    options: &BenchSearch,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    for id in games_of(&options.only) {
        let mut game = set_up(id, None)?;
        let mut player = searcher(&game, 18)?;
        for ply in 0..PLIES {
            let host = &mut search::Unattended;
            if let Some(choice) = player.choose(&game, 6, ply as u64, 5_000, host) {
                super::play(&mut game, &choice.action)?;
            }
        }
        let (mut speeds, mut theirs, mut depths) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..options.rounds.max(1) {
            let mut player = searcher(&game, 18)?;
            let mut clock = Clock::new();
            let limits = Limits::milliseconds(options.milliseconds);
            let Some(report) = player.analyse(&game, &limits, &mut clock) else { continue };
            let seconds = clock.0.elapsed().as_secs_f64();
            speeds.push(as_f64(report.nodes) / seconds / 1e6);
            depths.push(f64::from(report.depth));
            if let Some(rival) = rival(id).filter(|_| options.fairy.exists()) {
                let mut outside = Outside::start(&options.fairy, &rival)?;
                theirs.push(outside.think(&game, options.milliseconds)?.speed / 1e6);
            }
        }
        let (speed, depth) = (median(&mut speeds), median(&mut depths));
        let peer = if theirs.is_empty() {
            String::new()
        } else {
            let peer = median(&mut theirs);
            format!("  Fairy-Stockfish {peer:.2} M/s, {:.1}x", speed / peer)
        };
        print(&format!("{id:<12} {speed:>6.2} M positions/s  depth {depth:>3}{peer}"));
    }
    Ok(())
}

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(0.0)
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
const fn as_f64(number: u64) -> f64 {
    number as f64
}
