//! The state of a match as the lobby last learned it, in one byte that any task reads without a lock.

use domain::MatchState;
use std::sync::atomic::{AtomicU8, Ordering};

/// A state that changes atomically; none at first.
#[derive(Debug, Default)]
pub(super) struct ListedState(AtomicU8);

impl ListedState {
    /// Records a state; true if it differs from the recorded one.
    pub(super) fn set(&self, state: MatchState) -> bool {
        let code = code(state);
        self.0.swap(code, Ordering::Relaxed) != code
    }

    /// The state that was recorded last.
    pub(super) fn get(&self) -> Option<MatchState> {
        let recorded = self.0.load(Ordering::Relaxed);
        MatchState::ALL.iter().copied().find(|&state| code(state) == recorded)
    }
}

/// The byte of a state; 0 stands for none.
const fn code(state: MatchState) -> u8 {
    match state {
        MatchState::Open => 1,
        MatchState::Live => 2,
        MatchState::Over => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_reads_back() {
        let listed = ListedState::default();
        assert_eq!(listed.get(), None);
        for state in MatchState::ALL {
            assert!(listed.set(state));
            assert!(!listed.set(state), "it is recorded already");
            assert_eq!(listed.get(), Some(state));
        }
    }
}
