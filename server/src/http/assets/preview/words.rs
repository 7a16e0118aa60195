//! The texts of link previews, made of [`crate::texts`].
//!
//! The result of a match that spectators still follow live is not revealed.

use crate::texts::{self, Key, Language};
use domain::EndReason;

/// The title of the rules of a game.
pub(super) fn rules_of(language: Language, game: &str) -> String {
    texts::fill(language, Key::RulesOf, &[("game", game)])
}

/// The seat of `side` is free.
pub(super) fn open(language: Language, side: &str) -> String {
    texts::fill(language, Key::Open, &[("side", side)])
}

/// The match is not over.
pub(super) fn live(language: Language, moves: u32) -> String {
    texts::fill(language, Key::Live, &[("moves", &counted(language, moves))])
}

/// The match is not over, and it is the turn of `side`.
pub(super) fn turn(language: Language, side: &str, moves: u32) -> String {
    let moves = counted(language, moves);
    texts::fill(language, Key::ToMove, &[("side", side), ("moves", &moves)])
}

/// The match has continued since.
pub(super) fn before(language: Language, moves: u32) -> String {
    texts::fill(language, Key::Earlier, &[("moves", &counted(language, moves))])
}

/// The match is over; its result is not revealed here.
pub(super) fn over(language: Language, moves: u32) -> String {
    texts::fill(language, Key::Over, &[("moves", &counted(language, moves))])
}

/// How a stored game of `game` ended.
pub(super) fn ended(
    language: Language,
    game: &str,
    result: &str,
    reason: EndReason,
    moves: u32,
) -> String {
    let reason = texts::reason(language, reason, game);
    let moves = counted(language, moves);
    texts::fill(language, Key::Ended, &[("result", result), ("reason", reason), ("moves", &moves)])
}

/// A side has won.
pub(super) fn won(language: Language, side: &str) -> String {
    texts::fill(language, Key::Won, &[("side", side)])
}

fn counted(language: Language, moves: u32) -> String {
    let key = if moves == 1 { Key::OneMove } else { Key::Moves };
    texts::fill(language, key, &[("count", &moves.to_string())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Reason;

    #[test]
    fn line_is_complete_and_of_one_language() {
        let end = EndReason::Rules(Reason::Checkmate);
        let lines = |language, side| {
            [
                rules_of(language, side),
                open(language, side),
                live(language, 12),
                turn(language, side, 12),
                before(language, 1),
                over(language, 12),
                ended(language, "xiangqi", &won(language, side), end, 1),
            ]
            .join(" ")
        };
        assert!(lines(Language::En, "Red").is_ascii());
        for (language, side) in
            [(Language::En, "Red"), (Language::Zh, "红方"), (Language::Ja, "赤")]
        {
            let lines = lines(language, side);
            assert!(!lines.contains(['{', '}']), "{lines}");
            let has_letters = lines.chars().any(|c| c.is_ascii_alphabetic());
            assert_eq!(has_letters, language == Language::En, "{lines}");
        }
        assert_eq!(live(Language::En, 1), "In progress, 1 move so far. Watch it live.");
        assert_eq!(before(Language::Zh, 12), "第 12 步后的局面，之后又走了几步。");
        assert_eq!(before(Language::Ja, 12), "12手目の局面。対局はその後も続いています。");
    }
}
