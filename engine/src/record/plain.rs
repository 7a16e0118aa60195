//! The plain record, a text form that every game has. `docs/notation.md` describes it.
//!
//! Read and written:
//!
//! ```text
//! yiguan 1
//! game: tui-da-che
//! ruleset: original
//! start: wwww/4/4/bbbb b -
//! first: Guest 4f2a
//! result: first elimination
//!
//! # A comment before the first action.
//! 1 a1a2 1.200
//! 2 a4a3 0.830
//! # A comment on the second action.
//! ```
//!
//! The reader also takes a byte order mark, Windows line ends, blank lines anywhere, and
//! actions without a time.

use super::{Record, RecordError, RecordedMove, RecordedResult, read_reason, written_reason};
use crate::{Fault, Side};
use std::fmt::Write;

const TITLE: &str = "yiguan 1";

/// Writes a record as plain text.
#[must_use]
pub fn write_plain(record: &Record) -> String {
    let mut out = format!("{TITLE}\ngame: {}\n", one_line(&record.game));
    let mut header = |key: &str, value: &str| {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{key}: {}", one_line(value));
    };
    if let Some(ruleset) = &record.ruleset {
        header("ruleset", ruleset);
    }
    for (key, value) in record.options.iter() {
        header(&format!("option {key}"), value);
    }
    if let Some(start) = &record.start {
        header("start", start);
    }
    for side in Side::ALL {
        if let Some(name) = &record.players[side] {
            header(side.as_str(), name);
        }
    }
    if let Some(date) = &record.date {
        header("date", date);
    }
    if let Some(result) = &record.result {
        let winner = result.winner.map_or("draw", Side::as_str);
        header("result", format!("{winner} {}", written_reason(&result.reason)).trim_end());
    }
    out.push('\n');
    write_comment(&mut out, &record.comment);
    for (number, recorded) in (1..).zip(&record.moves) {
        let _ = write!(out, "{number} {}", recorded.action);
        if let Some(time) = recorded.time {
            let _ = write!(out, " {}.{:03}", time / 1_000, time % 1_000);
        }
        out.push('\n');
        write_comment(&mut out, &recorded.comment);
    }
    out
}

/// A header's value must not begin a line of its own.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn write_comment(out: &mut String, comment: &str) {
    if comment.is_empty() {
        return;
    }
    for line in comment.split('\n') {
        let _ = writeln!(out, "# {line}");
    }
}

/// Reads a plain record. The actions are not played; [`Record::replay`] does that.
///
/// # Errors
///
/// [`RecordError`] with line and column.
pub fn read_plain(text: &str) -> Result<Record, RecordError> {
    let mut record = Record::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines());
    match lines.next() {
        Some((_, line)) if line.trim_end() == TITLE => {}
        _ => return Err(RecordError::at(1, 1, Fault::NotPlain)),
    }
    let mut seen_comment = false;
    for (number, line) in lines {
        let line = line.trim_end_matches('\r');
        if let Some(comment) = line.strip_prefix('#') {
            let comment = comment.strip_prefix(' ').unwrap_or(comment);
            let target = match record.moves.last_mut() {
                Some(last) => &mut last.comment,
                None => &mut record.comment,
            };
            if seen_comment {
                target.push('\n');
            }
            target.push_str(comment);
            seen_comment = true;
            continue;
        }
        if line.trim().is_empty() {
            continue;
        }
        seen_comment = false;
        if line.starts_with(|c: char| c.is_ascii_digit()) {
            let recorded = read_move(number, line, record.moves.len() + 1)?;
            record.moves.push(recorded);
        } else if record.moves.is_empty() {
            read_header(number, line, &mut record)?;
        } else {
            return Err(RecordError::at(number, 1, Fault::ExpectedMove));
        }
    }
    if record.game.is_empty() {
        return Err(RecordError::at(1, 1, Fault::NoGame));
    }
    Ok(record)
}

fn read_header(number: usize, line: &str, record: &mut Record) -> Result<(), RecordError> {
    let (key, value) =
        line.split_once(':').ok_or_else(|| RecordError::at(number, 1, Fault::ExpectedHeader))?;
    let column = key.chars().count() + 3;
    let value = value.trim();
    let text = || value.to_owned();
    // An empty name is no name.
    let known = || (!value.is_empty()).then(text);
    match key.trim() {
        "game" => record.game = text(),
        "ruleset" => record.ruleset = Some(text()),
        "start" => record.start = Some(text()),
        "first" => record.players.first = known(),
        "second" => record.players.second = known(),
        "date" => record.date = known(),
        "result" => record.result = Some(read_result(number, column, value)?),
        other => match other.strip_prefix("option ") {
            Some(option) => record.options.set(option.trim(), value),
            None => return Err(RecordError::at(number, 1, Fault::UnknownHeader(other.to_owned()))),
        },
    }
    Ok(())
}

fn read_result(number: usize, column: usize, value: &str) -> Result<RecordedResult, RecordError> {
    let (winner, reason) = value.split_once(' ').unwrap_or((value, ""));
    let winner = match winner {
        "draw" => None,
        side => Some(side.parse().map_err(|_| {
            RecordError::at(number, column, Fault::BadResult("first, second, draw"))
        })?),
    };
    Ok(RecordedResult { winner, reason: read_reason(&one_line(reason)) })
}

