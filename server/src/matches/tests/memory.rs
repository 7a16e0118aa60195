//! A store in memory that can be made to fail.

use domain::{FinishedGame, GameSummary, MatchId, Moment, PlayerId, Vacation};
use futures_util::future::{BoxFuture, ready};
use futures_util::{FutureExt, StreamExt, stream};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;
use store::{
    Append, Archive, Blocks, Closing, Conflict, Credentials, Cursor, EndedGames, Envelopes,
    Erasures, Event, Explorer, Follows, Frame, GameFilter, Guest, Guests, Holder, JournalText,
    Journals, Keys, MailAddresses, MailNotices, Nodes, Order, Passkeys, Peace, People, Programs,
    PushSubscriptions, Ratings, Seeks, Sessions, SharedPresence, SharedRooms, SharedSeats, Store,
    StoreError, StoreFuture, StoreStream, Trees, Unfinished, Unlisted, Vacations,
};

/// What the store holds, and how it behaves.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) journals: BTreeMap<MatchId, Vec<Event>>,
    pub(super) games: BTreeMap<MatchId, FinishedGame>,
    pub(super) beat: Option<Moment>,
    pub(super) vacations: BTreeMap<PlayerId, Vacation>,
    /// Whether every commit fails as if the database were gone.
    pub(super) away: bool,
    /// How long a commit takes.
    pub(super) delay: Duration,
    /// How often reading the journals of matches without a task fails before it succeeds.
    pub(super) unreadable: u32,
    /// A match that is long in reading, and how long.
    pub(super) slow: Option<(MatchId, Duration)>,
    /// How long it takes to read a journal.
    pub(super) reading: Duration,
}

/// The store, shared by the server under test and the test.
#[derive(Debug, Default)]
pub(super) struct MemoryStore(Mutex<Memory>);

impl MemoryStore {
    pub(super) fn lock(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().expect("no test panics with the lock")
    }

    fn write(&self, batch: &[Append]) -> Result<(), StoreError> {
        let mut memory = self.lock();
        if memory.away {
            return Err(StoreError::Unavailable);
        }
        for append in batch {
            let known = memory.journals.get(&append.match_id).map_or(&[][..], Vec::as_slice);
            for event in &append.events {
                if known.iter().any(|known| known.seq == event.seq) {
                    return Err(StoreError::Conflict(Conflict::Seq));
                }
                let command = &event.command;
                if command.is_some() && known.iter().any(|known| known.command == *command) {
                    return Err(StoreError::Conflict(Conflict::Command));
                }
            }
        }
        for append in batch {
            let journal = memory.journals.entry(append.match_id).or_default();
            journal.extend(append.events.iter().cloned());
            if let Some(closing) = &append.closing {
                memory.journals.remove(&append.match_id);
                if let Closing::Archive(game) = closing {
                    memory.games.insert(append.match_id, (**game).clone());
                }
            }
        }
        Ok(())
    }
}

fn done<T: Send + 'static>(value: T) -> StoreFuture<'static, T> {
    ready(Ok(value)).boxed()
}

impl EndedGames for MemoryStore {}

impl Explorer for MemoryStore {}

impl Ratings for MemoryStore {}

impl Order for MemoryStore {}

impl Programs for MemoryStore {}

impl Seeks for MemoryStore {}

impl People for MemoryStore {}

impl Credentials for MemoryStore {}

impl Sessions for MemoryStore {}

impl Passkeys for MemoryStore {}

impl Blocks for MemoryStore {}

impl Follows for MemoryStore {}
impl PushSubscriptions for MemoryStore {}

impl MailAddresses for MemoryStore {}
impl MailNotices for MemoryStore {}

impl SharedRooms for MemoryStore {}

impl Vacations for MemoryStore {
    fn vacation(&self, who: PlayerId) -> StoreFuture<'_, Vacation> {
        done(self.lock().vacations.get(&who).copied().unwrap_or_default())
    }

    fn put_vacation(
        &self,
        who: PlayerId,
        before: Vacation,
        after: Vacation,
    ) -> StoreFuture<'_, bool> {
        let known = self.lock().vacations.insert(who, after).unwrap_or_default();
        assert_eq!(known, before, "nobody else writes");
        done(true)
    }

    fn on_vacation(&self, now: Moment) -> StoreFuture<'_, Vec<(PlayerId, Moment)>> {
        let memory = self.lock();
        let until = |(who, vacation): (&PlayerId, &Vacation)| Some((*who, vacation.until(now)?));
        done(memory.vacations.iter().filter_map(until).collect())
    }
}

impl SharedSeats for MemoryStore {}

impl SharedPresence for MemoryStore {}

impl Unlisted for MemoryStore {}

impl Envelopes for MemoryStore {}

impl Erasures for MemoryStore {}

impl Peace for MemoryStore {}

impl Journals for MemoryStore {
    fn commit<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, ()> {
        let delay = self.lock().delay;
        async move {
            tokio::time::sleep(delay).await;
            self.write(batch)
        }
        .boxed()
    }

    fn is_written<'a>(&'a self, append: &'a Append) -> StoreFuture<'a, bool> {
        let memory = self.lock();
        let journal = memory.journals.get(&append.match_id);
        done(journal.is_some_and(|journal| journal.last() == append.events.last()))
    }

    fn conflicts<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, Vec<Option<Conflict>>> {
        done(vec![None; batch.len()])
    }

