//! The system's figures of this process, under the names that every Prometheus knows. Where the
//! system has no `/proc` there is nothing to report.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use std::fmt;
use std::fs;

/// The ticks of a second in which Linux reports processor time to programs, whatever its own are.
const TICKS: f64 = 100.0;

/// Reads `/proc/self` on each request.
#[derive(Debug)]
pub(super) struct Process;

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let mut gauge = |name, help, value: Option<f64>| match value {
            Some(value) => {
                let gauge = ConstGauge::new(value);
                let described = encoder.encode_descriptor(name, help, None, gauge.metric_type())?;
                gauge.encode(described)
            }
            None => Ok(()),
        };
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let open = fs::read_dir("/proc/self/fd").ok().map(|files| count(files.count()));
        gauge("process_resident_memory_bytes", "Memory in use", resident(&status))?;
        gauge("process_open_fds", "Open file descriptors", open)?;
        gauge("process_max_fds", "The most file descriptors that may be open", most_open(&limits))?;
        let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
        match processor_time(&stat) {
            Some(seconds) => {
                let (name, help) = ("process_cpu_seconds", "Processor time used");
                let counter = ConstCounter::new(seconds);
                let described =
                    encoder.encode_descriptor(name, help, None, counter.metric_type())?;
                counter.encode(described)
            }
            None => Ok(()),
        }
    }
}

fn count(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}

/// The memory in use in bytes, of `/proc/self/status`.
fn resident(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes * 1_024.0)
}

/// The limit on open files, of `/proc/self/limits`.
fn most_open(limits: &str) -> Option<f64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The seconds in this program and in the system for it, of `/proc/self/stat`.
fn processor_time(stat: &str) -> Option<f64> {
    // The program's name stands in brackets and may hold anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_figures_are_read() {
        assert_eq!(resident("Name:\tyiguan\nVmRSS:\t   20480 kB\n"), Some(20_971_520.0));
        let limits = "Limit  Soft Limit  Hard Limit  Units\nMax open files  1024  524288  files\n";
        assert_eq!(most_open(limits), Some(1_024.0));
        let stat = "7 (yi) guan) S 1 7 7 0 -1 4194560 900 0 0 0 150 50 0 0 20 0 9 0 100";
        assert_eq!(processor_time(stat), Some(2.0));
        assert_eq!((resident(""), most_open(""), processor_time("")), (None, None, None));
    }
}
