//! Connections to other nodes, by HTTP/1.1: a request takes one that is idle, or opens one.

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// For how long a connection is used again: shorter than a node keeps an idle one open, so that none is
/// closed while a request is written to it.
const IDLE: Duration = Duration::from_secs(5);

/// The most idle connections to one node; more are closed after their request.
const MAX_IDLE: usize = 64;

/// How long a node may take until its answer begins.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// The bytes that a connection reads at once at first.
const READ_BUFFER: usize = 8 * 1_024;

/// The body of a forwarded request.
pub(crate) type Body = Full<Bytes>;

type Sender = SendRequest<Body>;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unanswered {
    /// The request has not reached the node.
    #[error("cannot be reached: {0}")]
    NotSent(io::Error),
    /// The request may have reached the node.
    #[error("does not answer")]
    Silent,
}

/// Another node, as it is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Peer {
    /// Its number.
    pub(crate) id: i64,
    /// Its internal address.
    pub(crate) address: String,
}

/// The idle connections to all nodes.
#[derive(Debug)]
pub(super) struct Pool {
    idle: Mutex<HashMap<i64, Vec<Idle>>>,
    tasks: TaskTracker,
    shutdown: CancellationToken,
}

#[derive(Debug)]
struct Idle {
    sender: Sender,
    since: Instant,
}

impl Pool {
    /// A pool without connections; each has a task of the tracker.
    pub(super) fn new(tasks: TaskTracker, shutdown: CancellationToken) -> Self {
        Self { idle: Mutex::default(), tasks, shutdown }
    }

    /// Sends a request to a node, once, on a connection that is used again afterwards.
    ///
    /// # Errors
    ///
    /// [`Unanswered`], also if the answer does not begin within a second.
    pub(super) async fn send(
        &self,
        peer: &Peer,
        request: Request<Body>,
    ) -> Result<Response<Incoming>, Unanswered> {
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        let mut sender = match self.take(peer.id) {
            Some(sender) => sender,
            None => self.connect(peer, deadline).await?,
        };
        let answer = answer(&mut sender, request, deadline).await?;
        self.put(peer.id, sender);
        Ok(answer)
    }

    /// Sends a request to a node that turns the connection into a socket.
    ///
    /// # Errors
    ///
    /// [`Unanswered`].
    pub(super) async fn upgrade(
        &self,
        peer: &Peer,
        request: Request<Body>,
    ) -> Result<Response<Incoming>, Unanswered> {
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        let mut sender = self.connect(peer, deadline).await?;
        answer(&mut sender, request, deadline).await
    }

    /// Closes the idle connections.
    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    /// An idle connection to a node. Those that have been closed, or were idle for long, are dropped.
    fn take(&self, node: i64) -> Option<Sender> {
        let mut idle = self.lock();
        let idle = idle.get_mut(&node)?;
        idle.retain(|one| !one.sender.is_closed() && one.since.elapsed() < IDLE);
        // The answer to the last request on one that is not ready has not been read to its end.
        let ready = idle.iter().rposition(|one| one.sender.is_ready())?;
        Some(idle.swap_remove(ready).sender)
    }

    fn put(&self, node: i64, sender: Sender) {
        if self.shutdown.is_cancelled() {
            return;
        }
        let mut idle = self.lock();
        let idle = idle.entry(node).or_default();
        if idle.len() < MAX_IDLE {
            idle.push(Idle { sender, since: Instant::now() });
        }
    }

    async fn connect(&self, peer: &Peer, deadline: Instant) -> Result<Sender, Unanswered> {
        let connect = async {
            let stream = TcpStream::connect(&peer.address).await?;
            stream.set_nodelay(true)?;
            let mut builder = http1::Builder::new();
            builder.max_buf_size(READ_BUFFER);
            builder.handshake(TokioIo::new(stream)).await.map_err(io::Error::other)
        };
        let connected = timeout_at(deadline, connect).await;
        let connected = connected.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
        let (sender, connection) = connected.map_err(Unanswered::NotSent)?;
        // It ends with the sender: after its request, or as an idle one when the server stops.
        self.tasks.spawn(async move {
            if let Err(error) = connection.with_upgrades().await {
                tracing::debug!(%error, "a connection to another node ended badly");
            }
        });
        Ok(sender)
    }

    /// Nothing under this lock panics half-way, so a poisoned one is still whole.
    fn lock(&self) -> MutexGuard<'_, HashMap<i64, Vec<Idle>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The beginning of the answer to a request.
async fn answer(
    sender: &mut Sender,
    request: Request<Body>,
    deadline: Instant,
) -> Result<Response<Incoming>, Unanswered> {
    match timeout_at(deadline, sender.send_request(request)).await {
        Ok(Ok(answer)) => Ok(answer),
        // The library reports by it that nothing was written.
        Ok(Err(error)) if error.is_canceled() => Err(Unanswered::NotSent(io::Error::other(error))),
        Ok(Err(_)) | Err(_) => Err(Unanswered::Silent),
    }
}
