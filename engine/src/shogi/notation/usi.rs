//! The moves of a game as USI gives them to a program, on one line:
//! `startpos moves 7g7f 3c3d`, or `sfen … moves …` from another position.
//!
//! Read: also with the word `position` before, with any white space between words, and without
//! `moves` if there are none.

use super::{Place, Played, Reading};
use crate::shogi::Action;
use crate::{Position, Record, RecordError};
use std::fmt::Write;

/// How many words a position text has.
const SFEN_WORDS: usize = 4;

pub(super) fn write(played: &Played<'_>) -> String {
    let even = played.start.to_text() == super::Handicap::None.start();
    let mut text =
        if even { "startpos".to_owned() } else { format!("sfen {}", played.start.to_text()) };
    if !played.plies.is_empty() {
        text.push_str(" moves");
    }
    for (_, action, _) in &played.plies {
        // Writing to a String cannot fail.
        let _ = write!(text, " {action}");
    }
    text.push('\n');
    text
}

pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let mut reading = Reading::new();
    let mut words = words(text).peekable();
    let end = Place { line: text.lines().count().max(1), column: 1 };
    words.next_if(|&(_, word)| word == "position");
    match words.next() {
        Some((_, "startpos")) => {}
        Some((place, "sfen")) => {
            let mut sfen = Vec::new();
            while sfen.len() < SFEN_WORDS {
                let Some((_, word)) = words.next_if(|&(_, word)| word != "moves") else { break };
                sfen.push(word);
            }
            reading.start(&sfen.join(" "), place.after("sfen ".len()))?;
        }
        Some((place, _)) => return Err(place.fault("expected `startpos` or `sfen`")),
        None => return Err(end.fault("expected `startpos` or `sfen`")),
    }
    match words.next() {
        None | Some((_, "moves")) => {}
        Some((place, _)) => return Err(place.fault("expected `moves`")),
    }
    for (place, word) in words {
        let action = Action::parse(word)
            .map_err(|refusal| place.fault(format!("`{word}` is not a move: {}", refusal.rule)))?;
        reading.play(action, place)?;
    }
    reading.finish()
}

/// The words of a text with their places.
fn words(text: &str) -> impl Iterator<Item = (Place, &str)> {
    (1..).zip(text.lines()).flat_map(|(line, text)| {
        text.split_whitespace().map(move |word| {
            let before = word.as_ptr().addr() - text.as_ptr().addr();
            let column = text.get(..before).map_or(1, |before| before.chars().count() + 1);
            (Place { line, column }, word)
        })
    })
}
