//! The places of this node's matches as they count for all nodes on one database.
//!
//! A new match takes its place in the database before it is journaled; where that fails the match is
//! not made. Everything else follows the events of matches: it is queued here, at most once for each
//! match, and written in bulk by a task of its own, so that no move waits for it. A node that ends
//! before it has written leaves nothing behind: the next holder of a match writes its place again,
//! and places of matches that nobody holds are released by the others.

use crate::accounts::identity::Masks;
use domain::{Caller, MatchId, NoPlace, PlaceLimits, PlayerId};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::{Database, Place, PlaceKey, StoreError};
use tokio::sync::{Notify, RwLock};

/// How many changes wait at most: more than there are matches in memory. A release that finds no room is
/// made up for when the match is over.
const MAX_CHANGES: usize = 400_000;

/// How many changes are written at once.
const BATCH: usize = 512;

/// How many places without a lease are looked at, at a time.
const MAX_WITHOUT_LEASE: u32 = 1_000;

/// A change of a match's place that is not written yet.
#[derive(Debug)]
enum Change {
    /// The match has it, whatever the limits are.
    Keep(Place),
    Release,
}

/// Places that count for all nodes.
#[derive(Debug)]
pub(super) struct SharedPlaces {
    store: Database,
    masks: Masks,
    changes: Mutex<HashMap<MatchId, Change>>,
    changed: Notify,
    /// Held while changes are written, so that one of these does not undo what a match takes since.
    writing: RwLock<()>,
}

impl SharedPlaces {
    /// Those on a database, if several nodes can share it.
    pub(super) fn on(store: &Database, masks: Masks) -> Option<Self> {
        store.is_shared().then(|| Self {
            store: store.clone(),
            masks,
            changes: Mutex::default(),
            changed: Notify::new(),
            writing: RwLock::default(),
        })
    }

    /// Takes a place; the error is the number of the first key that has none left.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if that is not known; the place may have been taken then.
    pub(super) async fn take(&self, place: Place) -> Result<Result<(), usize>, StoreError> {
        let _others = self.writing.read().await;
        self.changes().remove(&place.match_id);
        self.store.take_place(&self.masked(place)).await
    }

    /// Whether a key has as many places as it may.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if that is not known.
    pub(super) async fn is_full(&self, (key, most): (PlaceKey, u32)) -> Result<bool, StoreError> {
        self.store.has_all_places(&self.masks.of(&key), most).await
    }

    /// Notes that a match has a place.
    pub(super) fn keep(&self, place: Place) {
        if !place.keys.is_empty() {
            self.change(place.match_id, Change::Keep(self.masked(place)));
        }
    }

    /// Notes that a match has no place any more.
    pub(super) fn release(&self, id: MatchId) {
        self.change(id, Change::Release);
    }

    /// Leaves a match's place to another node, which has the match from now on.
    pub(super) fn leave(&self, id: MatchId) {
        self.changes().remove(&id);
    }

    /// Waits for a change.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Writes all changes; those that cannot be written are tried again the next time.
    pub(super) async fn write(&self) -> Result<(), StoreError> {
        loop {
            let _alone = self.writing.write().await;
            let batch = self.next_batch();
            if batch.is_empty() {
                return Ok(());
            }
            if let Err(error) = self.write_batch(&batch).await {
                let mut changes = self.changes();
                for (id, change) in batch {
                    changes.entry(id).or_insert(change);
                }
                return Err(error);
            }
        }
    }

    fn next_batch(&self) -> Vec<(MatchId, Change)> {
        let mut changes = self.changes();
        let ids: Vec<MatchId> = changes.keys().take(BATCH).copied().collect();
        ids.into_iter().filter_map(|id| changes.remove_entry(&id)).collect()
    }

    async fn write_batch(&self, batch: &[(MatchId, Change)]) -> Result<(), StoreError> {
        let (mut kept, mut released) = (Vec::new(), Vec::new());
        for (id, change) in batch {
            match change {
                Change::Keep(place) => kept.push(place.clone()),
                Change::Release => released.push(*id),
            }
        }
        if !released.is_empty() {
            self.store.release_places(&released).await?;
        }
        if kept.is_empty() { Ok(()) } else { self.store.keep_places(&kept).await }
    }

    /// Releases the places of matches that nobody holds, and this node's own for which `has_place` is
    /// not true.
    pub(super) async fn release_lost(
        &self,
        has_place: impl Fn(MatchId) -> bool,
    ) -> Result<(), StoreError> {
        for id in self.store.places_without_lease(MAX_WITHOUT_LEASE).await? {
            if !has_place(id) {
                self.release(id);
            }
        }
        Ok(())
    }

    /// The place with its keys as they are stored.
    fn masked(&self, mut place: Place) -> Place {
        for (key, _) in &mut place.keys {
            *key = self.masks.of(key);
        }
        place
    }

    fn change(&self, id: MatchId, change: Change) {
        let mut changes = self.changes();
        if changes.len() < MAX_CHANGES || changes.contains_key(&id) {
            changes.insert(id, change);
        }
        drop(changes);
        self.changed.notify_one();
    }

    fn changes(&self) -> MutexGuard<'_, HashMap<MatchId, Change>> {
        // Nothing under this lock panics half-way, so a poisoned one is still whole.
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The keys of a match's place: the player, and the address and the network that they come from.
/// `kind` keeps places of one kind apart from those of others.
pub(super) fn keys_of_player(
    kind: &str,
    limits: PlaceLimits,
    player: PlayerId,
    caller: Option<Caller>,
) -> Vec<(PlaceKey, u32)> {
    let mut keys = vec![(key(kind, "player", &[player.0.as_bytes()]), limits.player)];
    if let Some(Caller { address, network }) = caller {
        keys.push((key(kind, "address", &[&octets(address)]), limits.address));
        if network != address {
            keys.push((key(kind, "network", &[&octets(network)]), limits.network));
        }
    }
    keys
}

/// Why a place that counts for such keys is refused, by the number of the key that is full.
pub(super) const fn refusal(number: usize) -> NoPlace {
    if number == 0 { NoPlace::Player } else { NoPlace::Address }
}

/// A key of a place.
pub(super) fn key(kind: &str, of: &str, parts: &[&[u8]]) -> PlaceKey {
    let mut digest = Sha256::new();
    for part in [kind.as_bytes(), of.as_bytes()].iter().chain(parts) {
        digest.update(part.len().to_be_bytes());
        digest.update(part);
    }
    let mut key = PlaceKey::default();
    key.copy_from_slice(&digest.finalize()[..16]);
    key
}

fn octets(address: IpAddr) -> Vec<u8> {
    match address {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.octets().to_vec(),
    }
}
