//! `yiguan bench archive`: how long the lists of the archive take, with as many games as a large
//! server has after years.
//!
//! The archive is filled with invented games: the first fifty thousand are imported, and the others
//! are copies of them (`copies`). Then each list of the archive is requested repeatedly, its
//! newest page and pages from anywhere in it, in turn with all others, so that none profits from
//! the pages that it has just read. Last, a server is started over the archive (on SQLite), and every kind of
//! request that reads it is measured (`requests`).

mod asking;
mod copies;
mod invented;
mod lists;
mod requests;

use super::{BenchError, machine};
use asking::{archiving, as_f64, explore, measure, names};
use copies::copy;
use hdrhistogram::Histogram;
use invented::{APART, fill};
use requests::requests;
use std::path::{Path, PathBuf};
use std::time::Instant;
use store::{FeedBatch, FeedReader, Location, Purpose, open};

/// What to measure.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchArchive {
    /// The number of games in the archive; above fifty thousand, a multiple of that.
    #[arg(long, default_value_t = 1_000_000, env = "YIGUAN_BENCH_GAMES")]
    pub games: u32,
    /// The number of times each list is requested.
    #[arg(long, default_value_t = 300, env = "YIGUAN_BENCH_QUESTIONS")]
    pub questions: u32,
    /// A Postgres URL to measure instead of SQLite. The database should be empty, and deleted
    /// afterwards.
    #[arg(long, env = "YIGUAN_BENCH_POSTGRES", hide_env_values = true)]
    pub postgres: Option<String>,
    /// A folder for the SQLite file, which stays there; without it, a temporary one.
    #[arg(long, env = "YIGUAN_BENCH_FOLDER")]
    pub folder: Option<PathBuf>,
    /// Measure the games that are there already, as many as `--games` says, and write none but those whose
    /// archiving is measured.
    #[arg(long, env = "YIGUAN_BENCH_FILLED")]
    pub filled: bool,
}

/// How many games are imported. There can be more of them in the archive, which are copies of these.
const IMPORTED: u32 = 50_000;

/// Fills an archive, measures every list, and passes every line of the report to `print`.
///
/// # Errors
///
/// [`BenchError`] if the database cannot be used.
pub(crate) async fn bench_archive(
    options: &BenchArchive,
    binary: &Path,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let temporary = tempfile::tempdir()?;
    let folder = options.folder.as_deref().unwrap_or_else(|| temporary.path());
    let location = Location::new(options.postgres.as_deref(), folder)?;
    print(&machine::describe());
    if !options.filled {
        fill_archive(&location, options.games, print).await?;
    }
    let store = open(&location, Purpose::Serve).await?;
    print(&format!("{:<34} {:>9} {:>9} {:>9}", "list", "p50 ms", "p99 ms", "max ms"));
    let mut measured = measure(&store, options).await?;
    measured.push(("explorer".to_owned(), explore(&store, options).await?));
    measured.push(("names".to_owned(), names(&store, options).await?));
    measured.iter().for_each(|figure| print(&row(figure)));
    archiving(&store, options).await?.iter().for_each(|figure| print(&row(figure)));
    store.close().await;
    // With the last of it the lock on the folder goes, which the server takes.
    drop(store);
    if options.postgres.is_none() {
        print("requests, the dearest first:");
        let measured = requests(binary, folder, options.questions).await?;
        measured.iter().for_each(|figure| print(&row(figure)));
    }
    Ok(())
}

/// Imports games, counts them for the explorer, and multiplies them.
async fn fill_archive(
    location: &Location,
    games: u32,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let store = open(location, Purpose::Serve).await?;
    let imported = games.min(IMPORTED);
    let began = Instant::now();
    fill(&store, imported).await?;
    print(&format!("{imported} games imported in {} s", began.elapsed().as_secs()));
    let began = Instant::now();
    for reader in FeedReader::ALL {
        while store.read_on(reader, FeedBatch::LARGE).await? > 0 {}
    }
    print(&format!("{imported} games counted in {} s", began.elapsed().as_secs()));
    store.close().await;
    let copies = (games / imported.max(1)).saturating_sub(1);
    if copies > 0 {
        let began = Instant::now();
        copy(location, copies, u64::from(imported) * APART).await?;
        print(&format!("{copies} copies of each written in {} s", began.elapsed().as_secs()));
    }
    Ok(())
}

/// A line of the report.
fn row((name, times): &(String, Histogram<u64>)) -> String {
    let ms = |micros: u64| as_f64(micros) / 1_000.0;
    let [half, nearly, most] =
        [times.value_at_quantile(0.5), times.value_at_quantile(0.99), times.max()].map(ms);
    format!("{name:<34} {half:>9.2} {nearly:>9.2} {most:>9.2}")
}
