//! Forwarding of requests and sockets to the node that holds their match, over HTTP/1.1.
//!
//! The receiving node checks the credential, the origin and the limits, and sends the request on with a
//! ticket; the holder believes the ticket and nothing else. A request is forwarded once: the holder
//! serves it, or answers that it has the match no longer. A request that may have reached a holder is
//! not sent again unless it only reads.

mod again;
mod frames;
mod handover;
mod pool;
mod relay;
mod sockets;
mod ticket;
mod watching;

pub(crate) use again::Again;
pub(crate) use handover::Handover;
pub(crate) use pool::{Body, Peer, Unanswered};
pub(crate) use ticket::{BadTicket, Signed, Ticket};
pub(crate) use watching::{Commanded, Watching, Way, Whole, greeting, update};

use crate::accounts::identity::Signatures;
use crate::accounts::sockets::Pass;
use crate::cluster::members::Members;
use crate::leaders::Leaders;
use crate::live::Registry;
use crate::metrics::metrics;
use crate::runtime::Runtime;
use crate::store_health::heartbeat_interval;
use crate::time::TimeSource;
use bytes::Bytes;
use domain::{MatchId, PlayerId};
use hyper::body::Incoming;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, Uri};
use pool::Pool;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Audience, Database, Node, StoreError};
use ticket::UsedTickets;
use tokio::sync::Semaphore;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use watching::WatchedMatch;

/// The header with the ticket. It is removed from requests of clients.
pub(crate) const TICKET: HeaderName = HeaderName::from_static("yiguan-ticket");

/// The header by which a holder says that it has not served a request, and why.
pub(crate) const REFUSED: HeaderName = HeaderName::from_static("yiguan-refused");

/// The reason of a node that does not hold the match.
pub(crate) const NOT_HELD: HeaderValue = HeaderValue::from_static("not held");

/// The path by which a node asks whether another answers.
pub(crate) const PING: &str = "/internal/ping";

/// The path by which a node announces that it has given matches, or a lead, to another.
pub(crate) const GIVEN: &str = "/internal/given";

/// How often a node asks whether the holders of its forwarded sockets answer, and how many times in a
/// row they may fail to within a second.
const PROBE: Duration = Duration::from_secs(1);
const MAX_FAILED_PROBES: u32 = 2;

/// The sockets that are opened at new holders at the same time; the others wait.
const MAX_REOPENING: usize = 128;

/// The most requests that wait for other nodes, without sockets.
const MAX_REQUESTS: usize = 1_024;

/// How often the log says that a node cannot be reached.
const WARN_EVERY: Duration = Duration::from_secs(60);

/// The headers of a request that its holder needs.
const PASSED: [HeaderName; 6] = [
    header::ACCEPT,
    header::ACCEPT_LANGUAGE,
    header::CONTENT_TYPE,
    header::SEC_WEBSOCKET_KEY,
    header::SEC_WEBSOCKET_PROTOCOL,
    header::SEC_WEBSOCKET_VERSION,
];

/// The way to the other nodes, and what they may ask of this one.
#[derive(Debug)]
pub(crate) struct Forwarding {
    store: Database,
    time: TimeSource,
    signatures: Signatures,
    registry: Arc<Registry>,
    leaders: Arc<Leaders>,
    pool: Pool,
    used: Mutex<UsedTickets>,
    requests: Semaphore,
    reopening: Semaphore,
    holders: Mutex<HashMap<i64, Holder>>,
    watched: Mutex<HashMap<MatchId, Arc<WatchedMatch>>>,
    tasks: TaskTracker,
    shutdown: CancellationToken,
}

/// A node with matches of sockets that are forwarded.
#[derive(Debug)]
struct Holder {
    peer: Peer,
    /// Cancelled when the node is gone, or does not answer.
    gone: CancellationToken,
    sockets: usize,
    failed_probes: u32,
    warned: Option<Instant>,
    /// Whether it was among the nodes on the database.
    is_known: bool,
}

/// The subject of a request or a socket that one node answers for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A match, running or over.
    Match,
    /// The analysis of a game.
    Analysis,
}

/// A request to be forwarded, as the receiving node has checked it.
#[derive(Debug, Clone)]
pub(crate) struct Checked {
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    pub(crate) player: PlayerId,
    pub(crate) pass: Pass,
    pub(crate) client: IpAddr,
}

impl Checked {
    /// A request of a node by itself.
    fn own(method: Method, uri: Uri) -> Self {
        Self {
            method,
            uri,
            headers: HeaderMap::new(),
            body: Bytes::new(),
            player: PlayerId(uuid::Uuid::nil()),
            pass: Pass::Guest,
            client: IpAddr::from([0, 0, 0, 0]),
        }
    }
}

