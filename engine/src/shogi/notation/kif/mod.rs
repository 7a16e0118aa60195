//! Writes KIF, the form in which Japanese programs store games.
//!
//! Source: the description of the form by Kakinoki, "棋譜ファイル KIF 形式".
//!
//! Written in UTF-8: handicap `手合割` or the board, players, `開始日時`, `ルール` for options not
//! at their defaults; then the moves with the square they come from, each with its time and its
//! side's total if known, comments as `*`, the end as a word and as a sentence.

mod board;
mod write;

pub(super) use write::{destination, move_text, write};

use crate::shogi::{Handicap, Piece, Role};
use crate::{Reason, Side};

/// A handicap as KIF calls it.
const fn handicap_name(handicap: Handicap) -> &'static str {
    match handicap {
        Handicap::None => "平手",
        Handicap::LeftLance => "香落ち",
        Handicap::RightLance => "右香落ち",
        Handicap::Bishop => "角落ち",
        Handicap::Rook => "飛車落ち",
        Handicap::RookLeftLance => "飛香落ち",
        Handicap::Two => "二枚落ち",
        Handicap::Four => "四枚落ち",
        Handicap::Five => "五枚落ち",
        Handicap::Six => "六枚落ち",
        Handicap::Eight => "八枚落ち",
        Handicap::Ten => "十枚落ち",
    }
}

/// The name of a side, which is another one in handicap games.
const fn side_name(side: Side, handicap: Handicap) -> &'static str {
    match (side, handicap) {
        (Side::First, Handicap::None) => "先手",
        (Side::Second, Handicap::None) => "後手",
        (Side::First, _) => "下手",
        (Side::Second, _) => "上手",
    }
}

/// The name of a piece in a move.
pub(super) const fn piece_name(role: Role, promoted: bool) -> &'static str {
    match (role, promoted) {
        (Role::Pawn, false) => "歩",
        (Role::Lance, false) => "香",
        (Role::Knight, false) => "桂",
        (Role::Silver, false) => "銀",
        (Role::Gold, _) => "金",
        (Role::Bishop, false) => "角",
        (Role::Rook, false) => "飛",
        (Role::King, _) => "玉",
        (Role::Pawn, true) => "と",
        (Role::Lance, true) => "成香",
        (Role::Knight, true) => "成桂",
        (Role::Silver, true) => "成銀",
        (Role::Bishop, true) => "馬",
        (Role::Rook, true) => "龍",
    }
}

/// The name of a piece on the board, one character.
fn cell_name(piece: Piece) -> &'static str {
    match (piece.role(), piece.promoted()) {
        (Role::Lance, true) => "杏",
        (Role::Knight, true) => "圭",
        (Role::Silver, true) => "全",
        (role, promoted) => piece_name(role, promoted),
    }
}

pub(super) const KANJI: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
pub(super) const WIDE: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];

/// A number up to 18 in kanji.
fn kanji_number(number: u8) -> String {
    let tens = if number >= 10 { "十" } else { "" };
    let ones = (number % 10).checked_sub(1).map_or("", |ones| KANJI[usize::from(ones)]);
    format!("{tens}{ones}")
}

/// The words that end a game: the winner, as seen by the side to act, and the reason.
const ENDS: [(&str, Win, &str); 10] = [
    ("投了", Win::Opponent, "resignation"),
    ("切れ負け", Win::Opponent, "timeout"),
    ("詰み", Win::Opponent, Reason::Checkmate.as_str()),
    ("入玉勝ち", Win::ToAct, Reason::Declaration.as_str()),
    ("反則負け", Win::Opponent, Reason::Foul.as_str()),
    ("反則勝ち", Win::ToAct, Reason::Foul.as_str()),
    ("千日手", Win::Nobody, Reason::Repetition.as_str()),
    ("持将棋", Win::Nobody, Reason::Impasse.as_str()),
    ("不戦敗", Win::Opponent, "abandonment"),
    ("不戦勝", Win::ToAct, "abandonment"),
];

/// The word of a game that is not over, or whose end has no word.
const INTERRUPTED: &str = "中断";

/// The winner by a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Win {
    /// The side to act.
    ToAct,
    /// The side that moved last.
    Opponent,
    /// Neither: a draw.
    Nobody,
}

impl Win {
    fn winner(self, to_act: Side) -> Option<Side> {
        match self {
            Self::ToAct => Some(to_act),
            Self::Opponent => Some(to_act.other()),
            Self::Nobody => None,
        }
    }
}
