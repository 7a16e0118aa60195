//! The house players at their matches.
//!
//! A match calls when a house player has something to do there; one attends to it, decides on a small
//! pool of threads of lower priority, waits as long as a person would have thought, and then acts with an
//! ordinary command. Nothing of this is kept: after a restart, or when a worker is lost, the match calls
//! again, and what was under way is decided anew.

mod decision;
mod pace;

use crate::house_players::{LEVELS, id_of};
use crate::ids::MatchId;
use crate::matches::{FindError, MatchHandle, Registry, Reply};
use crate::wire::Snapshot;
use decision::Decision;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How many matches that are not over house players sit in; whoever asks for another is told that they
/// are busy.
const MOST_MATCHES: usize = 2_000;

/// How many matches are attended to at once: those that think, and those that wait as people would.
const ATTENDED: usize = 256;

/// How long to wait before a match is looked at again that could not be reached.
const RETRY: Duration = Duration::from_secs(1);

/// How much less often than others the threads run that decide, in the steps of `nice`.
const NICE: i32 = 10;

/// Who attends to the house players' matches.
#[derive(Debug)]
pub struct House {
    registry: Arc<Registry>,
    minds: ThreadPool,
    tasks: TaskTracker,
}

/// Whether a match is to be looked at again though it does not call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Done,
    TryAgain,
}

impl House {
    /// House players for the matches of `registry`, who decide on so many threads.
    ///
    /// # Errors
    ///
    /// The threads cannot be started.
    pub fn new(
        registry: Arc<Registry>,
        threads: NonZeroUsize,
        tasks: TaskTracker,
    ) -> Result<Self, ThreadPoolBuildError> {
        let minds = ThreadPoolBuilder::new()
            .num_threads(threads.get())
            .thread_name(|number| format!("house-{number}"))
            .start_handler(|_| {
                // On Linux the priority is the calling thread's; where it cannot be lowered they run like others.
                let _ = rustix::process::setpriority_process(None, NICE);
            })
            .panic_handler(|_| tracing::error!("a house player's decision failed"))
            .build()?;
        Ok(Self { registry, minds, tasks })
    }

    /// Attends to whatever match calls, until `shutdown`.
    pub async fn run(self, shutdown: CancellationToken) {
        let house = Arc::new(self);
        let places = Arc::new(Semaphore::new(ATTENDED));
        let attend = async {
            // The semaphore is never closed.
            while let Ok(place) = Arc::clone(&places).acquire_owned().await {
                let id = house.registry.calls().next().await;
                let (attending, shutdown) = (Arc::clone(&house), shutdown.clone());
                house.tasks.spawn(async move {
                    // Whatever is not done when the server stops is done after its next start.
                    shutdown.run_until_cancelled(attending.attend_and_retry(id)).await;
                    drop(place);
                });
            }
        };
        shutdown.run_until_cancelled(attend).await;
    }

    async fn attend_and_retry(&self, id: MatchId) {
        let outcome = self.attend(id).await;
        if outcome == Outcome::TryAgain {
            sleep(RETRY).await;
        }
        self.registry.calls().done(id);
        if outcome == Outcome::TryAgain {
            self.registry.calls().call(id);
        }
    }

    /// Does what a house player has to do in a match.
    async fn attend(&self, id: MatchId) -> Outcome {
        let begun = Instant::now();
        let handle = match self.registry.handle(id).await {
            Ok(handle) => handle,
            Err(FindError::Busy) => return Outcome::TryAgain,
            Err(FindError::NotFound | FindError::Elsewhere | FindError::Damaged) => {
                return Outcome::Done;
            }
        };
        let Ok(snapshot) = handle.snapshot().await else { return Outcome::TryAgain };
        let (reply, answer) = oneshot::channel();
        self.minds.spawn(move || {
            // Nobody waits any more when the server stops.
            let _ = reply.send(decide(&snapshot));
        });
        match answer.await {
            Ok(Some(decision)) => {
                sleep_until(begun + decision.pause).await;
                act(&handle, decision).await
            }
            Ok(None) => Outcome::Done,
            // The thread was lost over it.
            Err(_) => Outcome::TryAgain,
        }
    }
}

fn decide(snapshot: &Snapshot) -> Option<Decision> {
    Decision::of(snapshot)
}

async fn act(handle: &MatchHandle, Decision { who, id, command, .. }: Decision) -> Outcome {
    let Ok(reply) = handle.command(Arc::new(who), id, command) else { return Outcome::TryAgain };
    match reply.await {
        Ok(Reply::Done { .. } | Reply::DoneBefore { .. } | Reply::Known) => Outcome::Done,
        // The match has gone on meanwhile, and has called again if there is something to do.
        Ok(Reply::Refused { refusal, .. }) => {
            tracing::debug!(match.id = %handle.id(), %refusal, "a house player was refused");
            Outcome::Done
        }
        Ok(Reply::Busy { .. }) | Err(_) => Outcome::TryAgain,
    }
}

/// Whether the house players of a server have all the matches that they take.
#[must_use]
pub fn is_full(registry: &Registry) -> bool {
    let seated = (1..=LEVELS).filter_map(id_of).map(|id| registry.seated(id)).sum::<usize>();
    seated >= MOST_MATCHES
}
