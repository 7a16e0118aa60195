//! Glicko-2 with periods that need not be whole.
//!
//! M. E. Glickman, *Example of the Glicko-2 system* (2022), updates all players once a period. Here a player is
//! updated after every game, and the uncertainty grows by the time since the game before, counted in
//! fractions of a period. At one whole period this is Glickman's system: his worked example is a test.
//!
//! Exponentials and logarithms are computed by `libm`, so that the same games give the same digits on every
//! machine.

/// The estimated strength of a player, and its certainty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The estimate, on the scale on which 1500 is a newcomer.
    pub rating: f64,
    /// The standard deviation of the estimate, [`Rating::DEVIATIONS`].
    pub deviation: f64,
    /// How erratic the results are.
    pub volatility: f64,
}

/// A result against an opponent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    /// The opponent, as rated at the time of the game.
    pub opponent: Rating,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
}

/// How many periods a day has: a deviation of 60 grows to 110 within a year.
const PERIODS_A_DAY: f64 = 0.214_36;

/// How much volatility may change; Glickman suggests 0.3 to 1.2.
const TAU: f64 = 0.75;

/// Points of the scale for one unit of the computation.
const SCALE: f64 = 173.717_8;

/// When the search for the volatility is close enough, and how many steps it has.
const TOLERANCE: f64 = 1e-6;
const STEPS: u32 = 100;

const DAY: f64 = 86_400_000.0;

impl Rating {
    /// A player without games.
    pub const START: Self = Self { rating: 1500.0, deviation: 350.0, volatility: 0.06 };

    /// The estimate as it is shown.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "ratings have four digits")]
    pub fn rounded(&self) -> i32 {
        self.rating.round() as i32
    }

    /// The least and the greatest deviation.
    pub const DEVIATIONS: (f64, f64) = (45.0, 500.0);

    /// Above this deviation a rating is provisional, and in no list of the best.
    pub const PROVISIONAL: f64 = 110.0;

    /// Whether too little is known for the rating to count as known.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > Self::PROVISIONAL
    }

    /// The rating after this many milliseconds without a game.
    #[must_use]
    pub fn rested(&self, milliseconds: u64) -> Self {
        self.over(&[], periods(milliseconds))
    }

    /// The rating after a game, this many milliseconds after the previous one.
    #[must_use]
    pub fn updated(&self, game: Scored, milliseconds: u64) -> Self {
        self.over(&[game], periods(milliseconds))
    }

    /// The rating after these games, `periods` after those before.
    fn over(&self, games: &[Scored], periods: f64) -> Self {
        let (mu, phi) = ((self.rating - 1500.0) / SCALE, self.deviation / SCALE);
        let (mut information, mut gain) = (0.0, 0.0);
        for Scored { opponent, score } in games {
            let weight = weight(opponent.deviation / SCALE);
            let expected = expected(mu, (opponent.rating - 1500.0) / SCALE, weight);
            information += weight * weight * expected * (1.0 - expected);
            gain += weight * (score - expected);
        }
        if information <= 0.0 {
            return Self {
                deviation: bounded(SCALE * grown(phi, self.volatility, periods)),
                ..*self
            };
        }
        let variance = 1.0 / information;
        let volatility = volatility(self.volatility, phi, variance, variance * gain);
        let before = grown(phi, volatility, periods);
        let after = 1.0 / (1.0 / (before * before) + 1.0 / variance).sqrt();
        Self {
            rating: 1500.0 + SCALE * (mu + after * after * gain),
            deviation: bounded(SCALE * after),
            volatility,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "spans of a thousand centuries are exact")]
fn periods(milliseconds: u64) -> f64 {
    milliseconds as f64 / DAY * PERIODS_A_DAY
}

const fn bounded(deviation: f64) -> f64 {
    deviation.clamp(Rating::DEVIATIONS.0, Rating::DEVIATIONS.1)
}

/// A deviation after a time without games.
fn grown(phi: f64, volatility: f64, periods: f64) -> f64 {
    (phi * phi + periods * volatility * volatility).sqrt()
}

