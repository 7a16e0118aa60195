//! The moves of a game as USI gives them to a program, on one line:
//! `startpos moves 7g7f 3c3d`, or `sfen … moves …` from another position.
//!
//! Read: also with the word `position` before, with any white space between words, without
//! `moves` if there are none, a position without `sfen`, and moves alone.

use super::{Place, Played, Reading};
use crate::shogi::Action;
use crate::{Fault, Position, Record, RecordError};
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
    let moves_alone = words.peek().is_some_and(|&(_, word)| Action::parse(word).is_ok());
    let position = words.next_if(|&(_, word)| word == "sfen" || word.contains('/'));
    if let Some((place, first)) = position {
        let (mut sfen, place) = match first {
            "sfen" => (Vec::new(), place.after("sfen ".len())),
            board => (vec![board], place),
        };
        while sfen.len() < SFEN_WORDS {
            let Some((_, word)) = words.next_if(|&(_, word)| word != "moves") else { break };
            sfen.push(word);
        }
        reading.start(&sfen.join(" "), place)?;
    } else if !moves_alone && words.next_if(|&(_, word)| word == "startpos").is_none() {
        let place = words.next().map_or(end, |(place, _)| place);
        return Err(place.fault(Fault::Expected("startpos / sfen")));
    }
    if !moves_alone {
        match words.next() {
            None | Some((_, "moves")) => {}
            Some((place, _)) => return Err(place.fault(Fault::Expected("moves"))),
        }
    }
    for (place, word) in words {
        let action =
            Action::parse(word).map_err(|_| place.fault(Fault::NotAMove(word.to_owned())))?;
        reading.play(action, place)?;
    }
    reading.finish()
}

/// The words of a text with their places.
pub(super) fn words(text: &str) -> impl Iterator<Item = (Place, &str)> {
    (1..).zip(text.lines()).flat_map(|(line, text)| {
        text.split_whitespace().map(move |word| {
            let before = word.as_ptr().addr() - text.as_ptr().addr();
            let column = text.get(..before).map_or(1, |before| before.chars().count() + 1);
            (Place { line, column }, word)
        })
    })
}
