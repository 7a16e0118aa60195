//! A crowd watches, a tenth of it without ever reading: the players must not notice.

use crate::Run;
use crate::arena::{Arena, Manner, Spans, Tally};
use crate::report::{Report, mebibytes, millis};
use crate::usage::Usage;
use e2e::{Database, Server, ServerOptions};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

/// How many watch, and for how long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Readers {
    pub(crate) watchers: usize,
    pub(crate) span: Duration,
}

/// By how much the players' 99th percentile may grow.
const MOST: f64 = 1.5;

/// The stretches of time that are looked at one by one: a pause of the disk spoils one of them, and
/// says nothing about the crowd.
const STRETCHES: u32 = 12;

/// Of fewer actions the 99th percentile is that of one or two, and the median is held to it.
const TELLING: u64 = 1_000;

/// What is less than this is the scheduler's, on a machine whose cores the clients share.
const NOISE: Duration = Duration::from_millis(5);

/// How much memory a watcher may cost, whether it reads or not.
const BYTES_A_WATCHER: u64 = 256 * 1_024;

/// Sets the number of open files to what the system allows, then becomes what follows.
const MANY_FILES: [&str; 4] = ["sh", "-c", "ulimit -n \"$(ulimit -Hn)\"; exec \"$@\"", "sh"];

/// Measures the players without and with the crowd.
pub(crate) async fn run(run: &Run, readers: Readers) -> Result<Report, String> {
    let Readers { watchers, span } = readers;
    let database = Database::sqlite();
    let server = Server::start_under(&MANY_FILES, &database, ServerOptions::Unlimited).await;
    // Long games, so that the matches watched go on while they are.
    let manner = Manner {
        tables: 20,
        think: (300, 700),
        noise: 0,
        games: &["xiangqi", "shogi"],
        ..Manner::default()
    };
    let (arena, tasks) = Arena::open(manner, run.seed);
    arena.lead_to(Some(server.address()));
    tokio::time::sleep(Duration::from_secs(2)).await;
    let tally = arena.tally();
    let before = Waits::over(span, tally, &server).await;
    let memory = Usage::of(server.process()).memory;

    let ids: Vec<String> = arena.tables().iter().map(|table| table.ledger().id.clone()).collect();
    let began = Instant::now();
    let (mut crowd, mut lines) = gather(&server, watchers, &ids).await?;
    let gathered = began.elapsed();
    let after = Waits::over(span, tally, &server).await;
    drop(crowd.stdin.take());
    let said = lines.next_line().await.ok().flatten().unwrap_or_default();
    let mut said = said.split_whitespace();
    let (frames, closed) = (said.next().unwrap_or("?"), said.next().unwrap_or("?"));
    arena.close(tasks).await;
    arena.check().await;
    let exit = server.terminate().await;

    let mut report = Report::new(format!("4. slow and greedy readers, {}", run.seed_text()));
    report.figure("watchers, of them never reading", format_args!("{watchers}, {}", watchers / 10));
    report.figure("gathered in", millis(gathered));
    report.figure("frames read, watchers closed", format_args!("{frames}, {closed}"));
    report.figure(
        "actions timed without and with them",
        format_args!("{}, {}", before.told.count(), after.told.count()),
    );
    let pair = |before, after| format!("{}, {}", millis(before), millis(after));
    for (name, percent) in [("median", 50.0), ("99 %", 99.0)] {
        for (what, before, after) in [
            ("acknowledgement", &before.done, &after.done),
            ("opponent", &before.told, &after.told),
        ] {
            let title = format!("action to {what}, {name} of a stretch");
            report.figure(&title, pair(before.at(percent), after.at(percent)));
            let (before, after) = (before.together(), after.together());
            let title = format!("action to {what}, {name} of all");
            report.figure(&title, pair(before.at(percent), after.at(percent)));
        }
    }
    let most = after.memory;
    report.figure(
        "memory without, and most with them",
        format_args!("{}, {}", mebibytes(memory), mebibytes(most)),
    );
    for (name, before, after) in
        [("acknowledgements", &before.done, &after.done), ("deliveries", &before.told, &after.told)]
    {
        let counts = [before.count(), after.count()];
        report.all_broken(slowed(name, counts, |percent| (before.at(percent), after.at(percent))));
    }
    let bound = memory + BYTES_A_WATCHER * u64::try_from(watchers).unwrap_or(0);
    report.promise(most <= bound, || format!("more than {} of memory", mebibytes(bound)));
    report.promise(exit.status.success(), || format!("the server ended badly: {}", exit.stderr));
    report.all_broken(tally.broken_promises());
    Ok(report)
}

/// What is to be said if players wait longer than they may for what happens beside them.
pub(crate) fn slowed(
    name: &str,
    counts: [u64; 2],
    at: impl Fn(f64) -> (Duration, Duration),
) -> Vec<String> {
    let percent = if counts.into_iter().any(|count| count < TELLING) { 50.0 } else { 99.0 };
    let (then, now) = at(percent);
    let limit = then.mul_f64(MOST).max(then + NOISE);
    let late = now > limit;
    let said = || format!("{name}, {percent} %: {} and then {}", millis(then), millis(now));
    late.then(said).into_iter().collect()
}

/// What players wait for, stretch by stretch.
#[derive(Debug, Default)]
struct Stretches(Vec<Spans>);

impl Stretches {
    /// The median of what this percentile is in the stretches.
    fn at(&self, percent: f64) -> Duration {
        let mut all: Vec<Duration> = self.0.iter().map(|spans| spans.at(percent)).collect();
        all.sort_unstable();
        all.get(all.len() / 2).copied().unwrap_or_default()
    }

    fn count(&self) -> u64 {
        self.0.iter().map(Spans::count).sum()
    }

    /// All stretches as one.
    fn together(&self) -> Spans {
        let all = Spans::default();
        self.0.iter().for_each(|spans| all.add(spans));
        all
    }
}

/// What players waited for, and how much memory the server had at most.
#[derive(Debug, Default)]
struct Waits {
    told: Stretches,
    done: Stretches,
    memory: u64,
}

impl Waits {
    async fn over(span: Duration, tally: &Tally, server: &Server) -> Self {
        let mut waits = Self::default();
        drop((tally.delivered.take(), tally.acknowledged.take()));
        for _ in 0..STRETCHES {
            let until = Instant::now() + span / STRETCHES;
            while Instant::now() < until {
                waits.memory = waits.memory.max(Usage::of(server.process()).memory);
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            waits.told.0.push(tally.delivered.take());
            waits.done.0.push(tally.acknowledged.take());
        }
        waits
    }
}

/// Starts the crowd, at a lower priority than the players.
async fn gather(
    server: &Server,
    watchers: usize,
    ids: &[String],
) -> Result<(Child, Lines<BufReader<ChildStdout>>), String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let [shell, rest @ ..] = MANY_FILES;
    let mut crowd = Command::new(shell)
        .args(rest)
        .args(["nice", "-n", "10"])
        .arg(own)
        .arg("crowd")
        .arg("--address")
        .arg(server.address().to_string())
        .args(["--watchers", &watchers.to_string(), "--silent", &(watchers / 10).to_string()])
        .args(["--matches", &ids.join(",")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| error.to_string())?;
    let stdout = crowd.stdout.take().ok_or("it is piped")?;
    let mut lines = BufReader::new(stdout).lines();
    let there = e2e::within("the crowd is there", lines.next_line()).await;
    match there {
        Ok(Some(_)) => Ok((crowd, lines)),
        other => Err(format!("the crowd did not come: {other:?}")),
    }
}
