//! The server as a whole: how it starts, what its parts share, how it stops.

use crate::addresses::{Addresses, Allowances, Wait, Wish};
use crate::analysis::Analyses;
use crate::config::{Limits, ServeConfig};
use crate::house::{self, House};
use crate::http::{self, Client, Exports};
use crate::identity::{BadKeys, Keys};
use crate::ids::PlayerId;
use crate::matches::{Journal, Registry};
use crate::names::Name;
use crate::order::Desk;
use crate::shutdown::Vital;
use crate::store::{self, Guest, Purpose, SharedStore, StoreError};
use crate::time::{Moment, TimeSource};
use crate::tokens::Tokens;
use crate::wire::{Catalogue, Player};
use bytes::Bytes;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How often the server notes that it is alive: what it was down for is known to so much.
const BEAT: Duration = Duration::from_secs(2);

/// For how long after a sign of life players can be let in.
const FRESH: Duration = Duration::from_secs(6);

/// How often the store is asked whether it has something to tidy up.
const TIDY: Duration = Duration::from_millis(500);

/// How often tokens that have expired are forgotten, in milliseconds.
const EXPIRY: u64 = 3_600_000;

/// How long a stopping server waits for what it is at.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// How long the store may take to tell somebody's name.
const PATIENCE: Duration = Duration::from_secs(2);

/// Connections that wait to be accepted.
const WAITING: u32 = 1_024;

/// Sockets of one address, unless limits are off: a school behind one address fits.
const SOCKETS_OF_ONE: u32 = 200;

/// The server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Bind {
        /// Which.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file of keys cannot be used.
    #[error("cannot use {path}: {reason}")]
    Keys {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The folder of the client has no page to begin with.
    #[error("cannot read {page}: {error}; `--static-dir` is the folder with the client's pages")]
    StaticDir {
        /// Which.
        page: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A part of it panicked.
    #[error("a part of the server failed; the log tells which")]
    Failed,
    /// The system failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// What the parts of a running server share.
#[derive(Debug)]
pub(crate) struct App {
    config: ServeConfig,
    client: Client,
    store: SharedStore,
    registry: Arc<Registry>,
    analyses: Analyses,
    keys: Keys,
    tokens: Tokens,
    desk: Desk,
    catalogue: Bytes,
    addresses: Arc<Addresses>,
    allowances: Allowances,
    exports: Exports,
    pulse: Arc<Pulse>,
    shutdown: CancellationToken,
    tasks: TaskTracker,
}

/// When the store last took a sign of life, in milliseconds; 0 if it did not take the latest.
#[derive(Debug, Default)]
struct Pulse(AtomicU64);

impl Pulse {
    fn note(&self, taken: Option<Moment>) {
        self.0.store(taken.map_or(0, |at| at.0), Ordering::Relaxed);
    }

    /// Whether the store takes signs of life; one that says nothing at all does not.
    fn is_felt(&self, now: Moment) -> bool {
        let last = self.0.load(Ordering::Relaxed);
        last != 0 && u128::from(now.since(Moment(last))) <= FRESH.as_millis()
    }
}

impl App {
    pub(crate) const fn config(&self) -> &ServeConfig {
        &self.config
    }

    /// What browsers are served, which knows its version.
    pub(crate) const fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) const fn store(&self) -> &SharedStore {
        &self.store
    }

    pub(crate) const fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// Whether the house players have all the matches that they take.
    pub(crate) fn house_is_full(&self) -> bool {
        house::is_full(&self.registry)
    }

    /// The trees of stored games.
    pub(crate) const fn analyses(&self) -> &Analyses {
        &self.analyses
    }

    /// Somebody by the name they have.
    ///
    /// # Errors
    ///
    /// [`StoreError`] while the store does not tell it.
    pub(crate) async fn player(&self, id: PlayerId) -> Result<Player, StoreError> {
        let stored = timeout(PATIENCE, self.store.guest(id)).await;
        let Guest { name, bot } = stored.map_err(|_| StoreError::Unavailable)??;
        // One that was good once need not be so under the rules of a later version.
        let name = name.and_then(|name| Name::parse(&name).ok());
        Ok(Player { bot, ..Player::guest_called(id, name) })
    }

    pub(crate) const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Which tokens of programs count.
    pub(crate) const fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// The answer to `GET /api/games`, written once.
    pub(crate) const fn catalogue(&self) -> &Bytes {
        &self.catalogue
    }

    pub(crate) const fn addresses(&self) -> &Arc<Addresses> {
        &self.addresses
    }

    pub(crate) const fn exports(&self) -> &Exports {
        &self.exports
    }

    /// Cancelled when the server begins to stop.
    pub(crate) const fn shutdown(&self) -> &CancellationToken {
        &self.shutdown
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.shutdown.is_cancelled()
    }

    /// Whether the store can be written to, as far as is known; asks nobody.
    pub(crate) fn can_write(&self) -> bool {
        self.pulse.is_felt(self.registry.now())
    }

    /// Whether players can be let in.
    pub(crate) fn is_ready(&self) -> bool {
        !self.is_stopping() && self.can_write() && !self.desk.is_draining()
    }

    /// The orders that operators gave.
    pub(crate) const fn desk(&self) -> &Desk {
        &self.desk
    }

    /// Whether rates and connections of one address are limited.
    pub(crate) fn is_limited(&self) -> bool {
        self.config.limits == Limits::On
    }

    /// Whether an address may have what it wishes, or has had enough of it.
    pub(crate) fn grants(&self, address: IpAddr, wish: Wish) -> bool {
        self.ration(address, wish).is_ok()
    }

    /// The same; if it has had enough, it is told when it may have more.
    pub(crate) fn ration(&self, address: IpAddr, wish: Wish) -> Result<(), Wait> {
        if self.is_limited() {
            self.allowances.ration(address, wish, self.registry.now())
        } else {
            Ok(())
        }
    }

    /// Connections and whatever else must end before the store is closed.
    pub(crate) const fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }
}