/// How much weight a game against an opponent has; the less certain the opponent's rating, the
/// less.
fn weight(phi: f64) -> f64 {
    const PI_SQUARED: f64 = std::f64::consts::PI * std::f64::consts::PI;
    1.0 / (1.0 + 3.0 * phi * phi / PI_SQUARED).sqrt()
}

/// The score that is expected against an opponent.
fn expected(mu: f64, opponent: f64, weight: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-weight * (mu - opponent)))
}

/// The other end of the bracket in which the volatility is looked for. Any end leads to the same value; this
/// one takes few steps.
fn bracket(phi: f64, variance: f64, delta: f64, centre: f64, f: impl Fn(f64) -> f64) -> f64 {
    let surprise = delta * delta - phi * phi - variance;
    if surprise > 0.0 {
        return libm::log(surprise);
    }
    let below = (1..STEPS).map(|k| centre - f64::from(k) * TAU).find(|&x| f(x) >= 0.0);
    below.unwrap_or(centre - f64::from(STEPS) * TAU)
}

/// Whether the search can stop. More steps find the same value.
fn is_narrow(low: f64, high: f64) -> bool {
    (high - low).abs() <= TOLERANCE
}

/// Whether a function with these values at two points is zero at one of them or between them.
fn has_root_between(at_one: f64, at_other: f64) -> bool {
    at_one * at_other <= 0.0
}

