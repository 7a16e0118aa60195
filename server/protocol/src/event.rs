//! Converts the events of the domain into frames of the protocol.
//!
//! The two are separate on purpose: the domain may change without the wire, and the wire without
//! the stored format. There is no conversion back, because the server never reads events from clients.

use super::clock::{ClockSettingView, TimesView};
use super::protocol::{CaptureView, Created, Event, EventFrame, Moved, TakenBack};
use super::schema::{ReasonWord, SideWord};
use super::text::Hash;
use domain::clock::Reading;
use domain::text::word;
use domain::{Captured, Channel, EndReason, NumberedEvent};
use engine::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// [`Event::Left`]: the seat is free, and the match is at its start again. Its state is `open`, and
/// its turn is null.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Left {
    /// The seat that is free again.
    #[serde(with = "word")]
    #[schema(value_type = SideWord)]
    pub seat: Side,
    /// `aborted`: the opponent aborted or resigned; `no_start`: the opponent did not act in time.
    #[serde(with = "word")]
    #[schema(value_type = ReasonWord)]
    pub reason: EndReason,
    /// The start position.
    pub position: String,
    /// Whether the side to act first is in check.
    pub check: bool,
    /// The clock, as before the match began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TimesView, required = false)]
    pub clock: Option<TimesView>,
    /// The position's key.
    pub hash: Hash,
}

impl From<&NumberedEvent> for EventFrame {
    fn from(NumberedEvent { seq, at, event }: &NumberedEvent) -> Self {
        Self { seq: *seq, at: at.0, event: event.into() }
    }
}

impl EventFrame {
    /// The event as it is sent to a reader of one channel of the chat, or of none. A line of another
    /// channel has only its number and its time; once the match is over, every line is sent as it is.
    #[must_use]
    pub fn shown(numbered: &NumberedEvent, channel: Option<Channel>) -> Self {
        match &numbered.event {
            domain::Event::Chat { channel: of, .. } if Some(*of) != channel => {
                Self { seq: numbered.seq, at: numbered.at.0, event: Event::Noted }
            }
            _ => Self::from(numbered),
        }
    }
}

fn times(clock: Option<Reading>) -> Option<TimesView> {
    clock.map(TimesView::from)
}

impl From<&domain::Event> for Event {
    fn from(event: &domain::Event) -> Self {
        use domain::Event as Domain;
        match event {
            Domain::Created(created) => Self::Created(Box::new((&**created).into())),
            Domain::Joined { seat, player, turn, clock } => Self::Joined {
                seat: *seat,
                player: player.into(),
                turn: *turn,
                clock: times(*clock),
            },
            Domain::Left(left) => Self::Left(Box::new((&**left).into())),
            Domain::Renamed { seat, player } => {
                Self::Renamed { seat: *seat, player: player.into() }
            }
            Domain::Moved(moved) => Self::Moved(Box::new((&**moved).into())),
            Domain::Planned { .. } => Self::Noted,
            Domain::Offered { offer, by } => Self::Offered { offer: *offer, by: *by },
            Domain::Declined { offer, by } => Self::Declined { offer: *offer, by: *by },
            Domain::Withdrawn { offer, by } => Self::Withdrawn { offer: *offer, by: *by },
            Domain::TakenBack(taken) => Self::TakenBack(Box::new((&**taken).into())),
            Domain::Credited { clock, credit, cause } => {
                Self::Credited { clock: (*clock).into(), credit: *credit, cause: *cause }
            }
            Domain::Vacation { by, until, clock } => {
                Self::Vacation { by: *by, until: until.map(|until| until.0), clock: times(*clock) }
            }
            Domain::Paused { until, clock } => {
                Self::Paused { until: until.0, clock: times(*clock) }
            }
            Domain::Resumed { by, clock } => Self::Resumed { by: *by, clock: times(*clock) },
            Domain::Ended { result, reason, clock } => {
                Self::Ended { result: *result, reason: *reason, clock: times(*clock) }
            }
            Domain::Chat { by, name, channel, text } => {
                Self::Chat { by: *by, name: name.clone(), channel: *channel, text: text.clone() }
            }
            Domain::ChatRemoved { chat } => Self::ChatRemoved { chat: *chat },
            Domain::Presence { first, second, spectators } => {
                Self::Presence { first: *first, second: *second, spectators: *spectators }
            }
            Domain::Rematched { next } => Self::Rematched { next: *next },
        }
    }
}

impl From<&domain::Created> for Created {
    fn from(created: &domain::Created) -> Self {
        Self {
            game: created.game.clone(),
            ruleset: created.ruleset.clone(),
            ruleset_version: created.ruleset_version,
            options: created.options.clone(),
            start: created.start.clone(),
            clock: ClockSettingView::from(created.clock),
            seat: created.seat,
            player: (&created.player).into(),
            invited: created.invited.as_ref().map(Into::into),
            visibility: created.visibility,
            rated: created.rated,
        }
    }
}

impl From<&domain::Left> for Left {
    fn from(left: &domain::Left) -> Self {
        Self {
            seat: left.seat,
            reason: left.reason,
            position: left.position.clone(),
            check: left.check,
            clock: times(left.clock),
            hash: Hash(left.hash),
        }
    }
}

impl From<&domain::Moved> for Moved {
    fn from(moved: &domain::Moved) -> Self {
        let capture =
            |taken: &Captured| CaptureView { at: taken.at.clone(), pattern: taken.pattern };
        Self {
            ply: moved.ply,
            by: moved.by,
            action: moved.action.clone(),
            time: moved.time,
            position: moved.position.clone(),
            turn: moved.turn,
            captures: moved.captures.iter().map(capture).collect(),
            earned: moved.earned,
            check: moved.check,
            repetitions: moved.repetitions,
            clock: times(moved.clock),
            hash: Hash(moved.hash),
            planned: moved.planned,
        }
    }
}

impl From<&domain::TakenBack> for TakenBack {
    fn from(taken: &domain::TakenBack) -> Self {
        Self {
            ply: taken.ply,
            position: taken.position.clone(),
            turn: taken.turn,
            check: taken.check,
            repetitions: taken.repetitions,
            clock: times(taken.clock),
            hash: Hash(taken.hash),
        }
    }
}
