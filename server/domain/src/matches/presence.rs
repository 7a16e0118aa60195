//! The players connected to a match, and the time since the others are not.
//!
//! Time is an argument, as everywhere in the domain. Connections come and go many times a minute on
//! a bad network, so the events of a match lag behind the present state.

use crate::moment::Moment;
use engine::{BySide, Side};

/// How long a change among the players waits for its event, so that a reloaded page causes none.
const PLAYERS_SETTLE: u64 = 400;

/// How long a change among the spectators waits for its event.
const SPECTATORS_SETTLE: u64 = 3_000;

/// How long after a player's last connection went the lists show that they are away: a page that
/// is reloaded, or a phone that changes its network, is back sooner.
const AWAY_LISTED: u64 = 5_000;

/// The most events of a match that report that a player came or went, and the most that report the
/// number of spectators: a journal is held in memory whenever it is read, and a client that opens and
/// closes a socket must neither make it grow for ever nor use up the share of others. Snapshots
/// always report it.
const MAX_REPORTS: u16 = 1_000;

/// The connected players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Present {
    /// Whether the first side is.
    pub first: bool,
    /// Whether the second side is.
    pub second: bool,
    /// How many connections watch.
    pub spectators: u32,
}

/// The connections of a match.
///
/// The reported state is separate from the present one: an event costs a place in the journal, so
/// it is made a little later, and only while a client is connected to read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Presence {
    connections: BySide<u16>,
    spectators: u32,
    /// When each side's first connection came or its last one went.
    changed: BySide<Moment>,
    spectators_changed: Moment,
    reported: Present,
    /// How often it was reported of each side, and of the spectators.
    times_reported: (BySide<u16>, u16),
    /// The players that the lists show as online.
    listed: BySide<bool>,
    /// The sides of computer players, who are always online and need no connection.
    computer: BySide<bool>,
}

impl Presence {
    /// No client is connected, since `now`.
    #[must_use]
    pub fn nobody(now: Moment) -> Self {
        Self {
            connections: BySide::default(),
            spectators: 0,
            changed: BySide { first: now, second: now },
            spectators_changed: now,
            reported: Present::default(),
            times_reported: (BySide::default(), 0),
            listed: BySide { first: true, second: true },
            computer: BySide::default(),
        }
    }

    /// The same without the connections, since `now`.
    #[must_use]
    pub fn deserted(self, now: Moment) -> Self {
        Self { times_reported: self.times_reported, computer: self.computer, ..Self::nobody(now) }
    }

    /// A side's seat was taken, by a computer player or another: any absence of the new
    /// occupant is counted from now.
    pub fn seated(&mut self, side: Side, is_computer: bool, now: Moment) {
        self.changed[side] = now;
        self.computer[side] = is_computer;
    }

    /// A side's seat was taken by a player shown as present by the event, connected or
    /// not: if they are gone before their connection was counted, that is news.
    pub fn joined(&mut self, side: Side, is_computer: bool, now: Moment) {
        self.seated(side, is_computer, now);
        match side {
            Side::First => self.reported.first = true,
            Side::Second => self.reported.second = true,
        }
    }

    /// The player of a side has left the match: their connections watch from now on, and the event
    /// shows the seat as free.
    pub fn left(&mut self, side: Side, now: Moment) {
        let connections = std::mem::take(&mut self.connections[side]);
        if connections > 0 {
            self.spectators = self.spectators.saturating_add(u32::from(connections));
            self.spectators_changed = now;
        }
        self.seated(side, false, now);
        match side {
            Side::First => self.reported.first = false,
            Side::Second => self.reported.second = false,
        }
    }

    /// Whether a side is there.
    #[must_use]
    pub fn is_there(&self, side: Side) -> bool {
        self.connections[side] > 0 || self.computer[side]
    }

