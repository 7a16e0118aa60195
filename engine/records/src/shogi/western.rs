//! Reads a row of moves in Western shogi notation, through the engine's own reader.
//!
//! A fault in the text becomes a score without moves that carries the fault, so that a client can
//! point at it.

use super::{Scores, game};
use crate::score::Score;
use engine::{NotationError, Record};

/// Whether a text looks like this.
pub(crate) fn is_western(text: &str) -> bool {
    Record::recognise(text) == Some((Some(game()), "western"))
}

/// Reads the game.
pub(crate) fn read(text: &str) -> Scores {
    match Record::read(game(), "western", text) {
        Ok(record) => vec![Score::of_record(&record)],
        Err(NotationError::Text(error)) => {
            let record = Record { game: game().to_owned(), ..Record::default() };
            let mut score = Score::of_record(&record);
            score.has_head = false;
            score.faults.push(error);
            vec![score]
        }
        Err(_) => Vec::new(),
    }
}