    fn events(&self, match_id: MatchId, since: u32, limit: u32) -> StoreFuture<'_, Vec<Event>> {
        let memory = self.lock();
        let journal = memory.journals.get(&match_id).cloned().unwrap_or_default();
        let delay = memory.slow.filter(|(slow, _)| *slow == match_id).map(|(_, delay)| delay);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let events = journal.into_iter().filter(|event| event.seq > since).take(limit).collect();
        async move {
            if let Some(delay) = delay {
                tokio::time::sleep(delay).await;
            }
            Ok(events)
        }
        .boxed()
    }

    fn held(&self) -> StoreFuture<'_, Vec<MatchId>> {
        done(self.lock().journals.keys().copied().collect())
    }

    fn journals(&self, ids: Vec<MatchId>) -> StoreStream<'_, Unfinished> {
        let mut memory = self.lock();
        if memory.unreadable > 0 {
            memory.unreadable -= 1;
            return stream::iter([Err(StoreError::Unavailable)]).boxed();
        }
        let found = ids.into_iter().filter_map(|match_id| {
            let journal = JournalText::from(&**memory.journals.get(&match_id)?);
            Some(Ok(Unfinished { match_id, journal, alive: memory.beat }))
        });
        stream::iter(found.collect::<Vec<_>>()).boxed()
    }

    fn unfinished(&self) -> StoreStream<'_, Unfinished> {
        let memory = self.lock();
        let (journals, alive, reading) = (memory.journals.clone(), memory.beat, memory.reading);
        drop(memory);
        let unfinished = journals
            .into_iter()
            .map(move |(match_id, events)| (match_id, JournalText::from(&*events)))
            .map(move |(match_id, journal)| Ok(Unfinished { match_id, journal, alive }));
        stream::iter(unfinished)
            .then(move |journal| async move {
                tokio::time::sleep(reading).await;
                journal
            })
            .boxed()
    }

    fn rewrite<'a>(
        &'a self,
        match_id: MatchId,
        seq: u32,
        payload: &'a Frame,
    ) -> StoreFuture<'a, ()> {
        let mut memory = self.lock();
        let journal = memory.journals.get_mut(&match_id).into_iter().flatten();
        for event in journal.filter(|event| event.seq == seq) {
            event.payload = payload.clone();
        }
        done(())
    }

    fn seq_of_command<'a>(
        &'a self,
        match_id: MatchId,
        command: &'a str,
    ) -> StoreFuture<'a, Option<u32>> {
        let memory = self.lock();
        let journal = memory.journals.get(&match_id).into_iter().flatten();
        let seq = journal
            .filter(|event| event.command.as_deref() == Some(command))
            .map(|event| event.seq)
            .next();
        let archived = memory.games.get(&match_id).and_then(|game| {
            game.commands.iter().find(|(known, _)| **known == *command).map(|&(_, seq)| seq)
        });
        done(seq.or(archived))
    }
}

impl Archive for MemoryStore {
    fn game(&self, id: MatchId) -> StoreFuture<'_, Option<FinishedGame>> {
        done(self.lock().games.get(&id).cloned())
    }

    fn games<'a>(
        &'a self,
        _: &'a GameFilter,
        _: Option<Cursor>,
        _: u32,
    ) -> StoreFuture<'a, Vec<GameSummary>> {
        done(self.lock().games.values().map(|game| game.summary.clone()).collect())
    }

    fn export(&self, _: GameFilter) -> StoreStream<'_, FinishedGame> {
        let games: Vec<_> = self.lock().games.values().cloned().map(Ok).collect();
        stream::iter(games).boxed()
    }

    fn import<'a>(&'a self, _: &'a [FinishedGame]) -> StoreFuture<'a, u64> {
        done(0)
    }
}

impl Trees for MemoryStore {
    fn drop_changes(&self, _: MatchId, _: u32) -> StoreFuture<'_, ()> {
        done(())
    }

    fn changes(&self, _: MatchId, _: u32) -> StoreFuture<'_, Vec<Event>> {
        done(Vec::new())
    }

    fn add_changes<'a>(&'a self, _: MatchId, _: &'a [Event]) -> StoreFuture<'a, ()> {
        done(())
    }
}

impl Nodes for MemoryStore {
    fn holder(&self, match_id: MatchId) -> StoreFuture<'_, Holder> {
        let is_live = self.lock().journals.contains_key(&match_id);
        done(if is_live { Holder::Us { alive: None } } else { Holder::Nobody })
    }

    fn beat(&self, now: Moment) -> StoreFuture<'_, ()> {
        self.lock().beat = Some(now);
        done(())
    }

    fn last_beat(&self) -> StoreFuture<'_, Option<Moment>> {
        done(self.lock().beat)
    }
}

impl Keys for MemoryStore {
    fn signing_key(&self, candidate: [u8; 32]) -> StoreFuture<'_, [u8; 32]> {
        done(candidate)
    }

    fn push_key(&self, candidate: [u8; 32]) -> StoreFuture<'_, [u8; 32]> {
        done(candidate)
    }
}

impl Guests for MemoryStore {
    fn guest(&self, _: PlayerId) -> StoreFuture<'_, Guest> {
        done(Guest::default())
    }

    fn set_name<'a>(&'a self, _: PlayerId, _: Option<&'a str>, _: Moment) -> StoreFuture<'a, ()> {
        done(())
    }
}

impl Store for MemoryStore {
    fn schema_version(&self) -> StoreFuture<'_, i64> {
        done(1)
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }
}
