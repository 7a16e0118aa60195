//! The greeting of a connection when it begins, or when it gets its seat.

use super::Actor;
use crate::live::connected::{Connected, Detail, Legal, Reseated, Watched};
use domain::{Channel, Moment, Player};
use engine::{BySide, Side};
use protocol::Snapshot;

impl Actor {
    pub(super) fn reseated(&mut self, seat: Side, now: Moment) -> Reseated {
        let has_unread = self.state.chat().any(|line| line.channel == Channel::Players);
        let whole = || self.snapshot(Detail::Plain, now, Some(Channel::Players));
        let snapshot = has_unread.then(whole);
        let leaves = self.state.leaves();
        Reseated { seat, leaves, events: self.audience.player(), snapshot }
    }

    pub(super) fn snapshot(
        &self,
        detail: Detail,
        now: Moment,
        channel: Option<Channel>,
    ) -> Box<Snapshot> {
        let legal = match detail {
            Detail::Plain => None,
            Detail::Legal => Some(self.state.legal()),
        };
        Box::new(Snapshot { legal, ..Snapshot::of(&self.state, now, channel) })
    }

    pub(super) fn watched(&mut self) -> Watched {
        let seats = self.state.seats();
        let seat = |side| seats[side].as_ref().map(|player: &Player| player.id);
        let seats = BySide { first: seat(Side::First), second: seat(Side::Second) };
        Watched {
            seq: self.state.seq(),
            is_journaled: self.state.is_journaled(),
            seats,
            events: self.audience.spectator(),
        }
    }

    pub(super) fn connect(
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
            None => self.audience.spectator(),
        };
        // The journal of a match that is over has been dropped, and chat after the end is in
        // none: since a restart another event may have the number that the client knows.
        let replayable = since.is_some_and(|since| since <= seq) && self.state.is_journaled();
        Connected {
            seat,
            leaves: self.state.leaves(),
            seq,
            events,
            snapshot: (!replayable).then(|| self.snapshot(detail, now, Some(Channel::of(seat)))),
            legal: match detail {
                Detail::Plain => None,
                Detail::Legal => {
                    let reader = self.audience.legal_reader();
                    Some(Legal { actions: self.state.legal(), reader })
                }
            },
        }
    }
}