/// Starts forwarding, where several nodes can share the database.
pub(crate) fn start(
    runtime: &Runtime,
    signatures: Signatures,
    members: &Arc<Members>,
    registry: &Arc<Registry>,
    leaders: &Arc<Leaders>,
) -> Option<(Arc<Forwarding>, Arc<Handover>)> {
    if !runtime.store.is_shared() {
        return None;
    }
    let forwarding = Arc::new(Forwarding {
        store: runtime.store.clone(),
        time: runtime.time,
        signatures,
        registry: Arc::clone(registry),
        leaders: Arc::clone(leaders),
        pool: Pool::new(runtime.tasks.clone(), runtime.shutdown.clone()),
        used: Mutex::default(),
        requests: Semaphore::new(MAX_REQUESTS),
        reopening: Semaphore::new(MAX_REOPENING),
        holders: Mutex::default(),
        watched: Mutex::default(),
        tasks: runtime.tasks.clone(),
        shutdown: runtime.shutdown.clone(),
    });
    let (watching, members) = (Arc::clone(&forwarding), Arc::clone(members));
    let handover = Arc::new(Handover {
        forwarding: Arc::clone(&forwarding),
        registry: Arc::clone(registry),
        members: Arc::clone(&members),
        leaders: Arc::clone(leaders),
    });
    runtime.add("forwarding", async move { watching.watch(&members).await });
    let (draining, mut ticks) =
        (Arc::clone(&handover), runtime.every(heartbeat_interval(&runtime.store)));
    runtime.add("hand-over", async move {
        while ticks.next().await {
            draining.give_lead_away().await;
            if draining.members.is_leaving() {
                draining.hand_over_all().await;
            }
        }
    });
    Some((forwarding, handover))
}

impl Forwarding {
    /// The node that holds a match, or at which the audience of a finished one or of an analysis meets,
    /// if it is another one; none also if that node has no internal address.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the store is away.
    pub(crate) async fn find(
        &self,
        subject: Subject,
        id: MatchId,
    ) -> Result<Option<Peer>, StoreError> {
        let Some((id, address)) = self.place(subject, id).await? else { return Ok(None) };
        if id == self.store.own_node() {
            return Ok(None);
        }
        if address.is_none() {
            self.warn(&Peer { id, address: String::new() }, &"it has no --internal-bind");
        }
        Ok(address.map(|address| Peer { id, address }))
    }

    async fn place(
        &self,
        subject: Subject,
        id: MatchId,
    ) -> Result<Option<(i64, Option<String>)>, StoreError> {
        match subject {
            Subject::Match => self.store.place(id).await,
            Subject::Analysis => self.store.meeting_place(Audience::Analysis, id).await,
        }
    }

    /// Whether another node has it.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the store is away.
    pub(crate) async fn is_elsewhere(
        &self,
        subject: Subject,
        id: MatchId,
    ) -> Result<bool, StoreError> {
        let place = self.place(subject, id).await?;
        Ok(place.is_some_and(|(node, _)| node != self.store.own_node()))
    }

    /// Sends a request to a node.
    ///
    /// # Errors
    ///
    /// [`Unanswered`].
    pub(crate) async fn send(
        &self,
        peer: &Peer,
        request: &Checked,
    ) -> Result<Response<Incoming>, Unanswered> {
        let began = std::time::Instant::now();
        let Ok(_place) = self.requests.try_acquire() else {
            return Err(Unanswered::NotSent(std::io::ErrorKind::QuotaExceeded.into()));
        };
        let request = self.request(peer, request);
        let answer = self.pool.send(peer, request).await;
        metrics().record_forwarded(began, answer.is_ok());
        self.note(peer, answer)
    }

    /// Sends a request for a socket to a node, on a connection of its own.
    ///
    /// # Errors
    ///
    /// [`Unanswered`].
    pub(crate) async fn open(
        &self,
        peer: &Peer,
        request: &Checked,
    ) -> Result<Response<Incoming>, Unanswered> {
        let began = std::time::Instant::now();
        let mut request = self.request(peer, request);
        let headers = request.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        let answer = self.pool.upgrade(peer, request).await;
        metrics().record_forwarded(began, answer.is_ok());
        self.note(peer, answer)
    }

    /// Reads the ticket of a request that another node has sent.
    ///
    /// # Errors
    ///
    /// [`BadTicket`].
    pub(crate) fn accept(
        &self,
        request: Signed<'_>,
        headers: &HeaderMap,
    ) -> Result<Ticket, BadTicket> {
        let mut tickets = headers.get_all(TICKET).iter();
        let (Some(text), None) = (tickets.next(), tickets.next()) else {
            return Err(BadTicket::Missing);
        };
        let text = text.to_str().map_err(|_| BadTicket::Missing)?;
        let (own, now) = (self.store.own_node(), self.store.shared_time(self.time.now()));
        lock(&self.used).accept(&self.signatures, request, text, own, now)
    }