/// Serves until `shutdown` is cancelled, then stops in order. `announce` is told the address
/// once people can connect.
///
/// # Errors
///
/// [`ServeError`] tells an operator what to mend.
pub async fn serve(
    config: ServeConfig,
    shutdown: CancellationToken,
    announce: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let client = open_client(&config)?;
    // The port is taken first, so that one in use is told before the database is touched, but
    // nobody can connect until all matches are there.
    let socket = bind(config.bind)?;
    let metrics_socket = config.metrics_bind.map(bind).transpose()?;
    let store = store::open(&config.store.location()?, Purpose::Serve).await?;
    let time = TimeSource::system();
    let (stop_journal, tasks) = (CancellationToken::new(), TaskTracker::new());
    let (journal, writer) = Journal::new(Arc::clone(&store), stop_journal.clone());
    let vital = Vital::new(shutdown.clone());
    let writer = tokio::spawn(vital.clone().watch("the journal's writer", writer));
    let keys = keys(&config, &store).await?;
    let successors = keys.successors();
    let registry = Registry::new(Arc::clone(&store), journal, time, tasks.clone(), successors);
    let pulse = Arc::<Pulse>::default();
    let app = Arc::new(App {
        keys,
        tokens: Tokens::default(),
        desk: Desk::default(),
        catalogue: Bytes::from(
            serde_json::to_vec(&Catalogue::current()).map_err(std::io::Error::other)?,
        ),
        addresses: Addresses::new((config.limits == Limits::On).then_some(SOCKETS_OF_ONE)),
        allowances: Allowances::default(),
        exports: Exports::new(config.limits == Limits::On),
        config,
        client,
        store: Arc::clone(&store),
        registry: Arc::clone(&registry),
        analyses: Analyses::new(Arc::clone(&store), time),
        pulse: Arc::clone(&pulse),
        shutdown: shutdown.clone(),
        tasks: tasks.clone(),
    });
    let house = House::new(Arc::clone(&registry), app.config.house_threads, tasks.clone());
    let house = house.map_err(std::io::Error::other)?.run(shutdown.clone());
    tasks.spawn(vital.clone().watch("the house players", house));
    let fenced = CancellationToken::new();
    let beats =
        beat(Arc::clone(&store), time, Arc::clone(&pulse), shutdown.clone(), fenced.clone());
    let beats = vital.clone().watch("the sign of life", beats);
    let restored = if store.is_shared() {
        // Other servers would take one that is long in starting to be gone.
        tasks.spawn(beats);
        registry.restore().await?
    } else {
        // The last sign of life is what the clocks are credited from; from then on they run, and
        // nobody waits until a new one is written.
        let restored = registry.restore().await?;
        tasks.spawn(beats);
        restored
    };
    // The store was there for all this; the beats say what becomes of it.
    pulse.note(Some(time.now()));
    let inherit = inherit(Arc::clone(&registry), shutdown.clone());
    tasks.spawn(vital.clone().watch("the heir", inherit));
    let tidy = tidy(Arc::clone(&store), time, shutdown.clone());
    tasks.spawn(vital.clone().watch("the tidying of the store", tidy));
    // Whoever starts a server wants it to take people in.
    store.drain(store.own_node(), false).await?;
    let attend = attend(Arc::clone(&app), shutdown.clone());
    tasks.spawn(vital.clone().watch("the order of the house", attend));
    if store.is_shared() {
        let catch_up = catch_up(Arc::clone(&app), shutdown.clone());
        tasks.spawn(vital.clone().watch("the readers of trees", catch_up));
    }
    let tell_lobby = tell_lobby(Arc::clone(&registry), shutdown.clone());
    tasks.spawn(vital.clone().watch("the lobby", tell_lobby));
    if let Some(socket) = metrics_socket {
        let listener = listen(socket, app.config.metrics_bind.unwrap_or(app.config.bind))?;
        tracing::info!(address = %listener.local_addr()?, "serving /metrics");
        tasks.spawn(http::serve_metrics(listener, Arc::clone(&app)));
    }
    let listener = listen(socket, app.config.bind)?;
    let address = listener.local_addr()?;
    tracing::info!(%address, matches = restored, "serving");
    announce(address);
    let served = async {
        serve_http(listener, Arc::clone(&app)).await;
        shutdown.cancel();
    };
    // Players hear at once that the server stops, not when the last download has ended.
    let stopped = async {
        shutdown.cancelled().await;
        stop(&registry, &tasks).await;
    };
    tokio::join!(served, stopped);
    stop_journal.cancel();
    // What it had taken on is written by now, or cannot be.
    let _ = timeout(LAST_WORDS, writer).await;
    // A database that no longer answers must not keep the server; nothing waits to be written.
    if timeout(LAST_WORDS, store.close()).await.is_err() {
        tracing::warn!("the store did not close in time");
    }
    if vital.has_failed() {
        return Err(ServeError::Failed);
    }
    if fenced.is_cancelled() {
        return Err(StoreError::Fenced.into());
    }
    tracing::info!("stopped");
    Ok(())
}

