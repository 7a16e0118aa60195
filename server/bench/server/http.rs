//! A minimal HTTP client for the work of the load before it opens its sockets: making guests, making
//! matches, joining.
//!
//! It keeps one connection open and knows JSON only; the load measures sockets, not this.

use super::table::in_time;
use crate::BenchError;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::sleep;

/// The pause before a busy server is asked again.
const RETRY_AFTER: Duration = Duration::from_millis(100);

/// One kept-alive connection.
pub(super) struct Client {
    sender: SendRequest<Full<bytes::Bytes>>,
    address: SocketAddr,
}

impl Client {
    pub(super) async fn connect(address: SocketAddr) -> Result<Self, BenchError> {
        let stream = TcpStream::connect(address).await?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(failed)?;
        // Ends when the sender is dropped; an error shows in the next request.
        tokio::spawn(connection);
        Ok(Self { sender, address })
    }

    /// Posts `body` and returns the JSON of a successful answer.
    pub(super) async fn post(
        &mut self,
        path: &str,
        token: Option<&str>,
        body: &Value,
    ) -> Result<Value, BenchError> {
        let answer = self.send(Method::POST, path, token, Some(body)).await?;
        successful(path, &answer)
    }

    /// Posts `body` again while the server is busy, and returns the JSON of the successful answer.
    pub(super) async fn post_until_served(
        &mut self,
        path: &str,
        token: Option<&str>,
        body: &Value,
    ) -> Result<Value, BenchError> {
        let served = async {
            loop {
                let answer = self.send(Method::POST, path, token, Some(body)).await?;
                if answer.0 != StatusCode::SERVICE_UNAVAILABLE {
                    return successful(path, &answer);
                }
                sleep(RETRY_AFTER).await;
            }
        };
        in_time("an answer of a server that is not busy", served).await
    }

    /// Gets the JSON of a successful answer.
    pub(super) async fn get(&mut self, path: &str) -> Result<Value, BenchError> {
        let answer = self.send(Method::GET, path, None, None).await?;
        successful(path, &answer)
    }

    /// Posts `body` and returns with which status it is answered.
    pub(super) async fn status_of(
        &mut self,
        path: &str,
        body: &Value,
    ) -> Result<StatusCode, BenchError> {
        Ok(self.send(Method::POST, path, None, Some(body)).await?.0)
    }

    async fn send(
        &mut self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Result<(StatusCode, bytes::Bytes), BenchError> {
        let mut request =
            Request::builder().method(method).uri(path).header("host", self.address.to_string());
        if body.is_some() {
            request = request.header("content-type", "application/json");
        }
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = request.body(Full::from(body)).map_err(|e| failed_text(&e.to_string()))?;
        // The connection's task may not have noticed yet that the answer before was read.
        self.sender.ready().await.map_err(failed)?;
        let response = self.sender.send_request(request).await.map_err(failed)?;
        let status = response.status();
        let body = response.into_body().collect().await.map_err(failed)?.to_bytes();
        Ok((status, body))
    }
}

/// The JSON of an answer, if it is successful.
fn successful(
    path: &str,
    (status, body): &(StatusCode, bytes::Bytes),
) -> Result<Value, BenchError> {
    if *status != StatusCode::OK && *status != StatusCode::CREATED {
        let body = String::from_utf8_lossy(body);
        return Err(BenchError::Answer(format!("{path}: {status} {body}")));
    }
    serde_json::from_slice(body).map_err(|error| BenchError::Answer(error.to_string()))
}

#[expect(clippy::needless_pass_by_value, reason = "the shape `map_err` asks for")]
fn failed(error: hyper::Error) -> BenchError {
    failed_text(&error.to_string())
}

fn failed_text(error: &str) -> BenchError {
    BenchError::Connection(error.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::routing::get;
    use tokio::net::TcpListener;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn one_request_may_follow_another_at_once() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it listens");
        let server = Router::new().route("/", get(async || "{}"));
        let server = tokio::spawn(axum::serve(listener, server).into_future());
        let mut client = Client::connect(address).await.expect("it accepts");
        for request in 0..5_000 {
            assert!(client.get("/").await.is_ok(), "request {request}");
        }
        server.abort();
    }
}
