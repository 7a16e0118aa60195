//! `yiguan bench server`: how many moves a second, at what cost, and how soon the opponent
//! sees them.
//!
//! The server under test runs in a process of its own, so that its CPU time and memory are measured
//! separately. Beside it runs the *relay*, a bare axum server that passes each frame to the other
//! player without rules, clock or disk: its cost is the lower bound, and on machines whose speed
//! drifts the ratio to it is more reliable than any absolute figure. The same relay with an
//! acknowledgement to the mover shows how much of the ratio is that second write, and the one that
//! also syncs every move to a file before it passes it on shows how much is that guarantee.

mod commits;
mod company;
mod endings;
mod feed;
mod games;
mod http;
mod load;
mod logins;
mod nodes;
mod pairing;
mod pin;
mod process;
mod relay;
mod report;
mod table;

use super::{BenchError, machine};
use games::Script;
use load::{Beside, Load, Measured};
use pin::Pinned;
use process::ServerProcess;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub(crate) use feed::{BenchFeed, bench_feed};
pub(super) use games::play_frame;
pub(crate) use nodes::{BenchNodes, bench_nodes};
pub(crate) use pairing::{BenchPairing, bench_pairing};
pub(super) use process::{Usage, printed_address};
pub(crate) use relay::{BenchRelay, serve_relay};
pub(super) use table::connect;

/// What to measure.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchServer {
    /// The number of simultaneous matches, each between two connected players; several numbers,
    /// separated by commas, are measured one after the other. The default is 1000, with `--pin` 1,
    /// 100 and 1000.
    #[arg(long, value_delimiter = ',', env = "YIGUAN_BENCH_MATCHES")]
    pub matches: Vec<usize>,
    /// Give each server one processor of its own and the clients all others, so that ratios are
    /// comparable between machines. Requires `taskset` (Linux) and at least two processors.
    #[arg(long, env = "YIGUAN_BENCH_PIN")]
    pub pin: bool,
    /// The duration of each round in seconds, after one second of warm-up.
    #[arg(long, default_value_t = 10, env = "YIGUAN_BENCH_SECONDS")]
    pub seconds: u64,
    /// Milliseconds between the moves of a match in the paced round, which measures the delay under
    /// a realistic load rather than under saturation.
    #[arg(long, default_value_t = 1_000, env = "YIGUAN_BENCH_PACE")]
    pub pace: u64,
    /// The number of people who play computer players in a second paced round, which measures how much
    /// that delays the others; 0 leaves the round out.
    #[arg(long, default_value_t = 0, env = "YIGUAN_BENCH_COMPUTER")]
    pub computer: usize,
    /// The game of these people: one in which the highest level thinks for long.
    #[arg(long, default_value = "xia-liu", env = "YIGUAN_BENCH_COMPUTER_GAME")]
    pub computer_game: String,
    /// So many clients log in by password without a pause meanwhile, in a second paced round, which tells how much
    /// that delays moves; 0 leaves it out.
    #[arg(long, default_value_t = 0, env = "YIGUAN_BENCH_LOGINS")]
    pub logins: usize,
    /// So many other games end each second, in one more paced round, which tells how much that delays
    /// moves; 0 leaves it out.
    #[arg(long, default_value_t = 50, env = "YIGUAN_BENCH_ENDINGS")]
    pub endings: u32,
    /// The game to play.
    #[arg(long, default_value = "xiangqi", env = "YIGUAN_BENCH_GAME")]
    pub game: String,
    /// A Postgres URL to measure in addition to SQLite. The database should be empty, and deleted
    /// afterwards.
    #[arg(long, env = "YIGUAN_BENCH_POSTGRES", hide_env_values = true)]
    pub postgres: Option<String>,
    /// Measure, besides the relay, only those of `relay+ack`, `relay+commit`, `sqlite` and
    /// `postgres` whose name contains this text.
    #[arg(long, default_value = "", env = "YIGUAN_BENCH_ONLY")]
    pub only: String,
}

/// The default number of simultaneous matches, without and with `--pin`.
const MATCHES: (&[usize], &[usize]) = (&[1_000], &[1, 100, 1_000]);

/// Measures the relay, then the server on SQLite and, if asked, on Postgres, each number of matches
/// in turn, and passes every line of the report to `print`.
///
/// # Errors
///
/// [`BenchError`] if something could not be started or answered wrongly.
pub(crate) async fn bench_server(
    options: &BenchServer,
    binary: PathBuf,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    let pinned = if options.pin { Some(Pinned::clients().await?) } else { None };
    if let Some(pinned) = &pinned {
        print(&pinned.to_string());
    }
    let matches = match (&*options.matches, options.pin) {
        ([], false) => MATCHES.0,
        ([], true) => MATCHES.1,
        (given, _) => given,
    };
    for &matches in matches {
        let script = Arc::new(Script::random(&options.game, matches.min(64))?);
        let round = Comparison { options, binary: &binary, pinned: pinned.as_ref(), matches };
        let table = round.run(&script, print).await?;
        print(&table);
    }
    Ok(())
}

/// Every server in turn, with one number of matches.
struct Comparison<'a> {
    options: &'a BenchServer,
    binary: &'a Path,
    pinned: Option<&'a Pinned>,
    matches: usize,
}

impl Comparison<'_> {
    /// Measures all of them; returns the table.
    async fn run(
        &self,
        script: &Arc<Script>,
        print: &mut dyn FnMut(&str),
    ) -> Result<String, BenchError> {
        let Self { options, binary, pinned, .. } = *self;
        let relay = ServerProcess::relay(binary, pinned).await?;
        let relay = self.measure(relay, script, print).await?;
        let mut rounds = Vec::new();
        for name in ["relay+ack", "relay+commit", "sqlite", "postgres"] {
            if !name.contains(&options.only) {
                continue;
            }
            let server = match (name, &options.postgres) {
                ("relay+ack", _) => ServerProcess::acknowledging_relay(binary, pinned).await?,
                ("relay+commit", _) => ServerProcess::committing_relay(binary, pinned).await?,
                ("sqlite", _) => ServerProcess::sqlite(binary, pinned).await?,
                (_, Some(url)) => ServerProcess::postgres(binary, pinned, url).await?,
                (_, None) => continue,
            };
            rounds.push((name, self.measure(server, script, print).await?));
        }
        Ok(report::table(&relay, &rounds))
    }

    /// One server: memory at rest, with matches, with idle connections; a saturated round; a
    /// paced round.
    async fn measure(
        &self,
        server: ServerProcess,
        script: &Arc<Script>,
        print: &mut dyn FnMut(&str),
    ) -> Result<Measured, BenchError> {
        let Self { options, matches, .. } = *self;
        print(&format!("{}: {matches} matches …", server.name()));
        let load = Load::new(&server, Arc::clone(script), matches);
        let span = Duration::from_secs(options.seconds);
        let pace = Duration::from_millis(options.pace);
        let beside = Beside {
            computer: options.computer,
            computer_game: &options.computer_game,
            logins: options.logins,
            endings: options.endings,
        };
        let measured = load.run(span, pace, beside).await?;
        server.stop().await?;
        Ok(measured)
    }
}
