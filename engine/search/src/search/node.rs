//! An inner node of the search: the value of a position after looking a number of plies ahead.
//!
//! The node looks in the table, tries shortcuts that trust the evaluation at a shallow depth
//! (stopping early, passing the turn), then searches the actions in order, late quiet ones with
//! reduced depth, and stores its result. Every shortcut is switched by the game's `Habits`, is not
//! taken in check, and never hides a forced win or loss. A score is from the view of the side to
//! act.

use super::order::{Candidate, Hints, keep_from, pick_sound};
use super::table::{Bound, StoredResult, UNKNOWN};
use super::{MAX_PLY, Worker};
use crate::{DECIDED, Host, Score, Searchable, WIN};

/// The parameters of a node's search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether passing the turn may be tried: not twice in a row.
    pub(super) may_pass: bool,
    /// The slot of the action before, if there was one.
    pub(super) previous: Option<usize>,
}

/// Below this depth shortcuts are taken that trust the evaluation.
const SHORTCUT_DEPTH: i32 = 7;

impl<P: Searchable, H: Host<P::Action>> Worker<'_, P, H> {
    /// The value of the position to the side to act.
    pub(super) fn node(&mut self, position: &P, tally: P::Tally, question: Question) -> Score {
        let Question { mut alpha, mut beta, mut depth, ply, may_pass, previous } = question;
        if depth <= 0 {
            return self.quiesce(position, tally, alpha, beta, ply, 0);
        }
        self.frames[ply].line.clear();
        if self.count_node() {
            return 0;
        }
        let height = i32::try_from(ply).unwrap_or(0);
        if ply + 1 >= MAX_PLY {
            return self.evaluate(position, tally);
        }
        // A shorter win, or a longer loss, than this cannot be found here.
        alpha = alpha.max(-WIN + height);
        beta = beta.min(WIN - height);
        if alpha >= beta {
            return alpha;
        }
        let wide = beta - alpha > 1;
        let habits = P::HABITS;
        let key = position.key();
        let found = self.table.find(key, height);
        if let Some(found) = found
            && !wide
            && found.depth >= depth
            && !self.path.is_nearly_stale()
            && (found.bound != Bound::Upper || found.score <= alpha)
            && (found.bound != Bound::Lower || found.score >= beta)
        {
            return found.score;
        }
        let side = position.to_act();
        let in_check = self.path.in_check();
        let resting = match found {
            _ if in_check => -WIN,
            Some(found) if found.resting != UNKNOWN => found.resting,
            Some(_) | None => self.evaluate(position, tally),
        };
        self.frames[ply].resting = resting;
        let improving = !in_check && ply >= 2 && resting > self.frames[ply - 2].resting;
        if !wide && !in_check && habits.margin > 0 && beta.abs() < DECIDED {
            // Too far above the bound for a few plies to bring it down.
            let margin = habits.margin * (depth - i32::from(improving)).max(0);
            if depth < SHORTCUT_DEPTH && resting - margin >= beta {
                return resting;
            }
            // So far below the bound that only a loud action can help.
            if depth <= 2 && resting + habits.margin * 3 * depth <= alpha {
                let score = self.quiesce(position, tally, alpha, beta, ply, 0);
                if score <= alpha || self.stopped {
                    return score;
                }
            }
            if may_pass
                && depth >= 3
                && resting >= beta
                && let Some(score) = self.pass(position, tally, question, resting)
            {
                return score;
            }
        }
        if depth >= 4 && found.is_none_or(|found| found.code == 0) {
            depth -= 1;
        }

        let mut actions = std::mem::take(&mut self.frames[ply].actions);
        actions.clear();
        position.actions(&mut actions);
        if actions.is_empty() {
            self.frames[ply].actions = actions;
            return self.end_score(position, height);
        }
        let hints = Hints {
            best: found.map_or(0, |found| found.code),
            killers: self.frames[ply].killers,
            counter: self.memory.counter(side, previous),
            previous,
        };
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        candidates.clear();
        candidates.extend(
            actions
                .iter()
                .map(|&action| super::order::rank(position, action, side, hints, self.memory)),
        );
        self.frames[ply].actions = actions;
        self.frames[ply + 1].killers = [0; 2];

        let only = candidates.len() == 1;
        let before = alpha;
        let mut best = -WIN - 1;
        let mut best_code = 0;
        let mut tried = 0;
        let mut quiets = 0;
        let reach = 2 * self.root_depth;
        let aim = position.aim();
        let prunes = ply > 0 && !in_check && !only;
        let most_quiets = if prunes && habits.skips_late && depth <= 6 {
            (3 + depth * depth) / (2 - i32::from(improving))
        } else {
            i32::MAX
        };
        let mut late = false;
        let mut from = 0;
        while from < candidates.len() {
            if quiets >= most_quiets && best > -DECIDED && !late {
                // From here on only loud actions and checks are searched.
                late = true;
                keep_from(&mut candidates, from, |candidate| {
                    candidate.loud || position.gives_check(&aim, candidate.action)
                });
                continue;
            }
            let candidate = pick_sound(position, &mut candidates, from);
            from += 1;
            let Candidate { action, code, rank, loud } = candidate;
            let slot = position.slot(action);
            if prunes && best > -DECIDED {
                if !loud && !position.gives_check(&aim, action) {
                    if habits.margin > 0
                        && depth <= 6
                        && resting + habits.margin * (depth + 1) <= alpha
                        && rank < 8_000
                    {
                        continue;
                    }
                    if habits.skips_late
                        && depth <= 4
                        && !wide
                        && position.exchange_is_below(action, -habits.margin / 2 * depth)
                    {
                        continue;
                    }
                } else if loud
                    && !wide
                    && depth <= 5
                    && rank < 0
                    && !position.gives_check(&aim, action)
                    && position.exchange_is_below(action, -habits.margin * depth)
                {
                    continue;
                }
            }
            let mut next = position.clone();
            let effects = next.apply(action);
            let check = next.is_check();
            self.path.push(Some(action), next.key(), side, check, effects.progress);
            let arrival = self.arrival(&next, side, ply);
            let Some(known) = arrival else {
                self.path.pop();
                continue;
            };
            tried += 1;
            quiets += i32::from(!loud);
            let score = known.unwrap_or_else(|| {
                let tally = position.tally_after(self.weights, tally, action, &next);
                let near = height < reach;
                let sound = rank >= 0;
                let longer = near && ((check && sound) || only);
                let new_depth = depth - 1 + i32::from(longer);
                let child = Question {
                    alpha,
                    beta,
                    depth: new_depth,
                    ply: ply + 1,
                    may_pass: true,
                    previous: Some(slot),
                };
                let mut reduced = 0;
                if depth >= 3 && tried > 1 + i32::from(wide) && (!loud || rank < 0) {
                    reduced = self.reduction(depth, tried);
                    reduced -= i32::from(wide) + i32::from(check) + i32::from(in_check);
                    reduced += i32::from(!improving && !in_check);
                    if !loud {
                        reduced -= (rank.min(KILLER_RANK) / 8_000).clamp(-2, 2);
                    }
                    reduced = reduced.clamp(0, (new_depth - 1).max(0));
                }
                self.child_score(&next, tally, side, child, reduced, tried > 1)
            });
            self.path.pop();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_code = code;
                    alpha = score;
                    self.keep_line(ply, action);
                    if score >= beta {
                        if !loud {
                            self.praise(position, &candidates[..from], question, depth);
                        }
                        break;
                    }
                }
            }
        }
        self.frames[ply].candidates = candidates;
        if self.stopped {
            return 0;
        }
        if tried == 0 {
            // Every action would repeat a position that may not be repeated.
            return 0;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > before {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let resting = if in_check { UNKNOWN } else { resting };
        let found = StoredResult { score: best, depth, bound, code: best_code, resting };
        self.table.store(key, height, found);
        best
    }

    /// Searches a child of a node: if a better one is known, first with an empty window and with the
    /// depth reduced by `reduced`, and again in full if the result exceeds the bound.
    pub(super) fn child_score(
        &mut self,
        next: &P,
        tally: P::Tally,
        side: engine::Side,
        question: Question,
        reduced: i32,
        narrow: bool,
    ) -> Score {
        let Question { alpha, beta, depth, .. } = question;
        let same = next.to_act() == side;
        let mut ask = |alpha: Score, beta: Score, depth: i32| {
            if same {
                self.node(next, tally, Question { alpha, beta, depth, ..question })
            } else {
                -self.node(next, tally, Question { alpha: -beta, beta: -alpha, depth, ..question })
            }
        };
        if narrow {
            let mut score = ask(alpha, alpha + 1, depth - reduced);
            if score > alpha && reduced > 0 {
                score = ask(alpha, alpha + 1, depth);
            }
            if score <= alpha || score >= beta {
                return score;
            }
        }
        ask(alpha, beta, depth)
    }

    /// Passes the turn, so that the other side acts twice in a row: if even that does not help it, the
    /// position is good enough. Returns the score, or `None` if it proves nothing.
    fn pass(
        &mut self,
        position: &P,
        tally: P::Tally,
        question: Question,
        resting: Score,
    ) -> Option<Score> {
        let Question { beta, depth, ply, .. } = question;
        let passed = position.with_turn_passed()?;
        let side = position.to_act();
        let reduced = 3 + depth / 4 + ((resting - beta) / (2 * P::HABITS.margin).max(1)).min(3);
        self.path.push_pass(passed.key(), side);
        let score = -self.node(
            &passed,
            tally,
            Question {
                alpha: -beta,
                beta: -beta + 1,
                depth: depth - reduced,
                ply: ply + 1,
                may_pass: false,
                previous: None,
            },
        );
        self.path.pop();
        // A win found after passing is not proven.
        (!self.stopped && score >= beta).then_some(score.min(DECIDED - 1).max(beta))
    }

    /// Records that the last of the candidates refuted the position, and that the quiet ones before it
    /// did not.
    fn praise(
        &mut self,
        position: &P,
        tried: &[Candidate<P::Action>],
        question: Question,
        depth: i32,
    ) {
        let Some((last, others)) = tried.split_last() else { return };
        let side = position.to_act();
        let bonus = (depth * depth * 16 + 32 * depth).min(2_000);
        let previous = question.previous;
        self.memory.learn(side, position.slot(last.action), previous, bonus);
        for other in others.iter().filter(|other| !other.loud) {
            self.memory.learn(side, position.slot(other.action), previous, -bonus);
        }
        let killers = &mut self.frames[question.ply].killers;
        if killers[0] != last.code {
            *killers = [last.code, killers[0]];
        }
        self.memory.set_counter(side, previous, last.code);
    }
}

/// A rank above this does not come from the history.
const KILLER_RANK: i32 = 16_000;
