//! How many connections there may be in all: fewer than the process may have files open, so that
//! later requests are refused, and the database's own connections are never refused.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// File descriptors reserved for other uses: the database, its log, the files of exports, the
/// listeners.
const OTHERS: u64 = 128;

/// The slots for connections, which all listeners share.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    most: usize,
    free: Arc<Semaphore>,
}

impl Places {
    /// As many slots as the system allows the process; its limit is raised as far as possible.
    pub(crate) fn of_system() -> Self {
        let limit = raise();
        let most = limit.saturating_sub(OTHERS).max(limit / 2);
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS);
        tracing::info!(files = limit, connections = most, "limits of this process");
        Self::new(most)
    }

    fn new(most: usize) -> Self {
        Self { most, free: Arc::new(Semaphore::new(most)) }
    }

    /// The number of all slots.
    pub(crate) const fn most(&self) -> usize {
        self.most
    }

    /// A slot for a connection, until it is dropped; `None` if all are taken.
    pub(crate) fn take(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.free).try_acquire_owned().ok()
    }
}

/// Raises the process's limit of open files to its hard limit; returns that limit.
fn raise() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let limit = match raised {
        Ok(()) => maximum,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files cannot be raised");
            current
        }
    };
    limit.unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_place_for_each_and_no_more() {
        let places = Places::new(2);
        let (first, second) = (places.take(), places.take());
        assert!(first.is_some() && second.is_some() && places.take().is_none());
        drop(first);
        let of_another_listener = places.clone().take();
        assert!(of_another_listener.is_some() && places.take().is_none());
    }

    #[test]
    fn the_limit_is_raised_as_far_as_may_be() {
        assert_eq!(Some(raise()), getrlimit(Resource::Nofile).maximum.or(Some(u64::MAX)));
    }
}
