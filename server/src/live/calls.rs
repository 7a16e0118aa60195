//! The matches in which a computer player has something to do, each once, in the order in which that
//! came up. There are no more than matches with a computer player.

use domain::MatchId;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The match that waits for a computer player.
#[derive(Debug, Default)]
pub struct Calls {
    state: Mutex<State>,
    news: Notify,
}

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<MatchId>,
    known: HashMap<MatchId, Stage>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Queued,
    /// A computer player is at it.
    Attended,
    /// The same, and the match has called again since.
    CalledAgain,
}

impl Calls {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a computer player has something to do in a match.
    pub(crate) fn call(&self, id: MatchId) {
        let mut state = self.lock();
        match state.known.get_mut(&id) {
            Some(Stage::Queued | Stage::CalledAgain) => return,
            Some(stage @ Stage::Attended) => {
                *stage = Stage::CalledAgain;
                return;
            }
            None => {}
        }
        state.known.insert(id, Stage::Queued);
        state.queue.push_back(id);
        drop(state);
        self.news.notify_one();
    }

    /// The match that has waited longest; no other worker receives it before [`done`](Self::done).
    pub async fn next(&self) -> MatchId {
        loop {
            {
                let mut state = self.lock();
                if let Some(id) = state.queue.pop_front() {
                    state.known.insert(id, Stage::Attended);
                    return id;
                }
            }
            self.news.notified().await;
        }
    }

    /// Ends the attention to a match; one that has called again waits again.
    pub fn done(&self, id: MatchId) {
        let mut state = self.lock();
        if state.known.remove(&id) == Some(Stage::CalledAgain) {
            state.known.insert(id, Stage::Queued);
            state.queue.push_back(id);
            drop(state);
            self.news.notify_one();
        }
    }

    /// How many matches wait and are not attended to.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.lock().queue.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_match_waits_once_and_is_attended_to_by_one() {
        let calls = Calls::default();
        let (one, other) = (MatchId::fresh(), MatchId::fresh());
        calls.call(one);
        calls.call(one);
        calls.call(other);
        assert_eq!(calls.waiting(), 2);
        assert_eq!(calls.next().await, one);
        // The worker may have looked already.
        calls.call(one);
        calls.call(one);
        assert_eq!(calls.next().await, other);
        assert_eq!(calls.waiting(), 0);
        calls.done(one);
        assert_eq!(calls.next().await, one);
        calls.done(one);
        calls.done(other);
        assert_eq!(calls.waiting(), 0);
        assert!(calls.lock().known.is_empty(), "nothing is kept of what is done");
    }
}
