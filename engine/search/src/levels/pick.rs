//! Chooses an action at a level: searches with the level's bounds, then picks at random among the
//! actions within an error.
//!
//! The error is drawn for every action from an exponential distribution, so weak levels make small
//! mistakes often and large ones rarely. The weakest levels also play a share of their actions at random among
//! all that are legal, unless one of them wins at once. Levels that see ends never lose a win they have found, and
//! delay a loss. In the opening every level varies. All arithmetic is with integers, so a seed
//! yields the same action on every machine.

use super::{COUNT, Level, SEES_ENDS};
use crate::{
    DECIDED, Host, Limits, Line, MAX_DEPTH, Random, Score, Search, Searchable, WIN, Width,
};
use engine::Game;

/// An action chosen at a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen<A> {
    /// The action.
    pub action: A,
    /// Its value to the side to act, as far as the level knows.
    pub score: Score,
    /// The value of the best action.
    pub best: Score,
    /// The action and the play expected after it.
    pub line: Vec<A>,
    /// The number of positions visited.
    pub nodes: u64,
}

/// In this many first plies every level also plays actions nearly as good as the best, so that games
/// begin differently.
const OPENING_PLIES: usize = 10;

/// The greatest difference from the best action by which they may be worse.
const OPENING_SPREAD: Score = 45;

/// Weak levels see no difference between scores beyond this, wins and losses included.
const MAX_WEAK_SCORE: Score = 1_500;

/// Chooses an action at a level, which is clamped to 1 to 8. The same game, level, seed and budget
/// yield the same action. `budget` lowers the level's own bound on positions visited. `None` if the
/// game is over.
pub fn choose<P: Searchable, H: Host<P::Action>>(
    search: &mut Search<P>,
    game: &Game<P>,
    level: u8,
    seed: u64,
    budget: u64,
    host: &mut H,
) -> Option<Chosen<P::Action>> {
    let level = level.clamp(1, COUNT);
    let strength = P::LEVELS[usize::from(level - 1)];
    choose_with(search, game, strength, level >= SEES_ENDS, seed, budget, host)
}

/// [`choose`] with a strength that need not be one of the game's levels.
pub(crate) fn choose_with<P: Searchable, H: Host<P::Action>>(
    search: &mut Search<P>,
    game: &Game<P>,
    strength: Level,
    sees_ends: bool,
    seed: u64,
    budget: u64,
    host: &mut H,
) -> Option<Chosen<P::Action>> {
    let ply = game.plies().len();
    let mut random = Random::new(seed ^ game.position().key().rotate_left(17) ^ ply as u64);
    // Levels that see ends find a win at once by themselves.
    if !sees_ends && let Some(chosen) = win_at_once(game) {
        return Some(chosen);
    }
    let is_random = strength.random > 0 && random.below(100) < usize::from(strength.random);
    let error = error(strength, ply, &mut random);
    let width = if error > 0 { Width::Margin(error) } else { Width::Lines(1) };
    let limits = Limits {
        nodes: strength.nodes.min(budget),
        depth: strength.depth.min(MAX_DEPTH),
        least_depth: if sees_ends { 2 } else { 1 },
        milliseconds: None,
        width,
    };
    let report = search.run(game, &limits, host);
    let best = report.score();
    let allowed: Vec<&Line<P::Action>> = report
        .lines
        .iter()
        .enumerate()
        .filter(|&(place, line)| is_random || place == 0 || is_within(line, best, error, sees_ends))
        .map(|(_, line)| line)
        .collect();
    let line = *allowed.get(random.below(allowed.len().max(1)))?;
    Some(Chosen {
        action: *line.actions.first()?,
        score: line.score,
        best,
        line: line.actions.clone(),
        nodes: report.nodes,
    })
}

/// The first legal action that wins the game.
fn win_at_once<P: Searchable>(game: &Game<P>) -> Option<Chosen<P::Action>> {
    let mut actions = Vec::new();
    game.legal(&mut actions);
    let side = game.position().to_act();
    let action = actions.into_iter().find(|&action| {
        let played = game.clone().play_trusted(action);
        played.outcome.and_then(|outcome| outcome.winner) == Some(side)
    })?;
    let score = WIN - 1;
    Some(Chosen { action, score, best: score, line: vec![action], nodes: 0 })
}

/// The error allowed for one action: small ones are common, large ones rare.
fn error(strength: Level, ply: usize, random: &mut Random) -> Score {
    let drawn = exponential(random);
    let error = i32::try_from(i64::from(strength.error) * i64::from(drawn) / 256).unwrap_or(0);
    if ply < OPENING_PLIES { error.max(OPENING_SPREAD) } else { error }
}

/// A number from an exponential distribution with mean 256, at most five times the mean. It comes
/// from a table, because logarithms differ in their last digit between machines.
fn exponential(random: &mut Random) -> i32 {
    /// The quantiles at every thirty-second part.
    const QUANTILES: [i32; 33] = [
        0, 8, 17, 25, 34, 43, 53, 63, 74, 85, 96, 108, 120, 133, 147, 162, 177, 194, 212, 231, 251,
        273, 298, 325, 355, 389, 429, 475, 532, 606, 710, 887, 1280,
    ];
    let part = random.below(32);
    let within = i32::try_from(random.below(256)).unwrap_or(0);
    let (low, high) = (QUANTILES[part], QUANTILES[part + 1]);
    low + (high - low) * within / 256
}

/// Whether a line's loss against the best is within the error.
fn is_within<A>(line: &Line<A>, best: Score, error: Score, sees_ends: bool) -> bool {
    if !line.exact {
        return false;
    }
    if !sees_ends {
        let seen = |score: Score| score.clamp(-MAX_WEAK_SCORE, MAX_WEAK_SCORE);
        return seen(best) - seen(line.score) <= error;
    }
    if best >= WIN - 1 || best <= -DECIDED {
        // An immediate win is taken; a loss is put off as long as possible.
        return line.score >= best;
    }
    if best >= DECIDED {
        // Any forced win will do, as long as it does not take much longer.
        return line.score >= best - 2;
    }
    // An advantage is not given away by an allowed error.
    let error = if best > 300 { error.min(best / 2) } else { error };
    best - line.score <= error
}