    /// A connection of a side, or of a spectator, came.
    pub fn come(&mut self, seat: Option<Side>, now: Moment) {
        match seat {
            Some(side) => {
                if self.connections[side] == 0 {
                    self.changed[side] = now;
                }
                self.connections[side] = self.connections[side].saturating_add(1);
            }
            None => {
                self.spectators = self.spectators.saturating_add(1);
                self.spectators_changed = now;
            }
        }
    }

    /// A connection of a side, or of a spectator, went.
    pub fn go(&mut self, seat: Option<Side>, now: Moment) {
        match seat {
            Some(side) => {
                self.connections[side] = self.connections[side].saturating_sub(1);
                if self.connections[side] == 0 {
                    self.changed[side] = now;
                }
            }
            None => {
                self.spectators = self.spectators.saturating_sub(1);
                self.spectators_changed = now;
            }
        }
    }

    /// So many spectators watch by way of another node, where there were so many before.
    pub fn recount(&mut self, before: u32, after: u32, now: Moment) {
        if before != after {
            self.spectators = self.spectators.saturating_sub(before).saturating_add(after);
            self.spectators_changed = now;
        }
    }

    /// Notes the state that an event has reported.
    pub fn report(&mut self, reported: Present) {
        let before = std::mem::replace(&mut self.reported, reported);
        let (sides, spectators) = &mut self.times_reported;
        for (count, changed) in [
            (&mut sides.first, before.first != reported.first),
            (&mut sides.second, before.second != reported.second),
            (spectators, before.spectators != reported.spectators),
        ] {
            *count = count.saturating_add(u16::from(changed));
        }
    }

    /// The connected players.
    #[must_use]
    pub const fn view(&self) -> Present {
        Present {
            first: self.connections.first > 0 || self.computer.first,
            second: self.connections.second > 0 || self.computer.second,
            spectators: self.spectators,
        }
    }

    /// The players who are online as the lists show it.
    #[must_use]
    pub const fn listed(&self) -> Present {
        Present {
            first: self.listed.first,
            second: self.listed.second,
            spectators: self.spectators,
        }
    }

    /// When the lists are to show something else.
    #[must_use]
    pub fn list_due(&self) -> Option<Moment> {
        let due = |side| match (self.is_there(side), self.listed[side]) {
            (true, false) => Some(self.changed[side]),
            (false, true) => Some(self.changed[side].after(AWAY_LISTED)),
            (true, true) | (false, false) => None,
        };
        Side::ALL.into_iter().filter_map(due).min()
    }

    /// Notes the state that the lists show from now on; true if that is news.
    pub fn list(&mut self, now: Moment) -> bool {
        let before = self.listed;
        for side in Side::ALL {
            let is_there = self.is_there(side);
            if is_there || self.changed[side].after(AWAY_LISTED) <= now {
                self.listed[side] = is_there;
            }
        }
        self.listed != before
    }

    /// Whether any client is connected.
    #[must_use]
    pub const fn anybody(&self) -> bool {
        self.connections.first > 0 || self.connections.second > 0 || self.spectators > 0
    }

    /// Since when a side has been away; `None` while it is connected.
    #[must_use]
    pub fn away_since(&self, side: Side) -> Option<Moment> {
        if self.is_there(side) { None } else { Some(self.changed[side]) }
    }

    /// Since when none of the players of a match has been present; `None` while one is.
    /// Computer players do not keep a match.
    #[must_use]
    pub fn deserted_since(&self) -> Option<Moment> {
        let away = |side| match (self.connections[side], self.computer[side]) {
            (0, is_computer) => Some((!is_computer).then(|| self.changed[side])),
            _ => None,
        };
        let (first, second) = (away(Side::First)?, away(Side::Second)?);
        first.max(second)
    }

