//! The messages between the matchmaker and the other servers.
//!
//! A server that is not the matchmaker passes on the requests of its visitors ([`Call`]) and which
//! seeking players are online; the matchmaker answers, and sends the standings of all players. The texts are
//! JSON and are read within seconds, so servers of another version that do not understand one pass
//! over it, and the request is repeated.

use domain::seek_pool::{Found, Standing};
use domain::text::word;
use domain::{Caller, MatchId, Moment, PlayerId, Seek};
use engine::Side;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use store::codec::{self, CodecError};
use uuid::Uuid;

/// A request of a player to the matchmaker.
#[derive(Debug, Clone)]
pub(crate) enum Call {
    /// To look for an opponent, from a place that counts.
    Seek(Box<Seek>, Option<Caller>),
    /// To look no more.
    Withdraw(PlayerId),
    /// To play the one found, or not to.
    Answer(PlayerId, Uuid, bool),
}

impl Call {
    /// The player it belongs to.
    pub(crate) const fn who(&self) -> PlayerId {
        match self {
            Self::Seek(seek, _) => seek.who.id,
            Self::Withdraw(who) | Self::Answer(who, ..) => *who,
        }
    }
}

/// The result of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// It is done.
    Done,
    /// There was nothing to be done.
    Nothing,
    /// There are too many seeks.
    Full,
    /// There are too many seeks of the address.
    TooMany,
    /// The player has to wait for so many milliseconds.
    Wait(u64),
    /// The match of the seek is about to begin.
    Settling,
    /// The one found is not to be had any more.
    NobodyFound,
    /// The matchmaker or the database cannot be reached: it may be done or not.
    Unavailable,
}

/// A message of one server to another.
#[derive(Debug, Clone)]
pub(crate) enum Message {
    /// To the matchmaker, once a second: this server is there; `anew` if it does not have the
    /// standings.
    Hello { anew: bool },
    /// To the matchmaker: which seeking players have come online, and which have gone; `anew` if
    /// these are all.
    Presence { anew: bool, came: Vec<PlayerId>, left: Vec<PlayerId> },
    /// To the matchmaker, answered by a reply of that number.
    Call(u64, Call),
    /// From the matchmaker.
    Reply(u64, Outcome),
    /// From the matchmaker: standings of some; `anew` if no other player seeks.
    Standings { anew: bool, of: Vec<(PlayerId, Standing)> },
    /// To all servers: these players' matches have changed.
    Seats(Vec<PlayerId>),
    /// To all servers: these players have other names now.
    Renamed(Vec<PlayerId>),
}

/// The same as JSON.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Text {
    Hello {
        anew: bool,
    },
    Presence {
        anew: bool,
        came: Vec<PlayerId>,
        left: Vec<PlayerId>,
    },
    Seek {
        call: u64,
        seek: SeekText,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        caller: Option<CallerText>,
    },
    Withdraw {
        call: u64,
        who: PlayerId,
    },
    Answer {
        call: u64,
        who: PlayerId,
        found: Uuid,
        accepts: bool,
    },
    Reply {
        call: u64,
        outcome: Outcome,
    },
    Standings {
        anew: bool,
        of: Vec<StandingText>,
    },
    Seats {
        people: Vec<PlayerId>,
    },
    Renamed {
        people: Vec<PlayerId>,
    },
}

#[derive(Serialize, Deserialize)]
struct CallerText {
    address: IpAddr,
    network: IpAddr,
}

impl From<Caller> for CallerText {
    fn from(Caller { address, network }: Caller) -> Self {
        Self { address, network }
    }
}

impl From<CallerText> for Caller {
    fn from(CallerText { address, network }: CallerText) -> Self {
        Self { address, network }
    }
}

#[derive(Serialize, Deserialize)]
struct SeekText {
    made_at: u64,
    expires_at: u64,
    seek: String,
}

#[derive(Serialize, Deserialize)]
struct StandingText {
    who: PlayerId,
    seek: Option<SeekText>,
    found: Option<FoundText>,
    missed: bool,
    started: Option<MatchId>,
}

#[derive(Serialize, Deserialize)]
struct FoundText {
    id: Uuid,
    deal: String,
    #[serde(with = "word")]
    side: Side,
    until: u64,
    accepted: bool,
}

impl Message {
    /// The text of a message.
    pub(crate) fn write(self) -> String {
        let text = match self {
            Self::Hello { anew } => Text::Hello { anew },
            Self::Presence { anew, came, left } => Text::Presence { anew, came, left },
            Self::Call(call, Call::Seek(seek, caller)) => {
                Text::Seek { call, seek: (&*seek).into(), caller: caller.map(CallerText::from) }
            }
            Self::Call(call, Call::Withdraw(who)) => Text::Withdraw { call, who },
            Self::Call(call, Call::Answer(who, found, accepts)) => {
                Text::Answer { call, who, found, accepts }
            }
            Self::Reply(call, outcome) => Text::Reply { call, outcome },
            Self::Standings { anew, of } => {
                Text::Standings { anew, of: of.iter().map(StandingText::from).collect() }
            }
            Self::Seats(people) => Text::Seats { people },
            Self::Renamed(people) => Text::Renamed { people },
        };
        serde_json::to_string(&text).expect("messages hold nothing JSON cannot say")
    }

