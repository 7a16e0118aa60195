//! `yiguan bench`: the figures this project claims, measured on the machine at hand.
//!
//! Shared machines are noisy: every figure is a median of rounds that are interleaved with
//! what it is compared to, and the ratios say more than the figures.

mod archive;
mod engine;
mod machine;
mod players;
mod restart;
mod server;
mod tablebase;

pub use archive::{BenchArchive, bench_archive};
pub use engine::{BenchEngine, bench_engine};
pub use players::{
    BenchLevels, BenchSearch, BenchSpacing, BenchStrength, BenchTruth, BenchTune, bench_levels,
    bench_search, bench_spacing, bench_strength, bench_truth, bench_tune,
};
pub use restart::{BenchRestart, bench_restart};
pub use server::{BenchRelay, BenchServer, bench_server, serve_relay};
pub use tablebase::{BenchTablebase, bench_tablebase};

/// The benchmark could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The server under test did not start.
    #[error("the server under test did not start: {0}")]
    Start(String),
    /// The server under test answered something unexpected.
    #[error("unexpected answer from the server under test: {0}")]
    Answer(String),
    /// A connection failed.
    #[error("connection failed: {0}")]
    Connection(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
    /// A file or process could not be used.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A game could not be set up or played.
    #[error("no playable game of `{0}`: {1}")]
    Game(String, String),
    /// A table cannot be used or does not answer.
    #[error("the table of {0} cannot be measured: {1}")]
    Table(String, String),
    /// A count differs from the known one.
    #[error("{name}: counted {counted}, known is {known}")]
    Miscount {
        /// What was counted.
        name: String,
        /// The count found.
        counted: u64,
        /// The count in the literature.
        known: u64,
    },
}