/// The keys that sign and verify tokens: those of the operator's file, or the database's.
async fn keys(config: &ServeConfig, store: &SharedStore) -> Result<Keys, ServeError> {
    let Some(path) = &config.signing_keys else {
        return Ok(Keys::new(store.signing_key(rand::random()).await?, &[]));
    };
    let unusable = |reason: String| ServeError::Keys { path: path.clone(), reason };
    let text =
        tokio::fs::read_to_string(path).await.map_err(|error| unusable(error.to_string()))?;
    Keys::parse(&text).map_err(|error: BadKeys| unusable(error.to_string()))
}

/// Without its first page nobody would see anything.
fn open_client(config: &ServeConfig) -> Result<Client, ServeError> {
    let folder = config.static_dir.as_deref();
    Client::open(folder).map_err(|error| match folder {
        Some(folder) => ServeError::StaticDir { page: folder.join("index.html"), error },
        None => ServeError::Io(error),
    })
}

fn bind(address: SocketAddr) -> Result<TcpSocket, ServeError> {
    let bind = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        Ok(socket)
    };
    bind().map_err(|error| ServeError::Bind { address, error })
}

fn listen(socket: TcpSocket, address: SocketAddr) -> Result<TcpListener, ServeError> {
    socket.listen(WAITING).map_err(|error| ServeError::Bind { address, error })
}

/// Answers requests until the server stops. Sockets are upgraded requests, which end by
/// themselves: those of a match with its task, the others seeing the same token.
async fn serve_http(listener: TcpListener, app: Arc<App>) {
    let shutdown = app.shutdown.clone();
    let router = http::router(Arc::clone(&app));
    let late = async {
        shutdown.cancelled().await;
        tokio::time::sleep(LAST_WORDS).await;
    };
    tokio::select! {
        () = http::serve(listener, router, app, shutdown.clone()) => {}
        () = late => {}
    }
}

