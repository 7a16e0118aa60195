//! A socket of the lobby: the public rooms as they come and go.

use super::end::End;
use super::idle::IdleTimer;
use super::link::{Either, Incoming, Link, json, text};
use crate::addresses::Admitted;
use crate::metrics::metrics;
use crate::wire::{BadMessage, ClientMessage, NackCode, ServerMessage};
use domain::CommandId;
use std::convert::Infallible;
use std::net::IpAddr;
use tokio::sync::broadcast::error::RecvError;

/// Serves a socket until either side has enough.
pub(super) async fn serve(link: Link, admitted: Admitted) {
    let address = admitted.address();
    let _counted = (admitted, link.app().registry().lobby().count());
    let mut connection = Connection { link, address };
    let Err(end) = connection.talk().await;
    connection.link.bid_farewell(end).await;
}

struct Connection {
    link: Link,
    address: IpAddr,
}

impl Connection {
    async fn talk(&mut self) -> Result<Infallible, End> {
        let app = self.link.app().clone();
        let (lobby, time) = (app.registry().lobby(), app.registry().time());
        let client = self.link.client_version();
        let (rooms, mut updates) = lobby.subscribe(time, client).await;
        self.link.send(text(&rooms)).await?;
        let mut idle = IdleTimer::new();
        loop {
            tokio::select! {
                () = app.shutdown().cancelled() => return Err(End::restart()),
                heard = self.link.hear_or_obey() => match heard? {
                    Either::Incoming(heard) => {
                        idle.reset();
                        self.hear(heard).await?;
                    }
                    Either::Order => {
                        if let Some(message) = self.link.obey(self.address, None)? {
                            self.say(&message).await?;
                        }
                    }
                },
                update = updates.recv() => match update {
                    Ok(update) => self.link.send(text(&update)).await?,
                    // What was missed is in the whole list.
                    Err(RecvError::Lagged(_)) => {
                        let (rooms, again) = lobby.subscribe(time, client).await;
                        updates = again;
                        self.link.send(text(&rooms)).await?;
                    }
                    Err(RecvError::Closed) => return Err(End::GONE),
                },
                asking = idle.expired() => self.link.send(asking?).await?,
            }
        }
    }

    async fn hear(&mut self, heard: Incoming) -> Result<(), End> {
        match heard {
            Incoming::Text(frame) => match ClientMessage::parse(frame.as_str()) {
                Ok(ClientMessage::Ping { t }) => {
                    if self.spend(None).await? {
                        let now = self.link.now();
                        self.say(&ServerMessage::Pong { t, now }).await?;
                    }
                    Ok(())
                }
                // There is nothing else to ask for here.
                Ok(message) => self.refuse_message(message.id()).await,
                Err(BadMessage { id }) => self.refuse_message(id).await,
            },
            Incoming::Binary => self.refuse_message(None).await,
            Incoming::Ping | Incoming::Pong => self.spend(None).await.map(drop),
            Incoming::Farewell => Ok(()),
            Incoming::TooBig => {
                self.nack(None, NackCode::BadMessage).await?;
                Err(End::too_big())
            }
        }
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
        let served = self.link.allows(1)?;
        if !served {
            self.nack(id, NackCode::Rate).await?;
        }
        Ok(served)
    }

    async fn say(&mut self, message: &ServerMessage) -> Result<(), End> {
        self.link.send(json(message)).await
    }
}
