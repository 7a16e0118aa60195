//! Look-ups of credentials in the store, and the time in which they fail.
//!
//! A look-up has a time limit; one that fails or takes too long leaves the credential unconfirmed,
//! which is never taken for a confirmation. The server also remembers when look-ups failed and which
//! players it turned away from their matches in that time, so that a match can credit their clocks:
//! only time in which this server could not look up a credential counts. Every table is
//! bounded.

use crate::time::TimeSource;
use domain::{MatchId, Moment, PlayerId};
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::StoreError;
use tokio::time::timeout;

/// How long the store may take to answer.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(2);

/// An outage lasts until a look-up succeeds, and at most for this time after the last failure, in
/// milliseconds: without visitors no look-up shows that the store is back.
const STILL_FAILING: u64 = 10_000;

/// The most outages that are remembered.
const MAX_OUTAGES: usize = 32;

/// The most players that are remembered as turned away, each with a match.
const MAX_TURNED_AWAY: usize = 10_000;

/// A player who does not return within this time after the last attempt is forgotten, in
/// milliseconds.
const RETURNS_WITHIN: u64 = 10 * 60 * 1_000;

/// Whether a credential counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Validity {
    /// The store has it, or had it some seconds ago.
    Valid,
    /// The store does not have it any more.
    Ended,
    /// The store could not be asked, but the credential was valid in the last ten minutes.
    Unconfirmed,
    /// The store could not be asked.
    Unknown,
}

/// A span of time, from its beginning until its end.
pub(crate) type Span = (Moment, Moment);

/// The look-ups of this server.
#[derive(Debug)]
pub(crate) struct Lookups {
    time: TimeSource,
    limit: Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The first and the last failure since a look-up succeeded.
    failing: Option<Span>,
    /// Outages that are over, in order.
    past: VecDeque<Span>,
    /// The first and the last attempt of each player who was turned away from a match.
    turned_away: HashMap<(PlayerId, MatchId), Span>,
}

impl Lookups {
    /// Look-ups with the usual time limit.
    pub(crate) fn new(time: TimeSource) -> Self {
        Self { time, limit: LOOKUP_TIMEOUT, state: Mutex::default() }
    }

    /// Looks something up; `None` if the store fails or does not answer in time.
    pub(crate) async fn look_up(
        &self,
        asked: impl Future<Output = Result<bool, StoreError>>,
    ) -> Option<bool> {
        let began = self.time.now();
        let answer = timeout(self.limit, asked).await.unwrap_or(Err(StoreError::Unavailable));
        let now = self.time.now();
        match answer {
            Ok(answer) => {
                self.lock().succeed(now);
                Some(answer)
            }
            Err(error) => {
                if self.lock().fail(began, now) {
                    tracing::warn!(%error, "credentials cannot be looked up");
                }
                None
            }
        }
    }

    /// Remembers that a player was turned away from a match because a look-up failed that began at
    /// `began`.
    pub(crate) fn turn_away(&self, player: PlayerId, match_id: MatchId, began: Moment) {
        let now = self.time.now();
        self.lock().turn_away(player, match_id, began, now);
    }

    /// Whether a player was turned away from a match a moment ago, and will try again.
    pub(crate) fn keeps_out(&self, player: PlayerId, match_id: MatchId) -> bool {
        let now = self.time.now();
        let attempts = self.lock().turned_away.get(&(player, match_id)).copied();
        attempts.is_some_and(|(_, last)| now < last.after(STILL_FAILING))
    }

    /// The spans since `since` in which a player was turned away from a match because look-ups
    /// failed; `None` if the player was not turned away.
    pub(crate) fn spans(
        &self,
        player: PlayerId,
        match_id: MatchId,
        since: Moment,
    ) -> Option<Vec<Span>> {
        let now = self.time.now();
        self.lock().spans(player, match_id, since, now)
    }

    /// Whether a player was turned away from a match and has not returned.
    pub(crate) fn has_turned_away(&self, player: PlayerId, match_id: MatchId) -> bool {
        self.lock().turned_away.contains_key(&(player, match_id))
    }

