//! Sockets of as many addresses of one /48 as it takes, and connections of one address, while others
//! still connect.

use super::target::{Client, Target, six};
use super::{BenchError, Effect, Report, Scale};
use hyper::StatusCode;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{WebSocketStream, client_async};

/// The addresses of the network, and the sockets that each tries to open.
const ADDRESSES: u32 = 30;
const SOCKETS: u32 = 100;

/// The connections that one address tries to open: more than the 400 it may have.
const CONNECTIONS: u32 = 500;

pub(super) async fn run(target: &Target, scale: Scale) -> Result<Report, BenchError> {
    raise_files();
    let (mut open, mut refused, mut sent) = (Vec::new(), 0, 0);
    for number in 0..ADDRESSES {
        for _ in 0..scale.of(SOCKETS) {
            sent += 1;
            match socket(target, &six(1, number)).await? {
                Some(socket) => open.push(socket),
                None => refused += 1,
            }
        }
    }
    let sockets = open.len();
    let neighbour = socket(target, &six(2, 0)).await?.is_some();
    let mut connections = Vec::new();
    let mut closed = 0;
    for _ in 0..scale.of(CONNECTIONS) {
        sent += 1;
        let mut stream = target.stranger(2).await?;
        if is_answered(&mut stream).await? {
            connections.push(stream);
        } else {
            closed += 1;
        }
    }
    let mut other = Client::over(target.stranger(3).await?).await?;
    let other = other.get("", "/api/games").await?.status == StatusCode::OK;
    let found = format!(
        "{sockets} sockets of a /48 and {} connections of an address; others connect: {}",
        connections.len(),
        neighbour && other
    );
    let holds = neighbour && other && sockets <= 2_000 && connections.len() <= 400;
    Ok(Report { sent, refused: refused + closed, effect: Effect::bounded_if(holds), found })
}

/// Raises the number of files that this program may have open as far as it goes.
fn raise_files() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // Where it cannot be raised the attack fails with the system's own error.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// Opens a socket of the lobby from an address of the network; `None` if it is refused.
async fn socket(
    target: &Target,
    from: &str,
) -> Result<Option<WebSocketStream<TcpStream>>, BenchError> {
    let failed = |error: &dyn std::fmt::Display| BenchError::Connection(error.to_string());
    let mut request =
        "ws://localhost:4711/ws/lobby".into_client_request().map_err(|error| failed(&error))?;
    let from = HeaderValue::from_str(from).map_err(|error| failed(&error))?;
    request.headers_mut().insert("x-forwarded-for", from);
    let stream = TcpStream::connect(target.address()).await?;
    match client_async(request, stream).await {
        Ok((socket, _)) => Ok(Some(socket)),
        Err(Error::Http(answer)) if answer.status() == StatusCode::TOO_MANY_REQUESTS => Ok(None),
        Err(error) => Err(failed(&error)),
    }
}

/// Whether a connection is let in: its first request is answered, and it stays open.
async fn is_answered(stream: &mut TcpStream) -> Result<bool, BenchError> {
    stream.write_all(b"HEAD /healthz HTTP/1.1\r\nhost: localhost:4711\r\n\r\n").await?;
    let mut head = [0; 16];
    match stream.read_exact(&mut head).await {
        Ok(_) => Ok(head.starts_with(b"HTTP/1.1 200")),
        Err(_) => Ok(false),
    }
}
