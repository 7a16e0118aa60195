//! The server as a whole: the order in which its parts start and stop.
//!
//! At the start, configuration, word list, engines and tables are checked before the database is
//! opened; all unfinished matches are restored before the port opens. At the end, matches stop
//! first, then connections, then the journal's writer, then the store, each within
//! `SHUTDOWN_GRACE`. Every task is either on the tracker or watched as critical: if a critical one
//! fails, the server stops.

use crate::actions::Actions;
use crate::addresses::{Addresses, Allowances};
use crate::analysis::Analyses;
use crate::app_state::App;
use crate::background::{
    attend, beat, catch_up, erase, exchange_rooms, follow_vacations, forget_guests, inherit,
    pair_up, sign_out, tidy, update_lobby,
};
use crate::client::Client;
use crate::config::{Limits, MailConfig, ServeConfig};
use crate::entrance::{Entrance, Entrances};
use crate::exports::Exports;
use crate::feed::Feed;
use crate::house::{Engines, House, UnusableEngine};
use crate::http::{self, OperatorPassword};
use crate::identity::{BadKeys, Keys};
use crate::mail::{self, Authorities, BadAuthorities, BadServer, MailServer, Settings};
use crate::matches::{Journal, MatchLimits, Registry};
use crate::notices::Notices;
use crate::order::Desk;
use crate::people::People;
use crate::pulse::Pulse;
use crate::push::{Contact, Reach, Sender, Vapid};
use crate::router::router;
use crate::seeks::Matchmaker;
use crate::shutdown::CriticalTasks;
use crate::sockets::OpenSockets;
use crate::tablebase::Tablebase;
use crate::time::TimeSource;
use crate::tokens::Tokens;
use crate::words::{BadWords, Words};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use protocol::Catalogue;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::{self, Database, Purpose, StoreError};
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long a stopping server waits for each part to finish.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);

