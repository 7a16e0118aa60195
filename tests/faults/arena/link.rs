//! A connection that may break at any time.

use e2e::Guest;
use futures_util::{SinkExt, StreamExt};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message, client::IntoClientRequest};

/// How long a handshake or a write may take.
const LINK_TIMEOUT: Duration = Duration::from_secs(8);

/// Bytes that are read at once.
const READ_BUFFER: usize = 4_096;

/// The messages of a connection.
#[derive(Debug)]
pub(crate) enum Received {
    /// A message.
    Text(String),
    /// The end, with the close code if there was one.
    End(Option<u16>),
}

/// Why there is no connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoLink {
    /// The server answered with this status instead.
    Status(u16),
    /// It did not answer.
    Gone,
}

/// A WebSocket.
#[derive(Debug)]
pub(crate) struct Link {
    stream: WebSocketStream<TcpStream>,
}

/// How the connection is made.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Way {
    /// The address it comes from, if it matters.
    pub(crate) from: Option<IpAddr>,
    /// The size of its receive buffer, if it matters.
    pub(crate) buffer: Option<u32>,
    /// The address used instead, as of a proxy.
    pub(crate) by: Option<SocketAddr>,
}

/// Connects by TCP.
pub(crate) async fn reach(address: SocketAddr, way: Way) -> std::io::Result<TcpStream> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    if let Some(from) = way.from {
        socket.bind(SocketAddr::new(from, 0))?;
    }
    if let Some(size) = way.buffer {
        socket.set_recv_buffer_size(size)?;
    }
    let stream = socket.connect(way.by.unwrap_or(address)).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

impl Link {
    /// Opens a socket at `path`.
    pub(crate) async fn open(
        address: SocketAddr,
        path: &str,
        who: Option<&Guest>,
        way: Way,
    ) -> Result<Self, NoLink> {
        let opened = timeout(LINK_TIMEOUT, async {
            let mut request =
                format!("ws://{address}{path}").into_client_request().map_err(|_| NoLink::Gone)?;
            if let Some(guest) = who {
                let value = format!("Bearer {}", guest.token).parse();
                request.headers_mut().insert("authorization", value.map_err(|_| NoLink::Gone)?);
            }
            let stream = reach(address, way).await.map_err(|_| NoLink::Gone)?;
            // The library clears the whole buffer before each read: a large one would make a crowd
            // of clients a load of its own.
            let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
            match tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await {
                Ok((stream, _)) => Ok(Self { stream }),
                Err(tungstenite::Error::Http(answer)) => {
                    Err(NoLink::Status(answer.status().as_u16()))
                }
                Err(_) => Err(NoLink::Gone),
            }
        });
        opened.await.unwrap_or(Err(NoLink::Gone))
    }

    /// Sends a message; false if the connection is gone.
    pub(crate) async fn send_text(&mut self, message: &str) -> bool {
        let sent = timeout(LINK_TIMEOUT, self.stream.send(Message::text(message))).await;
        matches!(sent, Ok(Ok(())))
    }

    /// The next message or the end.
    pub(crate) async fn hear(&mut self) -> Received {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Received::Text(text.as_str().to_owned()),
                Some(Ok(Message::Close(frame))) => {
                    return Received::End(frame.map(|frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                None | Some(Err(_)) => return Received::End(None),
            }
        }
    }
}
