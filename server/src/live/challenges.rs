//! The open challenges of players to each other, as far as this server has them: how many one player has
//! sent to another, and how many a player has from strangers, that is from players they do not follow.

use domain::{MatchId, PlayerId};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

/// There are too many challenges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooManyChallenges {
    /// Of one player to another.
    #[error("the player has too many open challenges to the other one")]
    OfPair,
    /// Of strangers to one player.
    #[error("the player has too many open challenges from strangers")]
    OfStrangers,
}

/// A challenge: from one player to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Challenge {
    pub(super) by: PlayerId,
    pub(super) to: PlayerId,
    /// Whether the challenged player does not follow the challenger.
    pub(super) is_stranger: bool,
}

/// All open challenges.
#[derive(Debug)]
pub(super) struct Challenges {
    most_of_pair: u32,
    most_of_strangers: u32,
    known: HashMap<MatchId, Challenge>,
    of_pairs: HashMap<(PlayerId, PlayerId), u32>,
    of_strangers: HashMap<PlayerId, u32>,
}

impl Challenges {
    pub(super) fn new(most_of_pair: u32, most_of_strangers: u32) -> Self {
        Self {
            most_of_pair,
            most_of_strangers,
            known: HashMap::new(),
            of_pairs: HashMap::new(),
            of_strangers: HashMap::new(),
        }
    }

    /// Notes a new challenge.
    ///
    /// # Errors
    ///
    /// [`TooManyChallenges`]; nothing is noted then.
    pub(super) fn make(
        &mut self,
        id: MatchId,
        challenge: Challenge,
    ) -> Result<(), TooManyChallenges> {
        let Challenge { by, to, is_stranger } = challenge;
        if self.is_full(by, to) {
            return Err(TooManyChallenges::OfPair);
        }
        let strangers = self.of_strangers.get(&to).copied().unwrap_or(0);
        if is_stranger && strangers >= self.most_of_strangers {
            return Err(TooManyChallenges::OfStrangers);
        }
        self.record(id, challenge);
        Ok(())
    }

    /// Whether a player has as many open challenges to another as they may.
    pub(super) fn is_full(&self, by: PlayerId, to: PlayerId) -> bool {
        self.of_pairs.get(&(by, to)).is_some_and(|&count| count >= self.most_of_pair)
    }

    /// Whether a match is an open challenge.
    pub(super) fn is_known(&self, id: MatchId) -> bool {
        self.known.contains_key(&id)
    }

    /// Notes a challenge that was there before.
    pub(super) fn record(&mut self, id: MatchId, challenge: Challenge) {
        if self.known.contains_key(&id) {
            return;
        }
        self.known.insert(id, challenge);
        *self.of_pairs.entry((challenge.by, challenge.to)).or_default() += 1;
        if challenge.is_stranger {
            *self.of_strangers.entry(challenge.to).or_default() += 1;
        }
    }

    /// Notes that a challenge is accepted, declined or withdrawn; a match that was none changes
    /// nothing.
    pub(super) fn end(&mut self, id: MatchId) {
        let Some(Challenge { by, to, is_stranger }) = self.known.remove(&id) else { return };
        subtract(&mut self.of_pairs, (by, to));
        if is_stranger {
            subtract(&mut self.of_strangers, to);
        }
    }
}

fn subtract<K: Eq + Hash>(counts: &mut HashMap<K, u32>, key: K) {
    if let Entry::Occupied(mut count) = counts.entry(key) {
        *count.get_mut() = count.get().saturating_sub(1);
        if *count.get() == 0 {
            count.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenges_are_limited_for_a_pair_and_for_strangers() {
        let mut challenges = Challenges::new(2, 3);
        let [one, other, friend, to] = [(); 4].map(|()| PlayerId::fresh());
        let mut make = |by, is_stranger| {
            let id = MatchId::hidden();
            challenges.make(id, Challenge { by, to, is_stranger }).map(|()| id)
        };
        let first = make(one, true).expect("the first");
        make(one, true).expect("the second");
        assert_eq!(make(one, true), Err(TooManyChallenges::OfPair));
        make(other, true).expect("the third of strangers");
        assert_eq!(make(other, true), Err(TooManyChallenges::OfStrangers));
        let of_friend = make(friend, false).expect("a friend is no stranger");
        make(friend, false).expect("the second");
        assert_eq!(make(friend, false), Err(TooManyChallenges::OfPair));
        for id in [first, first, of_friend, MatchId::hidden()] {
            challenges.end(id);
        }
        let again = Challenge { by: other, to, is_stranger: true };
        assert_eq!(challenges.make(first, again), Ok(()), "one was declined");
        for id in challenges.known.keys().copied().collect::<Vec<_>>() {
            challenges.end(id);
        }
        assert!(challenges.of_pairs.is_empty() && challenges.of_strangers.is_empty());
    }
}
