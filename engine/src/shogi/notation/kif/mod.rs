//! KIF, the form in which Japanese programs keep games.
//!
//! Source: the description of the form by Kakinoki, "棋譜ファイル KIF 形式".
//!
//! Written in UTF-8: handicap `手合割` or the board, players, `開始日時`, `ルール` for options not
//! at their defaults; then the moves with the square they come from, each with its time and its
//! side's total if known, comments as `*`, the end as a word and as a sentence.
//!
//! Read: also half-width numbers, the usual second names of pieces and of ends, other headers,
//! handicaps that the rules do not list, as positions of their own, marks of the sides before
//! moves, times without totals, and variations, of which the first line of play is taken.

mod board;
mod read;
mod write;

pub(super) use read::{is_move, read};
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

/// Handicaps that the rules do not list, with the giver's first two ranks.
const OTHER_HANDICAPS: [(&str, &str); 4] = [
    ("三枚落ち", "lnsgkgsn1/9"),
    ("左五枚落ち", "1nsgkgs2/9"),
    ("左七枚落ち", "2sgkg3/9"),
    ("右七枚落ち", "3gkgs2/9"),
];

/// What a side is called, in handicap games differently.
const fn side_name(side: Side, handicap: Handicap) -> &'static str {
    match (side, handicap) {
        (Side::First, Handicap::None) => "先手",
        (Side::Second, Handicap::None) => "後手",
        (Side::First, _) => "下手",
        (Side::Second, _) => "上手",
    }
}

/// The side of a name at the beginning of a text, and the rest of the text.
fn strip_side(text: &str) -> Option<(Side, &str)> {
    let strip = |names: [&str; 2]| names.iter().find_map(|&name| text.strip_prefix(name));
    strip(["先手", "下手"])
        .map(|rest| (Side::First, rest))
        .or_else(|| strip(["後手", "上手"]).map(|rest| (Side::Second, rest)))
}

/// The names of pieces: the first of a piece is the one written.
const PIECES: [(&str, Role, bool); 22] = [
    ("歩", Role::Pawn, false),
    ("香", Role::Lance, false),
    ("桂", Role::Knight, false),
    ("銀", Role::Silver, false),
    ("金", Role::Gold, false),
    ("角", Role::Bishop, false),
    ("飛", Role::Rook, false),
    ("玉", Role::King, false),
    ("王", Role::King, false),
    ("と", Role::Pawn, true),
    ("成香", Role::Lance, true),
    ("成桂", Role::Knight, true),
    ("成銀", Role::Silver, true),
    ("馬", Role::Bishop, true),
    ("龍", Role::Rook, true),
    ("竜", Role::Rook, true),
    ("杏", Role::Lance, true),
    ("圭", Role::Knight, true),
    ("全", Role::Silver, true),
    ("成歩", Role::Pawn, true),
    ("成角", Role::Bishop, true),
    ("成飛", Role::Rook, true),
];

/// What a piece is called in a move.
pub(super) fn piece_name(role: Role, promoted: bool) -> &'static str {
    let named =
        |&&(_, other, promotion): &&(&str, Role, bool)| (other, promotion) == (role, promoted);
    PIECES.iter().find(named).map_or("", |&(name, ..)| name)
}

/// What a piece is called on the board, by one character.
fn cell_name(piece: Piece) -> &'static str {
    match (piece.role(), piece.promoted()) {
        (Role::Lance, true) => "杏",
        (Role::Knight, true) => "圭",
        (Role::Silver, true) => "全",
        (role, promoted) => piece_name(role, promoted),
    }
}

/// The piece named at the beginning of a text, and the rest of the text.
fn strip_piece(text: &str) -> Option<(Role, bool, &str)> {
    PIECES.iter().find_map(|&(name, role, promoted)| {
        text.strip_prefix(name).map(|rest| (role, promoted, rest))
    })
}

pub(super) const KANJI: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
pub(super) const WIDE: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];

/// The number, from 0 for 1, that a character represents.
fn digit(character: char) -> Option<u8> {
    let place = |digits: [&str; 9]| digits.iter().position(|digit| digit.starts_with(character));
    let ascii = character.to_digit(10).and_then(|digit| digit.checked_sub(1));
    place(KANJI)
        .or_else(|| place(WIDE))
        .and_then(|place| u8::try_from(place).ok())
        .or_else(|| ascii.and_then(|digit| u8::try_from(digit).ok()))
}

/// A number up to 18 in kanji.
fn kanji_number(number: u8) -> String {
    let tens = if number >= 10 { "十" } else { "" };
    let ones = (number % 10).checked_sub(1).map_or("", |ones| KANJI[usize::from(ones)]);
    format!("{tens}{ones}")
}

/// The words that end a game: who has won by them, as seen by the side to act, and the reason.
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

/// Other words for the same ends.
const OTHER_ENDS: [(&str, &str); 7] = [
    ("詰", "詰み"),
    ("時間切れ", "切れ負け"),
    ("時間切れ負け", "切れ負け"),
    ("入玉宣言", "入玉勝ち"),
    ("入玉宣言勝ち", "入玉勝ち"),
    ("宣言勝ち", "入玉勝ち"),
    ("不詰", INTERRUPTED),
];

/// The word of a game that is not over, or whose end has no word.
const INTERRUPTED: &str = "中断";

/// Who has won by a word.
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
