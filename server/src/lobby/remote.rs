//! The public matches of other nodes, which the lobby lists with its own. Each is a copy: a proxy leads
//! a client that opens it to the node that holds it.

use super::listed::ListKey;
use super::{LISTED, LIVE_SHOWN};
use domain::{MatchId, MatchState, Moment};
use protocol::MatchSummary;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use store::{OtherMatches, SharedMatch};

/// The listed matches of the other nodes: of all of them together no more than a node shows of its own.
#[derive(Debug, Default)]
pub(super) struct RemoteMatches {
    matches: BTreeMap<ListKey, RemoteMatch>,
    live: u32,
}

/// A match of another node, with the text that it was read from.
#[derive(Debug)]
struct RemoteMatch {
    payload: Arc<str>,
    summary: MatchSummary,
}

/// Changes in the matches of other nodes.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Matches that are new or have changed.
    pub(super) shown: Vec<MatchSummary>,
    /// The places of matches that are no longer listed.
    pub(super) gone: Vec<ListKey>,
}

impl RemoteMatches {
    /// Replaces the matches by those that the other nodes show now; returns the changes.
    pub(super) fn replace(&mut self, found: OtherMatches) -> Changes {
        self.live = found.live;
        let before = std::mem::take(&mut self.matches);
        let listed: Vec<ListKey> = before.keys().copied().collect();
        let mut known: HashMap<MatchId, RemoteMatch> =
            before.into_values().map(|remote| (remote.summary.id, remote)).collect();
        let mut changed = HashSet::new();
        for SharedMatch { match_id, payload } in found.matches {
            let same = known.remove(&match_id).filter(|known| known.payload == payload);
            let remote = same.or_else(|| {
                // A node of another version may describe matches in another way.
                let summary: MatchSummary = serde_json::from_str(&payload).ok()?;
                changed.insert(key(&summary));
                Some(RemoteMatch { payload, summary })
            });
            if let Some(remote) = remote {
                self.matches.insert(key(&remote.summary), remote);
            }
        }
        self.trim();
        let shown = self.matches.iter().filter(|(key, _)| changed.contains(key));
        let shown = shown.map(|(_, remote)| remote.summary.clone()).collect();
        let gone = listed.into_iter().filter(|key| !self.matches.contains_key(key)).collect();
        Changes { shown, gone }
    }

    /// Removes all but the newest matches.
    fn trim(&mut self) {
        let mut left = HashMap::from([(MatchState::Open, LISTED), (MatchState::Live, LIVE_SHOWN)]);
        let mut surplus = Vec::new();
        for (key, RemoteMatch { summary, .. }) in self.matches.iter().rev() {
            match left.get_mut(&summary.state) {
                Some(left) if *left > 0 => *left -= 1,
                _ => surplus.push(*key),
            }
        }
        for key in surplus {
            self.matches.remove(&key);
        }
    }

    /// The matches in one state, of one game or of all, the newest first.
    pub(super) fn newest<'a>(
        &'a self,
        state: MatchState,
        game: Option<&'a str>,
    ) -> impl Iterator<Item = &'a MatchSummary> {
        let matches = self.matches.values().rev().map(|known| &known.summary);
        matches.filter(move |summary| {
            summary.state == state && game.is_none_or(|game| summary.game.as_ref() == game)
        })
    }

    /// The match of that id.
    pub(super) fn get(&self, id: MatchId) -> Option<&MatchSummary> {
        self.matches.values().map(|known| &known.summary).find(|summary| summary.id == id)
    }

    /// The number of public live matches on the other nodes.
    pub(super) const fn live(&self) -> u32 {
        self.live
    }
}

/// The key of a match in the lists.
pub(super) const fn key(summary: &MatchSummary) -> ListKey {
    (Moment(summary.created_at), summary.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    /// A match as another node writes it.
    fn shared(number: u64, state: &str, ply: u32) -> SharedMatch {
        let match_id = MatchId(Uuid::from_u128(number.into()));
        let summary = serde_json::json!({
            "id": match_id.to_string(), "game": "er-chi-yi", "ruleset": "standard", "options": {},
            "clock": {"kind": "none"}, "state": state, "seat": null,
            "players": {"first": null, "second": null}, "ply": ply, "position": "", "turn": null,
            "presence": {"first": false, "second": false, "spectators": 0}, "spectators": 0, "visibility": "public",
            "rated": false, "created_at": number, "active_at": number,
        });
        SharedMatch { match_id, payload: Arc::from(summary.to_string()) }
    }

    fn found(matches: Vec<SharedMatch>) -> OtherMatches {
        OtherMatches { matches, live: 2 }
    }

    fn numbers<'a>(matches: impl IntoIterator<Item = &'a MatchSummary>) -> Vec<u64> {
        matches.into_iter().map(|summary| summary.created_at).collect()
    }

    fn changes(remote: &mut RemoteMatches, matches: Vec<SharedMatch>) -> (Vec<u64>, Vec<u64>) {
        let Changes { shown, gone } = remote.replace(found(matches));
        (numbers(&shown), gone.into_iter().map(|(made, _)| made.0).collect())
    }

    #[test]
    fn only_changes_are_returned() {
        let mut remote = RemoteMatches::default();
        let (open, live) = (shared(1, "open", 0), shared(2, "live", 5));
        assert_eq!(changes(&mut remote, vec![live.clone(), open.clone()]), (vec![1, 2], vec![]));
        assert_eq!(remote.live(), 2);
        assert_eq!(changes(&mut remote, vec![open.clone(), live]), (vec![], vec![]));
        assert_eq!(changes(&mut remote, vec![open, shared(2, "live", 6)]), (vec![2], vec![]));
        assert_eq!(numbers(remote.newest(MatchState::Live, Some("er-chi-yi"))), [2]);
        assert_eq!(numbers(remote.newest(MatchState::Live, Some("shogi"))), [0; 0]);
        assert_eq!(changes(&mut remote, vec![]), (vec![], vec![1, 2]));
    }

    #[test]
    fn unreadable_match_is_left_out() {
        let mut remote = RemoteMatches::default();
        let other = SharedMatch { payload: Arc::from("{}"), ..shared(3, "open", 0) };
        assert_eq!(
            changes(&mut remote, vec![other.clone(), shared(1, "open", 0)]),
            (vec![1], vec![])
        );
        let other = SharedMatch { match_id: shared(1, "open", 0).match_id, ..other };
        assert_eq!(changes(&mut remote, vec![other]), (vec![], vec![1]), "as it is written by now");
    }

    #[test]
    fn remote_matches_are_bounded_like_own_ones() {
        let mut remote = RemoteMatches::default();
        let surplus = 7;
        let live = u64::try_from(LIVE_SHOWN).expect("few") + surplus;
        let matches = (1..=live).map(|number| shared(number, "live", 0));
        let (shown, gone) = changes(&mut remote, matches.collect());
        assert_eq!((shown.first(), shown.len(), gone.len()), (Some(&(surplus + 1)), LIVE_SHOWN, 0));
        // A newer one takes the key of the oldest.
        let matches = (1..=live + 1).map(|number| shared(number, "live", 0));
        assert_eq!(changes(&mut remote, matches.collect()), (vec![live + 1], vec![surplus + 1]));
    }
}
