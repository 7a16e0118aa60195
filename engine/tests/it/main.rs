//! The engine's tests against whole games, vectors and properties, in one binary.

mod oracle;
mod vectors;
mod xiangqi;
