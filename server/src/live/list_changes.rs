//! The public matches that have changed since the lobby looked last.

use super::handle::MatchHandle;
use domain::MatchState;
use std::sync::{Mutex, PoisonError};

/// A queue of changed matches. A match is in it once for each change of its state, and once for all
/// other changes until the lobby looks at it, so it is as large as there are matches.
#[derive(Debug, Default)]
pub(crate) struct ListChanges(Mutex<Vec<MatchHandle>>);

impl ListChanges {
    /// Records that a public match has changed.
    pub(super) fn record(&self, handle: &MatchHandle, state: MatchState) {
        let is_listed_anew = handle.list(state);
        if handle.mark_changed() || is_listed_anew {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(handle.clone());
        }
    }

    /// The matches that have changed since the last call.
    pub(crate) fn take(&self) -> Vec<MatchHandle> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
