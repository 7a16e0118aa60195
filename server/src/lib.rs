//! The server.

pub mod bench;
pub mod ids;
pub mod matches;
pub mod svg;
pub mod time;
