//! Whole games in PGN-like text: headers in brackets, numbered moves, comments.
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
//! are. `Termination` is the reason's key.
//!
//! `1-0` is won by the side that moves first, whatever its colour. Under `walker` that is Black:
//! the header `Black` names the first side, and in `FEN`, as everywhere in this project, upper case
//! is the first side. Files are counted from the mover's right.
//!
//! Written comments are in braces; one that contains braces itself, or has white space at an end,
//! is written as lines that begin with `;`. The reader accepts either anywhere, further headers,
//! any numbers or none, moves of all three notations regardless of `Format`, `$1`, `!` and `?`, and
//! skips variations in round brackets. It plays the moves, so that a record that is read replays;
//! where the rules end the game, they decide the result.

mod read;
mod scan;
mod write;
mod wxf_file;

pub(super) use read::{after_number, read};
pub(super) use write::write;
pub(super) use wxf_file::{is_wxf_file, read as read_wxf_file};

use super::Notation;
use crate::Side;

/// The results in turn order, and the draw.
const FIRST_WON: &str = "1-0";
const SECOND_WON: &str = "0-1";
const DRAWN: &str = "1/2-1/2";
const UNKNOWN: &str = "*";

/// Opens a comment that holds a time.
const TIME: &str = "[%emt ";

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
