//! Xiangqi in PGN-like form, as servers, engines, sites and books write it, and moves alone.
//!
//! Headers in brackets, comments in braces or after `;`, variations in round brackets, moves in
//! ICCS, WXF (in full width, too), Chinese or as chess programs write them, with the nearest rank
//! called 0 or 1; several games. Text after a result, such as a site's advertisement, becomes a
//! tag, and lines of words before the first move are a title (`Zhao - Ke`).

use super::Scores;
use super::moves::{self, Form};
use super::pgn_reader::Reader;
use super::setup::result;
use crate::text::{is_blank, is_digit, lines};
use crate::tokens::{Token, Tokens, spaced_result, tokens};
use engine::Fault;

pub(crate) use super::wxf_file::is_wxf_file;

/// Whether a line begins with moves that cannot be those of another game.
pub(crate) fn has_moves(text: &str) -> bool {
    lines(text).any(|(_, line)| begins_with_move(line))
}

/// Whether the first word of a line that is no number is a move in a notation of xiangqi alone.
pub(crate) fn begins_with_move(line: &str) -> bool {
    let mut words = line.split(is_blank).map(after_number).filter(|word| !word.is_empty());
    words.next().is_some_and(|word| form_of(word).is_some_and(|form| form != Form::Algebraic))
}

/// A word without the number of the move before it, `12.` or `12...`, and the marks of a list.
pub(super) fn after_number(word: &str) -> &str {
    // `77.6`: of the soldiers on file 7 the second, to file 6.
    if matches!(word.as_bytes(), [b'1'..=b'9', b'1'..=b'9', b'.', b'1'..=b'9']) {
        return word;
    }
    // `1:0` and `0.5-0.5` are results.
    if word.len() < 24 && word.contains([':', '：', '.']) && result(word).flatten().is_some() {
        return word;
    }
    let rest = word.trim_start_matches(is_digit);
    let dots = rest.trim_start_matches(['.', '．', '、', '。', '…', ':', '：']);
    if dots.len() < rest.len() || rest.is_empty() { dots } else { word }
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    if is_wxf_file(text) {
        return super::wxf_file::read(text);
    }
    let scores = read_with(text, 0);
    // No header states whether the nearest rank is 0 or 1: the moves that can be played decide.
    if scores.iter().all(|score| score.faults.is_empty()) {
        return scores;
    }
    let other = read_with(text, 1);
    if other.len() != scores.len() {
        let length = |scores: &Scores| scores.iter().map(|score| score.tree.len()).sum::<usize>();
        return if length(&other) > length(&scores) { other } else { scores };
    }
    let longer =
        |(a, b): (crate::Score, crate::Score)| if b.tree.len() > a.tree.len() { b } else { a };
    scores.into_iter().zip(other).map(longer).collect()
}

fn read_with(text: &str, base: u8) -> Scores {
    let mut scores = Scores::new();
    let mut reader = Reader::new(base);
    let mut blank = true;
    let mut tokens = tokens(text, is_prose);
    while let Some((place, token)) = tokens.next() {
        match token {
            Token::Tag(key, value, at) => {
                if reader.is_over() || (blank && reader.has_tag(&key)) {
                    reader = reader.next(&mut scores);
                }
                reader.header(&key, &value, at);
            }
            Token::BlankLine => {
                blank = true;
                continue;
            }
            Token::Escape(text) => reader.escape(text),
            Token::Prose(line) => {
                if !reader.takes_prose() && !blank {
                    reader.line(line, place);
                } else {
                    if reader.is_over() && !line.starts_with('=') && !reader.is_headed() {
                        reader = reader.next(&mut scores);
                    }
                    reader.prose(line);
                    continue;
                }
            }
            Token::Comment(text) => reader.comment(text.trim()),
            Token::CommentLine(text) => reader.comment_line(text.trim()),
            Token::Unclosed(text) => {
                reader.comment(text.trim());
                reader.fault(place, Fault::NoEnd('{'));
            }
            Token::Open => reader.open(place),
            Token::Close => reader.close(place),
            Token::Word(word) => {
                if let Some(result) = spaced_result(word, tokens.clone()) {
                    tokens.nth(1);
                    reader.word(result, place, None);
                    blank = false;
                    continue;
                }
                let first = number(word) == Some((1, false));
                if reader.is_ended() && first && has_move(word, tokens.clone()) {
                    let headed = reader.is_headed();
                    reader = reader.next(&mut scores);
                    if headed {
                        reader.headed();
                    }
                }
                for (column, part) in moves_in(word) {
                    reader.word(part, place.after(column), Some(&tokens));
                }
            }
        }
        blank = false;
    }
    reader.finish(&mut scores);
    scores
}

/// The moves of a word, each with its column: several stand between commas, or Chinese ones next to
/// each other. A word that is not made of moves is left whole.
fn moves_in(word: &str) -> Vec<(usize, &str)> {
    let whole = vec![(0, word)];
    if word.is_ascii() && !word.contains(',') {
        return whole;
    }
    let is_comma = |c| matches!(c, ',' | '，' | '、' | '。');
    let mut found = Vec::new();
    let (mut rest, mut column) = (word, 0);
    while !rest.is_empty() {
        let shown = after_number(rest);
        // The number of the move that follows the word.
        if shown.is_empty() {
            found.push((column, rest));
            break;
        }
        let number = rest.len() - shown.len();
        let four = shown.char_indices().nth(4).map_or(shown.len(), |(at, _)| at);
        let length = if moves::form(&shown[..four]) == Some(Form::Chinese) {
            four
        } else {
            shown.find(is_comma).unwrap_or(shown.len())
        };
        if moves::form(&shown[..length]).is_none() {
            return whole;
        }
        found.push((column, &rest[..number + length]));
        let behind = shown[length..].trim_start_matches(is_comma);
        column += rest[..rest.len() - behind.len()].chars().count();
        rest = behind;
    }
    if found.len() > 1 { found } else { whole }
}

/// The form of the first move of a word.
fn form_of(word: &str) -> Option<Form> {
    moves_in(word).first().and_then(|&(_, part)| moves::form(after_number(part)))
}

/// Whether a move is among a word and the next few.
fn has_move(word: &str, after: Tokens<'_>) -> bool {
    let is_move = |word: &str| form_of(word).is_some();
    is_move(word)
        || after.take(2).any(|(_, token)| matches!(token, Token::Word(word) if is_move(word)))
}

/// The number at the beginning of a word, and whether it is that of the second side's move.
pub(super) fn number(word: &str) -> Option<(usize, bool)> {
    let rest = word.trim_start_matches(is_digit);
    let shown = after_number(word);
    if rest.len() == word.len() || shown.len() == word.len() {
        return None;
    }
    let digits = crate::text::narrow(&word[..word.len() - rest.len()]);
    let dots = &rest[..rest.len() - shown.len()];
    let second = dots.chars().count() > 1 || dots.contains('…');
    Some((digits.parse().ok()?, second))
}

/// Whether a line is words for people.
fn is_prose(line: &str) -> bool {
    if line.starts_with(['{', '(', ';', '（', ')', '）', '$', '[']) {
        return false;
    }
    let mut words = line.split_whitespace();
    let first = words.clone().next().unwrap_or("");
    let begins_moves = after_number(first).len() < first.len() || result(first).is_some();
    !begins_moves && words.all(|word| form_of(word).is_none())
}
