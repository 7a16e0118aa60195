//! The commit step of a match's task: decided events are written to the journal, then applied to
//! the match, then broadcast, in this order (`docs/decisions/0003-acknowledge-after-commit.md`).
//!
//! A failed write leaves the match as it was before the decision, so that the client may retry. If
//! it is unknown whether the write happened, or if another server holds the match, the task ends
//! (`Failed::Lost`), and the match is restored from its journal on the next request. The step that
//! ends a match also moves it into the archive, in the same transaction as its last event.

use super::{Actor, Failed};
use crate::live::connected::{Detail, Outgoing, OutgoingKind};
use crate::live::draft::{PendingEvents, joined_with};
use crate::live::journal::AppendError;
use crate::live::limits::Begins;
use crate::live::log;
use crate::live::notices;
use crate::metrics::metrics;
use domain::{Channel, CommandId, Event, MatchState, Moment, NumberedEvent, PlayerId, Visibility};
use engine::Side;
use protocol::{Frame, ServerMessage};
use std::sync::Arc;
use store::{Append, Closing, Conflict, StoreError, codec};

impl Actor {
    /// Writes events to the journal, makes them part of the match and sends them; returns the
    /// number of the first. If that fails, the match is as before.
    ///
    /// Not an `async fn`, whose future would keep room for the arguments: every match in memory
    /// has one of these.
    pub(super) fn commit(
        &mut self,
        events: Vec<Event>,
        command: Option<(PlayerId, CommandId)>,
        now: Moment,
    ) -> impl Future<Output = Result<u32, Failed>> {
        let draft = PendingEvents::new(self.state.seq() + 1, events, command, now);
        let written = self.state.is_journaled().then(|| {
            let (match_id, closing) = (self.state.id(), self.closing(&draft));
            let append = Append { match_id, events: draft.rows(), closing, seekers: None };
            self.context.journal.append(append)
        });
        async move {
            if let Some(written) = written
                && let Err(error) = written.await
            {
                return Err(self.not_written(error, draft.now()));
            }
            self.apply_and_broadcast(draft)
        }
    }

    /// Applies journaled events to the match, and sends them.
    pub(super) fn apply_and_broadcast(&mut self, draft: PendingEvents) -> Result<u32, Failed> {
        let first = self.state.seq() + 1;
        for numbered in draft.events() {
            let left = self.leaver(&numbered.event);
            if let Err(error) = self.state.evolve(&numbered.event, draft.now()) {
                tracing::error!(match.id = %self.state.id(), %error, "a decided event failed");
                log::lost(self.state.id(), "the match does not accept its own event");
                return Err(Failed::Lost);
            }
            log::event(numbered);
            self.record_seats(&numbered.event, left);
            notices::withdraw_past(&self.state, &numbered.event, &self.context.notices);
            match numbered.event {
                Event::Moved(_) => metrics().count_move(self.state.game_id()),
                Event::Ended { .. } => metrics().count_ended(self.state.game_id()),
                _ => {}
            }
        }
        if let Some((command, event)) = draft.command() {
            self.recent.record(command, event);
            if matches!(event, Event::Chat { .. }) {
                self.context.traces.take(command.0, self.state.id());
            }
        }
        if draft.events().any(|numbered| notices::is_news(&self.state, &numbered.event)) {
            notices::notify_turn(&self.state, &self.context);
        }
        let now = draft.now();
        let legal = self.audience.wants_legal().then(|| self.state.legal());
        let ends = draft.events().any(|numbered| matches!(numbered.event, Event::Ended { .. }));
        let (is_over, leaves) = (self.state.ending().is_some(), self.state.leaves());
        for (event, for_spectators) in draft.outgoing(legal.as_deref(), is_over, leaves) {
            self.audience.send(event, for_spectators.as_ref());
        }
        if ends {
            self.send_unread(now);
        }
        self.record_change();
        self.call_computer();
        Ok(first)
    }

    /// Sends the chat lines that a match has withheld until its end, as the whole match: those of the
    /// spectators to the players, and the other way round.
    fn send_unread(&mut self, now: Moment) {
        let has = |channel| self.state.chat().any(|line| line.channel == channel);
        let (by_players, by_spectators) = (has(Channel::Players), has(Channel::Spectators));
        if !by_players && !by_spectators {
            return;
        }
        let whole = ServerMessage::Snapshot(self.snapshot(Detail::Plain, now, None));
        let text = serde_json::to_string(&whole).expect("snapshots hold nothing JSON cannot say");
        let frame = Frame::from(text);
        let with_legal = self.audience.wants_legal().then(|| Arc::new(joined_with(&frame, &[])));
        let (seq, kind) = (self.state.seq(), OutgoingKind::Whole);
        let whole = Outgoing { seq, frame, with_legal, kind };
        if by_players {
            self.audience.send_later(&whole);
        }
        if by_spectators {
            self.audience.send_players(whole);
        }
    }

    /// The event of the plan that one of these events replaces, and whose that is.
    pub(super) fn replaced_plan(&self, events: &[Event]) -> Option<(Side, u32)> {
        let Some(Event::Planned { by, .. }) = events.first() else { return None };
        Some((*by, self.state.plan(*by).seq()?))
    }

