//! A long run at half of the server's capacity: its memory does not grow.

use crate::Run;
use crate::arena::{Arena, Manner};
use crate::plot::{Curve, plot};
use crate::report::{Report, mebibytes, millis, seconds};
use crate::stores::{Kind, Stores};
use crate::usage::Usage;
use e2e::{Server, ServerOptions};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long, on what, and where the figures go.
#[derive(Debug, Clone)]
pub(crate) struct Soak {
    pub(crate) span: Duration,
    pub(crate) store: Kind,
    pub(crate) out: PathBuf,
}

/// Matches at a time.
const TABLES: usize = 100;

/// How long the peak is measured, at most; a part of a short run.
const PEAK: Duration = Duration::from_secs(20);

/// A run shorter than this shows how it is done, and not yet whether memory is flat.
const LONG_ENOUGH: Duration = Duration::from_secs(120);

/// Samples of a run.
const SAMPLES: u32 = 240;

/// The least time between two samples.
const LEAST: Duration = Duration::from_millis(250);

/// The limit of the growth of memory from the second quarter to the last: by a part, and by the
/// reserve of the allocator.
const GROWTH: (f64, u64) = (1.1, 8 << 20);

#[derive(Debug, Clone, Copy)]
struct Sample {
    at: Duration,
    rate: f64,
    median: Duration,
    slowest: Duration,
    usage: Usage,
    load: f64,
}

/// Measures the peak, then plays at half of it.
pub(crate) async fn run(run: &Run, stores: &Stores, soak: &Soak) -> Result<Report, String> {
    let database = stores.fresh(soak.store)?;
    let server = Server::start_with(&database, ServerOptions::Unlimited).await;
    let peak = peak(run, &server, PEAK.min(soak.span / 3)).await;
    let mut pace = Pace::of(TABLES as f64 / (peak / 2.0).max(1.0));
    let (arena, tasks) = Arena::open(manner(pace.think()), run.seed);
    arena.lead_to(Some(server.address()));
    let samples = sample(&arena, &server, soak.span, &mut pace).await;
    arena.close(tasks).await;
    arena.check().await;
    let tally = arena.tally();

    let mut report = Report::new(format!("9. soak on {}, {}", soak.store, run.seed_text()));
    report.figure("for", seconds(soak.span));
    report.figure("actions a second, peak", format_args!("{peak:.0}"));
    let rate = samples.iter().map(|sample| sample.rate).sum::<f64>() / samples.len().max(1) as f64;
    report.figure("actions a second, soak", format_args!("{rate:.0}"));
    report.figure(
        "actions, matches begun, finished",
        format_args!("{}, {}, {}", tally.moves, tally.begun, tally.finished),
    );
    let quarter = samples.len() / 4;
    let (early, late) = (&samples[quarter..2 * quarter], &samples[3 * quarter..]);
    let (before, after) = (memory(early), memory(late));
    report.figure(
        "memory, second quarter and last",
        format_args!("{}, {}", mebibytes(before), mebibytes(after)),
    );
    report.figure(
        "acknowledged, 99 %, second quarter and last",
        format_args!("{}, {}", millis(slowest(early)), millis(slowest(late))),
    );
    let load = samples.iter().map(|sample| sample.load).sum::<f64>() / samples.len().max(1) as f64;
    report.figure("processor", format_args!("{:.0} % of one core", load * 100.0));
    report.figure(
        "open files, most",
        samples.iter().map(|sample| sample.usage.files).max().unwrap_or(0),
    );
    let written = write(&soak.out, &samples)?;
    report.figure("figures and plot", written.display());
    let limit = before as f64 * GROWTH.0 + GROWTH.1 as f64;
    let flat = after as f64 <= limit;
    report.promise(flat || soak.span < LONG_ENOUGH, || "memory grows".to_owned());
    let exit = server.terminate().await;
    report.promise(exit.status.success(), || format!("the server ended badly: {}", exit.stderr));
    report.all_broken(tally.broken_promises());
    Ok(report)
}

fn manner(think: (u64, u64)) -> Manner {
    Manner { tables: TABLES, think, noise: 20, ..Manner::default() }
}

/// Actions a second when every bot answers at once.
async fn peak(run: &Run, server: &Server, span: Duration) -> f64 {
    let (arena, tasks) = Arena::open(manner((0, 0)), run.seed);
    arena.lead_to(Some(server.address()));
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (before, began) = (arena.tally().moves.get(), Instant::now());
    tokio::time::sleep(span).await;
    let rate = (arena.tally().moves.get() - before) as f64 / began.elapsed().as_secs_f64();
    arena.close(tasks).await;
    rate
}

