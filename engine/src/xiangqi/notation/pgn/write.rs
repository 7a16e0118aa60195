//! Writes a record in the form of PGN, with moves in WXF, ICCS or Chinese notation.
//!
//! The record is replayed first, so only legal games are written. What is written reads back as the
//! same record: comments that braces cannot hold are written after semicolons, and times as the
//! first words of a comment.

use super::{DRAWN, FIRST_WON, SECOND_WON, TIME, UNKNOWN, format, player_header};
use crate::xiangqi::notation::Notation;
use crate::xiangqi::{Move, Ruleset, Xiangqi};
use crate::{NotationError, Options, Position, Record, Side};
use std::fmt::Write;

/// Writes a record that replays.
pub(in crate::xiangqi::notation) fn write(
    notation: Notation,
    record: &Record,
) -> Result<String, NotationError> {
    let ruleset = record.replay_on()?.ruleset().id;
    let rules = Xiangqi::rules(ruleset, &Options::none())?;
    let mut position = match &record.start {
        None => Xiangqi::start(rules),
        Some(text) => Xiangqi::parse(rules, text)?,
    };
    let start = Some(position.to_text()).filter(|_| position != Xiangqi::start(rules));
    let mut out = headers(notation, record, rules, start.as_deref());
    out.push('\n');
    write_comment(&mut out, &record.comment, '\n');
    let mut number = 1;
    for (ply, recorded) in record.moves.iter().enumerate() {
        // The record has just been replayed, so every move can be parsed.
        let Ok(action) = Move::parse(&recorded.action) else { break };
        // Writing to a String cannot fail.
        let (_, end) = match position.to_act() {
            Side::First => (write!(out, "{number}. "), ' '),
            Side::Second if ply == 0 => (write!(out, "{number}... "), '\n'),
            Side::Second => (Ok(()), '\n'),
        };
        match notation {
            // In capitals with a hyphen, as the ICCS server writes moves and programs expect them.
            Notation::Iccs => {
                let points = format!("{}-{}", action.from, action.to);
                out.push_str(&points.to_ascii_uppercase());
            }
            Notation::Wxf | Notation::Chinese => out.push_str(&notation.write(&position, action)),
        }
        if let Some(millis) = recorded.time {
            write_time(&mut out, millis);
        }
        if recorded.comment.is_empty() {
            out.push(end);
        } else {
            out.push(' ');
            write_comment(&mut out, &recorded.comment, end);
        }
        number += u32::from(position.to_act() == Side::Second);
        position.apply(action);
    }
    if out.ends_with(' ') {
        out.pop();
        out.push('\n');
    }
    let _ = writeln!(out, "{}", result(record));
    Ok(out)
}

fn write_time(out: &mut String, millis: u64) {
    let (seconds, rest) = (millis / 1_000, millis % 1_000);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let _ = write!(out, " {{{TIME}{hours}:{minutes:02}:{seconds:02}.{rest:03}]}}");
}

fn headers(notation: Notation, record: &Record, rules: Ruleset, start: Option<&str>) -> String {
    let mut out = String::new();
    let mut header = |key: &str, value: &str| {
        let words: Vec<&str> = value.split_whitespace().collect();
        let value = words.join(" ").replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "[{key} \"{value}\"]");
    };
    header("Game", "Chinese Chess");
    header("Ruleset", rules.as_str());
    header("Format", format(notation));
    if let Some(start) = start {
        header("FEN", start);
    }
    for side in Side::ALL {
        if let Some(name) = &record.players[side] {
            header(player_header(rules == Ruleset::Walker, side), name);
        }
    }
    if let Some(date) = &record.date {
        header("Date", date);
    }
    header("Result", result(record));
    if let Some(known) = record.result.as_ref().filter(|known| !known.reason.is_empty()) {
        header("Termination", &known.reason);
    }
    out
}

fn result(record: &Record) -> &'static str {
    match record.result.as_ref().map(|result| result.winner) {
        None => UNKNOWN,
        Some(None) => DRAWN,
        Some(Some(Side::First)) => FIRST_WON,
        Some(Some(Side::Second)) => SECOND_WON,
    }
}

/// Writes a comment and what follows it.
fn write_comment(out: &mut String, comment: &str, end: char) {
    if comment.is_empty() {
        return;
    }
    // Any line break ends a line for a reader, so all of them are written alike.
    let comment = &comment.replace("\r\n", "\n").replace('\r', "\n");
    let braced = !comment.contains(['{', '}']) && comment.trim() == *comment;
    if braced && !comment.starts_with(TIME) {
        let _ = write!(out, "{{{comment}}}{end}");
    } else {
        if !out.ends_with('\n') {
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        for line in comment.split('\n') {
            let _ = writeln!(out, "; {line}");
        }
    }
}
