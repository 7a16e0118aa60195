//! One socket of a match: what its client says goes to the match, what the match tells goes to
//! its client, in one task.

use super::end::End;
use super::link::{Either, Incoming, Link, json, text};
use crate::addresses::{Admitted, LimitedAction};
use crate::matches::{Connected, Counted, Detail, Legal, Lookup, MatchHandle, Outgoing, Verdict};
use crate::metrics::metrics;
use crate::wire::{BadMessage, ClientMessage, NackCode, ServerMessage};
use axum::extract::ws::Message;
use domain::{Command, CommandId, Player, Refusal};
use engine::Side;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::{Instant, sleep};

/// After one to two spans of this without a word the client is asked for a sign of life, and
/// after another it is given up.
const QUIET: Duration = Duration::from_secs(25);

/// Whoever watches is told up to so many milliseconds after the players, everybody a little later
/// than somebody else: what a crowd costs is spread, and the players of other matches are written
/// to in between.
const SPREAD: u64 = 24;

/// How many events that a client has missed are read at a time.
const REPLAYED: u32 = 256;

/// A snapshot is worth so many messages of a client's allowance.
const SNAPSHOT_COST: u32 = 10;

/// What was heard of a client since the last time it mattered. A flag that is looked at now and
/// then is cheaper than an alarm that is put off with every message.
#[derive(Debug, Clone, Copy)]
enum Client {
    Active,
    Silent,
    Asked,
}

/// A socket of a match with all it needs.
pub(super) struct Connection {
    link: Link,
    handle: MatchHandle,
    who: Arc<Player>,
    seat: Option<Side>,
    /// Where the match tells what happens from now on, to a client that has just got its seat.
    reseated: Option<Receiver<Outgoing>>,
    /// The last event the client was told.
    seq: u32,
    /// How much later than the players it is told as long as it watches.
    later: Duration,
    /// When the client was asked for a sign of life that it has not given yet.
    asked: Option<Instant>,
    /// How long the way to the client and back took the last two times, the last one first.
    lags: [Duration; 2],
    /// What the client wants to know.
    detail: Detail,
    /// Held while it wants to know what is legal.
    legal: Option<Arc<()>>,
    /// Counts the connection for its address while it lives.
    admitted: Admitted,
    /// Counts it for the lobby.
    _counted: Counted,
}

impl Connection {
    pub(super) fn new(
        link: Link,
        handle: MatchHandle,
        who: Arc<Player>,
        detail: Detail,
        admitted: Admitted,
    ) -> Self {
        let counted = link.app().registry().lobby().count();
        Self {
            link,
            handle,
            who,
            seat: None,
            reseated: None,
            seq: 0,
            later: Duration::from_millis(rand::random_range(0..=SPREAD)),
            asked: None,
            lags: [Duration::MAX; 2],
            detail,
            legal: None,
            admitted,
            _counted: counted,
        }
    }

    /// Serves until either side has enough.
    pub(super) async fn run(mut self, since: Option<u32>) {
        let connected = self.handle.connect_for(Arc::clone(&self.who), since, self.detail).await;
        let Ok(connected) = connected else {
            self.link.bid_farewell(End::restart()).await;
            return;
        };
        self.seat = connected.seat;
        let end = match Box::pin(self.begin(connected, since)).await {
            Ok(events) => self.serve(events).await,
            Err(end) => end,
        };
        self.handle.disconnect(self.seat).await;
        self.link.bid_farewell(end).await;
    }

    /// Greets the client and brings it up to date.
    async fn begin(
        &mut self,
        connected: Connected,
        since: Option<u32>,
    ) -> Result<Receiver<Outgoing>, End> {
        let Connected { seat, seq, events, snapshot, legal } = connected;
        self.seq = seq;
        let (legal, reader) = legal.map(|Legal { actions, reader }| (actions, reader)).unzip();
        self.legal = reader;
        self.welcome(seat, seq, legal).await?;
        match (snapshot, since) {
            (Some(snapshot), _) => self.feed(&ServerMessage::Snapshot(snapshot)).await?,
            (None, Some(since)) if since < seq => self.replay(since).await?,
            (None, _) => {}
        }
        if seat.is_some() {
            self.ask().await?;
        }
        self.link.flush().await?;
        Ok(events)
    }

