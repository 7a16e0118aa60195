//! The parts of every connection, whatever its protocol: a socket, the allowances of its client,
//! whether the client is there, and the notices of the operator.

use super::end::End;
use super::idle::{Due, IdleTimer};
use super::rate::{Allowance, Rates, Verdict};
use super::services::Services;
use super::write_timeout::with_write_timeout;
use crate::accounts::sockets::OpenSocket;
use crate::actions::CannotChat;
use crate::addresses::{Admitted, LimitedAction};
use crate::moderation::orders::ActiveOrders;
use crate::presence::Connection;
use crate::request::Unfinished;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use domain::{Player, PlayerId};
use futures_util::{SinkExt, StreamExt};
use protocol::{Frame, NackCode, ServerMessage};
use serde::Serialize;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;
use store::Notice;
use tokio::sync::watch;
use tokio::time::timeout;

/// How long a farewell may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// The next input of a connection, apart from its subject.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A text frame.
    Text(Utf8Bytes),
    /// A binary frame, which no protocol has.
    Binary,
    /// A ping, which the library answers; more than that must not come for free.
    Ping,
    /// A pong: the answer to a ping of ours, or so it seems.
    Pong,
    /// A close frame, which the library answers as well.
    Close,
    /// More than a frame may hold. Without an answer it would seem that it was lost; after that
    /// the connection ends.
    TooBig,
    /// New orders of the operator.
    Order,
    /// An interval has ended.
    Elapsed(Due),
}

/// A socket and what its client may still send.
pub(super) struct Link {
    socket: WebSocket,
    /// Counts the bytes that the client sends without a whole message.
    unfinished: Unfinished,
    services: Arc<Services>,
    /// The client's player.
    who: PlayerId,
    /// Ends with the credential that opened it.
    opened: OpenSocket,
    rates: Rates,
    idle: IdleTimer,
    active_orders: watch::Receiver<Arc<ActiveOrders>>,
    /// The operator's notice that the client was sent last.
    notice: Option<Notice>,
    /// Counts the connection for its address while it lives.
    admitted: Admitted,
    /// The player is online while it lives.
    _connection: Connection,
}

impl Link {
    pub(super) fn new(
        socket: WebSocket,
        unfinished: Unfinished,
        services: Arc<Services>,
        admitted: Admitted,
        player: &Player,
        opened: OpenSocket,
    ) -> Self {
        let mut active_orders = services.orders.subscribe();
        // What holds already follows the greeting.
        active_orders.mark_changed();
        let (who, now) = (player.id, services.time.now());
        let connection = services.presence.connect(who, !player.guest);
        let rates = Rates::new(now);
        let idle = IdleTimer::new();
        unfinished.start();
        Self {
            socket,
            unfinished,
            services,
            who,
            opened,
            rates,
            idle,
            active_orders,
            notice: None,
            admitted,
            _connection: connection,
        }
    }

    /// Waits for the client, for an order that concerns it, or for the end of an interval. Nothing
    /// is lost if the wait is given up.
    pub(super) async fn receive(&mut self) -> Result<Incoming, End> {
        tokio::select! {
            biased;
            () = self.opened.ended() => Err(End::signed_out()),
            // The server that sends them outlives every connection.
            Ok(()) = self.active_orders.changed() => Ok(Incoming::Order),
            incoming = read(&mut self.socket, &self.unfinished) => {
                self.idle.reset();
                incoming
            }
            due = self.idle.elapsed() => due.map(Incoming::Elapsed),
        }
    }

    /// Whether the process has certainly not stood still.
    pub(super) fn is_certainly_awake(&self) -> bool {
        self.services.store_health.is_certainly_awake(self.services.time.now())
    }

    /// Waits until it is known whether this node still holds its matches, after the process may have
    /// stood still.
    ///
    /// # Errors
    ///
    /// [`End`] if it does not, or that cannot be found out.
    pub(super) fn awake(&self) -> impl Future<Output = Result<(), End>> + use<> {
        let services = Arc::clone(&self.services);
        async move {
            let is_awake = services.store_health.is_awake(services.time.now()).await;
            let is_fenced = services.fenced.is_cancelled();
            if is_awake && !is_fenced { Ok(()) } else { Err(End::restart()) }
        }
    }

    /// Sends the client the notice that holds now, if it was not sent it before.
    ///
    /// # Errors
    ///
    /// [`End`] if the client is banned, or gone.
    pub(super) async fn apply_orders(&mut self) -> Result<(), End> {
        let active_orders = Arc::clone(&self.active_orders.borrow_and_update());
        if active_orders.bans_address(self.admitted.address()) || active_orders.bans_guest(self.who)
        {
            return Err(End::banned());
        }
        if active_orders.notice == self.notice {
            return Ok(());
        }
        self.notice.clone_from(&active_orders.notice);
        let (text, until) =
            active_orders.notice.clone().map(|notice| (notice.text, notice.until.0)).unzip();
        self.feed(json(&ServerMessage::Notice { text, until })).await
    }

