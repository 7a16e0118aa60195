//! Going over a stored game together: a tree of what else could have been played, which belongs
//! to the game in the archive.
//!
//! A tree is the fold of its changes. A change is decided with the engine, written, and only then
//! answered and sent to the others, as in a match; since no clock runs here, one lock for each tree
//! replaces the task of a match. Any visitor with the link may add and speak; the players may remove
//! any node, and may reserve the tree for themselves.

mod command;
mod registry;
mod shared;
mod tree;

pub use command::{Command, Refusal};
pub use registry::{Analyses, OpenError};
pub(crate) use shared::Reader;
pub use shared::{Connected, Outgoing, Reply, Shared};
pub use tree::Tree;

use crate::runtime::{Runtime, until_shutdown};
use std::sync::Arc;

/// Starts the analyses; on several nodes they follow the changes of the others.
pub(crate) fn start(runtime: &Runtime) -> Arc<Analyses> {
    let analyses = Arc::new(Analyses::new(runtime.store.clone(), runtime.time));
    if runtime.store.is_shared() {
        let followed = Arc::clone(&analyses);
        let follow = until_shutdown(runtime.shutdown.clone(), async move { followed.run().await });
        runtime.add("analyses of other nodes", follow);
    }
    analyses
}
