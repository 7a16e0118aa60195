//! Reads a move of xiangqi in any of the ways to write one: ICCS, WXF, Chinese, or algebraic.
//!
//! The form of a word decides how it is read, after annotation marks and full-width characters have
//! been normalised. Algebraic moves are only read where a record is known to use them, because some
//! of their words are also ICCS. Ambiguous WXF moves are resolved as the programs that write them
//! mean them.

use super::board::Board;
use crate::builder::Table;
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

/// The way in which the words of a record are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reading {
    /// The number of the nearest rank.
    pub(super) base: u8,
    /// Whether moves as of chess programs are read.
    pub(super) algebraic: bool,
}

/// The form of a word, judged by its characters alone.
pub(super) fn form(word: &str) -> Option<Form> {
    let word = plain(word);
    if !word.is_ascii() {
        return is_chinese(&word).then_some(Form::Chinese);
    }
    if points(&word, 0).or_else(|| points(&word, 1)).is_some() {
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

/// The points of `h2e2`, in any case, also with a hyphen; the nearest rank has the number `base`.
pub(super) fn points(word: &str, base: u8) -> Option<Move> {
    if !word.is_ascii() {
        return None;
    }
    let mut rest = word;
    let mut point = |first: bool| {
        if !first {
            rest = rest.strip_prefix('-').unwrap_or(rest);
        }
        let file = rest.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || digits > 2 {
            return None;
        }
        let rank: u8 = rest[1..=digits].parse().ok()?;
        rest = &rest[1 + digits..];
        Square::new(file, rank.checked_sub(base)?)
    };
    let (from, to) = (point(true)?, point(false)?);
    rest.is_empty().then_some(Move { from, to })
}

/// Reads a move of the side to act.
pub(super) fn read(board: &Board, word: &str, reading: Reading) -> Result<Move, Fault> {
    match read_all(board, word, reading)?[..] {
        [action] => Ok(action),
        [] => Err(Fault::NoPieceThere),
        _ => Err(Fault::Ambiguous),
    }
}

/// Every legal move that an ambiguous word can mean.
pub(super) fn candidates(board: &Board, word: &str, reading: Reading) -> Vec<Move> {
    let mut all = read_all(board, word, reading).unwrap_or_default();
    all.retain(|&action| board.refuse(action).is_none());
    all
}

/// The moves that a word can mean.
fn read_all(board: &Board, word: &str, reading: Reading) -> Result<Vec<Move>, Fault> {
    let Reading { base, algebraic } = reading;
    let text = plain(word);
    let not_a_move = || Fault::NotAMove(word.chars().take(40).collect());
    let mut form = form(&text).ok_or_else(not_a_move)?;
    // `A9e8` is also a pair of points, unless the record is known to name pieces.
    if algebraic && text.starts_with(|c: char| c.is_ascii_uppercase()) && !text.contains('-') {
        form = super::algebraic::AlgebraicMove::read(&text).map_or(form, |_| Form::Algebraic);
    }
    if form == Form::Iccs {
        return points(&text, base).map(|action| vec![action]).ok_or_else(not_a_move);
    }
    let Some(position) = board.position() else { return Err(not_a_move()) };
    let of_engine = |notation: Notation| match notation.read(position, &text) {
        Ok(action) => Ok(vec![action]),
        Err(MoveError { fault, .. }) => Err(fault),
    };
    match form {
        Form::Wxf => {
            let read = of_engine(Notation::Wxf);
            let legal =
                |all: &Vec<Move>| all.iter().all(|&action| position.refuse(action).is_none());
            if read.as_ref().is_ok_and(legal) {
                return read;
            }
            if let Some(action) = super::soldiers::by_digits(position, &text) {
                return Ok(vec![action]);
            }
            match read {
                Err(Fault::Ambiguous) => {
                    in_front(position, &text).map(|action| vec![action]).ok_or(Fault::Ambiguous)
                }
                read => read,
            }
        }
        Form::Chinese => of_engine(Notation::Chinese).or_else(|fault| {
            let soldier = super::soldiers::by_numeral(position, &text);
            soldier.map(|action| vec![action]).ok_or(fault)
        }),
        Form::Iccs | Form::Algebraic => match super::algebraic::AlgebraicMove::read(&text) {
            Some(written) if algebraic => written.find(position, base),
            _ => Err(not_a_move()),
        },
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
