//! The computer players at their matches.
//!
//! A match calls when a computer player has something to do there; a worker handles the call, decides
//! on a small pool of threads of lower priority, waits as long as a person would have thought, and
//! then acts with an ordinary command. In solved games the upper levels decide by tables. None of
//! this is stored: after a restart, or when a worker is lost, the match calls again, and the
//! decision is made again.
//!
//! However many matches call, none waits long: the more of them there are, the fewer positions are
//! searched for each.

mod decision;
mod engines;
mod pace;
mod truth;

pub use engines::{Engine, EngineError, Engines, UnusableEngine};

use crate::live::{FindError, Lookup, MatchHandle, Registry, Verdict};
use crate::runtime::Runtime;
use crate::tablebase::Tablebase;
use decision::Decision;
use domain::computer_players::LEVELS;
use domain::{MatchId, Refusal};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

// There is a computer player for each level of the search.
const _: () = assert!(LEVELS == search::levels::COUNT);

/// How many matches are attended to at once: those that think, and those that wait as people would.
const ATTENDED: usize = 256;

/// How long to wait before a match is looked at again that could not be reached.
const RETRY: Duration = Duration::from_secs(1);

/// How much less often than others the threads run that decide, in the steps of `nice`.
const NICE: i32 = 10;

/// The task that attends to the computer players' matches.
#[derive(Debug)]
pub struct ComputerPlayers {
    registry: Arc<Registry>,
    minds: ThreadPool,
    engines: Arc<Engines>,
    tablebase: Arc<Tablebase>,
    /// How many decisions are under way or wait for a thread.
    undecided: Arc<AtomicUsize>,
    tasks: TaskTracker,
}

/// A decision that is under way or waits for a thread, until it is made or lost.
struct Undecided(Arc<AtomicUsize>);

impl Undecided {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(count))
    }

    /// How many there are for each thread, itself included.
    fn among(&self, threads: usize) -> usize {
        self.0.load(Ordering::Relaxed).div_ceil(threads)
    }
}

impl Drop for Undecided {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whether a match is to be looked at again though it does not call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Done,
    TryAgain,
}

/// Starts the computer players.
///
/// # Errors
///
/// The threads cannot be started.
pub(crate) fn start(
    runtime: &Runtime,
    registry: Arc<Registry>,
    threads: NonZeroUsize,
    engines: Arc<Engines>,
    tablebase: Arc<Tablebase>,
) -> std::io::Result<()> {
    let players =
        ComputerPlayers::new(registry, threads, engines, tablebase, runtime.tasks.clone());
    let players = players.map_err(std::io::Error::other)?;
    runtime.add("computer players", players.run(runtime.shutdown.clone()));
    Ok(())
}

impl ComputerPlayers {
    /// Computer players for the matches of `registry`, who decide on `threads` threads; some are other
    /// programs.
    ///
    /// # Errors
    ///
    /// The threads cannot be started.
    pub fn new(
        registry: Arc<Registry>,
        threads: NonZeroUsize,
        engines: Arc<Engines>,
        tablebase: Arc<Tablebase>,
        tasks: TaskTracker,
    ) -> Result<Self, ThreadPoolBuildError> {
        let minds = ThreadPoolBuilder::new()
            .num_threads(threads.get())
            .thread_name(|number| format!("computer-{number}"))
            .start_handler(|_| {
                // On Linux the priority is the calling thread's; where it cannot be lowered they run like others.
                let _ = rustix::process::setpriority_process(None, NICE);
            })
            .panic_handler(|_| tracing::error!("a computer player's decision failed"))
            .build()?;
        Ok(Self { registry, minds, engines, tablebase, undecided: Arc::default(), tasks })
    }

    /// Attends to whatever match calls, until `shutdown`.
    pub async fn run(self, shutdown: CancellationToken) {
        let players = Arc::new(self);
        let places = Arc::new(Semaphore::new(ATTENDED));
        let attend = async {
            // The semaphore is never closed.
            while let Ok(place) = Arc::clone(&places).acquire_owned().await {
                let id = players.registry.calls().next().await;
                let (attending, shutdown) = (Arc::clone(&players), shutdown.clone());
                players.tasks.spawn(async move {
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

    /// Carries out the next decision of the computer player of a match.
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
        let action = self.engines.action(&snapshot).await;
        if let Some(decision) = action.and_then(|action| Decision::of_an_engine(&snapshot, action))
        {
            sleep_until(begun + decision.pause).await;
            return act(&handle, decision).await;
        }
        let (reply, answer) = oneshot::channel();
        let (undecided, threads) =
            (Undecided::new(&self.undecided), self.minds.current_num_threads());
        let tablebase = Arc::clone(&self.tablebase);
        self.minds.spawn(move || {
            // The reply has no receiver once the server stops.
            let _ = reply.send(Decision::of(&snapshot, &tablebase, undecided.among(threads)));
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

async fn act(handle: &MatchHandle, Decision { who, id, command, .. }: Decision) -> Outcome {
    match handle.command(Arc::new(who), id, command, Lookup::Spared).await {
        Ok(Verdict::Done { .. }) => Outcome::Done,
        // The match has moved on meanwhile, and has called again if there is something to do.
        Ok(Verdict::Refused { refusal: refusal @ Refusal::Illegal(_), .. }) => {
            tracing::error!(match.id = %handle.id(), %refusal, "a computer player chose what is not legal");
            Outcome::Done
        }
        Ok(Verdict::Refused { refusal, .. }) => {
            tracing::debug!(match.id = %handle.id(), %refusal, "a computer player was refused");
            Outcome::Done
        }
        Ok(Verdict::Busy { .. }) | Err(_) => Outcome::TryAgain,
    }
}
