//! The server as a whole: the order in which its parts start and stop.
//!
//! At the start, configuration, word list, engines and tables are checked before the database is
//! opened; all unfinished matches are restored before the port opens. At the end, matches stop
//! first, then connections, then the journal's writer, then the store, each within
//! `SHUTDOWN_GRACE`. Every task is either on the tracker or watched as critical: if a critical one
//! fails, the server stops.

mod checked;
mod error;
mod subsystems;

pub use error::{BadMail, ServeError};

use crate::app_state::App;
use crate::cluster::members::NodeIdentity;
use crate::config::ServeConfig;
use crate::http::{self, Clients, Places};
use crate::listeners::{BoundListener, BoundListeners};
use crate::live::Registry;
use crate::log;
use crate::router::{self, router};
use crate::runtime::Runtime;
use crate::store_health;
use checked::Checked;
use futures_util::future::BoxFuture;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use store::{Database, Purpose, StoreError};
use subsystems::Subsystems;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long a stopping server waits for each part to finish.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);

/// Binds the addresses of `config`, so that one in use is reported before the database is touched.
/// No client can connect before [`serve`] has restored all matches.
///
/// # Errors
///
/// [`ServeError::Bind`], or [`ServeError::InternalAddress`].
pub fn bind(config: &ServeConfig) -> Result<BoundListeners, ServeError> {
    if let Some(bind) = config.internal_bind.filter(|bind| bind.ip().is_unspecified())
        && config.internal_address.is_none()
    {
        return Err(ServeError::InternalAddress(bind));
    }
    let bind =
        |address| BoundListener::bind(address).map_err(|error| ServeError::Bind { address, error });
    Ok(BoundListeners {
        web: bind(config.bind)?,
        metrics: config.metrics_bind.map(bind).transpose()?,
        internal: config.internal_bind.map(bind).transpose()?,
    })
}

/// Serves until `shutdown` is cancelled, then stops in order. `announce` is called with the address
/// once people can connect.
///
/// `listeners` are those of [`bind`], or a listener of the caller's, such as a test that serves in
/// its own process; then the addresses of `config` are not used.
///
/// # Errors
///
/// [`ServeError`], whose message describes to an operator what to correct.
pub fn serve(
    listeners: BoundListeners,
    config: ServeConfig,
    shutdown: CancellationToken,
    announce: impl FnOnce(SocketAddr) + Send + 'static,
) -> BoxFuture<'static, Result<(), ServeError>> {
    boxed(listeners, config, shutdown, Box::new(announce))
}

/// The server as an opaque future, so that its code is compiled here, once, and not again in every program
/// that serves.
#[inline(never)]
fn boxed(
    listeners: BoundListeners,
    config: ServeConfig,
    shutdown: CancellationToken,
    announce: Announce,
) -> BoxFuture<'static, Result<(), ServeError>> {
    Box::pin(run(listeners, config, shutdown, announce))
}

/// Is called with the address once people can connect.
type Announce = Box<dyn FnOnce(SocketAddr) + Send>;

