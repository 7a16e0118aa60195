//! Reads the text files named after the WXF: `FORMAT WXF`, a few headers, and the moves in `START{
//! … }END`, with comments in `/* … */`.
//!
//! A file may contain several games, each beginning with `FORMAT`. Headers and moves are passed to
//! the reader of PGN, which plays them.

use super::Scores;
use super::pgn_reader::Reader;
use crate::builder::SourcePlace;
use crate::text::{is_blank, lines, narrow, narrow_one, words};
use engine::Fault;

/// Whether a text has this form.
pub(crate) fn is_wxf_file(text: &str) -> bool {
    lines(text).any(|(_, line)| {
        moves_begin(line).is_some_and(|(before, _)| before.trim_matches(is_blank).is_empty())
            || behind_format(line).is_some()
    })
}

/// The rest of a line that begins with `FORMAT WXF`.
fn behind_format(line: &str) -> Option<&str> {
    let (first, rest) = word(line);
    let (second, rest) = word(rest);
    (is(first, "FORMAT") && is(second, "WXF")).then_some(rest)
}

/// Whether a word is this one, in any case and width.
fn is(word: &str, known: &str) -> bool {
    narrow(word).eq_ignore_ascii_case(known)
}

/// The first word of a text, and the rest.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(is_blank);
    text.split_at(text.find(is_blank).unwrap_or(text.len()))
}

/// The parts of a line before and after `START{`, which may be in any case and width.
fn moves_begin(line: &str) -> Option<(&str, &str)> {
    let mut apart = true;
    for (at, character) in line.char_indices() {
        if apart && matches!(narrow_one(character), 'S' | 's') {
            let end = line[at..].char_indices().nth(5).map_or(line.len(), |(end, _)| at + end);
            let rest = line[end..].trim_start_matches(is_blank).strip_prefix(['{', '｛']);
            if let Some(rest) = rest.filter(|_| is(&line[at..end], "START")) {
                return Some((&line[..at], rest));
            }
        }
        apart = is_blank(character);
    }
    None
}

/// The part of a file that a reader has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Head,
    Moves,
    /// Behind the end of the moves.
    End,
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut scores = Scores::new();
    let mut reader = Reader::new(0);
    reader.headed();
    let mut part = Part::Head;
    // The text of a comment that is open, its place, and the sign that closes it.
    let mut comment: Option<(SourcePlace, String, &str)> = None;
    for (number, line) in lines(text) {
        let mut rest = line;
        if comment.is_none() && part != Part::Head && is(word(line).0, "FORMAT") {
            reader.finish(&mut scores);
            reader = Reader::new(0);
            reader.headed();
            part = Part::Head;
        }
        let (mut done, mut place) = (0, SourcePlace::new(number, 1));
        // Where the next comment between slashes begins, so that it is looked for once.
        let mut noted = line.find("/*");
        loop {
            let here = line.len() - rest.len();
            place = place.after(line[done..here].chars().count());
            done = here;
            if let Some((_, open, close)) = &mut comment {
                let Some((text, after)) = rest.split_once(*close) else {
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
            if noted.is_some_and(|at| at < here) {
                noted = rest.find("/*").map(|at| here + at);
            }
            let bare = noted.map_or(rest, |at| &line[here..at]);
            if part == Part::Head
                && let Some((before, after)) = moves_begin(bare)
            {
                headers(&mut reader, before, place);
                part = Part::Moves;
                rest = &rest[bare.len() - after.len()..];
                continue;
            }
            let opens = if part == Part::Moves { bare.find(['{', '｛']) } else { None };
            let (before, open) = match opens {
                Some(at) if bare[at..].starts_with('{') => (&bare[..at], Some(("}", 1))),
                Some(at) => (&bare[..at], Some(("｝", '｛'.len_utf8()))),
                None => (bare, noted.map(|_| ("*/", 2))),
            };
            match part {
                Part::Head => headers(&mut reader, before, place),
                Part::Moves => {
                    if let Some(behind) = moves(&mut reader, before, place) {
                        part = Part::End;
                        footer(&mut reader, behind);
                    }
                }
                Part::End => footer(&mut reader, before),
            }
            let Some((close, length)) = open else { break };
            comment = Some((place.after(before.chars().count()), String::new(), close));
            rest = &rest[before.len() + length..];
        }
    }
    if let Some((place, text, close)) = comment {
        reader.comment(text.trim());
        let missing = if close == "*/" { Fault::Expected("*/") } else { Fault::NoEnd('{') };
        reader.fault(place, missing);
    }
    reader.finish(&mut scores);
    scores
}

/// Adds the text behind the moves to the head.
fn footer(reader: &mut Reader, text: &str) {
    let text = text.trim_matches(is_blank);
    if !text.is_empty() {
        reader.prose(text);
    }
}

/// Takes moves; returns the text behind the brace that ends them, if it is there.
fn moves<'a>(reader: &mut Reader, text: &'a str, place: SourcePlace) -> Option<&'a str> {
    let end = text.find(['}', '｝']);
    let inside = &text[..end.unwrap_or(text.len())];
    for (at, word) in words(inside, place.line) {
        let mut place = place.after(at.column - 1);
        for part in word.split_inclusive(['(', ')']) {
            let shown = part.trim_end_matches(['(', ')']);
            // `!22.` praises the move whose number follows.
            let word = shown.trim_start_matches(['!', '?']);
            if !word.is_empty() {
                reader.word(word, place, None);
            }
            let sign = place.after(shown.chars().count());
            match &part[shown.len()..] {
                "(" => reader.open(sign),
                ")" => reader.close(sign),
                _ => {}
            }
            place = place.after(part.chars().count());
        }
    }
    let behind = text[end?..].strip_prefix(['}', '｝'])?;
    let (first, rest) = word(behind);
    Some(if is(first, "END") { rest } else { behind })
}