    async fn welcome(
        &mut self,
        seat: Option<Side>,
        seq: u32,
        legal: Option<Vec<String>>,
    ) -> Result<(), End> {
        let (now, client) = (self.link.now(), self.link.client_version().into());
        self.feed(&ServerMessage::Welcome { seat, seq, now, client, legal }).await
    }

    /// Sends the events after `since` from the journal, however many; the match goes on
    /// meanwhile.
    async fn replay(&mut self, since: u32) -> Result<(), End> {
        let last = self.seq;
        let mut told = since;
        while told < last {
            let page = self.handle.events_since(told, REPLAYED).await;
            let page = page.map_err(|_| End::restart())?;
            if page.first().is_none_or(|event| event.seq != told + 1) {
                // The match has ended meanwhile, and its journal has become its row in the archive.
                return self.snapshot().await;
            }
            for event in page.iter().take_while(|event| event.seq <= last) {
                told = event.seq;
                self.link.feed(text(&event.frame)).await?;
            }
        }
        Ok(())
    }

    async fn snapshot(&mut self) -> Result<(), End> {
        let snapshot = self.handle.detailed(self.detail).await;
        let snapshot = snapshot.map_err(|_| End::restart())?;
        self.seq = self.seq.max(snapshot.seq);
        self.feed(&ServerMessage::Snapshot(snapshot)).await
    }

