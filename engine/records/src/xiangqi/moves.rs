//! Reads a move of xiangqi in any of the ways to write one: ICCS, WXF, Chinese, or algebraic.
//!
//! The form of a word decides how it is read, after annotation marks and full-width characters have
//! been normalised. Algebraic moves are only read where a record is known to use them, because some
//! of their words are also ICCS. Ambiguous WXF moves are resolved as the programs that write them
//! mean them.

use super::board::Board;
use crate::text::narrow;
use engine::xiangqi::notation::{MoveError, Notation};
use engine::xiangqi::{Move, Square, Xiangqi};
use engine::{Fault, Position};

/// The notation whose form a word has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `h2e2` or `H2-E2`.
    Iccs,
    /// `C2.5`, `H8+7`.
    Wxf,
    /// `炮二平五`.
    Chinese,
    /// `Cbe2`.
    Algebraic,
}

/// The form of a word, judged by its characters alone.
pub(super) fn form(word: &str) -> Option<Form> {
    let word = plain(word);
    if !word.is_ascii() {
        return is_chinese(&word).then_some(Form::Chinese);
    }
    if points(&word).is_some() {
        Some(Form::Iccs)
    } else if is_wxf(&word) {
        Some(Form::Wxf)
    } else {
        super::algebraic::AlgebraicMove::read(&word).map(|_| Form::Algebraic)
    }
}

/// A word without annotation marks, with full-width characters as ASCII.
fn plain(word: &str) -> String {
    let narrowed = narrow(word);
    let word = if narrowed.is_ascii() { narrowed } else { word.to_owned() };
    word.trim_end_matches(['!', '?', '#', '！', '？', ',', '，', '。', ';', '；', '*']).to_owned()
}

fn is_chinese(word: &str) -> bool {
    let characters: Vec<char> = word.chars().collect();
    matches!(characters[..], [_, _, way, _] if "进進退平上下".contains(way))
}

fn is_wxf(word: &str) -> bool {
    let [a, b, c, d] = *word.as_bytes() else {
        // `C25` is too short to distinguish it from other text.
        return false;
    };
    let piece = |byte: u8| b"KAEBHNRCPkaebhnrcp".contains(&byte);
    let way = |byte: u8| b"+-.=".contains(&byte);
    let digit = |byte: u8| (b'1'..=b'9').contains(&byte);
    let begins = (piece(a) && (digit(b) || way(b)))
        || (way(a) && (piece(b) || way(b)))
        || (digit(a) && (digit(b) || way(b) || piece(b)));
    begins && way(c) && digit(d)
}

/// The points of `h2e2`, in any case, also with a hyphen.
pub(super) fn points(word: &str) -> Option<Move> {
    let letters: Vec<u8> = word.bytes().filter(|&byte| byte != b'-').collect();
    let [a, b, c, d] = letters[..] else { return None };
    let point = |file: u8, rank: u8| {
        Square::new(file.to_ascii_lowercase().checked_sub(b'a')?, rank.checked_sub(b'0')?)
    };
    Some(Move { from: point(a, b)?, to: point(c, d)? })
}

/// Reads a move of the side to act. `base` is the number of the nearest rank in algebraic
/// moves, which are read only where it is given.
pub(super) fn read(board: &Board, word: &str, base: Option<u8>) -> Result<Move, Fault> {
    let text = plain(word);
    let not_a_move = || Fault::NotAMove(word.chars().take(40).collect());
    let mut form = form(&text).ok_or_else(not_a_move)?;
    // `A9e8` is also a pair of points, unless the record is known to name pieces.
    if base.is_some() && text.starts_with(|c: char| c.is_ascii_uppercase()) && !text.contains('-') {
        form = super::algebraic::AlgebraicMove::read(&text).map_or(form, |_| Form::Algebraic);
    }
    if form == Form::Iccs {
        return points(&text).ok_or_else(not_a_move);
    }
    let Some(position) = board.position() else { return Err(not_a_move()) };
    let of_engine = |notation: Notation| {
        notation.read(position, &text).map_err(|MoveError { fault, .. }| fault)
    };
    match form {
        Form::Wxf => of_engine(Notation::Wxf).or_else(|fault| match fault {
            Fault::Ambiguous => in_front(position, &text).ok_or(fault),
            fault => Err(fault),
        }),
        Form::Chinese => of_engine(Notation::Chinese),
        Form::Iccs | Form::Algebraic => {
            match (super::algebraic::AlgebraicMove::read(&text), base) {
                (Some(written), Some(base)) => written.find(position, base),
                _ => Err(not_a_move()),
            }
        }
    }
}

/// The move of the front one of two pieces on a file, which some programs do not mark; of the rear
/// one if the front one cannot go there.
fn in_front(position: &Xiangqi, text: &str) -> Option<Move> {
    let (piece, rest) = (text.get(..1)?, text.get(2..)?);
    ["+", "-"].into_iter().find_map(|place| {
        let action = Notation::Wxf.read(position, &format!("{piece}{place}{rest}")).ok()?;
        position.refuse(action).is_none().then_some(action)
    })
}
