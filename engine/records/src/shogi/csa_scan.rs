//! Cuts the lines of a CSA into statements, which may stand between commas, blanks or nothing.

use super::csa_board;
use crate::text::{is_blank, narrow_one};

/// Whether a word is the version of the form.
pub(super) fn is_version(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    word.strip_prefix(['V', 'v']).is_some_and(|version| version.split('.').all(digits))
}

/// Whether a word begins as a move does.
pub(super) fn is_move(word: &str) -> bool {
    matches!(word.as_bytes(), [b'+' | b'-', a, b, c, d, e, f, ..]
        if [a, b, c, d].into_iter().all(u8::is_ascii_digit)
            && e.is_ascii_alphabetic() && f.is_ascii_alphabetic())
}

/// The end of the statement that a text begins with.
pub(super) fn statement_end(text: &str) -> usize {
    let mut start = text.chars().map(narrow_one);
    let (first, second) = (start.next(), start.next());
    match first {
        // Names and headers hold commas and blanks: they end where a statement surely begins.
        Some('N' | 'n' | '$') => boundary(text, |before, rest| {
            (is_blank(before) || before == ',') && begins_statement(rest)
        }),
        // A rank or pieces hold blanks.
        Some('P' | 'p') => boundary(text, |before, rest| {
            let mut next = rest.chars().map(narrow_one);
            let (character, after) = (next.next(), next.next());
            // The side to act behind `PI`.
            let side = matches!(character, Some('+' | '-')) && after.is_none_or(is_blank);
            before == ','
                || character == Some(',')
                || (is_blank(before) && (side || begins_statement(rest)))
        }),
        Some('+' | '-') if second.is_some_and(|c| c.is_ascii_digit()) => move_end(text, 1),
        Some('0'..='9') => move_end(text, 0),
        Some('+' | '-') => text.char_indices().nth(1).map_or(text.len(), |(at, _)| at),
        Some('T' | 't') => {
            let is_time = |c: char| c.is_ascii_digit() || c == '.' || is_blank(c);
            let mut rest = text.char_indices().skip(1);
            let end = rest.find(|&(_, c)| !is_time(narrow_one(c))).map_or(text.len(), |(at, _)| at);
            // Where no number follows, it is one word.
            if text[..end].chars().skip(1).all(is_blank) { word_end(text) } else { end }
        }
        _ => word_end(text),
    }
}

/// The end of a statement: the first place that is judged to begin another.
fn boundary(text: &str, begins: impl Fn(char, &str) -> bool) -> usize {
    let mut before = 'N';
    for (at, character) in text.char_indices() {
        if at > 0 && begins(before, &text[at..]) {
            return text[..at].trim_end_matches(|c| is_blank(c) || matches!(c, ',' | '，')).len();
        }
        before = narrow_one(character);
    }
    text.len()
}

fn word_end(text: &str) -> usize {
    let ends = |c: char| is_blank(c) || matches!(c, ',' | '，' | '\'');
    text.char_indices().skip(1).find(|&(_, c)| ends(c)).map_or(text.len(), |(at, _)| at)
}

/// The end of a move whose squares begin at an index: the end of its piece if another statement
/// follows at once, otherwise the end of its word.
fn move_end(text: &str, squares: usize) -> usize {
    let near: Vec<(usize, char)> =
        text.char_indices().take(squares + 7).map(|(at, c)| (at, narrow_one(c))).collect();
    let code = near.get(squares + 4..squares + 6);
    let whole = code.is_some_and(|code| code.iter().all(|&(_, c)| c.is_ascii_alphabetic()));
    match near.get(squares + 6) {
        Some(&(at, '+' | '-' | 'T' | '%' | '\'')) if whole => at,
        _ => word_end(text),
    }
}

/// Whether a statement surely begins here.
fn begins_statement(text: &str) -> bool {
    let text: String = text.chars().take(14).map(narrow_one).collect();
    let word = text.split([' ', ',']).next().unwrap_or("");
    let number = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    match word.as_bytes() {
        [b'N', b'+' | b'-', ..] | [b'P', b'+' | b'-', b'0'..=b'9', ..] => true,
        [b'$', b'A'..=b'Z', ..] => true,
        [b'%', ..] => word.len() > 3,
        [b'T', ..] => number(&word[1..]),
        [b'V', ..] => is_version(word) && word.contains('.'),
        [b'P', b'I', rest @ ..] => rest.first().is_none_or(u8::is_ascii_digit),
        [b'P', ..] => csa_board::is_rank_start(&text),
        _ => is_move(word),
    }
}
