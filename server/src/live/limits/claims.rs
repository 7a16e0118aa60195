//! The places that matches take in the database, where several nodes count together.

use super::{Limited, challenge, is_listed_open, lock, person};
use crate::live::challenges::{Challenge, TooManyChallenges};
use crate::live::registry::{CannotOpen, CreateError};
use crate::live::shared_places::{self, keys_of_player};
use domain::{Caller, Match, MatchId, Moment, PlayerId};
use store::{Place, PlaceKey, StoreError};

/// The place in the database that a new match needs.
#[derive(Debug, Clone)]
pub(in crate::live) struct Claim {
    kind: PlaceKind,
    pub(super) place: Place,
}

/// The kind of a match's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlaceKind {
    Open,
    Computer,
    Challenge,
}

impl Limited {
    /// The place in the database that a new match needs, if it needs one.
    pub(in crate::live) fn claim(
        &self,
        state: &Match,
        caller: Option<Caller>,
        is_stranger: bool,
    ) -> Option<Claim> {
        self.shared.as_ref()?;
        let (kind, keys) = if let Some(challenge) = challenge(state, is_stranger) {
            (PlaceKind::Challenge, self.keys_of_challenge(challenge))
        } else {
            let player = person(state)?;
            if state.computer_seat().is_some() {
                let keys = keys_of_player("computer", self.limits.computer, player, caller);
                (PlaceKind::Computer, keys)
            } else if is_listed_open(state) {
                (PlaceKind::Open, keys_of_player("open", self.limits.open, player, caller))
            } else {
                return None;
            }
        };
        Some(Claim { kind, place: Place { match_id: state.id(), keys } })
    }

    /// Takes the place in the database that a new match needs, if it needs one.
    ///
    /// # Errors
    ///
    /// [`CreateError`], also if it is not known whether there is a place.
    pub(in crate::live) async fn take(&self, claim: Option<Claim>) -> Result<(), CreateError> {
        let (Some(shared), Some(Claim { kind, place })) = (&self.shared, claim) else {
            return Ok(());
        };
        let taken = shared.take(place).await.map_err(|error| {
            tracing::warn!(%error, "whether there is a place for a match is not known");
            CannotOpen
        })?;
        taken.map_err(|full| match (kind, full) {
            (PlaceKind::Open, full) => CreateError::Open(shared_places::refusal(full)),
            (PlaceKind::Computer, full) => CreateError::Computer(shared_places::refusal(full)),
            (PlaceKind::Challenge, 0) => CreateError::Challenges(TooManyChallenges::OfPair),
            (PlaceKind::Challenge, _) => CreateError::Challenges(TooManyChallenges::OfStrangers),
        })
    }

    pub(super) fn key_of_pair(&self, by: PlayerId, to: PlayerId) -> (PlaceKey, u32) {
        let pair = [&by.0.as_bytes()[..], to.0.as_bytes()];
        (shared_places::key("challenge", "pair", &pair), self.limits.challenges_of_pair)
    }

    fn keys_of_challenge(
        &self,
        Challenge { by, to, is_stranger }: Challenge,
    ) -> Vec<(PlaceKey, u32)> {
        let mut keys = vec![self.key_of_pair(by, to)];
        if is_stranger {
            let of_strangers = shared_places::key("challenge", "strangers", &[to.0.as_bytes()]);
            keys.push((of_strangers, self.limits.challenges_of_strangers));
        }
        keys
    }

    /// Notes that a match is over, or could not be made, or has its place no longer for another reason.
    pub(super) fn release_shared(&self, id: MatchId) {
        if let Some(shared) = &self.shared {
            shared.release(id);
        }
    }

    /// Takes the places of matches against computer players that have been idle for long enough.
    pub(super) fn expire(&self, now: Moment) {
        for id in lock(&self.computer).expire(now) {
            self.release_shared(id);
        }
    }

    /// Waits until there is something to write; for ever if this node counts by itself.
    pub(in crate::live) async fn changed(&self) {
        match &self.shared {
            Some(shared) => shared.changed().await,
            None => std::future::pending().await,
        }
    }

    /// Writes the changes of places to the database.
    pub(in crate::live) async fn write_places(&self, now: Moment) -> Result<(), StoreError> {
        self.expire(now);
        match &self.shared {
            Some(shared) => shared.write().await,
            None => Ok(()),
        }
    }

    /// Releases places in the database that no match has.
    pub(in crate::live) async fn release_lost(&self) -> Result<(), StoreError> {
        match &self.shared {
            Some(shared) => shared.release_lost(|id| self.has_place(id)).await,
            None => Ok(()),
        }
    }

    pub(super) fn has_place(&self, id: MatchId) -> bool {
        lock(&self.open).has_place(id)
            || lock(&self.computer).has_place(id)
            || lock(&self.challenges).is_known(id)
    }
}
