//! The words of Japanese records: pieces, sides, numbers, squares, handicaps and endings, in all
//! the spellings that programs use.
//!
//! The functions take a word off the front of a text and return the rest. Longer names come before
//! those they begin with.

use engine::shogi::{Handicap, Role, Square};
use engine::{Reason, Side};

/// The names of pieces; longer ones before those that they begin with.
const PIECES: [(&str, Role, bool); 25] = [
    ("成香", Role::Lance, true),
    ("成桂", Role::Knight, true),
    ("成銀", Role::Silver, true),
    ("成歩", Role::Pawn, true),
    ("成角", Role::Bishop, true),
    ("成飛", Role::Rook, true),
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
    ("馬", Role::Bishop, true),
    ("龍", Role::Rook, true),
    ("竜", Role::Rook, true),
    ("杏", Role::Lance, true),
    ("圭", Role::Knight, true),
    ("全", Role::Silver, true),
    ("个", Role::Pawn, true),
    ("仝", Role::Lance, true),
    ("今", Role::Knight, true),
];

/// The piece named at the beginning of a text, and the rest of the text.
pub(super) fn strip_piece(text: &str) -> Option<(Role, bool, &str)> {
    PIECES.iter().find_map(|&(name, role, promoted)| {
        text.strip_prefix(name).map(|rest| (role, promoted, rest))
    })
}

/// The side of a name at the beginning of a text, and the rest of the text.
pub(super) fn strip_side(text: &str) -> Option<(Side, &str)> {
    let strip = |names: [&str; 2]| names.iter().find_map(|&name| text.strip_prefix(name));
    strip(["先手", "下手"])
        .map(|rest| (Side::First, rest))
        .or_else(|| strip(["後手", "上手"]).map(|rest| (Side::Second, rest)))
}

/// The marks of the sides before a move.
pub(super) const MARKS: [char; 7] = ['▲', '△', '☗', '☖', '▼', '▽', '⛊'];

const KANJI: &str = "一二三四五六七八九";
const WIDE: &str = "１２３４５６７８９";

/// The number that a digit represents, minus 1: 0 for 1.
pub(super) fn digit(character: char) -> Option<u8> {
    let place = |digits: &str| digits.chars().position(|digit| digit == character);
    let ascii = character.to_digit(10).and_then(|digit| digit.checked_sub(1));
    place(KANJI)
        .or_else(|| place(WIDE))
        .and_then(|place| u8::try_from(place).ok())
        .or_else(|| ascii.and_then(|digit| u8::try_from(digit).ok()))
}

/// A count of pieces in kanji or digits; 1 if there is none.
pub(super) fn count(text: &str) -> Option<u8> {
    if text.is_empty() {
        return Some(1);
    }
    if let Some(rest) = text.strip_prefix('十') {
        return match rest {
            "" => Some(10),
            rest => count(rest).map(|ones| ones + 10),
        };
    }
    let mut number: u8 = 0;
    for character in text.chars() {
        let digit = match character {
            '0' | '０' => 0,
            other => digit(other)? + 1,
        };
        number = number.checked_mul(10)?.checked_add(digit)?;
    }
    Some(number)
}

/// The square at the beginning of a text, and the rest of the text.
pub(super) fn strip_square(text: &str) -> Option<(Square, &str)> {
    let mut characters = text.chars();
    let (file, rank) = (digit(characters.next()?)?, digit(characters.next()?)?);
    Some((Square::new(file, rank)?, characters.as_str()))
}

/// A handicap by its name: one of the rules', or the giver's first two ranks.
pub(super) fn handicap(name: &str) -> Option<Result<Handicap, &'static str>> {
    let name = name.trim_matches(|c: char| c.is_whitespace() || c == '　');
    let known = match name {
        "平手" => Handicap::None,
        "香落ち" | "左香落ち" => Handicap::LeftLance,
        "右香落ち" => Handicap::RightLance,
        "角落ち" => Handicap::Bishop,
        "飛車落ち" | "飛落ち" => Handicap::Rook,
        "飛香落ち" => Handicap::RookLeftLance,
        "二枚落ち" | "２枚落ち" | "2枚落ち" => Handicap::Two,
        "四枚落ち" | "４枚落ち" | "4枚落ち" => Handicap::Four,
        "五枚落ち" | "右五枚落ち" => Handicap::Five,
        "六枚落ち" | "６枚落ち" | "6枚落ち" => Handicap::Six,
        "八枚落ち" | "８枚落ち" | "8枚落ち" => Handicap::Eight,
        "十枚落ち" | "１０枚落ち" | "10枚落ち" => Handicap::Ten,
        "三枚落ち" => return Some(Err("lnsgkgsn1/9")),
        "左五枚落ち" => return Some(Err("1nsgkgs2/9")),
        "七枚落ち" | "左七枚落ち" => return Some(Err("2sgkg3/9")),
        "右七枚落ち" => return Some(Err("3gkgs2/9")),
        "トンボ" | "トンボ落ち" => return Some(Err("4k4/1r5b1")),
        "歩三兵" | "裸玉" => return Some(Err("4k4/9")),
        _ => return None,
    };
    Some(Ok(known))
}

/// How a word ends a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Won by the side to act.
    Win(&'static str),
    /// Lost by the side to act.
    Loss(&'static str),
    /// Drawn.
    Draw(&'static str),
    /// Broken off, adjourned, or unknown.
    Open,
}

/// The end that a word names.
pub(super) fn end(word: &str) -> Option<End> {
    Some(match word {
        "投了" => End::Loss("resignation"),
        "切れ負け" | "時間切れ" | "時間切れ負け" | "タイムアップ" => {
            End::Loss("timeout")
        }
        "詰み" | "詰" => End::Loss(Reason::Checkmate.as_str()),
        "反則負け" | "反則" => End::Loss(Reason::Foul.as_str()),
        "不戦敗" => End::Loss("abandonment"),
        "入玉勝ち" | "入玉宣言" | "入玉宣言勝ち" | "宣言勝ち" => {
            End::Win(Reason::Declaration.as_str())
        }
        "反則勝ち" => End::Win(Reason::Foul.as_str()),
        "不戦勝" => End::Win("abandonment"),
        "千日手" => End::Draw(Reason::Repetition.as_str()),
        "持将棋" => End::Draw(Reason::Impasse.as_str()),
        "引き分け" | "引分け" | "引分" => End::Draw(""),
        "中断" | "不詰" | "封じ手" | "待った" | "エラー" | "最大手数" => End::Open,
        _ => return None,
    })
}