/// The keys of headers that may follow one another on a line.
const HEADER_KEYS: [&str; 9] =
    ["RED", "BLACK", "DATE", "EVENT", "GAME", "RESULT", "FEN", "PLACE", "ROUND"];

/// Takes the headers of a line: one, or several behind `FORMAT WXF` where the ends of lines are lost.
fn headers(reader: &mut Reader, text: &str, place: SourcePlace) {
    let Some(behind) = behind_format(text) else { return header(reader, text, place) };
    let mut start = text.len() - behind.len();
    let mut cuts = Vec::new();
    for (at, found) in words(behind, place.line) {
        if HEADER_KEYS.contains(&narrow(found).as_str()) {
            let column = behind.char_indices().nth(at.column - 1).map_or(0, |(at, _)| at);
            cuts.push(text.len() - behind.len() + column);
        }
    }
    cuts.push(text.len());
    for cut in cuts {
        let part = &text[start..cut];
        if !part.trim_matches(is_blank).is_empty() {
            header(reader, part, place.after(text[..start].chars().count()));
        }
        start = cut;
    }
}

fn header(reader: &mut Reader, text: &str, place: SourcePlace) {
    let text = text.trim_matches(is_blank);
    if text.is_empty() {
        return;
    }
    let (key, value) = word(text);
    let value = value.trim_matches(is_blank);
    // A name ends at `;`; the text after it is about the player.
    let (name, more) = value.split_once([';', '；']).unwrap_or((value, ""));
    let more = more.trim_matches([';', '；', ' ']);
    let key = narrow(key).to_ascii_uppercase();
    let named = match key.as_str() {
        "RED" => "Red",
        "BLACK" => "Black",
        "DATE" => "Date",
        "EVENT" | "GAME" => "Event",
        "RESULT" => "Result",
        "FEN" => "FEN",
        _ => return reader.header(&key, value, place),
    };
    match named {
        "Red" | "Black" => {
            reader.header(named, name.trim_matches(is_blank), place);
            if !more.is_empty() {
                reader.header(&key, more, place);
            }
        }
        _ => reader.header(named, value, place),
    }
}
