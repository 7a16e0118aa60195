//! The seek pool: waiting players, meetings and answers, as a value; events and times are
//! arguments. It knows no tasks, sockets or store. A seek ends by its owner's wish, by time, or because
//! its owner did not answer: the player who was not at fault keeps the place in which they waited.

mod pairing;
mod standing;
#[cfg(test)]
mod tests;

pub use standing::{Answered, Expiry, Found, NobodyFound, Pair, Standing};

use crate::rating::Pool;
use crate::span::minutes;
use crate::{Caller, Deal, MatchId, Moment, NoPlace, PlaceLimits, Places, PlayerId, Seek};
use engine::{BySide, Side};
use pairing::{Candidate, pairs};
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use uuid::Uuid;

/// How long both have to accept, in milliseconds.
pub const ANSWER_WITHIN: u64 = 10_000;

/// For how long two of whom one declined, or did not answer, are not found for each other again.
const APART_FOR: u64 = minutes(5);

/// For how long the match that has begun is part of a standing, in milliseconds.
pub const STARTED_FOR: u64 = 60_000;

/// How old a rating may be that is compared with others, in milliseconds; before two meet it is read
/// in any case.
const RATED_FOR: u64 = 60_000;

/// How many seeks there are at most, of those behind one address and in one network too.
const SEEK_PLACES: PlaceLimits =
    PlaceLimits { player: 1, address: 40, network: 400, all: 20_000, idle: None };

/// The most seeks of one matchmaker.
pub const MOST_SEEKS: usize = 20_000;

/// How long a guest's seek stays after the guest was last there, in milliseconds: for a page that is
/// loaded again, or a phone that changes its network.
pub const GUEST_AWAY: u64 = 60_000;

/// How long a player is shown that they did not answer, in milliseconds.
const MISSED_FOR: u64 = minutes(10);

/// A player who seeks.
#[derive(Debug)]
struct Waiter {
    seek: Seek,
    /// Players they must not meet, and until when.
    apart: HashMap<PlayerId, Moment>,
    /// The origin of the player, if that counts.
    caller: Option<Caller>,
    /// When they were last there.
    seen_at: Moment,
    found: Option<Uuid>,
    /// When it was last read how they are rated.
    rated_at: Moment,
}

/// Two who have been found for each other.
#[derive(Debug)]
struct Meeting {
    deal: Deal,
    accepted: BySide<bool>,
    until: Moment,
    /// Whether their match is being made.
    is_settling: bool,
}

impl Meeting {
    fn side_of(&self, who: PlayerId) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.deal.players[side].id == who)
    }

    fn people(&self) -> [PlayerId; 2] {
        [self.deal.players.first.id, self.deal.players.second.id]
    }
}

/// All who seek.
#[derive(Debug)]
pub struct SeekPool {
    waiters: HashMap<PlayerId, Waiter>,
    places: Places<PlayerId>,
    /// Players who have lost a seek by not answering, and the time.
    missed: HashMap<PlayerId, Moment>,
    /// Addresses whose seeks are not paired, and until when.
    held: HashMap<IpAddr, Moment>,
    meetings: HashMap<Uuid, Meeting>,
    started: HashMap<PlayerId, (MatchId, Moment)>,
}

impl Default for SeekPool {
    fn default() -> Self {
        Self {
            waiters: HashMap::new(),
            places: Places::new(SEEK_PLACES),
            missed: HashMap::new(),
            held: HashMap::new(),
            meetings: HashMap::new(),
            started: HashMap::new(),
        }
    }
}

impl SeekPool {
    /// How many seek.
    pub fn len(&self) -> usize {
        self.waiters.len()
    }

