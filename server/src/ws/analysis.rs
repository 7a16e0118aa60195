//! A socket of a stored game's tree: what its client says becomes changes, what others change is
//! told.

use super::end::End;
use super::idle::IdleTimer;
use super::link::{Either, Incoming, Link, json, text};
use crate::addresses::{Admitted, LimitedAction};
use crate::analysis::{Command, Connected, Outgoing, Reader, Refusal, Reply, Shared};
use crate::matches::Counted;
use crate::metrics::metrics;
use crate::wire::{AnalysisMessage, AnalysisNack, AnalysisRequest, BadMessage};
use domain::{CommandId, Player};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::broadcast::error::RecvError;

/// Adding costs more than speaking: the engine plays what came before.
const ADD_COST: u32 = 2;

/// A socket of a tree with all it needs.
pub(super) struct Connection {
    pub(super) link: Link,
    pub(super) shared: Arc<Shared>,
    pub(super) who: Arc<Player>,
    /// The last change the client was told.
    pub(super) seq: u32,
    /// Counts the connection for its address, its tree and the lobby while it lives.
    pub(super) counted: (Admitted, Reader, Counted),
}

impl Connection {
    /// Serves until either side has enough.
    pub(super) async fn run(mut self, since: Option<u32>) {
        let Err(end) = self.talk(since).await;
        self.link.bid_farewell(end).await;
        drop(self.counted);
    }

    async fn talk(&mut self, since: Option<u32>) -> Result<Infallible, End> {
        let connected = self.shared.connect(&self.who, since).await.map_err(|_| End::restart())?;
        let Connected { seat, seq, tree, mut told } = connected;
        let player = (&*self.who).into();
        let (now, client) = (self.link.now(), self.link.client_version().into());
        self.say(&AnalysisMessage::Welcome { player, seat, seq, now, client }).await?;
        if let Some(tree) = tree {
            let (tree, rest) = tree.into_parts();
            self.say(&AnalysisMessage::Tree(Box::new(tree))).await?;
            for notes in rest {
                self.say(&AnalysisMessage::Notes { notes }).await?;
            }
        } else {
            let missed =
                self.shared.changes(since.unwrap_or(0)).await.map_err(|_| End::restart())?;
            for change in missed.iter().take_while(|change| change.seq <= seq) {
                self.link.send(text(&change.frame)).await?;
            }
        }
        self.seq = seq;
        self.say(&AnalysisMessage::Readers { count: self.shared.count() }).await?;
        let shutdown = self.link.app().shutdown().clone();
        let mut idle = IdleTimer::new();
        loop {
            tokio::select! {
                () = shutdown.cancelled() => return Err(End::restart()),
                heard = self.link.hear_or_obey() => match heard? {
                    Either::Incoming(heard) => {
                        idle.reset();
                        self.hear(heard).await?;
                    }
                    Either::Order => {
                        let address = self.counted.0.address();
                        if let Some(message) = self.link.obey(address, Some(self.who.id))? {
                            self.link.send(json(&message)).await?;
                        }
                    }
                },
                told = told.recv() => match told {
                    Ok(told) => self.tell(told).await?,
                    Err(RecvError::Lagged(_)) => return Err(End::lagged()),
                    Err(RecvError::Closed) => return Err(End::restart()),
                },
                asking = idle.expired() => self.link.send(asking?).await?,
            }
        }
    }

    async fn tell(&mut self, told: Outgoing) -> Result<(), End> {
        if told.seq != 0 {
            if told.seq <= self.seq {
                return Ok(());
            }
            self.seq = told.seq;
        }
        self.link.send(text(&told.frame)).await
    }

    async fn hear(&mut self, heard: Incoming) -> Result<(), End> {
        match heard {
            Incoming::Text(frame) => self.answer(frame.as_str()).await,
            Incoming::Binary => self.refuse_message(None).await,
            Incoming::Ping | Incoming::Pong => self.spend(1, None).await.map(drop),
            Incoming::Farewell => Ok(()),
            Incoming::TooBig => {
                self.nack(None, AnalysisNack::BadMessage, self.seq).await?;
                Err(End::too_big())
            }
        }
    }

    async fn answer(&mut self, frame: &str) -> Result<(), End> {
        let (id, cost, command) = match AnalysisRequest::parse(frame) {
            Err(BadMessage { id }) => return self.refuse_message(id).await,
            Ok(AnalysisRequest::Ping { t }) => {
                if self.spend(1, None).await? {
                    self.say(&AnalysisMessage::Pong { t, now: self.link.now() }).await?;
                }
                return Ok(());
            }
            Ok(AnalysisRequest::Look { node }) => {
                // A look too many is simply not shown.
                if self.link.allows(1)? {
                    self.shared.look(&self.who, node).await;
                }
                return Ok(());
            }
            Ok(AnalysisRequest::Draw { node, shapes }) => {
                // Neither is a drawing too many.
                if self.link.allows(1)? {
                    self.shared.draw(&self.who, node, shapes).await;
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
        if !self.link.app().grants(self.counted.0.address(), LimitedAction::Note) {
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
        let served = self.link.allows(cost)?;
        if !served {
            self.nack(id, AnalysisNack::Rate, self.seq).await?;
        }
        Ok(served)
    }

    async fn say(&mut self, message: &AnalysisMessage) -> Result<(), End> {
        self.link.send(json(message)).await
    }
}
