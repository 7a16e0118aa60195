//! The resources of a process, as Linux reports them.

use std::time::Duration;

/// The resources of a process.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Usage {
    /// Resident memory, in bytes.
    pub(crate) memory: u64,
    /// User and system time so far.
    pub(crate) cpu: Duration,
    /// Open files.
    pub(crate) files: usize,
}

impl Usage {
    /// Reads `/proc/<id>` (see proc(5)); a process that has ended uses nothing.
    pub(crate) fn of(id: u32) -> Self {
        /// Clock ticks a second, fixed on every Linux this runs on.
        const TICKS: u64 = 100;
        let read = |name: &str| std::fs::read_to_string(format!("/proc/{id}/{name}"));
        let status = read("status").unwrap_or_default();
        let kibibytes = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
        let stat = read("stat").unwrap_or_default();
        // The name before stands in brackets and may hold spaces.
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        let ticks: u64 = after
            .split_whitespace()
            .skip(11)
            .take(2)
            .filter_map(|field| field.parse::<u64>().ok())
            .sum();
        let files = std::fs::read_dir(format!("/proc/{id}/fd")).map_or(0, Iterator::count);
        Self {
            memory: kibibytes.unwrap_or(0_u64) * 1_024,
            cpu: Duration::from_millis(ticks * 1_000 / TICKS),
            files,
        }
    }
}