    /// Forgets that a player was turned away from a match.
    pub(crate) fn let_in(&self, player: PlayerId, match_id: MatchId) {
        self.lock().turned_away.remove(&(player, match_id));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing under the lock panics half-way, so a poisoned one is still whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn succeed(&mut self, now: Moment) {
        if let Some((from, last)) = self.failing.take() {
            self.close((from, now.min(last.after(STILL_FAILING))));
        }
    }

    /// Notes a failure; true if it is the first of an outage.
    fn fail(&mut self, began: Moment, now: Moment) -> bool {
        match self.failing {
            Some((from, last)) if began <= last.after(STILL_FAILING) => {
                self.failing = Some((from.min(began), now.max(last)));
                false
            }
            before => {
                if let Some((from, last)) = before {
                    self.close((from, last.after(STILL_FAILING)));
                }
                self.failing = Some((began, now));
                true
            }
        }
    }

    fn close(&mut self, (from, until): Span) {
        match self.past.back_mut() {
            // A look-up that began before another one succeeded.
            Some(last) if from <= last.1 => *last = (last.0.min(from), last.1.max(until)),
            Some(_) | None => {
                if self.past.len() >= MAX_OUTAGES {
                    self.past.pop_front();
                }
                self.past.push_back((from, until));
            }
        }
    }

    fn turn_away(&mut self, player: PlayerId, match_id: MatchId, began: Moment, now: Moment) {
        if let Some((_, last)) = self.turned_away.get_mut(&(player, match_id)) {
            *last = now;
            return;
        }
        if self.turned_away.len() >= MAX_TURNED_AWAY {
            self.turned_away.retain(|_, (_, last)| now.since(*last) < RETURNS_WITHIN);
        }
        if self.turned_away.len() < MAX_TURNED_AWAY {
            self.turned_away.insert((player, match_id), (began, now));
        }
    }

    fn spans(
        &self,
        player: PlayerId,
        match_id: MatchId,
        since: Moment,
        now: Moment,
    ) -> Option<Vec<Span>> {
        let &(first, last) = self.turned_away.get(&(player, match_id))?;
        // The client tries again within seconds; a player who has stopped trying stays away by choice.
        let (first, last) = (first.max(since), last.after(STILL_FAILING).min(now));
        let open = self.failing.map(|(from, last)| (from, last.after(STILL_FAILING).min(now)));
        let clipped = |(from, until): Span| (from.max(first), until.min(last));
        let spans = self.past.iter().copied().chain(open).map(clipped);
        Some(spans.filter(|(from, until)| from < until).collect())
    }
}

/// When each of some credentials was last seen valid, or had ended. Bounded: with `most` of them,
/// those that were not noted since half as many others are forgotten.
#[derive(Debug)]
pub(crate) struct Memory<K> {
    most: usize,
    recent: HashMap<K, Moment>,
    earlier: HashMap<K, Moment>,
}

impl<K: Eq + Hash> Memory<K> {
    /// An empty one.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, recent: HashMap::new(), earlier: HashMap::new() }
    }

    /// When a credential was noted last.
    pub(crate) fn get(&self, key: &K) -> Option<Moment> {
        self.recent.get(key).or_else(|| self.earlier.get(key)).copied()
    }

    /// Notes a credential.
    pub(crate) fn record(&mut self, key: K, now: Moment) {
        if self.recent.len() >= self.most / 2 && !self.recent.contains_key(&key) {
            self.earlier = std::mem::take(&mut self.recent);
        }
        self.recent.insert(key, now);
    }

    /// Forgets a credential.
    pub(crate) fn remove(&mut self, key: &K) {
        self.recent.remove(key);
        self.earlier.remove(key);
    }

