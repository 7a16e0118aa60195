//! Finds guests who never played: a day after the last thing that is stored about them, their
//! tokens, names and everything else go.
//!
//! All guests with rows are swept in the order of their ids, some at a time, so that no move waits
//! for it; after a sweep there is a pause. The caller leaves out those who are online or in a match,
//! once when they are found and once more when they are due: on several nodes the seats of a match
//! are in no list while another node takes the match over.

use domain::{Moment, PlayerId};
use std::collections::{HashSet, VecDeque};
use store::{Database, StoreError};

/// The time without anything new after which a guest who never played is forgotten, in milliseconds.
const IDLE_FOR: u64 = 24 * 3_600_000;

/// The pause between two sweeps, in milliseconds.
const PAUSE: u64 = 3_600_000;

/// The time between the two checks on several nodes, in milliseconds: longer than a takeover.
const TAKEOVER: u64 = 60_000;

/// The maximum number of batches that wait for the second check; the sweep waits for them.
const MAX_WAITING: usize = 256;

/// The guests read at a time, and the most of them in a batch.
#[derive(Debug, Clone, Copy)]
struct Size {
    read: u32,
    batch: usize,
}

/// Some guests who were idle, and the guest before them in the sweep.
#[derive(Debug)]
pub(crate) struct Batch {
    after: Option<PlayerId>,
    pub(crate) guests: Vec<PlayerId>,
}

/// A sweep over all guests.
#[derive(Debug)]
pub(crate) struct Sweep {
    size: Size,
    /// The time between the two checks.
    wait: u64,
    /// The last guest that was looked at.
    after: Option<PlayerId>,
    /// The end of the last sweep.
    ended_at: Option<Moment>,
    /// The guests found, and when, the first one first.
    waiting: VecDeque<(Moment, Batch)>,
}

impl Sweep {
    /// A sweep over the guests of a store, which other nodes may share.
    pub(crate) fn new(is_shared: bool) -> Self {
        Self {
            size: Size { read: 200, batch: 64 },
            wait: if is_shared { TAKEOVER } else { 0 },
            after: None,
            ended_at: None,
            waiting: VecDeque::new(),
        }
    }

    /// The moment before which a guest who is forgotten at `now` was last active.
    pub(crate) fn before(now: Moment) -> Moment {
        now.before(IDLE_FOR)
    }

    /// The next few idle guests; none in the pause between two sweeps.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; the next call reads the same guests again.
    pub(crate) async fn find(
        &mut self,
        store: &Database,
        now: Moment,
    ) -> Result<Batch, StoreError> {
        let after = self.after;
        let is_paused = self.ended_at.is_some_and(|at| now.since(at) < PAUSE);
        if is_paused || self.waiting.len() >= MAX_WAITING {
            return Ok(Batch { after, guests: Vec::new() });
        }
        let Size { read, batch } = self.size;
        let guests = store.sweep_guests(after, Self::before(now), read).await?;
        let (mut idle, mut seen) = (Vec::new(), 0);
        for &(guest, is_idle) in &guests {
            if idle.len() == batch {
                break;
            }
            idle.extend(is_idle.then_some(guest));
            seen += 1;
        }
        let is_over = seen == guests.len() && u32::try_from(seen).is_ok_and(|seen| seen < read);
        if is_over {
            (self.after, self.ended_at) = (None, Some(now));
        } else {
            (self.after, self.ended_at) = (guests.get(seen - 1).map(|&(guest, _)| guest), None);
        }
        Ok(Batch { after, guests: idle })
    }

    /// Keeps a batch for the second check.
    pub(crate) fn keep(&mut self, batch: Batch, now: Moment) {
        if !batch.guests.is_empty() {
            self.waiting.push_back((now, batch));
        }
    }

    /// Those of the oldest batch that are still idle, once it has waited long enough.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; the next call tries the same batch again.
    pub(crate) async fn due(
        &mut self,
        store: &Database,
        now: Moment,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let Some((found, Batch { after, guests })) = self.waiting.front() else {
            return Ok(Vec::new());
        };
        if now.since(*found) < self.wait {
            return Ok(Vec::new());
        }
        let now_idle = store.sweep_guests(*after, Self::before(now), self.size.read).await?;
        let now_idle: HashSet<PlayerId> =
            now_idle.into_iter().filter(|(_, is_idle)| *is_idle).map(|(guest, _)| guest).collect();
        let due = guests.iter().copied().filter(|guest| now_idle.contains(guest)).collect();
        self.waiting.pop_front();
        Ok(due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Moment = Moment(1_760_000_000_000);

    /// A store with guests, every fourth of whom was active a moment ago.
    async fn store() -> (Database, Vec<PlayerId>) {
        let store = Database::in_memory().await;
        let guests: Vec<PlayerId> = (0..20).map(|_| PlayerId::fresh()).collect();
        for (number, &guest) in guests.iter().enumerate() {
            let at = if number % 4 == 0 { NOW } else { NOW.before(IDLE_FOR + 1) };
            store.set_name(guest, Some("Li"), at).await.expect("it is written");
        }
        (store, guests)
    }

    fn sweep(is_shared: bool) -> Sweep {
        Sweep { size: Size { read: 6, batch: 2 }, ..Sweep::new(is_shared) }
    }

    #[tokio::test]
    async fn sweep_finds_each_idle_guest_once() {
        let (store, guests) = store().await;
        let mut sweep = sweep(false);
        let (mut found, mut calls) = (Vec::new(), 0);
        while sweep.ended_at.is_none() {
            let batch = sweep.find(&store, NOW).await.expect("it reads");
            assert!(batch.guests.len() <= 2, "{batch:?}");
            found.extend(&batch.guests);
            sweep.keep(batch, NOW);
            let due = sweep.due(&store, NOW).await.expect("it reads");
            assert!(due.iter().all(|guest| found.contains(guest)));
            calls += 1;
            assert!(calls < 30, "it ends");
        }
        let unique: HashSet<_> = found.iter().copied().collect();
        assert_eq!((found.len(), unique.len()), (15, 15));
        assert!(guests.iter().step_by(4).all(|active| !unique.contains(active)));
        // A pause, then again from the beginning.
        let mut count = async |now| sweep.find(&store, now).await.map(|batch| batch.guests.len());
        assert_eq!(count(NOW.after(PAUSE - 1)).await, Ok(0));
        assert_eq!(count(NOW.after(PAUSE)).await, Ok(2));
    }

    #[tokio::test]
    async fn guest_active_before_the_second_check_stays() {
        let (store, _) = store().await;
        let mut sweep = sweep(true);
        let batch = sweep.find(&store, NOW).await.expect("it reads");
        let [one, other] = batch.guests[..] else { panic!("{batch:?}") };
        sweep.keep(batch, NOW);
        let early = NOW.after(TAKEOVER - 1);
        assert_eq!(sweep.due(&store, early).await, Ok(vec![]), "it waits");
        store.set_name(one, Some("Wu"), early).await.expect("it is written");
        assert_eq!(sweep.due(&store, NOW.after(TAKEOVER)).await, Ok(vec![other]));
    }
}
