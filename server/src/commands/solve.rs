//! `yiguan solve`: computes the exact value of every position of a small game, and writes it as a
//! table.
//!
//! A ruleset is solved class by class (how many stones each side has), those with fewest stones
//! first, because captures lead there. Each large class is saved as a part, so that an interrupted
//! run continues where it stopped; the parts are removed when the table is complete. A table that
//! exists is reported on but not solved again. With `--verify` every position is checked against
//! its successors by the rules of `engine`, independently of the solver.

use super::progress;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{fs, io::BufReader};
use tables::file::{load_table, part_path, table_path, write_table};
use tables::{Maker, NotSolved, Solved, Table, TableError, TooLong, VerifyError, Workers};

/// The game to solve.
#[derive(Debug, Clone, clap::Args)]
pub struct SolveConfig {
    /// The game, by its id in `yiguan games`.
    #[arg(value_name = "GAME", env = "YIGUAN_SOLVE_GAME")]
    pub game: String,
    /// The ruleset, by its id; all of the game's if absent.
    #[arg(long, env = "YIGUAN_SOLVE_RULESET")]
    pub ruleset: Option<String>,
    /// The folder for the tables; created if missing. An interrupted run continues from the parts
    /// it has saved; a table that exists is not solved again.
    #[arg(long, value_name = "DIR", default_value = "tables", env = "YIGUAN_SOLVE_OUT")]
    pub out: PathBuf,
    /// Check every position of the table against its successors, using the rules engine.
    #[arg(long, env = "YIGUAN_SOLVE_VERIFY")]
    pub verify: bool,
}

/// A game could not be solved, or its table is wrong.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// There is no table of that game.
    #[error(transparent)]
    NotSolved(#[from] NotSolved),
    /// A file could not be written or read, or the report not be printed.
    #[error("{0}: {1}")]
    File(PathBuf, #[source] io::Error),
    /// The report could not be printed.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// An existing table cannot be used.
    #[error("{path} cannot be used: {error}; remove it to solve it again")]
    Table {
        /// The table.
        path: PathBuf,
        /// Why.
        error: TableError,
    },
    /// A value is a larger number of actions than a table can store.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// The table is wrong.
    #[error("{path} is wrong: {error}")]
    Wrong {
        /// The table.
        path: PathBuf,
        /// The place of the fault.
        error: VerifyError,
    },
}

/// Runs the jobs of the solver on all cores of the machine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AllCores;

impl Workers for AllCores {
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..jobs).into_par_iter().for_each(job);
    }
}

/// Solves what `config` names and prints the figures of each table.
///
/// # Errors
///
/// [`SolveError`].
pub fn solve(config: &SolveConfig, mut output: impl Write) -> Result<(), SolveError> {
    let rulesets = match &config.ruleset {
        Some(ruleset) => vec![Solved::find(&config.game, Some(ruleset))?],
        None => {
            Solved::find(&config.game, None)?;
            tables::all_solved().into_iter().filter(|solved| solved.game == config.game).collect()
        }
    };
    fs::create_dir_all(&config.out).map_err(|error| SolveError::File(config.out.clone(), error))?;
    for solved in rulesets {
        let path = table_path(&config.out, &solved);
        let is_there = path.try_exists().map_err(|error| SolveError::File(path.clone(), error))?;
        if !is_there {
            make(&config.out, solved)?;
        }
        let table = load_table(&path, solved)
            .map_err(|error| SolveError::Table { path: path.clone(), error })?;
        match report(&table, &path, config.verify, &mut output) {
            Err(SolveError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
                return Ok(());
            }
            outcome => outcome?,
        }
    }
    Ok(())
}

/// Solves a ruleset class by class, saving a part after each, and writes its table.
fn make(folder: &Path, solved: Solved) -> Result<(), SolveError> {
    let mut maker = Maker::new(solved);
    let pairs = solved.pairs();
    let total: u64 = pairs.iter().map(|pair| maker.len(pair)).sum();
    let bar = progress::of(usize::try_from(total).unwrap_or(usize::MAX), "positions");
    for pair in &pairs {
        let part = part_path(folder, &solved, pair);
        if !restore(&mut maker, pair, &part) {
            maker.solve(pair, &AllCores, &mut |distance| show(&bar, distance))?;
            // Small classes are solved faster than they are written.
            if !solved.small {
                write_table(&part, &maker, pair).map_err(|error| SolveError::File(part, error))?;
            }
        }
        bar.inc(maker.len(pair));
    }
    bar.finish_and_clear();
    let path = table_path(folder, &solved);
    write_table(&path, &maker, maker.known())
        .map_err(|error| SolveError::File(path.clone(), error))?;
    for pair in &pairs {
        // If it cannot be removed, it only takes up space.
        let _ = fs::remove_file(part_path(folder, &solved, pair));
    }
    Ok(())
}

/// Loads a saved part; `false` if there is none, or it is truncated or damaged.
fn restore(maker: &mut Maker, pair: &[tables::Class], part: &Path) -> bool {
    let Ok(file) = fs::File::open(part) else { return false };
    maker.restore(pair, &mut BufReader::new(file)).is_ok()
}

fn show(bar: &ProgressBar, distance: u16) {
    bar.set_message(format!("positions, distance {distance}"));
}

/// Prints the figures of a table, and checks it if `verify`.
fn report(
    table: &Table,
    path: &Path,
    verify: bool,
    output: &mut impl Write,
) -> Result<(), SolveError> {
    let solved = table.solved();
    let unreadable = |error: tables::ProbeError| SolveError::Wrong {
        path: path.to_owned(),
        error: VerifyError::Probe(error),
    };
    let total = usize::try_from(table.len()).unwrap_or(usize::MAX);
    let bar = progress::of(total, "positions counted");
    let survey = table.survey(&AllCores, &|counted| bar.inc(counted)).map_err(unreadable)?;
    bar.finish_and_clear();
    writeln!(output, "{} {} {}", solved.game, solved.ruleset, path.display())?;
    for (class, counts) in &survey.counts {
        writeln!(
            output,
            "  {} against {}: {} won, {} drawn, {} lost",
            class.own, class.enemy, counts.wins, counts.draws, counts.losses
        )?;
    }
    let (wins, draws, losses) = survey.counts.iter().fold((0, 0, 0), |sum, (_, counts)| {
        (sum.0 + counts.wins, sum.1 + counts.draws, sum.2 + counts.losses)
    });
    writeln!(output, "  positions for the side to move: {wins} won, {draws} drawn, {losses} lost")?;
    if solved.whole
        && let Ok(start) =
            engine::AnyGame::new(solved.game, Some(solved.ruleset), &engine::Options::none(), None)
    {
        let value = table.value(&start).map_err(unreadable)?;
        writeln!(output, "  start: {}", in_words(value))?;
    }
    for (name, example) in [("longest win", survey.longest), ("hardest", survey.hardest)] {
        let Some(example) = example else { continue };
        let (text, value) = (table.text_of(&example), in_words(example.value));
        writeln!(output, "  {name}: {text} ({value}, {} wrong moves)", example.wrong)?;
    }
    if verify {
        let bar = progress::of(total, "positions checked");
        let verified = table.verify(&AllCores, &|checked| bar.inc(checked));
        bar.finish_and_clear();
        verified.map_err(|error| SolveError::Wrong { path: path.to_owned(), error })?;
        writeln!(output, "  verified: {total} positions")?;
    }
    Ok(())
}

fn in_words(value: tables::Value) -> String {
    match value.distance() {
        Some(distance) => format!("{} in {distance}", value.as_str()),
        None => value.as_str().to_owned(),
    }
}
