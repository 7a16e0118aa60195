//! What every connection consists of: frames in and out, and an allowance.

use super::end::End;
use super::rate::{Allowance, Rate};
use super::write_timeout::with_write_timeout;
use crate::app_state::AppState;
use crate::order::Posted;
use crate::store::{Frame, Notice};
use crate::wire::ServerMessage;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use domain::PlayerId;
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use std::future::pending;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// How long a farewell may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// What was heard of a client.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Text(Utf8Bytes),
    /// What can be no message.
    Binary,
    /// A ping, which the library answers; more than that must not come for free.
    Ping,
    /// The answer to a ping of ours, or so it seems.
    Pong,
    /// It leaves, which the library answers as well.
    Farewell,
    /// More than a frame may hold. Without an answer it would seem that it was lost; after that
    /// the connection ends.
    TooBig,
}

/// A socket and what its client may still say.
pub(super) struct Link {
    socket: WebSocket,
    app: AppState,
    rate: Rate,
    actions: Rate,
    posted: watch::Receiver<Arc<Posted>>,
    /// What the client was told last by whoever runs the server.
    notice: Option<Notice>,
}

impl Link {
    pub(super) fn new(socket: WebSocket, app: AppState) -> Self {
        let now = app.registry().now();
        let (rate, actions) = (Rate::of_messages(now), Rate::of_actions(now));
        let mut posted = app.desk().subscribe();
        // What holds already is told with the greeting.
        posted.mark_changed();
        Self { socket, app, rate, actions, posted, notice: None }
    }

    /// Waits for the client, or for an order that concerns it. Nothing is lost if the wait is given
    /// up.
    pub(super) async fn hear_or_obey(&mut self) -> Result<Either, End> {
        tokio::select! {
            biased;
            // The server that sends them outlives every connection.
            Ok(()) = self.posted.changed() => Ok(Either::Order),
            heard = hear(&mut self.socket) => heard.map(Either::Incoming),
        }
    }

    /// What the client is to be told of the orders that hold now, if that is news.
    pub(super) fn obey(
        &mut self,
        address: IpAddr,
        who: Option<PlayerId>,
    ) -> Result<Option<ServerMessage>, End> {
        let posted = Arc::clone(&self.posted.borrow_and_update());
        if posted.bans_address(address) || who.is_some_and(|who| posted.bans_guest(who)) {
            return Err(End::banned());
        }
        if posted.notice == self.notice {
            return Ok(None);
        }
        self.notice.clone_from(&posted.notice);
        let (text, until) =
            posted.notice.clone().map(|notice| (notice.text, notice.until.0)).unzip();
        Ok(Some(ServerMessage::Notice { text, until }))
    }

    pub(super) const fn app(&self) -> &AppState {
        &self.app
    }

    /// The time on the server's clock, as messages tell it.
    pub(super) fn now(&self) -> u64 {
        self.app.registry().now().0
    }

    /// The version of the client that this server's pages are of.
    pub(super) fn client_version(&self) -> &'static str {
        self.app.client().version()
    }

    /// Takes `cost` off the client's allowance; false if it was used up.
    pub(super) fn allows(&mut self, cost: u32) -> Result<bool, End> {
        if !self.app.is_limited() {
            return Ok(true);
        }
        match self.rate.take(cost, self.app.registry().now()) {
            Allowance::Served => Ok(true),
            Allowance::Refused => Ok(false),
            Allowance::Closed => Err(End::policy()),
        }
    }

    /// Whether [`allows`](Self::allows) would be true of `cost` now.
    pub(super) fn would_allow(&self, cost: u32) -> bool {
        let mut rate = self.rate;
        let now = self.app.registry().now();
        !self.app.is_limited() || rate.take(cost, now) == Allowance::Served
    }

    /// Counts an action; false if there were too many lately.
    pub(super) fn allows_action(&mut self) -> Result<bool, End> {
        if !self.app.is_limited() {
            return Ok(true);
        }
        match self.actions.take(1, self.app.registry().now()) {
            Allowance::Served => Ok(true),
            Allowance::Refused => Ok(false),
            Allowance::Closed => Err(End::policy()),
        }
    }

    /// Writes a message, which leaves with the next [`flush`](Self::flush).
    pub(super) async fn feed(&mut self, message: Message) -> Result<(), End> {
        with_write_timeout(self.socket.feed(message)).await
    }

    pub(super) async fn flush(&mut self) -> Result<(), End> {
        with_write_timeout(self.socket.flush()).await
    }

    /// Writes a message that leaves at once.
    pub(super) async fn send(&mut self, message: Message) -> Result<(), End> {
        with_write_timeout(self.socket.send(message)).await
    }

    /// Says goodbye and waits a moment for the client's own: a connection that is closed with
    /// something unread is reset, and what was sent last is lost on the way.
    pub(super) async fn bid_farewell(&mut self, end: End) {
        let is_deaf = end == End::too_big();
        let End(Some(last)) = end else { return };
        let farewell = async {
            self.socket.send(last).await?;
            while self.socket.next().await.is_some_and(|heard| heard.is_ok()) {}
            if is_deaf {
                // Nothing is read after a frame that is too big: there is only time to wait.
                pending::<()>().await;
            }
            Ok::<(), axum::Error>(())
        };
        // Whether the client still reads it is its own affair.
        let _ = timeout(FAREWELL, farewell).await;
    }
}

/// What a connection has to deal with.
#[derive(Debug)]
pub(super) enum Either {
    /// Its client.
    Incoming(Incoming),
    /// An order of whoever runs the server.
    Order,
}

/// Waits for the client. Nothing is lost if the wait is given up.
async fn hear(socket: &mut WebSocket) -> Result<Incoming, End> {
    match socket.next().await {
        Some(Ok(Message::Text(text))) => Ok(Incoming::Text(text)),
        Some(Ok(Message::Binary(_))) => Ok(Incoming::Binary),
        Some(Ok(Message::Ping(_))) => Ok(Incoming::Ping),
        Some(Ok(Message::Pong(_))) => Ok(Incoming::Pong),
        Some(Ok(Message::Close(_))) => Ok(Incoming::Farewell),
        Some(Err(error)) => match End::of(error) {
            end if end == End::too_big() => Ok(Incoming::TooBig),
            end => Err(end),
        },
        None => Err(End::GONE),
    }
}

/// A message as a frame of text.
pub(super) fn json(message: &impl Serialize) -> Message {
    let text = serde_json::to_string(message).expect("messages hold nothing JSON cannot say");
    Message::Text(text.into())
}

/// A frame of text whose bytes are shared with every other reader.
pub(super) fn text(frame: &Frame) -> Message {
    match Utf8Bytes::try_from(frame.bytes().clone()) {
        Ok(text) => Message::Text(text),
        // They are those of a text.
        Err(_) => Message::Text(Utf8Bytes::from(frame.as_str())),
    }
}
