//! Seeks: who would play what, and how they are brought together.
//!
//! Somebody has one seek at a time, which may name many games, clocks and both sides. It is a row in the
//! database, so that it survives the server, and stays while its owner does something else, until they
//! withdraw it or its time is up. A new one is held at once against all others; those who wait on are
//! matched every second, as many as can be. Who has been found has ten seconds to accept. Then both sit
//! in a new match, and neither seeks any more. A player who does not answer loses the seek and waits
//! before the next one. A guest's seek ends with the page.
//!
//! Somebody is *there* while a socket of theirs listens, or shortly after they asked for something. Who is
//! not is found only for games by days, which they accept by having left the seek.
//!
//! What happens is decided by a value (`board`) and, of many, by a matching (`pairing`); `deciding`
//! stores it, makes the matches and notifies those whom it concerns. Of several servers on one
//! database one decides for all; the others pass on to it what they are asked, and keep a copy of how
//! everybody stands (`exchange`).

mod board;
mod deciding;
mod exchange;
mod listeners;
mod matchmaker;
mod messages;
mod mirror;
mod pairing;
mod peers;
mod ratings;

pub use board::{Found, NobodyFound, Standing};
pub use listeners::Listening;
pub use matchmaker::{AnswerError, Matchmaker, SeekError};
pub use ratings::ratings_of;
