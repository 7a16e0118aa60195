//! How an event of a match is stored: one JSON object for each row of the journal.
//!
//! ```text
//! {"type":"event","seq":7,"at":1760000000000,"kind":"declined","offer":"draw","by":"first"}
//! ```
//!
//! The format outlives the program that writes it: names and `kind` words must not change, and a
//! new field needs a default. It is independent of the wire, which may change without touching stored
//! events.

use super::super::CodecError;
use super::check_version;
use super::values::{PlayerData, SettingData, TimesData, digits, is_false};
use domain::clock::{ClockError, Reading};
use domain::text::{maybe_word, word};
use domain::{
    Captured, Channel, Created, CreditCause, EndReason, Event, Left, MatchId, MatchResult, Moment,
    Moved, NumberedEvent, Offer, Origin, Player, TakenBack, Visibility,
};
use engine::{Pattern, Side};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// An event of a match.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename = "event")]
pub(in crate::codec) struct EventRecord<'a> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    v: Option<u32>,
    seq: u32,
    at: u64,
    #[serde(flatten)]
    event: EventData<'a>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum EventData<'a> {
    Created(Box<CreatedData<'a>>),
    Joined {
        #[serde(with = "word")]
        seat: Side,
        player: PlayerData<'a>,
        #[serde(with = "word")]
        turn: Side,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<TimesData>,
    },
    Left(Box<LeftData<'a>>),
    Renamed {
        #[serde(with = "word")]
        seat: Side,
        player: PlayerData<'a>,
    },
    Moved(Box<MovedData<'a>>),
    Planned {
        #[serde(with = "word")]
        by: Side,
        lines: Cow<'a, [Vec<String>]>,
    },
    Offered {
        offer: Offer,
        #[serde(with = "word")]
        by: Side,
    },
    Declined {
        offer: Offer,
        #[serde(with = "word")]
        by: Side,
    },
    Withdrawn {
        offer: Offer,
        #[serde(with = "word")]
        by: Side,
    },
    TakenBack(Box<TakenBackData<'a>>),
    Credited {
        clock: TimesData,
        credit: u64,
        cause: CreditCause,
    },
    Vacation {
        #[serde(with = "word")]
        by: Side,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<TimesData>,
    },
    Paused {
        until: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<TimesData>,
    },
    Resumed {
        #[serde(with = "maybe_word")]
        by: Option<Side>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<TimesData>,
    },
    Ended {
        #[serde(with = "maybe_word")]
        result: Option<MatchResult>,
        #[serde(with = "word")]
        reason: EndReason,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<TimesData>,
    },
    Chat {
        #[serde(with = "maybe_word")]
        by: Option<Side>,
        name: Cow<'a, str>,
        channel: Channel,
        text: Cow<'a, str>,
    },
    ChatRemoved {
        chat: u32,
    },
    Presence {
        first: bool,
        second: bool,
        spectators: u32,
    },
    Rematched {
        #[serde(rename = "match")]
        next: MatchId,
    },
}

#[derive(Serialize, Deserialize)]
struct CreatedData<'a> {
    game: Cow<'a, str>,
    ruleset: Cow<'a, str>,
    ruleset_version: u32,
    options: Cow<'a, BTreeMap<Box<str>, Box<str>>>,
    start: Cow<'a, str>,
    clock: SettingData,
    #[serde(with = "word")]
    seat: Side,
    player: PlayerData<'a>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invited: Option<PlayerData<'a>>,
    visibility: Visibility,
    rated: bool,
    origin: Origin,
    #[serde(default, skip_serializing_if = "is_false")]
    open: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    found: bool,
}

#[derive(Serialize, Deserialize)]
struct LeftData<'a> {
    #[serde(with = "word")]
    seat: Side,
    #[serde(with = "word")]
    reason: EndReason,
    position: Cow<'a, str>,
    check: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<TimesData>,
    #[serde(with = "digits")]
    hash: u64,
}

#[derive(Serialize, Deserialize)]
struct MovedData<'a> {
    ply: u32,
    #[serde(with = "word")]
    by: Side,
    #[serde(rename = "move")]
    action: Cow<'a, str>,
    time: u64,
    position: Cow<'a, str>,
    #[serde(with = "maybe_word")]
    turn: Option<Side>,
    captures: Vec<CaptureData<'a>>,
    earned: u8,
    check: bool,
    repetitions: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<TimesData>,
    #[serde(with = "digits")]
    hash: u64,
    #[serde(default, skip_serializing_if = "is_false")]
    planned: bool,
}

#[derive(Serialize, Deserialize)]
struct CaptureData<'a> {
    at: Cow<'a, str>,
    #[serde(with = "word")]
    pattern: Pattern,
}

#[derive(Serialize, Deserialize)]
struct TakenBackData<'a> {
    ply: u32,
    position: Cow<'a, str>,
    #[serde(with = "word")]
    turn: Side,
    check: bool,
    repetitions: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<TimesData>,
    #[serde(with = "digits")]
    hash: u64,
}

