//! Tuning an evaluation on the engine's own games.
//!
//! [`Tuned::of`] finds a game with the weights of its evaluation. [`Tuned::play`] plays one against itself
//! and keeps its quiet positions with the result of the game; [`fit`] finds the weights under which the
//! evaluation predicts those results best (logistic regression, known in this use as Texel tuning);
//! [`Tuned::duel`] shows whether they play better, which is another question. Nothing here is in use when a
//! game is played.
//!
//! The count of a weight in a position is read off the evaluation itself, by changing the weight a
//! little (`sample`), so that there is no second account of it that could differ.

mod fit;
mod own_games;
mod sample;

pub use fit::{Fitted, fit};
pub use sample::Sample;

use crate::weights::{names, to_list, with_list};
use crate::{Score, Searchable};

/// A game whose weights can be tuned.
#[derive(Debug, Clone)]
pub struct Tuned {
    /// The names of the terms that the weights count.
    pub names: Vec<String>,
    /// The weights in use, in the order of their names.
    pub weights: Vec<Score>,
    ruleset: &'static str,
    play: fn(&str, u64, u64) -> Vec<Sample>,
    duel: fn(&str, &[Score], bool, u64, u64) -> Option<bool>,
    source: fn(&[Score]) -> String,
}

impl Tuned {
    /// The game of that id under its default ruleset or the one given; `None` if there is no such game or
    /// ruleset.
    #[must_use]
    pub fn of(game: &str, ruleset: Option<&str>) -> Option<Self> {
        tuned_of(game, ruleset)
    }

    fn new<P: Searchable>(ruleset: Option<&str>) -> Option<Self> {
        let mut rulesets = P::INFO.rulesets.iter().map(|info| info.id);
        Some(Self {
            names: names(&P::WEIGHTS),
            weights: to_list(&P::WEIGHTS),
            ruleset: rulesets.find(|&id| ruleset.is_none_or(|wanted| wanted == id))?,
            play: own_games::play::<P>,
            duel: own_games::duel::<P>,
            source: |list| format!("{:?}", with_list(&P::WEIGHTS, list)),
        })
    }

    /// Plays a game with the weights in use, `nodes` positions an action, and returns its quiet positions.
    #[must_use]
    pub fn play(&self, seed: u64, nodes: u64) -> Vec<Sample> {
        (self.play)(self.ruleset, seed, nodes)
    }

    /// Plays a game of other weights against those in use, `nodes` positions an action for both. The
    /// opening is the same for the same seed. Returns whether the others won; `None` for a draw.
    #[must_use]
    pub fn duel(
        &self,
        others: &[Score],
        others_first: bool,
        seed: u64,
        nodes: u64,
    ) -> Option<bool> {
        (self.duel)(self.ruleset, others, others_first, seed, nodes)
    }

    /// Weights as they stand in the source.
    #[must_use]
    pub fn source(&self, weights: &[Score]) -> String {
        (self.source)(weights)
    }
}

/// Makes [`tuned_of`] from the catalogue's list of games.
macro_rules! tuned_games {
    ($($(#[$doc:meta])* $variant:ident($position:ty)),+ $(,)?) => {
        fn tuned_of(game: &str, ruleset: Option<&str>) -> Option<Tuned> {
            $(
                if game == <$position as engine::Position>::INFO.id {
                    return Tuned::new::<$position>(ruleset);
                }
            )+
            None
        }
    };
}

engine::games!(tuned_games);
