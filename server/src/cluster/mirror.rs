//! The standings of all players, as the matchmaker on another server has sent them. A value; it is
//! shown, and decides nothing.

use domain::seek_pool::{STARTED_FOR, Standing};
use domain::{MatchId, Moment, PlayerId};
use std::collections::HashMap;

/// The standings at the matchmaker; a player who is not in it does not seek.
#[derive(Debug, Default)]
pub(crate) struct Mirror {
    people: HashMap<PlayerId, (Standing, Moment)>,
    seekers: usize,
    /// Whether the matchmaker there is has sent how all stand.
    is_whole: bool,
}

impl Mirror {
    /// Notes that another server is the matchmaker now; the standings of the former one are shown until
    /// the new one sends all.
    pub(crate) fn distrust(&mut self) {
        self.is_whole = false;
    }

    /// Whether the matchmaker there is has sent how all stand.
    pub(crate) const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Takes over the standings of some, or, `anew`, of all; returns the affected players.
    pub(crate) fn apply(
        &mut self,
        anew: bool,
        of: Vec<(PlayerId, Standing)>,
        now: Moment,
    ) -> Vec<PlayerId> {
        let mut concerned: Vec<PlayerId> = of.iter().map(|(who, _)| *who).collect();
        if anew {
            concerned.extend(self.people.drain().map(|(who, _)| who));
            (self.seekers, self.is_whole) = (0, true);
        }
        for (who, standing) in of {
            self.seekers += usize::from(standing.seek.is_some());
            let is_empty = standing == Standing::default();
            let before = if is_empty {
                self.people.remove(&who)
            } else {
                self.people.insert(who, (standing, now))
            };
            self.seekers -= usize::from(before.is_some_and(|(before, _)| before.seek.is_some()));
        }
        concerned
    }

    /// The standing of a player.
    pub(crate) fn standing(&self, who: PlayerId, now: Moment) -> Standing {
        let Some((standing, at)) = self.people.get(&who) else { return Standing::default() };
        let started = standing.started.filter(|_| now.since(*at) < STARTED_FOR);
        Standing { started, ..standing.clone() }
    }

    /// How many seek.
    pub(crate) const fn len(&self) -> usize {
        self.seekers
    }

    /// Those who seek.
    pub(crate) fn seekers(&self) -> impl Iterator<Item = PlayerId> {
        let seeks = |(who, (standing, _)): (&PlayerId, &(Standing, Moment))| {
            standing.seek.is_some().then_some(*who)
        };
        self.people.iter().filter_map(seeks)
    }

    /// The matches that have begun lately, and when that became known.
    pub(crate) fn started(&self) -> impl Iterator<Item = (PlayerId, MatchId, Moment)> {
        self.people.iter().filter_map(|(who, (standing, at))| Some((*who, standing.started?, *at)))
    }

    /// Forgets matches that began a while ago.
    pub(crate) fn expire(&mut self, now: Moment) {
        self.people
            .retain(|_, (standing, at)| standing.seek.is_some() || now.since(*at) < STARTED_FOR);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::clock::ClockSetting;
    use domain::{Player, Seek, SoughtGame, Terms};
    use uuid::Uuid;

    fn who(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number << 96))
    }

    fn seeking(number: u128) -> (PlayerId, Standing) {
        let game = SoughtGame::new("shogi", None).expect("known");
        let player = Player::guest(who(number));
        let seek = Seek::new(player, [game], [ClockSetting::None], Terms::default(), 60, Moment(0));
        let seek = Some(seek.expect("in bounds"));
        (who(number), Standing { seek, ..Standing::default() })
    }

    #[test]
    fn it_shows_the_last_message() {
        let mut mirror = Mirror::default();
        assert!(!mirror.is_whole());
        mirror.apply(true, vec![seeking(1), seeking(2)], Moment(0));
        assert_eq!((mirror.len(), mirror.is_whole()), (2, true));
        // A match has begun, which is shown for a minute.
        let started = Standing { started: Some(MatchId(Uuid::nil())), ..Standing::default() };
        assert_eq!(mirror.apply(false, vec![(who(1), started.clone())], Moment(5)), [who(1)]);
        assert_eq!((mirror.len(), mirror.standing(who(1), Moment(6))), (1, started));
        let later = Moment(5 + STARTED_FOR);
        assert_eq!(mirror.standing(who(1), later), Standing::default());
        mirror.expire(later);
        assert_eq!(mirror.started().count(), 0);
        mirror.apply(false, vec![seeking(2)], later);
        assert_eq!(mirror.seekers().collect::<Vec<_>>(), [who(2)]);
        mirror.distrust();
        let concerned = mirror.apply(true, vec![], later);
        assert_eq!((concerned, mirror.len(), mirror.is_whole()), (vec![who(2)], 0, true));
    }
}