/// Lets every match finish what it is at, and every connection say goodbye.
async fn stop(registry: &Registry, tasks: &TaskTracker) {
    tasks.close();
    let stopped = async {
        registry.stop().await;
        tasks.wait().await;
    };
    if timeout(LAST_WORDS, stopped).await.is_err() {
        tracing::warn!(tasks = tasks.len(), "some tasks did not end in time");
    }
}

/// Ticks at once and then so often; what was late is not made up for.
fn ticks(span: Duration) -> Interval {
    let mut ticks = interval(span);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// Waits for the next tick; false if the server stops before.
async fn next(ticks: &mut Interval, shutdown: &CancellationToken) -> bool {
    tokio::select! {
        () = shutdown.cancelled() => false,
        _ = ticks.tick() => true,
    }
}

/// Notes every now and then that the server is alive. Should another have taken over meanwhile,
/// this one stops: started again it begins anew, with whatever is nobody's then.
async fn beat(
    store: SharedStore,
    time: TimeSource,
    pulse: Arc<Pulse>,
    shutdown: CancellationToken,
    fenced: CancellationToken,
) {
    let mut ticks = ticks(BEAT);
    while next(&mut ticks, &shutdown).await {
        let beaten = store.beat(time.now()).await;
        pulse.note(beaten.is_ok().then(|| time.now()));
        match beaten {
            Ok(()) => {}
            Err(error @ StoreError::Fenced) => {
                tracing::error!(%error, "stopping");
                fenced.cancel();
                shutdown.cancel();
            }
            Err(error) => tracing::warn!(%error, "the store is unavailable"),
        }
    }
}

/// Lets the store do every now and then what no move should wait for.
async fn tidy(store: SharedStore, time: TimeSource, shutdown: CancellationToken) {
    let mut ticks = ticks(TIDY);
    let mut forgotten: Option<Moment> = None;
    while next(&mut ticks, &shutdown).await {
        let now = time.now();
        if forgotten.is_none_or(|at| now.since(at) >= EXPIRY) {
            forgotten = Some(now);
            if let Err(error) = store.forget_tokens(now).await {
                tracing::warn!(%error, "expired tokens cannot be forgotten");
            }
        }
        if let Err(error) = store.tidy().await {
            tracing::warn!(%error, "the store cannot be tidied");
        }
    }
}

/// Looks every now and then whether another server is gone and takes over its matches, and
/// whether a match of this one has lost its task.
async fn inherit(registry: Arc<Registry>, shutdown: CancellationToken) {
    let mut ticks = ticks(BEAT);
    while next(&mut ticks, &shutdown).await {
        match registry.inherit().await {
            Ok(0) => {}
            Ok(matches) => tracing::info!(matches, "restored matches that had no task"),
            Err(error) => tracing::warn!(%error, "matches without a task cannot be looked up"),
        }
    }
}

/// Keeps the order that operators give.
async fn attend(app: Arc<App>, shutdown: CancellationToken) {
    let mut ticks = ticks(BEAT);
    while next(&mut ticks, &shutdown).await {
        app.desk.attend(&app.store, &app.registry, &app.analyses).await;
    }
}

/// Tells the readers of trees what other servers change in them.
async fn catch_up(app: Arc<App>, shutdown: CancellationToken) {
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = app.analyses.run() => {}
    }
}

async fn tell_lobby(registry: Arc<Registry>, shutdown: CancellationToken) {
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = registry.lobby().run() => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_let_in_as_long_as_signs_of_life_are_taken() {
        let (pulse, start) = (Pulse::default(), Moment(1_760_000_000_000));
        let fresh = u64::try_from(FRESH.as_millis()).expect("it is some seconds");
        assert!(!pulse.is_felt(start), "none was taken yet");
        pulse.note(Some(start));
        assert!(pulse.is_felt(start) && pulse.is_felt(start.after(fresh)));
        assert!(!pulse.is_felt(start.after(fresh + 1)), "the store says nothing");
        pulse.note(None);
        assert!(!pulse.is_felt(start), "the store takes none");
        pulse.note(Some(start.after(fresh)));
        assert!(pulse.is_felt(start.after(fresh)), "it is back");
    }
}
