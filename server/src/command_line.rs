//! Runs the commands of the command line other than serving.
//!
//! This is part of the library, and has no type parameters, so that the commands are compiled
//! once: the program would compile every generic or asynchronous function that it called again.

use crate::commands::{
    admin, convert, explorer, export, games, import, import_samples, judge, migrate, perft, probe,
    ratings, solve, tallies,
};
use crate::config::{Command, StoreConfig};
use std::io::{Read, Write};
use tokio::runtime::Runtime;

/// The input and the outputs of a command.
#[expect(missing_debug_implementations, reason = "streams have none")]
pub struct Console<'a> {
    /// Its input.
    pub input: &'a mut dyn Read,
    /// The output for its results.
    pub output: &'a mut dyn Write,
    /// The output for warnings and progress.
    pub complaints: &'a mut dyn Write,
}

/// Runs a command to its end, on the database of `store` if it needs one.
///
/// # Errors
///
/// The reason of the failure, for the operator.
pub fn run(command: Command, store: &StoreConfig, console: Console<'_>) -> anyhow::Result<()> {
    let Console { input, output, complaints } = console;
    match command {
        Command::Perft(config) => perft(&config, input, output)?,
        Command::Judge => judge(input, output)?,
        Command::Solve(config) => solve(&config, output)?,
        Command::Probe(config) => probe(&config, input, output)?,
        Command::Convert(config) => convert(&config, output, complaints)?,
        Command::Games => games(output)?,
        Command::Admin(config) => {
            Runtime::new()?.block_on(admin(&store.location()?, config, output))?;
        }
        Command::Migrate => Runtime::new()?.block_on(migrate(&store.location()?, output))?,
        Command::Export(config) => {
            Runtime::new()?.block_on(export(&store.location()?, config, output))?;
        }
        Command::Import(config) if config.samples => {
            Runtime::new()?.block_on(import_samples(&store.location()?, output))?;
        }
        Command::Import(_) => {
            Runtime::new()?.block_on(import(&store.location()?, input, output, complaints))?;
        }
        Command::Ratings(config) => {
            Runtime::new()?.block_on(ratings(&store.location()?, config, output))?;
        }
        Command::Tallies(config) => {
            Runtime::new()?.block_on(tallies(&store.location()?, config, output))?;
        }
        Command::Explorer(config) => {
            Runtime::new()?.block_on(explorer(&store.location()?, config, output))?;
        }
    }
    Ok(())
}
