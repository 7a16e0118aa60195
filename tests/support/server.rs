//! The server under test: as a process, which can be killed and asked to end, or in the test's own.

use crate::{Answer, Database, Guest, Request, within};
use clap::builder::Resettable;
use clap::{CommandFactory, FromArgMatches};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};
use yiguan::config::Config;
use yiguan::serve;

/// The program: `YIGUAN_BINARY`, or the one next to this executable, where cargo puts both, or,
/// since tests lie in `target/<profile>/deps`, one folder up.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn binary() -> PathBuf {
    if let Some(path) = std::env::var_os("YIGUAN_BINARY") {
        return path.into();
    }
    let own = std::env::current_exe().expect("this program's own file can be found");
    let mut beside = own.ancestors().skip(1).take(2).map(|folder| folder.join("yiguan"));
    beside.find(|path| path.is_file()).unwrap_or_else(|| {
        panic!("no `yiguan` beside {}: run `cargo build -p yiguan` first", own.display())
    })
}

/// The command, free of the environment's settings; `prefix` is the program that runs it, if any.
fn command(prefix: &[&str], arguments: &[&str]) -> Command {
    let mut command = match prefix {
        [] => Command::new(binary()),
        [program, rest @ ..] => {
            let mut command = Command::new(program);
            command.args(rest).arg(binary());
            command
        }
    };
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        // `RUST_BACKTRACE` makes an error that an operator sees many lines long.
        if name.starts_with("YIGUAN_") || name == "DATABASE_URL" || name == "RUST_BACKTRACE" {
            command.env_remove(&*name);
        }
    }
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

/// How a process ended.
#[derive(Debug)]
pub struct Exit {
    /// Its status.
    pub status: ExitStatus,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

/// Runs the command to its end.
///
/// # Panics
///
/// If it does not end, or panicked.
pub async fn run_to_exit(arguments: &[&str]) -> Exit {
    let output = within("the command ends", command(&[], arguments).output()).await;
    let output = output.expect("the command starts");
    let stderr = String::from_utf8(output.stderr).expect("it complains in text");
    assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
    let stdout = String::from_utf8(output.stdout).expect("it answers in text");
    Exit { status: output.status, stdout, stderr }
}

/// Starts the command and lets it run.
///
/// # Panics
///
/// If it does not start.
#[must_use]
pub fn start(arguments: &[&str]) -> Child {
    command(&[], arguments).stderr(Stdio::null()).spawn().expect("the command starts")
}

/// How a server is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ServerOptions {
    /// As it comes.
    #[default]
    Plain,
    /// Without limits on rates and connections.
    Unlimited,
}

/// A running server, killed when dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    run: Run,
}

/// How it runs.
#[derive(Debug)]
enum Run {
    Process {
        child: Child,
        stderr: JoinHandle<String>,
    },
    /// As a task of this process, which stops when the guard is dropped.
    Task {
        _stops: DropGuard,
    },
}

impl Server {
    /// Starts a server on a free port.
    ///
    /// # Panics
    ///
    /// If it does not print its address.
    pub async fn start(database: &Database) -> Self {
        Self::start_with(database, ServerOptions::Plain).await
    }

    /// Starts a server on a free port in some way.
    ///
    /// # Panics
    ///
    /// If it does not print its address.
    pub async fn start_with(database: &Database, options: ServerOptions) -> Self {
        Self::start_under(&[], database, options).await
    }

    /// Starts a server on a free port by a command that in the end becomes the server, such as
    /// one that sets limits first.
    ///
    /// # Panics
    ///
    /// If it does not print its address.
    pub async fn start_under(prefix: &[&str], database: &Database, options: ServerOptions) -> Self {
        let flags: &[&str] = match options {
            ServerOptions::Plain => &[],
            ServerOptions::Unlimited => &["--limits", "off"],
        };
        Self::start_as(prefix, database, flags).await
    }

    /// Starts a server on a free port with more flags.
    ///
    /// # Panics
    ///
    /// If it does not print its address.
    pub async fn start_with_flags(database: &Database, flags: &[&str]) -> Self {
        Self::start_as(&[], database, flags).await
    }

    /// Starts a server on a free port by a command that in the end becomes the server, with more
    /// flags.
    ///
    /// # Panics
    ///
    /// If it does not print its address.
    pub async fn start_as(prefix: &[&str], database: &Database, flags: &[&str]) -> Self {
        let directory = database.directory().to_str().expect("temporary paths are plain");
        let mut arguments = vec!["--bind", "127.0.0.1:0", "--data-dir", directory];
        if let Some(url) = database.url() {
            arguments.extend(["--database", url]);
            if !flags.contains(&"--internal-bind") {
                arguments.extend(["--internal-bind", "127.0.0.1:0"]);
            }
        }
        let nats = std::env::var("TEST_NATS_URL").ok();
        if let (Some(_), Some(nats)) = (database.url(), &nats)
            && !flags.contains(&"--nats")
        {
            arguments.extend(["--nats", nats]);
        }
        arguments.extend(flags);
        let mut child = command(prefix, &arguments).spawn().expect("the server starts");
        let mut errors = child.stderr.take().expect("it is piped");
        let stderr = tokio::spawn(async move {
            let mut text = String::new();
            // The last lines of a killed server are no error of the test's.
            let _ = errors.read_to_string(&mut text).await;
            text
        });
        let stdout = child.stdout.take().expect("it is piped");
        match within("the server prints its address", printed_address(stdout)).await {
            Some(address) => Self { address, run: Run::Process { child, stderr } },
            None => panic!("the server did not start: {}", stderr.await.unwrap_or_default()),
        }
    }

