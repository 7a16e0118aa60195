//! Counting action sequences, the field's usual test and measure of a generator.

use crate::{Counter, Position};

/// The number of action sequences of length `depth` from `position`.
///
/// Knows no history, and a finished position has no actions.
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth.saturating_sub(1) as usize];
    count(position, depth, &mut lists)
}

/// [`perft`] below each action of `position`, in generation order.
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Action, u64)> {
    let mut actions = Vec::new();
    if depth > 0 {
        position.actions(&mut actions);
    }
    actions
        .into_iter()
        .map(|action| {
            let mut next = position.clone();
            next.apply(action);
            (action, perft(&next, depth - 1))
        })
        .collect()
}

fn count<P: Position>(position: &P, depth: u32, lists: &mut [Vec<P::Action>]) -> u64 {
    match (depth, lists.split_first_mut()) {
        (0, _) => 1,
        (1, _) | (_, None) => {
            let mut counter = Counter::default();
            position.actions(&mut counter);
            counter.count
        }
        (_, Some((list, rest))) => {
            list.clear();
            position.actions(list);
            let mut nodes = 0;
            for &action in list.iter() {
                let mut next = position.clone();
                next.apply(action);
                nodes += count(&next, depth - 1, rest);
            }
            nodes
        }
    }
}
