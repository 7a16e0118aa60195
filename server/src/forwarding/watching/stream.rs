//! The one socket for all spectators of a match on this node, from one holder of the match after the
//! other.

use super::wire::{Greeting, Update};
use super::{MAX_WHOLE, Phase, WatchedMatch, audience_of};
use crate::forwarding::again::socket_headers;
use crate::forwarding::sockets::Opened;
use crate::forwarding::{Checked, Forwarding, lock};
use crate::live::{Outgoing, OutgoingKind};
use domain::Channel;
use futures_util::{SinkExt, StreamExt};
use hyper::Method;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::time::Duration;
use tokio::task::yield_now;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_util::sync::CancellationToken;

/// The bytes that are read at once, of which one socket serves many spectators.
const READ_BUFFER: usize = 4 * 1_024;

/// The longest time in which the holder greets, or takes the number of spectators.
const HOLDER_TIMEOUT: Duration = Duration::from_secs(1);

/// The missed events that are read at a time.
const REPLAYED: u32 = 256;

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Why the events of a holder have ended.
#[derive(Debug, PartialEq, Eq)]
enum Ended {
    /// Nobody watches any more.
    Unread,
    /// The match moves, or this node was too slow: the events can continue.
    Restart,
    /// The holder, or this node, is gone.
    Gone,
}

impl Forwarding {
    /// Sends a match's events to its spectators on this node until there are none, or the match cannot
    /// be followed.
    pub(super) async fn watch_match(&self, watched: &WatchedMatch) {
        let phase = match self.watch_from_the_first(watched).await {
            Some(Phase::Open) => return,
            phase => phase.unwrap_or(Phase::Over),
        };
        self.give_up(watched, phase);
    }

    /// [`Phase::Open`] if no spectator is left.
    async fn watch_from_the_first(&self, watched: &WatchedMatch) -> Option<Phase> {
        let uri = audience_of(watched.id).parse().ok()?;
        let request = Checked { headers: socket_headers(), ..Checked::own(Method::GET, uri) };
        let mut holder = lock(&watched.state).holder.clone();
        let mut opened = match self.open_socket(&holder, &request).await {
            Opened::Socket(socket) => socket,
            Opened::Refused => return Some(Phase::Over),
            Opened::Unanswered => return Some(Phase::Silent),
        };
        let mut is_first = true;
        loop {
            let (mut socket, greeting) = greeted(opened).await?;
            if is_first {
                watched.begin(greeting);
            } else {
                self.catch_up(watched, &greeting).await?;
            }
            is_first = false;
            watched.phase.send_replace(Phase::Open);
            let gone = self.enter(&holder);
            let ended = self.follow(watched, &mut socket, &gone).await;
            self.leave(holder.id);
            match ended {
                Ended::Unread => {
                    // The holder notices an end without one as well.
                    let _ = timeout(HOLDER_TIMEOUT, socket.close(None)).await;
                    return Some(Phase::Open);
                }
                Ended::Gone => return None,
                Ended::Restart => {}
            }
            drop(socket);
            let (next, upgraded) = self.open_again(watched.id, &request, holder.id).await?;
            (holder, opened) = (next, upgraded);
            lock(&watched.state).holder = holder.clone();
        }
    }

    /// Passes the events of a holder on.
    async fn follow(
        &self,
        watched: &WatchedMatch,
        socket: &mut Socket,
        gone: &CancellationToken,
    ) -> Ended {
        let mut readers = watched.readers.subscribe();
        readers.mark_changed();
        let mut reported = 0;
        loop {
            tokio::select! {
                biased;
                () = gone.cancelled() => return Ended::Gone,
                () = self.shutdown.cancelled() => return Ended::Gone,
                Ok(()) = readers.changed() => {
                    let now = *readers.borrow_and_update();
                    if now.all == 0 && self.forget(watched) {
                        return Ended::Unread;
                    }
                    if now.spectators != reported {
                        reported = now.spectators;
                        let report = socket.send(Message::text(reported.to_string()));
                        if !matches!(timeout(HOLDER_TIMEOUT, report).await, Ok(Ok(()))) {
                            return Ended::Gone;
                        }
                    }
                }
                message = socket.next() => match message {
                    Some(Ok(Message::Text(text))) => match Update::read(&text) {
                        Some(update) => watched.take(update),
                        None => return Ended::Gone,
                    },
                    Some(Ok(Message::Close(_))) => return Ended::Restart,
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return Ended::Gone,
                },
                // The spectators that were sent to are awake by now, and are served before the next.
                () = yield_now(), if watched.has_unsent() => watched.send_to_row(),
            }
        }
    }

    /// Sends the spectators the events before a greeting that they miss, as the journal has them; none if
    /// it does not have them all, or a seat has changed: they reconnect then.
    async fn catch_up(&self, watched: &WatchedMatch, greeting: &Greeting) -> Option<()> {
        let (mut sent, seats) = {
            let state = lock(&watched.state);
            (state.seq, state.seats)
        };
        if !greeting.is_journaled || greeting.seats != seats || greeting.seq < sent {
            return None;
        }
        while sent < greeting.seq {
            let channel = Some(Channel::Spectators);
            let page =
                self.registry.events_since(watched.id, sent, REPLAYED, channel).await.ok()?;
            if page.is_empty() {
                return None;
            }
            for event in page.into_iter().take_while(|event| event.seq <= greeting.seq) {
                if event.seq != sent + 1 {
                    return None;
                }
                sent = event.seq;
                let kind = OutgoingKind::Event;
                let event = Outgoing { seq: sent, frame: event.frame, with_legal: None, kind };
                lock(&watched.state).send(&event);
                while watched.has_unsent() {
                    watched.send_to_row();
                    yield_now().await;
                }
            }
        }
        Some(())
    }
}

/// The socket of a holder, which has sent its greeting.
async fn greeted(upgraded: Upgraded) -> Option<(Socket, Greeting)> {
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(Some(MAX_WHOLE))
        .max_frame_size(Some(MAX_WHOLE));
    let stream = TokioIo::new(upgraded);
    let mut socket = WebSocketStream::from_raw_socket(stream, Role::Client, Some(config)).await;
    let first = timeout(HOLDER_TIMEOUT, socket.next()).await.ok()??.ok()?;
    let Message::Text(text) = first else { return None };
    let greeting = Greeting::read(&text)?;
    Some((socket, greeting))
}
