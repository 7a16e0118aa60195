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
    pub(crate) spectators: usize,
    /// How long players are measured in a round without the crowd, and again with it.
    pub(crate) span: Duration,
    /// The crowd comes and goes so often: a machine that slows down slows both alike.
    pub(crate) rounds: u32,
    /// A smaller difference comes from the scheduler, on a machine whose cores are shared.
    pub(crate) noise: Duration,
}

/// By how much the players' 99th percentile may grow.
const MOST: f64 = 1.5;

/// Of fewer actions the 99th percentile is that of one or two, and the median is held to it.
const ENOUGH: u64 = 1_000;

/// How much memory a spectator may cost, whether it reads or not.
const BYTES_A_SPECTATOR: u64 = 256 * 1_024;

/// Sets the number of open files to the system's limit, then becomes the given command.
const MANY_FILES: [&str; 4] = ["sh", "-c", "ulimit -n \"$(ulimit -Hn)\"; exec \"$@\"", "sh"];

/// Measures the players without and with the crowd, in turn.
pub(crate) async fn run(run: &Run, readers: Readers) -> Result<Report, String> {
    let Readers { spectators, span, rounds, noise } = readers;
    let database = Database::sqlite_in_memory();
    let server = Server::start_under(&MANY_FILES, &database, ServerOptions::Plain).await;
    // Long games, so that the watched matches last as long.
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

    let (mut without, mut with) = (Waits::default(), Waits::default());
    let (mut frames, mut closed, mut gathered) = (0, 0, Duration::ZERO);
    for _ in 0..rounds {
        without.measure(span, arena.tally(), &server).await;
        let ids: Vec<String> =
            arena.tables().iter().map(|table| table.ledger().id.clone()).collect();
        let began = Instant::now();
        let crowd = Watching::gather(&server, spectators, &ids).await?;
        gathered = gathered.max(began.elapsed());
        with.measure(span, arena.tally(), &server).await;
        let (read, sent_away) = crowd.dismiss().await?;
        (frames, closed) = (frames + read, closed + sent_away);
    }
    arena.close(tasks).await;
    arena.check().await;
    let exit = server.terminate().await;

    let mut report = Report::new(format!("4. slow and greedy readers, {}", run.seed_text()));
    report.figure(
        "spectators, of them never reading",
        format_args!("{spectators}, {}", spectators / 10),
    );
    report.figure("rounds without and with them", rounds);
    report.figure("gathered in, at most", millis(gathered));
    report.figure("frames read, spectators closed", format_args!("{frames}, {closed}"));
    report.figure(
        "actions timed without and with them",
        format_args!("{}, {}", without.delivered.count(), with.delivered.count()),
    );
    for (name, before, after) in [
        ("action to acknowledgement", &without.done, &with.done),
        ("action to opponent", &without.delivered, &with.delivered),
    ] {
        for (percentile, percent) in [("median", 50.0), ("99 %", 99.0)] {
            let (before, after) = (before.at(percent), after.at(percent));
            let pair = format!("{}, {}", millis(before), millis(after));
            report.figure(&format!("{name}, {percentile}"), pair);
        }
        report.all_broken(slowed(name, before, after, noise));
    }
    report.figure(
        "memory without, and most with them",
        format_args!("{}, {}", mebibytes(without.memory), mebibytes(with.memory)),
    );
    let bound = without.memory + BYTES_A_SPECTATOR * u64::try_from(spectators).unwrap_or(0);
    report.promise(with.memory <= bound, || format!("more than {} of memory", mebibytes(bound)));
    report.promise(exit.status.success(), || format!("the server ended badly: {}", exit.stderr));
    report.all_broken(arena.tally().broken_promises());
    Ok(report)
}

/// The waits of players, and the most memory of the server.
#[derive(Debug, Default)]
struct Waits {
    delivered: Spans,
    done: Spans,
    memory: u64,
}

impl Waits {
    /// Adds a wait that begins now.
    async fn measure(&mut self, span: Duration, tally: &Tally, server: &Server) {
        drop((tally.delivered.take(), tally.acknowledged.take()));
        let until = Instant::now() + span;
        while Instant::now() < until {
            self.memory = self.memory.max(Usage::of(server.process()).memory);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        self.delivered.add(&tally.delivered.take());
        self.done.add(&tally.acknowledged.take());
    }
}

/// The complaint if players wait longer than they may because of other readers.
pub(crate) fn slowed(name: &str, before: &Spans, after: &Spans, noise: Duration) -> Vec<String> {
    let percent = if before.count().min(after.count()) < ENOUGH { 50.0 } else { 99.0 };
    let (then, now) = (before.at(percent), after.at(percent));
    let limit = then.mul_f64(MOST).max(then + noise);
    let late = now > limit;
    let said = || format!("{name}, {percent} %: {} and then {}", millis(then), millis(now));
    late.then(said).into_iter().collect()
}

/// The crowd, a process of its own.
struct Watching {
    process: Child,
    /// Its text.
    lines: Lines<BufReader<ChildStdout>>,
}

impl Watching {
    /// Starts the crowd, at a lower priority than the players, and waits until it is there.
    async fn gather(server: &Server, spectators: usize, ids: &[String]) -> Result<Self, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let [shell, rest @ ..] = MANY_FILES;
        let mut process = Command::new(shell)
            .args(rest)
            .args(["chrt", "--idle", "0"])
            .arg(own)
            .arg("crowd")
            .arg("--address")
            .arg(server.address().to_string())
            .args([
                "--spectators",
                &spectators.to_string(),
                "--silent",
                &(spectators / 10).to_string(),
            ])
            .args(["--matches", &ids.join(",")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| error.to_string())?;
        let stdout = process.stdout.take().ok_or("it is piped")?;
        let mut lines = BufReader::new(stdout).lines();
        match e2e::within("the crowd is there", lines.next_line()).await {
            Ok(Some(_)) => Ok(Self { process, lines }),
            other => Err(format!("the crowd did not come: {other:?}")),
        }
    }

    /// Sends the crowd away; returns how many frames it read and how many of it were sent away
    /// before, for not reading.
    async fn dismiss(mut self) -> Result<(u64, u64), String> {
        drop(self.process.stdin.take());
        let said = e2e::within("what the crowd saw", self.lines.next_line()).await;
        let gone = e2e::within("the crowd is gone", self.process.wait()).await;
        let figures = said.ok().flatten().filter(|_| gone.is_ok()).unwrap_or_default();
        let mut figures = figures.split_whitespace().map(str::parse);
        match (figures.next(), figures.next()) {
            (Some(Ok(frames)), Some(Ok(closed))) => Ok((frames, closed)),
            _ => Err("the crowd did not say what it saw".to_owned()),
        }
    }
}