    /// The message of a text.
    ///
    /// # Errors
    ///
    /// [`CodecError`] if this program does not write it.
    pub(crate) fn read(text: &str) -> Result<Self, CodecError> {
        Ok(match serde_json::from_str(text)? {
            Text::Hello { anew } => Self::Hello { anew },
            Text::Presence { anew, came, left } => Self::Presence { anew, came, left },
            Text::Seek { call, seek, caller } => {
                Self::Call(call, Call::Seek(Box::new(seek.read()?), caller.map(Caller::from)))
            }
            Text::Withdraw { call, who } => Self::Call(call, Call::Withdraw(who)),
            Text::Answer { call, who, found, accepts } => {
                Self::Call(call, Call::Answer(who, found, accepts))
            }
            Text::Reply { call, outcome } => Self::Reply(call, outcome),
            Text::Standings { anew, of } => {
                let of = of.into_iter().map(StandingText::read).collect::<Result<_, _>>()?;
                Self::Standings { anew, of }
            }
            Text::Seats { people } => Self::Seats(people),
            Text::Renamed { people } => Self::Renamed(people),
        })
    }
}

impl From<&Seek> for SeekText {
    fn from(seek: &Seek) -> Self {
        let (made_at, expires_at) = (seek.made_at().0, seek.expires_at().0);
        Self { made_at, expires_at, seek: codec::write_seek(seek) }
    }
}

impl SeekText {
    fn read(self) -> Result<Seek, CodecError> {
        codec::read_seek(&self.seek, (Moment(self.made_at), Moment(self.expires_at)))
    }
}

impl From<&(PlayerId, Standing)> for StandingText {
    fn from((who, standing): &(PlayerId, Standing)) -> Self {
        Self {
            who: *who,
            seek: standing.seek.as_ref().map(SeekText::from),
            found: standing.found.as_ref().map(|found| FoundText {
                id: found.id,
                deal: codec::write_deal(&found.deal),
                side: found.side,
                until: found.until.0,
                accepted: found.accepted,
            }),
            missed: standing.has_missed,
            started: standing.started,
        }
    }
}

impl StandingText {
    fn read(self) -> Result<(PlayerId, Standing), CodecError> {
        let found = |FoundText { id, deal, side, until, accepted }| {
            let deal = codec::read_deal(&deal)?;
            Ok::<_, CodecError>(Found { id, deal, side, until: Moment(until), accepted })
        };
        let standing = Standing {
            seek: self.seek.map(SeekText::read).transpose()?,
            found: self.found.map(found).transpose()?,
            has_missed: self.missed,
            started: self.started,
        };
        Ok((self.who, standing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::clock::ClockSetting;
    use domain::{Player, SoughtGame, Terms};

    fn seek(who: u128) -> Seek {
        let game = SoughtGame::new("shogi", None).expect("known");
        let player = Player::guest(PlayerId(Uuid::from_u128(who << 96)));
        Seek::new(player, [game], [ClockSetting::None], Terms::default(), 60, Moment(9))
            .expect("in bounds")
    }

    #[test]
    fn every_message_reads_as_it_was_written() {
        let (one, other) = (seek(1), seek(2));
        let (who, id) = (one.who.id, Uuid::from_u128(3));
        let address = IpAddr::from([192, 0, 2, 1]);
        let caller = Caller { address, network: address };
        let deal = one.deal(&other, false, true).expect("they fit");
        let found = Found { id, deal, side: Side::Second, until: Moment(5), accepted: true };
        let standing = Standing {
            seek: Some(one.clone()),
            found: Some(found),
            has_missed: true,
            started: Some(MatchId(id)),
        };
        for message in [
            Message::Hello { anew: true },
            Message::Presence { anew: false, came: vec![who], left: vec![other.who.id] },
            Message::Call(7, Call::Seek(Box::new(one.clone()), None)),
            Message::Call(7, Call::Seek(Box::new(one), Some(caller))),
            Message::Reply(7, Outcome::Wait(60_000)),
            Message::Call(8, Call::Withdraw(who)),
            Message::Call(9, Call::Answer(who, id, false)),
            Message::Reply(9, Outcome::NobodyFound),
            Message::Standings {
                anew: true,
                of: vec![(who, standing), (who, Standing::default())],
            },
            Message::Seats(vec![who]),
            Message::Renamed(vec![who]),
        ] {
            let read = Message::read(&message.clone().write()).expect("it reads");
            assert_eq!(format!("{read:?}"), format!("{message:?}"));
        }
        for text in ["", "{}", r#"{"kind":"unheard_of"}"#] {
            assert!(Message::read(text).is_err(), "{text}");
        }
    }
}
