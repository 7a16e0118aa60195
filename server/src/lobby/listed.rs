//! The ordered index behind the lists of public matches: by time of creation, over all games and
//! for each game separately.
//!
//! The lobby keeps one of these and reads it from the newest on. Every entry is in both orders or
//! in neither, so a list for a rare game costs no scan of the others.

use domain::{MatchId, Moment};
use std::collections::{BTreeMap, HashMap};

/// The place of an item in a list: the time of creation, then the id.
pub(super) type ListKey = (Moment, MatchId);

/// Matches by the time of creation, all together and separately for each game: a request for a
/// game with few matches must not search all the others.
#[derive(Debug)]
pub(super) struct Listed<T> {
    all: BTreeMap<ListKey, T>,
    by_game: HashMap<&'static str, BTreeMap<ListKey, T>>,
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self { all: BTreeMap::new(), by_game: HashMap::new() }
    }
}

impl<T: Clone> Listed<T> {
    /// Adds a match of a game.
    pub(super) fn insert(&mut self, game: &'static str, key: ListKey, listed: T) {
        self.by_game.entry(game).or_default().insert(key, listed.clone());
        self.all.insert(key, listed);
    }

    /// Removes a match of a game, if it is there.
    pub(super) fn remove(&mut self, game: &'static str, key: ListKey) {
        self.all.remove(&key);
        if let Some(of_game) = self.by_game.get_mut(game) {
            of_game.remove(&key);
        }
    }

    /// All of a game, or of all games, the newest first.
    pub(super) fn newest(&self, game: Option<&str>) -> impl Iterator<Item = &T> {
        let of_game = match game {
            Some(game) => self.by_game.get(game),
            None => Some(&self.all),
        };
        of_game.into_iter().flat_map(|listed| listed.values().rev())
    }

    /// The match at this key.
    pub(super) fn get(&self, key: ListKey) -> Option<&T> {
        self.all.get(&key)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_game_is_listed_by_itself_and_with_all_others() {
        let key = |at| (Moment(at), MatchId(Uuid::from_u128(at.into())));
        let mut listed = Listed::default();
        for at in 0..1_000_u64 {
            let game = if at % 100 == 7 { "rare" } else { "common" };
            listed.insert(game, key(at), at);
        }
        let newest = |listed: &Listed<u64>, game, count| {
            listed.newest(game).take(count).copied().collect::<Vec<_>>()
        };
        assert_eq!(newest(&listed, None, 3), [999, 998, 997]);
        assert_eq!(newest(&listed, Some("rare"), 2), [907, 807]);
        assert_eq!(listed.newest(Some("rare")).count(), 10, "so many are looked at");
        assert_eq!(listed.newest(Some("none")).count(), 0);
        listed.remove("rare", key(907));
        listed.remove("common", key(999));
        assert_eq!((listed.get(key(998)), listed.get(key(999))), (Some(&998), None));
        listed.remove("common", key(998));
        assert_eq!(newest(&listed, None, 2), [997, 996]);
        assert_eq!(newest(&listed, Some("rare"), 1), [807]);
        assert_eq!(listed.len(), 997);
    }
}
