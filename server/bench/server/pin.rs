//! The processors of the server and of its clients.
//!
//! Where they share all of them, the cost of a move depends on how much of the caches the clients
//! leave to the server, and on how often the two change places. With one processor for the server
//! and the others for the clients a ratio is the same on every machine. `taskset` (util-linux) does
//! it, since the standard library cannot.

use crate::BenchError;
use std::fmt;
use std::path::Path;
use tokio::process::Command;

/// The processor of the server, and those of the clients.
#[derive(Debug)]
pub(super) struct Pinned {
    server: usize,
    clients: Vec<usize>,
}

impl Pinned {
    /// Moves this process, which runs the clients, to all processors that it may use but the last.
    pub(super) async fn clients() -> Result<Self, BenchError> {
        let status = std::fs::read_to_string("/proc/self/status")?;
        let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
        let mut clients = read_list(allowed.unwrap_or_default());
        let server = clients.pop().filter(|_| !clients.is_empty());
        let server = server.ok_or_else(|| cannot("it takes two processors"))?;
        let pinned = Self { server, clients };
        let own = std::process::id().to_string();
        let list = pinned.client_list();
        let moved = Command::new("taskset").args(["-a", "-c", "-p", &list, &own]).output().await;
        let moved = moved.map_err(|error| cannot(&format!("taskset: {error}")))?;
        if !moved.status.success() {
            return Err(cannot(&String::from_utf8_lossy(&moved.stderr)));
        }
        Ok(pinned)
    }

    /// A command that runs `binary` on the server's processor.
    pub(super) fn command(&self, binary: &Path) -> Command {
        let mut command = Command::new("taskset");
        command.args(["-c", &self.server.to_string()]).arg(binary);
        command
    }

    fn client_list(&self) -> String {
        self.clients.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
    }
}

impl fmt::Display for Pinned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "servers on processor {}, clients on {}", self.server, self.client_list())
    }
}

fn cannot(reason: &str) -> BenchError {
    BenchError::Start(format!("no processor can be given to it: {}", reason.trim()))
}

/// The processors of a list as Linux writes it, such as `0-3,8`.
fn read_list(list: &str) -> Vec<usize> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.trim().parse::<usize>().ok()?..=last.trim().parse().ok()?)
    };
    list.split(',').filter_map(range).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors_are_read_as_linux_writes_them() {
        assert_eq!(read_list("\t0-3,8\n"), [0, 1, 2, 3, 8]);
        assert_eq!(read_list("5"), [5]);
        assert_eq!(read_list(""), [0; 0]);
    }
}
