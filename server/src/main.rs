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
use yiguan::command_line::{Console, run};
use yiguan::config::{Config, LogConfig, ServeConfig, Task};
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
    match config.task {
        None => Ok(Runtime::new()?.block_on(start(config.serve))?),
        Some(Task::Bench { arguments }) => bench(&arguments, &config.log),
        Some(Task::Command(command)) => run(
            command,
            &config.serve.store,
            Console { input: &mut stdin(), output: &mut stdout(), complaints: &mut stderr() },
        ),
    }
}

async fn start(config: ServeConfig) -> Result<(), ServeError> {
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
             --release -p yiguan-bench` builds it)",
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
