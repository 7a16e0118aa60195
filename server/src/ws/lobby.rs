//! The protocol of the lobby: the public rooms as they come and go. There is nothing to ask for
//! but a pong.

use super::end::End;
use super::link::{Link, text};
use super::session::{self, Fault, Protocol};
use crate::app_state::AppState;
use crate::store::Frame;
use crate::wire::{BadMessage, ClientMessage, NackCode, ServerMessage};
use domain::CommandId;
use serde_json::Number;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

/// A subscription to the lobby.
pub(super) struct LobbySocket {
    app: AppState,
    /// None until the client is greeted.
    updates: Option<Receiver<Frame>>,
}

impl LobbySocket {
    pub(super) const fn new(app: AppState) -> Self {
        Self { app, updates: None }
    }

    /// Sends the whole list, and subscribes to what follows it.
    async fn send_rooms(&mut self, link: &mut Link) -> Result<(), End> {
        let (lobby, time) = (self.app.registry().lobby(), self.app.registry().time());
        let (rooms, updates) = lobby.subscribe(time, link.client_version()).await;
        self.updates = Some(updates);
        link.feed(text(&rooms)).await
    }
}

impl Protocol for LobbySocket {
    type Request = ClientMessage;
    type Message = ServerMessage;
    type Update = Result<Frame, RecvError>;

    fn parse(frame: &str) -> Result<ClientMessage, BadMessage> {
        ClientMessage::parse(frame)
    }

    fn refusal(&self, id: Option<CommandId>, fault: Fault) -> ServerMessage {
        // The lobby's messages have no numbers.
        ServerMessage::Nack { id, code: NackCode::from(fault), rule: None, squares: None, seq: 0 }
    }

    fn pong(t: Number, now: u64) -> ServerMessage {
        ServerMessage::Pong { t, now }
    }

    async fn greet(&mut self, link: &mut Link) -> Result<(), End> {
        self.send_rooms(link).await
    }

    async fn next(&mut self) -> Result<Self::Update, End> {
        let Some(updates) = &mut self.updates else { return Err(End::restart()) };
        tokio::select! {
            () = self.app.shutdown().cancelled() => Err(End::restart()),
            update = updates.recv() => Ok(update),
        }
    }

    async fn pass_on(&mut self, link: &mut Link, update: Self::Update) -> Result<(), End> {
        match update {
            Ok(update) => link.feed(text(&update)).await,
            // What was missed is in the whole list.
            Err(RecvError::Lagged(_)) => self.send_rooms(link).await,
            Err(RecvError::Closed) => Err(End::GONE),
        }
    }

    async fn answer(&mut self, link: &mut Link, request: ClientMessage) -> Result<(), End> {
        match request {
            ClientMessage::Ping { t } => session::pong(link, self, t).await,
            request => session::refuse_message(link, self, request.id()).await,
        }
    }
}

impl From<Fault> for NackCode {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Rate => Self::Rate,
            Fault::BadMessage => Self::BadMessage,
        }
    }
}
