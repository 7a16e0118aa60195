//! The options of a game of shogi: the settlement of an impasse, the consequence of an illegal
//! move, and the handicap (rules.md, "Shogi").
//!
//! They are read once when the game is set up, and are part of the position, so that no function
//! needs them as an argument.

use super::Handicap;
use crate::{Options, SetupError};

/// The settlement of an impasse 持将棋.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ImpasseRule {
    /// `27-point`: counted by agreement; below 27 loses, 27 each draws.
    #[default]
    Points27,
    /// `24-point`: counted by agreement; below 24 loses, otherwise a draw.
    Points24,
    /// `declaration`: a side declares, and wins or loses by it.
    Declaration,
}

/// The consequence of an illegal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Fouls {
    /// `refuse`: it is not played, and the side tries again.
    #[default]
    Refuse,
    /// `lose`: it loses the game, as in official competition.
    Lose,
}

/// The options of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// The option `impasse`.
    pub impasse: ImpasseRule,
    /// The option `fouls`.
    pub fouls: Fouls,
    /// The option `handicap`.
    pub handicap: Handicap,
}

impl Rules {
    /// Reads the options; those not given are at their defaults.
    pub(super) fn read(options: &Options) -> Result<Self, SetupError> {
        let mut rules = Self::default();
        for (key, value) in options.iter() {
            let known = match key {
                "impasse" => impasse(value).map(|impasse| rules.impasse = impasse),
                "fouls" => fouls(value).map(|fouls| rules.fouls = fouls),
                "handicap" => handicap(value).map(|handicap| rules.handicap = handicap),
                _ => return Err(SetupError::UnknownOption(key.to_owned())),
            };
            if known.is_none() {
                return Err(SetupError::UnknownValue {
                    key: key.to_owned(),
                    value: value.to_owned(),
                });
            }
        }
        Ok(rules)
    }
}

fn impasse(value: &str) -> Option<ImpasseRule> {
    match value {
        "27-point" => Some(ImpasseRule::Points27),
        "24-point" => Some(ImpasseRule::Points24),
        "declaration" => Some(ImpasseRule::Declaration),
        _ => None,
    }
}

fn fouls(value: &str) -> Option<Fouls> {
    match value {
        "refuse" => Some(Fouls::Refuse),
        "lose" => Some(Fouls::Lose),
        _ => None,
    }
}

fn handicap(value: &str) -> Option<Handicap> {
    Handicap::ALL.into_iter().find(|handicap| handicap.as_str() == value)
}