    /// Serves in this process, which is quicker to start and cannot be killed.
    ///
    /// # Panics
    ///
    /// If the server does not start.
    pub async fn start_here(database: &Database) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("it has an address");
        let directory = database.directory().to_str().expect("temporary paths are plain");
        let mut arguments = vec!["yiguan", "--data-dir", directory];
        arguments.extend(database.url().iter().flat_map(|url| ["--database", url]));
        // As `command` does it: free of the environment's settings.
        let command = Config::command().mut_args(|argument| argument.env(Resettable::Reset));
        let matches = command.try_get_matches_from(arguments).expect("the flags are known");
        let config = Config::from_arg_matches(&matches).expect("the flags are known");
        let shutdown = CancellationToken::new();
        let served = serve(listener.into(), config.serve, shutdown.clone(), |_| {});
        tokio::spawn(async { served.await.expect("the server runs") });
        Self { address, run: Run::Task { _stops: shutdown.drop_guard() } }
    }

    const fn child(&self) -> &Child {
        match &self.run {
            Run::Process { child, .. } => child,
            Run::Task { .. } => panic!("it runs in this process"),
        }
    }

    fn into_process(self) -> (Child, JoinHandle<String>) {
        match self.run {
            Run::Process { child, stderr } => (child, stderr),
            Run::Task { .. } => panic!("it runs in this process"),
        }
    }

    /// The address at which it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The process.
    ///
    /// # Panics
    ///
    /// If it has ended.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.child().id().expect("it runs")
    }

    /// Whether it has not ended by itself.
    ///
    /// # Panics
    ///
    /// If the system does not report it.
    pub fn runs(&mut self) -> bool {
        let Run::Process { child, .. } = &mut self.run else { return true };
        child.try_wait().expect("it is our own child").is_none()
    }

    /// Kills it at once, as a power cut would: nothing is flushed, no client is notified.
    ///
    /// # Panics
    ///
    /// If it had panicked before.
    pub async fn kill(self) {
        let (mut child, stderr) = self.into_process();
        child.kill().await.expect("it is our own child");
        log(stderr).await;
    }

    /// Asks it to end, as a service manager does, and waits until it has.
    ///
    /// # Panics
    ///
    /// If it does not end, or panicked.
    pub async fn terminate(self) -> Exit {
        self.ask_to_end().await;
        self.exit().await
    }

    /// Waits until it has ended.
    ///
    /// # Panics
    ///
    /// If it does not end, or panicked.
    pub async fn exit(self) -> Exit {
        let (mut child, stderr) = self.into_process();
        let status = within("the server stops", child.wait()).await;
        let status = status.expect("it is our own child");
        Exit { status, stdout: String::new(), stderr: log(stderr).await }
    }

    /// Reads its log no longer, as if the reader had gone.
    pub async fn leave_log(&mut self) {
        let Run::Process { stderr, .. } = &mut self.run else { return };
        stderr.abort();
        // It was given up, which is no news.
        let _ = (&mut *stderr).await;
        *stderr = tokio::spawn(std::future::ready(String::new()));
    }

    /// Sends SIGTERM.
    ///
    /// # Panics
    ///
    /// If the process is gone.
    pub async fn ask_to_end(&self) {
        self.signal("TERM").await;
    }

    /// Stops it where it is, as a machine that is suspended does; returns when every thread of
    /// it stands still.
    ///
    /// # Panics
    ///
    /// If the process is gone.
    pub async fn freeze(&self) {
        self.signal("STOP").await;
        let threads = format!("/proc/{}/task", self.child().id().expect("it runs"));
        let stands = |thread: std::io::Result<std::fs::DirEntry>| {
            let stat =
                thread.and_then(|thread| std::fs::read_to_string(thread.path().join("stat")));
            // The state comes after the name, which is in brackets.
            stat.is_ok_and(|stat| {
                stat.rsplit(')').next().is_some_and(|rest| rest.starts_with(" T"))
            })
        };
        within("every thread stands still", async {
            while !std::fs::read_dir(&threads).expect("it runs").all(stands) {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }

    /// Sends a signal, such as `STOP`.
    ///
    /// # Panics
    ///
    /// If the process is gone.
    pub async fn signal(&self, name: &str) {
        let id = self.child().id().expect("it runs").to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &id]).status().await;
        assert!(sent.expect("there is a command `kill`").success());
    }

    /// Sends a request.
    ///
    /// # Panics
    ///
    /// If no answer comes.
    pub async fn send(&self, request: Request) -> Answer {
        request.send(self.address).await
    }

    /// A new guest.
    ///
    /// # Panics
    ///
    /// If the server makes none.
    pub async fn guest(&self) -> Guest {
        let made = self.send(Request::post("/api/guests")).await;
        assert_eq!(made.status, 201, "{made:?}");
        let text = |key: &str| made.json()[key].as_str().expect("a text").to_owned();
        Guest { id: text("id"), name: text("name"), token: text("token") }
    }
}

/// The log of a process that has ended.
async fn log(stderr: JoinHandle<String>) -> String {
    let stderr = stderr.await.expect("reading does not panic");
    assert!(!stderr.contains("panicked"), "{stderr}");
    stderr
}

/// The address in the line that has one, or `None` if the output ends before.
async fn printed_address(stdout: ChildStdout) -> Option<SocketAddr> {
    let mut lines = BufReader::new(stdout).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if let Some((_, rest)) = line.split_once("http://") {
            return rest.trim_end_matches('/').parse().ok();
        }
    }
    None
}
