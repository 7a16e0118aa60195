//! Fits the weights of an evaluation to the results of games by logistic regression.
//!
//! The evaluation is linear in its weights; the chance of winning is a logistic function of it, and
//! the fit minimises the error of the prediction in bits for each position. Only ratios of weights
//! can be found, so the scale is measured first and kept. Weights with little evidence stay near
//! where they began.

use super::{Sample, WEIGHTS};
use crate::Score;

/// Weights that were fitted to games.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The weights.
    pub weights: [Score; WEIGHTS],
    /// The points of evaluation that correspond to odds of `e` to one.
    pub scale: f64,
    /// The mean error of the prediction before, in bits a position.
    pub before: f64,
    /// The same after.
    pub after: f64,
}

/// How many steps are made; the error hardly changes after half of them.
const STEPS: i32 = 400;

/// The size of the first steps, in points.
const PACE: f64 = 4.0;

/// How strongly a weight is held near its start, which matters only for weights that few positions
/// depend on.
const HOLD: f64 = 2e-7;

/// Finds the weights under which the evaluation best predicts the results of the samples, beginning
/// with `start`. The unit stays that of `start`, whose scale is measured first.
///
/// # Panics
///
/// Never. Without samples the weights are those of the start.
#[must_use]
pub fn fit(samples: &[Sample], start: [Score; WEIGHTS]) -> Fitted {
    let begin = start.map(f64::from);
    let scale = scale_of(samples, &begin);
    let before = error(samples, &begin, scale);
    let mut weights = begin;
    // Adam. Source: Kingma and Ba, "Adam: a method for stochastic optimization", 2015.
    let (mut mean, mut square) = ([0.0; WEIGHTS], [0.0; WEIGHTS]);
    for step in 1..=STEPS {
        let slope = slope(samples, &weights, scale);
        let pace = PACE * (1.0 - f64::from(step - 1) / f64::from(STEPS));
        for at in 0..WEIGHTS {
            let slope = slope[at] + HOLD * (weights[at] - begin[at]);
            mean[at] = 0.9 * mean[at] + 0.1 * slope;
            square[at] = 0.999 * square[at] + 0.001 * slope * slope;
            let steady = mean[at] / (1.0 - 0.9_f64.powi(step));
            let spread = (square[at] / (1.0 - 0.999_f64.powi(step))).sqrt();
            if spread > 1e-12 {
                weights[at] -= pace * steady / spread;
            }
        }
    }
    let rounded = weights.map(whole);
    let after = error(samples, &rounded.map(f64::from), scale);
    Fitted { weights: rounded, scale, before, after }
}

#[expect(clippy::cast_possible_truncation, reason = "weights are far below 2^31")]
const fn whole(weight: f64) -> Score {
    weight.round() as Score
}

fn evaluation(sample: &Sample, weights: &[f64; WEIGHTS]) -> f64 {
    sample.counts.iter().zip(weights).map(|(&count, weight)| f64::from(count) * weight).sum()
}

/// The chance of a win that an evaluation predicts.
fn chance(evaluation: f64, scale: f64) -> f64 {
    (1.0 / (1.0 + (-evaluation / scale).exp())).clamp(1e-9, 1.0 - 1e-9)
}

/// The mean error of the prediction, in bits a position.
fn error(samples: &[Sample], weights: &[f64; WEIGHTS], scale: f64) -> f64 {
    let of = |sample: &Sample| {
        let chance = chance(evaluation(sample, weights), scale);
        -(sample.result * chance.log2() + (1.0 - sample.result) * (1.0 - chance).log2())
    };
    samples.iter().map(of).sum::<f64>() / count(samples)
}

/// How the error grows with each weight.
fn slope(samples: &[Sample], weights: &[f64; WEIGHTS], scale: f64) -> [f64; WEIGHTS] {
    let mut slope = [0.0; WEIGHTS];
    for sample in samples {
        let off = chance(evaluation(sample, weights), scale) - sample.result;
        for (sum, &count) in slope.iter_mut().zip(&sample.counts) {
            *sum += off * f64::from(count);
        }
    }
    slope.map(|sum| sum / (scale * count(samples)))
}

#[expect(clippy::cast_precision_loss, reason = "far fewer samples than 2^52")]
fn count(samples: &[Sample]) -> f64 {
    samples.len().max(1) as f64
}

/// The scale under which the unchanged weights predict best, found by trying ever closer ones.
fn scale_of(samples: &[Sample], weights: &[f64; WEIGHTS]) -> f64 {
    let (mut scale, mut factor) = (200.0, 2.0_f64);
    while factor > 1.01 {
        let better = [scale / factor, scale * factor]
            .into_iter()
            .filter(|&other| (10.0..10_000.0).contains(&other))
            .find(|&other| error(samples, weights, other) < error(samples, weights, scale));
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
        let mut truth = [0.0; WEIGHTS];
        truth[7] = 30.0;
        truth[8] = -10.0;
        truth[10] = 20.0;
        let mut samples = Vec::new();
        for _ in 0..20_000 {
            let mut counts = [0; WEIGHTS];
            counts[7] = i32::try_from(random.below(9)).expect("it is small") - 4;
            counts[8] = i32::try_from(random.below(9)).expect("it is small") - 4;
            counts[10] = 1;
            let mut sample = Sample { counts, result: 0.0 };
            let drawn = f64::from(u32::try_from(random.below(1_000_000)).expect("it is small"));
            let won = drawn < chance(evaluation(&sample, &truth), 100.0) * 1e6;
            sample.result = f64::from(u8::from(won));
            samples.push(sample);
        }
        let mut start = [0; WEIGHTS];
        start[7] = 10;
        start[8] = 5;
        let fitted = fit(&samples, start);
        assert!(fitted.after < fitted.before, "{fitted:?}");
        // Only ratios can be known: the unit is that of the start.
        let ratio = |at: usize| f64::from(fitted.weights[at]) / f64::from(fitted.weights[7]);
        assert!((ratio(8) + 1.0 / 3.0).abs() < 0.15, "{fitted:?}");
        assert!((ratio(10) - 2.0 / 3.0).abs() < 0.15, "{fitted:?}");
        assert_eq!(fitted.weights[3], 0, "nothing was said of it");
    }

    #[test]
    fn without_samples_nothing_changes() {
        let start = [7; WEIGHTS];
        assert_eq!(fit(&[], start).weights, start);
    }
}
