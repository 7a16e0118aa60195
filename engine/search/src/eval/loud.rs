//! Finds the loud actions of a position: captures, and actions after which the same side acts
//! again.
//!
//! The quiescence search looks at these alone, because the value of a position in the middle of an
//! exchange is meaningless. `Onto` filters a generator's sets of destinations without building the
//! whole list; `find` works for any game by trying every action.

use crate::Duty;
use engine::{Position, Sink};

/// Keeps the actions whose destination is in a mask, for games whose generators produce sets of
/// destinations.
#[derive(Debug)]
pub(super) struct Onto<'a, A, F> {
    pub(super) mask: u128,
    pub(super) list: &'a mut Vec<A>,
    /// Whether a set of actions is wanted for any destinations, judged by one of them.
    pub(super) wanted: F,
}

impl<A: Copy, F: Fn(A) -> bool> Sink<A> for Onto<'_, A, F> {
    fn push(&mut self, action: A) -> bool {
        self.list.push(action);
        false
    }

    #[inline]
    fn push_set(&mut self, targets: u128, make: impl Fn(u8) -> A) -> bool {
        if targets == 0 {
            return false;
        }
        #[expect(clippy::cast_possible_truncation, reason = "a bit index is below 128")]
        let first = make(targets.trailing_zeros() as u8);
        let pushed = if (self.wanted)(first) { targets } else { targets & self.mask };
        if pushed == 0 { false } else { self.list.push_set(pushed, make) }
    }
}

/// The number of pieces that an action captures, and whether the same side acts again.
pub(super) fn taken<P: Position>(position: &P, action: P::Action) -> (usize, bool) {
    let mut next = position.clone();
    let effects = next.apply(action);
    (effects.captures().len(), next.to_act() == position.to_act())
}

/// Writes to `list` the actions that capture or let the same side act again; all actions if `bound`,
/// which means that the side owes an action of that kind.
pub(super) fn find<P: Position>(position: &P, bound: bool, list: &mut Vec<P::Action>) -> Duty {
    position.actions(list);
    if list.is_empty() {
        return Duty::Over;
    }
    if bound {
        return Duty::Bound;
    }
    list.retain(|&action| {
        let (taken, again) = taken(position, action);
        taken > 0 || again
    });
    Duty::Free
}
