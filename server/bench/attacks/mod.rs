//! `yiguan bench attacks`: attacks at full size against a server started for each of them, on this
//! machine alone, bounded in count and time. Each line reports the requests sent, those refused, and
//! whether the attack had the effect it is meant for.
//!
//! The tests hold the same bounds with small tables; here are the figures. An attack is a file of
//! its own with a function `run`, and a line in [`ATTACKS`]. The server believes addresses that are
//! forwarded by this machine, so an attack comes from as many networks as it likes.

mod ceremonies;
mod connections;
mod delays;
mod flush;
mod guesses;
pub(crate) mod target;

use super::{BenchError, machine};
use futures_util::future::BoxFuture;
use std::path::Path;
use std::time::{Duration, Instant};
use target::Target;
use tokio::time::timeout;

/// What to try.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchAttacks {
    /// Try only the attacks whose name contains this text.
    #[arg(long, default_value = "", env = "YIGUAN_BENCH_ONLY")]
    pub only: String,
    /// The size of the attacks in percent of the full one.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100), env = "YIGUAN_BENCH_SCALE")]
    pub scale: u32,
}

/// The time that one attack may take.
const ATTACK_TIMEOUT: Duration = Duration::from_secs(600);

/// The size of an attack.
#[derive(Debug, Clone, Copy)]
struct Scale(u32);

impl Scale {
    /// So much of the full number, at least one.
    fn of(self, full: u32) -> u32 {
        (full / 100 * self.0 + full % 100 * self.0 / 100).max(1)
    }
}

/// The result of an attack.
#[derive(Debug)]
struct Report {
    /// The requests, or connections, that were tried.
    sent: u32,
    /// Those that were refused.
    refused: u32,
    /// Whether the attack had its effect.
    effect: Effect,
    /// The finding, in one line.
    found: String,
}

/// Whether an attack had the effect it is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// No other player notices it.
    None,
    /// It reached its bound and no further.
    Bounded,
    /// It works.
    Works,
}

impl Effect {
    /// No effect if something holds; otherwise the attack works.
    const fn none_if(holds: bool) -> Self {
        if holds { Self::None } else { Self::Works }
    }

    /// A bound if something holds; otherwise the attack works.
    const fn bounded_if(holds: bool) -> Self {
        if holds { Self::Bounded } else { Self::Works }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::None => "no effect",
            Self::Bounded => "bounded",
            Self::Works => "WORKS",
        }
    }
}

type Run = for<'a> fn(&'a Target, Scale) -> BoxFuture<'a, Result<Report, BenchError>>;

/// Every attack, with its name.
const ATTACKS: &[(&str, Run)] = &[
    ("limiter-flush", |target, scale| Box::pin(flush::run(target, scale))),
    ("account-guesses", |target, scale| Box::pin(guesses::run(target, scale))),
    ("passkey-begin-flood", |target, scale| Box::pin(ceremonies::run(target, scale))),
    ("network-connections", |target, scale| Box::pin(connections::run(target, scale))),
    ("profile-flood", |target, scale| Box::pin(delays::profiles(target, scale))),
    ("block-list-flood", |target, scale| Box::pin(delays::block_lists(target, scale))),
    ("small-writes", |target, scale| Box::pin(delays::small_writes(target, scale))),
    ("endless-fragments", |target, scale| Box::pin(delays::fragments(target, scale))),
];

/// Starts a server for each attack, attacks it, and passes every line of the report to `print`.
///
/// # Errors
///
/// [`BenchError`] if a server does not start or answers something unexpected, or if an attack works.
pub(crate) async fn bench_attacks(
    options: &BenchAttacks,
    binary: &Path,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    print("attack                   sent  refused  seconds  effect     found");
    let mut working = Vec::new();
    for &(name, run) in ATTACKS.iter().filter(|(name, _)| name.contains(&options.only)) {
        let target = Target::start(binary).await?;
        let began = Instant::now();
        let attack = timeout(ATTACK_TIMEOUT, run(&target, Scale(options.scale))).await;
        let out_of_time = |_| BenchError::Answer(format!("{name} took too long"));
        let Report { sent, refused, effect, found } = attack.map_err(out_of_time)??;
        let seconds = began.elapsed().as_secs_f64();
        let effect_text = effect.as_str();
        print(&format!(
            "{name:<22} {sent:>6} {refused:>8} {seconds:>8.1}  {effect_text:<9}  {found}"
        ));
        if effect == Effect::Works {
            working.push(name);
        }
        target.stop().await?;
    }
    if working.is_empty() { Ok(()) } else { Err(BenchError::Works(working.join(", "))) }
}
