//! Pools: within one, ratings can be compared.
//!
//! A game has one pool, for live games and correspondence games together, since a small community cannot
//! fill more. Rulesets that play so differently that strength in one predicts little about the
//! other have pools of their own; the engine defines which those are
//! ([`engine::RulesetInfo::family`]).

use engine::{GAMES, GameInfo, RulesetInfo, find_game};
use std::fmt;
use std::str::FromStr;

/// A pool of ratings: a game, or a game and a family of its rulesets.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pool {
    game: &'static str,
    family: Option<&'static str>,
}

/// There is no such pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no such pool")]
pub struct UnknownPool;

impl Pool {
    /// The pool of a game's ruleset; `None` if the catalogue does not have it.
    #[must_use]
    pub fn of(game: &str, ruleset: &str) -> Option<Self> {
        let info = find_game(game).ok()?;
        Some(Self::of_ruleset(info, info.ruleset(Some(ruleset)).ok()?))
    }

    /// The pool of a ruleset of a game.
    #[must_use]
    pub const fn of_ruleset(game: &'static GameInfo, ruleset: &'static RulesetInfo) -> Self {
        Self { game: game.id, family: ruleset.family }
    }

    /// Every pool, in the order of the catalogue.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut pools = Vec::new();
        for game in GAMES {
            for ruleset in game.rulesets {
                let pool = Self::of_ruleset(game, ruleset);
                if !pools.contains(&pool) {
                    pools.push(pool);
                }
            }
        }
        pools
    }

    /// The game's id.
    #[must_use]
    pub const fn game(&self) -> &'static str {
        self.game
    }

    /// The ids of the rulesets whose games count in this pool.
    #[must_use]
    pub fn rulesets(&self) -> Vec<&'static str> {
        let game = GAMES.iter().find(|game| game.id == self.game);
        game.into_iter()
            .flat_map(|game| game.rulesets)
            .filter(|ruleset| ruleset.family == self.family)
            .map(|ruleset| ruleset.id)
            .collect()
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.game)?;
        self.family.map_or(Ok(()), |family| write!(f, ".{family}"))
    }
}

impl FromStr for Pool {
    type Err = UnknownPool;

    fn from_str(text: &str) -> Result<Self, UnknownPool> {
        Self::all().into_iter().find(|pool| pool.to_string() == text).ok_or(UnknownPool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ruleset_is_in_one_pool_that_its_name_finds() {
        let pools = Pool::all();
        let rulesets: usize = pools.iter().map(|pool| pool.rulesets().len()).sum();
        assert_eq!(rulesets, GAMES.iter().map(|game| game.rulesets.len()).sum());
        for pool in pools {
            assert_eq!(pool.to_string().parse(), Ok(pool.clone()));
            for ruleset in pool.rulesets() {
                assert_eq!(Pool::of(pool.game(), ruleset), Some(pool.clone()));
            }
        }
        assert_eq!("chess".parse::<Pool>(), Err(UnknownPool));
        assert_eq!(Pool::of(GAMES[0].id, "none"), None);
    }

    /// The first ruleset of a game is what its own pool is about.
    #[test]
    fn every_game_has_a_pool_of_its_own() {
        for game in GAMES {
            assert_eq!(
                game.id.parse::<Pool>().map(|pool| pool.rulesets()[0]),
                Ok(game.rulesets[0].id)
            );
        }
    }
}
