//! The protocol of a match: commands of its client go to the match, events of the match go to its
//! client. Players are written to at once, those who watch a moment later; a client whose
//! seat is taken while it watches is greeted a second time.

use super::end::End;
use super::link::{Link, json, text};
use super::rate::Allowance;
use super::session::{self, Fault, Protocol};
use super::subject::{Beginning, Subject, snapshot_message};
use crate::addresses::LimitedAction;
use crate::forwarding::Commanded;
use crate::live::{Detail, Legal, Lookup, MatchHandle, Outgoing, OutgoingKind, Reseated, Verdict};
use crate::metrics::metrics;
use domain::{Channel, Command, CommandId, Player, Refusal};
use engine::Side;
use protocol::{BadMessage, ClientMessage, NackCode, ServerMessage};
use serde_json::Number;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::sleep;

/// Spectators are sent an event up to this many milliseconds after the players, each client a
/// little later than another: the cost of a crowd is spread, and the players of other matches are
/// served in between.
const SPREAD: u64 = 24;

/// How many events that a client has missed are read at a time.
const REPLAYED: u32 = 256;

/// A snapshot counts as this many messages of a client's allowance.
const SNAPSHOT_COST: u32 = 10;

/// A client of a match: a player, or a spectator.
pub(super) struct MatchSocket {
    subject: Subject,
    who: Arc<Player>,
    seat: Option<Side>,
    /// How many opponents had left the match when it got its seat.
    leaves: u32,
    /// The last event the client has when it connects, if it has any.
    since: Option<u32>,
    /// The messages of the match. None until the match has let the client in.
    events: Option<Receiver<Outgoing>>,
    /// The next messages of the match, to a client that has just got its seat.
    reseated: Option<Receiver<Outgoing>>,
    /// The last event the client was sent.
    seq: u32,
    /// How much later than a player it is written to as long as it watches.
    later: Duration,
    /// The detail that the client asks for.
    detail: Detail,
    /// Held while it asks for legal actions.
    legal: Option<Arc<()>>,
}

impl MatchSocket {
    pub(super) fn new(
        subject: Subject,
        who: Arc<Player>,
        since: Option<u32>,
        detail: Detail,
    ) -> Self {
        Self {
            subject,
            who,
            seat: None,
            leaves: 0,
            since,
            events: None,
            reseated: None,
            seq: 0,
            later: Duration::from_millis(rand::random_range(0..=SPREAD)),
            detail,
            legal: None,
        }
    }

    async fn welcome(
        &self,
        link: &mut Link,
        seq: u32,
        legal: Option<Vec<String>>,
    ) -> Result<(), End> {
        let (seat, now, client) = (self.seat, link.now(), link.client_version().into());
        link.feed(json(&ServerMessage::Welcome { seat, seq, now, client, legal })).await
    }

    /// Sends the events after `since` from the journal, however many; the match continues
    /// meanwhile.
    async fn replay(&mut self, link: &mut Link, since: u32) -> Result<(), End> {
        let last = self.seq;
        let mut sent = since;
        while sent < last {
            let channel = Channel::of(self.seat);
            let page = self.subject.events_since(sent, REPLAYED, channel).await?;
            if page.first().is_none_or(|event| event.seq != sent + 1) {
                // The match has ended meanwhile, and its journal has become its row in the archive.
                return self.snapshot(link).await;
            }
            for event in page.iter().take_while(|event| event.seq <= last) {
                sent = event.seq;
                link.feed(text(&event.frame)).await?;
            }
        }
        Ok(())
    }

    async fn snapshot(&mut self, link: &mut Link) -> Result<(), End> {
        let (seq, whole) = self.subject.whole(&self.who, self.detail).await?;
        self.seq = self.seq.max(seq);
        link.feed(whole).await
    }

    /// Waits a little before a client that watches is written to, and takes what else happens
    /// meanwhile.
    async fn gather(&mut self, link: &mut Link, event: Outgoing) -> Result<(), End> {
        let mut due = std::pin::pin!(sleep(self.later));
        self.send(link, event).await?;
        loop {
            let event = tokio::select! {
                biased;
                () = due.as_mut() => return Ok(()),
                event = self.next() => event?,
            };
            self.send(link, event).await?;
        }
    }

    async fn send(&mut self, link: &mut Link, event: Outgoing) -> Result<(), End> {
        // Also if a snapshot has shown it already: that names the players, but not which of them
        // this client is.
        if event.kind == OutgoingKind::Joined(self.who.id) && self.seat.is_none() {
            self.reseat(link, event.seq).await?;
        }
        let is_known = match event.kind {
            OutgoingKind::Event
            | OutgoingKind::Ended
            | OutgoingKind::Joined(_)
            | OutgoingKind::Left(..) => event.seq <= self.seq,
            OutgoingKind::Whole => event.seq < self.seq,
        };
        let has_left = self.has_left(event.kind);
        if is_known {
            return if has_left { Err(End::restart()) } else { Ok(()) };
        }
        self.seq = event.seq;
        let frame = match (&self.legal, &event.with_legal) {
            (Some(_), Some(with_legal)) => with_legal,
            _ => &event.frame,
        };
        link.feed(text(frame)).await?;
        if has_left { Err(End::restart()) } else { Ok(()) }
    }

