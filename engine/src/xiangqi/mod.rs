//! Xiangqi 象棋, Chinese chess.
//!
//! Board, pieces, palace, river, hobbled horse, blocked elephant eye, cannon screen and the
//! soldiers' step aside across the river are the usual ones. Checkmate wins, and a side
//! without a legal move loses. 120 actions without a capture, and a board on which neither
//! side has a piece that can cross the river, are draws.
//!
//! Two rulesets, which differ in three things:
//!
//! | | `standard` (default) | `walker` |
//! |---|---|---|
//! | source | Asian Xiangqi Federation, 2003 | D. Walker's leaflet, 2011 |
//! | first | Red | Black |
//! | facing generals | never | see below |
//! | perpetual check | the checking side loses | illegal; a side without another move loses |
//! | perpetual chase | the chasing side loses, see `chase` | as any other move |
//!
//! Both have a version 1, for stored games: under it `standard` does not judge chases, and under
//! `walker` the answer to a perpetual check draws where it brings a position about for the third
//! time.
//!
//! Rule 9 of `walker`: when the generals stand on one file, a player may move his own piece
//! from between them, so that it leaves the file. The generals then face, and that is check to
//! the *opponent*, who moves his general off the file or puts a piece between. Generals come
//! to face in no other way. A cannon that hops along the file over one of the generals does
//! not leave the file, so it is not an exception.
//!
//! Choices where the sources are silent:
//!
//! - Checkmate and the lack of a legal move go before a draw by material, and repetition goes
//!   before the count without captures.
//! - A repetition's cycle reaches from the first of its three occurrences to the third. Under
//!   `walker` only a checking move is illegal; where the answer to a perpetual check brings the
//!   third occurrence about, the game continues, and the check that would follow is illegal.
//! - Positions that the start position can never lead to are not read: see [`fen`].

mod adjudicate;
mod attacks;
mod board;
mod chase;
mod danger;
pub mod fen;
mod info;
mod movegen;
mod moves;
pub mod notation;
mod picture;
mod piece;
mod position;
mod refuse;
mod square;
mod tables;

pub use moves::Move;
pub use piece::{Piece, Role};
pub use position::{Ruleset, Xiangqi};
pub use square::{FILES, POINTS, RANKS, Square};
