//! Events that are decided and not yet applied: numbered, and written in both formats, that of the
//! store and that of the wire.

use super::handle::Outgoing;
use crate::store::{Event as Stored, Frame, codec};
use crate::wire::EventFrame;
use domain::{CommandId, Event, Moment, NumberedEvent, PlayerId};
use std::sync::Arc;

/// Events that were decided together.
#[derive(Debug)]
pub(super) struct Draft {
    events: Vec<NumberedEvent>,
    /// The command whose event is the first.
    command: Option<(PlayerId, CommandId)>,
    now: Moment,
}

/// The text of an event with the legal actions after it.
fn joined_with(frame: &Frame, legal: &[String]) -> Frame {
    let legal = serde_json::to_string(legal).expect("texts are JSON");
    let open = frame.as_str().strip_suffix('}').expect("an event is an object");
    Frame::from(format!("{open},\"legal\":{legal}}}"))
}

impl Draft {
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

    /// The events as the readers take them; those that change whose turn it is, or what can be
    /// played, with what is `legal` after all of them.
    pub(super) fn outgoing(self, legal: Option<&[String]>) -> impl Iterator<Item = Outgoing> {
        self.events.into_iter().map(move |numbered| {
            let frame = Frame::from(EventFrame::from(&numbered).to_text());
            let NumberedEvent { seq, event, .. } = numbered;
            let changes =
                matches!(event, Event::Joined { .. } | Event::Moved(_) | Event::TakenBack(_));
            let with_legal = legal.filter(|_| changes);
            Outgoing {
                seq,
                with_legal: with_legal.map(|legal| Arc::new(joined_with(&frame, legal))),
                frame,
                joined: matches!(event, Event::Joined { .. }),
            }
        })
    }
}
