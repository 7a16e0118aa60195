//! Describes the machine that a benchmark ran on, for the head of its report.
//!
//! The processor's name is read from `/proc/cpuinfo`, so it is known on Linux only.

/// A line that names the processor, its cores and the instructions built for.
pub(super) fn describe() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let target = if cfg!(target_feature = "popcnt") { "x86-64-v2 or later" } else { "baseline" };
    format!("machine: {model}, {cores} cores; built for {target}")
}
