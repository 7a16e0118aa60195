//! Solved games: the exact value of every position, worked out backwards from the ends.
//!
//! [`Solved`] lists the rulesets that have a table. A [`Maker`] solves one, class of positions by
//! class, and writes it; a [`Table`] answers for positions of the [engine]'s games and is
//! [verified](Table::verify) by the engine's own rules. Distances are in actions, for the side to
//! act; see [`Value`].
//!
//! A table knows positions and no history. Cycles are draws in it: under rulesets where a third
//! occurrence draws that is the rule, provided that no side loses by moves without progress first;
//! [`Solved::history`] states the meaning of the ban on recreating an earlier position for a table.
//!
//! The crate is pure except for [`mod@file`]: no clock, no threads, no randomness. The caller that
//! solves supplies [`Workers`].

mod board;
#[cfg(unix)]
pub mod file;
mod fold;
mod format;
mod games;
mod make;
mod play;
mod probe;
mod solve;
mod survey;
mod table;
mod value;
mod verify;

pub use board::Symmetry;
pub use fold::Class;
pub use format::{DISTANCE_UNIT, FORMAT, TableError};
pub use games::{NotSolved, Solved, all_solved, small_solved};
pub use make::{Maker, solve_in_memory};
pub use probe::{ActionValue, ExactValues, LookUpError};
pub use solve::{SingleThreaded, TooLong, Workers};
pub use survey::{Counts, Example, Survey};
pub use table::{Bytes, ProbeError, Table};
pub use value::{MAX_DISTANCE, Value};
pub use verify::VerifyError;
