//! Programs that break things around a running server and see whether it keeps its promises:
//! an acknowledged action is never lost, no player's clock pays for the server, and no player can
//! spoil the game of others. `docs/faults.md` describes each.

mod arena;
mod backup;
mod bad_network;
mod crowd;
mod derived;
mod floods;
mod kill_loop;
mod nodes;
mod panics;
mod plot;
mod postgres;
mod proxy;
mod readers;
mod report;
mod restart;
mod servers_away;
mod soak;
mod store_away;
mod stores;
mod usage;

use clap::{Parser, Subcommand};
use crowd::Crowd;
use floods::Floods;
use futures_util::future::try_join_all;
use nodes::lost_news::{self, LostNews};
use nodes::news_held::{self, NewsHeld};
use readers::Readers;
use report::Report;
use soak::Soak;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use store_away::Outages;
use stores::{Kind, Stores};

/// Break things around a running server and see whether it keeps its promises.
///
/// The server is the `yiguan` next to this program, or the one that `YIGUAN_BINARY` names. Each
/// program prints its figures; the exit status is 0 if every promise held.
#[derive(Debug, Parser)]
#[command(name = "faults")]
struct Arguments {
    /// The seed of chance; printed, so that a run can be repeated.
    #[arg(long, global = true)]
    seed: Option<u64>,
    #[command(subcommand)]
    fault: Fault,
}

#[derive(Debug, Subcommand)]
enum Fault {
    /// Kill the server again and again while bots play every game.
    KillLoop {
        /// How often, on each database.
        #[arg(long, default_value_t = 1_000)]
        kills: u32,
        /// On this database only.
        #[arg(long, value_enum)]
        store: Option<Kind>,
    },
    /// Stop, hold and restart Postgres, and fill SQLite's disk, while bots play.
    StoreAway {
        /// How often each outage comes.
        #[arg(long, default_value_t = 5)]
        rounds: u32,
        /// How many seconds each lasts.
        #[arg(long, default_value_t = 8)]
        seconds: u64,
        /// On this database only.
        #[arg(long, value_enum)]
        store: Option<Kind>,
    },
    /// Play through a network that delays, cuts, stalls and doubles.
    BadNetwork {
        /// How many seconds.
        #[arg(long, default_value_t = 120)]
        seconds: u64,
        /// On this database only.
        #[arg(long, value_enum)]
        store: Option<Kind>,
    },
    /// Let a crowd watch, a tenth of which never reads, and see whether the players notice.
    Readers {
        /// How many watch.
        #[arg(long, default_value_t = 1_000)]
        spectators: usize,
        /// How many seconds a round, without the crowd and again with it.
        #[arg(long, default_value_t = 20)]
        seconds: u64,
        /// How many rounds.
        #[arg(long, default_value_t = 6)]
        rounds: u32,
        /// By how many milliseconds players may wait longer, even if that is more than half as
        /// long again: for a machine that is busy with other work.
        #[arg(long, default_value_t = 0)]
        noise: u64,
    },
    /// Flood the server with connections, rooms, chat and slow requests while honest people
    /// play.
    Floods {
        /// How many seconds, without attacks and again with them.
        #[arg(long, default_value_t = 30)]
        seconds: u64,
        /// Do not wait until slow requests are cut off.
        #[arg(long)]
        impatient: bool,
        /// By how many milliseconds honest people may wait longer, even if that is more than half as
        /// long again: the attackers run on the same processors.
        #[arg(long, default_value_t = 5)]
        noise: u64,
    },
    /// Kill, stop and freeze three servers on one database, and pause that.
    Nodes {
        /// How many kills; after every third another fault follows.
        #[arg(long, default_value_t = 1_000)]
        kills: u32,
        /// By how many seconds the clock of every second server is ahead, which needs the package `faketime`.
        #[arg(long, default_value_t = 0)]
        skew: u32,
    },
    /// Hold NATS while people play on three servers, and see whether they notice.
    NewsHeld {
        /// How many seconds a round, without the fault and again with it.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// How many rounds.
        #[arg(long, default_value_t = 3)]
        rounds: u32,
        /// By how many milliseconds players may wait longer, even if that is more than a fifth as
        /// long again: for a machine that is busy with other work.
        #[arg(long, default_value_t = 0)]
        noise: u64,
    },
    /// Lose news on its way to NATS, and see when the other server lists what it was about.
    LostNews {
        /// How often.
        #[arg(long, default_value_t = 100)]
        trials: u32,
        /// By how many milliseconds the longest wait may be longer: for a machine that is busy with
        /// other work.
        #[arg(long, default_value_t = 0)]
        noise: u64,
    },
    /// Take Postgres away from under two servers for longer than their leases last.
    ServersAway {
        /// How many seconds.
        #[arg(long, default_value_t = 15)]
        seconds: u64,
        /// In how many ways: stopped, crashed, held.
        #[arg(long, default_value_t = 3)]
        ways: usize,
    },
    /// Let the task of one match panic while the others play on.
    Panics {
        /// How often each match panics.
        #[arg(long, default_value_t = 20)]
        rounds: u32,
        /// On this database only.
        #[arg(long, value_enum)]
        store: Option<Kind>,
    },
    /// Start a server that has many matches in progress.
    Restart {
        /// How many.
        #[arg(long, default_value_t = 10_000)]
        matches: usize,
        /// On this database only.
        #[arg(long, value_enum)]
        store: Option<Kind>,
    },
    /// Back up while people play, restore on an empty store, and play every game again.
    Backup {
        /// How many seconds are played before.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// On this database only.
        #[arg(long, value_enum)]
        store: Option<Kind>,
    },
    /// Play for long at half of the server's capacity, and draw its use.
    Soak {
        /// How many minutes.
        #[arg(long, default_value_t = 60.0)]
        minutes: f64,
        /// On this database.
        #[arg(long, value_enum, default_value_t = Kind::Sqlite)]
        store: Kind,
        /// The folder for the figures and the plot.
        #[arg(long, default_value = "target/soak")]
        out: PathBuf,
    },
    /// All of them, one after the other.
    All {
        /// Each for a few seconds, as `./check` does.
        #[arg(long)]
        short: bool,
    },
    /// Watch matches, as `readers` asks for.
    #[command(hide = true)]
    Crowd(Crowd),
}

