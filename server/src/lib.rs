//! The server.

pub mod svg;
