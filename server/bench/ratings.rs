//! `yiguan bench ratings`: how far accounts that lose on purpose raise the rating of one of them, and lower
//! it by winning, in a number of days in which they play as often as counts.
//!
//! Games are *arranged* (by links and challenges), or *found* by seeks at the same moment. An honest
//! player who seeks as often, against the same accounts at their full strength, is shown beside.

use super::BenchError;
use domain::rating::{Counted, PairDay, Pool, Standing};
use domain::{MatchId, MatchResult, Moment, PlayerId};
use engine::{BySide, Side};
use rand::prelude::*;
use rand::rngs::SmallRng;

/// How many accounts, and for how long.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchRatings {
    /// The number of accounts, with the one that they help.
    #[arg(long, default_value_t = 43, env = "YIGUAN_BENCH_ACCOUNTS")]
    pub accounts: usize,
    /// The number of days.
    #[arg(long, default_value_t = 30, env = "YIGUAN_BENCH_DAYS")]
    pub days: u64,
    /// The seed of the honest player's results.
    #[arg(long, default_value_t = 1, env = "YIGUAN_BENCH_SEED")]
    pub seed: u64,
}

/// The most that arranged games may move a rating in 30 days, in points.
const MARK: f64 = 100.0;

/// The winner of a game of the player that is helped.
enum Results {
    Always(Side),
    /// As a player of this strength does, in points above the others.
    Honest(f64, SmallRng),
}

impl Results {
    fn next(&mut self) -> Side {
        match self {
            Self::Always(side) => *side,
            Self::Honest(above, dice) => {
                let expected = 1.0 / (1.0 + 10_f64.powf(-*above / 400.0));
                if dice.random_bool(expected) { Side::First } else { Side::Second }
            }
        }
    }
}

/// Plays all of them and passes each line of the report to `print`.
///
/// # Errors
///
/// [`BenchError::Works`] if arranged games move the rating too far.
pub(crate) fn bench_ratings(
    options: &BenchRatings,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let &BenchRatings { accounts, days, seed } = options;
    print(&format!("{accounts} accounts, {} games of a pair a day", PairDay::MAX_GAMES));
    print("change of the rating after day                1      7     30");
    let mut show = |name: &str, moved: &[f64]| {
        let after = |day: usize| moved.get(day.min(moved.len()) - 1).copied().unwrap_or(0.0);
        let [one, week, month] = [1, 7, 30].map(after);
        print(&format!("{name:40} {one:+6.0} {week:+6.0} {month:+6.0}"));
    };
    let mut most: f64 = 0.0;
    for (name, winner) in [("arranged, raised", Side::First), ("arranged, lowered", Side::Second)] {
        let moved = play(options, Results::Always(winner), false);
        most = moved.iter().fold(most, |most, moved| most.max(moved.abs()));
        show(name, &moved);
    }
    let found = play(options, Results::Always(Side::First), true);
    show("found by seeks, raised", &found);
    let strength = found.last().copied().unwrap_or(0.0);
    let honest = Results::Honest(strength, SmallRng::seed_from_u64(seed));
    show("honest, as strong as that, found by seeks", &play(options, honest, true));
    if most > MARK && days <= 30 {
        return Err(BenchError::Works(format!("arranged games move a rating by {most:.0}")));
    }
    Ok(())
}

/// By how much the rating has changed after each day.
fn play(options: &BenchRatings, mut results: Results, found: bool) -> Vec<f64> {
    let Some(pool) = Pool::of("xiangqi", "standard") else { return Vec::new() };
    let one = PlayerId::fresh();
    let start = Standing::before_any(&pool, one);
    let mut standing = start;
    let others: Vec<PlayerId> = (1..options.accounts).map(|_| PlayerId::fresh()).collect();
    let mut standings = vec![start; others.len()];
    let not_new = BySide { first: false, second: false };
    let mut moved = Vec::new();
    for day in 0..options.days {
        for (number, (&other, of_other)) in (0..).zip(others.iter().zip(&mut standings)) {
            for round in 0..u64::from(PairDay::MAX_GAMES) {
                let counted = Counted {
                    id: MatchId::fresh(),
                    pool: pool.clone(),
                    players: BySide { first: one, second: other },
                    result: MatchResult::Won(results.next()),
                    at: Moment((day * 86_400 + number * 100 + round) * 1_000),
                    found,
                };
                let before = BySide { first: standing, second: *of_other };
                let after = counted.rate(&before, &not_new);
                (standing, *of_other) = (after.first, after.second);
            }
        }
        moved.push(standing.rating.rating - start.rating.rating);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arranged_games_move_a_rating_within_the_mark() {
        let options = BenchRatings { accounts: 43, days: 30, seed: 1 };
        let mut lines = Vec::new();
        bench_ratings(&options, &mut |line| lines.push(line.to_owned())).expect("within the mark");
        assert_eq!(lines.len(), 6, "{lines:?}");
        let found = play(&options, Results::Always(Side::First), true);
        assert!(found.iter().all(|&moved| moved > MARK), "found games are not bounded: {found:?}");
    }
}
