//! A WebSocket client that holds the server to the order of events.

use crate::{Guest, within};
use engine::Side;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error, Message, client::IntoClientRequest};

/// A frame from the server.
#[derive(Debug, Clone, PartialEq)]
pub enum Frame {
    /// A message.
    Message(Value),
    /// The end, with the code of the close frame, if there was one.
    Closed(Option<u16>),
}

/// A connection. Of a match it keeps every event as it came, and panics at a gap.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    seat: Option<Side>,
    snapshot: Value,
    seq: u64,
    /// The number of each event that came, and its text.
    events: Vec<(u64, String)>,
}

impl Socket {
    /// Opens a socket at `path`, as a guest or without a cookie.
    ///
    /// # Panics
    ///
    /// If the server refuses it.
    pub async fn open(address: SocketAddr, path: &str, who: Option<&Guest>) -> Self {
        Self::open_as(address, &address.to_string(), path, who).await
    }

    /// Opens a socket at `path` of a server that is known by the name `host`.
    ///
    /// # Panics
    ///
    /// If the server refuses it.
    pub async fn open_as(address: SocketAddr, host: &str, path: &str, who: Option<&Guest>) -> Self {
        let header = who.map(|guest| ("authorization", format!("Bearer {}", guest.token)));
        Self::open_with(address, host, path, header).await
    }

