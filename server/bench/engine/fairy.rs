//! Fairy-Stockfish as a peer of the engine's benchmark: the same count by another program, in the
//! same run.
//!
//! It is a separate process that speaks UCI over its standard streams and is started for each
//! count. Its own start-up is not timed. A smaller count than the known one fails the benchmark.

use super::figure::{FairySetup, Work};
use crate::BenchError;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// A Fairy-Stockfish process that is started for one count.
pub(super) struct FairyStockfish;

impl FairyStockfish {
    /// Counts `setup` and checks the count where the rules are the same: its shogi counts
    /// pawn-drop mates as moves, so a larger count is accepted.
    pub(super) fn perft(
        program: &Path,
        setup: &FairySetup,
        known: u64,
    ) -> Result<Work, BenchError> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(BenchError::Start(program.display().to_string()));
        };
        let mut lines = BufReader::new(output).lines();
        writeln!(input, "uci\nsetoption name UCI_Variant value {}", setup.variant)?;
        writeln!(input, "position fen {}\nisready", setup.fen)?;
        for line in lines.by_ref() {
            if line? == "readyok" {
                break;
            }
        }
        let began = Instant::now();
        writeln!(input, "go perft {}", setup.depth)?;
        let mut counted = None;
        for line in lines.by_ref() {
            if let Some(number) = line?.strip_prefix("Nodes searched: ") {
                counted = number.trim().parse::<u64>().ok();
                break;
            }
        }
        let elapsed = began.elapsed();
        // It may have ended already; the answer is what counted.
        let _ = writeln!(input, "quit");
        child.wait()?;
        match counted {
            Some(counted) if counted >= known => {
                #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
                let units = counted as f64;
                Ok(Work { units, elapsed: Some(elapsed) })
            }
            counted => Err(BenchError::Miscount {
                name: format!("{} {}", program.display(), setup.variant),
                counted: counted.unwrap_or(0),
                known,
            }),
        }
    }
}
