//! Fits the weights of an evaluation to the results of games by logistic regression.
//!
//! The evaluation is taken to be linear in its weights; the chance of winning is a logistic
//! function of it, and the fit minimises the error of the prediction in bits for each position.
//! Only ratios of weights can be found, so the scale is measured first and then fixed.
//!
//! All positions of a game share its result, so a few hundred games are little evidence on a weight
//! that is one of hundreds. A weight is therefore expected near where it is, within a sixth of its
//! size and two points, and leaves only as far as the games outweigh that.

use super::Sample;
use crate::Score;

/// Weights that were fitted to games.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The weights.
    pub weights: Vec<Score>,
    /// The points of evaluation that correspond to odds of `e` to one.
    pub scale: f64,
    /// The mean error of the prediction before, in bits a position.
    pub before: f64,
    /// The same after.
    pub after: f64,
}

/// The number of steps; the error hardly changes after half of them.
const STEP_COUNT: i32 = 250;

/// The size of the first steps, in parts of how far a weight is expected to go.
const FIRST_STEP_SIZE: f64 = 0.2;

/// The expected distance of a weight from where it is, in points.
fn spread(weight: Score) -> f64 {
    2.0 + f64::from(weight.abs()) / 6.0
}

/// Finds the weights under which the evaluation best predicts the results of the samples, which come from
/// this many games, beginning with `start`. The unit stays that of `start`, whose scale is measured first.
///
/// # Panics
///
/// Never. Without samples the weights are those of the start.
#[must_use]
pub fn fit(samples: &[Sample], games: u64, start: &[Score]) -> Fitted {
    let none = vec![0.0; start.len()];
    let scale = scale_of(samples, &none);
    let before = error(samples, &none, scale);
    let spreads: Vec<f64> = start.iter().map(|&weight| spread(weight)).collect();
    let games = f64::from(u32::try_from(games.max(1)).unwrap_or(u32::MAX));
    // How far each weight has moved. Adam. Source: Kingma and Ba, "Adam: a method for stochastic
    // optimization", 2015.
    let mut moved = none;
    let (mut mean, mut square) = (vec![0.0; start.len()], vec![0.0; start.len()]);
    for step in 1..=STEP_COUNT {
        let slopes = slope(samples, &moved, scale);
        let pace = FIRST_STEP_SIZE * (1.0 - f64::from(step - 1) / f64::from(STEP_COUNT));
        for at in 0..start.len() {
            let slope = slopes[at] * spreads[at] + moved[at] / spreads[at] / games;
            mean[at] = 0.9 * mean[at] + 0.1 * slope;
            square[at] = 0.999 * square[at] + 0.001 * slope * slope;
            let steady = mean[at] / (1.0 - 0.9_f64.powi(step));
            let size = (square[at] / (1.0 - 0.999_f64.powi(step))).sqrt();
            if size > 1e-12 {
                moved[at] -= pace * spreads[at] * steady / size;
            }
        }
    }
    let rounded: Vec<f64> = moved.iter().map(|moved| moved.round()).collect();
    let weights = start.iter().zip(&rounded).map(|(start, moved)| start + whole(*moved)).collect();
    let after = error(samples, &rounded, scale);
    Fitted { weights, scale, before, after }
}

#[expect(clippy::cast_possible_truncation, reason = "weights are far below 2^31")]
const fn whole(number: f64) -> Score {
    number.round() as Score
}

/// The chance of a win that an evaluation predicts.
fn chance(evaluation: f64, scale: f64) -> f64 {
    (1.0 / (1.0 + (-evaluation / scale).exp())).clamp(1e-9, 1.0 - 1e-9)
}

/// The mean error of the prediction, in bits a position.
fn error(samples: &[Sample], moved: &[f64], scale: f64) -> f64 {
    let of = |sample: &Sample| {
        let chance = chance(sample.score_with(moved), scale);
        -(sample.result * chance.log2() + (1.0 - sample.result) * (1.0 - chance).log2())
    };
    samples.iter().map(of).sum::<f64>() / count(samples)
}

/// The growth of the error with each weight.
fn slope(samples: &[Sample], moved: &[f64], scale: f64) -> Vec<f64> {
    let mut slope = vec![0.0; moved.len()];
    for sample in samples {
        let off = chance(sample.score_with(moved), scale) - sample.result;
        for &(number, count) in &sample.counts {
            if let Some(sum) = slope.get_mut(usize::from(number)) {
                *sum += off * f64::from(count);
            }
        }
    }
    slope.iter().map(|sum| sum / (scale * count(samples))).collect()
}

#[expect(clippy::cast_precision_loss, reason = "far fewer samples than 2^52")]
fn count(samples: &[Sample]) -> f64 {
    samples.len().max(1) as f64
}

/// The scale under which the unchanged weights predict best, found by trying ever closer ones.
fn scale_of(samples: &[Sample], none: &[f64]) -> f64 {
    let (mut scale, mut factor) = (200.0, 2.0_f64);
    while factor > 1.01 {
        let better = [scale / factor, scale * factor]
            .into_iter()
            .filter(|&other| (10.0..10_000.0).contains(&other))
            .find(|&other| error(samples, none, other) < error(samples, none, scale));
        match better {
            Some(other) => scale = other,
            None => factor = factor.sqrt(),
        }
    }
    scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Samples whose results follow known weights, which the fit recovers from other ones.
    #[test]
    fn known_weights_are_found() {
        let mut random = Random::new(5);
        let truth = [30.0, -10.0, 20.0];
        let start = [10, 5, 0, 7];
        let mut samples = Vec::new();
        for _ in 0..20_000 {
            let mut count = || f32::from(u8::try_from(random.below(9)).expect("small")) - 4.0;
            let counts = vec![(0, count()), (1, count()), (2, 1.0)];
            let value = |weights: &[f64]| -> f64 {
                counts.iter().zip(weights).map(|((_, n), w)| f64::from(*n) * w).sum()
            };
            let drawn = f64::from(u32::try_from(random.below(1_000_000)).expect("it is small"));
            let won = drawn < chance(value(&truth), 100.0) * 1e6;
            let score = value(&start.map(f64::from));
            samples.push(Sample { score, counts, result: f64::from(u8::from(won)) });
        }
        let fitted = fit(&samples, 20_000, &start);
        assert!(fitted.after < fitted.before, "{fitted:?}");
        // Only ratios can be known: the unit is that of the start.
        let ratio = |at: usize| f64::from(fitted.weights[at]) / f64::from(fitted.weights[0]);
        assert!((ratio(1) + 1.0 / 3.0).abs() < 0.15, "{fitted:?}");
        assert!((ratio(2) - 2.0 / 3.0).abs() < 0.15, "{fitted:?}");
        assert_eq!(fitted.weights[3], 7, "there is no evidence on it");
        // A handful of games moves nothing far.
        let few = fit(&samples, 10, &start);
        assert!((few.weights[1] - start[1]).abs() <= 15, "{few:?}");
    }

    #[test]
    fn without_samples_nothing_changes() {
        assert_eq!(fit(&[], 0, &[7, 8]).weights, [7, 8]);
    }
}
