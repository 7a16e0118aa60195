//! Counts the action sequences of a given length, which is the usual test and measure of a move
//! generator.
//!
//! The counts are compared with published ones (`engine/tests/data`). `perft` only counts the last
//! ply, `perft_built` also builds its list as a search must, `divide` splits the count by first
//! action, and `playout` plays games for measuring. None of them knows history, so repetition is
//! not counted.

use crate::{Counter, Position};

/// The number of action sequences of length `depth` from `position`.
///
/// History is not considered, and a finished position has no actions.
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

/// [`perft`] with the list of the last ply built instead of counted, as a search has to.
#[must_use]
pub fn perft_built<P: Position>(position: &P, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    build(position, depth, &mut lists)
}

/// Plays up to `cap` plies, each chosen by `choose` from the built list of legal actions: it gets
/// their number and returns an index below it. Returns the number of plies played. Ends early at a
/// position without actions; knows no history.
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