/// Glickman's fifth step: the volatility that explains the results best, by the Illinois algorithm.
fn volatility(before: f64, phi: f64, variance: f64, delta: f64) -> f64 {
    let centre = libm::log(before * before);
    let f = |x: f64| {
        let exp = libm::exp(x);
        let total = phi * phi + variance + exp;
        exp * (delta * delta - total) / (2.0 * total * total) - (x - centre) / (TAU * TAU)
    };
    let mut low = centre;
    let mut high = bracket(phi, variance, delta, centre, f);
    let (mut at_low, mut at_high) = (f(low), f(high));
    for _ in 0..STEPS {
        if is_narrow(low, high) {
            break;
        }
        let next = low + (low - high) * at_low / (at_high - at_low);
        let at_next = f(next);
        if has_root_between(at_next, at_high) {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (next, at_next);
    }
    libm::exp(low / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use skillratings::Outcomes;
    use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

    fn rated(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    /// The example of Glickman's paper, which has a tau of 0.5; with so few games the volatility's last
    /// digits are all that tau changes.
    #[test]
    fn glickmans_worked_example() {
        let games = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
            .map(|(rating, deviation, score)| Scored { opponent: rated(rating, deviation), score });
        let after = rated(1500.0, 200.0).over(&games, 1.0);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_02, "{after:?}");
    }

    #[test]
    fn rating_is_shown_as_the_nearest_whole_number() {
        for (rating, shown) in [(1499.4, 1499), (1499.5, 1500), (1500.0, 1500), (1500.4, 1500)] {
            assert_eq!(rated(rating, 60.0).rounded(), shown, "{rating}");
        }
    }

    #[test]
    fn rating_is_provisional_above_the_limit() {
        let is_provisional = |deviation| rated(1500.0, deviation).is_provisional();
        assert_eq!([109.9, 110.0, 110.1].map(is_provisional), [false, false, true]);
    }

    /// A year without games.
    #[test]
    fn certainty_is_lost_in_a_year() {
        const YEAR: u64 = 365 * 86_400_000;
        let rested = rated(1700.0, 60.0).rested(YEAR);
        assert!((rested.deviation - 110.0).abs() < 1.0, "{rested:?}");
        assert_eq!((rested.rating, rested.volatility), (1700.0, 0.06));
        assert!((rated(1700.0, 350.0).rested(u64::MAX).deviation - 500.0).abs() < 1e-9);
        assert!((rated(1700.0, 60.0).rested(0).deviation - 60.0).abs() < 1e-9);
    }

    /// The figure that a library which counts every game as a whole period never reaches.
    #[test]
    fn a_regular_player_becomes_certain() {
        let mut player = Rating::START;
        let mut games = 0;
        while player.is_provisional() {
            let score = if games % 2 == 0 { 1.0 } else { 0.0 };
            let opponent = rated(player.rating, 50.0);
            player = player.updated(Scored { opponent, score }, 0);
            games += 1;
        }
        assert!((6..=16).contains(&games), "{games} games");
        for game in 0..300 {
            let score = if game % 2 == 0 { 1.0 } else { 0.0 };
            let opponent = rated(player.rating, 50.0);
            player = player.updated(Scored { opponent, score }, 3_600_000);
        }
        assert!(player.deviation < 60.0, "{player:?}");
    }

    fn any_rating() -> impl Strategy<Value = Rating> {
        (400.0..3000.0, 45.0..500.0, 0.03..0.1).prop_map(|(rating, deviation, volatility)| Rating {
            rating,
            deviation,
            volatility,
        })
    }

    fn outcome(score: f64) -> Outcomes {
        match score {
            1.0 => Outcomes::WIN,
            0.0 => Outcomes::LOSS,
            _ => Outcomes::DRAW,
        }
    }

    proptest! {
        /// At one whole period, where both say the same.
        #[test]
        fn an_independent_library_agrees(
            player in any_rating(),
            games in prop::collection::vec(
                (any_rating(), prop::sample::select(vec![0.0, 0.5, 1.0])), 1..8),
        ) {
            let theirs = |rating: Rating| Glicko2Rating {
                rating: rating.rating,
                deviation: rating.deviation,
                volatility: rating.volatility,
            };
            let results: Vec<(Glicko2Rating, Outcomes)> =
                games.iter().map(|&(opponent, score)| (theirs(opponent), outcome(score))).collect();
            let config = Glicko2Config { tau: TAU, convergence_tolerance: 1e-9 };
            let other = glicko2_rating_period(&theirs(player), &results, &config);
            let games: Vec<Scored> =
                games.iter().map(|&(opponent, score)| Scored { opponent, score }).collect();
            let ours = player.over(&games, 1.0);
            prop_assert!((ours.rating - other.rating).abs() < 0.01, "{ours:?} {other:?}");
            let deviation = bounded(other.deviation);
            prop_assert!((ours.deviation - deviation).abs() < 0.01, "{ours:?} {other:?}");
            prop_assert!((ours.volatility - other.volatility).abs() < 1e-7, "{ours:?} {other:?}");
        }

        /// Whatever happens, the numbers stay numbers, and within their bounds.
        #[test]
        fn ratings_stay_finite(
            player in any_rating(),
            games in prop::collection::vec((any_rating(), 0.0..=1.0, any::<u64>()), 0..60),
        ) {
            let mut player = player;
            for (opponent, score, pause) in games {
                player = player.updated(Scored { opponent, score }, pause);
                let Rating { rating, deviation, volatility } = player;
                prop_assert!(rating.is_finite() && volatility.is_finite() && volatility > 0.0);
                prop_assert!((Rating::DEVIATIONS.0..=Rating::DEVIATIONS.1).contains(&deviation));
            }
        }

        /// A win raises, a loss lowers, and a better score never gives less.
        #[test]
        fn better_results_give_better_ratings(player in any_rating(), opponent in any_rating()) {
            let after = |score| player.updated(Scored { opponent, score }, 0).rating;
            let [loss, draw, win] = [after(0.0), after(0.5), after(1.0)];
            prop_assert!(loss <= player.rating && player.rating <= win);
            prop_assert!(loss <= draw && draw <= win);
        }

        /// Two who are rated alike win and lose the same.
        #[test]
        fn equals_exchange_equal_points(player in any_rating()) {
            let won = player.updated(Scored { opponent: player, score: 1.0 }, 0);
            let lost = player.updated(Scored { opponent: player, score: 0.0 }, 0);
            let (gain, loss) = (won.rating - player.rating, player.rating - lost.rating);
            prop_assert!((gain - loss).abs() < 1e-6, "{gain} {loss}");
            prop_assert!((won.deviation - lost.deviation).abs() < 1e-6);
        }
    }
}
