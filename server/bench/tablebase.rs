//! `yiguan bench tablebase`: how long it takes to look a position of a solved game up, as the server does for
//! `GET /api/tablebase/{game}`: its value and that of every action, a few dozen reads of a byte.
//!
//! *Cold* is with the table's file removed from the disk cache before each look-up, so that every
//! read goes to the disk; *warm* is one look-up after the other for a while, on one thread and on
//! all.

use super::{BenchError, machine};
use hdrhistogram::Histogram;
use rand::prelude::*;
use rand::rngs::SmallRng;
use rayon::prelude::*;
use rustix::fs::{Advice, fadvise};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tables::file::{open_table, table_path};
use tables::{Solved, Table, all_solved};

/// Which tables to measure, and how often.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchTablebase {
    /// The folder with the tables that `yiguan solve` wrote.
    #[arg(long, env = "YIGUAN_TABLES")]
    pub tables: PathBuf,
    /// Only games whose id contains this text.
    #[arg(long, default_value = "", env = "YIGUAN_BENCH_ONLY")]
    pub only: String,
    /// The number of positions looked up with the file out of the disk cache.
    #[arg(long, default_value_t = 1_000, env = "YIGUAN_BENCH_COLD")]
    pub cold: usize,
    /// For how many seconds positions are looked up with the file in the disk cache.
    #[arg(long, default_value_t = 5, env = "YIGUAN_BENCH_SECONDS")]
    pub seconds: u64,
    /// The seed of the positions.
    #[arg(long, default_value_t = 1, env = "YIGUAN_BENCH_SEED")]
    pub seed: u64,
}

/// How many different positions are looked up in turn while the file is in the disk cache.
const POSITIONS: usize = 20_000;

/// Measures every table of the folder and passes each line of the report to `print`.
///
/// # Errors
///
/// [`BenchError`] if there is no table, or one cannot be used.
pub(crate) fn bench_tablebase(
    options: &BenchTablebase,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    let mut found = 0;
    for solved in all_solved().into_iter().filter(|solved| solved.game.contains(&options.only)) {
        let path = table_path(&options.tables, &solved);
        if path.exists() {
            measure(options, solved, &path, print)?;
            found += 1;
        }
    }
    if found == 0 {
        let folder = options.tables.display().to_string();
        return Err(BenchError::Table(folder, "there is none; see `yiguan solve`".to_owned()));
    }
    Ok(())
}

fn measure(
    options: &BenchTablebase,
    solved: Solved,
    path: &Path,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let name = format!("{} {}", solved.game, solved.ruleset);
    let failed = |error: &dyn std::fmt::Display| BenchError::Table(name.clone(), error.to_string());
    let begun = Instant::now();
    let table = open_table(path, solved).map_err(|error| failed(&error))?;
    let (len, opened) = (table.len(), begun.elapsed());
    print(&format!("{name}: {len} positions, opened and checked in {opened:.1?}"));
    let mut random = SmallRng::seed_from_u64(options.seed);
    let mut texts = |count: usize| -> Vec<String> {
        (0..count).filter_map(|_| table.text_at(random.random_range(0..len))).collect()
    };

    let file = File::open(path)?;
    let mut cold = histogram();
    for text in texts(options.cold) {
        // From the beginning to the end of the file.
        fadvise(&file, 0, None, Advice::DontNeed).map_err(std::io::Error::from)?;
        cold.saturating_record(micros(timed(&table, &text).map_err(|error| failed(&error))?));
    }
    print(&format!("    cold: {}", describe(&cold)));

    let texts = texts(POSITIONS);
    for text in &texts {
        timed(&table, text).map_err(|error| failed(&error))?;
    }
    let length = Duration::from_secs(options.seconds);
    let (warm, rate) = in_turn(&table, &texts, 0, length).map_err(|error| failed(&error))?;
    print(&format!("    warm, one thread: {}, {rate:.0} a second", describe(&warm)));
    let threads = rayon::current_num_threads();
    let rates: Result<Vec<f64>, String> = (0..threads)
        .into_par_iter()
        .map(|thread| Ok(in_turn(&table, &texts, thread * POSITIONS / threads, length)?.1))
        .collect();
    let rate: f64 = rates.map_err(|error| failed(&error))?.iter().sum();
    print(&format!("    warm, {threads} threads: {rate:.0} a second"));
    Ok(())
}

/// Looks up positions for a while, beginning with the given one. Returns the time of each, in
/// microseconds, and the number per second.
fn in_turn(
    table: &Table,
    texts: &[String],
    from: usize,
    length: Duration,
) -> Result<(Histogram<u64>, f64), String> {
    let mut times = histogram();
    let begun = Instant::now();
    for text in texts.iter().cycle().skip(from) {
        if begun.elapsed() >= length {
            break;
        }
        times.saturating_record(micros(timed(table, text)?));
    }
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
    let rate = times.len() as f64 / begun.elapsed().as_secs_f64();
    Ok((times, rate))
}

/// How long it takes to look a position up.
fn timed(table: &Table, text: &str) -> Result<Duration, String> {
    let begun = Instant::now();
    let truth = table.look_up(text).map_err(|error| format!("{text}: {error}"))?;
    let taken = begun.elapsed();
    std::hint::black_box(truth);
    Ok(taken)
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 60_000_000, 3).expect("the bounds are constant and valid")
}

fn describe(times: &Histogram<u64>) -> String {
    format!(
        "{} look-ups, 50 % {} µs, 99 % {} µs, at most {} µs",
        times.len(),
        times.value_at_quantile(0.5),
        times.value_at_quantile(0.99),
        times.max()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tables::file::write_table;
    use tables::{Maker, SingleThreaded};

    fn options(folder: &Path) -> BenchTablebase {
        BenchTablebase {
            tables: folder.to_owned(),
            only: String::new(),
            cold: 3,
            seconds: 0,
            seed: 1,
        }
    }

    #[test]
    fn every_table_of_a_folder_is_measured() {
        let folder = tempfile::tempdir().expect("there is room");
        let solved = Solved::find("xia-si", Some("original")).expect("it is solved");
        let mut maker = Maker::new(solved);
        for pair in solved.pairs() {
            maker.solve(&pair, &SingleThreaded, &mut |_| {}).expect("distances are short");
        }
        let path = table_path(folder.path(), &solved);
        write_table(&path, &maker, maker.known()).expect("it is written");
        let mut lines = Vec::new();
        bench_tablebase(&options(folder.path()), &mut |line| lines.push(line.to_owned()))
            .expect("the table is whole");
        assert!(lines.iter().any(|line| line.contains("cold: 3 look-ups")), "{lines:?}");
    }

    #[test]
    fn a_folder_without_tables_and_a_damaged_table_are_errors() {
        let folder = tempfile::tempdir().expect("there is room");
        let found = bench_tablebase(&options(folder.path()), &mut |_| {});
        assert!(matches!(found, Err(BenchError::Table(..))), "{found:?}");
        std::fs::write(folder.path().join("xia-si.original.table"), "yiguan-table 1\n")
            .expect("it is written");
        let found = bench_tablebase(&options(folder.path()), &mut |_| {});
        assert!(matches!(found, Err(BenchError::Table(..))), "{found:?}");
    }
}
