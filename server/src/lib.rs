//! The server.

pub mod bench;
pub mod svg;