/// The most sockets of one address, and a tenth of those of a /48, unless limits are off: enough for
/// a school behind one address.
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
    /// The mail server cannot be used; the text does not contain its login.
    #[error("cannot send mail: {0}")]
    Mail(#[from] BadMail),
    /// The list of words cannot be used.
    #[error("cannot use the words of {path}: {error}")]
    Words {
        /// The file.
        path: PathBuf,
        /// Why.
        error: BadWords,
    },
    /// The folder of the client has no page to begin with.
    #[error("cannot read {page}: {error}; `--static-dir` is the folder with the client's pages")]
    StaticDir {
        /// Which.
        page: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The operators' listener would be open to other machines.
    #[error("{0}")]
    OperatorPassword(String),
    /// An engine cannot be used.
    #[error(transparent)]
    Engine(#[from] UnusableEngine),
    /// A critical task panicked.
    #[error("a part of the server failed; the log says which")]
    Failed,
    /// The system failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// The flags for mail do not fit together.
#[derive(Debug, thiserror::Error)]
pub enum BadMail {
    /// There is no sender.
    #[error("`--mail-server` needs `--mail-from`, the sender of what is sent")]
    NoSender,
    /// The links in mails would lead nowhere.
    #[error("`--mail-server` needs `--public-url`, with which the links in mails begin")]
    NoPublicUrl,
    /// There is a sender or a login, but no server.
    #[error("`{0}` needs `--mail-server`")]
    NoServer(&'static str),
    /// A file of the flags cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The address or the login is wrong.
    #[error(transparent)]
    Server(#[from] BadServer),
    /// The certificates are wrong.
    #[error(transparent)]
    Authorities(#[from] BadAuthorities),
}

/// Binds the addresses of `config`, so that one in use is reported before the database is touched.
/// Nobody can connect before [`serve`] has restored all matches.
///
/// # Errors
///
/// [`ServeError::Bind`].
pub fn bind(config: &ServeConfig) -> Result<Entrances, ServeError> {
    let bind =
        |address| Entrance::bind(address).map_err(|error| ServeError::Bind { address, error });
    Ok(Entrances { web: bind(config.bind)?, metrics: config.metrics_bind.map(bind).transpose()? })
}

/// Serves until `shutdown` is cancelled, then stops in order. `announce` is called with the address
/// once people can connect.
///
/// `entrances` are those of [`bind`], or a listener of the caller's, such as a test that serves in
/// its own process; then the addresses of `config` are not used.
///
/// # Errors
///
/// [`ServeError`], whose message describes to an operator what to correct.
pub fn serve(
    entrances: Entrances,
    config: ServeConfig,
    shutdown: CancellationToken,
    announce: impl FnOnce(SocketAddr) + Send + 'static,
) -> BoxFuture<'static, Result<(), ServeError>> {
    boxed(entrances, config, shutdown, Box::new(announce))
}

/// The server as an opaque future, so that its code is compiled here, once, and not again in every program
/// that serves.
#[inline(never)]
fn boxed(
    entrances: Entrances,
    config: ServeConfig,
    shutdown: CancellationToken,
    announce: Announce,
) -> BoxFuture<'static, Result<(), ServeError>> {
    Box::pin(run(entrances, config, shutdown, announce))
}

/// Is called with the address once people can connect.
type Announce = Box<dyn FnOnce(SocketAddr) + Send>;

async fn run(
    entrances: Entrances,
    config: ServeConfig,
    shutdown: CancellationToken,
    announce: Announce,
) -> Result<(), ServeError> {
    let password = operator_password(&config)?;
    let client = open_client(&config)?;
    let words = Arc::new(match &config.word_list {
        Some(path) => {
            Words::read(path).map_err(|error| ServeError::Words { path: path.clone(), error })?
        }
        None => Words::default(),
    });
    let mail = mail_settings(&config).await?;
    let engines = config.engine.iter().map(|flag| (flag.game.as_str(), flag.path.as_path()));
    // Collected first, because a future that holds the closure could not move between threads.
    let engines = Arc::new(Engines::start(engines.collect::<Vec<_>>()).await?);
    let tablebase = Arc::new(open_tables(config.tables.clone()).await?);
    let store = store::open(&config.store.location()?, Purpose::Serve).await?;
    let time = TimeSource::system();
    let (stop_journal, tasks) = (CancellationToken::new(), TaskTracker::new());
    let (journal, writer) = Journal::new(store.clone(), stop_journal.clone());
    let vital = CriticalTasks::new(shutdown.clone());
    let writer = tokio::spawn(vital.clone().watch("the journal's writer", writer));
    let keys = keys(&config, &store).await?;
    let (successors, seals) = (keys.successors(), keys.seals());
    let vapid = Arc::new(vapid(&config, &store).await?);
    let reach = if config.push_loopback { Reach::Loopback } else { Reach::Internet };
    let sockets = Arc::<OpenSockets>::default();
    let (push, sender) = Sender::new(store.clone(), time, Arc::clone(&vapid), reach, tasks.clone());
    let mut ways = vec![push];
    let (mail, letters) = mail
        .map(|settings| {
            let (store, sockets) = (store.clone(), Arc::clone(&sockets));
            let opened = mail::open(settings, store, sockets, time, &tasks, shutdown.clone());
            let (mail, way, writer) = opened;
            ways.push(way);
            (Arc::new(mail), writer)
        })
        .unzip();
    let notices = Notices::by(ways);
    let limits = match config.limits {
        Limits::On => MatchLimits::USUAL,
        Limits::Off => MatchLimits::OFF,
    };
    let feed = Feed::new(store.clone(), journal.clone());
    let registry = Registry::with_limits(
        store.clone(),
        journal,
        time,
        tasks.clone(),
        successors,
        notices.clone(),
        limits,
    );
    let matchmaker =
        Matchmaker::new(Arc::clone(&registry), store.clone(), notices.clone(), tasks.clone());
    let pulse = Arc::<Pulse>::default();
    let lookups = Arc::clone(registry.lookups());
    let tokens = Arc::new(Tokens::new(Arc::clone(&lookups)));
    let desk = Arc::<Desk>::default();
    let allowances = Arc::new(Allowances::new(time));
    let analyses = Arc::new(Analyses::new(store.clone(), time));
    let people = Arc::new(People::new(
        store.clone(),
        Arc::clone(&sockets),
        Arc::clone(&tokens),
        seals,
        Arc::clone(&lookups),
    ));
    let app = Arc::new(App {
        actions: Actions {
            store: store.clone(),
            registry: Arc::clone(&registry),
            matchmaker: Arc::clone(&matchmaker),
            notices,
            engines: Arc::clone(&engines),
            desk: Arc::clone(&desk),
            words,
            people: Arc::clone(&people),
            feed: Arc::clone(&feed),
            mail: mail.clone(),
            allowances: (config.limits == Limits::On).then(|| Arc::clone(&allowances)),
            analyses: Arc::clone(&analyses),
            tokens: Arc::clone(&tokens),
            sockets: Arc::clone(&sockets),
        },
        keys,
        people,
        lookups,
        tokens,
        sockets,
        desk,
        catalogue: Bytes::from(
            serde_json::to_vec(&Catalogue::current().with_engines(engines.entries()))
                .map_err(std::io::Error::other)?,
        ),
        tablebase: Arc::clone(&tablebase),
        addresses: Addresses::new((config.limits == Limits::On).then_some(SOCKETS_OF_ONE)),
        allowances,
        exports: Exports::new(config.limits == Limits::On),
        config,
        client,
        store: store.clone(),
        registry: Arc::clone(&registry),
        matchmaker: Arc::clone(&matchmaker),
        analyses,
        pulse: Arc::clone(&pulse),
        mail,
        vapid,
        shutdown: shutdown.clone(),
        tasks: tasks.clone(),
    });
    let threads = app.config.house_threads;
    let house = House::new(Arc::clone(&registry), threads, engines, tablebase, tasks.clone());
    let house = house.map_err(std::io::Error::other)?.run(shutdown.clone());
    tasks.spawn(vital.clone().watch("the house players", house));
    let fenced = CancellationToken::new();
    let beats = beat(store.clone(), time, Arc::clone(&pulse), shutdown.clone(), fenced.clone());
    let beats = vital.clone().watch("the sign of life", beats);
    let restored = if store.is_shared() {
        // Beats before restoring: other servers would presume a slow starter dead.
        tasks.spawn(beats);
        registry.restore().await?
    } else {
        // Restores before beating: clocks are credited for the time since the last sign of life,
        // which a new one would overwrite.
        let restored = registry.restore().await?;
        tasks.spawn(beats);
        restored
    };
    // The store has just been used; from here on the beats report whether it is available.
    pulse.note(Some(time.now()));
    let inherit = inherit(Arc::clone(&registry), shutdown.clone());
    tasks.spawn(vital.clone().watch("the heir", inherit));
    let vacations = follow_vacations(Arc::clone(&registry), shutdown.clone());
    tasks.spawn(vital.clone().watch("the vacations", vacations));
    let reports_kept = u64::from(app.config.keep_reports) * 24 * 3_600_000;
    let tidy = tidy(store.clone(), time, reports_kept, shutdown.clone());
    tasks.spawn(vital.clone().watch("the tidying of the store", tidy));
    let feed = feed.run(shutdown.clone());
    tasks.spawn(vital.clone().watch("the readers of ended games", feed));
    // A server that is started is meant to accept matches, even if it was draining before.
    store.drain(store.own_node(), false).await?;
    // Bans are in force before players can connect.
    app.desk.read_orders(&store, &registry).await.ok_or(StoreError::Unavailable)?;
    let attend = attend(Arc::clone(&app), shutdown.clone());
    tasks.spawn(vital.clone().watch("the order of the house", attend));
    if store.is_shared() {
        let catch_up = catch_up(Arc::clone(&app), shutdown.clone());
        tasks.spawn(vital.clone().watch("the readers of trees", catch_up));
        let exchange = exchange_rooms(Arc::clone(&app), shutdown.clone());
        tasks.spawn(vital.clone().watch("the rooms of other servers", exchange));
    }
    let erase = erase(Arc::clone(&app), shutdown.clone());
    tasks.spawn(vital.clone().watch("the removal of deleted players", erase));
    let sign_out = sign_out(Arc::clone(&app), shutdown.clone());
    tasks.spawn(vital.clone().watch("the end of sockets with their session", sign_out));
    let forget_guests = forget_guests(Arc::clone(&app), shutdown.clone());
    tasks.spawn(vital.clone().watch("the forgetting of guests", forget_guests));
    let update_lobby = update_lobby(Arc::clone(&registry), shutdown.clone());
    tasks.spawn(vital.clone().watch("the lobby", update_lobby));
    let sender = sender.run(shutdown.clone());
    tasks.spawn(vital.clone().watch("the notices for closed pages", sender));
    if let Some(letters) = letters {
        let letters = letters.run(shutdown.clone());
        tasks.spawn(vital.clone().watch("the notices by mail", letters));
    }
    let pair_up = pair_up(matchmaker, shutdown.clone());
    tasks.spawn(vital.clone().watch("the matchmaker", pair_up));
    if let Some(entrance) = entrances.metrics {
        let listener = open(entrance, app.config.metrics_bind.unwrap_or(app.config.bind))?;
        tracing::info!(address = %listener.local_addr()?, "serving /metrics and /reports");
        tasks.spawn(http::serve_metrics(listener, password, Arc::clone(&app)));
    }
    let listener = open(entrances.web, app.config.bind)?;
    let address = listener.local_addr()?;
    tracing::info!(%address, matches = restored, "serving");
    announce(address);
    let served = async {
        serve_http(listener, Arc::clone(&app)).await;
        shutdown.cancel();
    };
    // Players are notified at once that the server stops, not when the last download has ended.
    let stopped = async {
        shutdown.cancelled().await;
        stop(&registry, &tasks).await;
    };
    tokio::join!(served, stopped);
    stop_journal.cancel();
    // Everything it had accepted is written by now, or cannot be written.
    let _ = timeout(SHUTDOWN_GRACE, writer).await;
    // A database that no longer answers must not keep the server running; nothing is left to write.
    if timeout(SHUTDOWN_GRACE, store.close()).await.is_err() {
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

/// Opens the tables and reads them completely, which takes a while.
async fn open_tables(folder: Option<PathBuf>) -> Result<Tablebase, ServeError> {
    let opened = tokio::task::spawn_blocking(move || Tablebase::open(folder.as_deref()));
    opened.await.map_err(|error| ServeError::Io(std::io::Error::other(error)))
}

/// The keys that sign and verify tokens: those of the operator's file, or the database's.
async fn keys(config: &ServeConfig, store: &Database) -> Result<Keys, ServeError> {
    let Some(path) = &config.signing_keys else {
        return Ok(Keys::new(store.signing_key(rand::random()).await?, &[]));
    };
    let unusable = |reason: String| ServeError::Keys { path: path.clone(), reason };
    let text =
        tokio::fs::read_to_string(path).await.map_err(|error| unusable(error.to_string()))?;
    Keys::parse(&text).map_err(|error: BadKeys| unusable(error.to_string()))
}

/// The password of the operators' listener, if it has one. Without it only a listener that no other
/// machine reaches is opened.
fn operator_password(config: &ServeConfig) -> Result<Option<OperatorPassword>, ServeError> {
    let Some(bind) = config.metrics_bind else { return Ok(None) };
    let password = OperatorPassword::read(bind, config.metrics_password_file.as_deref());
    password.map_err(|error| ServeError::OperatorPassword(error.to_string()))
}

/// How mail is sent, if it is.
async fn mail_settings(config: &ServeConfig) -> Result<Option<Settings>, BadMail> {
    let MailConfig { mail_server, mail_login, mail_ca, mail_from, mail_gather } = &config.mail;
    // Some tools unset a variable by making it empty.
    let Some(server) = mail_server.as_deref().filter(|address| !address.is_empty()) else {
        let of_none = [
            (mail_login.is_some(), "--mail-login"),
            (mail_ca.is_some(), "--mail-ca"),
            (mail_from.is_some(), "--mail-from"),
        ];
        let of_none = of_none.into_iter().find(|(is_there, _)| *is_there);
        return of_none.map_or(Ok(None), |(_, flag)| Err(BadMail::NoServer(flag)));
    };
    let sender = mail_from.clone().ok_or(BadMail::NoSender)?;
    let site = config.public_url.as_ref().ok_or(BadMail::NoPublicUrl)?.to_string();
    let login = read_if_named(mail_login.as_deref()).await?;
    let login = login.map(String::from_utf8).transpose().map_err(|_| BadServer::File)?;
    let server = MailServer::read(server, login.as_deref())?;
    let authorities = read_if_named(mail_ca.as_deref()).await?;
    let authorities = authorities.map(|pem| Authorities::read(&pem)).transpose()?;
    let gathered = Duration::from_secs((*mail_gather).into());
    Ok(Some(Settings { server, authorities, sender, site, gathered }))
}

/// What is in a file, if a flag names one.
async fn read_if_named(path: Option<&Path>) -> Result<Option<Vec<u8>>, BadMail> {
    let Some(path) = path else { return Ok(None) };
    let read = tokio::fs::read(path).await;
    read.map(Some).map_err(|error| BadMail::File { path: path.to_owned(), error })
}

/// The key by which push services know this server, made at the first start.
async fn vapid(config: &ServeConfig, store: &Database) -> Result<Vapid, ServeError> {
    let key = store.push_key(Vapid::fresh_key()).await?;
    let public_url = || config.public_url.as_ref()?.to_string().parse::<Contact>().ok();
    let contact = config.push_contact.clone().or_else(public_url);
    Vapid::new(&key, contact).ok_or_else(|| StoreError::Damaged("the push key").into())
}

/// Without its first page the client is useless, so a client that lacks it is an error.
fn open_client(config: &ServeConfig) -> Result<Client, ServeError> {
    let folder = config.static_dir.as_deref();
    Client::open(folder).map_err(|error| match folder {
        Some(folder) => ServeError::StaticDir { page: folder.join("index.html"), error },
        None => ServeError::Io(error),
    })
}

fn open(entrance: Entrance, address: SocketAddr) -> Result<TcpListener, ServeError> {
    entrance.open().map_err(|error| ServeError::Bind { address, error })
}

/// Serves requests until the server stops. Sockets are upgraded requests, which end by themselves:
/// those of a match with its task, the others when they see the same token cancelled.
async fn serve_http(listener: TcpListener, app: Arc<App>) {
    let shutdown = app.shutdown.clone();
    let router = router(Arc::clone(&app));
    let late = async {
        shutdown.cancelled().await;
        tokio::time::sleep(SHUTDOWN_GRACE).await;
    };
    tokio::select! {
        () = http::serve(listener, router, app, shutdown.clone()) => {}
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
