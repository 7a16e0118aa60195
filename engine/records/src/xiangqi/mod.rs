//! Readers of xiangqi records: PGN and WXF files, FEN and UCCI, DhtmlXQ, and the binary and XML
//! formats of XQStudio and CCBridge.
//!
//! Each file reads one format into scores; `board`, `moves` and `setup` are shared between them.
//! Binary files are read within bounds that their own lengths cannot exceed.

mod algebraic;
mod board;
pub(crate) mod cbf;
pub(crate) mod cbr;
pub(crate) mod dhtmlxq;
pub(crate) mod fen;
mod look_ahead;
mod moves;
pub(crate) mod pgn;
mod pgn_reader;
mod setup;
mod soldiers;
mod times;
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
