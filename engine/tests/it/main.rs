//! The engine's tests against whole games, vectors and properties, in one binary.

mod vectors;
