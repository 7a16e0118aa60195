//! Requests and answers.

use crate::within;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::handshake;
use hyper::{HeaderMap, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::net::{IpAddr, SocketAddr};
use tokio::net::{TcpSocket, TcpStream};

pub use hyper::Method;

/// A client of the bot API, with a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// The identity.
    pub id: String,
    /// The name shown.
    pub name: String,
    /// The proof of it.
    pub token: String,
}

/// A request to be sent.
#[derive(Debug, Clone)]
pub struct Request {
    method: Method,
    path: String,
    headers: Vec<(String, String)>,
    body: Bytes,
    from: Option<IpAddr>,
}

impl Request {
    /// A request of any method.
    #[must_use]
    pub fn new(method: Method, path: &str) -> Self {
        Self { method, path: path.to_owned(), headers: Vec::new(), body: Bytes::new(), from: None }
    }

    /// A GET.
    #[must_use]
    pub fn get(path: &str) -> Self {
        Self::new(Method::GET, path)
    }

    /// A POST without a body.
    #[must_use]
    pub fn post(path: &str) -> Self {
        Self::new(Method::POST, path)
    }

    /// With a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// From a guest.
    #[must_use]
    pub fn by(self, guest: &Guest) -> Self {
        self.header("authorization", &format!("Bearer {}", guest.token))
    }

    /// With a JSON body.
    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        self.header("content-type", "application/json").body(body.to_string())
    }

    /// With a body of any kind.
    #[must_use]
    pub fn body(self, body: impl Into<Bytes>) -> Self {
        Self { body: body.into(), ..self }
    }

    /// From an address of this machine.
    #[must_use]
    pub fn from_address(self, from: IpAddr) -> Self {
        Self { from: Some(from), ..self }
    }

    /// Sends it on a connection of its own.
    ///
    /// # Panics
    ///
    /// If no answer comes.
    pub async fn send(self, address: SocketAddr) -> Answer {
        within("an HTTP answer", self.try_send(address)).await.expect("an answer")
    }

    /// Sends it again while the server asks for that: on a busy machine the node that holds a match may
    /// not answer another within a second.
    ///
    /// # Panics
    ///
    /// If no other answer comes.
    pub async fn send_until_served(self, address: SocketAddr) -> Answer {
        within("an answer of a server that is not busy", async {
            loop {
                let answer = self.clone().send(address).await;
                if answer.status != 503 || answer.header("retry-after").is_none() {
                    return answer;
                }
            }
        })
        .await
    }

    /// Sends it to a server that may be gone.
    ///
    /// # Errors
    ///
    /// If it is, or goes.
    pub async fn try_send(self, address: SocketAddr) -> Result<Answer, String> {
        let mut builder = hyper::Request::builder().method(self.method).uri(self.path);
        for (name, value) in self.headers {
            builder = builder.header(name, value);
        }
        if builder.headers_ref().is_none_or(|headers| !headers.contains_key("host")) {
            builder = builder.header("host", address.to_string());
        }
        let request = builder.body(Full::new(self.body)).map_err(|error| error.to_string())?;
        let stream = connect(address, self.from).await.map_err(|error| error.to_string())?;
        let (mut sender, connection) =
            handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
        // It ends when the sender is dropped; an error shows in the answer.
        tokio::spawn(connection);
        let answer = sender.send_request(request).await.map_err(|error| error.to_string())?;
        let (parts, body) = answer.into_parts();
        let body = body.collect().await.map_err(|error| error.to_string())?.to_bytes();
        Ok(Answer { status: parts.status, headers: parts.headers, body })
    }
}

async fn connect(address: SocketAddr, from: Option<IpAddr>) -> std::io::Result<TcpStream> {
    let Some(from) = from else { return TcpStream::connect(address).await };
    let socket = if from.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(address).await
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl Answer {
    /// A header, or nothing.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The body as text.
    ///
    /// # Panics
    ///
    /// If it is none.
    #[must_use]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("a text")
    }

    /// The body as JSON.
    ///
    /// # Panics
    ///
    /// If it is none.
    #[must_use]
    #[track_caller]
    pub fn json(&self) -> Value {
        match serde_json::from_slice(&self.body) {
            Ok(value) => value,
            Err(error) => panic!("{error}: {self:?}"),
        }
    }

    /// The JSON of a successful answer.
    ///
    /// # Panics
    ///
    /// If it was not one.
    #[must_use]
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{self:?}");
        self.json()
    }

    /// Checks that this is the problem of that status and code, as `docs/protocol.md` writes
    /// one.
    ///
    /// # Panics
    ///
    /// If it is not.
    #[track_caller]
    pub fn is_problem(&self, status: u16, code: &str) {
        assert_eq!(self.status.as_u16(), status, "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        assert_eq!(problem["type"], "about:blank", "{problem}");
        for key in ["title", "detail"] {
            assert!(problem[key].as_str().is_some_and(|text| !text.is_empty()), "{problem}");
        }
    }
}
