//! The engine's tests against whole games, vectors and properties, in one binary.

mod diu_fang;
mod line;
mod oracle;
mod vectors;
mod xiangqi;
