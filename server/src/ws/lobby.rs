//! The protocol of the lobby: the public matches as they come and go, and what concerns the connected
//! player: their seek, and who has been found for them. With `matches=0` it carries the latter alone,
//! for pages that show no matches. The only message a client may send is a pong.

use super::end::End;
use super::link::{Link, json, text};
use super::services::Services;
use super::session::{self, Fault, Protocol};
use crate::lobby::Lobby;
use crate::presence::Subscription;
use domain::CommandId;
use protocol::{BadMessage, ClientMessage, Frame, NackCode, ServerMessage};
use serde_json::Number;
use std::future::pending;
use std::sync::Arc;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

/// A subscription to the lobby.
pub(super) struct LobbySocket {
    lobby: Arc<Lobby>,
    services: Arc<Services>,
    listening: Subscription,
    shows_matches: bool,
    /// None until the client is greeted, and where no rooms are shown.
    updates: Option<Receiver<Frame>>,
    /// Whether the client has been sent a seek, so that it must be sent its end.
    knows_seek: bool,
    /// How many matches its player had when the client last could know it.
    matches: Option<u32>,
}

/// A message to be sent.
pub(super) enum Update {
    /// A change in the matches.
    Matches(Result<Frame, RecvError>),
    /// Something that concerns the connected player.
    Own,
}

/// Waits for a change in the matches; for ever if they are not shown.
async fn next_update(updates: &mut Option<Receiver<Frame>>) -> Result<Frame, RecvError> {
    match updates {
        Some(updates) => updates.recv().await,
        None => pending().await,
    }
}

impl LobbySocket {
    pub(super) const fn new(
        lobby: Arc<Lobby>,
        services: Arc<Services>,
        listening: Subscription,
        shows_matches: bool,
    ) -> Self {
        let (updates, matches) = (None, None);
        Self { lobby, services, listening, shows_matches, updates, knows_seek: false, matches }
    }

    /// Sends the whole list, and subscribes to what follows it.
    async fn send_matches(&mut self, link: &mut Link) -> Result<(), End> {
        let (matches, updates) = self.lobby.subscribe(link.client_version()).await;
        self.updates = Some(updates);
        link.feed(text(&matches)).await
    }

    /// Sends the state of the connected player's seek, unless there is none and never was, and they
    /// have as many matches as before.
    async fn send_standing(&mut self, link: &mut Link) -> Result<(), End> {
        let standing = self.services.actions.seek_state(self.listening.player()).await;
        let is_empty = standing.seek.is_none() && standing.started.is_none();
        // The first time it is not reported: pages request their own matches themselves.
        let before = self.matches.replace(standing.matches);
        let is_news = before.is_some_and(|before| before != standing.matches);
        if is_empty && !self.knows_seek && !is_news {
            return Ok(());
        }
        self.knows_seek = !is_empty;
        link.feed(json(&ServerMessage::Seek(Box::new(standing)))).await
    }
}

impl Protocol for LobbySocket {
    type Request = ClientMessage;
    type Message = ServerMessage;
    type Update = Update;

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
        if self.shows_matches { self.send_matches(link).await } else { Ok(()) }
    }

    async fn next(&mut self) -> Result<Self::Update, End> {
        tokio::select! {
            () = self.services.shutdown.cancelled() => Err(End::restart()),
            update = next_update(&mut self.updates) => Ok(Update::Matches(update)),
            () = self.listening.changed() => Ok(Update::Own),
        }
    }

    async fn pass_on(&mut self, link: &mut Link, update: Self::Update) -> Result<(), End> {
        match update {
            Update::Own => self.send_standing(link).await,
            Update::Matches(Ok(update)) => link.feed(text(&update)).await,
            // The whole list contains the missed updates.
            Update::Matches(Err(RecvError::Lagged(_))) => self.send_matches(link).await,
            Update::Matches(Err(RecvError::Closed)) => Err(End::GONE),
        }
    }

    async fn answer(&mut self, link: &mut Link, request: ClientMessage) -> Result<(), End> {
        match request {
            ClientMessage::Ping { t } => session::pong(link, self, t).await,
            request => session::refuse_message(link, self, request.id()).await,
        }
    }

    /// Updates are as soon in the next turn.
    async fn finish_turn(&mut self, _link: &mut Link) -> Result<(), End> {
        Ok(())
    }

    /// Its subscriptions end with the socket itself.
    async fn leave(&mut self) {}
}

impl From<Fault> for NackCode {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Rate => Self::Rate,
            Fault::BadMessage => Self::BadMessage,
        }
    }
}
