//! The last row and the commands of each match in the journal, for its writer.
//!
//! The table is a log without a unique index, so this module detects a number or a command that is
//! written twice, and knows which rows are no longer needed: those of matches that have ended. Such
//! rows are deleted from the front of the log. When the log has become too long for its matches, a
//! long match is copied from the front to the end (`docs/decisions/0004-sqlite-journal-is-a-log.md`).

use crate::{Append, Conflict};
use domain::MatchId;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::sync::Arc;

/// Rows deleted from the front at once: enough to be worth a statement, few enough not to delay
/// other writes.
const TRIM: (i64, i64) = (1_000, 4_000);

/// The log may have this many rows that are no longer needed, plus one for each row still in use.
const SLACK: i64 = 20_000;

/// The rows of one match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    /// The first row.
    pub(super) first: i64,
    /// The last row.
    pub(super) last: i64,
    /// The number of the last event.
    pub(super) seq: u32,
    /// How many rows there are.
    pub(super) rows: i64,
}

/// The rows of one match, and hashes of its commands.
#[derive(Debug)]
struct Known {
    extent: Extent,
    commands: HashSet<u64, BuildHasherDefault<Hashed>>,
}

/// A hash need not be hashed again.
#[derive(Debug, Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// A command of a row to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Command<'a> {
    pub(super) text: &'a Arc<str>,
    hash: u64,
}

/// A row to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row<'a> {
    pub(super) id: i64,
    pub(super) match_id: MatchId,
    pub(super) seq: u32,
    pub(super) command: Option<Command<'a>>,
    /// Nothing for the row that ends a match.
    pub(super) payload: Option<&'a Arc<str>>,
    pub(super) previous: Option<i64>,
}

/// A match to be copied to the end of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) match_id: MatchId,
    /// The last of its rows now.
    pub(super) last: i64,
    /// The number of its last event.
    pub(super) seq: u32,
    /// The row that ends it where it stood; the copies follow.
    pub(super) end: i64,
}

/// All matches in the journal.
#[derive(Debug)]
pub(super) struct JournalIndex {
    matches: HashMap<MatchId, Known>,
    /// The matches by their first rows.
    oldest: BTreeMap<i64, MatchId>,
    /// How many rows are of use.
    live: i64,
    /// The first row of the log.
    lowest: i64,
    /// The next row of the log.
    next: i64,
    hasher: RandomState,
}

impl JournalIndex {
    /// A log from its first to its last row, if it has any, of whose matches nothing is known
    /// yet.
    pub(super) fn of_log(rows: Option<(i64, i64)>) -> Self {
        let (lowest, next) = rows.map_or((1, 1), |(first, last)| (first, last + 1));
        Self {
            matches: HashMap::new(),
            oldest: BTreeMap::new(),
            live: 0,
            lowest,
            next,
            hasher: RandomState::new(),
        }
    }

