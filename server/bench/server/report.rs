//! The report of the server's benchmark as a table: one row for each server and round.
//!
//! The ratio `vs relay` divides the CPU time a move takes by that of the bare relay's saturated
//! round in the same run, so that figures of different machines can be compared.

use super::load::{Measured, as_f64};
use std::fmt::Write;

/// A row per server and round, with the ratio of CPU a move to the relay's.
pub(super) fn table(relay: &Measured, servers: &[(&str, Measured)]) -> String {
    let mut out = String::from(
        "server       round       moves/s  cpu/move  vs relay   p50 ms   p99 ms   max ms  B/match  B/conn\n",
    );
    let floor = relay.saturated.cpu_per_move();
    for (name, measured) in
        [("relay", relay)].into_iter().chain(servers.iter().map(|(n, m)| (*n, m)))
    {
        let paced = measured.paced.iter().map(|(round, figures)| (*round, figures));
        for (round, figures) in [("saturated", &measured.saturated)].into_iter().chain(paced) {
            let cpu = figures.cpu_per_move();
            let ms = |micros: u64| as_f64(micros) / 1_000.0;
            // Writing to a String cannot fail.
            let _ = writeln!(
                out,
                "{name:<12} {round:<9} {:>9.0} {:>6.1} µs {:>8.2}x {:>8.2} {:>8.2} {:>8.2} {:>8} {:>7}",
                figures.moves_per_second(),
                cpu,
                cpu / floor,
                ms(figures.delay.value_at_quantile(0.5)),
                ms(figures.delay.value_at_quantile(0.99)),
                ms(figures.delay.max()),
                measured.match_bytes,
                measured.connection_bytes,
            );
        }
    }
    for (name, measured) in servers {
        for remark in &measured.remarks {
            let _ = writeln!(out, "{name}: {remark}");
        }
    }
    out.push_str("\"vs relay\" compares CPU a move with the relay's saturated round of this run.");
    out
}
