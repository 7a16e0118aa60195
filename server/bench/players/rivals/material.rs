//! A search to a fixed depth that counts captures and knows wins and losses, nothing else. Among
//! equal actions it chooses at random.

use engine::{Game, Position};
use search::Random;

/// More than all that can be taken.
const WON: i32 = 1_000;

/// One of the best actions, or `None` if the game is over.
pub(super) fn choose<P: Position>(
    game: &Game<P>,
    plies: u32,
    random: &mut Random,
) -> Option<P::Action> {
    let mut actions = Vec::new();
    game.legal(&mut actions);
    let mut best = i32::MIN;
    let mut chosen = Vec::new();
    for action in actions {
        let worth = after(game.position(), action, plies, -10 * WON, 10 * WON);
        if worth > best {
            best = worth;
            chosen.clear();
        }
        if worth == best {
            chosen.push(action);
        }
    }
    chosen.get(random.below(chosen.len().max(1))).copied()
}

/// The value of an action for the side that plays it.
fn after<P: Position>(position: &P, action: P::Action, plies: u32, alpha: i32, beta: i32) -> i32 {
    let mut next = position.clone();
    let taken = next.apply(action).captures().len();
    let gain = i32::try_from(taken).unwrap_or(0);
    let (alpha, beta) = (alpha - gain, beta - gain);
    gain + if next.to_act() == position.to_act() {
        worth(&next, plies - 1, alpha, beta)
    } else {
        -worth(&next, plies - 1, -beta, -alpha)
    }
}

/// The value of a position to the side to act.
fn worth<P: Position>(position: &P, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        let sooner = i32::try_from(plies).unwrap_or(0);
        return match outcome.winner {
            Some(winner) if winner == position.to_act() => WON + sooner,
            Some(_) => -WON - sooner,
            None => 0,
        };
    }
    if plies == 0 {
        return 0;
    }
    let mut actions = Vec::new();
    position.actions(&mut actions);
    let mut best = -2 * WON;
    for action in actions {
        best = best.max(after(position, action, plies, alpha, beta));
        alpha = alpha.max(best);
        if alpha > beta {
            break;
        }
    }
    best
}
