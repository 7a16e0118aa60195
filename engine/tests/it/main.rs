//! The engine's tests against whole games, vectors and properties, in one binary.

mod diu_fang;
mod oracle;
mod vectors;
mod xiangqi;
