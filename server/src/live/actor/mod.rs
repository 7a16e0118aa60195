//! The task of a match: it takes requests one at a time, writes their events to the journal,
//! and only then sends anything.

mod commit;
mod connecting;
mod credit;
mod waking;

use super::audience::Audience;
use super::context::Context;
use super::handle::{MatchHandle, Reply, Request};
use super::inbox::Requests;
use super::log;
use super::notices;
use super::planned::Planned;
use super::recent::Recent;
use super::seats::JoinError;
use crate::accounts::lookups::Span;
use domain::{
    Caller, Channel, Command, CommandId, Event, Match, Moment, Offer, Player, Refusal, Visibility,
};
use engine::Side;
use protocol::MatchSummary;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use store::StoreError;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep_until};

/// How long to wait before a store that was away is tried again.
const RETRY: u64 = 1_000;

/// Why events did not become part of the match; they never half do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failed {
    /// The store is away.
    Busy,
    /// The store knows the command already.
    Known,
    /// The journal holds events that this task does not know, or its contents are unknown: the task
    /// ends, and the match is restored from its journal.
    Lost,
}

/// The task must end: its match is restored from the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lost;

/// The outcome of a commit for a task that continues: none if its events were not written.
fn unless_lost<T>(committed: Result<T, Failed>) -> Result<Option<T>, Lost> {
    match committed {
        Ok(done) => Ok(Some(done)),
        Err(Failed::Busy | Failed::Known) => Ok(None),
        Err(Failed::Lost) => Err(Lost),
    }
}

/// A match with its task's means.
pub(super) struct Actor {
    state: Box<Match>,
    handle: MatchHandle,
    inbox: Requests<Box<Request>>,
    audience: Audience,
    context: Arc<Context>,
    recent: Recent,
    /// Since when the store has been away, as far as this match has noticed.
    outage: Option<Moment>,
    /// The last interval in which this match waited for the store with something else than an
    /// action: an action that arrived within it counts as in time.
    held_up: Option<(Moment, Moment)>,
    /// The last span that was credited for the store: no time is credited twice.
    credited: Option<Span>,
    /// How many standstills of the process are credited.
    standstills: u32,
    /// When the last connection went.
    deserted: Moment,
    /// Whether it has noted which players it remembers.
    noted: bool,
    /// The origin of the opponent of an open match, if that counts. Boxed, since few matches have
    /// it.
    joiner: Option<Box<Caller>>,
}

impl Actor {
    /// A match with its latest commands, and the handle by which it is reached once its task
    /// runs.
    pub(super) fn new(
        mut state: Match,
        recent: Recent,
        context: Arc<Context>,
    ) -> (Self, MatchHandle) {
        state.set_rematch_id(context.rematch_ids.of(state.id()));
        let (handle, inbox) = MatchHandle::new(&state, Arc::clone(&context));
        let actor = Self {
            state: Box::new(state),
            handle: handle.clone(),
            inbox,
            audience: Audience::default(),
            standstills: context.standstills.count(),
            deserted: context.now(),
            context,
            recent,
            outage: None,
            held_up: None,
            noted: false,
            joiner: None,
            credited: None,
        };
        (actor, handle)
    }

    /// Serves until asked to stop, or until the match is no longer needed.
    pub(super) async fn run(mut self) {
        let mut timer = pin!(sleep_until(Instant::now()));
        let mut armed: Option<Moment> = None;
        loop {
            // A timer that fires too early is cheaper than resetting it with every move.
            if let Some(wake) = self.wake_at()
                && armed.is_none_or(|armed| wake < armed)
            {
                armed = Some(wake);
                timer.as_mut().reset(self.context.time.instant(wake));
            }
            let served = tokio::select! {
                biased;
                request = self.inbox.recv() => match *request {
                    Request::Stop => return,
                    Request::HandOver { ended } => {
                        self.forget_lists();
                        let connections = self.audience.len();
                        drop(self);
                        // Nobody waits any more if the server stops.
                        let _ = ended.send(connections);
                        return;
                    }
                    // Boxed: a match at rest has no room for its later work.
                    _ => Box::pin(self.serve(request)).await,
                },
                () = timer.as_mut(), if armed.is_some() => {
                    armed = None;
                    self.record_lists();
                    if self.is_done() && self.context.retire(&self.handle) {
                        return;
                    }
                    unless_lost(Box::pin(self.settle()).await).map(drop)
                }
                // The tasks of the players and of the sender are awake by now, and run first; and
                // so do others between one row of spectators and the next.
                () = yield_now(), if self.audience.has_unsent() => {
                    self.audience.send_to_row();
                    Ok(())
                }
            };
            if served == Err(Lost) {
                self.context.record_orphan();
                return;
            }
        }
    }