    /// Takes the seat that the client may have got by the event of this number, and sends the
    /// greeting again.
    ///
    /// From the moment at which the match returns a player's receiver, it writes to this client by
    /// that one too; what came before is in the old one, which is emptied first
    /// ([`finish_turn`](Protocol::finish_turn)).
    async fn reseat(&mut self, link: &mut Link, joined: u32) -> Result<(), End> {
        let reseated = self.subject.reseat(&self.who).await?;
        let Some(Reseated { seat, leaves, events, snapshot }) = reseated else { return Ok(()) };
        (self.seat, self.leaves, self.reseated) = (Some(seat), leaves, Some(events));
        self.welcome(link, joined.max(self.seq), None).await?;
        if let Some(snapshot) = snapshot {
            self.seq = self.seq.max(snapshot.seq);
            link.feed(snapshot_message(snapshot)).await?;
        }
        link.ping().await
    }

    /// Whether the client's player has left the match by an event. Players and spectators are not sent
    /// the same chat, so the connection ends, and the client watches when it has reconnected.
    fn has_left(&self, kind: OutgoingKind) -> bool {
        matches!(kind, OutgoingKind::Left(seat, leaves)
            if self.seat == Some(seat) && leaves > self.leaves)
    }

    /// Hands a command to the match and sends the client the verdict. Actions have an allowance of
    /// their own, beyond the pace of any player; one that is refused, or was done before, also costs
    /// as any other message does.
    async fn command(
        &mut self,
        link: &mut Link,
        handle: &MatchHandle,
        (id, command): (CommandId, Command),
    ) -> Result<(), End> {
        let received = std::time::Instant::now();
        let free = matches!(command, Command::Play { .. });
        if free {
            if !link.allows(Allowance::Actions, 1)? {
                return session::refuse(link, self, Some(id), Fault::Rate).await;
            }
        } else if !session::spend(link, self, 1, Some(id)).await? {
            return Ok(());
        }
        if let Command::Chat(text) = &command
            && !self.may_chat(link, id, text).await?
        {
            return Ok(());
        }
        // A client without allowance gets no look-up in the store either.
        let spares = free && !link.would_allow(Allowance::Messages, 1);
        let lookup = if spares { Lookup::Spared } else { Lookup::Allowed };
        let verdict = handle.command(Arc::clone(&self.who), id, command, lookup).await;
        match verdict.map_err(|_| End::restart())? {
            Verdict::Done { seq, again: false } => {
                metrics().record_ack(received);
                link.feed(json(&ServerMessage::Ack { id, seq })).await
            }
            Verdict::Done { seq, again: true } => {
                // Whoever sends the same again and again pays for it, but gets the same answer.
                if free {
                    link.allows(Allowance::Messages, 1)?;
                }
                link.feed(json(&ServerMessage::Ack { id, seq })).await
            }
            Verdict::Busy { seq, looked_up } => {
                if free && looked_up && !session::spend(link, self, 1, Some(id)).await? {
                    return Ok(());
                }
                link.feed(json(&nack(id, None, seq.unwrap_or(self.seq)))).await
            }
            Verdict::Refused { refusal, seq } => {
                if free && !session::spend(link, self, 1, Some(id)).await? {
                    return Ok(());
                }
                link.feed(json(&nack(id, Some(refusal), seq))).await
            }
        }
    }

    /// Whether the client may send a chat line; it was sent a refusal if not.
    async fn may_chat(&self, link: &mut Link, id: CommandId, text: &str) -> Result<bool, End> {
        if !link.address_allows(LimitedAction::Chat) {
            session::refuse(link, self, Some(id), Fault::Rate).await?;
            return Ok(false);
        }
        let Some(code) = link.mute_reason(self.who.id, text) else { return Ok(true) };
        metrics().count_nack(code.as_str());
        let (rule, squares, seq) = (None, None, self.seq);
        link.feed(json(&ServerMessage::Nack { id: Some(id), code, rule, squares, seq })).await?;
        Ok(false)
    }

