//! Resolves an ambiguous move of xiangqi by the moves that follow.

use super::board::Board;
use super::moves::{self, Reading};
use super::pgn::after_number;
use super::setup::result;
use crate::look_ahead::{LookAhead, MAX_MOVES, MAX_PARTS};
use crate::tokens::{Token, Tokens};
use engine::Fault;
use engine::xiangqi::Move;

/// The move that an ambiguous word means, if the moves after it decide.
pub(super) fn choose(
    board: &Board,
    shown: &str,
    reading: Reading,
    after: Option<&Tokens<'_>>,
    tries: &mut usize,
) -> Option<Move> {
    let words = after.map(|after| line_of(after.clone())).unwrap_or_default();
    let meanings = |board: &Board, _, word: &str| match moves::read(board, word, reading) {
        Ok(action) => vec![action],
        Err(Fault::Ambiguous) => moves::candidates(board, word, reading),
        Err(_) => Vec::new(),
    };
    let ahead = LookAhead { words: &words, meanings: &meanings };
    ahead.choose(board, &moves::candidates(board, shown, reading), tries)
}

/// The moves that follow in the same line.
fn line_of(after: Tokens<'_>) -> Vec<&str> {
    let mut depth = 0_usize;
    let mut words = Vec::new();
    for (_, token) in after.take(MAX_PARTS) {
        match token {
            Token::Tag(..) | Token::Prose(_) => break,
            Token::Open => depth += 1,
            Token::Close if depth == 0 => break,
            Token::Close => depth -= 1,
            Token::Word(word) if depth == 0 => {
                let shown = after_number(word);
                if result(shown).is_some() && !shown.is_empty() {
                    break;
                }
                if moves::form(shown).is_some() {
                    words.push(shown);
                }
            }
            Token::Word(_)
            | Token::Comment(_)
            | Token::CommentLine(_)
            | Token::Unclosed(_)
            | Token::Escape(_)
            | Token::BlankLine => {}
        }
        if words.len() >= MAX_MOVES {
            break;
        }
    }
    words
}
