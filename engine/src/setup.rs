//! The set-up of a game: its options, and all faults of a game's name, ruleset, options or start
//! position.
//!
//! Each error has a stable code for programs and a `Fault`, which a client describes in its
//! reader's language.

use crate::Fault;
use std::fmt;

/// Options of a ruleset as text, such as `board` = `7x7`; sorted by key, each key once.
///
/// ```
/// use engine::Options;
///
/// let options: Options = [("handicap", "two"), ("board", "7x7")].into_iter().collect();
/// assert_eq!(options.get("board"), Some("7x7"));
/// assert_eq!(options.iter().next(), Some(("board", "7x7")));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// No options: every one at its default.
    #[must_use]
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// The value of an option, if it is given.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// Sets an option, replacing an earlier value.
    pub fn set(&mut self, key: &str, value: &str) {
        match self.0.binary_search_by(|(k, _)| k.as_str().cmp(key)) {
            Ok(place) => value.clone_into(&mut self.0[place].1),
            Err(place) => self.0.insert(place, (key.to_owned(), value.to_owned())),
        }
    }

    /// The options, sorted by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Whether no option is given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: AsRef<str>, V: AsRef<str>> FromIterator<(K, V)> for Options {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut options = Self::none();
        for (key, value) in pairs {
            options.set(key.as_ref(), value.as_ref());
        }
        options
    }
}

/// A game could not be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The catalogue has no such game.
    #[error("unknown game `{0}`")]
    UnknownGame(String),
    /// The game has no such ruleset.
    #[error("unknown ruleset `{0}`")]
    UnknownRuleset(String),
    /// The ruleset has no such option.
    #[error("unknown option `{0}`")]
    UnknownOption(String),
    /// The option does not take this value.
    #[error("option `{key}` does not take `{value}`")]
    UnknownValue {
        /// The option.
        key: String,
        /// The value given.
        value: String,
    },
    /// A position text could not be read.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl SetupError {
    /// A stable code for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownGame(_) => "unknown_game",
            Self::UnknownRuleset(_) => "unknown_ruleset",
            Self::UnknownOption(_) => "unknown_option",
            Self::UnknownValue { .. } => "unknown_value",
            Self::Position(_) => "bad_position",
        }
    }

    /// The fault, for a client to describe in its reader's language.
    #[must_use]
    pub fn fault(&self) -> Fault {
        match self {
            Self::UnknownGame(name) => Fault::UnknownGame(name.clone()),
            Self::UnknownRuleset(name) => Fault::UnknownRuleset(name.clone()),
            Self::UnknownOption(name) => Fault::UnknownOption(name.clone()),
            Self::UnknownValue { key, value } => Fault::UnknownValue(key.clone(), value.clone()),
            Self::Position(error) => error.fault.clone(),
        }
    }
}

/// A position text could not be read, or describes a position that cannot be on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionError {
    /// The column in the text, in characters from 1; 0 if the fault is not in one place.
    pub column: usize,
    /// The fault.
    pub fault: Fault,
}

impl PositionError {
    /// A fault at a place in the text, counted in characters from 1.
    #[must_use]
    pub const fn at(column: usize, fault: Fault) -> Self {
        Self { column, fault }
    }

    /// A fault of the position as a whole.
    #[must_use]
    pub const fn whole(fault: Fault) -> Self {
        Self { column: 0, fault }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => write!(f, "bad position: {}", self.fault),
            column => write!(f, "bad position at column {column}: {}", self.fault),
        }
    }
}

impl std::error::Error for PositionError {}
