//! A push service of the test's own, and browsers that subscribe at it. The server's messages are checked as a
//! push service and a browser would: by the signature of RFC 8292 and the encryption of RFC 8291.

use crate::within;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::p256::{PublicKey, SecretKey};
use web_push_native::{Auth, decrypt};

/// The service's treatment of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It answers with a status; one that asks to wait, asks for no second of it.
    Status(u16),
    /// It never answers.
    Silence,
    /// It answers with a head of 64 KiB.
    LongHead,
}

/// A request that came.
#[derive(Debug)]
pub struct Pushed {
    /// The path: which browser it is for.
    pub path: String,
    /// The headers.
    pub headers: HeaderMap,
    /// The encrypted body.
    pub body: Bytes,
}

impl Pushed {
    /// A header.
    ///
    /// # Panics
    ///
    /// If it is not there.
    #[must_use]
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_else(|| panic!("{name} is not in {:?}", self.headers))
    }

    /// The claims of the token, once its signature is checked with the server's public key.
    ///
    /// # Panics
    ///
    /// If it does not hold.
    #[must_use]
    #[track_caller]
    pub fn claims(&self, key: &str) -> Value {
        let rest = self.header("authorization").strip_prefix("vapid t=").expect("RFC 8292");
        let (token, sent) = rest.split_once(", k=").expect("the key is sent along");
        assert_eq!(sent, key, "it is the key that pages are given");
        let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).expect("base64url");
        let (signed, signature) = token.rsplit_once('.').expect("it is signed");
        let signature = Signature::from_slice(&decode(signature)).expect("a signature");
        let key = VerifyingKey::from_sec1_bytes(&decode(key)).expect("a key");
        key.verify(signed.as_bytes(), &signature).expect("the signature holds");
        let (_, claims) = signed.split_once('.').expect("it has claims");
        serde_json::from_slice(&decode(claims)).expect("JSON")
    }
}

/// The service, on a free port; it stops when dropped.
#[derive(Debug)]
pub struct PushService {
    address: SocketAddr,
    pushed: mpsc::UnboundedReceiver<Pushed>,
    fates: Arc<Mutex<VecDeque<Fate>>>,
    task: JoinHandle<()>,
}

impl PushService {
    /// Starts one that takes everything with `201`, but for the first requests, which meet `fates`.
    ///
    /// # Panics
    ///
    /// If no port is free.
    pub async fn start(fates: &[Fate]) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("it has an address");
        let fates = Arc::new(Mutex::new(fates.iter().copied().collect::<VecDeque<_>>()));
        let (sender, pushed) = mpsc::unbounded_channel();
        let task = tokio::spawn(serve(listener, sender, Arc::clone(&fates)));
        Self { address, pushed, fates, task }
    }

    /// Lets the next requests meet these.
    ///
    /// # Panics
    ///
    /// If the service has failed.
    pub fn then(&self, fates: &[Fate]) {
        self.fates.lock().expect("nothing panics with it").extend(fates);
    }

    /// The service as tokens name it.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The next request.
    ///
    /// # Panics
    ///
    /// If none comes.
    pub async fn next(&mut self) -> Pushed {
        within("a push", self.pushed.recv()).await.expect("the service runs")
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    listener: TcpListener,
    sender: mpsc::UnboundedSender<Pushed>,
    fates: Arc<Mutex<VecDeque<Fate>>>,
) {
    while let Ok((stream, _)) = listener.accept().await {
        let (sender, fates) = (sender.clone(), Arc::clone(&fates));
        let answer = service_fn(move |request| take(request, sender.clone(), Arc::clone(&fates)));
        // It ends with the client, which may leave early.
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
    }
}

async fn take(
    request: Request<Incoming>,
    sender: mpsc::UnboundedSender<Pushed>,
    fates: Arc<Mutex<VecDeque<Fate>>>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (parts, body) = request.into_parts();
    let Ok(body) = body.collect().await else { return std::future::pending().await };
    let path = parts.uri.path().to_owned();
    // The test may have seen enough.
    let _ = sender.send(Pushed { path, headers: parts.headers, body: body.to_bytes() });
    let fate = fates.lock().expect("nothing panics with it").pop_front();
    let answer = match fate.unwrap_or(Fate::Status(201)) {
        Fate::Status(status) => Response::builder().status(status).header("retry-after", "0"),
        Fate::Silence => return std::future::pending().await,
        Fate::LongHead => Response::builder().header("x-long", "a".repeat(64 * 1_024)),
    };
    Ok(answer.body(Full::default()).expect("it is an answer"))
}

/// A browser that subscribes at the service.
#[derive(Debug)]
pub struct PushBrowser {
    endpoint: String,
    key: SecretKey,
    secret: [u8; 16],
}

impl PushBrowser {
    /// A browser known at the service by a name, with keys made from it.
    ///
    /// # Panics
    ///
    /// If the name is longer than ten bytes.
    #[must_use]
    pub fn new(service: &PushService, name: &str) -> Self {
        let mut bytes = [1; 32];
        bytes[1..=name.len()].copy_from_slice(name.as_bytes());
        let key = SecretKey::from_slice(&bytes).expect("a number of the curve");
        let endpoint = format!("{}/send/{name}", service.origin());
        let secret = std::array::from_fn(|at| bytes[at]);
        Self { endpoint, key, secret }
    }

    /// The subscription that its page sends to the server, with the wanted notifications.
    #[must_use]
    pub fn subscription(&self, kinds: &[&str]) -> Value {
        let public: PublicKey = self.key.public_key();
        let public = public.to_encoded_point(false);
        json!({
            "endpoint": self.endpoint,
            "expirationTime": null,
            "keys": {
                "p256dh": BASE64_URL_SAFE_NO_PAD.encode(public.as_bytes()),
                "auth": BASE64_URL_SAFE_NO_PAD.encode(self.secret),
            },
            "kinds": kinds,
        })
    }

    /// The text that it reads of a push.
    ///
    /// # Panics
    ///
    /// If it was not encrypted for it.
    #[must_use]
    #[track_caller]
    pub fn read(&self, pushed: &Pushed) -> Value {
        let secret = Auth::from(self.secret);
        let text = decrypt(pushed.body.to_vec(), &self.key, &secret).expect("it can be read");
        serde_json::from_slice(&text).expect("JSON")
    }
}
