//! The task of a match: it takes requests one at a time, writes what they do to the journal,
//! and only then tells anybody.

use super::audience::Audience;
use super::draft::Draft;
use super::handle::{Connected, Detail, JoinError, Legal, MatchHandle, Reply, Request};
use super::inbox::Requests;
use super::journal::AppendError;
use super::recent::Recent;
use super::registry::Registry;
use super::state::Match;
use super::{Command, Refusal, log};
use crate::ids::PlayerId;
use crate::metrics::metrics;
use crate::store::{Append, Closing, Conflict};
use crate::time::Moment;
use crate::wire::{
    CommandId, CreditCause, Event, NackCode, Offer, Player, RoomState, Snapshot, Visibility,
};
use engine::Side;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep_until};

/// How long a match that is over, or that was asked for only once, stays in memory after the
/// last connection went: long enough for a page to reload.
const LINGER: u64 = 30_000;

/// A commit slower than this is given back to whoever's clock runs meanwhile.
const SLOW_COMMIT: u64 = 250;

/// How long to wait before a store that was away is tried again.
const RETRY: u64 = 1_000;

/// How many credits are written in a row while each has to wait for the store.
const MOST_CREDITS: usize = 3;

/// Why events did not become part of the match; they never half do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failed {
    /// The store is away.
    Busy,
    /// The store knows the command already.
    Known,
    /// The journal holds what this task does not know, or nobody knows what it holds: the
    /// task ends, and the match is restored from its journal.
    Lost,
}

/// A match with its task's means.
pub(super) struct Actor {
    state: Box<Match>,
    handle: MatchHandle,
    inbox: Requests<Box<Request>>,
    audience: Audience,
    registry: Arc<Registry>,
    recent: Recent,
    /// Since when the store has been away, as far as this match has noticed.
    outage: Option<Moment>,
    /// From when until when this match last waited for the store with something else than an
    /// action: an action that came meanwhile came in time.
    held_up: Option<(Moment, Moment)>,
    /// When the last connection went.
    deserted: Moment,
}

impl Actor {
    /// A match with its latest commands, and the handle by which it is reached once its task
    /// runs.
    pub(super) fn new(
        mut state: Match,
        recent: Recent,
        registry: Arc<Registry>,
    ) -> (Self, MatchHandle) {
        state.follow_with(registry.successors().of(state.id()));
        let (handle, inbox) = MatchHandle::new(state.id(), state.game_id(), state.created_at());
        let actor = Self {
            state: Box::new(state),
            handle: handle.clone(),
            inbox,
            audience: Audience::default(),
            deserted: registry.now(),
            registry,
            recent,
            outage: None,
            held_up: None,
        };
        (actor, handle)
    }

    /// Serves until told to stop, or until nobody needs the match any more.
    pub(super) async fn run(mut self) {
        let mut timer = pin!(sleep_until(Instant::now()));
        let mut armed: Option<Moment> = None;
        loop {
            // A timer that fires too early is cheaper than setting it anew with every move.
            if let Some(wake) = self.wake_at()
                && armed.is_none_or(|armed| wake < armed)
            {
                armed = Some(wake);
                timer.as_mut().reset(self.registry.time().instant(wake));
            }
            let lost = tokio::select! {
                biased;
                request = self.inbox.recv() => match *request {
                    Request::Stop => return,
                    // Boxed: a match at rest keeps no room for what it might do.
                    _ => Box::pin(self.serve(request)).await,
                },
                () = timer.as_mut(), if armed.is_some() => {
                    armed = None;
                    self.note_lists();
                    if self.is_done() && self.registry.retire(&self.handle) {
                        return;
                    }
                    Box::pin(self.settle()).await.err() == Some(Failed::Lost)
                }
                // The tasks of the players and of whoever acted are awake by now, and go first;
                // and so do others between a row of watchers and the next.
                () = yield_now(), if self.audience.has_untold() => {
                    self.audience.tell_row();
                    false
                }
            };
            if lost {
                log::lost(self.state.id(), "the journal and the match disagree");
                self.registry.note_orphan();
                return;
            }
        }
    }

    /// When there is something to do without being asked.
    fn wake_at(&self) -> Option<Moment> {
        if self.outage.is_some() {
            // Whatever else is due must wait for the store.
            return Some(self.registry.now().after(RETRY));
        }
        let leaves = (self.state.ending().is_some() && !self.state.presence().anybody())
            .then(|| self.deserted.after(LINGER));
        [leaves, self.lists_due(), self.state.due(), self.state.presence().due()]
            .into_iter()
            .flatten()
            .min()
    }

