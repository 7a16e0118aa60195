//! The `yiguan` program: reads the configuration, starts the log, and runs the server or one
//! command.
//!
//! Everything it calls is in the library. Here are decided only the exit status, the one line an
//! operator sees when something fails, and what happens to panics: each is an error in the log, in
//! the log's format.

use anyhow::Context;
use clap::Parser;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{IsTerminal, Write, stderr, stdin, stdout};
use std::panic;
use std::process::ExitCode;
use tokio::runtime::Runtime;
use tracing::Level;
use tracing_subscriber::EnvFilter;
use yiguan::bench::{
    bench_archive, bench_engine, bench_levels, bench_restart, bench_search, bench_server,
    bench_spacing, bench_strength, bench_tablebase, bench_truth, bench_tune, serve_relay,
};
use yiguan::commands::{
    admin, convert, explorer, export, games, import, import_samples, judge, migrate, perft, probe,
    ratings, solve,
};
use yiguan::config::{Bench, Command, Config, LogConfig, LogFormat, ServeConfig};
use yiguan::shutdown::on_signal;
use yiguan::{ServeError, bind, serve};

fn main() -> ExitCode {
    match execute(Config::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // One line whatever `RUST_BACKTRACE` is: it is for an operator, and an error here is no
            // fault of the program. A failure to write it is ignored.
            let _ = writeln!(stderr().lock(), "Error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn execute(config: Config) -> anyhow::Result<()> {
    start_log(&config.log)?;
    match config.command {
        None => Ok(Runtime::new()?.block_on(run(config.serve))?),
        Some(Command::Perft(perft_config)) => {
            Ok(perft(&perft_config, stdin().lock(), stdout().lock())?)
        }
        Some(Command::Judge) => Ok(judge(stdin().lock(), stdout().lock())?),
        Some(Command::Solve(solve_config)) => Ok(solve(&solve_config, stdout().lock())?),
        Some(Command::Probe(probe_config)) => {
            Ok(probe(&probe_config, stdin().lock(), stdout().lock())?)
        }
        Some(Command::Convert(convert_config)) => {
            Ok(convert(&convert_config, stdout().lock(), stderr().lock())?)
        }
        Some(Command::Games) => Ok(games(stdout().lock())?),
        Some(Command::Admin(admin_config)) => {
            let location = config.serve.store.location()?;
            Ok(Runtime::new()?.block_on(admin(&location, admin_config, stdout()))?)
        }
        Some(Command::Migrate) => {
            let location = config.serve.store.location()?;
            Ok(Runtime::new()?.block_on(migrate(&location, stdout()))?)
        }
        Some(Command::Export(export_config)) => {
            let location = config.serve.store.location()?;
            Ok(Runtime::new()?.block_on(export(&location, export_config, stdout()))?)
        }
        Some(Command::Import(import_config)) => {
            let location = config.serve.store.location()?;
            if import_config.samples {
                return Ok(Runtime::new()?.block_on(import_samples(&location, stdout()))?);
            }
            Ok(Runtime::new()?.block_on(import(&location, stdin(), stdout(), stderr()))?)
        }
        Some(Command::Ratings(ratings_config)) => {
            let location = config.serve.store.location()?;
            Ok(Runtime::new()?.block_on(ratings(&location, ratings_config, stdout()))?)
        }
        Some(Command::Explorer(explorer_config)) => {
            let location = config.serve.store.location()?;
            Ok(Runtime::new()?.block_on(explorer(&location, explorer_config, stdout()))?)
        }
        Some(Command::Bench { what }) => bench(&what),
    }
}

async fn run(config: ServeConfig) -> Result<(), ServeError> {
    let shutdown = on_signal()?;
    let entrances = bind(&config)?;
    let announce = |address| print(&format!("Yiguan is open: http://{address}/"));
    serve(entrances, config, shutdown, announce).await
}

fn bench(what: &Bench) -> anyhow::Result<()> {
    match what {
        Bench::Archive(options) => {
            Ok(Runtime::new()?.block_on(bench_archive(options, &mut print))?)
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
            let binary = std::env::current_exe().context("this program's file cannot be found")?;
            Ok(Runtime::new()?.block_on(bench_server(options, binary, &mut print))?)
        }
        Bench::Restart(options) => {
            let binary = std::env::current_exe().context("this program's file cannot be found")?;
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

/// Prints a line of a report.
fn print(line: &str) {
    // A closed output must not stop the benchmark half-way and leave a server running.
    let _ = writeln!(stdout().lock(), "{line}");
}

fn start_log(config: &LogConfig) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&config.log)
        .with_context(|| format!("`{}` does not say what to log", config.log))?
        // Migrations cause notices about what already exists, which are not worth logging.
        .add_directive("sqlx::postgres::notice=warn".parse()?);
    // The library reports a line that could not be written by writing another, and panics if that
    // fails too: a server whose log is no longer read could then not stop in order.
    let log = tracing_subscriber::fmt()
        .log_internal_errors(false)
        .with_env_filter(filter)
        .with_writer(stderr);
    // A panic is a line of the log like any other, so a log in JSON stays valid.
    let otherwise = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if tracing::enabled!(Level::ERROR) {
            let place = panic.location().map(ToString::to_string);
            let trace = Backtrace::capture();
            let asked_for = trace.status() == BacktraceStatus::Captured;
            let trace = asked_for.then(|| trace.to_string());
            tracing::error!(place, reason = panic.payload_as_str(), trace, "panicked");
        } else {
            otherwise(panic);
        }
    }));
    match config.log_format {
        LogFormat::Text => log.with_ansi(stderr().is_terminal()).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    Ok(())
}
