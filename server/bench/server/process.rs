//! The server under test, as a process of its own, with its CPU time and memory read from outside.
//!
//! Each one gets a temporary data directory and a free port, whose address it prints. The relay
//! variants are baselines: passing frames on, also acknowledging them, also committing them to a
//! file. A process is killed when its value is dropped.

use super::load::Target;
use super::pin::Pinned;
use crate::BenchError;
use rustix::process::{Pid, Signal};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// How long a server may take to print its address or to stop.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A running server, killed when dropped.
#[derive(Debug)]
pub(super) struct ServerProcess {
    name: &'static str,
    target: Target,
    address: SocketAddr,
    child: Child,
    /// The data directory, removed with the value.
    _data: TempDir,
}

impl ServerProcess {
    /// The bare relay.
    pub(super) async fn relay(binary: &Path, pinned: Option<&Pinned>) -> Result<Self, BenchError> {
        Self::start((binary, pinned), "relay", Target::Relay, &["bench", "relay"], None).await
    }

    /// The relay that acknowledges every frame.
    pub(super) async fn acknowledging_relay(
        binary: &Path,
        pinned: Option<&Pinned>,
    ) -> Result<Self, BenchError> {
        let arguments = ["bench", "relay", "--acknowledge"];
        Self::start((binary, pinned), "relay+ack", Target::Relay, &arguments, None).await
    }

    /// The relay that acknowledges every frame, and passes it on, once it is on disk.
    pub(super) async fn committing_relay(
        binary: &Path,
        pinned: Option<&Pinned>,
    ) -> Result<Self, BenchError> {
        let arguments = ["bench", "relay", "--commit", "frames"];
        Self::start((binary, pinned), "relay+commit", Target::Relay, &arguments, None).await
    }

    /// The server with its embedded database.
    pub(super) async fn sqlite(binary: &Path, pinned: Option<&Pinned>) -> Result<Self, BenchError> {
        Self::start((binary, pinned), "sqlite", Target::Yiguan, &SERVE, None).await
    }

    /// The server on Postgres.
    pub(super) async fn postgres(
        binary: &Path,
        pinned: Option<&Pinned>,
        url: &str,
    ) -> Result<Self, BenchError> {
        Self::start((binary, pinned), "postgres", Target::Yiguan, &SERVE, Some(url)).await
    }

    /// One of several servers on the same Postgres.
    pub(super) async fn node(
        binary: &Path,
        (url, nats): (&str, &str),
        name: &str,
    ) -> Result<Self, BenchError> {
        let own = ["--internal-bind", "127.0.0.1:0", "--node-name", name, "--nats", nats];
        let arguments = [&SERVE[..], &own].concat();
        Self::start((binary, None), "node", Target::Yiguan, &arguments, Some(url)).await
    }

    async fn start(
        (binary, pinned): (&Path, Option<&Pinned>),
        name: &'static str,
        target: Target,
        arguments: &[&str],
        database: Option<&str>,
    ) -> Result<Self, BenchError> {
        let data = TempDir::with_prefix("yiguan-bench-")?;
        let mut command =
            pinned.map_or_else(|| Command::new(binary), |pinned| pinned.command(binary));
        command
            .args(arguments)
            .current_dir(data.path())
            .env_remove("DATABASE_URL")
            .env("YIGUAN_BIND", "127.0.0.1:0")
            .env("YIGUAN_DATA_DIR", data.path())
            .env("YIGUAN_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .kill_on_drop(true);
        if let Some(url) = database {
            command.env("DATABASE_URL", url);
        }
        let mut child = command.spawn()?;
        let address = tokio::time::timeout(START_TIMEOUT, printed_address(&mut child))
            .await
            .map_err(|_| BenchError::Start("it printed no address in time".to_owned()))??;
        Ok(Self { name, target, address, child, _data: data })
    }

    pub(super) const fn name(&self) -> &'static str {
        self.name
    }

    pub(super) const fn target(&self) -> Target {
        self.target
    }

    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The resources used by the process so far.
    pub(super) fn usage(&self) -> Result<Usage, BenchError> {
        let id = self.child.id().ok_or_else(|| BenchError::Start("it has ended".to_owned()))?;
        Usage::of(id)
    }

    /// The time that the threads it has now have run, in nanoseconds.
    pub(super) fn cpu_nanos(&self) -> Result<u64, BenchError> {
        let id = self.child.id().ok_or_else(|| BenchError::Start("it has ended".to_owned()))?;
        let mut sum = 0;
        for thread in std::fs::read_dir(format!("/proc/{id}/task"))? {
            // A thread may have ended since.
            let Ok(stat) = std::fs::read_to_string(thread?.path().join("schedstat")) else {
                continue;
            };
            sum += stat.split(' ').next().and_then(|time| time.parse::<u64>().ok()).unwrap_or(0);
        }
        Ok(sum)
    }

    /// Asks the process to stop, as an operator does; it may take a while.
    pub(super) fn ask_to_stop(&self) -> Result<(), BenchError> {
        let id = self.child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        let id = id.ok_or_else(|| BenchError::Start("it has ended".to_owned()))?;
        rustix::process::kill_process(id, Signal::TERM).map_err(std::io::Error::from)?;
        Ok(())
    }

    /// Ends the process.
    pub(super) async fn stop(mut self) -> Result<(), BenchError> {
        self.child.kill().await?;
        Ok(())
    }
}

/// The limits for each address are off, because here all players come from one.
const SERVE: [&str; 2] = ["--limits", "off"];

/// The address in the first line that has one, such as `http://127.0.0.1:41234`.
pub(crate) async fn printed_address(child: &mut Child) -> Result<SocketAddr, BenchError> {
    let stdout =
        child.stdout.take().ok_or_else(|| BenchError::Start("it has no output".to_owned()))?;
    let mut lines = BufReader::new(stdout).lines();
    while let Some(line) = lines.next_line().await? {
        let address = line.split_once("http://").and_then(|(_, rest)| {
            let end = rest.find(|c: char| c == '/' || c.is_whitespace()).unwrap_or(rest.len());
            rest[..end].parse().ok()
        });
        if let Some(address) = address {
            // Drains further output, which would otherwise fill the pipe and block the process.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Ok(address);
        }
    }
    Err(BenchError::Start("it ended without printing an address".to_owned()))
}

/// CPU time and memory of a process.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Usage {
    /// User and system time.
    pub(crate) cpu: Duration,
    /// Resident memory in bytes.
    pub(crate) memory: u64,
}

impl Usage {
    /// Reads Linux's `/proc/<id>/stat` and `statm` (see proc(5)).
    pub(crate) fn of(id: u32) -> Result<Self, BenchError> {
        /// Clock ticks a second and bytes a page, fixed on every Linux this runs on.
        const TICKS: u64 = 100;
        const PAGE: u64 = 4_096;
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat"))?;
        // The second field is the name in brackets and may hold spaces.
        let fields: Vec<&str> =
            stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
        let number = |text: Option<&&str>| text.and_then(|t| t.parse::<u64>().ok()).unwrap_or(0);
        let ticks = number(fields.get(11)) + number(fields.get(12));
        let memory = std::fs::read_to_string(format!("/proc/{id}/statm"))?;
        let pages = number(memory.split_whitespace().nth(1).as_ref());
        Ok(Self { cpu: Duration::from_millis(ticks * 1_000 / TICKS), memory: pages * PAGE })
    }
}
