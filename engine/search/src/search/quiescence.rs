//! The end of a branch: loud actions are played out until the position is quiet enough to be
//! evaluated.
//!
//! A side that owes nothing may stop at the evaluation instead of capturing; one that is in check,
//! or owes a removal or a chain, has to act, and then all its actions (or a few of them) are
//! searched. The number of plies is bounded, also where captures never end.

use super::order::{Candidate, Hints, pick};
use super::table::{Bound, StoredResult, UNKNOWN};
use super::{MAX_PLY, Worker};
use crate::{Duty, EVALUATION_LIMIT, Host, Score, Searchable, WIN};

/// Up to this many plies below the end of a branch, every answer to a check is searched.
const MAX_CHECK_PLIES: usize = 6;

/// If an action is owed and there are many, this many are tried at the end of a branch, and one from
/// `NARROW_PLIES` below it.
const MAX_OWED_TRIED: usize = 3;
const NARROW_PLIES: usize = 2;

/// In games where exchanges cannot be judged, captures are played out for this many plies at most.
const CAPTURE_PLIES: usize = 6;

impl<P: Searchable, H: Host<P::Action>> Worker<'_, P, H> {
    /// The value of the position once everything loud has been played; `below` counts the plies since
    /// the branch ended.
    pub(super) fn quiesce(
        &mut self,
        position: &P,
        tally: P::Tally,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        below: usize,
    ) -> Score {
        self.frames[ply].line.clear();
        if self.count_node() {
            return 0;
        }
        let height = i32::try_from(ply).unwrap_or(0);
        if ply + 1 >= MAX_PLY {
            return self.evaluate(position, tally);
        }
        let key = position.key();
        let found = self.table.find(key, height);
        if let Some(found) = found
            && beta - alpha == 1
            && (found.bound != Bound::Upper || found.score <= alpha)
            && (found.bound != Bound::Lower || found.score >= beta)
        {
            return found.score;
        }
        let evading = below < MAX_CHECK_PLIES && self.path.in_check();
        let mut actions = std::mem::take(&mut self.frames[ply].actions);
        actions.clear();
        let duty = if evading {
            position.actions(&mut actions);
            if actions.is_empty() { Duty::Over } else { Duty::Bound }
        } else {
            position.loud(&mut actions)
        };
        if duty == Duty::Over {
            self.frames[ply].actions = actions;
            return self.end_score(position, height);
        }
        let before = alpha;
        let mut best = -WIN + height;
        let mut resting = UNKNOWN;
        if duty == Duty::Free {
            resting = match found {
                Some(found) if found.resting != UNKNOWN => found.resting,
                Some(_) | None => self.evaluate(position, tally),
            };
            best = resting;
            let far = P::HABITS.margin == 0 && below >= CAPTURE_PLIES;
            if best >= beta || far {
                self.frames[ply].actions = actions;
                if far {
                    return best;
                }
                self.table.store(
                    key,
                    height,
                    StoredResult { score: best, depth: -1, bound: Bound::Lower, code: 0, resting },
                );
                return best;
            }
            alpha = alpha.max(best);
        }
        let side = position.to_act();
        let hints = Hints {
            best: found.map_or(0, |found| found.code),
            killers: [0; 2],
            counter: 0,
            previous: None,
        };
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        candidates.clear();
        candidates.extend(
            actions
                .iter()
                .map(|&action| super::order::rank(position, action, side, hints, self.memory)),
        );
        let mut best_code = 0;
        for from in 0..candidates.len() {
            let Candidate { action, code, loud, .. } = pick(&mut candidates, from);
            if duty == Duty::Free {
                let hope = resting + position.gain(action) + P::HABITS.margin * 2;
                if P::HABITS.margin > 0 && hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
                if position.exchange_is_below(action, 0) {
                    continue;
                }
            } else if !evading {
                let most = if below < NARROW_PLIES { MAX_OWED_TRIED } else { 1 };
                if from >= most {
                    break;
                }
            } else if best > -EVALUATION_LIMIT && !loud && from > 2 + 2 / (below + 1) {
                continue;
            }
            let mut next = position.clone();
            let effects = next.apply(action);
            let check = next.is_check();
            self.path.push(Some(action), next.key(), side, check, effects.progress);
            let score = match self.arrival(&next, side, ply) {
                Some(Some(score)) => score,
                None => {
                    self.path.pop();
                    continue;
                }
                Some(None) => {
                    let tally = position.tally_after(self.weights, tally, action, &next);
                    if next.to_act() == side {
                        self.quiesce(&next, tally, alpha, beta, ply + 1, below + 1)
                    } else {
                        -self.quiesce(&next, tally, -beta, -alpha, ply + 1, below + 1)
                    }
                }
            };
            self.path.pop();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                best_code = code;
                if score > alpha {
                    alpha = score;
                    self.keep_line(ply, action);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.frames[ply].actions = actions;
        self.frames[ply].candidates = candidates;
        if self.stopped {
            return 0;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > before {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let found = StoredResult { score: best, depth: 0, bound, code: best_code, resting };
        self.table.store(key, height, found);
        best
    }
}
