//! Compares the end of a record with the rules.
//!
//! A record is evidence of the game as played, so it takes precedence: where the rules disagree,
//! its moves and result stay and the rules' verdict is reported as a fault. A record without a
//! result gets that of the rules. Only a list of moves that have not been played yet is judged
//! strictly.

use crate::score::Score;
use engine::{Fault, Outcome, RecordError, RecordedResult};

/// Compares the main line with the rules. A record that continues after the rules have ended the
/// game, or names another winner, keeps its moves and its result, and the verdict becomes a fault at
/// its move. A record without a result gets that of the rules.
pub(crate) fn settle(score: &mut Score) {
    let Some(mut game) = score.set_up() else { return };
    let mut place = (1, 1);
    for id in score.tree.main_line() {
        let node = score.tree.node(id);
        if let Some(outcome) = game.outcome() {
            report(score, place, game.ply(), outcome);
            return;
        }
        place = node.place;
        if let Err(refused) = game.play(&node.action) {
            // The position allows it, so only the history can forbid it.
            score.faults.push(RecordError::at(place.0, place.1, Fault::Illegal(refused.rule)));
            return;
        }
    }
    let Some(outcome) = game.outcome() else { return };
    match &score.result {
        Some(written) if written.winner != outcome.winner => {
            report(score, place, game.ply(), outcome);
        }
        _ => {
            let reason = outcome.reason.as_str().to_owned();
            score.result = Some(RecordedResult { winner: outcome.winner, reason });
        }
    }
}

/// As [`settle`], for moves that have not been played yet: the tree is cut before the first illegal
/// move.
pub(crate) fn settle_strictly(score: &mut Score) {
    let Some(mut game) = score.set_up() else { return };
    for id in score.tree.main_line() {
        if game.outcome().is_some() {
            break;
        }
        let node = score.tree.node(id);
        if let Err(refused) = game.play(&node.action) {
            let (parent, ply) = (node.parent, node.ply);
            score.faults.push(RecordError::at(ply, 1, Fault::Illegal(refused.rule)));
            score.tree.node_mut(parent).children.clear();
            break;
        }
    }
    settle(score);
}

fn report(score: &mut Score, (line, column): (usize, usize), ply: usize, outcome: Outcome) {
    let fault = Fault::Verdict(ply, outcome.reason.as_str());
    score.faults.push(RecordError::at(line, column, fault));
}