    /// When the lists are to show something else without anything happening: that a player is
    /// away, or not the match any more.
    fn lists_due(&self) -> Option<Moment> {
        let is_listed = matches!(self.handle.listed(), Some(RoomState::Open | RoomState::Live));
        if !is_listed {
            return None;
        }
        self.state.presence().list_due().into_iter().chain(self.state.quiet_at()).min()
    }

    /// Tells the lobby what is due.
    fn note_lists(&mut self) {
        let now = self.registry.now();
        if self.lists_due().is_some_and(|due| due <= now) {
            self.state.presence_mut().list(now);
            self.note_change();
        }
    }

    /// Whether the match is over and has been left by everybody.
    fn is_done(&self) -> bool {
        self.state.ending().is_some()
            && !self.state.presence().anybody()
            && self.registry.now() >= self.deserted.after(LINGER)
    }

    /// Serves one request; true if the task cannot go on. A client that has left before the
    /// answer is not missed, so failed replies are ignored throughout.
    async fn serve(&mut self, request: Box<Request>) -> bool {
        let now = self.registry.now();
        match *request {
            Request::Command { who, id, command, came, reply } => {
                let came = Moment(now.0.saturating_sub(millis(came.elapsed())));
                match self.command(&who, id, &command, came).await {
                    Ok(answer) => {
                        let _ = reply.send(answer);
                    }
                    Err(()) => return true,
                }
            }
            Request::Join { who, reply } => match self.join(&who).await {
                Ok(answer) => {
                    let _ = reply.send(answer);
                }
                Err(()) => return true,
            },
            Request::Connect { who, since, detail, reply } => {
                let connected = self.connect(&who, since, detail, now);
                let seat = connected.seat;
                self.note_lists();
                if reply.send(connected).is_err() {
                    self.disconnect(seat, now);
                }
            }
            Request::Reseat { who, reply } => {
                let seat = self.state.seat_of(who.id);
                if seat.is_some() {
                    self.audience.tell_watchers();
                    self.state.presence_mut().go(None, now);
                    self.state.presence_mut().come(seat, now);
                    self.note_lists();
                }
                let reseated = seat.map(|seat| (seat, self.audience.player()));
                if reply.send(reseated).is_err() && seat.is_some() {
                    // The connection that went will say that a watcher did.
                    self.state.presence_mut().go(seat, now);
                    self.state.presence_mut().come(None, now);
                }
            }
            Request::Disconnect { seat } => self.disconnect(seat, now),
            Request::Rename { who } => {
                if let Some(event) = self.state.decide_renamed(&who) {
                    match self.commit(vec![event], None, now).await {
                        Ok(_) => self.note_slow_commit(now),
                        Err(Failed::Lost) => return true,
                        // The seat shows the name of before; whoever joins has the new one.
                        Err(Failed::Busy | Failed::Known) => {}
                    }
                }
            }
            Request::Snapshot { detail, reply } => {
                let _ = reply.send(self.snapshot(detail, now));
            }
            Request::Room { reply } => {
                self.handle.unnote();
                if self.state.presence_mut().list(now) {
                    self.note_change();
                }
                let _ = reply.send(Box::new(self.state.room()));
            }
            Request::Order { order, reply } => {
                if self.settle().await == Err(Failed::Lost) {
                    return true;
                }
                let now = self.registry.now();
                let done = match self.state.decide_order(order, now) {
                    None => Ok(false),
                    Some(event) => self.commit(vec![event], None, now).await.map(|_| true),
                };
                match done {
                    Ok(done) => {
                        let _ = reply.send(done);
                    }
                    Err(Failed::Lost) => return true,
                    // Without an answer it is tried again.
                    Err(Failed::Busy | Failed::Known) => {}
                }
            }
            Request::IsOver { reply } => {
                let _ = reply.send(self.state.ending().is_some());
            }
            Request::Credit { since, cause } => {
                if let Some(event) = self.state.decide_credit(now.since(since), cause, now) {
                    match self.commit(vec![event], None, now).await {
                        Ok(_) => self.credit_slow_commit(now).await,
                        Err(Failed::Busy) => self.outage = Some(since),
                        Err(Failed::Lost) => return true,
                        Err(Failed::Known) => {}
                    }
                }
            }
            // `run` has dealt with it.
            Request::Stop => {}
            #[cfg(any(test, feature = "faults"))]
            Request::Fail => panic!("a panic in a match was asked for"),
        }
        false
    }

