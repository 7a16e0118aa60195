//! CBF, the XML of CCBridge: a head of elements, and `<Move value="77-47">` for each move, with
//! its comment as text within.
//!
//! The moves are in the order of CBR: `end="1"` marks the last of a line, and a mark other than
//! `end` a move that has an alternative; after the end of a line the next move is the alternative
//! to the last such one. Nested moves are read as the continuation of the outer move.

use super::Scores;
use super::board::Board;
use super::setup::{begin, board, finish, result};
use crate::builder::{Builder, SourcePlace};
use crate::score::Head;
use crate::text::{known, lines, unescaped};
use engine::xiangqi::{Move, Square};
use engine::{Fault, RecordedResult, Side};

/// The element that a game is in.
const ROOT: &str = "ChineseChessRecord";

/// A part of the file.
enum Part<'a> {
    /// The inside of `<…>`.
    Tag(&'a str),
    /// A tag that nothing closes.
    Unclosed,
    Text(String),
    /// The inside of `<!-- … -->`.
    Note(&'a str),
}

/// Cuts a file into its parts, each with its place.
fn parts(text: &str) -> Vec<(SourcePlace, Part<'_>)> {
    let mut parts = Vec::new();
    let (mut line, mut column) = (1, 1);
    let mut rest = text;
    while !rest.is_empty() {
        let place = SourcePlace::new(line, column);
        let (part, used) = if let Some(inner) = rest.strip_prefix("<![CDATA[") {
            let end = inner.find("]]>").unwrap_or(inner.len());
            (Part::Text(inner[..end].to_owned()), (9 + end + 3).min(rest.len()))
        } else if let Some(inner) = rest.strip_prefix("<!--") {
            let end = inner.find("-->").unwrap_or(inner.len());
            (Part::Note(&inner[..end]), (4 + end + 3).min(rest.len()))
        } else if let Some(inner) = rest.strip_prefix('<') {
            match inner.find(['>', '<']) {
                Some(end) if inner[end..].starts_with('>') => (Part::Tag(&inner[..end]), end + 2),
                Some(end) => (Part::Unclosed, end + 1),
                None => (Part::Unclosed, rest.len()),
            }
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

/// The attributes of a tag, whose values stand between quotes of either kind.
fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = tag;
    std::iter::from_fn(move || {
        let at = rest.find(['"', '\''])?;
        let (name, quoted) = rest.split_at(at);
        let (quote, quoted) = quoted.split_at(1);
        let (value, behind) = quoted.split_once(quote)?;
        rest = behind;
        let name = name.trim_end_matches(|c: char| c == '=' || c.is_whitespace());
        Some((name.rsplit(char::is_whitespace).next()?, value))
    })
}

/// Reads every game; each has a root of its own.
pub(crate) fn read(text: &str) -> Scores {
    let parts = parts(text);
    let is_root = |(_, part): &(SourcePlace, Part<'_>)| matches!(part, Part::Tag(tag) if !tag.starts_with('/') && element(tag) == ROOT);
    let mut starts: Vec<usize> = (0..parts.len()).filter(|&at| is_root(&parts[at])).collect();
    // The text before the first root belongs to the game of that root.
    if let Some(first) = starts.first_mut() {
        *first = 0;
    } else {
        starts.push(0);
    }
    let ends = starts.iter().skip(1).copied().chain([parts.len()]);
    starts.iter().zip(ends).flat_map(|(&start, end)| game(&parts[start..end])).collect()
}

fn game(parts: &[(SourcePlace, Part<'_>)]) -> Scores {
    let mut head = Head { seen: true, ..Head::default() };
    let mut start = None;
    let mut faults = Vec::new();
    let mut name = "";
    let mut title = None;
    for (place, part) in parts {
        match part {
            Part::Unclosed => faults.push((*place, Fault::NoEnd('<'))),
            Part::Note(text) => head.tag("<!--", text),
            Part::Tag(tag) => name = tag.split_whitespace().next().unwrap_or(""),
            Part::Text(value) if !value.trim().is_empty() => match element(name) {
                "Name" => title = known(value),
                "Contest" => head.event = known(value),
                "Date" => head.date = known(value),
                "Red" => head.players.first = known(value),
                "Black" => head.players.second = known(value),
                "RecordResult" => match written_result(value) {
                    Some(written) => head.result = written,
                    None => faults.push((*place, Fault::BadResult("1, 2, 3, 0"))),
                },
                "FEN" => match board(value) {
                    Ok(board) => start = Some((board, *place)),
                    Err(fault) => faults.push((*place, fault)),
                },
                // The list of moves has comments of its own.
                "Move" | "MoveList" => {}
                name => head.tag(name, value),
            },
            Part::Text(_) => {}
        }
    }
    match (&head.event, title) {
        (Some(_), Some(title)) => head.tag("Name", &title),
        (None, title) => head.event = title,
        (Some(_), None) => {}
    }
    let place = start.as_ref().map_or(SourcePlace::START, |&(_, place)| place);
    let mut builder = begin(&mut head, start.map(|(board, _)| board), place);
    for (place, fault) in faults {
        builder.fault(place, fault);
    }
    moves(parts, &mut builder);
    vec![finish(head, builder)]
}

fn written_result(value: &str) -> Option<Option<RecordedResult>> {
    let winner = match value.trim() {
        "1" => Some(Side::First),
        "2" => Some(Side::Second),
        "3" => None,
        "0" => return Some(None),
        other => return result(other),
    };
    Some(Some(RecordedResult { winner, reason: String::new() }))
}

fn moves(parts: &[(SourcePlace, Part<'_>)], builder: &mut Builder<Board>) {
    // The node that the next move continues; `None` where its line was abandoned because of a
    // fault.
    let mut parent = Some(0);
    let mut commented = Some(0);
    let mut last = 0;
    let mut alternatives_to: Vec<Option<usize>> = Vec::new();
    let mut within = Vec::new();
    let mut in_list = false;
    for (place, part) in parts {
        match part {
            Part::Text(whole) => {
                let text = whole.trim();
                match commented {
                    _ if !in_list || text.is_empty() => {}
                    Some(node) => builder.tree.comment(node, &text.replace("\r\n", "\n")),
                    // Comments after a fault stay, on the last move before it.
                    None if parent.is_none() => builder.tree.comment(last, text),
                    None => stray(builder, *place, whole),
                }
            }
            Part::Unclosed | Part::Note(_) => {}
            Part::Tag(tag) if tag.eq_ignore_ascii_case("/Move") => {
                if let Some((before, nested)) = within.pop()
                    && nested
                {
                    parent = before;
                }
                commented = None;
            }
            Part::Tag(tag) if element(tag) == "MoveList" => in_list = !tag.starts_with('/'),
            // Also where the list itself does not begin.
            Part::Tag(tag) if element(tag) == "Move" => {
                in_list = true;
                let value = attributes(tag).find(|&(name, _)| name == "value");
                let (place, value) = (*place, value.map_or("", |(_, value)| value));
                if value == "00-00" {
                    commented = Some(0);
                    if !tag.ends_with('/') {
                        within.push((parent, false));
                    }
                    continue;
                }
                let others = |&(name, value): &(&str, &str)| {
                    !matches!(name, "value" | "end") && !matches!(value, "" | "0" | "false")
                };
                if attributes(tag).any(|attribute| others(&attribute)) {
                    alternatives_to.push(parent);
                }
                if attributes(tag).filter(|&(name, _)| name == "value").count() > 1 {
                    builder.fault(place, Fault::BadMove("77-47"));
                }
                let node = match (parent, action(value)) {
                    (Some(parent), Some(action)) => builder.play(parent, action, place),
                    (Some(_), None) => {
                        builder.fault(place, Fault::BadMove("77-47"));
                        None
                    }
                    (None, _) => {
                        builder.tree.comment(last, if value.is_empty() { tag } else { value });
                        None
                    }
                };
                last = node.or(parent).unwrap_or(last);
                commented = node;
                let before = parent;
                let ends = attributes(tag).any(|(name, value)| name == "end" && value == "1");
                parent = node;
                if ends {
                    parent = alternatives_to.pop().flatten();
                }
                if !tag.ends_with('/') {
                    within.push((before, false));
                }
            }
            Part::Tag(_) if in_list => builder.fault(*place, Fault::Expected("<Move>")),
            Part::Tag(_) => {}
        }
    }
}

/// The name of a tag's element, those that are known in their usual case.
fn element(tag: &str) -> &str {
    let known = [
        ROOT,
        "Name",
        "Contest",
        "Date",
        "Red",
        "Black",
        "RecordResult",
        "FEN",
        "MoveList",
        "Move",
    ];
    let name = tag.trim_start_matches('/').split_whitespace().next().unwrap_or("");
    let name = name.trim_end_matches('/');
    known.into_iter().find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name)
}

/// Reports each line of a text as one that belongs to no move.
fn stray(builder: &mut Builder<Board>, place: SourcePlace, text: &str) {
    for (number, line) in lines(text) {
        let shown = line.trim_start();
        let blanks = line.chars().count() - shown.chars().count();
        let at = match number {
            1 => place.after(blanks),
            _ => SourcePlace::new(place.line + number - 1, 1 + blanks),
        };
        if !shown.is_empty() {
            builder.fault(at, Fault::Stray(shown.trim_end().chars().take(40).collect()));
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