impl<'a> From<&'a NumberedEvent> for EventRecord<'a> {
    fn from(NumberedEvent { seq, at, event }: &'a NumberedEvent) -> Self {
        Self { v: None, seq: *seq, at: at.0, event: event.into() }
    }
}

/// The fields of every event, with its kind.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(default)]
    v: Option<u32>,
    seq: u32,
    at: u64,
    #[serde(borrow)]
    kind: Cow<'a, str>,
}

impl EventRecord<'_> {
    /// Parses the text of an event.
    ///
    /// Most events are actions, whose text is read twice, first for the kind alone
    /// (`docs/decisions/0008-starts-read-whole-journals.md`).
    pub(in crate::codec) fn parse(text: &str) -> Result<NumberedEvent, CodecError> {
        let Head { v, seq, at, kind } = serde_json::from_str(text)?;
        if kind != "moved" {
            return serde_json::from_str::<EventRecord<'_>>(text)?.read();
        }
        check_version(v)?;
        let moved: MovedData<'_> = serde_json::from_str(text)?;
        Ok(NumberedEvent { seq, at: Moment(at), event: Event::Moved(Box::new(moved.into())) })
    }

    /// The event it is.
    fn read(self) -> Result<NumberedEvent, CodecError> {
        check_version(self.v)?;
        Ok(NumberedEvent { seq: self.seq, at: Moment(self.at), event: self.event.read()? })
    }
}

fn times(clock: Option<Reading>) -> Option<TimesData> {
    clock.map(TimesData::from)
}

impl<'a> From<&'a Event> for EventData<'a> {
    fn from(event: &'a Event) -> Self {
        match event {
            Event::Created(created) => Self::Created(Box::new((&**created).into())),
            Event::Joined { seat, player, turn, clock } => Self::Joined {
                seat: *seat,
                player: player.into(),
                turn: *turn,
                clock: times(*clock),
            },
            Event::Left(left) => Self::Left(Box::new((&**left).into())),
            Event::Renamed { seat, player } => Self::Renamed { seat: *seat, player: player.into() },
            Event::Moved(moved) => Self::Moved(Box::new((&**moved).into())),
            Event::Planned { by, lines } => Self::Planned { by: *by, lines: Cow::Borrowed(lines) },
            Event::Offered { offer, by } => Self::Offered { offer: *offer, by: *by },
            Event::Declined { offer, by } => Self::Declined { offer: *offer, by: *by },
            Event::Withdrawn { offer, by } => Self::Withdrawn { offer: *offer, by: *by },
            Event::TakenBack(taken) => Self::TakenBack(Box::new((&**taken).into())),
            Event::Credited { clock, credit, cause } => {
                Self::Credited { clock: (*clock).into(), credit: *credit, cause: *cause }
            }
            Event::Vacation { by, until, clock } => {
                Self::Vacation { by: *by, until: until.map(|until| until.0), clock: times(*clock) }
            }
            Event::Paused { until, clock } => Self::Paused { until: until.0, clock: times(*clock) },
            Event::Resumed { by, clock } => Self::Resumed { by: *by, clock: times(*clock) },
            Event::Ended { result, reason, clock } => {
                Self::Ended { result: *result, reason: *reason, clock: times(*clock) }
            }
            Event::Chat { by, name, channel, text } => Self::Chat {
                by: *by,
                name: Cow::Borrowed(name),
                channel: *channel,
                text: Cow::Borrowed(text),
            },
            Event::ChatRemoved { chat } => Self::ChatRemoved { chat: *chat },
            Event::Presence { first, second, spectators } => {
                Self::Presence { first: *first, second: *second, spectators: *spectators }
            }
            Event::Rematched { next } => Self::Rematched { next: *next },
        }
    }
}

impl EventData<'_> {
    fn read(self) -> Result<Event, ClockError> {
        let clock = |times: Option<TimesData>| times.map(Reading::from);
        Ok(match self {
            Self::Created(created) => Event::Created(Box::new(created.read()?)),
            Self::Joined { seat, player, turn, clock: times } => {
                Event::Joined { seat, player: player.into(), turn, clock: clock(times) }
            }
            Self::Left(left) => Event::Left(Box::new((*left).into())),
            Self::Renamed { seat, player } => Event::Renamed { seat, player: player.into() },
            Self::Moved(moved) => Event::Moved(Box::new((*moved).into())),
            Self::Planned { by, lines } => Event::Planned { by, lines: lines.into_owned() },
            Self::Offered { offer, by } => Event::Offered { offer, by },
            Self::Declined { offer, by } => Event::Declined { offer, by },
            Self::Withdrawn { offer, by } => Event::Withdrawn { offer, by },
            Self::TakenBack(taken) => Event::TakenBack(Box::new((*taken).into())),
            Self::Credited { clock, credit, cause } => {
                Event::Credited { clock: clock.into(), credit, cause }
            }
            Self::Vacation { by, until, clock: times } => {
                Event::Vacation { by, until: until.map(Moment), clock: clock(times) }
            }
            Self::Paused { until, clock: times } => {
                Event::Paused { until: Moment(until), clock: clock(times) }
            }
            Self::Resumed { by, clock: times } => Event::Resumed { by, clock: clock(times) },
            Self::Ended { result, reason, clock: times } => {
                Event::Ended { result, reason, clock: clock(times) }
            }
            Self::Chat { by, name, channel, text } => {
                Event::Chat { by, name: name.into(), channel, text: text.into() }
            }
            Self::ChatRemoved { chat } => Event::ChatRemoved { chat },
            Self::Presence { first, second, spectators } => {
                Event::Presence { first, second, spectators }
            }
            Self::Rematched { next } => Event::Rematched { next },
        })
    }
}