async fn run(
    listeners: BoundListeners,
    config: ServeConfig,
    shutdown: CancellationToken,
    announce: Announce,
) -> Result<(), ServeError> {
    let mut checked = Checked::read(&config).await?;
    let password = checked.password.take();
    let store = store::open(&config.store.location()?, Purpose::Serve).await?;
    // Cancelled when the matches have been handed over, or at once if none can be.
    let (asked, shutdown) = (shutdown, CancellationToken::new());
    let runtime = Runtime::new(store.clone(), shutdown.clone()).asked_by(asked.clone());
    let identity = identity(&config, &store, listeners.internal.as_ref())?;
    let Subsystems { app, handover, journal } =
        Subsystems::start(&runtime, config, identity, checked).await?;
    app.members.enter().await?;
    // Those that are gone were recognised when the store was opened.
    if app.node.bus.is_unused()
        && let Some(other) = app.members.others().first()
    {
        let name = other.status.name.clone();
        store.close().await;
        return Err(ServeError::NoNews(name));
    }
    let fenced = app.fenced.clone();
    let heartbeat =
        store_health::heartbeat(&runtime, Arc::clone(&app.node.store_health), fenced.clone());
    let restored = if store.is_shared() {
        // Beats before restoring: other servers would presume a slow starter dead.
        runtime.spawn("heartbeat", heartbeat);
        app.registry.restore().await?
    } else {
        // Restores before beating: clocks are credited for the time since the last sign of life,
        // which a new one would overwrite.
        let restored = app.registry.restore().await?;
        runtime.spawn("heartbeat", heartbeat);
        restored
    };
    // The store has just been used; from here on the heartbeats report whether it is available.
    app.node.store_health.record(Some(runtime.time.now()));
    // A server that is started is meant to accept matches, even if it was draining before.
    store.drain(store.own_node(), false).await?;
    // Bans are in force before players can connect.
    app.orders.read_orders(&store, &app.registry).await.ok_or(StoreError::Unavailable)?;
    runtime.launch();
    if let Some(listener) = listeners.metrics {
        let listener = open(listener, app.config.metrics_bind.unwrap_or(app.config.bind))?;
        tracing::info!(address = %listener.local_addr()?, "serving /metrics and /reports");
        let site = app.config.public_url.as_ref();
        let reports = http::reports(Arc::clone(&app.actions), runtime.time, site);
        let node = Arc::clone(&app.node);
        runtime.tasks.spawn(http::serve_metrics(listener, password, node, reports));
    }
    let clients = clients(&app);
    if let (Some(listener), Some(forwarding)) = (listeners.internal, &app.forwarding) {
        let listener = open(listener, app.config.internal_bind.unwrap_or(app.config.bind))?;
        tracing::info!(address = %listener.local_addr()?, "serving other nodes");
        let (clients, router) = (clients.clone(), router::internal(Arc::clone(&app)));
        let forwarding = Arc::clone(forwarding);
        let serve = http::serve_internal(listener, router, clients, forwarding, shutdown.clone());
        runtime.tasks.spawn(serve);
    }
    let listener = open(listeners.web, app.config.bind)?;
    let address = listener.local_addr()?;
    tracing::info!(%address, matches = restored, "serving");
    announce(address);
    let served = async {
        serve_http(listener, Arc::clone(&app), clients, asked.clone()).await;
        asked.cancel();
    };
    // Players are notified at once that the server stops, not when the last download has ended.
    let stopped = async {
        tokio::select! {
            () = asked.cancelled() => {
                if let Some(handover) = &handover {
                    tokio::select! {
                        () = handover.leave() => {}
                        () = shutdown.cancelled() => {}
                    }
                }
            }
            () = shutdown.cancelled() => asked.cancel(),
        }
        shutdown.cancel();
        stop(&app.registry, &runtime.tasks).await;
    };
    tokio::join!(served, stopped);
    // Everything it had accepted is written by now, or cannot be written.
    journal.stop(SHUTDOWN_GRACE).await;
    // A database that no longer answers must not keep the server running; nothing is left to write.
    if timeout(SHUTDOWN_GRACE, store.close()).await.is_err() {
        tracing::warn!("the store did not close in time");
    }
    if runtime.has_failed() {
        return Err(ServeError::Failed);
    }
    if fenced.is_cancelled() {
        return Err(StoreError::Fenced.into());
    }
    tracing::info!("stopped");
    Ok(())
}

/// How this node is called and reached. Its name is in the log where there can be several nodes, or an
/// operator has chosen one.
fn identity(
    config: &ServeConfig,
    store: &Database,
    internal: Option<&BoundListener>,
) -> Result<NodeIdentity, ServeError> {
    let by_number = || format!("node-{}", store.own_node());
    let name = config.node_name.clone().unwrap_or_else(by_number);
    if store.is_shared() || config.node_name.is_some() {
        log::name_node(&name);
    }
    let address = match (&config.internal_address, internal) {
        (Some(address), Some(_)) => Some(address.clone()),
        (_, None) => None,
        (None, Some(listener)) => Some(listener.local_address()?.to_string()),
    };
    if address.is_some() && !store.is_shared() {
        tracing::warn!("--internal-bind is of no use: on SQLite there is one server");
    }
    Ok(NodeIdentity { name, address })
}

fn open(listener: BoundListener, address: SocketAddr) -> Result<TcpListener, ServeError> {
    listener.open().map_err(|error| ServeError::Bind { address, error })
}

/// The rules for the connections of clients.
fn clients(app: &App) -> Clients {
    Clients {
        are_limited: app.limiter.is_on(),
        proxies: app.config.proxies.clone().into(),
        places: Places::of_system(),
    }
}

/// Serves requests until the server is asked to stop. Sockets are upgraded requests, which end by themselves:
/// those of a match with its task, the others when they see the same token cancelled.
async fn serve_http(
    listener: TcpListener,
    app: Arc<App>,
    clients: Clients,
    asked: CancellationToken,
) {
    let shutdown = app.shutdown.clone();
    let router = router(app);
    let late = async {
        shutdown.cancelled().await;
        tokio::time::sleep(SHUTDOWN_GRACE).await;
    };
    tokio::select! {
        () = http::serve(listener, router, clients, asked) => {}
        () = late => {}
    }
}

/// Lets every match finish its current request, and every connection send its close frame.
async fn stop(registry: &Registry, tasks: &TaskTracker) {
    tasks.close();
    let stopped = async {
        registry.stop().await;
        tasks.wait().await;
    };
    if timeout(SHUTDOWN_GRACE, stopped).await.is_err() {
        tracing::warn!(tasks = tasks.len(), "some tasks did not end in time");
    }
}
