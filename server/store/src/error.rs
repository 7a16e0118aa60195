//! The errors of the store, sorted by the remedies of a caller rather than by their cause.
//!
//! `Unavailable` may be retried, `Ambiguous` must be read back first, `Conflict` is an answer,
//! `Fenced` means that this server has lost its matches; the remaining ones are for an operator.
//! The database's own text is logged by `fault` and never reaches a caller.

use std::path::PathBuf;

/// The database refused, failed or was away.
///
/// The messages name no table and quote no database text: that text is logged where it arises
/// and never leaves the server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached; nothing was written.
    #[error("the database is unavailable")]
    Unavailable,
    /// The connection was lost while a transaction was being committed: it may or may not
    /// have been written, and only reading it back shows which.
    #[error("the connection was lost during a commit")]
    Ambiguous,
    /// Something written is there already; nothing was written.
    #[error("conflict: {0}")]
    Conflict(Conflict),
    /// Another server has presumed this one dead and has taken over its matches; nothing was
    /// written.
    #[error("another server has taken over, because this one's heartbeat stopped for too long")]
    Fenced,
    /// The database was made by a newer version of the program.
    #[error(
        "the database has schema {found}, this program knows {known}: start a newer version of it"
    )]
    NewerSchema {
        /// The latest migration applied to the database.
        found: i64,
        /// The latest migration this program has.
        known: i64,
    },
    /// The tables could not be brought up to date.
    #[error("the database could not be migrated: {0}")]
    Migration(String),
    /// The address of a database makes no sense.
    #[error("bad database address: {0}")]
    BadAddress(String),
    /// The data directory or the file in it cannot be used.
    #[error("cannot use {path}: {reason}")]
    CannotOpen {
        /// The directory or file.
        path: PathBuf,
        /// The operating system's reason.
        reason: String,
    },
    /// Another server is running on this database.
    #[error("another server is using this database ({0}): stop it first")]
    InUse(String),
    /// A row does not read as what this program writes.
    #[error("a stored row cannot be read: {0}")]
    Damaged(&'static str),
    /// Any other error of the database; its text is in the log.
    #[error("the database failed")]
    Failed,
}

impl StoreError {
    /// Every kind of failure of the database, as [`kind`](Self::kind) has it.
    pub const KINDS: [&'static str; 8] = [
        "unavailable",
        "ambiguous",
        "conflict",
        "fenced",
        "migration",
        "opening",
        "damaged",
        "failed",
    ];

    /// The kind of failure in a word.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Unavailable => "unavailable",
            Self::Ambiguous => "ambiguous",
            Self::Conflict(_) => "conflict",
            Self::Fenced => "fenced",
            Self::NewerSchema { .. } | Self::Migration(_) => "migration",
            Self::BadAddress(_) | Self::CannotOpen { .. } | Self::InUse(_) => "opening",
            Self::Damaged(_) => "damaged",
            Self::Failed => "failed",
        }
    }
}

/// The row that was there already, or not any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    /// The match has an event of that number.
    #[error("the match already has an event with that number")]
    Seq,
    /// The match has an event of that command.
    #[error("the match already has an event for that command")]
    Command,
    /// The archive has a game of that id.
    #[error("the archive already has a game with that id")]
    Game,
    /// A player whose seek was to become a match does not seek any more.
    #[error("a seek is gone")]
    Seek,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_listed_once() {
        let errors = [
            StoreError::Unavailable,
            StoreError::Ambiguous,
            StoreError::Conflict(Conflict::Seq),
            StoreError::Fenced,
            StoreError::NewerSchema { found: 2, known: 1 },
            StoreError::Migration(String::new()),
            StoreError::BadAddress(String::new()),
            StoreError::CannotOpen { path: PathBuf::new(), reason: String::new() },
            StoreError::InUse(String::new()),
            StoreError::Damaged(""),
            StoreError::Failed,
        ];
        let mut kinds: Vec<&str> = errors.iter().map(StoreError::kind).collect();
        kinds.dedup();
        assert_eq!(kinds, StoreError::KINDS);
    }
}