    async fn command(
        &mut self,
        who: &Player,
        id: CommandId,
        command: &Command,
        came: Moment,
    ) -> Result<Reply, ()> {
        if let Some(seq) = self.recent.find(who.id, id) {
            return Ok(Reply::DoneBefore { seq });
        }
        if let Some(refusal) = self.recent.find_refused(who.id, id) {
            return Ok(self.refused(refusal.clone()));
        }
        match self.credit_delay(who, command, came).await {
            Ok(()) => {}
            Err(Failed::Lost) => return Err(()),
            Err(Failed::Busy | Failed::Known) => return Ok(self.busy()),
        }
        let now = loop {
            match self.settle().await {
                Ok(()) => {}
                Err(Failed::Lost) => return Err(()),
                Err(Failed::Busy | Failed::Known) => return Ok(self.busy()),
            }
            // Nothing is decided for whose flag has fallen meanwhile.
            let now = self.registry.now();
            if self.state.due().is_none_or(|due| now < due) || self.may_be_late() {
                break now;
            }
        };
        let events = match self.state.decide(who, command, now) {
            Ok(events) => events,
            Err(refusal) => {
                if refusal.code() != NackCode::Rate {
                    self.recent.note_refused(who.id, id, refusal.clone());
                }
                return Ok(self.refused(refusal));
            }
        };
        if let Some(Event::Rematched { .. }) = events.first()
            // Boxed, since every match would keep room for it.
            && !Box::pin(self.open_rematch(now)).await
        {
            return Ok(self.busy());
        }
        match self.commit(events, Some((who.id, id)), now).await {
            Ok(seq) => {
                match command {
                    Command::Play { .. } | Command::Offer(Offer::Takeback, _) => {
                        self.credit_slow_commit(now).await;
                    }
                    Command::Resign
                    | Command::Abort
                    | Command::Claim
                    | Command::Offer(Offer::Draw | Offer::Impasse | Offer::Rematch, _)
                    | Command::Say(_) => self.note_slow_commit(now),
                }
                Ok(Reply::Done { seq })
            }
            Err(Failed::Busy) => Ok(self.busy()),
            Err(Failed::Known) => Ok(Reply::Known),
            Err(Failed::Lost) => Err(()),
        }
    }

    async fn join(&mut self, who: &Player) -> Result<Result<Side, JoinError>, ()> {
        match self.settle().await {
            Ok(()) => {}
            Err(Failed::Lost) => return Err(()),
            Err(Failed::Busy | Failed::Known) => return Ok(Err(JoinError::Busy)),
        }
        let now = self.registry.now();
        let (side, event) = match self.state.decide_join(who, now) {
            Ok(joined) => joined,
            Err(refusal) => return Ok(Err(refusal.into())),
        };
        let Some(event) = event else { return Ok(Ok(side)) };
        match self.commit(vec![event], None, now).await {
            Ok(_) => {
                self.credit_slow_commit(now).await;
                Ok(Ok(side))
            }
            Err(Failed::Busy | Failed::Known) => Ok(Err(JoinError::Busy)),
            Err(Failed::Lost) => Err(()),
        }
    }

    fn snapshot(&self, detail: Detail, now: Moment) -> Box<Snapshot> {
        let legal = match detail {
            Detail::Plain => None,
            Detail::Legal => Some(self.state.legal()),
        };
        Box::new(Snapshot { legal, ..self.state.snapshot(now) })
    }

    fn connect(
        &mut self,
        who: &Player,
        since: Option<u32>,
        detail: Detail,
        now: Moment,
    ) -> Connected {
        let seat = self.state.seat_of(who.id);
        self.state.presence_mut().come(seat, now);
        let seq = self.state.seq();
        let events = match seat {
            Some(_) => self.audience.player(),
            None => self.audience.watcher(),
        };
        // The journal of a match that is over has been dropped, and what is said after the end
        // is in none: since a restart another event may have the number that the client knows.
        let replayable = since.is_some_and(|since| since <= seq) && self.state.is_journaled();
        Connected {
            seat,
            seq,
            events,
            snapshot: (!replayable).then(|| self.snapshot(detail, now)),
            legal: match detail {
                Detail::Plain => None,
                Detail::Legal => {
                    let reader = self.audience.legal_reader();
                    Some(Legal { actions: self.state.legal(), reader })
                }
            },
        }
    }

