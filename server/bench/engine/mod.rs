//! `yiguan bench engine`: how many positions per second the rules examine, compared with other
//! programs.
//!
//! Every figure is run in several rounds, alternately forwards and backwards so that warming up and
//! throttling fall on all of them alike, and reported as the median with its spread. Peers run in
//! the same rounds, and ours are reported as a ratio to them.

mod fairy;
mod figure;
#[cfg(feature = "peers")]
mod haitaka;

use super::{BenchError, machine};
use fairy::FairyStockfish;
use figure::{Figure, Work};
use std::time::Instant;

/// What to measure.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchEngine {
    /// The number of rounds; each figure is their median. Every other round runs backwards.
    #[arg(long, default_value_t = 5, env = "YIGUAN_BENCH_ROUNDS")]
    pub rounds: usize,
    /// Only figures whose label contains this text.
    #[arg(long, default_value = "", env = "YIGUAN_BENCH_ONLY")]
    pub only: String,
    /// A Fairy-Stockfish to compare with where it has the game; left out if it does not exist.
    #[arg(long, default_value = "/usr/games/fairy-stockfish", env = "YIGUAN_BENCH_FAIRY")]
    pub fairy: std::path::PathBuf,
}

/// One thing that is timed.
struct Contestant<'a> {
    label: String,
    run: Box<dyn FnMut() -> Result<Work, BenchError> + 'a>,
    /// The contestant that the ratio is to: its place in the list.
    against: Option<usize>,
    /// Millions of units a second, one figure a round.
    speeds: Vec<f64>,
}

/// Measures every figure of `figures.json` whose game this build has, and calls `print` with each
/// line of the report.
///
/// # Errors
///
/// [`BenchError`]: a count that is not the known one above all.
pub(crate) fn bench_engine(
    options: &BenchEngine,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    let figures = Figure::all()?;
    let mut contestants = Vec::new();
    for figure in &figures {
        enter(figure, options, &mut contestants);
    }
    for round in 0..options.rounds.max(1) {
        let mut order: Vec<usize> = (0..contestants.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for place in order {
            let contestant = &mut contestants[place];
            let began = Instant::now();
            let work = (contestant.run)()?;
            let seconds = work.elapsed.unwrap_or_else(|| began.elapsed()).as_secs_f64();
            contestant.speeds.push(work.units / seconds / 1e6);
        }
    }
    let medians: Vec<f64> = contestants.iter_mut().map(|c| median(&mut c.speeds)).collect();
    for (contestant, &speed) in contestants.iter().zip(&medians) {
        let ratio = contestant
            .against
            .and_then(|place| medians.get(place))
            .map_or_else(String::new, |peer| format!("  {:>6.1}x the peer", speed / peer));
        let spread = format!(
            "{:.1}-{:.1}",
            contestant.speeds.first().copied().unwrap_or(0.0),
            contestant.speeds.last().copied().unwrap_or(0.0)
        );
        print(&format!("{:<52} {speed:>8.1} M/s  {spread:>15}{ratio}", contestant.label));
    }
    Ok(())
}

/// Adds the contestants of a figure: the peer first, then ours against it.
fn enter<'a>(figure: &'a Figure, options: &BenchEngine, contestants: &mut Vec<Contestant<'a>>) {
    let label = figure.label();
    if !label.contains(&options.only) {
        return;
    }
    let mut add = |label: String, run, against| {
        contestants.push(Contestant { label, run, against, speeds: Vec::new() });
        contestants.len() - 1
    };
    let peer = figure.fairy().filter(|_| options.fairy.exists()).map(|setup| {
        let program = options.fairy.clone();
        let nodes = figure.nodes();
        add(
            format!("{label}, Fairy-Stockfish"),
            Box::new(move || FairyStockfish::perft(&program, setup, nodes))
                as Box<dyn FnMut() -> Result<Work, BenchError> + 'a>,
            None,
        )
    });
    for (name, run) in figure.crates() {
        add(format!("{label}, {name}"), run, peer);
    }
    for (mode, run) in figure.runs() {
        add(format!("{label}, {mode}"), run, peer);
    }
}

fn median(speeds: &mut [f64]) -> f64 {
    speeds.sort_by(f64::total_cmp);
    speeds.get(speeds.len() / 2).copied().unwrap_or(0.0)
}
