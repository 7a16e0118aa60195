//! Reads off an evaluation the count of each of its weights in a position.
//!
//! The count is measured: a weight is changed a little up and down, and half the difference of the
//! two evaluations, for each point of change, is its count. Where the evaluation is a sum of
//! weights that is exact; where it is not (the square of a danger), it holds near the weights in
//! use, which is where a fit looks.

use crate::weights::{to_list, with_list};
use crate::{Score, Searchable};

/// A quiet position and how its game ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The value of the position to the side to act by the weights in use.
    pub score: f64,
    /// The gain with every point of a weight: the weights by number, without those that count for
    /// nothing.
    pub counts: Vec<(u16, f32)>,
    /// 1 if the side to act won, 0 if it lost, one half in a draw.
    pub result: f64,
}

impl Sample {
    /// The value of the position if the weights are larger than those in use by `more`.
    #[must_use]
    pub fn score_with(&self, more: &[f64]) -> f64 {
        let gain = |&(number, count): &(u16, f32)| {
            f64::from(count) * more.get(usize::from(number)).copied().unwrap_or(0.0)
        };
        self.score + self.counts.iter().map(gain).sum::<f64>()
    }
}

/// The weights in use, each a little larger and a little smaller.
pub(super) struct Changed<P: Searchable>(Vec<(P::Weights, P::Weights, Score)>);

impl<P: Searchable> Changed<P> {
    pub(super) fn new() -> Self {
        let list = to_list(&P::WEIGHTS);
        let changed = (0..list.len()).map(|at| {
            let by = 1 + list[at].abs() / 16;
            let with = |number| {
                let mut list = list.clone();
                list[at] = number;
                with_list(&P::WEIGHTS, &list)
            };
            (with(list[at] + by), with(list[at] - by), by)
        });
        Self(changed.collect())
    }

    /// A sample of a position whose game is not over yet.
    pub(super) fn sample(&self, position: &P) -> Sample {
        let value =
            |weights: &P::Weights| f64::from(position.evaluate(weights, position.tally(weights)));
        let counts = self.0.iter().zip(0_u16..).filter_map(|((more, less, by), number)| {
            let difference = value(more) - value(less);
            #[expect(clippy::cast_possible_truncation, reason = "a count needs few digits")]
            let count = (difference / f64::from(2 * by)) as f32;
            (count.abs() > 1e-6).then_some((number, count))
        });
        Sample { score: value(&P::WEIGHTS), counts: counts.collect(), result: 0.5 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use engine::{Game, Options};

    /// Plays games at random and compares the counts of weights with an evaluation by other
    /// weights.
    fn check<P: Searchable>(slack: f64) {
        let changed = Changed::<P>::new();
        let mut random = Random::new(3);
        let length = to_list(&P::WEIGHTS).len();
        let mut drawn = || f64::from(u8::try_from(random.below(5)).expect("it is small")) - 2.0;
        let more: Vec<f64> = (0..length).map(|_| drawn()).collect();
        #[expect(clippy::cast_possible_truncation, reason = "small whole numbers")]
        let others: Vec<Score> =
            to_list(&P::WEIGHTS).iter().zip(&more).map(|(a, b)| a + *b as Score).collect();
        let others = with_list(&P::WEIGHTS, &others);
        for _ in 0..4 {
            let ruleset = P::INFO.rulesets[0];
            let options = ruleset.complete(&Options::none()).expect("there are defaults");
            let rules = P::rules(ruleset.id, &options).expect("it is listed");
            let mut game: Game<P> = Game::new(rules);
            let mut legal = Vec::new();
            while game.outcome().is_none() && game.plies().len() < 80 {
                let position = game.position();
                let sample = changed.sample(position);
                let real = f64::from(position.evaluate(&others, position.tally(&others)));
                let predicted = sample.score_with(&more);
                assert!(
                    (real - predicted).abs() <= slack,
                    "{}: {real} {predicted}",
                    position.to_text()
                );
                legal.clear();
                game.legal(&mut legal);
                game.play_trusted(legal[random.below(legal.len())]);
            }
        }
    }

    #[test]
    fn sums_of_weights_are_read_exactly() {
        check::<engine::xia_liu::XiaLiu>(0.01);
        check::<engine::diu_fang::DiuFang>(0.01);
    }

    #[test]
    fn non_linear_evaluation_is_nearly_a_sum() {
        check::<engine::xiangqi::Xiangqi>(60.0);
        check::<engine::shogi::Shogi>(200.0);
    }
}
