//! Ratings: how strong players are, computed from their results in games that counted.
//!
//! Pure, like everything here: a [`Standing`] is a value, and a game that [counts](Counted) turns
//! it into another. Ratings follow from the archive alone, in the order in which games entered it,
//! so that they can be recomputed at any time and must come out the same to the last digit.

mod computer;
mod glicko;
mod one_sided;
mod pool;
mod standing;

pub use glicko::{Rating, Scored};
pub use one_sided::{Loser, OneSided, Outcome, one_sided};
pub use pool::{Pool, UnknownPool};
pub use standing::{Counted, PairDay, RatingChange, Standing, can_be_rated};