    /// Forgets all but some.
    pub(crate) fn retain(&mut self, stays: impl Fn(&K) -> bool) {
        self.recent.retain(|key, _| stays(key));
        self.earlier.retain(|key, _| stays(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T0: Moment = Moment(1_760_000_000_000);

    fn at(millis: u64) -> Moment {
        T0.after(millis)
    }

    fn ids() -> (PlayerId, MatchId) {
        (PlayerId::fresh(), MatchId(PlayerId::fresh().0))
    }

    #[tokio::test(start_paused = true)]
    async fn lookup_without_answer_in_time_is_unknown() {
        let lookups = Lookups::new(TimeSource::starting_at(T0));
        assert_eq!(lookups.look_up(async { Ok(true) }).await, Some(true));
        assert_eq!(lookups.look_up(async { Ok(false) }).await, Some(false));
        assert_eq!(lookups.look_up(async { Err(StoreError::Failed) }).await, None);
        assert_eq!(lookups.look_up(std::future::pending()).await, None);
        assert_eq!(lookups.time.now(), at(2_000), "the limit");
    }

    #[test]
    fn player_is_credited_for_outages_alone() {
        let (player, id) = ids();
        let mut state = State::default();
        assert!(state.fail(at(1_000), at(3_000)), "the first of an outage");
        assert!(!state.fail(at(2_000), at(4_000)));
        state.turn_away(player, id, at(1_500), at(3_500));
        state.turn_away(player, id, at(4_000), at(6_000));
        let spans = |state: &State, since, now| state.spans(player, id, since, now);
        assert_eq!(spans(&state, T0, at(5_000)), Some(vec![(at(1_500), at(5_000))]));
        state.succeed(at(8_000));
        assert_eq!(spans(&state, T0, at(9_000)), Some(vec![(at(1_500), at(8_000))]));
        assert_eq!(spans(&state, at(2_500), at(9_000)), Some(vec![(at(2_500), at(8_000))]));
        // In a later outage without an attempt the player stays away by choice.
        state.fail(at(60_000), at(62_000));
        assert_eq!(spans(&state, T0, at(63_000)), Some(vec![(at(1_500), at(8_000))]));
        state.turn_away(player, id, at(60_000), at(62_000));
        let both = vec![(at(1_500), at(8_000)), (at(60_000), at(63_000))];
        assert_eq!(spans(&state, T0, at(63_000)), Some(both));
        let (other, _) = ids();
        assert_eq!(state.spans(other, id, T0, at(63_000)), None);
    }

    #[test]
    fn outage_without_lookups_ends_by_itself() {
        let (player, id) = ids();
        let mut state = State::default();
        state.fail(at(0), at(2_000));
        state.turn_away(player, id, at(0), at(2_000));
        let spans = state.spans(player, id, T0, at(500_000));
        assert_eq!(spans, Some(vec![(at(0), at(12_000))]));
        assert!(state.fail(at(90_000), at(90_001)), "another outage");
        state.succeed(at(500_000));
        assert_eq!(state.past, [(at(0), at(12_000)), (at(90_000), at(100_001))]);
    }

    #[test]
    fn tables_of_lookups_are_bounded() {
        let mut state = State::default();
        for number in 0..10_000 + 5 {
            let (player, id) = ids();
            state.turn_away(player, id, at(number), at(number));
        }
        assert_eq!(state.turned_away.len(), MAX_TURNED_AWAY);
        for number in 0..100 {
            state.fail(at(number * 100_000), at(number * 100_000));
            state.succeed(at(number * 100_000 + 1));
        }
        assert_eq!(state.past.len(), MAX_OUTAGES);
        let (player, id) = ids();
        state.turn_away(player, id, at(RETURNS_WITHIN * 2), at(RETURNS_WITHIN * 2));
        assert_eq!(state.turned_away.len(), 1, "the others have not returned");
    }

    #[test]
    fn memory_forgets_the_least_recent_half() {
        let mut memory = Memory::new(4);
        for key in 0..4 {
            memory.record(key, at(key));
        }
        memory.record(0, at(9));
        assert_eq!(memory.get(&0), Some(at(9)));
        memory.record(4, at(9));
        let known: Vec<u64> = (0..5).filter(|key| memory.get(key).is_some()).collect();
        assert_eq!(known, [0, 2, 3, 4]);
        memory.retain(|&key| key > 2);
        assert_eq!((memory.get(&2), memory.get(&3)), (None, Some(at(3))));
        memory.remove(&3);
        assert_eq!((memory.get(&3), memory.get(&4)), (None, Some(at(9))));
        assert!(memory.recent.len() + memory.earlier.len() <= 4);
    }
}
