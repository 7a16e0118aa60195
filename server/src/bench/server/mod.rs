//! `yiguan bench server`: how many moves a second, at what cost, and how soon the opponent
//! sees them.
//!
//! The server under test runs in a process of its own, so that its CPU time and memory are
//! its alone. Beside it runs the *relay*, a bare axum server that hands each frame to the
//! other player and knows no rules, no clock and no disk: what it costs is the floor, and the
//! ratio to it says more than any figure, on machines whose speed drifts. The same relay with
//! an acknowledgement to the mover tells how much of the ratio is that second write, and the one
//! that also syncs every move to a file before telling anybody of it how much is that promise.

mod commits;
mod company;
mod games;
mod http;
mod load;
mod process;
mod relay;
mod report;

use super::{BenchError, machine};
use games::Script;
use load::{Load, Measured};
use process::ServerProcess;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub(super) use process::{Usage, printed_address};
pub use relay::{BenchRelay, serve_relay};

/// What to measure.
#[derive(Debug, Clone, clap::Args)]
pub struct BenchServer {
    /// How many matches are played at once, each by two connected players.
    #[arg(long, default_value_t = 1_000, env = "YIGUAN_BENCH_MATCHES")]
    pub matches: usize,
    /// How long each round is measured, in seconds, after a second of warming up.
    #[arg(long, default_value_t = 10, env = "YIGUAN_BENCH_SECONDS")]
    pub seconds: u64,
    /// Milliseconds between the moves of a match in the paced round, which tells the delay
    /// under a load that real players make rather than under saturation.
    #[arg(long, default_value_t = 1_000, env = "YIGUAN_BENCH_PACE")]
    pub pace: u64,
    /// So many people play house players meanwhile, in a second paced round, which tells how much that delays
    /// the others; 0 leaves it out.
    #[arg(long, default_value_t = 0, env = "YIGUAN_BENCH_HOUSE")]
    pub house: usize,
    /// The game in which they do: one in which the highest level thinks long.
    #[arg(long, default_value = "xia-liu", env = "YIGUAN_BENCH_HOUSE_GAME")]
    pub house_game: String,
    /// The game to play.
    #[arg(long, default_value = "xiangqi", env = "YIGUAN_BENCH_GAME")]
    pub game: String,
    /// A Postgres URL to measure in addition to SQLite. The database should be empty and
    /// thrown away afterwards.
    #[arg(long, env = "YIGUAN_BENCH_POSTGRES", hide_env_values = true)]
    pub postgres: Option<String>,
    /// Measure only those of `relay+ack`, `relay+commit`, `sqlite` and `postgres` whose name
    /// contains this, besides the relay.
    #[arg(long, default_value = "", env = "YIGUAN_BENCH_ONLY")]
    pub only: String,
}

/// Measures the relay, then the server on SQLite and, if asked, on Postgres, and hands every
/// line of the report to `print`.
///
/// # Errors
///
/// [`BenchError`] if something could not be started or answered wrongly.
pub async fn bench_server(
    options: &BenchServer,
    binary: PathBuf,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let script = Arc::new(Script::random(&options.game, options.matches.min(64))?);
    print(&machine::describe());
    let relay = measure(options, ServerProcess::relay(&binary).await?, &script, print).await?;
    let mut rounds = Vec::new();
    for name in ["relay+ack", "relay+commit", "sqlite", "postgres"] {
        if !name.contains(&options.only) {
            continue;
        }
        let server = match (name, &options.postgres) {
            ("relay+ack", _) => ServerProcess::acknowledging_relay(&binary).await?,
            ("relay+commit", _) => ServerProcess::committing_relay(&binary).await?,
            ("sqlite", _) => ServerProcess::sqlite(&binary).await?,
            (_, Some(url)) => ServerProcess::postgres(&binary, url).await?,
            (_, None) => continue,
        };
        rounds.push((name, measure(options, server, &script, print).await?));
    }
    print(&report::table(&relay, &rounds));
    Ok(())
}

/// One server: memory at rest, with matches, with idle connections; a saturated round; a
/// paced round.
async fn measure(
    options: &BenchServer,
    server: ServerProcess,
    script: &Arc<Script>,
    print: &mut dyn FnMut(&str),
) -> Result<Measured, BenchError> {
    print(&format!("{}: {} matches …", server.name(), options.matches));
    let load = Load::new(&server, Arc::clone(script), options.matches);
    let (span, pace) = (Duration::from_secs(options.seconds), Duration::from_millis(options.pace));
    let measured = load.run(span, pace, (options.house, &options.house_game)).await?;
    server.stop().await?;
    Ok(measured)
}
