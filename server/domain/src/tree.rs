//! The changes that make up an analysis tree: variations and notes of people on a stored game.
//!
//! A tree is its log of changes. Nodes are numbered in the order of their creation and never
//! renumbered, so a change refers to the same node for all.

use crate::ids::PlayerId;
use crate::moment::Moment;
use crate::player::Player;

/// A change with its place, its time and its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeChange {
    /// Its number for the game, from 1, without gaps.
    pub seq: u32,
    /// When it was made.
    pub at: Moment,
    /// The author.
    pub by: Player,
    /// The change itself.
    pub change: Change,
}

/// The kinds of changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// An action was tried.
    Added {
        /// The number of the new node.
        node: u32,
        /// The node where it was tried.
        parent: u32,
        /// The action.
        action: Box<str>,
    },
    /// A note was written, or removed if the text is empty.
    Noted {
        /// On which node.
        node: u32,
        /// The text.
        text: Box<str>,
        /// The author of the note, if not of the change.
        of: Option<PlayerId>,
    },
    /// A variation was removed with all that follows.
    Deleted {
        /// Its first node.
        node: u32,
    },
    /// A variation was put before its siblings.
    Promoted {
        /// Its first node.
        node: u32,
    },
    /// An operator removed everything that was added to the game. No earlier change is stored any more.
    Cleared,
    /// The players locked the tree for all others, or unlocked it.
    Locked {
        /// Whether it is locked.
        on: bool,
    },
}