    /// The server's time, in milliseconds since 1970.
    pub(super) fn now(&self) -> u64 {
        self.services.time.now().0
    }

    /// The version of the client that this server's pages are of.
    pub(super) fn client_version(&self) -> &'static str {
        self.services.client.version()
    }

    /// Takes `cost` off an allowance of the client's; false if it was used up.
    ///
    /// # Errors
    ///
    /// [`End`] if it was used up long ago.
    pub(super) fn allows(&mut self, allowance: Allowance, cost: u32) -> Result<bool, End> {
        if !self.services.limiter.is_on() {
            return Ok(true);
        }
        match self.rates.take(allowance, cost, self.services.time.now()) {
            Verdict::Served => Ok(true),
            Verdict::Refused => Ok(false),
            Verdict::Closed => Err(End::policy()),
        }
    }

    /// Whether [`allows`](Self::allows) would be true now.
    pub(super) fn would_allow(&self, allowance: Allowance, cost: u32) -> bool {
        let (mut rates, now) = (self.rates, self.services.time.now());
        !self.services.limiter.is_on() || rates.take(allowance, cost, now) == Verdict::Served
    }

    /// Whether the client's address may do so once more.
    pub(super) fn address_allows(&self, action: LimitedAction) -> bool {
        self.services.limiter.allows(self.admitted.address(), action)
    }

    /// Why a player may not send a text, if there is a reason.
    pub(super) fn mute_reason(&self, who: PlayerId, text: &str) -> Option<NackCode> {
        match self.services.actions.check_chat(who, text) {
            Ok(()) => None,
            Err(CannotChat::Muted) => Some(NackCode::Muted),
            Err(CannotChat::Words) => Some(NackCode::WordFilter),
        }
    }

    /// Pings the client unless a ping is on its way. The answer measures the time of the round
    /// trip.
    pub(super) async fn ping(&mut self) -> Result<(), End> {
        if !self.idle.start_ping() {
            return Ok(());
        }
        self.feed(Message::Ping(bytes::Bytes::new())).await
    }

    /// Takes a pong as the answer to a ping; false if none was asked for.
    pub(super) fn finish_ping(&mut self) -> bool {
        self.idle.finish_ping()
    }

    /// How long the way to the client and back takes, in milliseconds; 0 until it is known.
    pub(super) fn lag_millis(&self) -> u64 {
        self.idle.lag_millis()
    }

    /// Writes a message, which leaves with the next [`flush`](Self::flush).
    pub(super) async fn feed(&mut self, message: Message) -> Result<(), End> {
        with_write_timeout(self.socket.feed(message)).await
    }

    /// Sends the buffered messages.
    pub(super) async fn flush(&mut self) -> Result<(), End> {
        with_write_timeout(self.socket.flush()).await
    }

    /// Closes the connection and waits a moment for the client to do so, too: a connection that is
    /// closed with something unread is reset, and its last messages are lost on the way.
    pub(super) async fn close(&mut self, end: End) {
        if self.unfinished.is_too_long() {
            self.services.limiter.penalize(self.admitted.address());
        }
        let reads_no_more = end == End::too_big();
        let End(Some(last)) = end else { return };
        let farewell = async {
            self.socket.send(last).await?;
            while self.socket.next().await.is_some_and(|frame| frame.is_ok()) {}
            if reads_no_more {
                // Nothing is read after a frame that is too big: there is only time to wait.
                pending::<()>().await;
            }
            Ok::<(), axum::Error>(())
        };
        // Whether the client still reads it is its own affair.
        let _ = timeout(FAREWELL, farewell).await;
    }
}

/// Waits for the client. Nothing is lost if the wait is given up.
async fn read(socket: &mut WebSocket, unfinished: &Unfinished) -> Result<Incoming, End> {
    let message = socket.next().await;
    match &message {
        Some(Ok(Message::Text(_) | Message::Binary(_))) => unfinished.finish_message(),
        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Close(_))) => {
            unfinished.finish_control_frame();
        }
        Some(Err(_)) | None => {}
    }
    match message {
        Some(Ok(Message::Text(text))) => Ok(Incoming::Text(text)),
        Some(Ok(Message::Binary(_))) => Ok(Incoming::Binary),
        Some(Ok(Message::Ping(_))) => Ok(Incoming::Ping),
        Some(Ok(Message::Pong(_))) => Ok(Incoming::Pong),
        Some(Ok(Message::Close(_))) => Ok(Incoming::Close),
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
