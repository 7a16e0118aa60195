//! `yiguan-bench`: the figures this project claims, measured on the machine at hand.
//!
//! It is a program of its own, so that the server carries neither loads nor rivals; `yiguan bench`
//! hands over to it. It lies beside the server, which `server` and `restart` start from there.
//!
//! Shared machines are noisy: every figure is a median of rounds that are interleaved with
//! the other side of the comparison, and the ratios mean more than the figures.

mod archive;
mod attacks;
mod engine;
mod machine;
mod players;
mod ratings;
mod restart;
mod server;
mod tablebase;

use anyhow::{Context, ensure};
use archive::{BenchArchive, bench_archive};
use attacks::{BenchAttacks, bench_attacks};
use clap::{Parser, Subcommand};
use engine::{BenchEngine, bench_engine};
use players::{
    BenchLevels, BenchSearch, BenchSpacing, BenchStrength, BenchTruth, BenchTune, bench_levels,
    bench_search, bench_spacing, bench_strength, bench_truth, bench_tune,
};
use ratings::{BenchRatings, bench_ratings};
use restart::{BenchRestart, bench_restart};
use server::{
    BenchFeed, BenchNodes, BenchPairing, BenchRelay, BenchServer, bench_feed, bench_nodes,
    bench_pairing, bench_server, serve_relay,
};
use std::io::{Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use tablebase::{BenchTablebase, bench_tablebase};
use tokio::runtime::Runtime;
use yiguan::config::LogConfig;
use yiguan::log::start_log;

/// Measures the rules, the computer players or the server of Yiguan 弈馆 on this machine.
#[derive(Debug, Clone, Parser)]
#[command(name = "yiguan-bench", version)]
struct Config {
    /// What to log.
    #[command(flatten)]
    log: LogConfig,
    /// What to measure.
    #[command(subcommand)]
    what: Bench,
}

/// What to measure.
#[derive(Debug, Clone, Subcommand)]
enum Bench {
    /// The speed of the rules.
    Engine(BenchEngine),
    /// The number of positions per second that the computer players search.
    Search(BenchSearch),
    /// The differences in strength between the levels of the computer players.
    Levels(BenchLevels),
    /// The strengths at which the levels are evenly spaced.
    Spacing(BenchSpacing),
    /// The score of the strongest computer player against another program.
    Strength(BenchStrength),
    /// The weights of an evaluation that best predict the engine's own games, and whether they play
    /// better.
    Tune(BenchTune),
    /// How often the strongest computer player loses value in positions of solved games.
    Truth(BenchTruth),
    /// The time of look-ups in tables of solved games.
    Tablebase(BenchTablebase),
    /// The time of listing a large archive.
    Archive(BenchArchive),
    /// The server's moves per second, and their cost.
    Server(BenchServer),
    /// Several servers on one Postgres: the cost of a hop, and the effect of faults on players.
    Nodes(BenchNodes),
    /// How soon after the end of a game its ratings are current.
    Feed(BenchFeed),
    /// How soon two seeks that fit become a match.
    Pairing(BenchPairing),
    /// What attacks at full size do to a server with its limits on.
    Attacks(BenchAttacks),
    /// How far accounts that lose on purpose move a rating.
    Ratings(BenchRatings),
    /// The start-up time of a server with many matches in progress.
    Restart(BenchRestart),
    /// Run the bare relay that the server is compared with.
    #[command(hide = true)]
    Relay(BenchRelay),
}

fn main() -> ExitCode {
    let Config { log, what } = Config::parse();
    match start_log(&log).map_err(Into::into).and_then(|()| bench(&what)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(stderr().lock(), "Error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn bench(what: &Bench) -> anyhow::Result<()> {
    match what {
        Bench::Archive(options) => {
            let binary = server_binary()?;
            Ok(Runtime::new()?.block_on(bench_archive(options, &binary, &mut print))?)
        }
        Bench::Engine(options) => Ok(bench_engine(options, &mut print)?),
        Bench::Search(options) => Ok(bench_search(options, &mut print)?),
        Bench::Levels(options) => Ok(bench_levels(options, &mut print)?),
        Bench::Spacing(options) => Ok(bench_spacing(options, &mut print)?),
        Bench::Strength(options) => Ok(bench_strength(options, &mut print)?),
        Bench::Tune(options) => Ok(bench_tune(options, &mut print)?),
        Bench::Truth(options) => Ok(bench_truth(options, &mut print)?),
        Bench::Tablebase(options) => Ok(bench_tablebase(options, &mut print)?),
        Bench::Server(options) => {
            let binary = server_binary()?;
            Ok(Runtime::new()?.block_on(bench_server(options, binary, &mut print))?)
        }
        Bench::Nodes(options) => {
            let binary = server_binary()?;
            Ok(Runtime::new()?.block_on(bench_nodes(options, &binary, &mut print))?)
        }
        Bench::Feed(options) => {
            let binary = server_binary()?;
            Ok(Runtime::new()?.block_on(bench_feed(options, &binary, &mut print))?)
        }
        Bench::Pairing(options) => {
            let binary = server_binary()?;
            Ok(Runtime::new()?.block_on(bench_pairing(options, &binary, &mut print))?)
        }
        Bench::Attacks(options) => {
            let binary = server_binary()?;
            Ok(Runtime::new()?.block_on(bench_attacks(options, &binary, &mut print))?)
        }
        Bench::Ratings(options) => bench_ratings(options, &mut print).map_err(Into::into),
        Bench::Restart(options) => {
            let binary = server_binary()?;
            Ok(Runtime::new()?.block_on(bench_restart(options, &binary, &mut print))?)
        }
        Bench::Relay(options) => {
            Ok(Runtime::new()?.block_on(serve_relay(options.clone(), |address| {
                let mut output = stdout().lock();
                writeln!(output, "{address}")?;
                output.flush()
            }))?)
        }
    }
}

/// The server under test, which lies beside this program.
fn server_binary() -> anyhow::Result<PathBuf> {
    let this = std::env::current_exe().context("this program's file cannot be found")?;
    let server = this.with_file_name(format!("yiguan{}", std::env::consts::EXE_SUFFIX));
    ensure!(
        server.is_file(),
        "the server is not at {} (`cargo build --release -p yiguan` builds it)",
        server.display()
    );
    Ok(server)
}

/// Prints a line of a report.
fn print(line: &str) {
    // A closed output must not stop the benchmark half-way and leave a server running.
    let _ = writeln!(stdout().lock(), "{line}");
}

/// The benchmark could not be carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BenchError {
    /// The server under test did not start.
    #[error("the server under test did not start: {0}")]
    Start(String),
    /// The server under test answered something unexpected.
    #[error("unexpected answer from the server under test: {0}")]
    Answer(String),
    /// A connection failed.
    #[error("connection failed: {0}")]
    Connection(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// A file or process could not be used.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A game could not be set up or played.
    #[error("no playable game of `{0}`: {1}")]
    Game(String, String),
    /// A table cannot be used or does not answer.
    #[error("the table of {0} cannot be measured: {1}")]
    Table(String, String),
    /// Attacks have the effect they are meant for.
    #[error("these attacks work: {0}")]
    Works(String),
    /// A count differs from the known one.
    #[error("{name}: counted {counted}, known is {known}")]
    Miscount {
        /// The name of the counter.
        name: String,
        /// The count found.
        counted: u64,
        /// The count in the literature.
        known: u64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Config::command().debug_assert();
    }

    #[test]
    fn every_flag_has_a_variable_and_a_text() {
        for command in Config::command().get_subcommands() {
            for flag in command.get_arguments() {
                if ["help", "version"].contains(&flag.get_id().as_str()) {
                    continue;
                }
                let place = format!("{} of {}", flag.get_id(), command.get_name());
                assert!(flag.is_positional() || flag.get_env().is_some(), "{place}: no variable");
                assert!(flag.get_help().is_some(), "{place}: no text");
            }
        }
    }
}
