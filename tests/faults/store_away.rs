//! The database goes away while people play: it is stopped, held, crashes, or its disk is full.

use crate::arena::{Arena, Manner, Spans};
use crate::postgres::Stop;
use crate::report::{Report, millis, seconds};
use crate::stores::{Kind, Stores};
use crate::{Progress, Run};
use e2e::{Database, Server, ServerOptions};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A way for the database to be away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outage {
    /// Postgres is stopped as by an administrator.
    Stopped,
    /// Postgres is stopped as by a crash, and has to recover.
    Crashed,
    /// Every process of Postgres is stopped: connections stay open without an answer.
    Held,
    /// The file system is full: writes fail with ENOSPC.
    Full,
    /// No file may grow: writes fail with EFBIG, which SQLite takes for a broken disk.
    Capped,
}

impl Outage {
    const fn of(kind: Kind) -> &'static [Self] {
        match kind {
            Kind::Sqlite => &[Self::Full, Self::Capped],
            Kind::Postgres => &[Self::Stopped, Self::Crashed, Self::Held],
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Stopped => "Postgres stopped",
            Self::Crashed => "Postgres crashed",
            Self::Held => "Postgres held by SIGSTOP",
            Self::Full => "SQLite's disk full",
            Self::Capped => "SQLite's files capped",
        }
    }

    /// The command that starts the server so that this can be done to it.
    fn prefix(self, directory: &str) -> Vec<&str> {
        match self {
            Self::Stopped | Self::Crashed | Self::Held => Vec::new(),
            // A small file system that this process and its children alone see.
            Self::Full => vec![
                "unshare",
                "-Urm",
                "sh",
                "-c",
                "mount -t tmpfs -o size=48m tmpfs \"$0\" && exec \"$@\"",
                directory,
            ],
            // Otherwise the first write too many ends the process.
            Self::Capped => vec!["sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"],
        }
    }
}

/// The end of a running outage.
struct Away<'a> {
    outage: Outage,
    stores: &'a Stores,
    server: u32,
    /// The data directory as it can be reached from here.
    directory: PathBuf,
}

impl Away<'_> {
    fn begin(&self) -> Result<(), String> {
        match self.outage {
            Outage::Stopped => self.stores.postgres()?.stop(Stop::Fast),
            Outage::Crashed => self.stores.postgres()?.stop(Stop::Immediate),
            Outage::Held => self.stores.postgres()?.hold(),
            Outage::Full => fill(&self.directory.join("filler")),
            Outage::Capped => {
                let size = |name: &str| {
                    std::fs::metadata(self.directory.join(name)).map_or(0, |data| data.len())
                };
                self.cap(&format!("{}", size("yiguan.db-wal").max(size("yiguan.db"))))
            }
        }
    }

    fn end(&self) -> Result<(), String> {
        match self.outage {
            Outage::Stopped | Outage::Crashed => self.stores.postgres()?.start_again(),
            Outage::Held => self.stores.postgres()?.release(),
            Outage::Full => std::fs::remove_file(self.directory.join("filler"))
                .map_err(|error| error.to_string()),
            Outage::Capped => self.cap("unlimited"),
        }
    }

    /// Caps the size of the server's files.
    fn cap(&self, size: &str) -> Result<(), String> {
        let status = Command::new("prlimit")
            .arg(format!("--pid={}", self.server))
            .arg(format!("--fsize={size}:unlimited"))
            .status();
        match status {
            Ok(status) if status.success() => Ok(()),
            other => Err(format!("prlimit: {other:?}")),
        }
    }
}