    fn request(&self, peer: &Peer, request: &Checked) -> Request<Body> {
        let Checked { method, uri, headers, body, player, pass, client } = request;
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let now = self.store.shared_time(self.time.now());
        let ticket = Ticket::new(peer.id, *player, *pass, *client, now);
        let ticket = ticket.sign(&self.signatures, Signed { method: method.as_str(), path, body });
        let mut forwarded = Request::new(Body::new(body.clone()));
        *forwarded.method_mut() = method.clone();
        *forwarded.uri_mut() = path.parse().unwrap_or_default();
        for name in PASSED {
            for value in headers.get_all(&name) {
                forwarded.headers_mut().append(&name, value.clone());
            }
        }
        let own = [(header::HOST, &*peer.address), (TICKET, &*ticket)];
        for (name, value) in own {
            if let Ok(value) = HeaderValue::from_str(value) {
                forwarded.headers_mut().insert(name, value);
            }
        }
        forwarded
    }

    /// Notes in the log that a node cannot be reached, or that it refuses this node.
    fn note(
        &self,
        peer: &Peer,
        answer: Result<Response<Incoming>, Unanswered>,
    ) -> Result<Response<Incoming>, Unanswered> {
        match &answer {
            Ok(answer) => {
                if let Some(reason) =
                    answer.headers().get(REFUSED).filter(|reason| *reason != NOT_HELD)
                {
                    let reason = reason.to_str().unwrap_or("?");
                    self.warn(peer, &format_args!("it refuses this node's requests: {reason}"));
                    return Err(Unanswered::Silent);
                }
            }
            Err(error) => self.warn(peer, error),
        }
        answer
    }

    fn warn(&self, peer: &Peer, reason: &dyn std::fmt::Display) {
        let mut holders = lock(&self.holders);
        let holder = holders.entry(peer.id).or_insert_with(|| Holder::new(peer));
        if holder.warned.is_none_or(|at| at.elapsed() >= WARN_EVERY) {
            holder.warned = Some(Instant::now());
            let Peer { id, address } = peer;
            tracing::warn!(peer = id, address, %reason, "requests cannot be forwarded to a node");
        }
    }

    fn enter(&self, peer: &Peer) -> CancellationToken {
        let mut holders = lock(&self.holders);
        let holder = holders.entry(peer.id).or_insert_with(|| Holder::new(peer));
        if holder.gone.is_cancelled() {
            (holder.gone, holder.failed_probes) = (CancellationToken::new(), 0);
        }
        holder.sockets += 1;
        holder.gone.clone()
    }

    fn leave(&self, peer: i64) {
        if let Some(holder) = lock(&self.holders).get_mut(&peer) {
            holder.sockets = holder.sockets.saturating_sub(1);
        }
    }

    /// Closes the sockets of matches whose holder is gone or does not answer, until the server stops.
    async fn watch(self: Arc<Self>, members: &Members) {
        let mut ticks = interval(PROBE);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.shutdown.cancelled() => break,
                _ = ticks.tick() => {}
            }
            self.forget_gone(&members.others());
            let peers: Vec<Peer> = {
                let holders = lock(&self.holders);
                let used = holders.values().filter(|holder| holder.sockets > 0);
                used.map(|holder| holder.peer.clone()).collect()
            };
            let probes = peers.iter().map(|peer| self.probe(peer));
            futures_util::future::join_all(probes).await;
        }
        self.pool.clear();
        for holder in lock(&self.holders).values() {
            holder.gone.cancel();
        }
    }

    fn forget_gone(&self, others: &[Node]) {
        lock(&self.holders).retain(|id, holder| {
            let is_there = others.iter().any(|node| node.id == *id);
            // One that has just started is not known here yet.
            let is_gone = !is_there && holder.is_known;
            holder.is_known |= is_there;
            if is_gone {
                holder.gone.cancel();
            }
            !is_gone
        });
    }

    /// Has this node find what another has announced to have given it.
    pub(crate) fn note_given(&self) {
        self.registry.hurry_takeover();
        self.leaders.hurry();
    }

    /// Announces to a node that it holds more matches, or leads in something, which it finds by itself a
    /// moment later.
    async fn announce_given(&self, peer: &Peer) {
        let request = self.request(peer, &Checked::own(Method::POST, Uri::from_static(GIVEN)));
        if let Err(error) = self.pool.send(peer, request).await {
            self.warn(peer, &error);
        }
    }

    async fn probe(&self, peer: &Peer) {
        let request = self.request(peer, &Checked::own(Method::GET, Uri::from_static(PING)));
        let answer = self.pool.send(peer, request).await;
        let mut holders = lock(&self.holders);
        let Some(holder) = holders.get_mut(&peer.id) else { return };
        holder.failed_probes = if answer.is_ok() { 0 } else { holder.failed_probes + 1 };
        if holder.failed_probes >= MAX_FAILED_PROBES && !holder.gone.is_cancelled() {
            tracing::warn!(
                peer = peer.id,
                sockets = holder.sockets,
                "a node does not answer; the sockets of its matches are closed"
            );
            holder.gone.cancel();
        }
    }
}

impl Holder {
    fn new(peer: &Peer) -> Self {
        Self {
            peer: peer.clone(),
            gone: CancellationToken::new(),
            sockets: 0,
            failed_probes: 0,
            warned: None,
            is_known: false,
        }
    }
}

/// Nothing under these locks panics half-way, so a poisoned one is still whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
