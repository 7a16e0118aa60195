//! A socket of a stored game's tree: what its client says becomes changes, what others change is
//! told.

use super::patience::{lagged, patiently};
use super::rate::{Allowance, Rate};
use super::silence::Silence;
use super::{BadFrame, bid_farewell, close, code, text};
use crate::addresses::{Admitted, Wish};
use crate::analysis::{Command, Connected, Reader, Refusal, Reply, Shared, Told};
use crate::http::AppState;
use crate::matches::Counted;
use crate::metrics::metrics;
use crate::wire::{AnalysisMessage, AnalysisNack, AnalysisRequest, BadMessage, CommandId, Player};
use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt;
use std::sync::Arc;
use tokio::sync::broadcast::error::RecvError;

/// Adding costs more than speaking: the engine plays what came before.
const ADD_COST: u32 = 2;

/// The connection ends: with this frame, or without a word to a client that has gone.
type End = Option<Message>;

/// A socket of a tree with all it needs.
pub(super) struct Connection {
    pub(super) socket: WebSocket,
    pub(super) shared: Arc<Shared>,
    pub(super) who: Arc<Player>,
    pub(super) app: AppState,
    pub(super) rate: Rate,
    /// The last change the client was told.
    pub(super) seq: u32,
    /// Counts the connection for its address, its tree and the lobby while it lives.
    pub(super) counted: (Admitted, Reader, Counted),
}

impl Connection {
    /// Serves until either side has enough.
    pub(super) async fn run(mut self, since: Option<u32>) {
        let Err(last) = self.talk(since).await;
        if let Some(last) = last {
            bid_farewell(&mut self.socket, last).await;
        }
        drop(self.counted);
    }