/// Writes to a file until nothing more fits.
fn fill(path: &Path) -> Result<(), String> {
    const PIECE: [u8; 4_096] = [0; 4_096];
    let mut file = File::create(path).map_err(|error| error.to_string())?;
    loop {
        match file.write_all(&PIECE) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::StorageFull => return Ok(()),
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// The longest time until play continues when the database is back, and until the first match ends.
const RESUME_TIMEOUT: Duration = Duration::from_secs(20);

/// How often each outage comes, and how long it lasts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outages {
    pub(crate) rounds: u32,
    pub(crate) span: Duration,
}

/// Tries every way for the database to be away.
pub(crate) async fn run(
    run: &Run,
    stores: &Stores,
    kind: Kind,
    outages: Outages,
) -> Result<Report, String> {
    let mut report = Report::new(format!("2. store away on {kind}, {}", run.seed_text()));
    for &outage in Outage::of(kind) {
        let database = stores.fresh(kind)?;
        one(run, stores, &database, outage, outages, &mut report).await?;
    }
    Ok(report)
}

async fn one(
    run: &Run,
    stores: &Stores,
    database: &Database,
    outage: Outage,
    Outages { rounds, span }: Outages,
    report: &mut Report,
) -> Result<(), String> {
    let name = outage.name();
    let path = database.directory().to_str().ok_or("temporary paths are plain")?;
    if outage == Outage::Full && !may_mount() {
        report.figure(name, "skipped: a private file system needs root or user namespaces");
        return Ok(());
    }
    let manner = Manner { abandons: true, think: (0, 150), ..Manner::default() };
    let (arena, tasks) = Arena::open(manner, run.seed);
    let prefix = outage.prefix(path);
    let server = Server::start_under(&prefix, database, ServerOptions::Unlimited).await;
    arena.lead_to(Some(server.address()));
    let directory = match outage {
        Outage::Full => PathBuf::from(format!("/proc/{}/root{path}", server.process())),
        _ => database.directory().to_owned(),
    };
    let away = Away { outage, stores, server: server.process(), directory };
    let (resumed, progress) = (Spans::default(), Progress::new(run, name, rounds));
    for round in 0..rounds {
        tokio::time::sleep(Duration::from_millis(1_000)).await;
        tokio::task::block_in_place(|| away.begin())?;
        tokio::time::sleep(span).await;
        tokio::task::block_in_place(|| away.end())?;
        match arena.resumed(RESUME_TIMEOUT).await {
            Ok(span) => resumed.record(span),
            Err(stuck) => arena.tally().broken(format!("{name}: {stuck}")),
        }
        // To end a match takes more of the store than to continue it.
        if let Err(stuck) = arena.ended(RESUME_TIMEOUT).await {
            arena.tally().broken(format!("{name}: {stuck}"));
        }
        arena.check().await;
        progress.step(round + 1);
    }
    arena.close(tasks).await;
    arena.check().await;
    let exit = server.terminate().await;
    if outage != Outage::Full {
        // The disk has every received event.
        let server = Server::start_with(database, ServerOptions::Unlimited).await;
        arena.lead_to(Some(server.address()));
        arena.check().await;
        server.kill().await;
    }

    let tally = arena.tally();
    let times = format!("{rounds} times {}", seconds(span));
    report.figure(
        name,
        format_args!(
            "{times}: {} commands acknowledged, {} answered busy ({} given up)",
            tally.moves.get() + tally.others.get(),
            tally.busy,
            tally.abandoned,
        ),
    );
    report.figure(
        "",
        format_args!(
            "all play again within {}; {} s given back; charged beyond thinking at most {}",
            millis(resumed.longest()),
            tally.credited.get() / 1_000,
            millis(tally.overcharged.longest()),
        ),
    );
    report.promise(exit.status.success(), || {
        format!("{name}: the server ended badly: {}", exit.stderr)
    });
    report
        .promise(tally.busy.get() + tally.credited.get() > 0, || format!("{name}: nobody noticed"));
    report.all_broken(tally.broken_promises());
    Ok(())
}

/// Whether a process may have a file system of its own.
fn may_mount() -> bool {
    let tried =
        Command::new("unshare").args(["-Urm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).output();
    tried.is_ok_and(|output| output.status.success())
}