/// Keeps the bots at a pace, however long their actions are under way. In seconds.
#[derive(Debug, Clone, Copy)]
struct Pace {
    /// From one action of a table to the next, as wanted.
    turn: f64,
    /// How long a bot thinks of it.
    think: f64,
}

impl Pace {
    /// As if nothing was ever under way.
    const fn of(turn: f64) -> Self {
        Self { turn, think: turn }
    }

    /// Corrects the thinking time by half of the error at so many actions a second.
    fn correct(&mut self, rate: f64) {
        let turn = TABLES as f64 / rate.max(1.0);
        self.think = (self.think + (self.turn - turn) / 2.0).clamp(0.0, self.turn);
    }

    /// More or less, in milliseconds.
    fn think(self) -> (u64, u64) {
        let millis = |part: f64| {
            u64::try_from(Duration::from_secs_f64(self.think * part).as_millis())
                .unwrap_or(u64::MAX)
        };
        (millis(0.6), millis(1.4))
    }
}

async fn sample(arena: &Arena, server: &Server, span: Duration, pace: &mut Pace) -> Vec<Sample> {
    let mut samples = Vec::new();
    let (began, every) = (Instant::now(), (span / SAMPLES).max(LEAST));
    let (mut moves, mut usage, mut last) =
        (arena.tally().moves.get(), Usage::of(server.process()), Instant::now());
    while began.elapsed() < span {
        tokio::time::sleep(every).await;
        let (now, used) = (arena.tally().moves.get(), Usage::of(server.process()));
        let elapsed = last.elapsed().as_secs_f64();
        let spans = arena.tally().acknowledged.take();
        let rate = (now - moves) as f64 / elapsed;
        pace.correct(rate);
        arena.set_think(pace.think());
        samples.push(Sample {
            at: began.elapsed(),
            rate,
            median: spans.at(50.0),
            slowest: spans.at(99.0),
            usage: used,
            load: used.cpu.saturating_sub(usage.cpu).as_secs_f64() / elapsed,
        });
        (moves, usage, last) = (now, used, Instant::now());
    }
    samples
}

/// The median of the memory.
fn memory(samples: &[Sample]) -> u64 {
    let mut all: Vec<u64> = samples.iter().map(|sample| sample.usage.memory).collect();
    all.sort_unstable();
    all.get(all.len() / 2).copied().unwrap_or(0)
}

/// The median of the 99th percentiles.
fn slowest(samples: &[Sample]) -> Duration {
    let mut all: Vec<Duration> = samples.iter().map(|sample| sample.slowest).collect();
    all.sort_unstable();
    all.get(all.len() / 2).copied().unwrap_or_default()
}

/// Writes the samples as a table and as a picture; the path of the picture.
fn write(out: &Path, samples: &[Sample]) -> Result<PathBuf, String> {
    std::fs::create_dir_all(out).map_err(|error| error.to_string())?;
    let mebibytes = |bytes: u64| bytes as f64 / f64::from(1_u32 << 20);
    let millis = |span: Duration| span.as_secs_f64() * 1_000.0;
    let mut table = "seconds,actions_a_second,median_ms,p99_ms,memory_mib,cores,files\n".to_owned();
    for sample in samples {
        // Writing to a String cannot fail.
        let _ = writeln!(
            table,
            "{:.1},{:.1},{:.2},{:.2},{:.1},{:.2},{}",
            sample.at.as_secs_f64(),
            sample.rate,
            millis(sample.median),
            millis(sample.slowest),
            mebibytes(sample.usage.memory),
            sample.load,
            sample.usage.files,
        );
    }
    std::fs::write(out.join("soak.csv"), table).map_err(|error| error.to_string())?;
    let curve = |name, value: &dyn Fn(&Sample) -> f64| Curve {
        name,
        points: samples.iter().map(|sample| (sample.at.as_secs_f64(), value(sample))).collect(),
    };
    let picture = plot(&[
        curve("memory, MiB", &|sample| mebibytes(sample.usage.memory)),
        curve("actions a second", &|sample| sample.rate),
        curve("acknowledged, 99 %, ms", &|sample| millis(sample.slowest)),
        curve("cores used", &|sample| sample.load),
    ]);
    let path = out.join("soak.svg");
    std::fs::write(&path, picture).map_err(|error| error.to_string())?;
    Ok(path)
}