    /// When a change is to be reported; `None` if there is none, or no reader, or if what changed
    /// was reported too often already.
    #[must_use]
    pub fn due(&self) -> Option<Moment> {
        let view = self.view();
        if view == self.reported || !self.anybody() {
            return None;
        }
        let (sides, spectators) = &self.times_reported;
        let players = Side::ALL
            .into_iter()
            .filter(|&side| {
                let is_news = match side {
                    Side::First => view.first != self.reported.first,
                    Side::Second => view.second != self.reported.second,
                };
                is_news && sides[side] < MAX_REPORTS
            })
            .map(|side| self.changed[side].after(PLAYERS_SETTLE))
            .min();
        let spectators = (view.spectators != self.reported.spectators && *spectators < MAX_REPORTS)
            .then(|| self.spectators_changed.after(SPECTATORS_SETTLE));
        players.into_iter().chain(spectators).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    #[test]
    fn a_second_tab_is_the_same_presence() {
        let mut presence = Presence::nobody(Moment(0));
        presence.come(Some(First), Moment(1_000));
        presence.come(Some(First), Moment(2_000));
        presence.go(Some(First), Moment(3_000));
        assert!(presence.view().first);
        assert_eq!(presence.away_since(First), None);
        presence.go(Some(First), Moment(4_000));
        assert_eq!(presence.away_since(First), Some(Moment(4_000)));
        assert_eq!(presence.away_since(Second), Some(Moment(0)));
    }

    #[test]
    fn spectators_of_other_nodes_are_added() {
        let mut presence = Presence::nobody(Moment(0));
        presence.come(None, Moment(1_000));
        presence.recount(0, 40, Moment(2_000));
        presence.recount(0, 5, Moment(3_000));
        assert_eq!(presence.view().spectators, 46);
        presence.recount(40, 2, Moment(4_000));
        assert_eq!((presence.view().spectators, presence.anybody()), (8, true));
        assert_eq!(presence.due(), Some(Moment(4_000 + SPECTATORS_SETTLE)));
        presence.recount(2, 2, Moment(9_000));
        assert_eq!(presence.due(), Some(Moment(4_000 + SPECTATORS_SETTLE)), "nothing has changed");
    }

    #[test]
    fn lists_show_absence_late_and_return_at_once() {
        let mut presence = Presence::nobody(Moment(0));
        presence.come(Some(First), Moment(0));
        presence.go(Some(First), Moment(1_000));
        presence.come(Some(First), Moment(2_000));
        presence.go(Some(First), Moment(3_000));
        assert!(!presence.list(Moment(4_900)), "nothing to report of a page that is reloaded");
        assert!(presence.list(Moment(5_000)), "the second never came");
        assert_eq!(presence.list_due(), Some(Moment(3_000 + AWAY_LISTED)));
        assert!(presence.list(Moment(8_000)));
        assert_eq!((presence.listed().first, presence.list_due()), (false, None));
        presence.come(Some(First), Moment(9_000));
        assert_eq!(presence.list_due(), Some(Moment(9_000)));
        assert!(presence.list(Moment(9_000)) && presence.listed().first);
        assert!(!presence.list(Moment(9_001)));
    }

    #[test]
    fn endless_changes_are_not_reported_for_ever() {
        let mut presence = Presence::nobody(Moment(0));
        presence.come(Some(First), Moment(0));
        let mut reports = 0;
        for round in 0..2 * u64::from(MAX_REPORTS) {
            match round % 2 {
                0 => presence.come(None, Moment(round)),
                _ => presence.go(None, Moment(round)),
            }
            if presence.due().is_some() {
                presence.report(presence.view());
                reports += 1;
            }
            presence = if round == 700 { again(presence) } else { presence };
        }
        assert_eq!(reports, MAX_REPORTS + 1, "once of the player alone, after the restart");
        assert!(presence.view().first, "it is known all the same");
        let now = Moment(9_000_000);
        presence.come(Some(Second), now);
        assert_eq!(
            presence.due(),
            Some(now.after(PLAYERS_SETTLE)),
            "no player pays for spectators"
        );
    }

    #[test]
    fn changes_of_each_kind_are_reported_so_often() {
        for (seat, reader) in [(Some(First), None), (Some(Second), None), (None, Some(First))] {
            let mut presence = Presence::nobody(Moment(0));
            presence.come(reader, Moment(0));
            presence.report(presence.view());
            let mut reports = 0;
            for round in 0..2 * u64::from(MAX_REPORTS) {
                match round % 2 {
                    0 => presence.come(seat, Moment(round)),
                    _ => presence.go(seat, Moment(round)),
                }
                if presence.due().is_some() {
                    presence.report(presence.view());
                    reports += 1;
                }
            }
            assert_eq!(reports, MAX_REPORTS, "{seat:?}");
        }
    }

    #[test]
    fn seat_without_connections_leaves_no_spectators() {
        let mut presence = Presence::nobody(Moment(0));
        presence.come(None, Moment(1_000));
        presence.left(Second, Moment(5_000));
        assert_eq!(presence.due(), Some(Moment(1_000 + SPECTATORS_SETTLE)));
    }

    /// As after a restart, with the first side back.
    fn again(presence: Presence) -> Presence {
        let mut again = presence.deserted(Moment(700));
        again.come(Some(First), Moment(700));
        again
    }

    #[test]
    fn who_joins_and_is_gone_at_once_is_reported_as_away() {
        let mut presence = Presence::nobody(Moment(0));
        presence.come(Some(First), Moment(0));
        presence.report(presence.view());
        presence.joined(Second, false, Moment(1_000));
        presence.come(Some(Second), Moment(1_100));
        assert_eq!(presence.due(), None, "the event of joining said so");
        presence.go(Some(Second), Moment(1_200));
        assert_eq!(presence.due(), Some(Moment(1_200 + PLAYERS_SETTLE)));
    }

    #[test]
    fn changes_are_reported_late_and_only_to_clients() {
        let mut presence = Presence::nobody(Moment(0));
        assert_eq!(presence.due(), None);
        presence.come(None, Moment(1_000));
        assert_eq!(presence.due(), Some(Moment(1_000 + SPECTATORS_SETTLE)));
        presence.come(Some(Second), Moment(1_500));
        assert_eq!(presence.due(), Some(Moment(1_500 + PLAYERS_SETTLE)));
        presence.report(presence.view());
        assert_eq!(presence.due(), None);
        presence.go(Some(Second), Moment(9_000));
        presence.come(Some(Second), Moment(9_100));
        assert_eq!(presence.due(), None);
        presence.go(Some(Second), Moment(9_200));
        presence.go(None, Moment(9_300));
        assert_eq!(presence.due(), None, "nobody is left to read it");
    }

    #[test]
    fn anybody_is_a_player_or_a_spectator() {
        for side in [None, Some(First), Some(Second)] {
            let mut presence = Presence::nobody(Moment(0));
            assert!(!presence.anybody());
            presence.come(side, Moment(1_000));
            assert!(presence.anybody(), "{side:?}");
            presence.go(side, Moment(2_000));
            assert!(!presence.anybody(), "{side:?}");
        }
    }

    #[test]
    fn computer_player_keeps_no_match_after_a_restart() {
        let mut presence = Presence::nobody(Moment(0));
        presence.seated(Second, true, Moment(0));
        presence.seated(First, false, Moment(1_000));
        let again = presence.deserted(Moment(5_000));
        assert_eq!(again.deserted_since(), Some(Moment(5_000)));
        assert_eq!([First, Second].map(|side| again.is_there(side)), [false, true]);
        let mut watched = again;
        watched.come(Some(First), Moment(6_000));
        assert_eq!(watched.deserted_since(), None);
        watched.seated(Second, true, Moment(9_000));
        watched.go(Some(First), Moment(7_000));
        assert_eq!(watched.deserted_since(), Some(Moment(7_000)), "since the player is away");
    }
}
