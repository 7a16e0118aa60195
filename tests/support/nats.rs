//! A NATS of a test's own, which it can kill and hold.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Stdio;
use tokio::process::{Child, Command};

/// A running NATS on a port of its own, killed when dropped.
#[derive(Debug)]
pub struct Nats {
    port: u16,
    child: Child,
}

impl Nats {
    /// Starts it.
    ///
    /// # Panics
    ///
    /// If there is no `nats-server`.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts it with more flags.
    ///
    /// # Panics
    ///
    /// If there is no `nats-server`.
    #[must_use]
    pub fn start_with(flags: &[&str]) -> Self {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
        let port = free.and_then(|free| free.local_addr()).expect("a free port").port();
        Self { port, child: run(port, flags) }
    }

    /// The port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The address for a server.
    #[must_use]
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills it.
    ///
    /// # Panics
    ///
    /// If it cannot be killed.
    pub async fn kill(&mut self) {
        self.child.kill().await.expect("it is our own child");
    }

    /// Starts it once more on the same port, after it was killed.
    ///
    /// # Panics
    ///
    /// If there is no `nats-server`.
    pub fn start_again(&mut self) {
        self.child = run(self.port, &[]);
    }

    /// Sends it a signal, such as `STOP`, which holds it with its connections open, and `CONT`.
    ///
    /// # Panics
    ///
    /// If it has ended.
    pub async fn signal(&self, name: &str) {
        let id = self.child.id().expect("it runs").to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status().await;
        assert!(sent.expect("there is a command `kill`").success());
    }
}

fn run(port: u16, flags: &[&str]) -> Child {
    // Debian puts it where users do not look.
    let installed = Path::new("/usr/sbin/nats-server");
    let program = if installed.exists() { installed } else { Path::new("nats-server") };
    Command::new(program)
        .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
        .args(flags)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("nats-server is installed")
}
