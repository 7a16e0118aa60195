//! The root of the search: depth after depth, with exact scores for as many actions as were asked
//! for.
//!
//! Only a finished depth is reported, except that with one line the best action so far counts even
//! if its depth is unfinished. The search stops early when the end is forced or there is only one
//! action. Legal actions come from the game itself, so the rules that look back are obeyed at the
//! root.

use super::Worker;
use super::node::Question;
use crate::{DECIDED, Host, Line, MAX_DEPTH, Report, Score, Searchable, WIN, Width};
use engine::{Game, Side};

/// A root action with its results.
#[derive(Debug, Clone)]
struct Root<P: Searchable> {
    action: P::Action,
    next: P,
    progress: bool,
    line: Line<P::Action>,
    /// Its score in the depth before, which orders the actions that are not searched yet.
    previous: Score,
}

impl<P: Searchable, H: Host<P::Action>> Worker<'_, P, H> {
    /// Searches depth after depth until a limit is reached.
    pub(super) fn deepen(&mut self, game: &Game<P>) -> Report<P::Action> {
        let position = game.position();
        let mut roots = self.roots(game);
        let mut report = Report { depth: 0, nodes: 0, lines: lines(&roots) };
        if roots.is_empty() {
            return report;
        }
        let deepest = self.limits.depth.clamp(1, MAX_DEPTH);
        for depth in 1..=deepest {
            self.root_depth = i32::try_from(depth).unwrap_or(1);
            let counts_unfinished = self.limits.width == Width::Lines(1) || depth == 1;
            let backup = (!counts_unfinished).then(|| roots.clone());
            let finished = self.iterate(position, &mut roots);
            if let Some(backup) = backup.filter(|_| !finished) {
                roots = backup;
            }
            // If one line was asked for, the best action so far is in front already.
            if finished || !counts_unfinished {
                sort(&mut roots);
            }
            report.lines = lines(&roots);
            report.nodes = self.nodes;
            if !finished {
                break;
            }
            report.depth = depth;
            self.host.report(&report);
            // A forced end will not change, and a single action needs no search. If late actions are
            // skipped, a shorter way may still be found.
            let plies = (WIN - report.score().abs()) * (1 + i32::from(P::HABITS.skips_late));
            let certain = report.score().abs() >= DECIDED && plies <= self.root_depth;
            let settled = match self.limits.width {
                Width::Lines(1) => certain || (roots.len() == 1 && depth >= 4),
                Width::Lines(_) | Width::Margin(_) => roots.len() == 1 && depth >= 4,
            };
            if settled || (depth >= self.limits.least_depth && self.nodes >= self.limits.nodes) {
                break;
            }
            // The next depth takes longer than all earlier ones together.
            let spent =
                self.limits.milliseconds.is_some_and(|limit| self.host.elapsed() * 5 > limit * 3);
            if spent || self.is_to_stop() {
                break;
            }
        }
        report
    }

    fn roots(&self, game: &Game<P>) -> Vec<Root<P>> {
        let mut actions = Vec::new();
        game.legal(&mut actions);
        let mut roots: Vec<Root<P>> = actions
            .into_iter()
            .map(|action| {
                let mut next = game.position().clone();
                let progress = next.apply(action).progress;
                let line = Line { score: -WIN, exact: false, actions: vec![action] };
                let previous = game.position().gain(action);
                Root { action, next, progress, line, previous }
            })
            .collect();
        roots.sort_by_key(|root| std::cmp::Reverse(root.previous));
        roots
    }

    /// Searches one depth, starting with a narrow window around the last score if one line was asked
    /// for. Returns whether the depth was finished.
    fn iterate(&mut self, position: &P, roots: &mut [Root<P>]) -> bool {
        let last = roots.first().map_or(0, |root| root.line.score);
        for root in roots.iter_mut() {
            root.previous = root.line.score;
        }
        let mut reach = 40 + last.abs() / 16;
        let aspires =
            self.limits.width == Width::Lines(1) && self.root_depth >= 5 && last.abs() < DECIDED;
        let (mut low, mut high) =
            if aspires { (last - reach, last + reach) } else { (-WIN - 1, WIN + 1) };
        loop {
            let best = self.pass_over(position, roots, low, high);
            if self.stopped {
                return false;
            }
            reach *= 3;
            if best <= low && low > -WIN {
                low = if reach > 1_500 { -WIN - 1 } else { best - reach };
                high = i32::midpoint(low.max(-WIN), high).max(best + 1);
            } else if best >= high && high < WIN {
                high = if reach > 1_500 { WIN + 1 } else { best + reach };
                sort(roots);
            } else {
                return true;
            }
        }
    }

    /// Searches every root action within a window. Returns the best score.
    fn pass_over(&mut self, position: &P, roots: &mut [Root<P>], low: Score, high: Score) -> Score {
        let side = position.to_act();
        let tally = position.tally(self.weights);
        let mut exact: Vec<Score> = Vec::new();
        let mut best = -WIN - 1;
        self.frames[0].resting = -WIN;
        for place in 0..roots.len() {
            let alpha = match self.limits.width {
                Width::Lines(1) => low.max(best),
                Width::Lines(count) => kth_best(&exact, count).unwrap_or(low),
                Width::Margin(margin) if best > -WIN => (best - margin - 1).max(low),
                Width::Margin(_) => low,
            };
            let score = self.root_score(position, tally, side, &roots[place], (alpha, high), place);
            let Some(score) = score else { return best };
            let root = &mut roots[place];
            root.line.score = score;
            root.line.exact = score > alpha;
            if score > alpha {
                root.line.actions.clear();
                root.line.actions.push(root.action);
                root.line.actions.extend_from_slice(&self.frames[1].line);
                exact.push(score);
            } else {
                root.line.actions.truncate(1);
                // Of equal bounds, the action that was better before stays in front.
                root.line.score = root.line.score.min(alpha);
            }
            if score > best {
                best = score;
                // Moved to the front, in case the search ends now.
                if score > alpha && self.limits.width == Width::Lines(1) {
                    roots[..=place].rotate_right(1);
                }
            }
            if best >= high {
                break;
            }
        }
        best
    }

    /// The value of a root action, or `None` if the search ended in it.
    fn root_score(
        &mut self,
        position: &P,
        tally: P::Tally,
        side: Side,
        root: &Root<P>,
        (alpha, beta): (Score, Score),
        place: usize,
    ) -> Option<Score> {
        self.frames[1].line.clear();
        self.path.push(
            Some(root.action),
            root.next.key(),
            side,
            root.next.is_check(),
            root.progress,
        );
        let known = self.arrival(&root.next, side, 0).flatten();
        let score = known.unwrap_or_else(|| {
            let tally = position.tally_after(self.weights, tally, root.action, &root.next);
            let question = Question {
                alpha,
                beta,
                depth: self.root_depth - 1 + i32::from(root.next.is_check()),
                ply: 1,
                may_pass: true,
                previous: Some(position.slot(root.action)),
            };
            let late = place >= 4 && !position.is_loud(root.action) && self.root_depth >= 4;
            let reduced = if late {
                let tried = i32::try_from(place).unwrap_or(i32::MAX);
                (self.reduction(self.root_depth, tried) - 1).clamp(0, self.root_depth - 2)
            } else {
                0
            };
            self.child_score(&root.next, tally, side, question, reduced, place > 0 && alpha > -WIN)
        });
        self.path.pop();
        (!self.stopped).then_some(score)
    }
}

/// Sorts the best first: exact scores before bounds, and among equals those that were better before.
fn sort<P: Searchable>(roots: &mut [Root<P>]) {
    roots.sort_by(|a, b| {
        (b.line.exact, b.line.score, b.previous).cmp(&(a.line.exact, a.line.score, a.previous))
    });
}

fn lines<P: Searchable>(roots: &[Root<P>]) -> Vec<Line<P::Action>> {
    roots.iter().map(|root| root.line.clone()).collect()
}

/// The `count`-th best of the scores.
fn kth_best(scores: &[Score], count: usize) -> Option<Score> {
    let mut sorted = scores.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    sorted.get(count.max(1) - 1).copied()
}
