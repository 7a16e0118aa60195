//! Writes KIF: headers, the start (a handicap by name or a diagram), numbered moves with times and
//! comments, and the closing sentence.
//!
//! Times are whole seconds with the total of the side, as the format demands. An ending is written
//! with the word that describes it best; one that KIF has no word for becomes `中断`.

use super::super::{Played, comment_lines, fouled, seconds};
use super::{ENDS, INTERRUPTED, KANJI, WIDE, board, handicap_name, piece_name, side_name};
use crate::shogi::{Handicap, Move, Shogi, Square};
use crate::{BySide, Position, RecordedResult, Side};
use std::fmt::Write;

pub(in super::super) fn write(played: &Played<'_>) -> String {
    let mut text = "#KIF version=2.0 encoding=UTF-8\n".to_owned();
    let record = played.record;
    let regular = played.starts_regularly();
    let handicap = if regular { played.rules.handicap } else { Handicap::None };
    let mut header = |key: &str, value: &str| {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{key}：{value}");
    };
    if let Some(date) = &record.date {
        header("開始日時", date);
    }
    let options = played.options_text();
    if !options.is_empty() {
        header("ルール", &options);
    }
    header("手合割", if regular { handicap_name(handicap) } else { "その他" });
    for side in Side::ALL {
        if let Some(name) = &record.players[side] {
            header(side_name(side, handicap), name);
        }
    }
    if !regular {
        board::write(&mut text, played);
    }
    text.push_str("手数----指手---------消費時間--\n");
    write_comment(&mut text, &record.comment);
    let mut totals = BySide::<u64>::default();
    let mut last = None;
    for (number, (before, action, recorded)) in (1..).zip(&played.plies) {
        let _ = write!(text, "{number:4} {}", move_text(before, action.unpack(), last));
        if let Some(time) = recorded.time {
            let total = &mut totals[before.to_act()];
            *total = total.saturating_add(seconds(time));
            let _ = write!(text, "   {}", time_text(seconds(time), *total));
        }
        text.push('\n');
        write_comment(&mut text, &recorded.comment);
        last = Some(destination(action.unpack()));
    }
    write_end(&mut text, played, handicap);
    text
}

fn write_comment(text: &mut String, comment: &str) {
    for line in comment_lines(comment) {
        let _ = writeln!(text, "*{line}");
    }
}

pub(in super::super) const fn destination(played: Move) -> Square {
    match played {
        Move::Board { to, .. } | Move::Drop { to, .. } => to,
    }
}

/// The text of a move; `last` is the destination of the move before, which is written `同`.
pub(in super::super) fn move_text(before: &Shogi, played: Move, last: Option<Square>) -> String {
    let to = destination(played);
    let square = if last == Some(to) {
        "同　".to_owned()
    } else {
        format!("{}{}", WIDE[usize::from(to.file())], KANJI[usize::from(to.rank())])
    };
    match played {
        Move::Drop { role, .. } => format!("{square}{}打", piece_name(role, false)),
        Move::Board { from, promote, .. } => {
            let name = before
                .piece_at(from)
                .map_or("", |piece| piece_name(piece.role(), piece.promoted()));
            let promotion = if promote { "成" } else { "" };
            format!("{square}{name}{promotion}({}{})", from.file() + 1, from.rank() + 1)
        }
    }
}

/// The time of a move and its side's total, both in seconds.
fn time_text(seconds: u64, total: u64) -> String {
    let (hours, minutes) = (total / 3_600, total / 60 % 60);
    format!("({:2}:{:02}/{hours:02}:{minutes:02}:{:02})", seconds / 60, seconds % 60, total % 60)
}

fn write_end(text: &mut String, played: &Played<'_>, handicap: Handicap) {
    let moves = played.plies.len();
    let result = played.record.result.as_ref();
    let word = end_word(result, played.end.to_act());
    let verdict = match result {
        None => INTERRUPTED.to_owned(),
        Some(RecordedResult { winner: Some(winner), .. }) => {
            format!("{}の勝ち", side_name(*winner, handicap))
        }
        Some(RecordedResult { winner: None, .. }) if word == INTERRUPTED => "引き分け".to_owned(),
        Some(RecordedResult { winner: None, .. }) => word.to_owned(),
    };
    let _ = writeln!(text, "{:4} {word}\nまで{moves}手で{verdict}", moves + 1);
}

/// The word that describes a result best.
fn end_word(result: Option<&RecordedResult>, to_act: Side) -> &'static str {
    let Some(result) = result else { return INTERRUPTED };
    if let Some(loser) = fouled(result) {
        return if loser == to_act { "反則負け" } else { "反則勝ち" };
    }
    let reason = match result.reason.as_str() {
        "no_legal_move" => "checkmate",
        reason => reason,
    };
    ENDS.iter()
        .find(|&&(_, win, other)| other == reason && win.winner(to_act) == result.winner)
        .map_or(INTERRUPTED, |&(word, ..)| word)
}
