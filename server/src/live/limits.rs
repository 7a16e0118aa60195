//! How many matches players may have open, and how long those wait who leave matches they have joined.
//!
//! The totals change with the events of matches, so that a request counts nothing: each match notes
//! here when it is made, joined, left, used and over, and when its task begins. Where a player came
//! from is in no journal, so after a restart matches count for their players alone.
//!
//! Where several nodes can share the database, a new match needs a place there as well
//! ([`SharedPlaces`]), which counts the matches of all nodes. The totals here are those of this node
//! alone, and refuse most of what would be refused there without asking.

mod claims;

use super::challenges::{Challenge, Challenges, TooManyChallenges};
use super::shared_places::SharedPlaces;
use crate::accounts::identity::Masks;
use claims::Claim;
use domain::{
    Caller, Event, FreeFaults, Match, MatchId, MatchState, Moment, NoPlace, PlaceLimits, Places,
    PlayerId, Visibility, Waits,
};
use engine::Side;
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::{Database, StoreError};

/// The limits of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchLimits {
    /// Public matches that wait for an opponent.
    pub open: PlaceLimits,
    /// Unfinished matches against computer players.
    pub computer: PlaceLimits,
    /// Open challenges from one player to another.
    pub challenges_of_pair: u32,
    /// Open challenges to a player from players they do not follow.
    pub challenges_of_strangers: u32,
    /// How often opponents may leave open matches before they, or others behind their address, wait.
    pub leavers: FreeFaults,
    /// How often an opponent found may be left without an answer before the same.
    pub missing: FreeFaults,
}

impl MatchLimits {
    /// The limits of a public server.
    pub const USUAL: Self = Self {
        open: PlaceLimits { player: 3, address: 10, network: 100, all: u32::MAX, idle: None },
        computer: PlaceLimits {
            player: 20,
            address: 100,
            network: 400,
            all: 2_000,
            idle: Some(60 * 60_000),
        },
        challenges_of_pair: 3,
        challenges_of_strangers: 10,
        leavers: FreeFaults { player: 0, address: 20, network: 200, remembered: 50_000 },
        missing: FreeFaults { player: 0, address: 10, network: 100, remembered: 50_000 },
    };

    /// No limits but that of all computer players' matches, for benchmarks.
    pub const OFF: Self = Self {
        open: NONE,
        computer: PlaceLimits { all: 2_000, idle: Some(60 * 60_000), ..NONE },
        challenges_of_pair: u32::MAX,
        challenges_of_strangers: u32::MAX,
        leavers: ALL_FREE,
        missing: ALL_FREE,
    };
}

const ALL_FREE: FreeFaults =
    FreeFaults { player: u32::MAX, address: u32::MAX, network: u32::MAX, remembered: 1 };

const NONE: PlaceLimits = PlaceLimits {
    player: u32::MAX,
    address: u32::MAX,
    network: u32::MAX,
    all: u32::MAX,
    idle: None,
};

/// Whether the task of a match begins for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begins {
    /// The match was made just now, or is over.
    New,
    /// It is continued from its journal.
    Again,
}

