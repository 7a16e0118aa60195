//! Accepts connections and answers their requests; limits on time and memory bound each connection,
//! whatever its client does or fails to do.

use crate::addresses::{Addresses, Unread};
use crate::forwarding::{Forwarding, TICKET};
use crate::http::client_stream::{ClientStream, Forwarded};
use crate::http::connection_limit::Places;
use crate::http::internal::Internal;
use crate::ip_range::Network;
use crate::request::Unfinished;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{HttpService, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_service::Service;

/// How long a connection may take for the head of its next request, from its opening or from
/// the last answer.
const HEAD: Duration = Duration::from_secs(10);

/// The most bytes of a request's head, and the most headers in it.
const HEAD_BYTES: usize = 16 * 1_024;
const HEADERS: usize = 64;

/// The most bytes of answers that wait for the readers of one address, unless limits are off, and in all:
/// sixteen of the largest answers for the one, and for the other as many as a small machine can spare.
const UNREAD_OF_ONE: usize = 8 * 1_024 * 1_024;
const UNREAD: usize = 256 * 1_024 * 1_024;

/// Connections of one address, unless limits are off, and a tenth of those of a /48; sockets are fewer, so that there is
/// always room to answer that there are too many.
const CONNECTIONS_OF_ONE: u32 = 400;

/// How long a short response, written in one piece, may take.
const NOW: Duration = Duration::from_millis(1);

/// How long to wait when no connection can be accepted, as without free file descriptors.
const PAUSE: Duration = Duration::from_millis(100);

/// The header in which a proxy states whether its client used HTTPS.
const FORWARDED_PROTO: &str = "x-forwarded-proto";

const NO_PLACE: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\
    content-type: application/problem+json\r\nretry-after: 1\r\ncontent-length: 107\r\n\r\n\
    {\"type\":\"about:blank\",\"title\":\"Busy\",\"status\":503,\"code\":\"busy\",\
    \"detail\":\"too many connections; try again\"}";

const TOO_MANY: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\n\
    content-type: application/problem+json\r\ncontent-length: 132\r\n\r\n\
    {\"type\":\"about:blank\",\"title\":\"Too many requests\",\"status\":429,\"code\":\"rate\",\
    \"detail\":\"too many connections; close some, slow down\"}";

/// The rules for the connections of clients.
#[derive(Debug, Clone)]
pub(crate) struct Clients {
    /// Whether an address has limits.
    pub(crate) are_limited: bool,
    /// The addresses of trusted proxies.
    pub(crate) proxies: Arc<[Network]>,
    /// The slots for their connections and for those of other nodes.
    pub(crate) places: Places,
}

impl Clients {
    /// Whether this is the address of a trusted proxy.
    fn is_proxy(&self, address: IpAddr) -> bool {
        self.proxies.iter().any(|proxy| proxy.contains(address))
    }
}

/// Serves clients until `shutdown` is cancelled, and then ends each connection after the answer it is
/// at; returns when all have ended.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    clients: Clients,
    shutdown: CancellationToken,
) {
    serve_at(Entrance::Public, listener, router, clients, shutdown).await;
}

/// Serves other nodes in the same way.
pub(crate) async fn serve_internal(
    listener: TcpListener,
    router: Router,
    clients: Clients,
    forwarding: Arc<Forwarding>,
    shutdown: CancellationToken,
) {
    serve_at(Entrance::Internal(forwarding), listener, router, clients, shutdown).await;
}

/// The callers of a listener.
#[derive(Clone)]
enum Entrance {
    /// Clients, and the proxies in front of them.
    Public,
    /// Other nodes.
    Internal(Arc<Forwarding>),
}

async fn serve_at(
    entrance: Entrance,
    listener: TcpListener,
    router: Router,
    clients: Clients,
    shutdown: CancellationToken,
) {
    let unread = if clients.are_limited { UNREAD_OF_ONE } else { usize::MAX };
    let unread = Unread::new(unread, UNREAD.max(unread));
    let places = clients.places.clone();
    let most = clients.are_limited.then_some(CONNECTIONS_OF_ONE);
    let addresses = Addresses::among(places.most(), most);
    let tasks = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.cancelled() => break,
        };
        match accepted {
            Ok((mut stream, peer)) => {
                let Some(place) = places.take() else {
                    // As far as it fits into the system's buffer for it: this does not wait.
                    let _ = timeout(NOW, stream.write_all(NO_PLACE)).await;
                    continue;
                };
                let connection = Connection {
                    entrance: entrance.clone(),
                    peer,
                    router: router.clone(),
                    clients: clients.clone(),
                    shutdown: shutdown.clone(),
                    unread: Arc::clone(&unread),
                    _place: place,
                };
                tasks.spawn(connection.run(stream, Arc::clone(&addresses)));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

struct Connection {
    entrance: Entrance,
    peer: SocketAddr,
    router: Router,
    clients: Clients,
    shutdown: CancellationToken,
    unread: Arc<Unread>,
    _place: OwnedSemaphorePermit,
}

impl Connection {
    async fn run(self, mut stream: TcpStream, addresses: Arc<Addresses>) {
        // A move is small and must not wait for more; without this it is only slower.
        let _ = stream.set_nodelay(true);
        // A proxy's connections are those of many, and so are another node's.
        let proxy = self.clients.is_proxy(self.peer.ip());
        let is_counted = !proxy && matches!(self.entrance, Entrance::Public);
        let admitted = if is_counted { addresses.admit(self.peer.ip()) } else { None };
        if is_counted && admitted.is_none() {
            // Whether the client still reads it is its own affair.
            let _ = timeout(HEAD, stream.write_all(TOO_MANY)).await;
            return;
        }
        let Self { entrance, peer, router, clients, shutdown, unread, _place } = self;
        let (unfinished, forwarded) = (Unfinished::default(), Forwarded::default());
        let unread = unread.connection(peer.ip());
        let stream = ClientStream::new(stream, unread, forwarded.clone(), unfinished.clone());
        if let Entrance::Internal(forwarding) = entrance {
            let internal = Internal { forwarding, router, client: forwarded, unfinished };
            let answer = service_fn(move |request| internal.clone().answer(request));
            return answer_all(stream, answer, shutdown).await;
        }
        let answer = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            let reported = || client(request.headers(), |address| clients.is_proxy(address));
            let client = if proxy { reported() } else { None };
            if let Some(client) = client {
                forwarded.set(client);
            }
            let client = SocketAddr::new(client.unwrap_or(peer.ip()), peer.port());
            if !proxy {
                // Any client can send it: only the word of a trusted proxy counts.
                request.headers_mut().remove(FORWARDED_PROTO);
            }
            // Only other nodes send it, and not to this listener.
            request.headers_mut().remove(TICKET);
            request.extensions_mut().insert(ConnectInfo(client));
            request.extensions_mut().insert(unfinished.clone());
            router.clone().call(request)
        });
        answer_all(stream, answer, shutdown).await;
    }
}

/// Answers the requests of a connection until it ends, or after the present one when the server stops.
async fn answer_all<S>(stream: ClientStream<TcpStream>, answer: S, shutdown: CancellationToken)
where
    S: HttpService<Incoming, ResBody = Body, Error = Infallible>,
    S::Future: Send,
{
    let io = TokioIo::new(stream);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .max_headers(HEADERS)
        .serve_connection(io, answer)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = shutdown.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        // Clients come and go as they like.
        tracing::debug!(%error, "a connection ended badly");
    }
}

/// The client that a trusted proxy forwards for: the last address in its list that is not a proxy,
/// if it can be parsed. Any earlier entry may be forged.
fn client(headers: &HeaderMap, is_proxy: impl Fn(IpAddr) -> bool) -> Option<IpAddr> {
    let lists: Vec<_> = headers.get_all("x-forwarded-for").iter().collect();
    let entries = lists.iter().rev().flat_map(|list| list.to_str().unwrap_or("?").rsplit(','));
    let mut addresses = entries.map(|entry| {
        // Some proxies add the port.
        let with_port = || entry.trim().parse().map(|socket: SocketAddr| socket.ip());
        entry.trim().parse().or_else(|_| with_port()).ok()
    });
    addresses.find(|address| !address.is_some_and(&is_proxy)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_bytes_before_the_proxy_header_are_not_trusted() {
        let asked_by = |lists: &[&str]| {
            let mut headers = HeaderMap::new();
            for list in lists {
                headers.append("x-forwarded-for", list.parse().expect("a header"));
            }
            client(&headers, |address| address.is_loopback()).map(|address| address.to_string())
        };
        let one = Some("192.0.2.1".to_owned());
        assert_eq!(asked_by(&["203.0.113.9, 192.0.2.1, 127.0.0.1"]), one);
        assert_eq!(asked_by(&["203.0.113.9", "192.0.2.1", "127.0.0.1"]), one);
        assert_eq!(asked_by(&["203.0.113.9, 192.0.2.1:4711, 127.0.0.1:80"]), one);
        assert_eq!(asked_by(&["203.0.113.9, [2001:db8::1]:80"]), Some("2001:db8::1".to_owned()));
        assert_eq!(asked_by(&["203.0.113.9, unknown"]), None);
        assert_eq!(asked_by(&["203.0.113.9", "\u{e9}"]), None);
        assert_eq!(asked_by(&["127.0.0.1"]), None);
        assert_eq!(asked_by(&[]), None);
    }

    /// A proxy that writes a request while the server closes the idle connection loses it.
    #[test]
    fn nginx_closes_idle_connections_first() {
        let file = include_str!("../../../deploy/nginx.conf");
        let (_, upstream) = file.split_once("upstream yiguan {").expect("an upstream");
        let (upstream, _) = upstream.split_once('}').expect("an end");
        let (_, time) = upstream.split_once("keepalive_timeout ").expect("a timeout");
        let (seconds, _) = time.split_once("s;").expect("seconds");
        assert!(Duration::from_secs(seconds.parse().expect("a number")) < HEAD);
    }

    #[test]
    fn the_answer_to_too_many_has_the_length_it_tells() {
        for (answer, code) in [(TOO_MANY, "rate"), (NO_PLACE, "busy")] {
            let text = std::str::from_utf8(answer).expect("it is text");
            let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
            assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
            let problem: serde_json::Value = serde_json::from_str(body).expect("it is JSON");
            assert_eq!(problem["code"], code);
        }
    }
}
