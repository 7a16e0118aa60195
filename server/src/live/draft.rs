//! Events that are decided and not yet applied: numbered, and written in both formats, that of the
//! store and that of the wire.

use super::connected::{Outgoing, OutgoingKind};
use domain::{Channel, CommandId, Event, Moment, NumberedEvent, PlayerId};
use protocol::{EventFrame, Frame};
use std::sync::Arc;
use store::{Event as Stored, codec};

/// Events that were decided together.
#[derive(Debug)]
pub(super) struct PendingEvents {
    events: Vec<NumberedEvent>,
    /// The command whose event is the first.
    command: Option<(PlayerId, CommandId)>,
    now: Moment,
}

fn frame_of(frame: &EventFrame) -> Frame {
    Frame::from(frame.to_text())
}

/// The text of an event, or of a snapshot, with the legal actions after it.
pub(super) fn joined_with(frame: &Frame, legal: &[String]) -> Frame {
    let legal = serde_json::to_string(legal).expect("texts are JSON");
    let open = frame.as_str().strip_suffix('}').expect("an event is an object");
    Frame::from(format!("{open},\"legal\":{legal}}}"))
}

impl PendingEvents {
    /// Numbers `events` from `first` on.
    pub(super) fn new(
        first: u32,
        events: Vec<Event>,
        command: Option<(PlayerId, CommandId)>,
        now: Moment,
    ) -> Self {
        let events =
            (first..).zip(events).map(|(seq, event)| NumberedEvent { seq, at: now, event });
        Self { events: events.collect(), command, now }
    }

    /// When they were decided.
    pub(super) const fn now(&self) -> Moment {
        self.now
    }

    /// The events with their numbers.
    pub(super) fn events(&self) -> impl Iterator<Item = &NumberedEvent> {
        self.events.iter()
    }

    /// The command with the number of its event, and that event.
    pub(super) fn command(&self) -> Option<((PlayerId, CommandId, u32), &Event)> {
        let (who, id) = self.command?;
        let first = self.events.first()?;
        Some(((who, id, first.seq), &first.event))
    }

    /// The events as the journal takes them.
    pub(super) fn rows(&self) -> Vec<Stored> {
        let mut key = self.command.map(|(who, id)| id.key(who));
        let row = |event: &NumberedEvent| Stored {
            seq: event.seq,
            command: key.take(),
            payload: codec::write_event(event),
        };
        self.events.iter().map(row).collect()
    }

    /// The events as the readers take them; those that change the turn or the legal actions come
    /// with the actions that are `legal` after all of them. Each comes with the form that spectators get, if
    /// that is another: of a chat line, as long as the match is not over. So many opponents have left
    /// the match by now.
    pub(super) fn outgoing(
        self,
        legal: Option<&[String]>,
        is_over: bool,
        leaves: u32,
    ) -> impl Iterator<Item = (Outgoing, Option<Outgoing>)> {
        self.events.into_iter().map(move |numbered| {
            let is_apart = !is_over && matches!(numbered.event, Event::Chat { .. });
            let for_spectators = is_apart.then(|| Outgoing {
                seq: numbered.seq,
                frame: frame_of(&EventFrame::shown(&numbered, Some(Channel::Spectators))),
                with_legal: None,
                kind: OutgoingKind::Event,
            });
            let frame = frame_of(&if is_apart {
                EventFrame::shown(&numbered, Some(Channel::Players))
            } else {
                EventFrame::from(&numbered)
            });
            let NumberedEvent { seq, event, .. } = numbered;
            let changes = matches!(
                event,
                Event::Joined { .. } | Event::Left(_) | Event::Moved(_) | Event::TakenBack(_)
            );
            let with_legal = legal.filter(|_| changes);
            let kind = match &event {
                Event::Joined { player, .. } => OutgoingKind::Joined(player.id),
                Event::Ended { .. } => OutgoingKind::Ended,
                Event::Left(left) => OutgoingKind::Left(left.seat, leaves),
                _ => OutgoingKind::Event,
            };
            let with_legal = with_legal.map(|legal| Arc::new(joined_with(&frame, legal)));
            (Outgoing { seq, with_legal, frame, kind }, for_spectators)
        })
    }
}