/// The matches that count against the limits now.
#[derive(Debug)]
pub struct Limited {
    limits: MatchLimits,
    /// The places that count for all nodes, where there can be others.
    shared: Option<SharedPlaces>,
    open: Mutex<Places<MatchId>>,
    computer: Mutex<Places<MatchId>>,
    challenges: Mutex<Challenges>,
    /// The faults of opponents who left open matches.
    leavers: Mutex<Waits>,
    /// The faults of players who did not answer when an opponent was found.
    missing: Mutex<Waits>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing under these locks panics half-way, so a poisoned one is still whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Limited {
    pub(super) fn new(limits: MatchLimits, store: &Database, masks: Masks) -> Self {
        // Without limits there is nothing to count together.
        let is_limited = limits.open.player < u32::MAX;
        Self {
            limits,
            shared: SharedPlaces::on(store, masks).filter(|_| is_limited),
            open: Mutex::new(Places::new(limits.open)),
            computer: Mutex::new(Places::new(limits.computer)),
            challenges: Mutex::new(Challenges::new(
                limits.challenges_of_pair,
                limits.challenges_of_strangers,
            )),
            leavers: Mutex::new(Waits::new(limits.leavers)),
            missing: Mutex::new(Waits::new(limits.missing)),
        }
    }

    /// Takes the place that a new match needs: among open matches if it is listed and waits for
    /// an opponent, among those of computer players if one plays it.
    ///
    /// # Errors
    ///
    /// [`NoPlace`].
    pub(super) fn admit(
        &self,
        state: &Match,
        caller: Option<Caller>,
        now: Moment,
    ) -> Result<(), NoPlace> {
        let Some(player) = person(state) else { return Ok(()) };
        self.expire(now);
        if state.computer_seat().is_some() {
            return lock(&self.computer).take(state.id(), player, caller, now);
        }
        if is_listed_open(state) {
            return lock(&self.open).take(state.id(), player, caller, now);
        }
        Ok(())
    }

    /// Notes the challenge that a new match is, if it is one.
    ///
    /// # Errors
    ///
    /// [`TooManyChallenges`].
    pub(super) fn challenge(
        &self,
        state: &Match,
        is_stranger: bool,
    ) -> Result<(), TooManyChallenges> {
        match challenge(state, is_stranger) {
            Some(challenge) => lock(&self.challenges).make(state.id(), challenge),
            None => Ok(()),
        }
    }

    /// The origin of the player of a match against a computer player, if it is known.
    pub(super) fn caller_of(&self, id: MatchId) -> Option<Caller> {
        lock(&self.computer).caller(id)
    }

    /// Whether a player has as many open challenges to another as they may.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if those at other nodes are not known.
    pub async fn has_all_challenges(&self, by: PlayerId, to: PlayerId) -> Result<bool, StoreError> {
        if lock(&self.challenges).is_full(by, to) {
            return Ok(true);
        }
        match &self.shared {
            Some(shared) => shared.is_full(self.key_of_pair(by, to)).await,
            None => Ok(false),
        }
    }

    /// Notes a match whose task begins: one that is not known yet was there before this server started.
    pub(super) fn record_begun(&self, state: &Match, begins: Begins) {
        if !state.is_journaled() {
            return;
        }
        if let Some(challenge) = challenge(state, true) {
            lock(&self.challenges).record(state.id(), challenge);
        }
        if let Some(player) = person(state) {
            let (id, at) = (state.id(), state.active_at());
            if state.computer_seat().is_some() {
                let mut computer = lock(&self.computer);
                if !computer.is_known(id) {
                    computer.force(id, player, None, at);
                }
            } else if is_listed_open(state) {
                let mut open = lock(&self.open);
                if !open.has_place(id) {
                    open.force(id, player, None, at);
                }
            }
        }
        if let (Some(shared), Begins::Again) = (&self.shared, begins) {
            // Where its player came from, and whether the challenged player follows the challenger, the
            // place in the database still has, if the match has one.
            match self.claim(state, None, true).filter(|_| self.has_place(state.id())) {
                Some(Claim { place, .. }) => shared.keep(place),
                None => shared.release(state.id()),
            }
        }
    }

    /// Notes an event of a match; `state` is as it is after it, `left` the player who has left.
    pub(super) fn record(
        &self,
        state: &Match,
        event: &Event,
        left: Option<(PlayerId, Option<Caller>)>,
        now: Moment,
    ) {
        let id = state.id();
        match event {
            Event::Joined { .. } => {
                if self.has_place(id) && state.computer_seat().is_none() {
                    self.release_shared(id);
                }
                lock(&self.open).release(id);
                lock(&self.challenges).end(id);
            }
            Event::Left(_) => {
                if let Some((player, caller)) = left
                    && state.visibility() == Visibility::Public
                {
                    lock(&self.leavers).record(player, caller, now);
                }
                if let (Some(player), true) = (person(state), is_listed_open(state)) {
                    let mut open = lock(&self.open);
                    open.force(id, player, None, now);
                    let caller = open.caller(id);
                    drop(open);
                    if let (Some(shared), Some(claim)) =
                        (&self.shared, self.claim(state, caller, true))
                    {
                        shared.keep(claim.place);
                    }
                }
            }
            Event::Moved(_) if state.computer_seat().is_some() => {
                // A move that was let in is not refused now.
                self.use_place(id, now);
            }
            Event::Ended { .. } => {
                if self.has_place(id) {
                    self.release_shared(id);
                }
                lock(&self.open).forget(id);
                lock(&self.challenges).end(id);
                // It stays known as long as a rematch may follow.
                lock(&self.computer).release(id);
                let is_played =
                    state.both_acted() && state.ending().is_some_and(|of| of.result.is_some());
                if is_played {
                    for player in state.players() {
                        lock(&self.leavers).forgive(player);
                        lock(&self.missing).forgive(player);
                    }
                }
            }
            _ => {}
        }
    }

    /// Forgets a match that has left memory, or could not be made.
    pub(super) fn forget(&self, id: MatchId) {
        if self.has_place(id) {
            self.release_shared(id);
        }
        self.forget_here(id);
    }

    /// Forgets a match to which the database gave no place, so that there is none to release.
    pub(super) fn forget_refused(&self, id: MatchId) {
        self.forget_here(id);
    }

    /// Forgets a match that another node gets, together with its place.
    pub(super) fn hand_over(&self, id: MatchId) {
        if let Some(shared) = &self.shared {
            shared.leave(id);
        }
        self.forget_here(id);
    }

    fn forget_here(&self, id: MatchId) {
        lock(&self.open).forget(id);
        lock(&self.challenges).end(id);
        lock(&self.computer).forget(id);
    }

    /// Whether a match against a computer player has a place, or takes one now: without one no
    /// move of its player can be answered. Where nodes count together, one that it has given up is taken
    /// by [`take_again`](Self::take_again).
    pub(super) fn use_place(&self, id: MatchId, now: Moment) -> bool {
        self.expire(now);
        let mut computer = lock(&self.computer);
        let is_given_up = computer.is_known(id) && !computer.has_place(id);
        !(is_given_up && self.shared.is_some()) && computer.touch(id, now).is_ok()
    }

    /// Takes the place again that a match against a computer player has given up, for all nodes; false if
    /// there is none, or that is not known.
    pub(super) async fn take_again(&self, state: &Match, now: Moment) -> bool {
        let (id, caller) = (state.id(), self.caller_of(state.id()));
        if self.shared.is_none() || lock(&self.computer).touch(id, now).is_err() {
            return false;
        }
        let is_taken = self.take(self.claim(state, caller, true)).await.is_ok();
        if !is_taken {
            lock(&self.computer).release(id);
        }
        is_taken
    }

    /// How long a player must wait before they may join another open match, in milliseconds.
    #[must_use]
    pub fn wait_to_join(
        &self,
        player: PlayerId,
        caller: Option<Caller>,
        now: Moment,
    ) -> Option<u64> {
        lock(&self.leavers).left(player, caller, now)
    }

    /// How long a player must wait before they may seek again, in milliseconds.
    #[must_use]
    pub fn wait_to_seek(
        &self,
        player: PlayerId,
        caller: Option<Caller>,
        now: Moment,
    ) -> Option<u64> {
        lock(&self.missing).left(player, caller, now)
    }

    /// How long all players who come from a place must wait before they may seek again, in
    /// milliseconds.
    #[must_use]
    pub fn wait_of_caller(&self, caller: Caller, now: Moment) -> Option<u64> {
        lock(&self.missing).left_of(caller, now)
    }

    /// Notes that a player did not answer when an opponent was found.
    pub fn record_missed(&self, player: PlayerId, caller: Option<Caller>, now: Moment) {
        lock(&self.missing).record(player, caller, now);
    }

    /// How many matches against computer players have a place.
    #[must_use]
    pub fn computer_matches(&self) -> u32 {
        lock(&self.computer).taken()
    }
}

/// The challenge that an open match is.
fn challenge(state: &Match, is_stranger: bool) -> Option<Challenge> {
    Some(Challenge { by: person(state)?, to: state.invited()?.id, is_stranger })
}

/// The person a match counts for: the one who made it, or plays the computer.
fn person(state: &Match) -> Option<PlayerId> {
    let seated = |side: Side| state.seats()[side].as_ref();
    let mut people = Side::ALL.into_iter().filter_map(seated);
    people.find(|player| player.computer.is_none()).map(|player| player.id)
}

fn is_listed_open(state: &Match) -> bool {
    state.state() == MatchState::Open
        && state.visibility() == Visibility::Public
        && state.invited().is_none()
}
