//! The messages of the socket by which a node gets a match for its spectators: first a greeting, then
//! each event as spectators are sent it, after a line about it. In the other direction comes the number
//! of spectators, whenever it changes.
//!
//! ```text
//! 7 running 0198c1f05a2b7c3d8e4f0123456789ab 0198c1f05a2b7c3d8e4f0123456789ac
//! ```
//!
//! ```text
//! event 8
//! {"type":"event","seq":8,…}
//! ```

use crate::live::{Outgoing, OutgoingKind, Watched};
use domain::PlayerId;
use engine::{BySide, Side};
use protocol::Frame;
use std::fmt::Write;

/// A seat without a player.
const FREE: &str = "-";

/// The beginning of the socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Greeting {
    /// The number of the last event so far.
    pub(super) seq: u32,
    /// Whether events are in the journal: until the match is over.
    pub(super) is_journaled: bool,
    /// The players in the seats that are taken.
    pub(super) seats: BySide<Option<PlayerId>>,
}

/// An event with the seat that it changes.
#[derive(Debug)]
pub(super) struct Update {
    pub(super) event: Outgoing,
    pub(super) leaves: Option<Side>,
}

/// The text of a greeting.
pub(crate) fn greeting(watched: &Watched) -> String {
    let state = if watched.is_journaled { "running" } else { "over" };
    let mut text = format!("{} {state}", watched.seq);
    for side in Side::ALL {
        match watched.seats[side] {
            Some(player) => _ = write!(text, " {}", player.0.simple()),
            None => _ = write!(text, " {FREE}"),
        }
    }
    text
}

/// The text of an event.
pub(crate) fn update(event: &Outgoing) -> String {
    let (seq, frame) = (event.seq, event.frame.as_str());
    match event.kind {
        OutgoingKind::Event => format!("event {seq}\n{frame}"),
        OutgoingKind::Ended => format!("ended {seq}\n{frame}"),
        OutgoingKind::Joined(player) => format!("joined {seq} {}\n{frame}", player.0.simple()),
        OutgoingKind::Left(side, _) => format!("left {seq} {}\n{frame}", side.as_str()),
        OutgoingKind::Whole => format!("whole {seq}\n{frame}"),
    }
}

impl Greeting {
    /// Reads the text of one.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut fields = text.split(' ');
        let seq = fields.next()?.parse().ok()?;
        let is_journaled = match fields.next()? {
            "running" => true,
            "over" => false,
            _ => return None,
        };
        let mut seat = || match fields.next()? {
            FREE => Some(None),
            player => player.parse().ok().map(Some),
        };
        let seats = BySide { first: seat()?, second: seat()? };
        fields.next().is_none().then_some(Self { seq, is_journaled, seats })
    }
}

impl Update {
    /// Reads the text of one.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (about, frame) = text.split_once('\n')?;
        let mut fields = about.split(' ');
        let (kind, seq) = (fields.next()?, fields.next()?.parse().ok()?);
        let mut leaves = None;
        let kind = match kind {
            "event" => OutgoingKind::Event,
            "ended" => OutgoingKind::Ended,
            "joined" => OutgoingKind::Joined(fields.next()?.parse().ok()?),
            "left" => {
                leaves = Some(fields.next()?.parse().ok()?);
                // None of the spectators is the player who left.
                OutgoingKind::Event
            }
            "whole" => OutgoingKind::Whole,
            _ => return None,
        };
        let frame = Frame::from(frame.to_owned());
        let event = Outgoing { seq, frame, with_legal: None, kind };
        fields.next().is_none().then_some(Self { event, leaves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::broadcast;

    #[test]
    fn greeting_is_read_as_it_was_written() {
        let (first, second) = (PlayerId::fresh(), PlayerId::fresh());
        for (first, second, is_journaled) in [
            (Some(first), Some(second), true),
            (None, Some(second), true),
            (Some(first), None, false),
        ] {
            let (seats, seq) = (BySide { first, second }, 7);
            let (_, events) = broadcast::channel(1);
            let watched = Watched { seq, is_journaled, seats, events };
            let expected = Greeting { seq, is_journaled, seats };
            assert_eq!(Greeting::read(&greeting(&watched)), Some(expected));
        }
        for bad in ["", "7", "7 running", "7 away - -", "x over - -", "7 over - - -", "7 over - x"]
        {
            assert_eq!(Greeting::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn event_is_read_as_it_was_written() {
        let player = PlayerId::fresh();
        for (kind, read, leaves) in [
            (OutgoingKind::Event, OutgoingKind::Event, None),
            (OutgoingKind::Ended, OutgoingKind::Ended, None),
            (OutgoingKind::Whole, OutgoingKind::Whole, None),
            (OutgoingKind::Joined(player), OutgoingKind::Joined(player), None),
            (OutgoingKind::Left(Side::Second, 3), OutgoingKind::Event, Some(Side::Second)),
        ] {
            let frame = Frame::from("{\"text\":\"two\\nlines\"}".to_owned());
            let event = Outgoing { seq: 9, frame: frame.clone(), with_legal: None, kind };
            let update = Update::read(&update(&event)).expect("it was written here");
            assert_eq!((update.event.seq, update.event.kind), (9, read));
            assert_eq!((update.event.frame, update.leaves), (frame, leaves));
        }
        for bad in ["", "event 9", "event\n{}", "event 9 9\n{}", "joined 9\n{}", "left 9 third\n{}"]
        {
            assert!(Update::read(bad).is_none(), "{bad}");
        }
    }
}
