//! Monte Carlo tree search: the tree grows by one position with each playout, towards the best results so far
//! (upper confidence bounds). Source: Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006.

use engine::{Game, Position, Side};
use search::Random;

/// The weight of rarely tried actions.
const CURIOSITY: f64 = 1.4;

/// A playout of this many plies is a draw.
const MAX_PLAYOUT_PLIES: usize = 200;

struct Node<A> {
    action: Option<A>,
    /// The side that caused it.
    by: Side,
    /// The first of its children and their number; none before it is visited again.
    children: (usize, usize),
    visits: f64,
    /// The sum of its results for the side that played it: 1 a win, a half a draw.
    worth: f64,
}

impl<A> Node<A> {
    const fn new(action: Option<A>, by: Side) -> Self {
        Self { action, by, children: (0, 0), visits: 0.0, worth: 0.0 }
    }

    fn bound(&self, logarithm: f64) -> f64 {
        if self.visits == 0.0 {
            return f64::INFINITY;
        }
        CURIOSITY.mul_add((logarithm / self.visits).sqrt(), self.worth / self.visits)
    }
}

/// The action tried most often after this many playouts, or `None` if the game is over.
pub(super) fn choose<P: Position>(
    game: &Game<P>,
    playouts: u32,
    random: &mut Random,
) -> Option<P::Action> {
    let mut actions = Vec::new();
    game.legal(&mut actions);
    let side = game.position().to_act();
    let mut nodes = vec![Node::new(None, side.other())];
    expand(&mut nodes, 0, &actions, side);
    let mut path = Vec::new();
    for _ in 0..playouts {
        let mut position = game.position().clone();
        path.clear();
        path.push(0);
        let mut at = 0;
        loop {
            let (first, count) = nodes[at].children;
            if count == 0 {
                break;
            }
            let logarithm = nodes[at].visits.max(1.0).ln();
            let bounds = (first..first + count).map(|child| (child, nodes[child].bound(logarithm)));
            let next = bounds.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(first, |(child, _)| child);
            if let Some(action) = nodes[next].action {
                position.apply(action);
            }
            at = next;
            path.push(at);
        }
        if nodes[at].visits > 0.0 && position.outcome().is_none() {
            actions.clear();
            position.actions(&mut actions);
            expand(&mut nodes, at, &actions, position.to_act());
        }
        let winner = play_out(position, &mut actions, random);
        for &node in &path {
            let node = &mut nodes[node];
            node.visits += 1.0;
            node.worth += winner.map_or(0.5, |winner| f64::from(u8::from(winner == node.by)));
        }
    }
    let (first, count) = nodes[0].children;
    let most = nodes[first..first + count].iter().max_by(|a, b| a.visits.total_cmp(&b.visits));
    most?.action
}

fn expand<A: Copy>(nodes: &mut Vec<Node<A>>, at: usize, actions: &[A], by: Side) {
    nodes[at].children = (nodes.len(), actions.len());
    nodes.extend(actions.iter().map(|&action| Node::new(Some(action), by)));
}

/// Plays at random to the end. Returns who won.
fn play_out<P: Position>(
    mut position: P,
    actions: &mut Vec<P::Action>,
    random: &mut Random,
) -> Option<Side> {
    for _ in 0..MAX_PLAYOUT_PLIES {
        if let Some(outcome) = position.outcome() {
            return outcome.winner;
        }
        actions.clear();
        position.actions(actions);
        position.apply(*actions.get(random.below(actions.len().max(1)))?);
    }
    None
}
