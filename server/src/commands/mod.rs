//! The commands of `yiguan` other than serving, one a file.
//!
//! A command takes its configuration and its input and output as arguments, so tests call it like a
//! function. Those that need the database open it for a `Purpose`; commands that may run beside a
//! server say so. Errors are values with a message for the operator; `main` prints them and sets
//! the exit status. Line protocols answer a bad line and go on.

mod admin;
mod convert;
mod explorer;
mod export;
mod games;
mod hyphens;
mod import;
mod judge;
mod lines;
mod migrate;
mod perft;
mod probe;
mod progress;
mod ratings;
mod solve;
mod tallies;

pub use admin::{AdminCommand, AdminConfig, AdminError, admin};
pub use convert::{ConvertConfig, ConvertError, convert};
pub use explorer::{ExplorerConfig, explorer};
pub use export::{ExportConfig, ExportError, export};
pub use games::games;
pub use import::{ImportConfig, ImportError, import, import_samples};
pub use judge::judge;
pub use migrate::migrate;
pub use perft::{PerftConfig, PerftError, perft};
pub use probe::{ProbeConfig, ProbeError, probe};
pub use ratings::{RatingsConfig, RatingsError, ratings};
pub use solve::{SolveConfig, SolveError, solve};
pub use tallies::{TalliesConfig, TalliesError, tallies};
