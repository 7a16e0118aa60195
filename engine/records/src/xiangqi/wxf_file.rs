//! Reads the text files named after the WXF: `FORMAT WXF`, a few headers, and the moves in `START{
//! … }END`, with comments in `/* … */`.
//!
//! A file may contain several games, each beginning with `FORMAT`. Headers and moves are passed to
//! the reader of PGN, which plays them.

use super::Scores;
use super::pgn::Reader;
use crate::builder::Place;
use crate::text::{known, lines, words};

/// Whether a text has this form.
pub(crate) fn is_wxf_file(text: &str) -> bool {
    lines(text).any(|(_, line)| {
        let line = line.trim();
        let mut words = line.split_whitespace();
        line.starts_with("START{")
            || line == "START {"
            || (words.next() == Some("FORMAT") && words.next() == Some("WXF"))
    })
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut scores = Scores::new();
    let mut reader = Reader::default();
    reader.headed();
    let mut inside = false;
    // The text of a comment that is open.
    let mut comment: Option<String> = None;
    for (number, line) in lines(text) {
        let mut rest = line;
        if comment.is_none() && line.starts_with("FORMAT") && inside {
            reader.finish(&mut scores);
            reader = Reader::default();
            reader.headed();
            inside = false;
        }
        loop {
            let column = line.chars().count() - rest.chars().count();
            let place = Place::new(number, 1).after(column);
            if let Some(open) = &mut comment {
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
            } else if let Some((_, first)) =
                before.split_once("START{").or(before.split_once("START {"))
            {
                inside = true;
                let at = before.chars().count() - first.chars().count();
                moves(&mut reader, first, place.after(at));
            } else {
                header(&mut reader, before, place);
            }
            match after {
                Some(after) => {
                    comment = Some(String::new());
                    rest = after;
                }
                None => break,
            }
        }
    }
    reader.finish(&mut scores);
    scores
}

fn moves(reader: &mut Reader, text: &str, place: Place) {
    for (at, word) in words(text, place.line) {
        let place = place.after(at.column - 1);
        let word = word.trim_matches(['{', '}']);
        // `!22.` praises the move whose number follows; `END` and `}` end the moves.
        let word = word.trim_start_matches(['!', '?']);
        if !word.is_empty() && word != "END" && word != "}END" {
            reader.word(word, place);
        }
    }
}

fn header(reader: &mut Reader, text: &str, place: Place) {
    let text = text.trim();
    let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value = value.trim();
    let name = known(value.split(';').next().unwrap_or("")).unwrap_or_default();
    match key {
        "RED" => reader.header("Red", &name, place),
        "BLACK" => reader.header("Black", &name, place),
        "DATE" => reader.header("Date", value, place),
        "EVENT" | "GAME" => reader.header("Event", value, place),
        "RESULT" => reader.header("Result", value, place),
        "FEN" => reader.header("FEN", value, place),
        _ => {}
    }
}