    fn disconnect(&mut self, seat: Option<Side>, now: Moment) {
        self.state.presence_mut().go(seat, now);
        if !self.state.presence().anybody() {
            self.deserted = now;
        }
        self.audience.tidy();
    }

    /// Does what has become due: credits the time the store was away, lets a flag fall, tells
    /// who is there. Nearly always there is nothing to do.
    async fn settle(&mut self) -> Result<(), Failed> {
        let due = [self.state.due(), self.state.presence().due()].into_iter().flatten().min();
        let is_due = due.is_some_and(|due| due <= self.registry.now());
        if self.outage.is_none() && (!is_due || self.may_be_late()) {
            return Ok(());
        }
        Box::pin(self.settle_due()).await
    }

    async fn settle_due(&mut self) -> Result<(), Failed> {
        self.credit_outage().await?;
        let now = self.registry.now();
        if self.state.due().is_some_and(|due| due <= now)
            && let Some(event) = self.state.decide_due(now)
        {
            self.commit(vec![event], None, now).await?;
            self.credit_slow_commit(now).await;
        }
        let now = self.registry.now();
        if let Some(event) = self.state.decide_presence(now) {
            self.commit(vec![event], None, now).await?;
            self.note_slow_commit(now);
        }
        Ok(())
    }

    /// Notes how long something else than an action was written, if that was long. It is given
    /// back to an action that waited meanwhile, and to nobody else: or talking would stop the
    /// clock of whoever talks.
    fn note_slow_commit(&mut self, decided: Moment) {
        let now = self.registry.now();
        if now.since(decided) > SLOW_COMMIT {
            let from = self.held_up.map_or(decided, |(from, _)| from);
            self.held_up = Some((from, now));
        }
    }

    /// Whether an action may be waiting that came in time: no flag falls before it was looked at.
    fn may_be_late(&self) -> bool {
        self.held_up.is_some() && !self.handle.is_idle()
    }

    /// Gives the time that a legal action waited for something else to be written back to whoever
    /// acts.
    async fn credit_delay(
        &mut self,
        who: &Player,
        command: &Command,
        came: Moment,
    ) -> Result<(), Failed> {
        let Some((from, until)) = self.held_up else { return Ok(()) };
        if !self.state.would_play(who, command) {
            return Ok(());
        }
        self.held_up = None;
        let now = self.registry.now();
        if came < until
            && let Some(event) =
                self.state.decide_credit(until.since(from.max(came)), CreditCause::Store, now)
        {
            self.commit(vec![event], None, now).await?;
        }
        Ok(())
    }

    /// Writes events to the journal, makes them part of the match and tells them; returns the
    /// number of the first. If that fails, the match is as before.
    ///
    /// Not an `async fn`, whose future would keep room for the arguments: every match in memory
    /// has one of these.
    fn commit(
        &mut self,
        events: Vec<Event>,
        command: Option<(PlayerId, CommandId)>,
        now: Moment,
    ) -> impl Future<Output = Result<u32, Failed>> {
        let draft = Draft::new(self.state.seq() + 1, events, command, now);
        let written = self.state.is_journaled().then(|| {
            let (match_id, closing) = (self.state.id(), self.closing(&draft));
            let append = Append { match_id, events: draft.rows(), closing };
            self.registry.journal().append(append)
        });
        async move {
            if let Some(written) = written
                && let Err(error) = written.await
            {
                return Err(self.not_written(error, draft.now()));
            }
            self.make_part(draft)
        }
    }

    /// Makes what is in the journal part of the match, and tells it.
    fn make_part(&mut self, draft: Draft) -> Result<u32, Failed> {
        let first = self.state.seq() + 1;
        for frame in draft.frames() {
            if let Err(error) = self.state.evolve(&frame.event, draft.now()) {
                tracing::error!(match.id = %self.state.id(), %error, "a decided event failed");
                return Err(Failed::Lost);
            }
            log::event(frame);
            self.note_seats(&frame.event);
            if matches!(frame.event, Event::Moved(_)) {
                metrics().count_move();
            }
        }
        if let Some((command, event)) = draft.command() {
            self.recent.note(command, event);
        }
        let legal = self.audience.wants_legal().then(|| self.state.legal());
        for told in draft.told(legal.as_deref()) {
            self.audience.tell(told);
        }
        self.note_change();
        self.call_house();
        Ok(first)
    }

