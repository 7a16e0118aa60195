//! Writes the form of the Computer Shogi Association.
//!
//! Source: "CSA標準棋譜ファイル形式", versions 2.2 and 3.0.
//!
//! In this order: the encoding as version 3.0 declares it, a comment to older programs, `V2.2`, the
//! players, `$START_TIME`, `$RULES` for options not at their defaults, the start, the side to act,
//! the moves, each with its time `T` if known, comments as `'*`, and the end.
//!
//! An even or handicap start is written as `PI` with the removed pieces, any other position square
//! by square. An ending that CSA has no word for becomes `%CHUDAN`, or `%HIKIWAKE` for a draw.

use super::{Played, comment_lines, fouled, seconds};
use crate::shogi::{Move, Role, SIZE, Shogi, Square};
use crate::{Position, RecordedResult, Side};
use std::fmt::Write;

/// The start of the line that declares the encoding.
const ENCODING: &str = "'CSA encoding=";

/// The codes of the pieces, plain and promoted.
const CODES: [(Role, &str, &str); 8] = [
    (Role::Pawn, "FU", "TO"),
    (Role::Lance, "KY", "NY"),
    (Role::Knight, "KE", "NK"),
    (Role::Silver, "GI", "NG"),
    (Role::Gold, "KI", ""),
    (Role::Bishop, "KA", "UM"),
    (Role::Rook, "HI", "RY"),
    (Role::King, "OU", ""),
];

pub(super) fn write(played: &Played<'_>) -> String {
    let mut text = format!("{ENCODING}UTF-8\nV2.2\n");
    let record = played.record;
    let mut line = |start: &str, rest: &str| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{start}{}", rest.split_whitespace().collect::<Vec<_>>().join(" "));
    };
    for side in Side::ALL {
        if let Some(name) = &record.players[side] {
            line(&format!("N{}", sign(side)), name);
        }
    }
    if let Some(date) = &record.date {
        line("$START_TIME:", date);
    }
    let options = played.options_text();
    if !options.is_empty() {
        line("$RULES:", &options);
    }
    write_start(&mut text, played);
    write_comment(&mut text, &record.comment);
    for (before, action, recorded) in &played.plies {
        text.push_str(&move_text(before, action.unpack()));
        text.push('\n');
        if let Some(time) = recorded.time {
            let _ = writeln!(text, "T{}", seconds(time));
        }
        write_comment(&mut text, &recorded.comment);
    }
    text.push_str(&end_text(record.result.as_ref(), played.end.to_act()));
    text.push('\n');
    text
}

const fn sign(side: Side) -> char {
    match side {
        Side::First => '+',
        Side::Second => '-',
    }
}

fn write_comment(text: &mut String, comment: &str) {
    for line in comment_lines(comment) {
        let _ = writeln!(text, "'*{line}");
    }
}

/// The start position and the side to act.
fn write_start(text: &mut String, played: &Played<'_>) {
    if played.starts_regularly() {
        text.push_str("PI");
        let even = Shogi::start(crate::shogi::Rules::default());
        for square in Square::all() {
            if let (Some(piece), None) = (even.piece_at(square), played.start.piece_at(square)) {
                text.push_str(&square_text(square));
                text.push_str(code(piece.role(), false));
            }
        }
        text.push('\n');
    } else {
        write_board(text, &played.start);
    }
    text.push(sign(played.start.to_act()));
    text.push('\n');
}

fn write_board(text: &mut String, position: &Shogi) {
    for rank in 0..SIZE {
        let _ = write!(text, "P{}", rank + 1);
        for file in (0..SIZE).rev() {
            match Square::new(file, rank).and_then(|square| position.piece_at(square)) {
                None => text.push_str(" * "),
                Some(piece) => {
                    text.push(sign(piece.side()));
                    text.push_str(code(piece.role(), piece.promoted()));
                }
            }
        }
        text.push('\n');
    }
    for side in Side::ALL {
        let held = |role: &Role| position.hand(side).count(*role);
        if Role::HELD.iter().all(|role| held(role) == 0) {
            continue;
        }
        text.push('P');
        text.push(sign(side));
        for role in Role::HELD.iter().rev() {
            for _ in 0..held(role) {
                text.push_str("00");
                text.push_str(code(*role, false));
            }
        }
        text.push('\n');
    }
}

pub(super) fn move_text(before: &Shogi, played: Move) -> String {
    let sign = sign(before.to_act());
    match played {
        Move::Drop { role, to } => format!("{sign}00{}{}", square_text(to), code(role, false)),
        Move::Board { from, to, promote } => {
            let code = before
                .piece_at(from)
                .map_or("", |piece| code(piece.role(), promote || piece.promoted()));
            format!("{sign}{}{}{code}", square_text(from), square_text(to))
        }
    }
}

fn end_text(result: Option<&RecordedResult>, to_act: Side) -> String {
    let Some(result) = result else { return "%CHUDAN".to_owned() };
    if let Some(loser) = fouled(result) {
        return format!("%{}ILLEGAL_ACTION", sign(loser));
    }
    let word = match (result.reason.as_str(), result.winner) {
        ("checkmate" | "no_legal_move", _) => "%TSUMI",
        ("resignation", Some(winner)) if winner != to_act => "%TORYO",
        ("timeout", Some(winner)) if winner != to_act => "%TIME_UP",
        ("repetition", None) => "%SENNICHITE",
        ("impasse", None) => "%JISHOGI",
        ("declaration", Some(winner)) if winner == to_act => "%KACHI",
        (_, None) => "%HIKIWAKE",
        (_, Some(_)) => "%CHUDAN",
    };
    word.to_owned()
}

/// The code of a piece.
fn code(role: Role, promoted: bool) -> &'static str {
    let (_, plain, of_promoted) = CODES[role.index()];
    if promoted { of_promoted } else { plain }
}

/// A square as file and rank, both from 1.
fn square_text(square: Square) -> String {
    format!("{}{}", square.file() + 1, square.rank() + 1)
}
