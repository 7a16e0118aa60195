//! Writes the moves of a game as USI gives them to a program, on one line:
//! `startpos moves 7g7f 3c3d`, or `sfen … moves …` from another position.

use super::Played;
use crate::Position;
use std::fmt::Write;

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