    /// Serves one request. A client that has left before the answer is not missed, so failed replies
    /// are ignored throughout.
    async fn serve(&mut self, request: Box<Request>) -> Result<(), Lost> {
        unless_lost(self.credit_standstills().await)?;
        let now = self.context.now();
        match *request {
            Request::Command { who, id, command, came, reply } => {
                let came = Moment(now.0.saturating_sub(millis(came.elapsed())));
                let _ = reply.send(self.command(&who, id, &command, came).await?);
            }
            Request::Join { who, caller, reply } => {
                let _ = reply.send(self.join(&who, caller).await?);
            }
            Request::Connect { who, since, detail, reply } => {
                unless_lost(self.let_in(who.id).await)?;
                let now = self.context.now();
                let connected = self.connect(&who, since, detail, now);
                let seat = connected.seat;
                self.record_lists();
                if reply.send(connected).is_err() {
                    self.disconnect(seat, self.state.leaves(), now);
                }
            }
            Request::Reseat { who, reply } => {
                let seat = self.state.seat_of(who.id);
                if seat.is_some() {
                    self.audience.send_to_spectators();
                    self.state.presence_mut().go(None, now);
                    self.state.presence_mut().come(seat, now);
                    self.record_lists();
                }
                let reseated = seat.map(|seat| self.reseated(seat, now));
                if reply.send(reseated).is_err() && seat.is_some() {
                    // The connection that went will say that a spectator did.
                    self.state.presence_mut().go(seat, now);
                    self.state.presence_mut().come(None, now);
                }
            }
            Request::Watch { reply } => {
                // Without a reader the subscription has ended with the answer.
                let _ = reply.send(self.watched());
            }
            Request::Recount { before, after } => {
                self.state.presence_mut().recount(before, after, now);
                self.record_lists();
                self.record_departure(now);
            }
            Request::Disconnect { seat, leaves } => self.disconnect(seat, leaves, now),
            Request::Rename { who } => {
                // If it is not written the seat shows the previous name; later connections get the
                // new one.
                if let Some(event) = self.state.decide_renamed(&who)
                    && unless_lost(self.commit(vec![event], None, now).await)?.is_some()
                {
                    self.record_slow_commit(now);
                }
            }
            Request::Lines { who, reply } => {
                let own = self.recent.lines_of(who);
                let lines = self.state.chat().filter(|line| own.contains(&line.seq));
                let _ = reply.send(lines.cloned().collect());
            }
            Request::Erase { who, reply } => {
                let events = self.state.decide_erased(who, &self.recent.lines_of(who));
                let done =
                    if events.is_empty() { Ok(0) } else { self.commit(events, None, now).await };
                // Without an answer it is tried again.
                if unless_lost(done)?.is_some() {
                    let _ = reply.send(());
                }
            }
            Request::Snapshot { detail, reader, reply } => {
                let channel = reader.map(|reader| Channel::of(self.state.seat_of(reader)));
                let _ = reply.send(self.snapshot(detail, now, channel));
            }
            Request::Seat { who, reply } => {
                let _ = reply.send(self.state.seat_of(who));
            }
            Request::Summary { reply } => {
                self.handle.clear_changed();
                if self.state.presence_mut().list(now) {
                    self.record_change();
                }
                let _ = reply.send(Box::new(MatchSummary::of(&self.state)));
            }
            Request::Order { order, reply } => {
                unless_lost(self.settle().await)?;
                let now = self.context.now();
                let done = match self.state.decide_order(order, now) {
                    None => Ok(false),
                    Some(event) => self.commit(vec![event], None, now).await.map(|_| true),
                };
                // Without an answer it is tried again.
                if let Some(done) = unless_lost(done)? {
                    let _ = reply.send(done);
                }
            }
            Request::Plan { who, reply } => {
                let planned = self.state.seat_of(who).map(|side| Planned {
                    ply: self.state.ply(),
                    lines: self.state.plan(side).lines().to_vec(),
                    fired: self.state.fired(side).collect(),
                });
                let _ = reply.send(planned);
            }
            Request::IsOver { reply } => {
                let _ = reply.send(self.state.ending().is_some());
            }
            Request::Settle { of, reply } => {
                unless_lost(self.settle().await)?;
                if let Some(of) = of {
                    notices::settle_challenge(&self.state, of, &self.context);
                }
                let _ = reply.send(());
            }
            Request::Credit { since, cause } => {
                if let Some(event) = self.state.decide_credit(now.since(since), cause, now) {
                    match self.commit(vec![event], None, now).await {
                        Ok(_) => {
                            self.credited = Some((since, now));
                            self.credit_slow_commit(now).await;
                        }
                        Err(Failed::Busy) => self.outage = Some(since),
                        Err(Failed::Lost) => return Err(Lost),
                        Err(Failed::Known) => {}
                    }
                }
            }
            // `run` has dealt with it.
            Request::Stop | Request::HandOver { .. } => {}
            #[cfg(any(test, feature = "faults"))]
            Request::Fail => panic!("a panic in a match was asked for"),
        }
        Ok(())
    }