    /// Leaves the match as it was before events that the journal did not take.
    fn not_written(&mut self, error: AppendError, decided: Moment) -> Failed {
        match error {
            AppendError::Busy => {
                self.state.undecide();
                self.outage.get_or_insert(decided);
                Failed::Busy
            }
            AppendError::Conflict(Conflict::Command) => {
                self.state.undecide();
                Failed::Known
            }
            AppendError::Conflict(Conflict::Seq | Conflict::Game)
            | AppendError::Fenced
            | AppendError::Unknown => Failed::Lost,
        }
    }

    /// What becomes of the match if these events end it.
    fn closing(&self, draft: &Draft) -> Option<Closing> {
        if !draft.frames().any(|frame| matches!(frame.event, Event::Ended { .. })) {
            return None;
        }
        if self.state.free_seat().is_some() {
            return Some(Closing::Discard);
        }
        let mut after = self.state.clone();
        for frame in draft.frames() {
            after.evolve(&frame.event, draft.now()).ok()?;
        }
        let mut commands = self.recent.keys();
        commands.extend(draft.command().map(|((who, id, seq), _)| (Recent::key(who, id), seq)));
        after.finished(commands).map(|game| Closing::Archive(Box::new(game)))
    }

    /// Gives the time the store was away back to whoever's clock ran meanwhile.
    async fn credit_outage(&mut self) -> Result<(), Failed> {
        for _ in 0..MOST_CREDITS {
            let Some(since) = self.outage else { return Ok(()) };
            let now = self.registry.now();
            let span = now.since(since);
            if let Some(event) = self.state.decide_credit(span, CreditCause::Store, now) {
                self.commit(vec![event], None, now).await?;
            }
            // Writing this down may have had to wait too.
            self.outage = (self.registry.now().since(now) > RETRY).then_some(now);
        }
        Ok(())
    }

    /// Gives a slow commit's time back to whoever's clock ran meanwhile.
    async fn credit_slow_commit(&mut self, decided: Moment) {
        if self.registry.now().since(decided) > SLOW_COMMIT {
            self.outage = Some(decided);
            // If it fails, the outage stays noted and is credited later.
            let _ = Box::pin(self.credit_outage()).await;
        }
    }

    /// Makes the next match before anybody is sent there; false if the store is away.
    async fn open_rematch(&self, now: Moment) -> bool {
        let Some((next, events)) = self.state.rematched(now) else { return false };
        match self.registry.is_archived(next.id()).await {
            // Since then this match has been forgotten, and with it that it had a rematch.
            Ok(true) => true,
            Ok(false) => self.registry.open(next, events.into(), now).await.is_ok(),
            Err(_) => false,
        }
    }

    /// Notes who has a seat, and who has none in a match any more that is over.
    fn note_seats(&self, event: &Event) {
        match event {
            Event::Joined { player, .. } => self.registry.seats().take(player.id, self.state.id()),
            Event::Ended { .. } => {
                for player in self.state.players() {
                    self.registry.seats().leave(player, self.state.id());
                }
            }
            _ => {}
        }
    }

    /// Notes where everybody sits when the task begins.
    pub(super) fn note_all_seats(&self) {
        if self.state.is_journaled() {
            for player in self.state.players() {
                self.registry.seats().take(player, self.state.id());
            }
        }
    }

    /// Calls a house player who has something to do.
    pub(super) fn call_house(&self) {
        if self.state.calls_house() {
            self.registry.calls().call(self.state.id());
        }
    }

    /// Tells the lobby, if the match is one it shows.
    pub(super) fn note_change(&self) {
        if self.state.visibility() == Visibility::Public {
            let is_quiet = self.state.quiet_at().is_some_and(|at| at <= self.registry.now());
            let state = if is_quiet { RoomState::Over } else { self.state.state() };
            self.registry.lobby().note(&self.handle, state);
        }
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
        if std::thread::panicking() {
            log::lost(self.state.id(), "its task failed");
            self.registry.note_orphan();
        }
    }
}
