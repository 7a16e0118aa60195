//! Shogi 将棋, Japanese chess.
//!
//! Moves, captures into the hand and drops are the usual ones. Promotion is optional on
//! entering, moving within or leaving the far three ranks, and forced where the piece could
//! never move again; a dropped piece is unpromoted. Forbidden drops: where the piece could never
//! move; a second unpromoted pawn on a file (nifu); a pawn that mates (uchifuzume). A side without
//! a legal move loses, in check or not.
//!
//! Options: the settlement of an [impasse](ImpasseRule), the consequence of an [illegal
//! move](Fouls), and the [handicap](Handicap). In handicap games the giver is the second side and
//! moves first.
//!
//! Sources: the rules of the Japan Shogi Association, as `rules.md` §7 gives them.
//!
//! Choices where the sources are silent:
//!
//! - A pawn drop after which the opponent has no move but is not in check is not uchifuzume: it
//!   is legal and wins.
//! - The fourth occurrence of a position in whose cycle both sides gave check with every move is a
//!   draw.
//! - A position without a legal move is lost even if it occurs for the fourth time.
//! - The choices of an [impasse](Shogi::impasse_points) are described in its module, those of set-up
//!   positions in that of SFEN.

mod adjudicate;
mod attacks;
mod board;
mod danger;
mod hand;
mod handicap;
mod impasse;
mod info;
mod lines;
mod movegen;
mod moves;
mod notation;
mod picture;
mod piece;
mod position;
mod refuse;
mod rules;
mod sfen;
mod square;
mod steps;

pub use hand::Hand;
pub use handicap::Handicap;
pub use moves::{Action, Move};
pub use piece::{Piece, Role};
pub use position::Shogi;
pub use rules::{Fouls, ImpasseRule, Rules};
pub use square::{SIZE, SQUARES, Square};
