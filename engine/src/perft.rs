//! Counting action sequences, the field's usual test and measure of a generator.

use crate::{Counter, Position};

/// The number of action sequences of length `depth` from `position`.
///
/// Knows no history, and a finished position has no actions.
///
/// ```
/// use engine::shogi::Shogi;
/// use engine::{Game, Options, Position, perft};
///
/// let rules = <Shogi as Position>::rules("standard", &Options::none())?;
/// assert_eq!(perft(Game::<Shogi>::new(rules).position(), 2), 900);
/// # Ok::<(), engine::SetupError>(())
/// ```
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth.saturating_sub(1) as usize];
    count(position, depth, &mut lists)
}

/// [`perft`] with the list of the last ply built instead of counted: what a search pays.
#[must_use]
pub fn perft_built<P: Position>(position: &P, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    build(position, depth, &mut lists)
}

/// Plays up to `cap` plies, each chosen by `choose` from the built list of legal actions: it is
/// given their number and answers an index below it. Returns the plies played. Ends early at
/// a position without actions; knows no history.
pub fn playout<P: Position>(start: &P, cap: u32, choose: &mut dyn FnMut(usize) -> usize) -> u32 {
    let mut position = start.clone();
    let mut list = Vec::new();
    for ply in 0..cap {
        list.clear();
        position.actions(&mut list);
        if list.is_empty() {
            return ply;
        }
        let Some(&action) = list.get(choose(list.len())) else { return ply };
        position.apply(action);
    }
    cap
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

fn build<P: Position>(position: &P, depth: u32, lists: &mut [Vec<P::Action>]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    list.clear();
    position.actions(list);
    if depth == 1 {
        return list.len() as u64;
    }
    let mut nodes = 0;
    for &action in list.iter() {
        let mut next = position.clone();
        next.apply(action);
        nodes += build(&next, depth - 1, rest);
    }
    nodes
}
