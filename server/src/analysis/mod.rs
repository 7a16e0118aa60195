//! Going over a stored game together: a tree of what else could have been played, which belongs
//! to the game in the archive.
//!
//! A tree is the fold of its changes. A change is decided with the engine, written, and only then
//! answered and sent to the others, as in a match; since no clock runs here, one lock for each tree
//! replaces the task of a match. Anybody with the link may add and speak; the players may remove
//! anything, and may keep the tree for themselves.

mod command;
mod registry;
mod shared;
mod tree;

pub use command::{Command, Refusal};
pub use registry::{Analyses, OpenError};
pub(crate) use shared::Reader;
pub use shared::{Connected, Outgoing, Reply, Shared};
pub use tree::Tree;
