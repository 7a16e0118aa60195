//! Files of the form that Western programs for xiangqi save as `.wxf`.
//!
//! ```text
//! FORMAT  WXF
//! GAME    Club championship
//! RED     Zhang;;;
//! BLACK   Li;;;
//! DATE    24-12-2022
//!
//! START{
//!  1.  C2.4  C2.5     2.  H8+7  H2+3
//! }END
//! ```
//!
//! Source: *Chinese Chess File Format* (H. Yang and others), and files that XieXie saves. Red moves
//! first. A name ends at the first `;`. `RESULT` and `FEN` are as in PGN, other lines are skipped;
//! `/* … */` is a comment; `!` and `?` are allowed before a number.

use super::read::Reading;
use super::scan::Spot;
use crate::{Fault, Record, RecordError};

/// What the moves stand between.
const START: &str = "START{";
const END: char = '}';

/// Whether a text is such a file.
pub(in crate::xiangqi::notation) fn is_wxf_file(text: &str) -> bool {
    let format = |line: &str| line.split_whitespace().next() == Some("FORMAT");
    text.lines().any(|line| line.trim_start().starts_with(START))
        || text.lines().find(|line| !line.trim().is_empty()).is_some_and(format)
}

/// Reads such a file; its moves are legal.
pub(in crate::xiangqi::notation) fn read(text: &str) -> Result<Record, RecordError> {
    let mut reading = Reading::default();
    let mut part = Part::Head;
    let mut comment: Option<(Spot, String)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let mut rest = line;
        loop {
            let spot =
                Spot { line: number, column: line.chars().count() - rest.chars().count() + 1 };
            if let Some((begun, said)) = comment.take() {
                let Some((last, after)) = rest.split_once("*/") else {
                    comment = Some((begun, format!("{said}{rest}\n")));
                    break;
                };
                reading.comment(format!("{said}{last}").trim());
                rest = after;
                continue;
            }
            let (plain, after) = rest.split_once("/*").map_or((rest, None), |(a, b)| (a, Some(b)));
            part = part.read(&mut reading, plain, spot)?;
            let Some(after) = after else { break };
            comment = Some((spot.after(plain.chars().count()), String::new()));
            rest = after;
        }
    }
    match comment {
        Some((spot, _)) => Err(spot.fault(Fault::NoEnd('/'))),
        None => reading.finish(),
    }
}

/// Where in the file a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Head,
    Moves,
    Over,
}

impl Part {
    /// Takes a line, or what of it is no comment; returns the part that follows.
    fn read(self, reading: &mut Reading, text: &str, spot: Spot) -> Result<Self, RecordError> {
        match self {
            Self::Head => {
                if let Some((_, moves)) = text.split_once(START) {
                    let before = text.chars().count() - moves.chars().count();
                    return Self::Moves.read(reading, moves, spot.after(before));
                }
                header(reading, text, spot)?;
                Ok(Self::Head)
            }
            Self::Moves => {
                let (moves, over) = text.split_once(END).map_or((text, false), |(a, _)| (a, true));
                for word in moves.split_whitespace() {
                    let before = word.as_ptr().addr() - text.as_ptr().addr();
                    let column = text.get(..before).map_or(0, |before| before.chars().count());
                    let marks = word.trim_start_matches(['!', '?']);
                    let spot = spot.after(column + word.len() - marks.len());
                    reading.word(spot, marks)?;
                }
                Ok(if over { Self::Over } else { Self::Moves })
            }
            Self::Over => Ok(Self::Over),
        }
    }
}

/// A line such as `RED  Zhang;;;`.
fn header(reading: &mut Reading, text: &str, spot: Spot) -> Result<(), RecordError> {
    let Some((key, value)) = text.trim().split_once(char::is_whitespace) else { return Ok(()) };
    let value = value.trim();
    let name = value.split(';').next().unwrap_or("").trim().to_owned();
    let before = text.chars().count() - text.trim_start().chars().count();
    let at = spot.after(before + key.chars().count() + 1);
    match key {
        "RED" => reading.header(spot, "Red", name, at),
        "BLACK" => reading.header(spot, "Black", name, at),
        "DATE" => reading.header(spot, "Date", value.to_owned(), at),
        "FEN" => reading.header(spot, "FEN", value.to_owned(), at),
        "RESULT" => reading.header(spot, "Result", value.to_owned(), at),
        _ => Ok(()),
    }
}
