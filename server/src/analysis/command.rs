//! The commands of people who analyse a game together, and the reasons for refusing them.
//!
//! A command names nodes of the tree by number. Whether it is allowed is decided by `tree`, from
//! the tree alone; a refusal changes nothing and has a stable code on the wire.

use domain::PlayerId;
use engine::ActionRefused;
use protocol::AnalysisNack;

/// A requested change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Adds actions below a node, as one line.
    Add(u32, Vec<String>),
    /// Sets one's note on a node, or removes the note of an author.
    Note(u32, String, Option<PlayerId>),
    /// Removes a variation.
    Delete(u32),
    /// Puts a variation before its siblings.
    Promote(u32),
    /// Removes everything that was added to the game, by an operator's order.
    Clear,
    /// Locks the tree for all but the players, or unlocks it.
    Lock(bool),
}

/// Why a command was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules forbid an action.
    #[error(transparent)]
    Illegal(Box<ActionRefused>),
    /// There is no such node.
    #[error("no such node")]
    Stale,
    /// The node is another person's or part of the game itself, or the tree is locked.
    #[error("not allowed")]
    NotAllowed,
    /// There is no room for more.
    #[error("the tree is full")]
    Full,
    /// The text is too long, or has control characters in it; or there are too many actions.
    #[error("the text is too long or has control characters")]
    Bad,
}

impl Refusal {
    /// The code on the wire.
    #[must_use]
    pub const fn code(&self) -> AnalysisNack {
        match self {
            Self::Illegal(_) => AnalysisNack::Illegal,
            Self::Stale => AnalysisNack::Stale,
            Self::NotAllowed => AnalysisNack::NotAllowed,
            Self::Full => AnalysisNack::Full,
            Self::Bad => AnalysisNack::BadMessage,
        }
    }
}
