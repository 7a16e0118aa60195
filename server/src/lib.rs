//! The server.

pub mod bench;
pub mod ids;
pub mod matches;
pub mod store;
pub mod svg;
pub mod time;
pub mod wire;
