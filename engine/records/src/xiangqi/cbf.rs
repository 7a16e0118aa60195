//! CBF, the XML of CCBridge: a head of elements, and `<Move value="77-47">` for each move, with
//! its comment as text within.
//!
//! The moves are in the order of CBR: `end="1"` marks the last of a line, and a mark other than
//! `end` a move that has an alternative; after the end of a line the next move is the alternative
//! to the last such one. Nested moves are read as the continuation of the outer move.

use super::Scores;
use super::board::Board;
use super::setup::{begin, board, finish, result};
use crate::builder::{Builder, Place};
use crate::score::Head;
use crate::text::known;
use engine::xiangqi::{Move, Square};
use engine::{Fault, RecordedResult, Side};

/// A part of the file.
enum Part<'a> {
    /// The inside of `<…>`.
    Tag(&'a str),
    Text(String),
}

/// Cuts a file into its parts, each with its place.
fn parts(text: &str) -> Vec<(Place, Part<'_>)> {
    let mut parts = Vec::new();
    let (mut line, mut column) = (1, 1);
    let mut rest = text;
    while !rest.is_empty() {
        let place = Place::new(line, column);
        let (part, used) = if let Some(inner) = rest.strip_prefix("<![CDATA[") {
            let end = inner.find("]]>").unwrap_or(inner.len());
            (Part::Text(inner[..end].to_owned()), (9 + end + 3).min(rest.len()))
        } else if let Some(inner) = rest.strip_prefix("<!--") {
            let end = inner.find("-->").unwrap_or(inner.len());
            (Part::Text(String::new()), (4 + end + 3).min(rest.len()))
        } else if let Some(inner) = rest.strip_prefix('<') {
            let end = inner.find('>').unwrap_or(inner.len());
            (Part::Tag(&inner[..end]), (1 + end + 1).min(rest.len()))
        } else {
            let end = rest.find('<').unwrap_or(rest.len());
            (Part::Text(unescaped(&rest[..end])), end)
        };
        for character in rest[..used].chars() {
            (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        rest = &rest[used..];
        parts.push((place, part));
    }
    parts
}

fn unescaped(text: &str) -> String {
    let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    marks.iter().fold(text.to_owned(), |text, (mark, sign)| text.replace(mark, sign))
}

/// The attributes of a tag.
fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    tag.split('"')
        .collect::<Vec<_>>()
        .chunks(2)
        .filter_map(|pair| match *pair {
            [name, value] => Some((name.trim_end_matches(['=', ' ']).rsplit(' ').next()?, value)),
            _ => None,
        })
        .collect::<Vec<_>>()
        .into_iter()
}

/// Reads the game.
pub(crate) fn read(text: &str) -> Scores {
    let parts = parts(text);
    let mut head = Head { seen: true, ..Head::default() };
    let mut start = None;
    let mut faults = Vec::new();
    let mut name = "";
    let mut title = None;
    for (place, part) in &parts {
        match part {
            Part::Tag(tag) => name = tag.split_whitespace().next().unwrap_or(""),
            Part::Text(value) if !value.trim().is_empty() => match name {
                "Name" => title = known(value),
                "Contest" => head.event = known(value),
                "Date" => head.date = known(value),
                "Red" => head.players.first = known(value),
                "Black" => head.players.second = known(value),
                "RecordResult" => head.result = written_result(value),
                "FEN" => match board(value) {
                    Ok(board) => start = Some((board, *place)),
                    Err(fault) => faults.push((*place, fault)),
                },
                _ => {}
            },
            Part::Text(_) => {}
        }
    }
    head.event = head.event.or(title);
    let place = start.as_ref().map_or(Place::START, |&(_, place)| place);
    let mut builder = begin(&mut head, start.map(|(board, _)| board), place);
    for (place, fault) in faults {
        builder.fault(place, fault);
    }
    moves(&parts, &mut builder);
    vec![finish(head, builder)]
}

fn written_result(value: &str) -> Option<RecordedResult> {
    let winner = match value.trim() {
        "1" => Some(Side::First),
        "2" => Some(Side::Second),
        "3" => None,
        "0" => return None,
        other => return result(other).flatten(),
    };
    Some(RecordedResult { winner, reason: String::new() })
}

fn moves(parts: &[(Place, Part<'_>)], builder: &mut Builder<Board>) {
    // The node that the next move continues; `None` where its line was abandoned because of a
    // fault.
    let mut parent = Some(0);
    let mut said = Some(0);
    let mut beside: Vec<Option<usize>> = Vec::new();
    let mut within = Vec::new();
    let mut in_list = false;
    for (place, part) in parts {
        match part {
            Part::Text(text) => {
                let text = text.trim();
                if let (true, Some(node), false) = (in_list, said, text.is_empty()) {
                    builder.tree.comment(node, &text.replace("\r\n", "\n"));
                }
            }
            Part::Tag("/Move") => {
                if let Some((before, nested)) = within.pop()
                    && nested
                {
                    parent = before;
                }
                said = None;
            }
            Part::Tag(tag) if tag.starts_with("MoveList") => in_list = true,
            Part::Tag(tag) if tag.starts_with("/MoveList") => in_list = false,
            Part::Tag(tag) if in_list && tag.split_whitespace().next() == Some("Move") => {
                let value = attributes(tag).find(|&(name, _)| name == "value");
                let (place, value) = (*place, value.map_or("", |(_, value)| value));
                if value == "00-00" {
                    said = Some(0);
                    if !tag.ends_with('/') {
                        within.push((parent, false));
                    }
                    continue;
                }
                let others = |&(name, value): &(&str, &str)| {
                    !matches!(name, "value" | "end") && !matches!(value, "" | "0" | "false")
                };
                if attributes(tag).any(|attribute| others(&attribute)) {
                    beside.push(parent);
                }
                let node = match (parent, action(value)) {
                    (Some(parent), Some(action)) => builder.play(parent, action, place),
                    (Some(_), None) => {
                        builder.fault(place, Fault::BadMove("77-47"));
                        None
                    }
                    (None, _) => None,
                };
                said = node;
                let before = parent;
                let ends = attributes(tag).any(|(name, value)| name == "end" && value == "1");
                parent = node;
                if ends {
                    parent = beside.pop().flatten();
                }
                if !tag.ends_with('/') {
                    within.push((before, false));
                }
            }
            Part::Tag(_) => {}
        }
    }
}

fn action(value: &str) -> Option<Move> {
    let digits: Vec<u8> =
        value.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect();
    let &[a, b, c, d] = &digits[..] else { return None };
    let point = |file, rank: u8| Square::new(file, 9_u8.checked_sub(rank)?);
    Some(Move { from: point(a, b)?, to: point(c, d)? })
}