impl<'a> From<&'a Created> for CreatedData<'a> {
    fn from(created: &'a Created) -> Self {
        Self {
            game: Cow::Borrowed(&created.game),
            ruleset: Cow::Borrowed(&created.ruleset),
            ruleset_version: created.ruleset_version,
            options: Cow::Borrowed(&created.options),
            start: Cow::Borrowed(&created.start),
            clock: created.clock.into(),
            seat: created.seat,
            player: (&created.player).into(),
            invited: created.invited.as_ref().map(PlayerData::from),
            visibility: created.visibility,
            rated: created.rated,
            origin: created.origin,
            open: created.open,
            found: created.found,
        }
    }
}

impl CreatedData<'_> {
    fn read(self) -> Result<Created, ClockError> {
        Ok(Created {
            game: self.game.into(),
            ruleset: self.ruleset.into(),
            ruleset_version: self.ruleset_version,
            options: self.options.into_owned(),
            start: self.start.into(),
            clock: self.clock.try_into()?,
            seat: self.seat,
            player: self.player.into(),
            invited: self.invited.map(Player::from),
            visibility: self.visibility,
            rated: self.rated,
            origin: self.origin,
            open: self.open,
            found: self.found,
        })
    }
}

impl<'a> From<&'a Left> for LeftData<'a> {
    fn from(left: &'a Left) -> Self {
        Self {
            seat: left.seat,
            reason: left.reason,
            position: Cow::Borrowed(&left.position),
            check: left.check,
            clock: times(left.clock),
            hash: left.hash,
        }
    }
}

impl From<LeftData<'_>> for Left {
    fn from(data: LeftData<'_>) -> Self {
        Self {
            seat: data.seat,
            reason: data.reason,
            position: data.position.into_owned(),
            check: data.check,
            clock: data.clock.map(Reading::from),
            hash: data.hash,
        }
    }
}

impl<'a> From<&'a Moved> for MovedData<'a> {
    fn from(moved: &'a Moved) -> Self {
        let capture = |taken: &'a Captured| CaptureData {
            at: Cow::Borrowed(&taken.at),
            pattern: taken.pattern,
        };
        Self {
            ply: moved.ply,
            by: moved.by,
            action: Cow::Borrowed(&moved.action),
            time: moved.time,
            position: Cow::Borrowed(&moved.position),
            turn: moved.turn,
            captures: moved.captures.iter().map(capture).collect(),
            earned: moved.earned,
            check: moved.check,
            repetitions: moved.repetitions,
            clock: times(moved.clock),
            hash: moved.hash,
            planned: moved.planned,
        }
    }
}

impl From<MovedData<'_>> for Moved {
    fn from(data: MovedData<'_>) -> Self {
        let captured =
            |taken: CaptureData<'_>| Captured { at: taken.at.into_owned(), pattern: taken.pattern };
        Self {
            ply: data.ply,
            by: data.by,
            action: data.action.into_owned(),
            time: data.time,
            position: data.position.into_owned(),
            turn: data.turn,
            captures: data.captures.into_iter().map(captured).collect(),
            earned: data.earned,
            check: data.check,
            repetitions: data.repetitions,
            clock: data.clock.map(Reading::from),
            hash: data.hash,
            planned: data.planned,
        }
    }
}

impl<'a> From<&'a TakenBack> for TakenBackData<'a> {
    fn from(taken: &'a TakenBack) -> Self {
        Self {
            ply: taken.ply,
            position: Cow::Borrowed(&taken.position),
            turn: taken.turn,
            check: taken.check,
            repetitions: taken.repetitions,
            clock: times(taken.clock),
            hash: taken.hash,
        }
    }
}

impl From<TakenBackData<'_>> for TakenBack {
    fn from(data: TakenBackData<'_>) -> Self {
        Self {
            ply: data.ply,
            position: data.position.into_owned(),
            turn: data.turn,
            check: data.check,
            repetitions: data.repetitions,
            clock: data.clock.map(Reading::from),
            hash: data.hash,
        }
    }
}
