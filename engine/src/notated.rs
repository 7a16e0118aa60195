//! Notations for people and other programs: a game's own texts for actions, positions and whole
//! records, apart from the texts that every game has.
//!
//! Rules need none of this, and nothing here decides anything: a [`Position`] is complete without
//! it. A game may leave any of it to the defaults, which know no notation.

use crate::{NotationError, Position, Record};

/// The notations of a game's own.
pub trait Notated: Position {
    /// Ways to write a single action that no file uses, in addition to the
    /// [notations](crate::GameInfo::notations): those that players know from books and from other
    /// programs.
    const MOVE_NOTATIONS: &'static [&'static str] = &[];

    /// Writes a legal action as people write it in one of the game's own
    /// [notations](crate::GameInfo::notations) or [`MOVE_NOTATIONS`](Self::MOVE_NOTATIONS).
    /// `previous` is the action before it, to which some notations refer. `None`, which is the
    /// default, if the notation has no other text for it than
    /// [`action_text`](Position::action_text).
    fn notate(
        &self,
        _notation: &str,
        _action: Self::Action,
        _previous: Option<Self::Action>,
    ) -> Option<String> {
        None
    }

    /// Writes a record of this game in one of its own [notations](crate::GameInfo::notations), the
    /// plain record not among them. The default knows none.
    ///
    /// # Errors
    ///
    /// [`NotationError::Unknown`], or why the record does not replay.
    fn write_record(notation: &str, _record: &Record) -> Result<String, NotationError> {
        Err(NotationError::Unknown(notation.to_owned()))
    }
}
