//! Records of xiangqi.

mod algebraic;
mod board;
pub(crate) mod cbf;
pub(crate) mod cbr;
pub(crate) mod dhtmlxq;
pub(crate) mod fen;
mod moves;
pub(crate) mod pgn;
mod setup;
mod wxf_file;
pub(crate) mod xqf;

use crate::score::Score;
use engine::Position;
use engine::xiangqi::Xiangqi;

/// The game's id.
pub(crate) fn game() -> &'static str {
    Xiangqi::INFO.id
}

/// Readers make one score of each game that they find.
pub(crate) type Scores = Vec<Score>;
