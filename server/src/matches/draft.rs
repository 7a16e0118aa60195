//! Events between their decision and their being part of the match.

use super::handle::Told;
use super::recent::Recent;
use crate::ids::PlayerId;
use crate::store::{Event as Stored, Frame};
use crate::time::Moment;
use crate::wire::{CommandId, Event, EventFrame};
use std::sync::Arc;

/// Events that were decided together, numbered and put into words.
#[derive(Debug)]
pub(super) struct Draft {
    events: Vec<(EventFrame, Frame)>,
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
        let events = (first..).zip(events).map(|(seq, event)| {
            let frame = EventFrame { seq, at: now.0, event };
            let text = Frame::from(frame.to_text());
            (frame, text)
        });
        Self { events: events.collect(), command, now }
    }

    /// When they were decided.
    pub(super) const fn now(&self) -> Moment {
        self.now
    }

    /// The events with their numbers.
    pub(super) fn frames(&self) -> impl Iterator<Item = &EventFrame> {
        self.events.iter().map(|(frame, _)| frame)
    }

    /// The command with the number of its event, and that event.
    pub(super) fn command(&self) -> Option<((PlayerId, CommandId, u32), &Event)> {
        let (who, id) = self.command?;
        let (frame, _) = self.events.first()?;
        Some(((who, id, frame.seq), &frame.event))
    }

    /// The events as the journal takes them.
    pub(super) fn rows(&self) -> Vec<Stored> {
        let mut key = self.command.map(|(who, id)| Recent::key(who, id));
        let row = |(frame, text): &(EventFrame, Frame)| Stored {
            seq: frame.seq,
            command: key.take(),
            payload: text.clone(),
        };
        self.events.iter().map(row).collect()
    }

    /// The events as the readers take them; those that change whose turn it is, or what can be
    /// played, with what is `legal` after all of them.
    pub(super) fn told(self, legal: Option<&[String]>) -> impl Iterator<Item = Told> {
        self.events.into_iter().map(move |(EventFrame { seq, event, .. }, frame)| {
            let changes =
                matches!(event, Event::Joined { .. } | Event::Moved(_) | Event::TakenBack(_));
            let with_legal = legal.filter(|_| changes);
            Told {
                seq,
                with_legal: with_legal.map(|legal| Arc::new(joined_with(&frame, legal))),
                frame,
                joined: matches!(event, Event::Joined { .. }),
            }
        })
    }
}