    /// Whether no player seeks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiters.is_empty()
    }

    /// Whether a player seeks.
    pub fn seeks(&self, who: PlayerId) -> bool {
        self.waiters.contains_key(&who)
    }

    /// Whether a match of a player is being made: until it is, their seek stays as it is.
    pub fn is_settling(&self, who: PlayerId) -> bool {
        let found = self.waiters.get(&who).and_then(|waiter| waiter.found);
        found.and_then(|id| self.meetings.get(&id)).is_some_and(|meeting| meeting.is_settling)
    }

    /// Puts a seek in place of the one that its owner has; returns whose standing changed.
    ///
    /// # Errors
    ///
    /// [`NoPlace`] if there are as many as there can be.
    pub fn put(
        &mut self,
        seek: Seek,
        caller: Option<Caller>,
        now: Moment,
    ) -> Result<Vec<PlayerId>, NoPlace> {
        let who = seek.who.id;
        self.places.take(who, who, caller, now)?;
        let mut changed = self.withdraw(who);
        self.places.force(who, who, caller, now);
        self.started.remove(&who);
        self.missed.remove(&who);
        let rated_at = seek.made_at();
        let apart = HashMap::new();
        let waiter = Waiter { seek, apart, caller, seen_at: now, found: None, rated_at };
        self.waiters.insert(who, waiter);
        changed.push(who);
        Ok(changed)
    }

    /// Ends a player's seek; returns the players whose standing changed.
    pub fn withdraw(&mut self, who: PlayerId) -> Vec<PlayerId> {
        let Some(found) = self.waiters.get(&who).map(|waiter| waiter.found) else {
            let has_missed = self.missed.remove(&who).is_some();
            return if has_missed { vec![who] } else { Vec::new() };
        };
        let mut changed = found.map(|id| self.part(id)).unwrap_or_default();
        self.remove(who);
        if !changed.contains(&who) {
            changed.push(who);
        }
        changed
    }

    fn remove(&mut self, who: PlayerId) {
        self.waiters.remove(&who);
        self.places.forget(who);
    }

    /// Has no seek of an address paired until a moment.
    pub fn hold(&mut self, address: IpAddr, until: Moment) {
        self.held.insert(address, until);
    }

    /// All players whose standing is not empty.
    pub fn people(&self) -> impl Iterator<Item = PlayerId> {
        let gone = self.started.keys().chain(self.missed.keys());
        let gone = gone.filter(|who| !self.waiters.contains_key(who));
        self.waiters.keys().chain(gone).copied()
    }

    /// Whether a player seeks an opponent by rating.
    pub fn asks_for_rating(&self, who: PlayerId) -> bool {
        self.waiters.get(&who).is_some_and(|waiter| waiter.seek.terms().within.is_some())
    }

    /// Of those who seek an opponent by rating, the one whose own was read longest ago, unless that is
    /// recent.
    pub fn next_to_rate(&self, now: Moment) -> Option<PlayerId> {
        let is_due = |waiter: &&Waiter| {
            waiter.seek.terms().within.is_some() && now.since(waiter.rated_at) >= RATED_FOR
        };
        let next = self.waiters.values().filter(is_due).min_by_key(|waiter| waiter.rated_at);
        next.map(|waiter| waiter.seek.who.id)
    }

    /// Notes how the owner of a seek is rated by now; true if that is something else.
    pub fn rate(&mut self, seek: &Seek, ratings: BTreeMap<Pool, i32>, now: Moment) -> bool {
        let waiter = self.waiters.get_mut(&seek.who.id);
        let Some(waiter) = waiter.filter(|waiter| waiter.seek.made_at() == seek.made_at()) else {
            return true;
        };
        waiter.rated_at = now;
        let has_changed = waiter.seek.terms().ratings != ratings;
        waiter.seek.rate(ratings);
        has_changed
    }

    /// Those who wait without a meeting.
    fn free(&self, is_there: impl Fn(PlayerId) -> bool) -> Vec<(&Waiter, Candidate<'_>)> {
        let is_held =
            |waiter: &Waiter| waiter.caller.is_some_and(|of| self.held.contains_key(&of.address));
        let free = self.waiters.values();
        let free = free.filter(|waiter| waiter.found.is_none() && !is_held(waiter));
        let candidate = |waiter: &'_ Waiter| is_there(waiter.seek.who.id);
        free.map(|waiter| (waiter, Candidate { seek: &waiter.seek, is_awake: candidate(waiter) }))
            .collect()
    }

    /// The player who has waited longest of those that fit a player who has just come. `coin` decides
    /// the sides where both may be either.
    pub fn pair_of(
        &self,
        who: PlayerId,
        is_there: impl Fn(PlayerId) -> bool,
        coin: impl FnOnce() -> bool,
        now: Moment,
    ) -> Option<Pair> {
        let free = self.free(is_there);
        let (own, candidate) = free.iter().find(|(waiter, _)| waiter.seek.who.id == who)?;
        let fitting = free.iter().filter(|(waiter, other)| {
            may_meet(own, waiter, now) && candidate.deal(other, false).is_some()
        });
        let (_, other) = fitting.min_by_key(|(waiter, _)| waiter.seek.made_at())?;
        pair(candidate, other, coin())
    }

    /// The pairs that can be made of all who wait. `coin` decides the sides of a pair where both may be
    /// either.
    pub fn pairs(
        &self,
        is_there: impl Fn(PlayerId) -> bool,
        mut coin: impl FnMut() -> bool,
        now: Moment,
    ) -> Vec<Pair> {
        let free = self.free(is_there);
        let candidates: Vec<Candidate<'_>> =
            free.iter().map(|(_, candidate)| candidate.clone()).collect();
        let may_meet = |one: usize, other: usize| may_meet(free[one].0, free[other].0, now);
        pairs(&candidates, may_meet, now)
            .into_iter()
            .filter_map(|(one, other)| pair(&candidates[one], &candidates[other], coin()))
            .collect()
    }

    /// Records two players that are no longer to be paired.
    pub fn keep_apart(&mut self, [one, other]: [PlayerId; 2]) {
        for (who, whom) in [(one, other), (other, one)] {
            if let Some(waiter) = self.waiters.get_mut(&who) {
                waiter.apart.insert(whom, waiter.seek.expires_at());
            }
        }
    }

    /// Pairs two players, if both still seek as they did. A player who is offline accepts a
    /// correspondence game by the seek itself.
    pub fn meet(&mut self, pair: Pair, now: Moment) -> Option<Answered> {
        let waits = |&(who, made_at): &(PlayerId, Moment)| {
            self.waiters
                .get(&who)
                .is_some_and(|waiter| waiter.found.is_none() && waiter.seek.made_at() == made_at)
        };
        if !pair.people.iter().all(waits) {
            return None;
        }
        let id = Uuid::new_v4();
        for (who, _) in pair.people {
            if let Some(waiter) = self.waiters.get_mut(&who) {
                waiter.found = Some(id);
            }
        }
        let accepted = BySide { first: !pair.awake.first, second: !pair.awake.second };
        let meeting = Meeting {
            deal: pair.deal,
            accepted,
            until: now.after(ANSWER_WITHIN),
            is_settling: false,
        };
        self.meetings.insert(id, meeting);
        Some(self.agreed(id))
    }

    /// Notes an answer; the same one given again is the same.
    ///
    /// # Errors
    ///
    /// [`NobodyFound`] if there is no such meeting of theirs, or no longer.
    pub fn answer(
        &mut self,
        who: PlayerId,
        id: Uuid,
        accepts: bool,
    ) -> Result<Answered, NobodyFound> {
        let meeting = self.meetings.get_mut(&id).ok_or(NobodyFound)?;
        let side = meeting.side_of(who).ok_or(NobodyFound)?;
        if meeting.is_settling {
            return Ok(Answered::Noted);
        }
        if !accepts {
            self.part(id);
            return Ok(Answered::Declined);
        }
        meeting.accepted[side] = true;
        Ok(self.agreed(id))
    }

    /// Whether both players of a meeting have accepted; only the first answer after that creates the match.
    fn agreed(&mut self, id: Uuid) -> Answered {
        match self.meetings.get_mut(&id) {
            Some(meeting) if meeting.accepted.first && meeting.accepted.second => {
                meeting.is_settling = true;
                Answered::Agreed(id, meeting.deal.clone())
            }
            Some(_) | None => Answered::Noted,
        }
    }

    /// Ends a meeting that came to nothing: both wait on, in their places, but not for each other.
    /// Returns who they are.
    pub fn part(&mut self, id: Uuid) -> Vec<PlayerId> {
        let Some(meeting) = self.meetings.remove(&id) else { return Vec::new() };
        let [one, other] = meeting.people();
        for (who, whom) in [(one, other), (other, one)] {
            if let Some(waiter) = self.waiters.get_mut(&who) {
                waiter.found = None;
                waiter.apart.insert(whom, meeting.until.after(APART_FOR));
            }
        }
        vec![one, other]
    }

    /// Notes the match that has begun of a player who does not seek, and when.
    pub fn record_started(&mut self, who: PlayerId, started: MatchId, at: Moment) {
        if !self.seeks(who) {
            self.started.insert(who, (started, at));
        }
    }

    /// Ends a meeting whose match could not be made for no fault of theirs: they may meet again.
    pub fn reopen(&mut self, id: Uuid) {
        let Some(meeting) = self.meetings.remove(&id) else { return };
        for who in meeting.people() {
            if let Some(waiter) = self.waiters.get_mut(&who) {
                waiter.found = None;
            }
        }
    }

    /// Notes that the match of a meeting has begun: neither seeks any more.
    pub fn settle(&mut self, id: Uuid, started: MatchId, now: Moment) {
        let Some(meeting) = self.meetings.remove(&id) else { return };
        for who in meeting.people() {
            self.remove(who);
            self.started.insert(who, (started, now));
        }
    }

    /// Ends everything that is over by `now`: seeks whose time is up, those of guests who are gone, and meetings
    /// that were not answered in time. A player who did not answer loses the seek; the other one
    /// keeps the place.
    pub fn expire(&mut self, is_there: impl Fn(PlayerId) -> bool, now: Moment) -> Expiry {
        let mut expiry = Expiry::default();
        let Expiry { over, missed: all_missed, changed } = &mut expiry;
        let is_late = |meeting: &Meeting| !meeting.is_settling && meeting.until <= now;
        let late = self.meetings.iter().filter(|(_, meeting)| is_late(meeting));
        for id in late.map(|(id, _)| *id).collect::<Vec<_>>() {
            let missed = self.meetings.get(&id).map(|meeting| {
                let missed = |side: &Side| !meeting.accepted[*side];
                Side::ALL.into_iter().filter(missed).map(|side| meeting.deal.players[side].id)
            });
            let missed: Vec<PlayerId> = missed.into_iter().flatten().collect();
            changed.extend(self.part(id));
            for who in missed {
                let Some(waiter) = self.waiters.get(&who) else { continue };
                all_missed.push((who, waiter.caller));
                over.push(who);
                self.remove(who);
                self.missed.insert(who, now);
            }
        }
        for waiter in self.waiters.values_mut() {
            if is_there(waiter.seek.who.id) {
                waiter.seen_at = now;
            }
            waiter.apart.retain(|_, until| *until > now);
        }
        let is_gone =
            |waiter: &Waiter| waiter.seek.who.guest && now.since(waiter.seen_at) >= GUEST_AWAY;
        let is_over = |waiter: &Waiter| waiter.seek.expires_at() <= now || is_gone(waiter);
        let late = self.waiters.values().filter(|waiter| is_over(waiter));
        let late: Vec<PlayerId> = late.map(|waiter| waiter.seek.who.id).collect();
        for who in late {
            if !self.is_settling(who) {
                changed.extend(self.withdraw(who));
                over.push(who);
            }
        }
        self.started.retain(|_, (_, at)| now.since(*at) < STARTED_FOR);
        self.missed.retain(|_, at| now.since(*at) < MISSED_FOR);
        self.held.retain(|_, until| *until > now);
        expiry
    }

    /// The standing of a player.
    pub fn standing(&self, who: PlayerId) -> Standing {
        let started = self.started.get(&who).map(|(id, _)| *id);
        let Some(waiter) = self.waiters.get(&who) else {
            let has_missed = self.missed.contains_key(&who);
            return Standing { started, has_missed, ..Standing::default() };
        };
        let meeting = waiter.found.and_then(|id| Some((id, self.meetings.get(&id)?)));
        let found = meeting.and_then(|(id, meeting)| {
            let side = meeting.side_of(who)?;
            let (deal, accepted) = (meeting.deal.clone(), meeting.accepted[side]);
            Some(Found { id, deal, side, until: meeting.until, accepted })
        });
        let seek = Some(waiter.seek.clone());
        Standing { seek, found, has_missed: false, started }
    }
}

fn may_meet(one: &Waiter, other: &Waiter, now: Moment) -> bool {
    let apart = |one: &Waiter, other: &Waiter| {
        one.apart.get(&other.seek.who.id).is_some_and(|until| *until > now)
    };
    !apart(one, other) && !apart(other, one)
}

fn pair(one: &Candidate<'_>, other: &Candidate<'_>, coin: bool) -> Option<Pair> {
    let deal = one.deal(other, coin)?;
    let is_awake = |side: Side| {
        let awake = if deal.players[side].id == one.seek.who.id { one } else { other };
        awake.is_awake
    };
    let awake = BySide { first: is_awake(Side::First), second: is_awake(Side::Second) };
    let who = |candidate: &Candidate<'_>| (candidate.seek.who.id, candidate.seek.made_at());
    Some(Pair { people: [who(one), who(other)], awake, deal })
}