    /// Takes the lines of a plan out of the journal that a newer one of the side has replaced. Its event
    /// remains, so that numbers have no gap.
    pub(super) async fn drop_plan(&self, by: Side, seq: u32) {
        let (store, id) = (&self.context.store, self.state.id());
        let dropped = async {
            let stored = store.events(id, seq.saturating_sub(1), 1).await?;
            let read = stored.first().and_then(|event| codec::read_event(&event.payload).ok());
            let Some(read) = read.filter(|event| event.seq == seq) else { return Ok(()) };
            let event = Event::Planned { by, lines: Vec::new() };
            let payload = codec::write_event(&NumberedEvent { event, ..read });
            store.rewrite(id, seq, &payload).await
        };
        let dropped: Result<(), StoreError> = dropped.await;
        if let Err(error) = dropped {
            tracing::warn!(%error, "the lines of a plan that was replaced remain in the journal");
        }
    }

    /// Leaves the match as it was before events that the journal did not take.
    pub(super) fn not_written(&mut self, error: AppendError, decided: Moment) -> Failed {
        match error {
            AppendError::Busy => {
                self.state.rollback_decision();
                self.outage.get_or_insert(decided);
                Failed::Busy
            }
            AppendError::Conflict(Conflict::Command) => {
                self.state.rollback_decision();
                Failed::Known
            }
            AppendError::Conflict(Conflict::Seq | Conflict::Game | Conflict::Seek)
            | AppendError::Unknown => {
                log::lost(self.state.id(), "the journal and the match disagree");
                Failed::Lost
            }
            AppendError::Fenced => {
                log::taken_over(self.state.id());
                Failed::Lost
            }
        }
    }

    /// The fate of a match that these events end: it is archived, or discarded if no
    /// opponent joined it; `None` if they do not end it.
    pub(super) fn closing(&self, draft: &PendingEvents) -> Option<Closing> {
        if !draft.events().any(|numbered| matches!(numbered.event, Event::Ended { .. })) {
            return None;
        }
        if self.state.free_seat().is_some() {
            return Some(Closing::Discard);
        }
        let mut after = self.state.clone();
        for numbered in draft.events() {
            after.evolve(&numbered.event, draft.now()).ok()?;
        }
        let mut commands = self.recent.keys();
        commands.extend(draft.command().map(|((who, id, seq), _)| (id.key(who), seq)));
        after.finished(commands).map(|game| Closing::Archive(Box::new(game)))
    }

    /// The player who leaves the match by an event that is not part of it yet.
    fn leaver(&self, event: &Event) -> Option<PlayerId> {
        let Event::Left(left) = event else { return None };
        self.state.seats()[left.seat].as_ref().map(|player| player.id)
    }

    /// Records who has taken a seat or left it, and releases every seat when the match is over.
    pub(super) fn record_seats(&self, event: &Event, left: Option<PlayerId>) {
        let leaver = left.map(|player| (player, self.joiner.as_deref().copied()));
        self.context.limits.record(&self.state, event, leaver, self.context.now());
        match event {
            Event::Left(_) => {
                if let Some(player) = left {
                    self.context.traces.take(player, self.state.id());
                    self.context.seats.leave(player, self.state.id());
                }
            }
            Event::Joined { player, .. } => self.context.seats.take(player.id, self.state.id()),
            Event::Ended { .. } => {
                for player in self.state.players() {
                    self.context.traces.take(player, self.state.id());
                    self.context.seats.leave(player, self.state.id());
                }
            }
            _ => {}
        }
    }

    /// Counts the match against the limits when the task begins.
    pub(in crate::live) fn record_limits(&self, begins: Begins) {
        self.context.limits.record_begun(&self.state, begins);
    }

    /// Records the seats of all players, and who else the match remembers, when the task begins.
    pub(in crate::live) fn record_all_seats(&mut self) {
        self.noted = true;
        if self.state.is_journaled() {
            for player in self.state.players() {
                self.context.seats.take(player, self.state.id());
            }
        }
        let is_over = !self.state.is_journaled();
        let players = self.state.players().filter(|_| is_over);
        for player in players.chain(self.recent.speakers()) {
            self.context.traces.take(player, self.state.id());
        }
    }

    /// Takes the match out of the lists of this server, before another one gets it. The other servers
    /// are not sent that the seats are left: the match keeps them.
    pub(in crate::live) fn forget_lists(&self) {
        if self.state.visibility() == Visibility::Public {
            self.context.list_changes.record(&self.handle, MatchState::Over);
        }
        for player in self.state.players() {
            self.context.seats.forget(player, self.state.id());
        }
        for player in self.recent.speakers() {
            self.context.traces.forget(player, self.state.id());
        }
    }

    /// Notifies the computer player of the match, if it has something to do.
    pub(in crate::live) fn call_computer(&self) {
        if self.state.calls_computer() {
            self.context.calls.call(self.state.id());
        }
    }

    /// Notifies the lobby of a change, if the match is public.
    pub(in crate::live) fn record_change(&self) {
        if self.state.visibility() == Visibility::Public {
            let is_quiet = self.state.quiet_at().is_some_and(|at| at <= self.context.now());
            let state = if is_quiet { MatchState::Over } else { self.state.state() };
            self.context.list_changes.record(&self.handle, state);
        }
    }
}
