//! Reads the text files named after the WXF: `FORMAT WXF`, a few headers, and the moves in `START{
//! … }END`, with comments in `/* … */`.
//!
//! A file may contain several games, each beginning with `FORMAT`. Headers and moves are passed to
//! the reader of PGN, which plays them.

use super::Scores;
use super::pgn_reader::Reader;
use crate::builder::Place;
use crate::text::{is_blank, lines, words};
use engine::Fault;

/// Whether a text has this form.
pub(crate) fn is_wxf_file(text: &str) -> bool {
    lines(text).any(|(_, line)| {
        let line = line.trim_matches(is_blank);
        let mut words = line.split_whitespace();
        moves_begin(line).is_some()
            || (words.next().is_some_and(|word| word.eq_ignore_ascii_case("FORMAT"))
                && words.next().is_some_and(|word| word.eq_ignore_ascii_case("WXF")))
    })
}

/// What follows `START{`, which a text begins with, in any case and with blanks or none.
fn moves_begin(text: &str) -> Option<&str> {
    let (word, rest) = text.trim_start_matches(is_blank).split_at_checked(5)?;
    let rest = rest.trim_start_matches(is_blank).strip_prefix('{')?;
    word.eq_ignore_ascii_case("START").then_some(rest)
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut scores = Scores::new();
    let mut reader = Reader::new(0);
    reader.headed();
    let mut inside = false;
    // The text of a comment that is open, and its place.
    let mut comment: Option<(Place, String)> = None;
    for (number, line) in lines(text) {
        let mut rest = line;
        if comment.is_none() && inside && is_format(line) {
            reader.finish(&mut scores);
            reader = Reader::new(0);
            reader.headed();
            inside = false;
        }
        loop {
            let column = line.chars().count() - rest.chars().count();
            let place = Place::new(number, 1).after(column);
            if let Some((_, open)) = &mut comment {
                let Some((text, after)) = rest.split_once("*/") else {
                    open.push_str(rest);
                    open.push('\n');
                    break;
                };
                open.push_str(text);
                reader.comment(open.trim());
                comment = None;
                rest = after;
                continue;
            }
            let (before, after) = match rest.split_once("/*") {
                Some((before, after)) => (before, Some(after)),
                None => (rest, None),
            };
            if inside {
                moves(&mut reader, before, place);
            } else if let Some(first) = moves_begin(before) {
                inside = true;
                let at = before.chars().count() - first.chars().count();
                moves(&mut reader, first, place.after(at));
            } else {
                header(&mut reader, before, place);
            }
            match after {
                Some(after) => {
                    comment = Some((place.after(before.chars().count()), String::new()));
                    rest = after;
                }
                None => break,
            }
        }
    }
    if let Some((place, text)) = comment {
        reader.comment(text.trim());
        reader.fault(place, Fault::Expected("*/"));
    }
    reader.finish(&mut scores);
    scores
}

fn is_format(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    word.eq_ignore_ascii_case("FORMAT")
}

fn moves(reader: &mut Reader, text: &str, place: Place) {
    for (at, word) in words(text, place.line) {
        let place = place.after(at.column - 1);
        let word = word.trim_matches(['{', '}']);
        // `!22.` praises the move whose number follows; `END` and `}` end the moves.
        let word = word.trim_start_matches(['!', '?']);
        if !word.is_empty() && word != "END" && word != "}END" {
            reader.word(word, place, None);
        }
    }
}

fn header(reader: &mut Reader, text: &str, place: Place) {
    let text = text.trim();
    let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value = value.trim();
    // A name ends at `;`; what follows it is of the player.
    let (name, more) = value.split_once(';').unwrap_or((value, ""));
    let more = more.trim_matches([';', ' ']);
    let key = key.to_ascii_uppercase();
    let named = match key.as_str() {
        "RED" => "Red",
        "BLACK" => "Black",
        "DATE" => "Date",
        "EVENT" | "GAME" => "Event",
        "RESULT" => "Result",
        "FEN" => "FEN",
        "FORMAT" if value.eq_ignore_ascii_case("WXF") => return,
        _ => return reader.header(&key, value, place),
    };
    match named {
        "Red" | "Black" => {
            reader.header(named, name.trim(), place);
            if !more.is_empty() {
                reader.header(&key, more, place);
            }
        }
        _ => reader.header(named, value, place),
    }
}
