//! The interface of seeks for the rest of the server: make, withdraw and answer one, the standing
//! of a player, and who is online.
//!
//! Of several servers on one database one pairs all seeks. There it is decided at once, by
//! `deciding`; the others pass requests on to that one, and know the standings from its messages
//! (`exchange`). A single server always decides itself.

use crate::cluster::{Call, Cluster, Exchange, Outcome};
use crate::leaders::{Lead, Leaders};
use crate::live::Registry;
use crate::notifications::Notices;
use crate::presence::Presence;
use crate::time::TimeSource;
use domain::seek_pool::{NobodyFound, SeekPool, Standing};
use domain::{Caller, PlayerId, Seek};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Database, Fence, StoreError};
use tokio::sync::{Mutex as Turn, Notify, watch};
use tokio::time::{Instant, sleep_until};
use tokio_util::task::TaskTracker;
use uuid::Uuid;

/// How long the matchmaker on another server may take to answer. While none lives, which may last
/// longer, seeks can be neither made nor ended.
const PATIENCE: Duration = Duration::from_secs(5);

/// Something cannot be sought now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SeekError {
    /// There are as many seeks as a matchmaker keeps.
    #[error("there are too many seeks")]
    Full,
    /// The players behind the address have as many seeks as they may.
    #[error("there are too many seeks of this address")]
    TooMany,
    /// The player did not answer, and has to wait for so many milliseconds.
    #[error("the player has to wait before seeking again")]
    Wait(u64),
    /// The match of the seek there is has just been agreed on.
    #[error("your match is about to begin")]
    Settling,
    /// The store is away, or the server that pairs seeks.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An answer to having been found was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AnswerError {
    /// It was too late.
    #[error(transparent)]
    NobodyFound(#[from] NobodyFound),
    /// The server that pairs seeks is away.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The result of a request, by the server that leads.
enum Decided<T> {
    /// This one.
    Here(T),
    /// Another one, or none.
    Elsewhere(Outcome),
}

/// All who seek, and what brings them together.
#[derive(Debug)]
pub(crate) struct Matchmaker {
    /// The leader of seeks; this server once it has the stored seeks.
    pub(super) role: watch::Sender<Lead>,
    pub(super) leaders: Arc<Leaders>,
    /// The board on which this server decides.
    board: Mutex<SeekPool>,
    pub(super) presence: Arc<Presence>,
    pub(super) cluster: Arc<Cluster>,
    /// One change of the stored seeks at a time, so that the board and the store agree.
    pub(super) writing: Turn<()>,
    /// Those who have come since the last look.
    pub(super) newcomers: Mutex<Vec<PlayerId>>,
    pub(super) nudge: Notify,
    pub(super) exchange: Exchange,
    pub(super) registry: Arc<Registry>,
    pub(super) store: Database,
    pub(super) time: TimeSource,
    pub(super) notices: Notices,
    pub(super) tasks: TaskTracker,
}

/// Nothing under these locks panics half-way, so a poisoned one is still whole.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Matchmaker {
    /// Begins without seeks; matches are made in `registry` by tasks that `tasks` tracks.
    #[must_use]
    pub(crate) fn new(
        registry: Arc<Registry>,
        presence: Arc<Presence>,
        cluster: Arc<Cluster>,
        leaders: Arc<Leaders>,
        store: Database,
        notices: Notices,
        tasks: TaskTracker,
    ) -> Arc<Self> {
        let time = *registry.time();
        let role = if store.is_shared() { Lead::Unknown } else { Lead::Ours(Fence::ALONE) };
        Arc::new(Self {
            role: watch::Sender::new(role),
            leaders,
            board: Mutex::default(),
            presence,
            cluster,
            writing: Turn::default(),
            newcomers: Mutex::default(),
            nudge: Notify::new(),
            exchange: Exchange::default(),
            registry,
            store,
            time,
            notices,
            tasks,
        })
    }

    pub(super) fn board(&self) -> MutexGuard<'_, SeekPool> {
        lock(&self.board)
    }

    /// Whether this server pairs the seeks.
    pub(super) fn decides(&self) -> bool {
        matches!(*self.role.borrow(), Lead::Ours(_))
    }

    /// The standing of a player.
    #[must_use]
    pub(crate) fn standing(&self, who: PlayerId) -> Standing {
        if self.decides() {
            self.board().standing(who)
        } else {
            self.exchange.mirror().standing(who, self.time.now())
        }
    }

    /// How many seek.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        if self.decides() { self.board().len() } else { self.exchange.mirror().len() }
    }

    /// Seeks in place of what its owner sought before.
    ///
    /// # Errors
    ///
    /// [`SeekError`]; the earlier seek remains. If the server that pairs seeks did not answer,
    /// it may have taken the seek all the same.
    pub(crate) async fn seek(&self, seek: Seek, caller: Option<Caller>) -> Result<(), SeekError> {
        self.presence.touch(seek.who.id);
        let call = || Call::Seek(Box::new(seek.clone()), caller);
        match self.pass_on(call, |by| self.seek_here(by, seek.clone(), caller)).await {
            Decided::Here(done) => done,
            Decided::Elsewhere(outcome) => done(outcome).map(drop),
        }
    }

    /// Ends a player's seek; false if they have none.
    ///
    /// # Errors
    ///
    /// [`SeekError`] if it remains, or the server that pairs seeks did not answer.
    pub(crate) async fn withdraw(&self, who: PlayerId) -> Result<bool, SeekError> {
        match self.pass_on(|| Call::Withdraw(who), |by| self.withdraw_here(by, who)).await {
            Decided::Here(done) => done,
            Decided::Elsewhere(outcome) => done(outcome),
        }
    }

    /// Answers a meeting. If both accept, the match is there when this returns,
    /// unless it cannot be made: then both wait on.
    ///
    /// # Errors
    ///
    /// [`AnswerError`] if it was too late, or the server that pairs seeks did not answer.
    pub(crate) async fn answer(
        self: &Arc<Self>,
        who: PlayerId,
        found: Uuid,
        accepts: bool,
    ) -> Result<(), AnswerError> {
        self.presence.touch(who);
        let here = async |by| Ok(self.answer_here(by, who, found, accepts).await);
        match self.pass_on(|| Call::Answer(who, found, accepts), here).await {
            Decided::Here(Ok(done)) => Ok(done?),
            Decided::Here(Err(_)) => Err(StoreError::Unavailable.into()),
            Decided::Elsewhere(Outcome::Done | Outcome::Nothing) => Ok(()),
            Decided::Elsewhere(Outcome::NobodyFound) => Err(NobodyFound.into()),
            Decided::Elsewhere(
                Outcome::Full
                | Outcome::TooMany
                | Outcome::Wait(_)
                | Outcome::Settling
                | Outcome::Unavailable,
            ) => Err(StoreError::Unavailable.into()),
        }
    }

    /// Has the leader of seeks do something: this server, by `here`, or another one.
    ///
    /// A request to a server that ended before its answer, or that was followed by another, is made
    /// again: seeking and withdrawing twice is the same as once, and an answer comes too late then.
    async fn pass_on<T, F>(
        &self,
        call: impl Fn() -> Call,
        here: impl Fn(Fence) -> F,
    ) -> Decided<Result<T, SeekError>>
    where
        F: Future<Output = Result<T, SeekError>>,
    {
        let mut role = self.role.subscribe();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let now = *role.borrow_and_update();
            let reply = match now {
                Lead::Ours(by) => match here(by).await {
                    Err(SeekError::Store(StoreError::Fenced)) => {
                        self.leaders.hurry();
                        None
                    }
                    done => return Decided::Here(done),
                },
                Lead::Another(node) => Some(self.exchange.call(node, call(), self.time.now())),
                Lead::Unknown => None,
            };
            let reply = async {
                match reply {
                    Some(reply) => reply.outcome().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                outcome = reply => return Decided::Elsewhere(outcome),
                Ok(()) = role.changed() => {}
                () = sleep_until(deadline) => return Decided::Elsewhere(Outcome::Unavailable),
            }
        }
    }

    /// Signals to those whose standing changed, here and at the other servers.
    pub(super) fn notify(&self, people: &[PlayerId]) {
        self.presence.notify(people.iter().copied());
        self.exchange.mark(people);
    }
}

fn done(outcome: Outcome) -> Result<bool, SeekError> {
    match outcome {
        Outcome::Done => Ok(true),
        Outcome::Nothing => Ok(false),
        Outcome::Full => Err(SeekError::Full),
        Outcome::TooMany => Err(SeekError::TooMany),
        Outcome::Wait(wait) => Err(SeekError::Wait(wait)),
        Outcome::Settling => Err(SeekError::Settling),
        Outcome::NobodyFound | Outcome::Unavailable => Err(StoreError::Unavailable.into()),
    }
}