    async fn command(
        &mut self,
        who: &Player,
        id: CommandId,
        command: &Command,
        came: Moment,
    ) -> Result<Reply, Lost> {
        if let Some(seq) = self.recent.find(who.id, id) {
            return Ok(Reply::DoneBefore { seq });
        }
        if let Some(refusal) = self.recent.find_refused(who.id, id) {
            return Ok(self.refused(refusal.clone()));
        }
        if unless_lost(self.credit_delay(who, command, came).await)?.is_none() {
            return Ok(self.busy());
        }
        let now = loop {
            if unless_lost(self.settle().await)?.is_none() {
                return Ok(self.busy());
            }
            // Nothing is decided for a side whose flag has fallen since then.
            let now = self.context.now();
            let is_due = self.state.due().is_some_and(|due| due <= now);
            if !is_due || self.may_be_late() || self.is_kept_out() {
                break now;
            }
        };
        // No player wins by the absence of an opponent who is kept out.
        if matches!(command, Command::Claim) && self.keeps_out_opponent(who) {
            return Ok(self.busy());
        }
        // A match against a computer player that was left alone for long needs a place again.
        let plays = matches!(command, Command::Play { .. });
        let needs_place = plays && who.computer.is_none() && self.state.computer_seat().is_some();
        let limits = &self.context.limits;
        if needs_place
            && !limits.use_place(self.state.id(), now)
            // Boxed, since every match would keep room for it.
            && !Box::pin(limits.take_again(&self.state, now)).await
        {
            return Ok(self.busy());
        }
        let events = match self.state.decide(who, command, now) {
            Ok(events) => events,
            Err(refusal) => {
                self.recent.record_refused(who.id, id, refusal.clone());
                return Ok(self.refused(refusal));
            }
        };
        if let Some(Event::Rematched { .. }) = events.first()
            // Boxed, since every match would keep room for it.
            && !Box::pin(self.open_rematch(now)).await
        {
            return Ok(self.busy());
        }
        let replaced = self.replaced_plan(&events);
        match self.commit(events, Some((who.id, id)), now).await {
            Ok(seq) => {
                if let Some((side, replaced)) = replaced {
                    self.drop_plan(side, replaced).await;
                }
                match command {
                    Command::Play { .. } | Command::Offer(Offer::Takeback, _) => {
                        self.credit_slow_commit(now).await;
                    }
                    Command::Resign
                    | Command::Abort
                    | Command::Claim
                    | Command::Resume
                    | Command::Offer(
                        Offer::Draw | Offer::Impasse | Offer::Rematch | Offer::Pause,
                        _,
                    )
                    | Command::Plan { .. }
                    | Command::Chat(_) => self.record_slow_commit(now),
                }
                Ok(Reply::Done { seq })
            }
            Err(Failed::Busy) => Ok(self.busy()),
            Err(Failed::Known) => Ok(Reply::Known),
            Err(Failed::Lost) => Err(Lost),
        }
    }