/// By how many milliseconds players may wait longer in a run of some seconds, of which a pause of the machine
/// is a large part.
const SHORT_NOISE: u64 = 1_000;

impl Fault {
    fn short() -> Vec<Self> {
        let (store, out) = (None, std::env::temp_dir().join("yiguan-soak"));
        vec![
            Self::KillLoop { kills: 20, store },
            Self::StoreAway { rounds: 1, seconds: 2, store },
            Self::BadNetwork { seconds: 6, store },
            Self::Readers { spectators: 200, seconds: 4, rounds: 1, noise: SHORT_NOISE },
            Self::Floods { seconds: 3, impatient: true, noise: SHORT_NOISE },
            Self::Nodes { kills: 20, skew: 0 },
            // Waits are not judged.
            Self::LostNews { trials: 4, noise: 60 * SHORT_NOISE },
            Self::ServersAway { seconds: 12, ways: 1 },
            Self::Panics { rounds: 2, store },
            Self::Restart { matches: 300, store },
            Self::Backup { seconds: 3, store },
            Self::Soak { minutes: 0.15, store: Kind::Sqlite, out },
        ]
    }

    fn long() -> Vec<Self> {
        let store = None;
        vec![
            Self::KillLoop { kills: 1_000, store },
            Self::StoreAway { rounds: 5, seconds: 8, store },
            Self::BadNetwork { seconds: 120, store },
            Self::Readers { spectators: 1_000, seconds: 20, rounds: 6, noise: 0 },
            Self::Floods { seconds: 30, impatient: false, noise: 5 },
            Self::Nodes { kills: 1_000, skew: 0 },
            Self::Nodes { kills: 100, skew: 5 },
            Self::NewsHeld { seconds: 60, rounds: 3, noise: 0 },
            Self::LostNews { trials: 100, noise: 0 },
            Self::ServersAway { seconds: 15, ways: 3 },
            Self::Panics { rounds: 20, store },
            Self::Restart { matches: 10_000, store },
            Self::Backup { seconds: 60, store },
            Self::Soak { minutes: 60.0, store: Kind::Sqlite, out: "target/soak".into() },
        ]
    }
}

/// The settings of a run of any of the programs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    pub(crate) seed: u64,
}

impl Run {
    pub(crate) fn seed_text(self) -> String {
        format!("seed {}", self.seed)
    }
}

/// Shows on a terminal how far a long run has come.
#[derive(Debug)]
pub(crate) struct Progress {
    what: String,
    of: u32,
}

impl Progress {
    pub(crate) fn new(_: &Run, what: &str, of: u32) -> Self {
        Self { what: what.to_owned(), of }
    }

