//! The commit step of a match's task: decided events are written to the journal, then applied to
//! the match, then broadcast, in this order and never in another.
//!
//! A failed write leaves the match as it was before the decision, so that the client may retry. If
//! it is unknown whether the write happened, or if another server holds the match, the task ends
//! (`Failed::Lost`), and the match is restored from its journal on the next request. The step that
//! ends a match also moves it into the archive, in the same transaction as its last event.

use super::{Actor, Failed};
use crate::matches::draft::Draft;
use crate::matches::journal::AppendError;
use crate::matches::log;
use crate::matches::notices;
use crate::metrics::metrics;
use crate::store::{Append, Closing, Conflict};
use domain::{CommandId, Event, Moment, PlayerId, RoomState, Visibility};

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
        let draft = Draft::new(self.state.seq() + 1, events, command, now);
        let written = self.state.is_journaled().then(|| {
            let (match_id, closing) = (self.state.id(), self.closing(&draft));
            let append = Append { match_id, events: draft.rows(), closing, seekers: Vec::new() };
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

    /// Makes what is in the journal part of the match, and sends it.
    pub(super) fn apply_and_broadcast(&mut self, draft: Draft) -> Result<u32, Failed> {
        let first = self.state.seq() + 1;
        for numbered in draft.events() {
            if let Err(error) = self.state.evolve(&numbered.event, draft.now()) {
                tracing::error!(match.id = %self.state.id(), %error, "a decided event failed");
                return Err(Failed::Lost);
            }
            log::event(numbered);
            self.note_seats(&numbered.event);
            notices::withdraw_past(&self.state, &numbered.event, &self.context.notices);
            match numbered.event {
                Event::Moved(_) => metrics().count_move(self.state.game_id()),
                Event::Ended { .. } => metrics().count_ended(self.state.game_id()),
                _ => {}
            }
        }
        if let Some((command, event)) = draft.command() {
            self.recent.note(command, event);
        }
        if draft.events().any(|numbered| notices::is_news(&self.state, &numbered.event)) {
            notices::notify_turn(&self.state, &self.context);
        }
        let legal = self.audience.wants_legal().then(|| self.state.legal());
        for event in draft.outgoing(legal.as_deref()) {
            self.audience.send(event);
        }
        self.note_change();
        self.call_house();
        Ok(first)
    }

    /// Leaves the match as it was before events that the journal did not take.
    pub(super) fn not_written(&mut self, error: AppendError, decided: Moment) -> Failed {
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
            AppendError::Conflict(Conflict::Seq | Conflict::Game | Conflict::Seek)
            | AppendError::Fenced
            | AppendError::Unknown => Failed::Lost,
        }
    }

    /// What happens to the match if these events end it: it is archived, or discarded if no
    /// opponent joined it; `None` if they do not end it.
    pub(super) fn closing(&self, draft: &Draft) -> Option<Closing> {
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

    /// Records who has taken a seat, and releases every seat when the match is over.
    pub(super) fn note_seats(&self, event: &Event) {
        match event {
            Event::Joined { player, .. } => self.context.seats.take(player.id, self.state.id()),
            Event::Ended { .. } => {
                for player in self.state.players() {
                    self.context.seats.leave(player, self.state.id());
                }
            }
            _ => {}
        }
    }

    /// Records the seats of all players when the task begins.
    pub(in crate::matches) fn note_all_seats(&self) {
        if self.state.is_journaled() {
            for player in self.state.players() {
                self.context.seats.take(player, self.state.id());
            }
        }
    }

    /// Notifies the house player of the match, if it has something to do.
    pub(in crate::matches) fn call_house(&self) {
        if self.state.calls_house() {
            self.context.calls.call(self.state.id());
        }
    }

    /// Notifies the lobby of a change, if the match is public.
    pub(in crate::matches) fn note_change(&self) {
        if self.state.visibility() == Visibility::Public {
            let is_quiet = self.state.quiet_at().is_some_and(|at| at <= self.context.now());
            let state = if is_quiet { RoomState::Over } else { self.state.state() };
            self.context.lobby.note(&self.handle, state);
        }
    }
}
