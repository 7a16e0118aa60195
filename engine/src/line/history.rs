//! The rules of the line games that depend on history: positions that recur, and games without
//! progress.

use super::{Act, LineAction, LinePosition, LineRules};
use crate::{AnyAction, Game, Outcome, Position, Reason, Refusal, RepetitionEffect, Rule, Sink};

/// Actions without a capture or removal after which the game is a draw.
const NO_PROGRESS: u32 = 100;

/// The end of the game by its history.
pub(super) fn adjudicate<R: LineRules, const N: u8>(
    game: &Game<LinePosition<R, N>>,
) -> Option<Outcome> {
    let repeated = if limits(game) {
        let mut allowed = Allowed { game, any: AnyAction::default() };
        game.position().actions(&mut allowed);
        !allowed.any.found
    } else {
        game.recurs(game.position().rules.repetition().limit)
    };
    if repeated {
        return Some(Outcome::draw(Reason::Repetition));
    }
    (game.quiet() >= NO_PROGRESS).then(|| Outcome::draw(Reason::NoProgress))
}

/// Stops at the first action that history does not forbid.
struct Allowed<'a, R: LineRules, const N: u8> {
    game: &'a Game<LinePosition<R, N>>,
    any: AnyAction,
}

impl<R: LineRules, const N: u8> Sink<LineAction> for Allowed<'_, R, N> {
    fn push(&mut self, action: LineAction) -> bool {
        if refuses(self.game, action).is_none() {
            self.any.push(action);
        }
        self.any.found
    }
}

/// Whether history can forbid an action under these rules.
pub(super) fn limits<R: LineRules, const N: u8>(game: &Game<LinePosition<R, N>>) -> bool {
    game.position().rules.repetition().effect == RepetitionEffect::Refused
}

/// The refusal by history of an action that would bring an earlier position back. Its points are
/// those of the stone's way.
pub(super) fn refuses<R: LineRules, const N: u8>(
    game: &Game<LinePosition<R, N>>,
    action: LineAction,
) -> Option<Refusal> {
    let Act::Step { from, to } = action.act() else {
        // A removal leaves fewer stones than ever before.
        return None;
    };
    let mut next = *game.position();
    // The start position was set up, not reached by an action, so it may still recur once.
    let progress = next.apply(action).progress;
    if progress || game.occurrences(&next).iter().all(|&ply| ply == 0) {
        return None;
    }
    Some(Refusal::with(Rule::Repetition, [from, to].into_iter().collect()))
}
