//! A simple opponent for measuring the weakest level of the computer players: it plays at random,
//! but captures what is free and wins when it can.
//!
//! It knows no game: an action is worth the captures that the engine reports, plus one if the same
//! side acts again, unless the opponent can recapture at once.

use engine::{ActionPlayed, AnyGame};
use search::Random;

/// A random action, among those that capture the most without being recaptured, if there are any.
/// Wins at once where it can.
pub(super) fn take_or_wander(game: &AnyGame, random: &mut Random) -> Option<String> {
    let legal = game.legal();
    let mut best = 0;
    let mut takers = Vec::new();
    for action in &legal {
        let Some((next, played)) = after(game, action) else { continue };
        if played.outcome.and_then(|outcome| outcome.winner) == Some(played.by) {
            return Some(action.clone());
        }
        let again = played.outcome.is_none() && next.to_act() == played.by;
        let gain = played.captures.len() + usize::from(again);
        if gain < best.max(1) || taken_back(&next, &played) {
            continue;
        }
        if gain > best {
            takers.clear();
            best = gain;
        }
        takers.push(action);
    }
    let choices = if takers.is_empty() { legal.iter().collect() } else { takers };
    choices.get(random.below(choices.len().max(1))).map(|action| (*action).clone())
}

fn after(game: &AnyGame, action: &str) -> Option<(AnyGame, ActionPlayed)> {
    let mut next = game.clone();
    let played = next.play(action).ok()?;
    Some((next, played))
}

/// Whether the opponent can capture on a point where something was captured, as in games where
/// pieces capture by moving onto others.
fn taken_back(next: &AnyGame, played: &ActionPlayed) -> bool {
    if played.captures.is_empty() || played.outcome.is_some() || next.to_act() == played.by {
        return false;
    }
    next.legal().iter().any(|reply| {
        after(next, reply).is_some_and(|(_, reply)| {
            reply
                .captures
                .iter()
                .any(|back| played.captures.iter().any(|taken| taken.at == back.at))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::set_up;
    use engine::Options;

    fn choices(game: &str, position: &str) -> Vec<String> {
        let game = AnyGame::new(game, None, &Options::none(), Some(position));
        let game = game.expect("it is a position");
        let mut random = Random::new(1);
        let mut all: Vec<String> =
            (0..50).filter_map(|_| take_or_wander(&game, &mut random)).collect();
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn it_takes_what_is_free() {
        let position = "3k5/9/9/9/9/r8/9/9/9/R3K4 w - - 0 1";
        assert_eq!(choices("xiangqi", position), ["a0a4"]);
    }

    #[test]
    fn it_leaves_what_is_defended() {
        let position = "r2k5/9/9/9/9/r8/9/9/9/R3K4 w - - 0 1";
        assert!(choices("xiangqi", position).len() > 5);
    }

    #[test]
    fn it_wanders_where_there_is_nothing_to_take() {
        let game = set_up("er-chi-yi", None).expect("it is a game");
        assert!(choices("er-chi-yi", &game.position_text()).len() > 2);
    }
}
