//! `yiguan probe`: looks positions up in the tables that `yiguan solve` has written.
//!
//! It reads one position a line and answers with its value and distance. A table is opened when its
//! ruleset is first asked for; if that fails, every line about it gets the reason.

use super::lines::{BadLine, answer_lines};
use engine::{AnyGame, Options};
use protocol::{Object, ProbeAnswer, ProbeLine};
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use tables::file::{open_table, table_path};
use tables::{NotSolved, Solved, Table};

/// The tables in which to look up positions.
#[derive(Debug, Clone, clap::Args)]
pub struct ProbeConfig {
    /// The game, by its id in `yiguan games`.
    #[arg(value_name = "GAME", env = "YIGUAN_PROBE_GAME")]
    pub game: String,
    /// The folder with the tables that `yiguan solve` wrote.
    #[arg(long, value_name = "DIR", env = "YIGUAN_TABLES")]
    pub tables: PathBuf,
    /// Read lines `{"ruleset","position"}` from standard input and write
    /// `{"value":"win"|"draw"|"loss","distance":n}` or `{"error":"…"}` for each. The value is for the
    /// side to act, the distance in actions; a draw has none.
    #[arg(long, required = true, env = "YIGUAN_PROBE_JSONL")]
    pub jsonl: bool,
}

/// Positions could not be looked up.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// There is no table of that game.
    #[error(transparent)]
    NotSolved(#[from] NotSolved),
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Answers the lines of `input`.
///
/// # Errors
///
/// [`ProbeError`] if the game cannot be solved, or input or output fail; anything else is reported
/// in the answer to a line.
pub fn probe(config: &ProbeConfig, input: impl Read, output: impl Write) -> Result<(), ProbeError> {
    Solved::find(&config.game, None)?;
    let mut tables = Opened { config, by_ruleset: HashMap::new() };
    Ok(answer_lines(input, output, |line| match tables.value(line) {
        Ok(value) => ProbeAnswer::Known { value: value.as_str(), distance: value.distance() },
        Err(error) => ProbeAnswer::Failed { error },
    })?)
}

/// The tables opened so far, or why they could not be.
struct Opened<'a> {
    config: &'a ProbeConfig,
    by_ruleset: HashMap<&'static str, Result<Table, String>>,
}

impl Opened<'_> {
    fn value(&mut self, line: Result<&str, BadLine>) -> Result<tables::Value, String> {
        let line = line.map_err(|bad| bad.to_string())?;
        let Object(line): Object<ProbeLine> =
            serde_json::from_str(line).map_err(|error| error.to_string())?;
        let game = AnyGame::new(
            &self.config.game,
            line.ruleset.as_deref(),
            &Options::none(),
            line.position.as_deref(),
        )
        .map_err(|error| error.to_string())?;
        let ruleset = game.ruleset().id;
        let config = self.config;
        let table = self.by_ruleset.entry(ruleset).or_insert_with(|| open(config, ruleset));
        let table = table.as_ref().map_err(Clone::clone)?;
        table.value(&game).map_err(|error| error.to_string())
    }
}

fn open(config: &ProbeConfig, ruleset: &str) -> Result<Table, String> {
    let solved = Solved::find(&config.game, Some(ruleset)).map_err(|error| error.to_string())?;
    let path = table_path(&config.tables, &solved);
    open_table(&path, solved)
        .map_err(|error| format!("the table {} cannot be used: {error}", path.display()))
}