fn read_move(number: usize, line: &str, expected: usize) -> Result<RecordedMove, RecordError> {
    let mut words = line.split_whitespace();
    // The caller saw a digit, so there is a first word.
    let ply = words.next().unwrap_or_default();
    if ply.trim_end_matches('.') != expected.to_string() {
        return Err(RecordError::at(number, 1, Fault::WrongNumber(expected)));
    }
    let Some(action) = words.next() else {
        return Err(RecordError::at(number, ply.len() + 1, Fault::NoMove));
    };
    let column = |word: &str| line.find(word).map_or(1, |byte| line[..byte].chars().count() + 1);
    let time = match words.next() {
        None => None,
        Some(word) => Some(
            read_seconds(word)
                .ok_or_else(|| RecordError::at(number, column(word), Fault::BadTime("1.200")))?,
        ),
    };
    if let Some(word) = words.next() {
        return Err(RecordError::at(number, column(word), Fault::TooMuch));
    }
    Ok(RecordedMove { action: action.to_owned(), time, comment: String::new() })
}

/// Milliseconds from seconds with at most three decimals.
fn read_seconds(word: &str) -> Option<u64> {
    let (seconds, decimals) = word.split_once('.').unwrap_or((word, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !digits(seconds) || !digits(decimals) || decimals.len() > 3 {
        return None;
    }
    let millis: u64 = format!("{decimals:0<3}").parse().ok()?;
    seconds.parse::<u64>().ok()?.checked_mul(1_000)?.checked_add(millis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BySide, Options};

    fn sample() -> Record {
        let played = |action: &str, time, comment: &str| RecordedMove {
            action: action.to_owned(),
            time,
            comment: comment.to_owned(),
        };
        Record {
            game: "er-chi-yi".to_owned(),
            ruleset: Some("standard".to_owned()),
            options: Options::none(),
            start: Some("wwwww/5/5/5/bbbbb b -".to_owned()),
            players: BySide { first: Some("Guest 4f2a".to_owned()), second: None },
            date: Some("2026-11-21".to_owned()),
            comment: "Two lines\nbefore the first action.".to_owned(),
            moves: vec![
                played("a1a2", Some(1_200), ""),
                played("a5a4", Some(61_007), "\nAfter an empty line."),
                played("b1b2", None, "# not a heading"),
            ],
            result: Some(RecordedResult {
                winner: Some(Side::Second),
                reason: "resignation".to_owned(),
            }),
        }
    }

    #[test]
    fn a_record_is_read_back_as_written() {
        let record = sample();
        assert_eq!(read_plain(&write_plain(&record)), Ok(record.clone()));
        assert_eq!(record.replay().map(|game| game.ply()), Ok(3));
    }

    #[test]
    fn windows_line_ends_and_bom_are_read() {
        let text = format!("\u{feff}{}", write_plain(&sample()).replace('\n', "\r\n"));
        assert_eq!(read_plain(&text), Ok(sample()));
    }

    #[test]
    fn an_empty_name_or_date_is_none() {
        let text = "yiguan 1\ngame: xia-si\nfirst:\nsecond: \ndate: \n";
        let record = read_plain(text).expect("a record");
        assert_eq!((record.players, record.date), (BySide::default(), None));
    }

    #[test]
    fn white_space_in_a_reason_survives_writing() {
        let text = "yiguan 1\ngame: xia-si\nresult: draw by \t agreement \n";
        let record = read_plain(text).expect("a record");
        assert_eq!(record.result.as_ref().map(|result| &*result.reason), Some("by agreement"));
        assert_eq!(read_plain(&write_plain(&record)), Ok(record));
    }

    #[test]
    fn key_of_a_reason_is_written_with_hyphens() {
        let text = "yiguan 1\ngame: xia-si\nresult: draw no-progress\n\n";
        let record = read_plain(text).expect("a record");
        assert_eq!(record.result.as_ref().map(|result| &*result.reason), Some("no_progress"));
        assert!(write_plain(&record).contains("result: draw no-progress\n"));
        assert_eq!(read_plain(&write_plain(&record)), Ok(record));
    }

    #[test]
    fn faults_name_line_and_column() {
        for (text, line, column) in [
            ("", 1, 1),
            ("yiguan 2\n", 1, 1),
            ("yiguan 1\n", 1, 1),
            ("yiguan 1\nplayer one: x\n", 2, 1),
            ("yiguan 1\ngame: x\nresult: third\n", 3, 9),
            ("yiguan 1\ngame: x\n2 a1a2\n", 3, 1),
            ("yiguan 1\ngame: x\n1\n", 3, 2),
            ("yiguan 1\ngame: x\n1 a1a2 soon\n", 3, 8),
            ("yiguan 1\ngame: x\n1 a1a2 1.0000\n", 3, 8),
            ("yiguan 1\ngame: x\n1 a1a2 99999999999999999999\n", 3, 8),
            ("yiguan 1\ngame: x\n1 a1a2 1.0 x\n", 3, 12),
            ("yiguan 1\ngame: x\n1 a1a2\ngame: y\n", 4, 1),
        ] {
            let error = read_plain(text).expect_err(text);
            assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        }
    }

    #[test]
    fn an_illegal_action_is_named_by_its_ply() {
        let mut record = sample();
        record.moves[2].action = "a1a2".to_owned();
        assert!(matches!(record.replay(), Err(crate::ReplayError::Refused { ply: 2, .. })));
    }
}