    async fn talk(&mut self, since: Option<u32>) -> Result<std::convert::Infallible, End> {
        let restart = || Some(close(code::RESTART, "the server restarts; reconnect and resume"));
        let connected = self.shared.connect(&self.who, since).await.map_err(|_| restart())?;
        let Connected { seat, seq, tree, mut told } = connected;
        let player = (*self.who).clone();
        self.say(&AnalysisMessage::Welcome { player, seat, seq, now: self.now() }).await?;
        if let Some(tree) = tree {
            self.say(&AnalysisMessage::Tree(tree)).await?;
        } else {
            let missed = self.shared.changes(since.unwrap_or(0)).await.map_err(|_| restart())?;
            for change in missed.iter().take_while(|change| change.seq <= seq) {
                self.send(text(&change.payload)).await?;
            }
        }
        self.seq = seq;
        self.say(&AnalysisMessage::Readers { count: self.shared.count() }).await?;
        let shutdown = self.app.shutdown().clone();
        let mut silence = Silence::new();
        loop {
            tokio::select! {
                () = shutdown.cancelled() => return Err(restart()),
                received = self.socket.next() => {
                    silence.broken();
                    match received {
                        Some(Ok(Message::Text(frame))) => self.hear(frame.as_str()).await?,
                        Some(Ok(Message::Binary(_))) => self.refuse_message(None).await?,
                        // The library answers pings; more than that must not come for free.
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                            self.spend(1, None).await?;
                        }
                        Some(Ok(Message::Close(_))) => {}
                        Some(Err(error)) => {
                            let bad = BadFrame::of(error);
                            if bad == Some(BadFrame::TooBig) {
                                self.refuse_message(None).await?;
                            }
                            return Err(bad.map(BadFrame::close));
                        }
                        None => return Err(None),
                    }
                }
                told = told.recv() => match told {
                    Ok(told) => self.tell(told).await?,
                    Err(RecvError::Lagged(_)) => {
                        return Err(Some(lagged()));
                    }
                    Err(RecvError::Closed) => return Err(restart()),
                },
                asking = silence.lasts() => self.send(asking?).await?,
            }
        }
    }

    async fn tell(&mut self, told: Told) -> Result<(), End> {
        if told.seq != 0 {
            if told.seq <= self.seq {
                return Ok(());
            }
            self.seq = told.seq;
        }
        self.send(text(&told.frame)).await
    }

    async fn hear(&mut self, frame: &str) -> Result<(), End> {
        let (id, cost, command) = match AnalysisRequest::parse(frame) {
            Err(BadMessage { id }) => return self.refuse_message(id).await,
            Ok(AnalysisRequest::Ping { t }) => {
                if self.spend(1, None).await? {
                    self.say(&AnalysisMessage::Pong { t, now: self.now() }).await?;
                }
                return Ok(());
            }
            Ok(AnalysisRequest::Look { node }) => {
                // A look too many is simply not shown.
                if self.allows(1)? {
                    self.shared.look(&self.who, node).await;
                }
                return Ok(());
            }
            Ok(AnalysisRequest::Add { id, node, moves }) => {
                (id, ADD_COST, Command::Add(node, moves))
            }
            Ok(AnalysisRequest::Note { id, node, text, of }) => {
                (id, 1, Command::Note(node, text, of))
            }
            Ok(AnalysisRequest::Delete { id, node }) => (id, 1, Command::Delete(node)),
            Ok(AnalysisRequest::Promote { id, node }) => (id, 1, Command::Promote(node)),
            Ok(AnalysisRequest::Lock { id, on }) => (id, 1, Command::Lock(on)),
        };
        if !self.spend(cost, Some(id)).await? {
            return Ok(());
        }
        // What is kept for ever is limited as talk is.
        if !self.app.grants(self.counted.0.address(), Wish::Chat) {
            return self.nack(Some(id), AnalysisNack::Rate, self.seq).await;
        }
        match self.shared.command(&self.who, id, &command).await {
            Reply::Done(seq) => self.say(&AnalysisMessage::Ack { id, seq }).await,
            Reply::Busy(seq) => self.nack(Some(id), AnalysisNack::Busy, seq).await,
            Reply::Refused(refusal, seq) => self.refuse(id, refusal, seq).await,
        }
    }

    async fn refuse(&mut self, id: CommandId, refusal: Refusal, seq: u32) -> Result<(), End> {
        let code = refusal.code();
        metrics().count_nack(code.as_str());
        let (rule, squares) = match refusal {
            Refusal::Illegal(refused) => (Some(refused.rule), Some(refused.squares)),
            _ => (None, None),
        };
        self.say(&AnalysisMessage::Nack { id: Some(id), code, rule, squares, seq }).await
    }

    async fn refuse_message(&mut self, id: Option<CommandId>) -> Result<(), End> {
        if self.spend(1, id).await? {
            self.nack(id, AnalysisNack::BadMessage, self.seq).await?;
        }
        Ok(())
    }

    async fn nack(
        &mut self,
        id: Option<CommandId>,
        code: AnalysisNack,
        seq: u32,
    ) -> Result<(), End> {
        metrics().count_nack(code.as_str());
        self.say(&AnalysisMessage::Nack { id, code, rule: None, squares: None, seq }).await
    }

    /// Takes `cost` off the client's allowance; false if it was used up and the client told so.
    async fn spend(&mut self, cost: u32, id: Option<CommandId>) -> Result<bool, End> {
        let served = self.allows(cost)?;
        if !served {
            self.nack(id, AnalysisNack::Rate, self.seq).await?;
        }
        Ok(served)
    }

    fn allows(&mut self, cost: u32) -> Result<bool, End> {
        if !self.app.is_limited() {
            return Ok(true);
        }
        match self.rate.take(cost, self.app.registry().now()) {
            Allowance::Served => Ok(true),
            Allowance::Refused => Ok(false),
            Allowance::Closed => Err(Some(close(code::POLICY, "too many messages"))),
        }
    }

    fn now(&self) -> u64 {
        self.app.registry().now().0
    }

    async fn say(&mut self, message: &AnalysisMessage) -> Result<(), End> {
        let text = serde_json::to_string(message).expect("messages hold nothing JSON cannot say");
        self.send(Message::Text(text.into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        patiently(self.socket.send(message)).await
    }
}
