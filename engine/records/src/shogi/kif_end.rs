//! The end of a game in KIF and KI2: a word in the place of a move, and the sentence that begins
//! with まで.

use super::names::{End, MARKS, end};
use crate::text::{is_blank, narrow};
use engine::{BySide, Reason, Side};

/// The names of the sides in a sentence.
const SIDES: [(&str, Side); 8] = [
    ("先手", Side::First),
    ("下手", Side::First),
    ("後手", Side::Second),
    ("上手", Side::Second),
    ("▲", Side::First),
    ("☗", Side::First),
    ("△", Side::Second),
    ("☖", Side::Second),
];

/// The meaning of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sentence {
    /// A side won; the reason may be empty.
    Won(Side, &'static str),
    /// The side to act lost.
    Lost(&'static str),
    /// The side to act won.
    WonToAct(&'static str),
    /// The game was drawn.
    Drawn(&'static str),
    /// Broken off, or without a result.
    Open,
    /// Nothing that is known.
    Unknown,
}

/// Reads a sentence, such as `まで3手で先手の勝ち`, or the word of a header. It may name a player.
pub(super) fn sentence(text: &str, players: &BySide<Option<String>>) -> Sentence {
    let mut text: String = narrow(text).chars().filter(|&c| !is_blank(c)).collect();
    if !SIDES.iter().any(|(name, _)| text.contains(name)) {
        for side in Side::ALL {
            let name = players[side].as_deref().map(narrow).unwrap_or_default();
            let name: String = name.chars().filter(|&c| !is_blank(c)).collect();
            if !name.is_empty() {
                text = text.replace(&name, if side == Side::First { "先手" } else { "後手" });
            }
        }
    }
    let reasons = [
        ("反則", Reason::Foul.as_str()),
        ("時間切れ", "timeout"),
        ("切れ負け", "timeout"),
        ("切れ勝ち", "timeout"),
        ("入玉", Reason::Declaration.as_str()),
        ("宣言", Reason::Declaration.as_str()),
        ("不戦", "abandonment"),
        ("接続切れ", "abandonment"),
        ("詰", Reason::Checkmate.as_str()),
        ("投了", "resignation"),
    ];
    let no_mate = text.contains("不詰");
    let (word, reason) = reasons
        .into_iter()
        .find(|&(word, _)| text.contains(word) && !(word == "詰" && no_mate))
        .unwrap_or(("", ""));
    if let Some(winner) = winner(&text).or_else(|| winner_by_deed(&text, word)) {
        return Sentence::Won(winner, reason);
    }
    if no_mate {
        return Sentence::Open;
    }
    let drawn = [
        ("千日手", Reason::Repetition.as_str()),
        ("持将棋", Reason::Impasse.as_str()),
        ("引き分け", ""),
        ("引分", ""),
    ];
    if let Some((_, reason)) = drawn.into_iter().find(|&(word, _)| text.contains(word)) {
        return Sentence::Drawn(reason);
    }
    let open = ["中断", "指し掛け", "待った", "最大手数", "エラー"];
    if open.into_iter().any(|word| text.contains(word)) {
        return Sentence::Open;
    }
    let word = text.trim_start_matches("まで").trim_start_matches(|c: char| c.is_ascii_digit());
    let word = word.trim_start_matches('手').trim_start_matches(['で', 'に', 'て', '、', '。']);
    match end(word.trim_end_matches(['。', '.'])) {
        Some(End::Win(reason)) => Sentence::WonToAct(reason),
        Some(End::Loss(reason)) => Sentence::Lost(reason),
        Some(End::Draw(reason)) => Sentence::Drawn(reason),
        Some(End::Open) => Sentence::Open,
        None if reason == Reason::Declaration.as_str() => Sentence::WonToAct(reason),
        None if !reason.is_empty() => Sentence::Lost(reason),
        None => Sentence::Unknown,
    }
}

/// The side that a sentence names last before a place.
fn side_before(text: &str, at: usize) -> Option<Side> {
    let found = SIDES.into_iter().filter_map(|(name, side)| {
        let found = text[..at].rfind(name)?;
        Some((found, side))
    });
    found.max_by_key(|&(found, _)| found).map(|(_, side)| side)
}

/// The winner of a sentence that names a side with 勝 or 負.
fn winner(text: &str) -> Option<Side> {
    let won = text.rfind('勝').and_then(|at| side_before(text, at));
    let lost = || text.rfind(['負', '敗']).and_then(|at| side_before(text, at)).map(Side::other);
    won.or_else(lost)
}

/// The winner of a sentence that names a side with a deed: `後手の反則`, `先手の入玉宣言`.
fn winner_by_deed(text: &str, word: &str) -> Option<Side> {
    let side = || side_before(text, text.find(word)?);
    match word {
        "入玉" | "宣言" => side(),
        // Of a mate, the side is the one that gives it or the one that suffers it.
        "" | "詰" => None,
        _ => side().map(Side::other),
    }
}

/// The side that a mark before a move names; `None` if it may be either.
pub(super) fn marked_side(text: &str) -> Option<Side> {
    match text.chars().next().filter(|mark| MARKS.contains(mark))? {
        '▲' | '☗' | '▼' => Some(Side::First),
        '△' | '☖' | '▽' => Some(Side::Second),
        _ => None,
    }
}
