//! Scores: the value of a position for the side to act, in hundredths of the game's smallest piece,
//! a stone or a pawn; forced wins and losses exceed all other values.

/// The value of a position for the side to act.
pub type Score = i32;

/// A win at once; a win in `n` actions is `WIN - n`.
pub const WIN: Score = 30_000;

/// From here on a score is a forced win, its negative a forced loss.
pub const DECIDED: Score = WIN - 1_000;

/// A win because the opponent would have to continue a repetition that the rules forbid. Not a
/// forced win, since he may still turn away.
pub(crate) const WON_BY_REPETITION: Score = 20_000;

/// No evaluation goes beyond this.
pub(crate) const EVALUATION_LIMIT: Score = 15_000;

/// The number of actions until the end that a score means, or `None` if it is no forced win or
/// loss. Negative where the side to act loses.
#[must_use]
pub const fn distance(score: Score) -> Option<i32> {
    if score >= DECIDED {
        Some(WIN - score)
    } else if score <= -DECIDED {
        Some(-WIN - score)
    } else {
        None
    }
}
