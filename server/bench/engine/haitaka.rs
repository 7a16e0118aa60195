//! The crate `haitaka` as a peer in shogi, counting the last ply as ours does.
//!
//! Its count is not checked: it keeps some pawn-drop mates, so it differs by a few nodes where
//! those occur.

use super::figure::Work;
use crate::BenchError;
use haitaka::Board;

/// Counts action sequences from `sfen`.
pub(super) fn perft(sfen: &str, depth: u32) -> Result<Work, BenchError> {
    let board = Board::from_sfen(sfen)
        .map_err(|error| BenchError::Game(sfen.to_owned(), error.to_string()))?;
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
    let units = count(&board, depth) as f64;
    Ok(Work { units, elapsed: None })
}

fn count(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth <= 1 {
            nodes += moves.into_iter().len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += count(&next, depth - 1);
            }
        }
        false
    });
    nodes
}
