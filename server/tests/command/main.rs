//! The command, run as a process.

mod judge;
mod perft;
mod run;
mod store;
mod tls;