    async fn join(
        &mut self,
        who: &Player,
        caller: Option<Caller>,
    ) -> Result<Result<Side, JoinError>, Lost> {
        if unless_lost(self.settle().await)?.is_none() {
            return Ok(Err(JoinError::Busy));
        }
        let now = self.context.now();
        let (side, event) = match self.state.decide_join(who, now) {
            Ok(joined) => joined,
            Err(refusal) => return Ok(Err(refusal.into())),
        };
        let Some(event) = event else { return Ok(Ok(side)) };
        let is_open =
            self.state.opener().is_some() && self.state.visibility() == Visibility::Public;
        if is_open && let Some(wait) = self.context.limits.wait_to_join(who.id, caller, now) {
            return Ok(Err(JoinError::Wait(wait)));
        }
        self.joiner = caller.filter(|_| is_open).map(Box::new);
        if unless_lost(self.commit(vec![event], None, now).await)?.is_none() {
            return Ok(Err(JoinError::Busy));
        }
        self.credit_slow_commit(now).await;
        // A player on vacation begins with a clock that stands still.
        unless_lost(self.settle().await)?;
        Ok(Ok(side))
    }

    fn disconnect(&mut self, seat: Option<Side>, leaves: u32, now: Moment) {
        // The player may have left the match since, and another may sit there.
        let seat = seat.filter(|&seat| !self.state.has_lost_seat(seat, leaves));
        self.state.presence_mut().go(seat, now);
        self.record_departure(now);
    }

    /// A connection may have been the last, or the last of its channel.
    fn record_departure(&mut self, now: Moment) {
        if !self.state.presence().anybody() {
            self.deserted = now;
        }
        self.audience.prune();
    }

    /// Makes the next match before any client is sent there; false if the store is away.
    async fn open_rematch(&self, now: Moment) -> bool {
        let Ok(rated) = self.rates_rematch(now).await else { return false };
        let Some((next, events)) = self.state.rematched_as(rated, now) else { return false };
        let Some(host) = self.context.host.upgrade() else { return false };
        let begun = next.clone();
        let opened = host.open_next(self.state.id(), next, events.into(), now).await;
        if opened {
            notices::notify_rematch(&self.state, &begun, &self.context);
        }
        opened
    }

    /// Whether the rematch is rated as well: not if as many games of the pair have counted today as
    /// may count.
    async fn rates_rematch(&self, now: Moment) -> Result<bool, StoreError> {
        let seated = |side| self.state.seats()[side].as_ref();
        let (true, Some(one), Some(other)) =
            (self.state.is_rated(), seated(Side::First), seated(Side::Second))
        else {
            return Ok(false);
        };
        if one.computer.is_some() || other.computer.is_some() {
            return Ok(true);
        }
        let known = self.context.store.pair_day([one.id, other.id]).await?;
        Ok(known.with_game(now).is_some())
    }

    fn refused(&self, refusal: Refusal) -> Reply {
        Reply::Refused { refusal, seq: self.state.seq() }
    }

    fn busy(&self) -> Reply {
        Reply::Busy { seq: self.state.seq() }
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

impl Drop for Actor {
    fn drop(&mut self) {
        if self.noted {
            for player in self.state.players().chain(self.recent.speakers()) {
                self.context.traces.leave(player, self.state.id());
            }
        }
        if std::thread::panicking() {
            log::lost(self.state.id(), "its task failed");
            self.context.record_orphan();
        }
    }
}