    async fn open_with(
        address: SocketAddr,
        host: &str,
        path: &str,
        header: Option<(&'static str, String)>,
    ) -> Self {
        let mut request =
            format!("ws://{host}{path}").into_client_request().expect("the address is one");
        if let Some((name, value)) = header {
            request.headers_mut().insert(name, value.parse().expect("it is plain"));
        }
        let opened = within("a WebSocket opens", async {
            loop {
                let stream = TcpStream::connect(address).await.expect("the server listens");
                stream.set_nodelay(true).expect("the system knows TCP");
                match tokio_tungstenite::client_async(request.clone(), stream).await {
                    // A client tries again where the answer asks for it.
                    Err(Error::Http(answer)) if answer.status() == 503 => {}
                    opened => break opened,
                }
            }
        });
        let (stream, _) = opened.await.expect("the server upgrades");
        Self { stream, seat: None, snapshot: Value::Null, seq: 0, events: Vec::new() }
    }

    /// Opens a match's socket and reads its greeting: the snapshot, or with `since` what
    /// was missed.
    ///
    /// # Panics
    ///
    /// If the greeting is not as documented.
    pub async fn follow(
        address: SocketAddr,
        match_id: &str,
        who: Option<&Guest>,
        since: Option<u64>,
    ) -> Self {
        let query = since.map_or_else(String::new, |since| format!("?since={since}"));
        let socket = Self::open(address, &format!("/ws/matches/{match_id}{query}"), who).await;
        socket.greeted(since).await
    }

    /// The same as [`Self::follow`] with a snapshot, of a server that is known by the name `host`.
    ///
    /// # Panics
    ///
    /// If the greeting is not as documented.
    pub async fn follow_as(
        address: SocketAddr,
        host: &str,
        match_id: &str,
        who: Option<&Guest>,
    ) -> Self {
        let path = format!("/ws/matches/{match_id}");
        Self::open_as(address, host, &path, who).await.greeted(None).await
    }

    /// Opens a socket at `path` as a browser does, which is known by its cookie.
    ///
    /// # Panics
    ///
    /// If the server refuses it.
    pub async fn open_by_cookie(address: SocketAddr, path: &str, cookie: &str) -> Self {
        let header = Some(("cookie", cookie.to_owned()));
        Self::open_with(address, &address.to_string(), path, header).await
    }

    /// Opens a match's socket as a browser does, and reads its greeting with the snapshot.
    ///
    /// # Panics
    ///
    /// If the greeting is not as documented.
    pub async fn follow_by_cookie(address: SocketAddr, match_id: &str, cookie: &str) -> Self {
        let path = format!("/ws/matches/{match_id}");
        Self::open_by_cookie(address, &path, cookie).await.greeted(None).await
    }

    /// Reads the greeting.
    async fn greeted(self, since: Option<u64>) -> Self {
        let mut socket = self;
        let welcome = socket.message().await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        socket.seat = welcome["seat"].as_str().map(|seat| seat.parse().expect("a side"));
        let seq = welcome["seq"].as_u64().expect("a number");
        match since {
            Some(since) if since <= seq => {
                socket.seq = since;
                socket.until(seq).await;
            }
            Some(_) | None => {
                let snapshot = socket.message().await;
                assert_eq!(snapshot["type"], "snapshot", "{snapshot}");
                assert_eq!(snapshot["seq"], seq, "{snapshot}");
            }
        }
        socket
    }

    /// The seat, as the welcome has it.
    #[must_use]
    pub const fn seat(&self) -> Option<Side> {
        self.seat
    }

    /// The last event that came, or that the snapshot held.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// The last snapshot that came.
    #[must_use]
    pub const fn snapshot(&self) -> &Value {
        &self.snapshot
    }

    /// Every event that came, as text.
    #[must_use]
    pub fn events(&self) -> &[(u64, String)] {
        &self.events
    }

    /// Sends a message.
    ///
    /// # Panics
    ///
    /// If the connection is gone.
    pub async fn send_text(&mut self, message: &Value) {
        self.send(Message::text(message.to_string())).await;
    }

    /// Sends a frame of any kind.
    ///
    /// # Panics
    ///
    /// If the connection is gone.
    pub async fn send(&mut self, message: Message) {
        self.try_send(message).await.expect("the connection stands");
    }

    /// Sends a frame of any kind to a server that may be gone.
    ///
    /// # Errors
    ///
    /// If it is.
    pub async fn try_send(&mut self, message: Message) -> Result<(), String> {
        within("a frame is sent", self.stream.send(message)).await.map_err(|e| e.to_string())
    }

    /// Sends commands until the server closes the socket; its code.
    ///
    /// They leave in bursts, each of which is answered before the next: a client that writes after the end
    /// loses the code, since the connection is reset.
    pub async fn flood(&mut self, mut commands: impl Iterator<Item = Value>) -> Option<u16> {
        const BURST: usize = 100;
        loop {
            let burst: Vec<Value> = commands.by_ref().take(BURST).collect();
            for command in &burst {
                let command = Message::text(command.to_string());
                within("a frame is taken", self.stream.feed(command)).await.ok()?;
            }
            within("a burst is sent", self.stream.flush()).await.ok()?;
            let mut unanswered = burst.len();
            while unanswered > 0 || burst.is_empty() {
                match self.next().await {
                    Frame::Closed(code) => return code,
                    Frame::Message(message)
                        if matches!(message["type"].as_str(), Some("ack" | "nack")) =>
                    {
                        unanswered = unanswered.saturating_sub(1);
                    }
                    Frame::Message(_) => {}
                }
            }
        }
    }

    /// The next frame.
    ///
    /// # Panics
    ///
    /// If it is not of the protocol, or an event that does not follow the last one.
    pub async fn next(&mut self) -> Frame {
        loop {
            match within("a frame", self.stream.next()).await {
                Some(Ok(Message::Text(text))) => return Frame::Message(self.read(text.as_str())),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(frame))) => {
                    return Frame::Closed(frame.map(|frame| frame.code.into()));
                }
                None | Some(Err(_)) => return Frame::Closed(None),
                Some(Ok(other)) => panic!("the server sent {other:?}"),
            }
        }
    }

    fn read(&mut self, text: &str) -> Value {
        let message: Value = serde_json::from_str(text).expect("the server speaks JSON");
        match message["type"].as_str() {
            Some("event") => {
                let seq = message["seq"].as_u64().expect("a number");
                assert_eq!(seq, self.seq + 1, "a gap: {text}");
                self.seq = seq;
                self.events.push((seq, text.to_owned()));
            }
            Some("snapshot") => {
                self.seq = message["seq"].as_u64().expect("a number");
                self.snapshot = message.clone();
            }
            _ => {}
        }
        message
    }

    /// The next message.
    ///
    /// # Panics
    ///
    /// If the connection ends instead.
    pub async fn message(&mut self) -> Value {
        match self.next().await {
            Frame::Message(message) => message,
            Frame::Closed(code) => panic!("closed with {code:?}"),
        }
    }

    /// Reads until the connection ends; returns the code of the close frame.
    pub async fn until_closed(&mut self) -> Option<u16> {
        loop {
            if let Frame::Closed(code) = self.next().await {
                return code;
            }
        }
    }

    /// Reads until a message of that type.
    pub async fn until_type(&mut self, kind: &str) -> Value {
        loop {
            let message = self.message().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Reads until the event `seq` has come.
    pub async fn until(&mut self, seq: u64) {
        while self.seq < seq {
            self.message().await;
        }
    }

    /// Reads until an event of that kind has come, unless it has; returns the first one after
    /// `since`.
    pub async fn until_kind(&mut self, kind: &str, since: u64) -> Value {
        let mut known = 0;
        loop {
            for (seq, text) in &self.events[known..] {
                let event: Value = serde_json::from_str(text).expect("it was read before");
                if *seq > since && event["kind"] == kind {
                    return event;
                }
            }
            known = self.events.len();
            self.message().await;
        }
    }

    /// The event `seq`, as text, waiting for it if needed.
    ///
    /// # Panics
    ///
    /// If it came before this connection.
    pub async fn event_text(&mut self, seq: u64) -> &str {
        self.until(seq).await;
        let found = self.events.iter().rev().find(|(number, _)| *number == seq);
        &found.expect("it came by this connection").1
    }

    /// The event `seq`, waiting for it if needed.
    ///
    /// # Panics
    ///
    /// If it came before this connection.
    pub async fn event(&mut self, seq: u64) -> Value {
        serde_json::from_str(self.event_text(seq).await).expect("it was read before")
    }

    /// Reads until the command `id` is answered.
    pub async fn answer(&mut self, id: &str) -> Value {
        loop {
            let message = self.message().await;
            if matches!(message["type"].as_str(), Some("ack" | "nack")) && message["id"] == id {
                return message;
            }
        }
    }

    /// Sends a command and returns the number of its event.
    ///
    /// # Panics
    ///
    /// If it is refused.
    pub async fn done(&mut self, command: &Value) -> u64 {
        self.send_text(command).await;
        let answer = self.answer(command["id"].as_str().expect("commands have an id")).await;
        assert_eq!(answer["type"], "ack", "{command}: {answer}");
        answer["seq"].as_u64().expect("a number")
    }

    /// Sends a command and returns the refusal.
    ///
    /// # Panics
    ///
    /// If it is not refused with that code.
    pub async fn refused(&mut self, command: &Value, code: &str) -> Value {
        self.send_text(command).await;
        let answer = self.answer(command["id"].as_str().expect("commands have an id")).await;
        assert_eq!(answer["type"], "nack", "{command}: {answer}");
        assert_eq!(answer["code"], code, "{command}: {answer}");
        answer
    }

    /// Sends a message and waits until the server has dealt with all that was sent before.
    pub async fn ping(&mut self) -> Value {
        self.send_text(&json!({"type": "ping", "t": 1})).await;
        self.until_type("pong").await
    }
}
