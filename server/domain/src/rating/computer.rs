//! The ratings of computer players before their first rated game, for each game and level, from
//! `computer_ladder.txt`.
//!
//! The ladder comes from matches between the levels, so its differences are measured while its
//! place on the scale of people is a guess; the initial deviation reflects that. From then on computer
//! players are rated like all others.

use super::{Pool, Rating};
use crate::computer_players::LEVELS;

/// By game, the ratings of the levels from the weakest.
const LADDER: &str = include_str!("computer_ladder.txt");

/// The deviation of each rung. The ladder was measured with few games for some steps, and nothing relates
/// it to the ratings of people.
const DEVIATION: f64 = 120.0;

/// The first rating of the computer player of a level; [`Rating::START`] for a level or a game that the
/// ladder does not have.
pub(super) fn seed(pool: &Pool, level: u8) -> Rating {
    let rung = usize::from(level.saturating_sub(1));
    rungs(pool.game())
        .filter(|_| (1..=LEVELS).contains(&level))
        .and_then(|mut rungs| rungs.nth(rung))
        .map_or(Rating::START, |rating| Rating { rating, deviation: DEVIATION, ..Rating::START })
}

fn rungs(game: &str) -> Option<impl Iterator<Item = f64>> {
    let line = LADDER.lines().find_map(|line| line.strip_prefix(game)?.strip_prefix(' '))?;
    Some(line.split(' ').filter_map(|rung| rung.parse().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_ladder_that_rises() {
        for info in engine::GAMES {
            let ladder: Vec<f64> = rungs(info.id).expect("it is there").collect();
            assert_eq!(ladder.len(), usize::from(LEVELS), "{}", info.id);
            assert!(ladder.is_sorted_by(|below, above| below < above), "{}", info.id);
            assert!((ladder[3] - 1500.0).abs() < f64::EPSILON, "{}", info.id);
        }
        let games = LADDER.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(games, engine::GAMES.len());
    }

    #[test]
    fn level_outside_the_ladder_starts_like_a_player() {
        let pool = Pool::of(engine::GAMES[0].id, engine::GAMES[0].rulesets[0].id).expect("known");
        assert_eq!(seed(&pool, LEVELS + 1), Rating::START);
        assert_eq!(seed(&pool, 0), Rating::START);
        assert!(seed(&pool, 1).rating < seed(&pool, LEVELS).rating);
    }

    #[test]
    fn rung_is_surer_than_a_newcomer_but_provisional() {
        let pool = Pool::of(engine::GAMES[0].id, engine::GAMES[0].rulesets[0].id).expect("known");
        for level in 1..=LEVELS {
            let rung = seed(&pool, level);
            assert!(rung.deviation < Rating::START.deviation && rung.is_provisional(), "{level}");
        }
    }
}
