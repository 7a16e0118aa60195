//! Ratings: how strong players are, by what they did in games that counted.
//!
//! Pure, like everything here: a [`Standing`] is a value, a game that [counts](Counted) makes another of it.
//! Ratings follow from the archive alone, in the order in which games entered it, so that they can be
//! computed anew at any time and must come out the same to the last digit.

mod glicko;
mod house;
mod pool;
mod standing;

pub use glicko::{Rating, Scored};
pub use pool::{Pool, UnknownPool};
pub use standing::{Counted, RatingChange, Standing, can_be_rated};
