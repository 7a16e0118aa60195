//! The server under attack, and the clients that attack it.

use crate::BenchError;
use crate::server::printed_address;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::{TcpSocket, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// The time that the server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// The public address of the server: a name, since passkeys need one.
const SITE: &str = "http://localhost:4711";

/// A running server, killed when dropped.
#[derive(Debug)]
pub(crate) struct Target {
    address: SocketAddr,
    child: Child,
    /// Its data folder, if it is a temporary one.
    _data: Option<TempDir>,
}

impl Target {
    /// A server with its limits on, over an empty database.
    pub(super) async fn start(binary: &Path) -> Result<Self, BenchError> {
        let data = TempDir::with_prefix("yiguan-bench-")?;
        let server = Self::serve(binary, data.path(), "on").await?;
        Ok(Self { _data: Some(data), ..server })
    }

    /// A server without limits, over the database of a folder.
    pub(crate) async fn over(binary: &Path, folder: &Path) -> Result<Self, BenchError> {
        Self::serve(binary, folder, "off").await
    }

    async fn serve(binary: &Path, folder: &Path, limits: &str) -> Result<Self, BenchError> {
        let mut child = Command::new(binary)
            .args(["--proxies", "127.0.0.1", "--public-url", SITE, "--limits", limits])
            .current_dir(folder)
            .env_remove("DATABASE_URL")
            .env("YIGUAN_BIND", "127.0.0.1:0")
            .env("YIGUAN_DATA_DIR", folder)
            .env("YIGUAN_LOG", "error")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .kill_on_drop(true)
            .spawn()?;
        let printed = timeout(START_TIMEOUT, printed_address(&mut child)).await;
        let late = |_| BenchError::Start("it printed no address in time".to_owned());
        let address = printed.map_err(late)??;
        Ok(Self { address, child, _data: None })
    }

    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// A connection from one address of this machine; the server trusts its forwarded address.
    pub(crate) async fn client(&self) -> Result<Client, BenchError> {
        let sender = connected(TcpStream::connect(self.address).await?).await?;
        Ok(Client { sender, address: Some(self.address) })
    }

    /// A connection from an address of this machine that is no proxy.
    pub(super) async fn stranger(&self, last: u8) -> Result<TcpStream, BenchError> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((Ipv4Addr::new(127, 0, 0, last), 0).into())?;
        Ok(socket.connect(self.address).await?)
    }

    pub(crate) async fn stop(mut self) -> Result<(), BenchError> {
        self.child.kill().await?;
        Ok(())
    }
}

/// An answer: its status, the cookies it sets, and its body.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) cookies: Vec<String>,
    pub(crate) body: Value,
}

impl Answer {
    /// Whether the server refused it for coming too often.
    pub(super) fn is_refused(&self) -> bool {
        self.status == StatusCode::TOO_MANY_REQUESTS
    }
}

/// The credential of a request.
#[derive(Debug, Clone, Copy)]
enum By<'a> {
    Nobody,
    Cookies(&'a str),
    Token(&'a str),
}

/// A connection, over which requests come from any address.
#[derive(Debug)]
pub(crate) struct Client {
    sender: SendRequest<Full<bytes::Bytes>>,
    /// The server, to connect again when it has closed the connection, as it does after a body that
    /// it did not read.
    address: Option<SocketAddr>,
}

/// The sending half of a connection.
async fn connected(stream: TcpStream) -> Result<SendRequest<Full<bytes::Bytes>>, BenchError> {
    let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(failed)?;
    // Ends when the sender is dropped; an error shows in the next request.
    tokio::spawn(connection);
    Ok(sender)
}

impl Client {
    /// A client with this connection alone.
    pub(super) async fn over(stream: TcpStream) -> Result<Self, BenchError> {
        Ok(Self { sender: connected(stream).await?, address: None })
    }

    /// A GET from an address of the network.
    pub(crate) async fn get(&mut self, from: &str, path: &str) -> Result<Answer, BenchError> {
        self.send(Method::GET, from, path, By::Nobody, None).await
    }

    /// A GET with cookies.
    pub(crate) async fn get_by(
        &mut self,
        from: &str,
        path: &str,
        cookies: &str,
    ) -> Result<Answer, BenchError> {
        self.send(Method::GET, from, path, By::Cookies(cookies), None).await
    }

    /// A PUT without a body.
    pub(super) async fn put(
        &mut self,
        from: &str,
        path: &str,
        cookies: &str,
    ) -> Result<Answer, BenchError> {
        self.send(Method::PUT, from, path, By::Cookies(cookies), None).await
    }

    /// A DELETE.
    pub(super) async fn delete(
        &mut self,
        from: &str,
        path: &str,
        cookies: &str,
    ) -> Result<Answer, BenchError> {
        self.send(Method::DELETE, from, path, By::Cookies(cookies), None).await
    }

    /// A POST of JSON with a token.
    pub(super) async fn post_by(
        &mut self,
        from: &str,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Result<Answer, BenchError> {
        self.send(Method::POST, from, path, By::Token(token), Some(body)).await
    }

    /// A POST of JSON from an address of the network, with cookies.
    pub(super) async fn post(
        &mut self,
        from: &str,
        path: &str,
        cookies: &str,
        body: &Value,
    ) -> Result<Answer, BenchError> {
        self.send(Method::POST, from, path, By::Cookies(cookies), Some(body)).await
    }

    async fn send(
        &mut self,
        method: Method,
        from: &str,
        path: &str,
        by: By<'_>,
        body: Option<&Value>,
    ) -> Result<Answer, BenchError> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "localhost:4711")
            .header("x-forwarded-for", from);
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        request = match by {
            By::Nobody | By::Cookies("") => request,
            By::Cookies(cookies) => request.header(header::COOKIE, cookies),
            By::Token(token) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
        };
        let body = body.map(Value::to_string).unwrap_or_default();
        let text = |error: &dyn std::fmt::Display| BenchError::Connection(error.to_string());
        let request = request.body(Full::from(body)).map_err(|error| text(&error))?;
        // The connection takes the next request only once it is done with the last answer.
        if let (Err(_), Some(address)) = (self.sender.ready().await, self.address) {
            self.sender = connected(TcpStream::connect(address).await?).await?;
        }
        let response = match self.sender.send_request(request.clone()).await {
            Err(error) if error.is_canceled() || error.is_incomplete_message() => {
                let Some(address) = self.address else { return Err(failed(error)) };
                self.sender = connected(TcpStream::connect(address).await?).await?;
                self.sender.send_request(request).await
            }
            answered => answered,
        };
        let response = response.map_err(failed)?;
        let status = response.status();
        let set = response.headers().get_all(header::SET_COOKIE).iter();
        let set = set.filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
        let cookies = set.map(str::to_owned).collect();
        let body = response.into_body().collect().await.map_err(failed)?.to_bytes();
        let body = serde_json::from_slice(&body).unwrap_or_default();
        Ok(Answer { status, cookies, body })
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the shape `map_err` asks for")]
fn failed(error: hyper::Error) -> BenchError {
    BenchError::Connection(error.to_string())
}

/// An address in a /64 of a /48, both by number.
pub(super) fn six(network: u32, number: u32) -> String {
    format!("2001:db8:{network:x}:{number:x}::1")
}
