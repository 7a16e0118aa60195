//! The opponent that the weakest level is measured against: a beginner who looks one action ahead.
//!
//! It wins at once if it can, avoids an action that loses at once, and otherwise takes the most material.
//! It chooses at random among equals.

use engine::{AnyGame, Side};
use search::Random;

/// The beginner's action, or `None` if the game is over.
pub(super) fn choose(game: &AnyGame, random: &mut Random) -> Option<String> {
    let side = game.to_act();
    let mut tries = Vec::new();
    for action in game.legal() {
        let mut next = game.clone();
        let Ok(played) = next.play(&action) else { continue };
        let winner = played.outcome.and_then(|outcome| outcome.winner);
        if winner == Some(side) {
            return Some(action);
        }
        // A removal that the action has earned is as good as taken.
        let material = balance(&next, side) + 2 * i32::from(played.earned);
        tries.push(Try { action, next, loses: winner.is_some(), material, tie: random.next() });
    }
    tries.sort_by_key(|one| (one.loses, std::cmp::Reverse(one.material), one.tie));
    let safe = tries.iter().position(|one| !one.loses && !has_win(&one.next, side.other()));
    let place = safe.unwrap_or(0);
    tries.into_iter().nth(place).map(|one| one.action)
}

/// A legal action with the game after it.
struct Try {
    action: String,
    next: AnyGame,
    /// Whether it ends the game as a loss.
    loses: bool,
    material: i32,
    /// The random order of equals.
    tie: u64,
}

/// Whether a side can win with its next action.
fn has_win(game: &AnyGame, side: Side) -> bool {
    game.outcome().is_none()
        && game.to_act() == side
        && game.legal().iter().any(|reply| {
            let mut next = game.clone();
            let winner = next.play(reply).ok().and_then(|played| played.outcome?.winner);
            winner == Some(side)
        })
}

/// The side's material less the opponent's, on the board and in hand, in halves of the smallest piece.
fn balance(game: &AnyGame, side: Side) -> i32 {
    let id = game.info().id;
    let picture = game.picture();
    let board: i32 = picture
        .pieces
        .iter()
        .map(
            |piece| {
                if piece.side == side { value(id, piece.label) } else { -value(id, piece.label) }
            },
        )
        .sum();
    let hand = |side: Side| -> i32 {
        picture.hands[side].iter().map(|held| i32::from(held.count) * value(id, held.label)).sum()
    };
    board + hand(side) - hand(side.other())
}

/// The value of a piece to a beginner, in halves of the smallest piece. A promoted piece has the value
/// it had before.
fn value(game: &str, label: &str) -> i32 {
    match (game, label) {
        ("shogi", "歩" | "と") => 2,
        ("shogi", "香" | "杏") => 6,
        ("shogi", "桂" | "圭") => 8,
        ("shogi", "銀" | "全") => 10,
        ("shogi", "金") => 12,
        ("shogi", "角" | "馬") => 16,
        ("shogi", "飛" | "龍") => 20,
        ("xiangqi", "兵" | "卒") => 2,
        ("xiangqi", "士" | "仕" | "象" | "相") => 4,
        ("xiangqi", "馬" | "傌") => 8,
        ("xiangqi", "砲" | "炮") => 9,
        ("xiangqi", "車" | "俥") => 18,
        ("shogi" | "xiangqi", _) => 0,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::set_up;
    use engine::Options;

    /// The actions that the beginner chooses in a position, over fifty seeds.
    fn choices(game: &str, position: &str) -> Vec<String> {
        let game = AnyGame::new(game, None, &Options::none(), Some(position));
        let game = game.expect("it is a position");
        let mut all: Vec<String> =
            (0..50).filter_map(|seed| choose(&game, &mut Random::new(seed))).collect();
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn takes_the_most_valuable_piece() {
        let position = "3k5/9/9/9/9/r8/9/9/9/R1p1K4 w - - 0 1";
        assert_eq!(choices("xiangqi", position), ["a0a4"]);
    }

    #[test]
    fn takes_a_defended_piece_too() {
        let position = "r3k4/4a4/9/9/9/p8/9/9/9/R3K4 w - - 0 1";
        assert_eq!(choices("xiangqi", position), ["a0a4"]);
    }

    #[test]
    fn wins_at_once_rather_than_take() {
        // The chariot could take on a4, but mates on d0.
        let position = "r2k5/9/9/9/9/p8/9/9/9/R3K4 w - - 0 1";
        assert_eq!(choices("xiangqi", position), ["a0d0"]);
        let position = "4k4/9/4P4/8p/8R/9/9/9/4K4 b G 1";
        assert_eq!(choices("shogi", position), ["G*5b"]);
    }

    #[test]
    fn does_not_take_where_that_loses_at_once() {
        // If the horse takes on b3, the chariot on a9 mates on a0.
        let position = "r2k5/9/9/9/N8/9/1p7/9/1r7/4K4 w - - 0 1";
        assert_eq!(choices("xiangqi", position), ["e0f0"]);
    }

    #[test]
    fn equal_actions_are_chosen_at_random() {
        let game = set_up("er-chi-yi", None).expect("it is a game");
        assert!(choices("er-chi-yi", &game.position_text()).len() > 2);
    }
}