    pub(crate) fn step(&self, done: u32) {
        if stderr().is_terminal() {
            // It is not needed any more.
            let _ = write!(stderr(), "\r{}: {done} of {}  ", self.what, self.of);
        }
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let seed = arguments.seed.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::from(now.subsec_nanos()) % 1_000_000
    });
    match execute(arguments.fault, Run { seed }).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // The exit status shows it, too.
            let _ = writeln!(stderr(), "faults: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints each report as it comes, and in the end the broken promises of all of them once more:
/// the last lines are the ones that are read.
#[derive(Debug, Default)]
struct Printer {
    broken: Vec<String>,
}

impl Printer {
    fn print(&mut self, report: &Report) -> Result<(), String> {
        self.broken.extend(report.broken());
        report.print(&mut stdout()).map_err(|error| error.to_string())
    }

    /// Whether every promise held.
    fn finish(self) -> Result<bool, String> {
        for broken in &self.broken {
            writeln!(stdout(), "BROKEN: {broken}").map_err(|error| error.to_string())?;
        }
        Ok(self.broken.is_empty())
    }
}

/// Runs the requested program; returns whether every promise held.
async fn execute(fault: Fault, run: Run) -> Result<bool, String> {
    let stores = Stores::default();
    let mut printer = Printer::default();
    let faults = match fault {
        Fault::All { short: true } => Fault::short(),
        Fault::All { short: false } => Fault::long(),
        Fault::Crowd(crowd) => return crowd::run(crowd).await.map(|()| true),
        fault => vec![fault],
    };
    for fault in faults {
        one(fault, &run, &stores, &mut printer).await?;
    }
    printer.finish()
}

/// The databases meant.
fn kinds(store: Option<Kind>) -> impl Iterator<Item = Kind> {
    Kind::ALL.into_iter().filter(move |kind| store.is_none_or(|store| store == *kind))
}

/// Runs a program on the databases meant, at the same time: each is for the most part waiting.
async fn on_each<F>(
    store: Option<Kind>,
    printer: &mut Printer,
    program: impl Fn(Kind) -> F,
) -> Result<(), String>
where
    F: Future<Output = Result<Report, String>>,
{
    for report in try_join_all(kinds(store).map(program)).await? {
        printer.print(&report)?;
    }
    Ok(())
}

async fn one(
    fault: Fault,
    run: &Run,
    stores: &Stores,
    printer: &mut Printer,
) -> Result<(), String> {
    let span = Duration::from_secs;
    match fault {
        Fault::KillLoop { kills, store } => {
            on_each(store, printer, |kind| kill_loop::run(run, stores, kind, kills)).await?;
        }
        Fault::StoreAway { rounds, seconds, store } => {
            let outages = Outages { rounds, span: span(seconds) };
            on_each(store, printer, |kind| store_away::run(run, stores, kind, outages)).await?;
        }
        Fault::BadNetwork { seconds, store } => {
            let span = span(seconds);
            on_each(store, printer, |kind| bad_network::run(run, stores, kind, span)).await?;
        }
        Fault::Readers { spectators, seconds, rounds, noise } => {
            let noise = Duration::from_millis(noise);
            let readers = Readers { spectators, span: span(seconds), rounds, noise };
            printer.print(&readers::run(run, readers).await?)?;
        }
        Fault::Floods { seconds, impatient, noise } => {
            let floods = Floods {
                span: span(seconds),
                patient: !impatient,
                noise: Duration::from_millis(noise),
            };
            printer.print(&floods::run(run, floods).await?)?;
        }
        Fault::Nodes { kills, skew } => {
            printer.print(&nodes::run(run, stores, kills, skew).await?)?;
        }
        Fault::NewsHeld { seconds, rounds, noise } => {
            let noise = Duration::from_millis(noise);
            let held = NewsHeld { span: span(seconds), rounds, noise };
            printer.print(&news_held::run(run, stores, held).await?)?;
        }
        Fault::LostNews { trials, noise } => {
            let lost = LostNews { trials, noise: Duration::from_millis(noise) };
            printer.print(&lost_news::run(run, stores, lost).await?)?;
        }
        Fault::ServersAway { seconds, ways } => {
            printer.print(&servers_away::run(run, stores, ways, span(seconds)).await?)?;
        }
        Fault::Panics { rounds, store } => {
            on_each(store, printer, |kind| panics::run(run, stores, kind, rounds)).await?;
        }
        Fault::Restart { matches, store } => {
            // Its duration is the measured figure.
            for kind in kinds(store) {
                printer.print(&restart::run(run, stores, kind, matches).await?)?;
            }
        }
        Fault::Backup { seconds, store } => {
            let span = span(seconds);
            on_each(store, printer, |kind| backup::run(run, stores, kind, span)).await?;
        }
        Fault::Soak { minutes, store, out } => {
            let soak = Soak { span: Duration::from_secs_f64(minutes * 60.0), store, out };
            printer.print(&soak::run(run, stores, &soak).await?)?;
        }
        // They were dealt with before.
        Fault::All { .. } | Fault::Crowd(_) => {}
    }
    Ok(())
}
