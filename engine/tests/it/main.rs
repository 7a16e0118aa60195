//! The engine's tests against whole games, vectors and properties, in one binary.

mod catalogue;
mod dice;
mod diu_fang;
mod faults;
mod figures;
mod line;
mod oracle;
mod properties;
mod repetition;
mod shogi;
mod vectors;
mod xiangqi;
