//! The server.

pub mod bench;
pub mod commands;
pub mod config;
pub mod ids;
pub mod matches;
pub mod shutdown;
pub mod store;
pub mod svg;
pub mod time;
pub mod wire;
