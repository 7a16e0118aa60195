//! Writes whole games in PGN-like text: headers in brackets, numbered moves, comments.
//!
//! ```text
//! [Game "Chinese Chess"]
//! [Ruleset "standard"]
//! [Format "WXF"]
//! [Red "Guest 4f2a"]
//! [Black "Guest 91c0"]
//! [Date "2026-11-21"]
//! [Result "1-0"]
//! [Termination "resignation"]
//!
//! {Before the first move.}
//! 1. C2.5 {[%emt 0:00:01.200]} H8+7 {A comment.}
//! 2. H2+3
//! 1-0
//! ```
//!
//! Source: 《中国象棋电脑应用规范（四）：PGN文件格式》 (xqbase), and PGN, 1994, with its `%emt`
//! for the time thought. `Format` is `ICCS`, `WXF` or `Chinese`. `FEN` gives a start position.
//! `Ruleset` is ours; where it is missing the game is under `standard`, as games from elsewhere
//! are. `Termination` is the reason's key, with hyphens.
//!
//! `1-0` is won by the side that moves first, whatever its colour. Under `walker` that is Black:
//! the header `Black` names the first side, and in `FEN`, as everywhere in this project, upper case
//! is the first side. Files are counted from the mover's right.
//!
//! Comments are in braces; one that contains braces itself, or has white space at an end, is written
//! as lines that begin with `;`. A time is the first words of a comment of its own. The record is
//! replayed first, so only legal games are written.

use super::Notation;
use crate::record::written_reason;
use crate::xiangqi::{Move, Ruleset, Xiangqi};
use crate::{NotationError, Options, Position, Record, Side};
use std::fmt::Write;

/// The results in turn order, and the draw.
const FIRST_WON: &str = "1-0";
const SECOND_WON: &str = "0-1";
const DRAWN: &str = "1/2-1/2";
const UNKNOWN: &str = "*";

/// Opens a comment that holds a time.
const TIME: &str = "[%emt ";

/// Writes a record that replays.
pub(super) fn write(notation: Notation, record: &Record) -> Result<String, NotationError> {
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
        header("Termination", &written_reason(&known.reason));
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

/// The headers that name the players, by side.
const fn player_header(walker: bool, side: Side) -> &'static str {
    match (walker, side) {
        (false, Side::First) | (true, Side::Second) => "Red",
        (false, Side::Second) | (true, Side::First) => "Black",
    }
}

const fn format(notation: Notation) -> &'static str {
    match notation {
        Notation::Iccs => "ICCS",
        Notation::Wxf => "WXF",
        Notation::Chinese => "Chinese",
    }
}
