//! Matches: games with people and clocks.

pub mod clock;
