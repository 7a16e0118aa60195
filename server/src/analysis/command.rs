//! What people ask of a tree, and why it may be refused.

use crate::wire::AnalysisNack;
use domain::PlayerId;
use engine::ActionRefused;

/// What somebody wants changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Tries actions from a node on.
    Add(u32, Vec<String>),
    /// Says something of a node, or takes back what somebody said.
    Note(u32, String, Option<PlayerId>),
    /// Removes a variation.
    Delete(u32),
    /// Puts a variation before its siblings.
    Promote(u32),
    /// Keeps the tree for the players, or opens it.
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
    /// It is another's or the game's own, or the tree is locked.
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
