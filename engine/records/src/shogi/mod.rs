//! Readers of shogi records: KIF and KI2, CSA, USI and SFEN, and Western notation.
//!
//! Each file reads one format into scores; `names`, `setup` and `table` are shared between them. A
//! reader accepts the texts of existing programs, which go beyond the formats.

pub(crate) mod csa;
mod csa_board;
mod csa_scan;
pub(crate) mod kif;
mod kif_board;
mod kif_end;
mod kif_head;
mod kif_line;
mod kif_move;
mod names;
mod setup;
mod table;
pub(crate) mod usi;
pub(crate) mod western;

use crate::score::Score;
use engine::Position;
use engine::shogi::Shogi;

/// The game's id.
pub(crate) fn game() -> &'static str {
    Shogi::INFO.id
}

/// Readers make one score of each game that they find.
pub(crate) type Scores = Vec<Score>;
