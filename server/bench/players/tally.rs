//! The score of a match between two computer players, with its statistical error.
//!
//! The error is that of the mean of independent games, at 95 % confidence; Elo differences are
//! computed from both ends of that interval.

/// Wins, draws and losses of one side of a match.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
}

/// In 95 % of cases chance moves a score by at most this many standard errors.
const SURE: f64 = 1.96;

impl Tally {
    /// Adds a game: won, lost, or neither.
    pub(super) const fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.wins += 1,
            Some(false) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    pub(super) fn games(self) -> f64 {
        f64::from(self.wins + self.draws + self.losses)
    }

    /// The score, 0 to 1.
    pub(super) fn score(self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / self.games().max(1.0)
    }

    /// The error of the score at 95 % confidence.
    pub(super) fn error(self) -> f64 {
        let score = self.score();
        let square = |result: f64| (result - score) * (result - score);
        let sum = f64::from(self.wins) * square(1.0)
            + f64::from(self.draws) * square(0.5)
            + f64::from(self.losses) * square(0.0);
        let games = self.games().max(1.0);
        SURE * (sum / games / games).sqrt()
    }

    /// `71.2 % ± 4.1 (+60 =20 -20)`.
    pub(super) fn describe(self) -> String {
        let Self { wins, draws, losses } = self;
        let (score, error) = (100.0 * self.score(), 100.0 * self.error());
        format!("{score:5.1} % ± {error:4.1} (+{wins} ={draws} -{losses})")
    }

    /// The difference in Elo points that the score means, lowest, middle and highest.
    pub(super) fn elo(self) -> [f64; 3] {
        [-1.0, 0.0, 1.0].map(|way| {
            let score = (self.score() + way * self.error()).clamp(0.001, 0.999);
            400.0 * (score / (1.0 - score)).log10()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn an_even_match_is_no_difference() {
        let tally = Tally { wins: 10, draws: 30, losses: 10 };
        let [low, middle, high] = tally.elo();
        assert!(middle.abs() < 1e-9 && low < 0.0 && high > 0.0);
        assert!((low + high).abs() < 1e-9);
    }

    #[test]
    fn three_games_of_four_are_some_191_points() {
        let tally = Tally { wins: 300, draws: 0, losses: 100 };
        assert!((tally.elo()[1] - 190.8).abs() < 0.1);
        // The error of a share of 400 games: 1.96 √(0.75 · 0.25 / 400).
        assert!((tally.error() - 0.0424).abs() < 0.0001);
        assert_eq!(tally.describe(), " 75.0 % ±  4.2 (+300 =0 -100)");
    }
}
