//! The `yiguan` program: reads the configuration, starts the log, and runs the server or one
//! command.
//!
//! Everything it calls is in the library. Here are decided only the exit status and the one line an
//! operator sees when something fails. `yiguan bench` is another program, to which it hands over.

use anyhow::Context;
use clap::{Parser, ValueEnum};
use std::ffi::OsString;
use std::io::{Write, stderr, stdin, stdout};
use std::process::ExitCode;
use tokio::runtime::Runtime;
use yiguan::commands::{
    admin, convert, explorer, export, games, import, import_samples, judge, migrate, perft, probe,
    ratings, solve,
};
use yiguan::config::{Command, Config, LogConfig, ServeConfig};
use yiguan::log::start_log;
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
        Some(Command::Bench { arguments }) => bench(&arguments, &config.log),
    }
}

async fn run(config: ServeConfig) -> Result<(), ServeError> {
    let shutdown = on_signal()?;
    let entrances = bind(&config)?;
    let announce = |address| print(&format!("Yiguan is open: http://{address}/"));
    serve(entrances, config, shutdown, announce).await
}

/// Hands over to the program that measures.
fn bench(arguments: &[OsString], log: &LogConfig) -> anyhow::Result<()> {
    let this = std::env::current_exe().context("this program's file cannot be found")?;
    let program = this.with_file_name(format!("yiguan-bench{}", std::env::consts::EXE_SUFFIX));
    let mut command = std::process::Command::new(&program);
    let form = log.log_format.to_possible_value().map(|form| form.get_name().to_owned());
    command
        .args(arguments)
        .env("YIGUAN_LOG", &log.log)
        .envs(form.map(|form| ("YIGUAN_LOG_FORMAT", form)));
    Err(hand_over(command)).with_context(|| {
        format!(
            "`yiguan bench` is a program of its own, {}, which cannot be started (`cargo build \
             --release` builds both)",
            program.display()
        )
    })
}

/// Replaces this program by another, so that signals reach it; returns why it could not.
#[cfg(unix)]
fn hand_over(mut command: std::process::Command) -> std::io::Error {
    std::os::unix::process::CommandExt::exec(&mut command)
}

/// Runs another program and ends with its status; returns why it could not.
#[cfg(not(unix))]
fn hand_over(mut command: std::process::Command) -> std::io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}

/// Prints a line.
fn print(line: &str) {
    // A closed output must not stop the server.
    let _ = writeln!(stdout().lock(), "{line}");
}
