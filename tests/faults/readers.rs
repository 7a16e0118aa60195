//! A crowd watches, a tenth of it without ever reading: the players must not notice.

use crate::Run;
use crate::arena::{Arena, Manner, Spans};
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
    let database = Database::sqlite_in_memory();
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
    drop((tally.delivered.take(), tally.acknowledged.take()));
    tokio::time::sleep(span).await;
    let (told, done) = (tally.delivered.take(), tally.acknowledged.take());
    let memory = Usage::of(server.process()).memory;

    let ids: Vec<String> = arena.tables().iter().map(|table| table.ledger().id.clone()).collect();
    let began = Instant::now();
    let (mut crowd, mut lines) = gather(&server, watchers, &ids).await?;
    let gathered = began.elapsed();
    drop((tally.delivered.take(), tally.acknowledged.take()));
    let mut most = 0;
    let until = Instant::now() + span;
    while Instant::now() < until {
        most = most.max(Usage::of(server.process()).memory);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let (told_then, done_then) = (tally.delivered.take(), tally.acknowledged.take());
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
        format_args!("{}, {}", told.count(), told_then.count()),
    );
    let pair = |before, after| format!("{}, {}", millis(before), millis(after));
    report.figure("action to acknowledgement, 99 %", pair(done.at(99.0), done_then.at(99.0)));
    report.figure("action to opponent, median", pair(told.at(50.0), told_then.at(50.0)));
    report.figure("action to opponent, 99 %", pair(told.at(99.0), told_then.at(99.0)));
    report.figure(
        "memory without, and most with them",
        format_args!("{}, {}", mebibytes(memory), mebibytes(most)),
    );
    for (name, before, after) in
        [("acknowledgements", &done, &done_then), ("deliveries", &told, &told_then)]
    {
        report.all_broken(slowed(name, before, after));
    }
    let bound = memory + BYTES_A_WATCHER * u64::try_from(watchers).unwrap_or(0);
    report.promise(most <= bound, || format!("more than {} of memory", mebibytes(bound)));
    report.promise(exit.status.success(), || format!("the server ended badly: {}", exit.stderr));
    report.all_broken(tally.broken_promises());
    Ok(report)
}

/// What is to be said if players wait longer than they may for what happens beside them.
pub(crate) fn slowed(name: &str, before: &Spans, after: &Spans) -> Vec<String> {
    let percent = if before.count().min(after.count()) < TELLING { 50.0 } else { 99.0 };
    let (then, now) = (before.at(percent), after.at(percent));
    let limit = then.mul_f64(MOST).max(then + NOISE);
    let late = now > limit;
    let said = || format!("{name}, {percent} %: {} and then {}", millis(then), millis(now));
    late.then(said).into_iter().collect()
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