    /// Has the holder of a match of another node do a command of a spectator, and sends the client the
    /// verdict.
    async fn forward(&mut self, link: &mut Link, request: ClientMessage) -> Result<(), End> {
        let (Subject::Watched(watching), Some(id)) = (&self.subject, request.id()) else {
            return Ok(());
        };
        if !session::spend(link, self, 1, Some(id)).await? {
            return Ok(());
        }
        if let ClientMessage::Chat { text, .. } = &request
            && !self.may_chat(link, id, text).await?
        {
            return Ok(());
        }
        match watching.command(&request).await {
            Commanded::Answered(frame) => link.feed(text(&frame)).await,
            Commanded::Busy => link.feed(json(&nack(id, None, self.seq))).await,
            Commanded::Lost => Err(End::restart()),
        }
    }
}

impl Protocol for MatchSocket {
    type Request = ClientMessage;
    type Message = ServerMessage;
    type Update = Outgoing;

    fn parse(frame: &str) -> Result<ClientMessage, BadMessage> {
        ClientMessage::parse(frame)
    }

    fn refusal(&self, id: Option<CommandId>, fault: Fault) -> ServerMessage {
        let (code, seq) = (NackCode::from(fault), self.seq);
        ServerMessage::Nack { id, code, rule: None, squares: None, seq }
    }

    fn pong(t: Number, now: u64) -> ServerMessage {
        ServerMessage::Pong { t, now }
    }

    /// The time credited to a player's clock depends on the lag.
    fn measures_lag(&self) -> bool {
        self.seat.is_some()
    }

    async fn greet(&mut self, link: &mut Link) -> Result<(), End> {
        let Beginning { seat, leaves, seq, events, whole, legal } =
            self.subject.connect(&self.who, self.since, self.detail).await?;
        (self.seat, self.leaves) = (seat, leaves);
        (self.seq, self.events) = (seq, Some(events));
        let (legal, reader) = legal.map(|Legal { actions, reader }| (actions, reader)).unzip();
        self.legal = reader;
        self.welcome(link, seq, legal).await?;
        match (whole, self.since) {
            (Some(whole), _) => link.feed(whole).await?,
            (None, Some(since)) if since < seq => self.replay(link, since).await?,
            (None, _) => {}
        }
        if seat.is_some() {
            link.ping().await?;
        }
        Ok(())
    }

    /// The end of the match's task is the end of the events: that is also how a connection notices
    /// that the server stops.
    async fn next(&mut self) -> Result<Outgoing, End> {
        let Some(events) = &mut self.events else { return Err(End::restart()) };
        match events.recv().await {
            Ok(event) => Ok(event),
            Err(RecvError::Lagged(_)) => Err(End::lagged()),
            Err(RecvError::Closed) => Err(End::restart()),
        }
    }

    async fn pass_on(&mut self, link: &mut Link, event: Outgoing) -> Result<(), End> {
        if self.seat.is_some() {
            self.send(link, event).await
        } else {
            // Boxed, since players have no use for it.
            Box::pin(self.gather(link, event)).await
        }
    }

    async fn answer(&mut self, link: &mut Link, request: ClientMessage) -> Result<(), End> {
        match request {
            ClientMessage::Ping { t } => session::pong(link, self, t).await,
            ClientMessage::Snapshot => {
                if session::spend(link, self, SNAPSHOT_COST, None).await? {
                    self.snapshot(link).await?;
                }
                Ok(())
            }
            request => {
                let Subject::Held(handle) = &self.subject else {
                    // Boxed, since players have no use for it.
                    return Box::pin(self.forward(link, request)).await;
                };
                let handle = handle.clone();
                match request.into_command(link.lag_millis()) {
                    Some(command) => self.command(link, &handle, command).await,
                    None => Ok(()),
                }
            }
        }
    }

    async fn finish_turn(&mut self, link: &mut Link) -> Result<(), End> {
        while let Some(events) = &mut self.events {
            match events.try_recv() {
                Ok(event) => self.send(link, event).await?,
                Err(TryRecvError::Empty) => match self.reseated.take() {
                    Some(next) => self.events = Some(next),
                    None => break,
                },
                Err(TryRecvError::Lagged(_)) => return Err(End::lagged()),
                Err(TryRecvError::Closed) => return Err(End::restart()),
            }
        }
        Ok(())
    }

    async fn leave(&mut self) {
        if self.events.is_some() {
            self.subject.disconnect(self.seat, self.leaves).await;
        }
    }
}

/// The refusal of a command; without a reason the store is away.
pub(super) fn nack(id: CommandId, refusal: Option<Refusal>, seq: u32) -> ServerMessage {
    let code = refusal.as_ref().map_or(NackCode::Busy, NackCode::from);
    metrics().count_nack(code.as_str());
    let (rule, squares) = match refusal {
        Some(Refusal::Illegal(refused)) => (Some(refused.rule), Some(refused.squares)),
        _ => (None, None),
    };
    ServerMessage::Nack { id: Some(id), code, rule, squares, seq }
}
