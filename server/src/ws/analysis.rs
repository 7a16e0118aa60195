//! The protocol of a stored game's tree: what its client sends becomes changes, and changes of
//! others are passed on.

use super::end::End;
use super::link::{Link, json, text};
use super::rate::Allowance;
use super::session::{self, Fault, Protocol};
use crate::addresses::LimitedAction;
use crate::analysis::{Command, Connected, Outgoing, Reader, Refusal, Reply, Shared};
use crate::metrics::metrics;
use domain::{CommandId, Player};
use protocol::{AnalysisMessage, AnalysisNack, AnalysisRequest, BadMessage};
use serde_json::Number;
use std::sync::Arc;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

/// To add costs more than other messages: the engine plays what came before.
const ADD_COST: u32 = 2;

/// A reader of a tree.
pub(super) struct AnalysisSocket {
    shared: Arc<Shared>,
    who: Arc<Player>,
    /// The last change the client has when it connects, if it has any.
    since: Option<u32>,
    /// The last change the client was sent.
    seq: u32,
    /// None until the client is greeted.
    changes: Option<Receiver<Outgoing>>,
    shutdown: CancellationToken,
    /// Counts the connection for its tree while it lives.
    _reader: Reader,
}

impl AnalysisSocket {
    pub(super) const fn new(
        shared: Arc<Shared>,
        reader: Reader,
        who: Arc<Player>,
        since: Option<u32>,
        shutdown: CancellationToken,
    ) -> Self {
        Self { shared, who, since, seq: 0, changes: None, shutdown, _reader: reader }
    }

    /// Decides a command, stores its changes, and sends the client the verdict.
    async fn command(
        &mut self,
        link: &mut Link,
        id: CommandId,
        cost: u32,
        command: Command,
    ) -> Result<(), End> {
        if !session::spend(link, self, cost, Some(id)).await? {
            return Ok(());
        }
        // Stored notes are limited as chat is.
        if !link.address_allows(LimitedAction::Note) {
            return session::refuse(link, self, Some(id), Fault::Rate).await;
        }
        match self.shared.command(&self.who, id, &command).await {
            Reply::Done(seq) => link.feed(json(&AnalysisMessage::Ack { id, seq })).await,
            Reply::Busy(seq) => refuse(link, id, None, seq).await,
            Reply::Refused(refusal, seq) => refuse(link, id, Some(refusal), seq).await,
        }
    }
}

impl Protocol for AnalysisSocket {
    type Request = AnalysisRequest;
    type Message = AnalysisMessage;
    type Update = Outgoing;

    fn parse(frame: &str) -> Result<AnalysisRequest, BadMessage> {
        AnalysisRequest::parse(frame)
    }

    fn refusal(&self, id: Option<CommandId>, fault: Fault) -> AnalysisMessage {
        let code = match fault {
            Fault::Rate => AnalysisNack::Rate,
            Fault::BadMessage => AnalysisNack::BadMessage,
        };
        AnalysisMessage::Nack { id, code, rule: None, squares: None, seq: self.seq }
    }

    fn pong(t: Number, now: u64) -> AnalysisMessage {
        AnalysisMessage::Pong { t, now }
    }

    async fn greet(&mut self, link: &mut Link) -> Result<(), End> {
        let connected = self.shared.connect(&self.who, self.since).await;
        let Connected { seat, seq, tree, updates } = connected.map_err(|_| End::restart())?;
        let player = (&*self.who).into();
        let (now, client) = (link.now(), link.client_version().into());
        link.feed(json(&AnalysisMessage::Welcome { player, seat, seq, now, client })).await?;
        if let Some(tree) = tree {
            let (tree, rest) = tree.into_parts();
            link.feed(json(&AnalysisMessage::Tree(Box::new(tree)))).await?;
            for notes in rest {
                link.feed(json(&AnalysisMessage::Notes { notes })).await?;
            }
        } else {
            let missed = self.shared.changes(self.since.unwrap_or(0)).await;
            let missed = missed.map_err(|_| End::restart())?;
            for change in missed.iter().take_while(|change| change.seq <= seq) {
                link.feed(text(&change.frame)).await?;
            }
        }
        (self.seq, self.changes) = (seq, Some(updates));
        link.feed(json(&AnalysisMessage::Readers { count: self.shared.count() })).await
    }

    async fn next(&mut self) -> Result<Outgoing, End> {
        let Some(changes) = &mut self.changes else { return Err(End::restart()) };
        tokio::select! {
            () = self.shutdown.cancelled() => Err(End::restart()),
            change = changes.recv() => match change {
                Ok(change) => Ok(change),
                Err(RecvError::Lagged(_)) => Err(End::lagged()),
                Err(RecvError::Closed) => Err(End::restart()),
            },
        }
    }

    async fn pass_on(&mut self, link: &mut Link, change: Outgoing) -> Result<(), End> {
        // A change that is not stored has no number.
        if change.seq != 0 {
            if change.seq <= self.seq {
                return Ok(());
            }
            self.seq = change.seq;
        }
        link.feed(text(&change.frame)).await
    }

    async fn answer(&mut self, link: &mut Link, request: AnalysisRequest) -> Result<(), End> {
        match request {
            AnalysisRequest::Ping { t } => session::pong(link, self, t).await,
            AnalysisRequest::Look { node } => {
                // One too many is not shown, and not refused either.
                if link.allows(Allowance::Messages, 1)? {
                    self.shared.look(&self.who, node).await;
                }
                Ok(())
            }
            AnalysisRequest::Draw { node, shapes } => {
                if link.allows(Allowance::Messages, 1)? {
                    self.shared.draw(&self.who, node, shapes).await;
                }
                Ok(())
            }
            AnalysisRequest::Add { id, node, moves } => {
                self.command(link, id, ADD_COST, Command::Add(node, moves)).await
            }
            AnalysisRequest::Note { id, node, text, of } => {
                self.command(link, id, 1, Command::Note(node, text, of)).await
            }
            AnalysisRequest::Delete { id, node } => {
                self.command(link, id, 1, Command::Delete(node)).await
            }
            AnalysisRequest::Promote { id, node } => {
                self.command(link, id, 1, Command::Promote(node)).await
            }
            AnalysisRequest::Lock { id, on } => self.command(link, id, 1, Command::Lock(on)).await,
        }
    }

    /// A change leaves with the turn that it begins.
    async fn finish_turn(&mut self, _link: &mut Link) -> Result<(), End> {
        Ok(())
    }

    /// Its subscriptions end with the socket itself.
    async fn leave(&mut self) {}
}

/// Refuses a command; without a refusal the store is away.
async fn refuse(
    link: &mut Link,
    id: CommandId,
    refusal: Option<Refusal>,
    seq: u32,
) -> Result<(), End> {
    let code = refusal.as_ref().map_or(AnalysisNack::Busy, Refusal::code);
    metrics().count_nack(code.as_str());
    let (rule, squares) = match refusal {
        Some(Refusal::Illegal(refused)) => (Some(refused.rule), Some(refused.squares)),
        _ => (None, None),
    };
    link.feed(json(&AnalysisMessage::Nack { id: Some(id), code, rule, squares, seq })).await
}
