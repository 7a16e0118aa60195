//! A socket of the lobby: the public rooms as they come and go.

use super::patience::patiently;
use super::rate::{Allowance, Rate};
use super::silence::Silence;
use super::{BadFrame, bid_farewell, close, code, text};
use crate::addresses::Admitted;
use crate::http::AppState;
use crate::metrics::metrics;
use crate::wire::{BadMessage, ClientMessage, CommandId, NackCode, ServerMessage};
use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt;
use std::convert::Infallible;
use tokio::sync::broadcast::error::RecvError;

/// The connection ends: with this frame, or without a word to a client that has gone.
type End = Option<Message>;

/// Serves a socket until either side has enough.
pub(super) async fn serve(socket: WebSocket, app: AppState, admitted: Admitted) {
    let _counted = (admitted, app.registry().lobby().count());
    let rate = Rate::new(app.registry().now());
    let mut connection = Connection { socket, app, rate };
    let Err(last) = connection.talk().await;
    if let Some(last) = last {
        bid_farewell(&mut connection.socket, last).await;
    }
}

struct Connection {
    socket: WebSocket,
    app: AppState,
    rate: Rate,
}

impl Connection {
    async fn talk(&mut self) -> Result<Infallible, End> {
        let app = self.app.clone();
        let (lobby, time) = (app.registry().lobby(), app.registry().time());
        let (rooms, mut updates) = lobby.subscribe(time).await;
        self.send(text(&rooms)).await?;
        let mut silence = Silence::new();
        loop {
            tokio::select! {
                () = app.shutdown().cancelled() => {
                    return Err(Some(close(code::RESTART, "the server restarts; reconnect")));
                }
                received = self.socket.next() => {
                    silence.broken();
                    match received {
                        Some(Ok(message)) => self.hear(message).await?,
                        Some(Err(error)) => return Err(self.fault(error).await),
                        None => return Err(None),
                    }
                }
                update = updates.recv() => match update {
                    Ok(update) => self.send(text(&update)).await?,
                    // What was missed is in the whole list.
                    Err(RecvError::Lagged(_)) => {
                        let (rooms, again) = lobby.subscribe(time).await;
                        updates = again;
                        self.send(text(&rooms)).await?;
                    }
                    Err(RecvError::Closed) => return Err(None),
                },
                asking = silence.lasts() => self.send(asking?).await?,
            }
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        match message {
            Message::Text(frame) => match ClientMessage::parse(frame.as_str()) {
                Ok(ClientMessage::Ping { t }) => {
                    if self.spend(None).await? {
                        let now = self.app.registry().now().0;
                        self.say(&ServerMessage::Pong { t, now }).await?;
                    }
                    Ok(())
                }
                // There is nothing else to ask for here.
                Ok(message) => self.refuse_message(message.id()).await,
                Err(BadMessage { id }) => self.refuse_message(id).await,
            },
            Message::Binary(_) => self.refuse_message(None).await,
            // The library answers pings, and closing too; more than that must not come for free.
            Message::Ping(_) | Message::Pong(_) => self.spend(None).await.map(drop),
            Message::Close(_) => Ok(()),
        }
    }

    /// Tells a client whose frame could not be read why, where that is its fault.
    async fn fault(&mut self, error: axum::Error) -> End {
        let bad = BadFrame::of(error);
        if bad == Some(BadFrame::TooBig) {
            // Without an answer it would seem that the frame was lost.
            let _ = self.nack(None, NackCode::BadMessage).await;
        }
        bad.map(BadFrame::close)
    }

    async fn refuse_message(&mut self, id: Option<CommandId>) -> Result<(), End> {
        if self.spend(id).await? {
            self.nack(id, NackCode::BadMessage).await?;
        }
        Ok(())
    }

    async fn nack(&mut self, id: Option<CommandId>, code: NackCode) -> Result<(), End> {
        metrics().count_nack(code.as_str());
        // What the lobby tells is not numbered.
        self.say(&ServerMessage::Nack { id, code, rule: None, squares: None, seq: 0 }).await
    }

    /// Takes a message off the client's allowance; false if it was used up and the client told so.
    async fn spend(&mut self, id: Option<CommandId>) -> Result<bool, End> {
        if !self.app.is_limited() {
            return Ok(true);
        }
        match self.rate.take(1, self.app.registry().now()) {
            Allowance::Served => Ok(true),
            Allowance::Refused => self.nack(id, NackCode::Rate).await.map(|()| false),
            Allowance::Closed => Err(Some(close(code::POLICY, "too many messages"))),
        }
    }

    async fn say(&mut self, message: &ServerMessage) -> Result<(), End> {
        let text = serde_json::to_string(message).expect("messages hold nothing JSON cannot say");
        self.send(Message::Text(text.into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        patiently(self.socket.send(message)).await
    }
}
