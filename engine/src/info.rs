//! The types of the catalogue: games, rulesets with their versions, phases, options, and the texts
//! about them in three languages.
//!
//! Every game describes itself with one constant of these types; the catalogue lists them. Ids are
//! stored with games and sent to clients, so they do not change. A ruleset whose rules change gets
//! a new version, and the former one stays in `GameInfo::former`, so that stored games replay for
//! ever.

use crate::{BySide, Options, SetupError};

/// A short text in the three languages of the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: &'static str,
    /// 简体中文.
    pub zh: &'static str,
    /// 日本語.
    pub ja: &'static str,
}

/// A game.
#[derive(Debug, Clone, Copy)]
pub struct GameInfo {
    /// The id on the wire and in the database, such as `er-chi-yi`.
    pub id: &'static str,
    /// The name.
    pub name: Text,
    /// The meaning of the name, or another name of the game, in two or three words.
    pub gloss: Text,
    /// The size of the board and how long a game takes, for a list of games.
    pub line: Text,
    /// The rulesets, the default first.
    pub rulesets: &'static [RulesetInfo],
    /// Earlier versions of the rulesets, under which stored games are replayed; no new game is
    /// played under them.
    pub former: &'static [RulesetInfo],
    /// The notations a finished game can be written in, as file endings.
    pub notations: &'static [&'static str],
}

/// A named ruleset of a game.
#[derive(Debug, Clone, Copy)]
pub struct RulesetInfo {
    /// The id, such as `as-printed`.
    pub id: &'static str,
    /// Raised whenever a change would make a stored game replay differently.
    pub version: u32,
    /// The name.
    pub name: Text,
    /// Two lines about its particulars, separated by a line feed.
    pub summary: Text,
    /// The goal, in one sentence.
    pub goal: Text,
    /// The form of a turn, in one or two sentences.
    pub turn: Text,
    /// The phases of a game in their order; none where a game has only one.
    pub phases: &'static [PhaseInfo],
    /// The source of the rules.
    pub source: Text,
    /// The names of the sides, such as Black and Red.
    pub sides: BySide<Text>,
    /// The options, each with its values.
    pub options: &'static [OptionInfo],
    /// The family of rulesets in which games are rated together: `None` if this ruleset is rated with
    /// the game's first one, otherwise a word that the rulesets of the family share.
    pub family: Option<&'static str>,
    /// The reflections of the board that leave the rules as they are.
    pub reflections: Reflections,
}

/// Reflections of a board that leave the rules of a game as they are, so that a position and its image
/// are worth the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reflections {
    /// None that is used: every position counts as different from its images.
    None,
    /// Left and right.
    Files,
    /// Left and right, top and bottom, and on a square board its diagonals.
    All,
}

/// A phase of a game, such as the placement of the stones.
#[derive(Debug, Clone, Copy)]
pub struct PhaseInfo {
    /// The letter that the last part of a position's text begins with during the phase, such
    /// as `p` in `7/7/7/3b3/7/7/7 w p24,23`.
    pub id: &'static str,
    /// The name.
    pub name: Text,
    /// The task of a side during the phase.
    pub task: Text,
}

/// An option of a ruleset.
#[derive(Debug, Clone, Copy)]
pub struct OptionInfo {
    /// The key, such as `board`.
    pub key: &'static str,
    /// The name.
    pub name: Text,
    /// The values, the default first.
    pub values: &'static [ValueInfo],
}

/// A value of an option.
#[derive(Debug, Clone, Copy)]
pub struct ValueInfo {
    /// The value, such as `7x7`.
    pub id: &'static str,
    /// The name.
    pub name: Text,
}

impl GameInfo {
    /// The ruleset of that id, or the default for `None`.
    ///
    /// # Errors
    ///
    /// [`SetupError::UnknownRuleset`].
    pub fn ruleset(&self, id: Option<&str>) -> Result<&'static RulesetInfo, SetupError> {
        match id {
            None => Ok(&self.rulesets[0]),
            Some(id) => self
                .rulesets
                .iter()
                .find(|ruleset| ruleset.id == id)
                .ok_or_else(|| SetupError::UnknownRuleset(id.to_owned())),
        }
    }
}

impl GameInfo {
    /// A version of the ruleset of that id, or of the default for `None`.
    ///
    /// # Errors
    ///
    /// [`SetupError::UnknownRuleset`].
    pub fn version(
        &self,
        id: Option<&str>,
        version: u32,
    ) -> Result<&'static RulesetInfo, SetupError> {
        let current = self.ruleset(id)?;
        if current.version == version {
            return Ok(current);
        }
        self.former
            .iter()
            .find(|former| former.id == current.id && former.version == version)
            .ok_or_else(|| SetupError::UnknownRuleset(format!("{} version {version}", current.id)))
    }
}

impl RulesetInfo {
    /// Checks options against those listed and fills in the defaults.
    ///
    /// # Errors
    ///
    /// [`SetupError::UnknownOption`] or [`SetupError::UnknownValue`].
    pub fn complete(&self, given: &Options) -> Result<Options, SetupError> {
        for (key, value) in given.iter() {
            let option = self
                .options
                .iter()
                .find(|option| option.key == key)
                .ok_or_else(|| SetupError::UnknownOption(key.to_owned()))?;
            if !option.values.iter().any(|known| known.id == value) {
                return Err(SetupError::UnknownValue {
                    key: key.to_owned(),
                    value: value.to_owned(),
                });
            }
        }
        Ok(self
            .options
            .iter()
            .map(|option| (option.key, given.get(option.key).unwrap_or(option.values[0].id)))
            .collect())
    }
}
