//! Recognises the notation of a text by its form, without reading it.
//!
//! The order decides where forms overlap: KI2 before KIF, which differ in the origin of a move;
//! CSA, USI and Western notation follow. KI2 and Western notation are recognised so that a client
//! can say what a text is, even where this crate does not read it.

use super::{kif, western};
use crate::shogi::{Action, SIZE};

/// The beginnings of lines that only KIF has.
const KIF: [&str; 10] = [
    "#KIF",
    "手合割",
    "開始日時",
    "手数--",
    "先手：",
    "後手：",
    "下手：",
    "上手：",
    "先手の持駒",
    "後手の持駒",
];

/// The notation of a text that looks like a record or a position of this game.
pub(in super::super) fn recognise(text: &str) -> Option<&'static str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is = |found: bool, notation| found.then_some(notation);
    let numbered = text.lines().any(kif::is_move);
    is(!numbered && text.lines().any(is_ki2), "ki2")
        .or_else(|| is(text.lines().any(is_kif), "kif"))
        .or_else(|| is(text.lines().any(is_csa), "csa"))
        .or_else(|| is(is_usi(text), "usi"))
        .or_else(|| is(is_western(text), western::ID))
}

fn is_kif(line: &str) -> bool {
    KIF.iter().any(|start| line.starts_with(start)) || kif::is_move(line)
}

/// A move after the mark of its side, as in KI2, which is recognised and not read.
fn is_ki2(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix(['▲', '△', '☗', '☖', '▼', '▽']);
    // With a number before it, it would be a move of KIF, except for its origin.
    rest.is_some_and(|rest| kif::is_move(&format!("1 {rest}")))
}

fn is_csa(line: &str) -> bool {
    let move_of = |line: &str| {
        let line = line.as_bytes();
        line.len() >= 7
            && matches!(line[0], b'+' | b'-')
            && line[1..5].iter().all(u8::is_ascii_digit)
            && line[5..7].iter().all(u8::is_ascii_uppercase)
    };
    let board_of = |line: &str| match line.as_bytes() {
        [b'P', b'I', ..] => true,
        [b'P', b'1'..=b'9', b'+' | b'-' | b' ', ..] => line.len() > 3,
        _ => false,
    };
    let line = line.trim_end();
    matches!(line, "V2" | "V2.1" | "V2.2" | "V3.0")
        || line.starts_with("'CSA")
        || board_of(line)
        || move_of(line)
}

/// `position`, `startpos`, `sfen`, a position by itself, or moves alone.
fn is_usi(text: &str) -> bool {
    let is_move = |word: &str| Action::parse(word).is_ok();
    let mut words = text.split_whitespace().skip_while(|&word| word == "position");
    match (words.next(), words.next()) {
        (Some("sfen"), _) => true,
        (Some("startpos"), _) => words.next().is_some_and(is_move),
        (Some(board), Some("b" | "w")) => board.matches('/').count() + 1 == usize::from(SIZE),
        (Some(first), second) => is_move(first) && second.is_none_or(is_move),
        (None, _) => false,
    }
}

fn is_western(text: &str) -> bool {
    let marks = |c: char| c.is_ascii_digit() || matches!(c, '.' | '☗' | '☖' | '▲' | '△');
    let mut words = text.split_whitespace().map(|word| word.trim_start_matches(marks));
    words.find(|word| !word.is_empty()).is_some_and(western::is_move)
}
