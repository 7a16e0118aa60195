//! Delivers one message to one endpoint: a connection, one request, and the outcome.
//!
//! The outcome decides the queue's next step: forget the subscription, give up, or try again later.
//! Addresses are checked after resolving the name, redirections are not followed, and of the answer
//! only a bounded head is read, since any stranger can run a push service. An attempt has a timeout.

use super::endpoint::{BadEndpoint, Endpoint, Reach};
use super::resolver::Resolver;
use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HOST, RETRY_AFTER};
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

/// How long an attempt takes at the most, from the name to the head of the answer.
const ATTEMPT: Duration = Duration::from_secs(10);

/// The longest head of an answer that is read, in bytes; its body is not.
const LONGEST_HEAD: usize = 16 * 1_024;

/// The result of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The push service has it.
    Delivered,
    /// The subscription is no more.
    Gone,
    /// The push service does not take it, nor will it later.
    Refused(Option<u16>),
    /// It may be taken later: after so long, if the push service named a time.
    Later(Option<Duration>),
}

/// A message as it is sent.
#[derive(Debug)]
pub(super) struct Message<'a> {
    /// Encrypted for the browser.
    pub(super) body: Bytes,
    /// The proof of the sender.
    pub(super) authorization: &'a str,
    /// For how long it waits for a browser that is not running.
    pub(super) kept: Duration,
    /// The topic: a later message with the same one replaces it.
    pub(super) topic: Option<&'a str>,
}

/// The client for connections.
#[derive(Debug)]
pub(super) struct Transport {
    reach: Reach,
    resolver: Resolver,
    /// Made for the first message, since reading all certificates takes a while.
    tls: OnceCell<Result<TlsConnectorOf, Unusable>>,
}

/// The means of encryption, which have nothing to show.
#[derive(Clone)]
struct TlsConnectorOf(TlsConnector);

impl std::fmt::Debug for TlsConnectorOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TlsConnectorOf")
    }
}

/// The system has no certificates, or they cannot be used.
#[derive(Debug, Clone, Copy)]
struct Unusable;

impl Transport {
    pub(super) fn new(reach: Reach) -> Self {
        Self { reach, resolver: Resolver::default(), tls: OnceCell::const_new() }
    }

    /// The addresses that may be sent to.
    pub(super) const fn reach(&self) -> Reach {
        self.reach
    }

    /// Sends a message; returns after ten seconds at the most.
    pub(super) async fn send(&self, endpoint: &Endpoint, message: &Message<'_>) -> Outcome {
        match timeout(ATTEMPT, self.try_send(endpoint, message)).await {
            Ok(Ok(answer)) => outcome(&answer),
            // It leads where nothing is sent to.
            Ok(Err(error)) if error.kind() == io::ErrorKind::PermissionDenied => {
                Outcome::Refused(None)
            }
            Ok(Err(error)) => {
                tracing::debug!(service = endpoint.host(), %error, "a push service is not reached");
                Outcome::Later(None)
            }
            Err(_) => {
                tracing::debug!(service = endpoint.host(), "a push service does not answer");
                Outcome::Later(None)
            }
        }
    }

    async fn try_send(
        &self,
        endpoint: &Endpoint,
        message: &Message<'_>,
    ) -> io::Result<Response<hyper::body::Incoming>> {
        let addresses = match endpoint.resolve(&self.resolver, self.reach).await {
            Ok(addresses) => addresses,
            Err(error @ BadEndpoint::Unknown) => return Err(io::Error::other(error)),
            Err(error) => return Err(io::Error::new(io::ErrorKind::PermissionDenied, error)),
        };
        let stream = TcpStream::connect(addresses.as_slice()).await?;
        let request = request(endpoint, message).map_err(io::Error::other)?;
        if !endpoint.is_encrypted() {
            return exchange(stream, request).await;
        }
        let tls = self.tls.get_or_init(tls).await.clone();
        let TlsConnectorOf(tls) =
            tls.map_err(|Unusable| io::Error::other("no certificates of the system"))?;
        let name = ServerName::try_from(endpoint.host().to_owned()).map_err(io::Error::other)?;
        exchange(tls.connect(name, stream).await?, request).await
    }
}

/// Reads the certificates of the system.
async fn tls() -> Result<TlsConnectorOf, Unusable> {
    let read = tokio::task::spawn_blocking(|| {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            return Err(Unusable);
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|_| Unusable)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(TlsConnectorOf(TlsConnector::from(Arc::new(config))))
    });
    let read = read.await.unwrap_or(Err(Unusable));
    if read.is_err() {
        tracing::warn!("the system has no certificates: no push service can be reached");
    }
    read
}

fn request(
    endpoint: &Endpoint,
    message: &Message<'_>,
) -> hyper::http::Result<Request<Full<Bytes>>> {
    let uri = endpoint.uri();
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let host = uri.authority().map_or("", |authority| authority.as_str());
    let mut request = Request::post(path)
        .header(HOST, host)
        .header(AUTHORIZATION, message.authorization)
        .header(CONTENT_TYPE, "application/octet-stream")
        .header(CONTENT_ENCODING, "aes128gcm")
        .header("ttl", message.kept.as_secs())
        .header("urgency", "high");
    if let Some(topic) = message.topic {
        request = request.header("topic", topic);
    }
    request.body(Full::new(message.body.clone()))
}

/// Sends the request and reads the head of the answer.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    request: Request<Full<Bytes>>,
) -> io::Result<Response<hyper::body::Incoming>> {
    let mut settings = http1::Builder::new();
    settings.max_buf_size(LONGEST_HEAD);
    let (mut sender, connection) =
        settings.handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    let closed = async {
        connection.await.map_err(io::Error::other)?;
        Err(io::Error::from(io::ErrorKind::UnexpectedEof))
    };
    tokio::select! {
        biased;
        answer = sender.send_request(request) => answer.map_err(io::Error::other),
        closed = closed => closed,
    }
}

fn outcome(answer: &Response<hyper::body::Incoming>) -> Outcome {
    let status = answer.status();
    match status {
        StatusCode::NOT_FOUND | StatusCode::GONE => Outcome::Gone,
        StatusCode::TOO_MANY_REQUESTS => Outcome::Later(retry_after(answer)),
        _ if status.is_success() => Outcome::Delivered,
        _ if status.is_server_error() => Outcome::Later(retry_after(answer)),
        // Redirections as well: they could lead anywhere.
        _ => Outcome::Refused(Some(status.as_u16())),
    }
}

/// `Retry-After` in seconds; one with a date counts as none.
fn retry_after(answer: &Response<hyper::body::Incoming>) -> Option<Duration> {
    let seconds = answer.headers().get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}
