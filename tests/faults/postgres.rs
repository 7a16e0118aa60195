//! A throw-away Postgres that can be stopped, held and started again.
//!
//! Its data is in a temporary folder and is gone with it. Its disk writes are not
//! synced, since nothing here outlives the machine, but every commit is written before it is
//! answered, so that stopping the process loses nothing.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use tempfile::TempDir;

/// How many ports are tried.
const TRIES: u16 = 20;

/// A Postgres server of our own.
#[derive(Debug)]
pub(crate) struct Postgres {
    folder: TempDir,
    bin: PathBuf,
    port: u16,
    databases: AtomicU32,
}

/// How it is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// As by an administrator: sessions are ended, then it goes.
    Fast,
    /// As by a crash: it goes at once, and recovers when it starts.
    Immediate,
}

impl Postgres {
    /// Creates and starts one; an error names the missing part.
    pub(crate) fn start() -> Result<Self, String> {
        let bin = programs()?;
        let folder = TempDir::with_prefix("yiguan-faults-").map_err(|error| error.to_string())?;
        if is_root() {
            run(Command::new("chown").arg("postgres:").arg(folder.path()))?;
        }
        let port = u16::try_from(20_000 + std::process::id() % 12_000).unwrap_or(20_000);
        let mut postgres = Self { folder, bin, port, databases: AtomicU32::new(0) };
        let data = postgres.data();
        postgres.run("initdb", |command| {
            command.arg("-D").arg(&data).args(["-U", "yiguan", "--auth=trust", "--no-sync"]);
            command.args(["--encoding=UTF8", "--locale=C"]);
        })?;
        let mut failed = String::new();
        for _ in 0..TRIES {
            match postgres.start_again() {
                Ok(()) => return Ok(postgres),
                Err(error) => failed = error,
            }
            postgres.port += 7;
        }
        Err(failed)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts it after it was stopped.
    pub(crate) fn start_again(&self) -> Result<(), String> {
        let (data, log) = (self.data(), self.folder.path().join("data/server.log"));
        let settings = format!(
            "-p {} -k {} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off \
             -c max_connections=200",
            self.port,
            data.display()
        );
        self.run("pg_ctl", |command| {
            command.arg("-D").arg(&data).arg("-l").arg(&log).args(["-w", "-o", &settings, "start"]);
        })
        .map(drop)
    }

    /// Stops it.
    pub(crate) fn stop(&self, how: Stop) -> Result<(), String> {
        let data = self.data();
        let mode = match how {
            Stop::Fast => "fast",
            Stop::Immediate => "immediate",
        };
        self.run("pg_ctl", |command| {
            command.arg("-D").arg(&data).args(["-w", "-m", mode, "stop"]);
        })
        .map(drop)
    }

    /// Holds every process of it where it is, as a machine does that has no time for it.
    pub(crate) fn hold(&self) -> Result<(), String> {
        self.signal("-STOP")
    }

    /// Lets it continue.
    pub(crate) fn release(&self) -> Result<(), String> {
        self.signal("-CONT")
    }

    fn signal(&self, signal: &str) -> Result<(), String> {
        let file = self.data().join("postmaster.pid");
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        let main = text.lines().next().unwrap_or_default().to_owned();
        let mut all = children(&main);
        all.push(main);
        run(Command::new("kill").arg(signal).args(all)).map(drop)
    }

    /// Makes a new database; its address.
    pub(crate) fn database(&self) -> Result<String, String> {
        let name = format!("faults_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let port = self.port.to_string();
        self.run("createdb", |command| {
            command.args(["-h", "127.0.0.1", "-p", &port, "-U", "yiguan", &name]);
        })?;
        Ok(format!("postgres://yiguan@127.0.0.1:{port}/{name}"))
    }

    /// Writes a database to a file, as `docs/operations.md` describes.
    pub(crate) fn dump(&self, url: &str, file: &Path) -> Result<(), String> {
        run(self.program("pg_dump").args(["--format=custom", "--file"]).arg(file).arg(url))
            .map(drop)
    }

    /// Reads a file into an empty database, as `docs/operations.md` describes.
    pub(crate) fn restore(&self, url: &str, file: &Path) -> Result<(), String> {
        run(self.program("pg_restore").arg("--dbname").arg(url).arg(file)).map(drop)
    }

    fn program(&self, name: &str) -> Command {
        Command::new(self.bin.join(name))
    }

    /// Runs one of Postgres's own programs as a user it accepts: it refuses root, for which
    /// its package brings another.
    fn run(&self, name: &str, arguments: impl FnOnce(&mut Command)) -> Result<Output, String> {
        let program = self.bin.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        arguments(&mut command);
        run(command.current_dir(self.folder.path()))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Held processes would not hear that they should stop; and it may be stopped already.
        let _ = self.release();
        let _ = self.stop(Stop::Immediate);
    }
}

fn run(command: &mut Command) -> Result<Output, String> {
    // The output of a server started here is in its log: a pipe of ours would wait for it.
    let text = format!("{command:?}");
    let log = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let to = log.reopen().map_err(|error| error.to_string())?;
    let also = log.reopen().map_err(|error| error.to_string())?;
    let status =
        command.stdout(to).stderr(also).status().map_err(|error| format!("{text}: {error}"))?;
    let said = std::fs::read(log.path()).unwrap_or_default();
    if status.success() {
        Ok(Output { status, stdout: said, stderr: Vec::new() })
    } else {
        Err(format!("{text}: {}", String::from_utf8_lossy(&said)))
    }
}

fn is_root() -> bool {
    std::env::var_os("USER").is_some_and(|user| user == "root")
        || std::fs::read_to_string("/proc/self/status")
            .is_ok_and(|status| status.lines().any(|line| line.starts_with("Uid:\t0\t")))
}

/// The folder of Postgres's programs: that of the newest package, or wherever `initdb` is.
fn programs() -> Result<PathBuf, String> {
    let mut packaged: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let version = path.file_name()?.to_str()?.parse().ok()?;
            Some((version, path.join("bin")))
        })
        .filter(|(_, bin)| bin.join("initdb").is_file())
        .collect();
    packaged.sort();
    let on_path = || {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").is_file())
    };
    packaged
        .pop()
        .map(|(_, bin)| bin)
        .or_else(on_path)
        .ok_or_else(|| "no Postgres here: install the package postgresql".to_owned())
}

/// The processes whose parent is that one (see proc(5)).
fn children(parent: &str) -> Vec<String> {
    let mut children = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // The name before stands in brackets and may hold spaces.
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        if after.split_whitespace().nth(1) == Some(parent) {
            children.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    children
}
