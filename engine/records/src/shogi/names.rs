//! The words of Japanese records: pieces, sides, numbers, squares, handicaps and endings, in all
//! the spellings that programs use.
//!
//! The functions take a word off the front of a text and return the rest. Longer names come before
//! those they begin with.

use crate::text::{is_blank, narrow};
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

/// A handicap by its name: one of the rules', or its start as SFEN.
pub(super) fn handicap(name: &str) -> Option<Result<Handicap, String>> {
    let name: String = narrow(name).chars().filter(|&c| !is_blank(c)).collect();
    let name = name.strip_suffix("ち").unwrap_or(&name);
    let name = name.strip_suffix("落").unwrap_or(name);
    let name: String = name
        .chars()
        .map(|c| match c {
            '0'..='9' if name != "10枚" => KANJI
                .chars()
                .nth(c.to_digit(10).and_then(|d| d.checked_sub(1)).map_or(99, |d| d as usize))
                .unwrap_or(c),
            other => other,
        })
        .collect();
    let known = match name.as_str() {
        "平手" => Handicap::None,
        "香" | "左香" => Handicap::LeftLance,
        "右香" => Handicap::RightLance,
        "角" => Handicap::Bishop,
        "飛車" | "飛" => Handicap::Rook,
        "飛香" | "飛車香" => Handicap::RookLeftLance,
        "二枚" | "飛角" => Handicap::Two,
        "四枚" => Handicap::Four,
        "五枚" | "右五枚" => Handicap::Five,
        "六枚" => Handicap::Six,
        "八枚" => Handicap::Eight,
        "十枚" | "10枚" => Handicap::Ten,
        "三枚" => return Some(Err(giver("lnsgkgsn1/9/ppppppppp", "-"))),
        "左五枚" => return Some(Err(giver("1nsgkgs2/9/ppppppppp", "-"))),
        "七枚" | "左七枚" => return Some(Err(giver("2sgkg3/9/ppppppppp", "-"))),
        "右七枚" => return Some(Err(giver("3gkgs2/9/ppppppppp", "-"))),
        "トンボ" => return Some(Err(giver("4k4/1r5b1/ppppppppp", "-"))),
        "歩三兵" => return Some(Err(giver("4k4/9/9", "3p"))),
        "裸玉" | "裸王" | "十九枚" => return Some(Err(giver("4k4/9/9", "-"))),
        "青空将棋" | "青空" => {
            return Some(Err("lnsgkgsnl/1r5b1/9/9/9/9/9/1B5R1/LNSGKGSNL b - 1".to_owned()));
        }
        _ => return None,
    };
    Some(Ok(known))
}

/// The start of a handicap: the giver's ranks and hand.
fn giver(ranks: &str, hand: &str) -> String {
    format!("{ranks}/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w {hand} 1")
}

/// The outcome that a word stands for.
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
        "切れ負け" | "時間切れ" | "時間切れ負け" | "時間負け" | "タイムアップ" => {
            End::Loss("timeout")
        }
        "詰み" | "詰" => End::Loss(Reason::Checkmate.as_str()),
        "反則負け" | "反則" | "反則手" | "反則行為" => {
            End::Loss(Reason::Foul.as_str())
        }
        "不戦敗" => End::Loss("abandonment"),
        "入玉勝ち" | "入玉宣言" | "入玉宣言勝ち" | "宣言勝ち" => {
            End::Win(Reason::Declaration.as_str())
        }
        "反則勝ち" => End::Win(Reason::Foul.as_str()),
        "不戦勝" => End::Win("abandonment"),
        "千日手" => End::Draw(Reason::Repetition.as_str()),
        "持将棋" => End::Draw(Reason::Impasse.as_str()),
        "引き分け" | "引分け" | "引分" | "両者反則" => End::Draw(""),
        "中断" | "指し掛け" | "不詰" | "封じ手" | "待った" | "エラー" | "最大手数" => {
            End::Open
        }
        _ => return None,
    })
}
