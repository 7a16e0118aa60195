//! The command, run as a process.

mod bench;
mod convert;
mod judge;
mod perft;
mod run;
mod solve;
mod store;
mod tls;
