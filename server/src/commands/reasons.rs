//! English sentences for the reasons why an action is refused, for commands that report to a
//! person.
//!
//! They are the sentences that the client's pages show in English. Every rule has one; the compiler
//! holds the list complete.

use engine::Rule;

/// The sentence of a rule.
pub(super) const fn sentence(rule: Rule) -> &'static str {
    match rule {
        Rule::Syntax => "That is not a move in this game.",
        Rule::GameOver => "The game is over.",
        Rule::OffBoard => "That point is not on the board.",
        Rule::EmptyOrigin => "There is no piece there.",
        Rule::NotYours => "That piece is your opponent’s.",
        Rule::OwnPiece => "Your own piece is there.",
        Rule::Occupied => "That point is occupied.",
        Rule::PieceMovement => "That piece can’t move like that.",
        Rule::NotAdjacent => "Stones move one step along a line.",
        Rule::Blocked => "Another piece is in the way.",
        Rule::HobbledHorse => "The horse is blocked by the piece next to it.",
        Rule::BlockedElephantEye => "The elephant is blocked by the piece in between.",
        Rule::CannonScreen => {
            "A cannon captures over exactly one piece (the screen) and moves over none."
        }
        Rule::Palace => "The general and the advisors can’t leave the palace.",
        Rule::River => "Elephants can’t cross the river.",
        Rule::InCheck => "You would be left in check.",
        Rule::FacingGenerals => "The generals may not face each other on an open file.",
        Rule::PerpetualCheck => "Perpetual check is not allowed: play a different move.",
        Rule::Repetition => {
            "That position has already occurred in this game: play a different move."
        }
        Rule::WrongPhase => "You can’t do that in this phase of the game.",
        Rule::NoStoneLeft => "You have no stones left to place.",
        Rule::FirstPlacement => "The first stone must be placed on the marked point.",
        Rule::MustRemove => "First remove one of your opponent’s stones.",
        Rule::MustFill => "First move a neighbouring stone into the vacated point.",
        Rule::MustCapture => "You must keep capturing.",
        Rule::NotEnemy => "Only enemy stones can be removed.",
        Rule::NotProtected => "That stone is protected by a fang.",
        Rule::NoNeighbour => "You need one of your own stones next to it.",
        Rule::CannotPass => "You may pass only when you have no other move.",
        Rule::MustExchange => "You must exchange while an exchange is possible.",
        Rule::NotInHand => "You have no such piece in hand.",
        Rule::DeadPiece => "The piece could never move from there.",
        Rule::Nifu => "Nifu: you already have an unpromoted pawn on that file.",
        Rule::Uchifuzume => "You may not give checkmate by dropping a pawn (uchifuzume).",
        Rule::CannotPromote => "The piece can’t promote with this move.",
        Rule::MustPromote => "The piece must promote with this move.",
        Rule::NoImpasse => "Impasse can’t be proposed now.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_the_sentence_of_the_pages() {
        let words = include_str!("../../../static/js/i18n/en/verdicts.js");
        for rule in Rule::ALL {
            let line = format!("'rule.{}': '{}',", rule.as_str(), sentence(rule));
            assert!(words.contains(&line), "{line}");
        }
    }
}