    /// Takes note of a match that is in the log: its first and last rows, the number of its
    /// last event, how many rows it has, and its commands.
    pub(super) fn insert<'a>(
        &mut self,
        match_id: MatchId,
        (first, last): (i64, i64),
        seq: u32,
        rows: i64,
        commands: impl Iterator<Item = &'a str>,
    ) {
        let commands = commands.map(|command| self.hasher.hash_one(command)).collect();
        let extent = Extent { first, last, seq, rows };
        self.matches.insert(match_id, Known { extent, commands });
        self.oldest.insert(first, match_id);
        self.live += rows;
    }

    /// All that is known but for the commands.
    #[cfg(test)]
    pub(super) fn outline(&self) -> (BTreeMap<MatchId, Extent>, [i64; 3]) {
        let outline = |(&id, known): (&MatchId, &Known)| (id, known.extent);
        (self.matches.iter().map(outline).collect(), [self.live, self.lowest, self.next])
    }

    /// The rows of a match that is in the journal.
    pub(super) fn get(&self, match_id: MatchId) -> Option<Extent> {
        self.matches.get(&match_id).map(|known| known.extent)
    }

    /// Every match that is in the journal.
    pub(super) fn ids(&self) -> impl Iterator<Item = MatchId> {
        self.matches.keys().copied()
    }

    /// Whether a match has an event of a command; rarely also if it has not.
    pub(super) fn knows(&self, match_id: MatchId, command: &str) -> bool {
        let hash = self.hasher.hash_one(command);
        self.matches.get(&match_id).is_some_and(|known| known.commands.contains(&hash))
    }

    /// The rows that `batch` becomes.
    ///
    /// # Errors
    ///
    /// The number or command that comes twice.
    pub(super) fn plan<'a>(&self, batch: &'a [Append]) -> Result<Vec<Row<'a>>, Conflict> {
        let mut rows: Vec<Row<'a>> = Vec::with_capacity(batch.len() + batch.len() / 8);
        // Where the matches of this batch end so far: the last row and number.
        let mut ends: HashMap<MatchId, Option<(i64, u32)>> = HashMap::with_capacity(batch.len());
        let mut id = self.next;
        for append in batch {
            let match_id = append.match_id;
            let known = self.matches.get(&match_id);
            let before = ends.get(&match_id).copied();
            let start = if before.is_some() { 0 } else { rows.len() };
            let mut end =
                before.unwrap_or_else(|| known.map(|known| (known.extent.last, known.extent.seq)));
            for event in &append.events {
                if end.is_some_and(|(_, seq)| event.seq <= seq) {
                    return Err(Conflict::Seq);
                }
                let command = event.command.as_ref().map(|text| {
                    let hash = self.hasher.hash_one(&**text);
                    Command { text, hash }
                });
                if let Some(command) = command {
                    let twice =
                        |row: &Row<'_>| row.match_id == match_id && row.command == Some(command);
                    if known.is_some_and(|known| known.commands.contains(&command.hash))
                        || rows[start..].iter().any(twice)
                    {
                        return Err(Conflict::Command);
                    }
                }
                if append.closing.is_some() {
                    // The journal of the match is dropped.
                    continue;
                }
                let previous = end.map(|(last, _)| last);
                let payload = Some(&event.payload);
                rows.push(Row { id, match_id, seq: event.seq, command, payload, previous });
                end = Some((id, event.seq));
                id += 1;
            }
            if append.closing.is_some()
                && let Some((last, seq)) = end.take()
            {
                let previous = Some(last);
                rows.push(Row { id, match_id, seq, command: None, payload: None, previous });
                id += 1;
            }
            ends.insert(match_id, end);
        }
        Ok(rows)
    }

    /// Takes note of a row that is in the log.
    pub(super) fn add(&mut self, row: &Row<'_>) {
        let &Row { id, match_id, seq, command, payload, .. } = row;
        if self.next == self.lowest {
            self.lowest = id;
        }
        self.next = id + 1;
        if payload.is_none() {
            if let Some(Known { extent, .. }) = self.matches.remove(&match_id) {
                self.oldest.remove(&extent.first);
                self.live -= extent.rows;
            }
            return;
        }
        let Known { extent, commands } = self.matches.entry(match_id).or_insert_with(|| {
            self.oldest.insert(id, match_id);
            let extent = Extent { first: id, last: id, seq, rows: 0 };
            Known { extent, commands: HashSet::default() }
        });
        extent.last = id;
        extent.seq = seq;
        extent.rows += 1;
        commands.extend(command.map(|command| command.hash));
        self.live += 1;
    }

    /// The row before which rows may be deleted now, if that is worth while.
    pub(super) fn compact(&self) -> Option<i64> {
        let useful = self.oldest.first_key_value().map_or(self.next, |(&first, _)| first);
        let bound = useful.min(self.lowest + TRIM.1);
        (bound - self.lowest >= TRIM.0).then_some(bound)
    }

    /// Takes note that all rows before `bound` are gone.
    pub(super) const fn compacted(&mut self, bound: i64) {
        self.lowest = bound;
    }

    /// The match to be copied to the end of the log, behind the rows of a batch, if the log
    /// has become too long.
    pub(super) fn oldest_live(&self, batch: &[Append], rows: &[Row<'_>]) -> Option<Move> {
        if self.next - self.lowest <= 2 * self.live + SLACK {
            return None;
        }
        let (_, &match_id) = self.oldest.first_key_value()?;
        if batch.iter().any(|append| append.match_id == match_id) {
            return None;
        }
        let extent = self.get(match_id)?;
        let end = rows.last().map_or(self.next, |row| row.id + 1);
        Some(Move { match_id, last: extent.last, seq: extent.seq, end })
    }

    /// Takes note that a match was copied.
    pub(super) fn moved(&mut self, moved: &Move) {
        let Some(Known { extent, .. }) = self.matches.get_mut(&moved.match_id) else { return };
        self.oldest.remove(&extent.first);
        extent.first = moved.end + 1;
        extent.last = moved.end + extent.rows;
        self.oldest.insert(extent.first, moved.match_id);
        self.next = extent.last + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Closing, Event};
    use uuid::Uuid;

    fn append(number: u128, seq: u32, command: Option<&str>) -> Append {
        let event = Event { seq, command: command.map(Into::into), payload: String::new().into() };
        Append {
            match_id: MatchId(Uuid::from_u128(number)),
            events: vec![event],
            closing: None,
            seekers: None,
        }
    }

    fn end(number: u128) -> Append {
        let match_id = MatchId(Uuid::from_u128(number));
        Append { match_id, events: Vec::new(), closing: Some(Closing::Discard), seekers: None }
    }

    /// Plans and records a batch; the trimming and moving that follow are done as well.
    fn commit(index: &mut JournalIndex, batch: &[Append]) -> Result<(), Conflict> {
        let rows = index.plan(batch)?;
        let moved = index.oldest_live(batch, &rows);
        for row in &rows {
            index.add(row);
        }
        if let Some(moved) = moved {
            index.moved(&moved);
        }
        if let Some(bound) = index.compact() {
            index.compacted(bound);
        }
        Ok(())
    }

    #[test]
    fn numbers_and_commands_come_once() {
        let mut index = JournalIndex::of_log(None);
        commit(&mut index, &[append(1, 1, Some("a")), append(2, 1, Some("a"))]).expect("new");
        for (batch, conflict) in [
            (vec![append(1, 1, None)], Conflict::Seq),
            (vec![append(1, 2, Some("a"))], Conflict::Command),
            (vec![append(1, 2, None), append(1, 2, None)], Conflict::Seq),
            (vec![append(1, 2, Some("b")), append(1, 3, Some("b"))], Conflict::Command),
        ] {
            assert_eq!(index.plan(&batch), Err(conflict), "{batch:?}");
        }
        let batch = [append(1, 2, Some("b")), append(3, 1, Some("b")), append(1, 3, None)];
        let rows = index.plan(&batch).expect("all are new");
        let linked: Vec<_> = rows.iter().map(|row| (row.id, row.previous)).collect();
        assert_eq!(linked, [(3, Some(1)), (4, None), (5, Some(3))]);
    }

    #[test]
    fn ended_match_may_begin_again() {
        let mut index = JournalIndex::of_log(None);
        commit(&mut index, &[append(1, 7, Some("a")), end(1), append(1, 1, Some("b"))])
            .expect("one after the other");
        let extent = index.get(MatchId(Uuid::from_u128(1))).expect("it is there");
        assert_eq!((extent.first, extent.last, extent.seq, extent.rows), (3, 3, 1, 1));
        commit(&mut index, &[end(1), end(2)]).expect("nothing stands against it");
        assert!(index.matches.is_empty() && index.oldest.is_empty() && index.live == 0);
    }

    /// Matches of ten events each follow one another while one match never ends.
    #[test]
    fn log_stays_short_with_a_match_that_never_ends() {
        let mut index = JournalIndex::of_log(None);
        let mut longest = 0;
        for round in 0..20_000_u32 {
            let number = u128::from(round) + 10;
            if round.is_multiple_of(100) {
                commit(&mut index, &[append(1, round / 100 + 1, None)]).expect("new");
            }
            for seq in 1..=10 {
                commit(&mut index, &[append(number, seq, None)]).expect("new");
            }
            commit(&mut index, &[end(number)]).expect("it is there");
            longest = longest.max(index.next - index.lowest);
        }
        let extent = index.get(MatchId(Uuid::from_u128(1))).expect("it goes on");
        assert_eq!((extent.seq, extent.rows, index.live), (200, 200, 200));
        assert!(longest < SLACK + 3 * TRIM.1, "{longest} rows");
    }
}
