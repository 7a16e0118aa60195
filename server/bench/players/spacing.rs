//! `yiguan bench spacing`: finds strengths for the levels of a game from 2 to 8, each a given step above the
//! one below, and prints them as the table that `search::levels` holds. Level 1 is that of the game: it is set by
//! hand, so that a beginner can win (`yiguan bench levels --beginner`).
//!
//! All strengths lie on one axis, from a player who hardly looks to the strongest. Where on it a level
//! belongs is estimated while games are played: each game is played at the present estimate, and its
//! result makes the estimate better (a Bayesian estimate of the place and the slope of a logistic curve).

use super::ladder::{Opponent, duel};
use super::{games_of, set_up};
use crate::{BenchError, machine};
use engine::Side;
use search::levels::{self, Level, SEES_ENDS};

/// The games whose levels are spaced, and how.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchSpacing {
    /// The number of games for each level.
    #[arg(long, default_value_t = 100, env = "YIGUAN_BENCH_GAMES")]
    pub games: u64,
    /// Only games whose id contains this text.
    #[arg(long, default_value = "", env = "YIGUAN_BENCH_ONLY")]
    pub only: String,
    /// The target score of each level against the one below, in percent.
    #[arg(long, default_value_t = 75.0, env = "YIGUAN_BENCH_STEP")]
    pub step: f64,
    /// The random seed.
    #[arg(long, default_value_t = 1, env = "YIGUAN_BENCH_SEED")]
    pub seed: u64,
}

/// The ends of the axis.
const WEAKEST: f64 = -3.0;
const STRONGEST: f64 = 15.0;

/// Finds the levels and passes each line of the report to `print`.
///
/// # Errors
///
/// [`BenchError`] if a game cannot be played.
pub(crate) fn bench_spacing(
    options: &BenchSpacing,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    print(&machine::describe());
    for id in games_of(&options.only) {
        print(&format!("{id}:"));
        let mut below = None;
        for level in 2..=levels::COUNT {
            let mut estimate =
                Estimate::new(below.unwrap_or(WEAKEST), STRONGEST, options.step / 100.0);
            let lower = below.map_or(Opponent::Level(1), |place| {
                Opponent::Of(strength(place), level > SEES_ENDS)
            });
            for number in 0..options.games {
                let game = set_up(id, None)?;
                let side = if number % 2 == 0 { Side::First } else { Side::Second };
                let seed = options.seed.wrapping_mul(1_000_003).wrapping_add(number);
                let place = estimate.place();
                let upper = Opponent::Of(strength(place), level >= SEES_ENDS);
                let winner = duel(game, upper, lower, side, seed, &mut |_| {})?;
                let result = winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
                estimate.add(place, result);
            }
            let place = estimate.place();
            let Level { nodes, depth, error, random: _ } = strength(place);
            print(&format!(
                "    Level::new({nodes}, {depth}, {error}), // {level}: place {place:.2} ± {:.2}",
                estimate.doubt()
            ));
            below = Some(place);
        }
    }
    Ok(())
}

/// The strength at a place of the axis: every step to the right halves the error and looks at two thirds
/// more positions.
fn strength(place: f64) -> Level {
    let error = 3_000.0 * (-place).exp2();
    let nodes = 400.0 * (0.7 * place.max(0.0)).exp2();
    let depth = if place < 9.0 { place.round().max(1.0) } else { 60.0 };
    Level::new(rounded(nodes), whole(depth), if error < 4.0 { 0 } else { whole(error) })
}

/// The number with two digits that are not 0.
fn rounded(number: f64) -> u64 {
    let unit = 10_f64.powf((number.log10().floor() - 1.0).max(0.0));
    whole((number / unit).round() * unit)
}

#[expect(clippy::cast_possible_truncation, reason = "numbers far below 2^52")]
fn whole<T: TryFrom<i64> + Default>(number: f64) -> T {
    T::try_from(number as i64).unwrap_or_default()
}

/// The estimate of the place at which a player reaches a score against an opponent.
struct Estimate {
    /// Places and slopes with their likelihoods.
    cells: Vec<Cell>,
    /// The score in question, in logits.
    wanted: f64,
}

struct Cell {
    place: f64,
    slope: f64,
    logarithm: f64,
}

/// How much a step on the axis may be worth, in logits.
const SLOPES: [f64; 6] = [0.15, 0.3, 0.5, 0.8, 1.2, 1.8];

/// The step to the next level that is expected before any game is played, and how little that is relied on.
const EXPECTED: f64 = 1.5;
const RELIANCE: f64 = 0.08;

impl Estimate {
    fn new(from: f64, to: f64, score: f64) -> Self {
        let count = ((to - from) / 0.05).max(1.0);
        let mut cells = Vec::new();
        for step in 0..=whole::<u32>(count) {
            let place = from + 0.05 * f64::from(step);
            let surprise = place - from - EXPECTED;
            for slope in SLOPES {
                cells.push(Cell { place, slope, logarithm: -RELIANCE * surprise * surprise });
            }
        }
        Self { cells, wanted: (score / (1.0 - score)).ln() }
    }

    fn add(&mut self, place: f64, result: f64) {
        for cell in &mut self.cells {
            let expected = cell.slope.mul_add(place - cell.place, self.wanted);
            let won = 1.0 / (1.0 + (-expected).exp());
            cell.logarithm += result * won.ln() + (1.0 - result) * (1.0 - won).ln();
        }
    }

    fn mean(&self, of: impl Fn(&Cell) -> f64) -> f64 {
        let most = self.cells.iter().map(|cell| cell.logarithm).fold(f64::MIN, f64::max);
        let weight = |cell: &Cell| (cell.logarithm - most).exp();
        let sum: f64 = self.cells.iter().map(weight).sum();
        self.cells.iter().map(|cell| weight(cell) * of(cell)).sum::<f64>() / sum
    }

    /// The place, as far as is known.
    fn place(&self) -> f64 {
        self.mean(|cell| cell.place)
    }

    /// The standard error of the place.
    fn doubt(&self) -> f64 {
        let place = self.place();
        self.mean(|cell| (cell.place - place) * (cell.place - place)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Random;

    #[test]
    fn the_place_of_a_score_is_found() {
        let mut random = Random::new(7);
        let mut estimate = Estimate::new(0.0, 15.0, 0.75);
        // Half the games are won at 3.2, three of four at 3.2 + ln 3 / 0.8.
        for _ in 0..2_000 {
            let place = estimate.place();
            let chance = 1.0 / (1.0 + (-0.8 * (place - 3.2)).exp());
            let drawn = f64::from(u32::try_from(random.below(1_000_000)).expect("it is small"));
            estimate.add(place, f64::from(u8::from(drawn < chance * 1e6)));
        }
        let expected = 3.2 + 3_f64.ln() / 0.8;
        assert!((estimate.place() - expected).abs() < 0.3, "{}", estimate.place());
        assert!(estimate.doubt() < 0.3, "{}", estimate.doubt());
    }

    #[test]
    fn strength_grows_along_the_axis() {
        let mut last = strength(WEAKEST);
        for tenths in -29..=150_i16 {
            let next = strength(f64::from(tenths) / 10.0);
            assert!(next.nodes >= last.nodes && next.depth >= last.depth);
            assert!(next.error <= last.error);
            last = next;
        }
        assert_eq!(last.error, 0, "the strongest does not err");
    }
}
