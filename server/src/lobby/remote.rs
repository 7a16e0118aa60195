//! The public matches of other nodes, which the lobby lists with its own. Each is a copy: a proxy leads
//! a client that opens it to the node that holds it.

use super::listed::Place;
use super::{LISTED, LIVE_SHOWN};
use domain::{MatchId, MatchState, Moment};
use protocol::MatchSummary;
use std::collections::{BTreeMap, HashMap, HashSet};
use store::{Frame, OtherMatches, SharedMatch};

/// The listed rooms of the other servers: of all of them together no more than a server shows
/// of its own.
#[derive(Debug, Default)]
pub(super) struct RemoteMatches {
    rooms: BTreeMap<Place, RemoteMatch>,
    live: u32,
}

/// A room of another server, with the text that it was read from.
#[derive(Debug)]
struct RemoteMatch {
    payload: Frame,
    room: MatchSummary,
}

/// Changes in the rooms of other servers.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Rooms that are new or have changed.
    pub(super) shown: Vec<MatchSummary>,
    /// Where the rooms stood that are listed no more.
    pub(super) gone: Vec<Place>,
}

impl RemoteMatches {
    /// Takes over the rooms that the other servers show now; returns the changes.
    pub(super) fn replace(&mut self, found: OtherMatches) -> Changes {
        self.live = found.live;
        let before = std::mem::take(&mut self.rooms);
        let listed: Vec<Place> = before.keys().copied().collect();
        let mut known: HashMap<MatchId, RemoteMatch> =
            before.into_values().map(|foreign| (foreign.room.id, foreign)).collect();
        let mut changed = HashSet::new();
        for SharedMatch { match_id, payload } in found.matches {
            let same = known.remove(&match_id).filter(|known| known.payload == payload);
            let foreign = same.or_else(|| {
                // A server of another version may describe rooms in another way.
                let room: MatchSummary = serde_json::from_str(payload.as_str()).ok()?;
                changed.insert(place(&room));
                Some(RemoteMatch { payload, room })
            });
            if let Some(foreign) = foreign {
                self.rooms.insert(place(&foreign.room), foreign);
            }
        }
        self.trim();
        let shown = self.rooms.iter().filter(|(place, _)| changed.contains(place));
        let shown = shown.map(|(_, foreign)| foreign.room.clone()).collect();
        let gone = listed.into_iter().filter(|place| !self.rooms.contains_key(place)).collect();
        Changes { shown, gone }
    }

    /// Removes all but the newest rooms.
    fn trim(&mut self) {
        let mut left = HashMap::from([(MatchState::Open, LISTED), (MatchState::Live, LIVE_SHOWN)]);
        let mut surplus = Vec::new();
        for (place, RemoteMatch { room, .. }) in self.rooms.iter().rev() {
            match left.get_mut(&room.state) {
                Some(left) if *left > 0 => *left -= 1,
                _ => surplus.push(*place),
            }
        }
        for place in surplus {
            self.rooms.remove(&place);
        }
    }

    /// The rooms in one state, of one game or of all, the newest first.
    pub(super) fn newest<'a>(
        &'a self,
        state: MatchState,
        game: Option<&'a str>,
    ) -> impl Iterator<Item = &'a MatchSummary> {
        let rooms = self.rooms.values().rev().map(|known| &known.room);
        rooms.filter(move |room| {
            room.state == state && game.is_none_or(|game| room.game.as_ref() == game)
        })
    }

    /// The room of a match.
    pub(super) fn get(&self, id: MatchId) -> Option<&MatchSummary> {
        self.rooms.values().map(|known| &known.room).find(|room| room.id == id)
    }

    /// How many public matches are being played on the other servers.
    pub(super) const fn live(&self) -> u32 {
        self.live
    }
}

/// Where a room stands in the lists.
pub(super) const fn place(room: &MatchSummary) -> Place {
    (Moment(room.created_at), room.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    /// A room as another server writes it.
    fn shared(number: u64, state: &str, ply: u32) -> SharedMatch {
        let match_id = MatchId(Uuid::from_u128(number.into()));
        let room = serde_json::json!({
            "id": match_id.to_string(), "game": "er-chi-yi", "ruleset": "standard", "options": {},
            "clock": {"kind": "none"}, "state": state, "seat": null,
            "players": {"first": null, "second": null}, "ply": ply, "position": "", "turn": null,
            "presence": {"first": false, "second": false, "spectators": 0}, "spectators": 0, "visibility": "public",
            "rated": false, "created_at": number, "active_at": number,
        });
        SharedMatch { match_id, payload: Frame::from(room.to_string()) }
    }

    fn found(rooms: Vec<SharedMatch>) -> OtherMatches {
        OtherMatches { matches: rooms, live: 2 }
    }

    fn numbers<'a>(rooms: impl IntoIterator<Item = &'a MatchSummary>) -> Vec<u64> {
        rooms.into_iter().map(|room| room.created_at).collect()
    }

    fn news(elsewhere: &mut RemoteMatches, rooms: Vec<SharedMatch>) -> (Vec<u64>, Vec<u64>) {
        let Changes { shown, gone } = elsewhere.replace(found(rooms));
        (numbers(&shown), gone.into_iter().map(|(made, _)| made.0).collect())
    }

    #[test]
    fn only_changes_are_returned() {
        let mut elsewhere = RemoteMatches::default();
        let (open, live) = (shared(1, "open", 0), shared(2, "live", 5));
        assert_eq!(news(&mut elsewhere, vec![live.clone(), open.clone()]), (vec![1, 2], vec![]));
        assert_eq!(elsewhere.live(), 2);
        assert_eq!(news(&mut elsewhere, vec![open.clone(), live]), (vec![], vec![]));
        assert_eq!(news(&mut elsewhere, vec![open, shared(2, "live", 6)]), (vec![2], vec![]));
        assert_eq!(numbers(elsewhere.newest(MatchState::Live, Some("er-chi-yi"))), [2]);
        assert_eq!(numbers(elsewhere.newest(MatchState::Live, Some("shogi"))), [0; 0]);
        assert_eq!(news(&mut elsewhere, vec![]), (vec![], vec![1, 2]));
    }

    #[test]
    fn a_room_that_does_not_read_is_left_out() {
        let mut elsewhere = RemoteMatches::default();
        let other = SharedMatch { payload: Frame::from("{}".to_owned()), ..shared(3, "open", 0) };
        assert_eq!(
            news(&mut elsewhere, vec![other.clone(), shared(1, "open", 0)]),
            (vec![1], vec![])
        );
        let other = SharedMatch { match_id: shared(1, "open", 0).match_id, ..other };
        assert_eq!(news(&mut elsewhere, vec![other]), (vec![], vec![1]), "as it is written by now");
    }

    #[test]
    fn no_more_rooms_than_a_server_shows_of_its_own() {
        let mut elsewhere = RemoteMatches::default();
        let surplus = 7;
        let live = u64::try_from(LIVE_SHOWN).expect("few") + surplus;
        let rooms = (1..=live).map(|number| shared(number, "live", 0));
        let (shown, gone) = news(&mut elsewhere, rooms.collect());
        assert_eq!((shown.first(), shown.len(), gone.len()), (Some(&(surplus + 1)), LIVE_SHOWN, 0));
        // A newer one takes the place of the oldest.
        let rooms = (1..=live + 1).map(|number| shared(number, "live", 0));
        assert_eq!(news(&mut elsewhere, rooms.collect()), (vec![live + 1], vec![surplus + 1]));
    }
}
