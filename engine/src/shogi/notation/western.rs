//! Writes moves as Western players do: `P-7f`, `Bx2b+`, `S-4b=`, `P*5e`, `G6i-5h`.
//!
//! Source: G. Hodges's magazine *Shogi* and J. Fairbairn's books, in the form that 81Dojo and
//! lishogi show, with the squares of USI.
//!
//! In this order: `+` before a promoted piece and its letter; the square it comes from where
//! another piece of the same kind reaches the same square; `-` for a move, `x` for a capture,
//! `*` for a drop; the square it goes to; `+` if it promotes and `=` if it could and does not.
//! Whether the king's safety holds a piece back is not asked.

use super::japanese::could_promote;
use crate::shogi::refuse::reaching;
use crate::shogi::{Move, Shogi};

/// The id of the notation.
pub(super) const ID: &str = "western";

/// Writes a move.
pub(super) fn move_text(before: &Shogi, played: Move) -> String {
    match played {
        Move::Drop { role, to } => format!("{}*{to}", role.letter()),
        Move::Board { from, to, promote } => {
            let Some(piece) = before.piece_at(from) else { return played.to_string() };
            let sign = if piece.promoted() { "+" } else { "" };
            let letter = piece.role().letter();
            let origin = match reaching(before, piece, to).as_slice() {
                [] | [_] => String::new(),
                _ => from.to_string(),
            };
            let way = if before.piece_at(to).is_some() { 'x' } else { '-' };
            let end = match (promote, could_promote(piece, from, to)) {
                (true, _) => "+",
                (false, true) => "=",
                (false, false) => "",
            };
            format!("{sign}{letter}{origin}{way}{to}{end}")
        }
    }
}