    /// Serves until either side has enough. The end of the match's task is the end of the
    /// events: that is also how a connection learns that the server stops.
    async fn serve(&mut self, mut events: Receiver<Outgoing>) -> End {
        let mut quiet = std::pin::pin!(sleep(QUIET));
        let mut client = Client::Active;
        loop {
            let done = tokio::select! {
                biased;
                told = events.recv() => match told {
                    // Boxed, since players have no use for it.
                    Ok(told) if self.seat.is_none() => {
                        Box::pin(self.gather(told, &mut events)).await
                    }
                    Ok(told) => self.tell(told).await,
                    Err(RecvError::Lagged(_)) => Err(End::lagged()),
                    Err(RecvError::Closed) => Err(End::restart()),
                },
                heard = self.link.hear_or_obey() => match heard {
                    Ok(Either::Incoming(heard)) => {
                        client = Client::Active;
                        self.hear(heard).await
                    }
                    Ok(Either::Order) => self.obey().await,
                    Err(end) => Err(end),
                },
                () = quiet.as_mut() => {
                    quiet.as_mut().reset(Instant::now() + QUIET);
                    match client {
                        Client::Active => {
                            client = Client::Silent;
                            // What a player's clock is given back depends on it.
                            if self.seat.is_some() { self.ask().await } else { Ok(()) }
                        }
                        Client::Silent => {
                            client = Client::Asked;
                            self.ask().await
                        }
                        Client::Asked => Err(End::idle()),
                    }
                }
            };
            let done = match done {
                Ok(()) => self.drain(&mut events).await,
                Err(end) => Err(end),
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Waits a little before a watcher is written to, and takes what else happens meanwhile.
    async fn gather(&mut self, told: Outgoing, events: &mut Receiver<Outgoing>) -> Result<(), End> {
        let mut due = std::pin::pin!(sleep(self.later));
        self.tell(told).await?;
        loop {
            let told = tokio::select! {
                biased;
                () = due.as_mut() => return Ok(()),
                told = events.recv() => told,
            };
            match told {
                Ok(told) => self.tell(told).await?,
                Err(RecvError::Lagged(_)) => return Err(End::lagged()),
                Err(RecvError::Closed) => return Err(End::restart()),
            }
        }
    }

    /// Sends whatever else waits, so that it leaves in the same write.
    async fn drain(&mut self, events: &mut Receiver<Outgoing>) -> Result<(), End> {
        loop {
            match events.try_recv() {
                Ok(told) => self.tell(told).await?,
                Err(TryRecvError::Empty) => match self.reseated.take() {
                    Some(next) => *events = next,
                    None => return self.link.flush().await,
                },
                Err(TryRecvError::Lagged(_)) => return Err(End::lagged()),
                Err(TryRecvError::Closed) => return Err(End::restart()),
            }
        }
    }

    async fn tell(&mut self, told: Outgoing) -> Result<(), End> {
        // Also if a snapshot has told it already: that names the players, but not who of them
        // this client is.
        if told.joined && self.seat.is_none() {
            self.reseat(told.seq).await?;
        }
        if told.seq <= self.seq {
            return Ok(());
        }
        self.seq = told.seq;
        let frame = match (&self.legal, &told.with_legal) {
            (Some(_), Some(with_legal)) => with_legal,
            _ => &told.frame,
        };
        self.link.feed(text(frame)).await
    }

    /// Takes the seat that the client may have got by the event of this number, and greets it
    /// anew.
    ///
    /// From the moment at which the match hands over a player's receiver, it tells this client by
    /// that one too; what came before is in the old one, which is emptied first
    /// ([`drain`](Self::drain)).
    async fn reseat(&mut self, joined: u32) -> Result<(), End> {
        let reseated = self.handle.reseat(Arc::clone(&self.who)).await;
        let Some((seat, events)) = reseated.map_err(|_| End::restart())? else { return Ok(()) };
        (self.seat, self.reseated) = (Some(seat), Some(events));
        self.welcome(self.seat, joined.max(self.seq), None).await?;
        self.ask().await
    }

    /// Asks for a sign of life, and how long the way there and back takes, unless that is asked
    /// already.
    async fn ask(&mut self) -> Result<(), End> {
        if self.asked.is_some() {
            return Ok(());
        }
        self.asked = Some(Instant::now());
        self.link.feed(Message::Ping(bytes::Bytes::new())).await
    }

    async fn hear(&mut self, heard: Incoming) -> Result<(), End> {
        match heard {
            Incoming::Text(frame) => match ClientMessage::parse(frame.as_str()) {
                Ok(message) => self.answer(message).await,
                Err(BadMessage { id }) => self.refuse_message(id).await,
            },
            Incoming::Binary => self.refuse_message(None).await,
            Incoming::Pong if self.asked.is_some() => {
                self.measured();
                Ok(())
            }
            Incoming::Ping | Incoming::Pong => self.spend(1, None).await.map(drop),
            Incoming::Farewell => Ok(()),
            Incoming::TooBig => {
                self.nack(None, NackCode::BadMessage, self.seq).await?;
                Err(End::too_big())
            }
        }
    }

    /// Tells the client what whoever runs the server orders.
    async fn obey(&mut self) -> Result<(), End> {
        match self.link.obey(self.admitted.address(), Some(self.who.id))? {
            Some(message) => self.feed(&message).await,
            None => Ok(()),
        }
    }

    fn measured(&mut self) {
        if let Some(asked) = self.asked.take() {
            self.lags = [asked.elapsed(), self.lags[0]];
        }
    }

    /// How long the way to the client and back takes, in milliseconds; 0 until it is known. What
    /// held up one answer alone, as a commit or a long greeting does, does not count.
    fn lag_millis(&self) -> u64 {
        let [last, before] = self.lags;
        let lag = if last == Duration::MAX { Duration::ZERO } else { last.min(before) };
        u64::try_from(lag.as_millis()).unwrap_or(u64::MAX)
    }

    async fn refuse_message(&mut self, id: Option<CommandId>) -> Result<(), End> {
        if self.spend(1, id).await? {
            self.nack(id, NackCode::BadMessage, self.seq).await?;
        }
        Ok(())
    }

    async fn answer(&mut self, message: ClientMessage) -> Result<(), End> {
        match message {
            ClientMessage::Ping { t } => {
                if self.spend(1, None).await? {
                    let now = self.link.now();
                    self.feed(&ServerMessage::Pong { t, now }).await?;
                }
                Ok(())
            }
            ClientMessage::Snapshot => {
                if self.spend(SNAPSHOT_COST, None).await? {
                    self.snapshot().await?;
                }
                Ok(())
            }
            message => match message.into_command(self.lag_millis()) {
                Some((id, command)) => self.command(id, command).await,
                None => Ok(()),
            },
        }
    }

    /// Hands a command to the match and tells the client what became of it. Actions have an
    /// allowance of their own, beyond what anybody plays; one that is refused, or was done
    /// before, also costs as any other message does.
    async fn command(&mut self, id: CommandId, command: Command) -> Result<(), End> {
        let came = std::time::Instant::now();
        let free = matches!(command, Command::Play { .. });
        if free {
            if !self.link.allows_action()? {
                return self.nack(Some(id), NackCode::Rate, self.seq).await;
            }
        } else if !self.spend(1, Some(id)).await? {
            return Ok(());
        }
        let talk = matches!(command, Command::Say { .. });
        if talk && !self.link.app().grants(self.admitted.address(), LimitedAction::Chat) {
            return self.nack(Some(id), NackCode::Rate, self.seq).await;
        }
        // Whoever has no allowance left is not served by the store either.
        let spares = free && !self.link.would_allow(1);
        let lookup = if spares { Lookup::Spared } else { Lookup::Allowed };
        let verdict = self.handle.command(Arc::clone(&self.who), id, command, lookup).await;
        match verdict.map_err(|_| End::restart())? {
            Verdict::Done { seq, again: false } => {
                metrics().note_ack(came);
                self.feed(&ServerMessage::Ack { id, seq }).await
            }
            Verdict::Done { seq, again: true } => {
                // Whoever sends the same again and again pays for it, but gets the same answer.
                if free {
                    self.link.allows(1)?;
                }
                self.feed(&ServerMessage::Ack { id, seq }).await
            }
            Verdict::Busy { seq, looked_up } => {
                if free && looked_up && !self.spend(1, Some(id)).await? {
                    return Ok(());
                }
                self.nack(Some(id), NackCode::Busy, seq.unwrap_or(self.seq)).await
            }
            Verdict::Refused { refusal, seq } => {
                if free && !self.spend(1, Some(id)).await? {
                    return Ok(());
                }
                self.refuse(id, refusal, seq).await
            }
        }
    }

    async fn refuse(&mut self, id: CommandId, refusal: Refusal, seq: u32) -> Result<(), End> {
        let code = NackCode::from(&refusal);
        metrics().count_nack(code.as_str());
        let (rule, squares) = match refusal {
            Refusal::Illegal(refused) => (Some(refused.rule), Some(refused.squares)),
            _ => (None, None),
        };
        self.feed(&ServerMessage::Nack { id: Some(id), code, rule, squares, seq }).await
    }

    async fn nack(&mut self, id: Option<CommandId>, code: NackCode, seq: u32) -> Result<(), End> {
        metrics().count_nack(code.as_str());
        self.feed(&ServerMessage::Nack { id, code, rule: None, squares: None, seq }).await
    }

    /// Takes `cost` off the client's allowance; false if it was used up and the client told so.
    async fn spend(&mut self, cost: u32, id: Option<CommandId>) -> Result<bool, End> {
        let allowed = self.link.allows(cost)?;
        if !allowed {
            self.nack(id, NackCode::Rate, self.seq).await?;
        }
        Ok(allowed)
    }

    async fn feed(&mut self, message: &ServerMessage) -> Result<(), End> {
        self.link.feed(json(message)).await
    }
}
