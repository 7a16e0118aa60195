//! The sequence of ended games, which is all that other parts learn of a game's end.
//!
//! The commit that ends a match writes its events and the archived game, and adds the game to this
//! sequence. A reader of the sequence writes the derived data afterwards: it takes the games in the
//! order of their numbers and moves its cursor in the transaction that writes its results, so that after a crash it misses no game and counts none twice. Imported games are in
//! the sequence as well.
//!
//! Numbers count from 1 without gaps. On SQLite a game gets its number in the commit that adds it, on
//! Postgres afterwards, from the server that reads next
//! (`docs/decisions/0006-numbers-of-ended-games.md`).

use crate::database::{on, write_on};
use crate::rows::{EndedRow, number_of, place};
use crate::sql::{Archived, Backend, Dialect, sql};
use crate::{Database, Fence, Role, StoreError, ratings, tallies};
use domain::explorer::{Seen, seen};
use domain::{FinishedGame, MatchId};
use sqlx::AssertSqlSafe;
use std::time::{Duration, Instant};

/// A game with its number in the sequence.
#[derive(Debug, Clone, PartialEq)]
pub struct EndedGame {
    /// Counts from 1, without gaps.
    pub number: u64,
    /// The game.
    pub game: FinishedGame,
}

/// The readers of the sequence, each with a cursor of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedReader {
    /// Counts rated games ([`Database::standing`]).
    Ratings,
    /// Counts the results of players ([`Database::tallies`]).
    Tallies,
    /// Counts the actions in positions ([`Database::seen`]).
    Explorer,
}

impl FeedReader {
    /// All readers, those first whose results players await.
    pub const ALL: [Self; 3] = [Self::Ratings, Self::Tallies, Self::Explorer];

    /// The name of its row.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ratings => "ratings",
            Self::Tallies => "tallies",
            Self::Explorer => "explorer",
        }
    }
}

/// How much one call of [`Database::read_on`] may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedBatch {
    /// The most games.
    pub games: u32,
    /// For how long it may write, and on SQLite hold the only connection that does. A part that was
    /// begun is finished: eight positions of the explorer's reader, or one game of any other.
    pub span: Duration,
}

impl FeedBatch {
    /// A batch so small that moves are hardly delayed. It has as many games as a reader writes in its span:
    /// the others would be read again.
    #[must_use]
    pub const fn small(reader: FeedReader) -> Self {
        let games = match reader {
            FeedReader::Ratings | FeedReader::Tallies => 16,
            FeedReader::Explorer => 2,
        };
        Self { games, span: Duration::from_millis(2) }
    }

    /// The batch of a command: some more games than the explorer writes in the span, since the others
    /// would be read again.
    pub const LARGE: Self = Self { games: 32, span: Duration::from_millis(50) };
}

/// How many actions of a game the explorer takes at a time: one transaction has at least so many,
/// however short its time is.
const PART: usize = 8;

const CURSOR: &str = "select number, part from ended_game_reader where name = $1";

const MOVE: &str = "update ended_game_reader set number = $2, part = $3 where name = $1";

const IS_READ: &str = "select number <= (select number from ended_game_reader where name = $1)
    from ended_game where game_id = $2";

/// How far a reader is: done with all games up to a number, and with so many parts of the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cursor {
    number: u64,
    part: usize,
}

/// A game, with the data that a reader needs.
struct Derived {
    number: u64,
    game: FinishedGame,
    seen: Vec<Seen>,
}

impl Derived {
    fn of(reader: FeedReader, ended: EndedGame) -> Self {
        let EndedGame { number, game } = ended;
        let seen = match reader {
            FeedReader::Ratings | FeedReader::Tallies => Vec::new(),
            FeedReader::Explorer => {
                let mut seen = seen(&game);
                // In the order of the table, so that neighbouring rows are written one after the other.
                seen.sort_unstable_by(|one, other| {
                    (one.position.cast_signed(), &one.action)
                        .cmp(&(other.position.cast_signed(), &other.action))
                });
                seen
            }
        };
        Self { number, game, seen }
    }
}

/// Games in the order in which they ended, and the readers of that sequence.
impl Database {
    /// The first `limit` games with numbers above `after`, in order.
    pub async fn ended(&self, after: u64, limit: u32) -> Result<Vec<EndedGame>, StoreError> {
        let rows: Vec<EndedRow> = on!(self, |store| numbered(store, after, limit))?;
        rows.into_iter().map(EndedRow::read).collect()
    }

    /// Lets a reader apply the next games; returns how many are left. Several commands may
    /// do so at once, and each game counts once.
    pub async fn read_on(&self, reader: FeedReader, batch: FeedBatch) -> Result<u64, StoreError> {
        on!(self, |store| read_on(store, reader, batch, None))
    }

    /// The same by the leader of [`Role::Feed`](crate::Role::Feed); fails with [`StoreError::Fenced`] if
    /// that is another server by now.
    pub async fn lead_on(
        &self,
        by: Fence,
        reader: FeedReader,
        batch: FeedBatch,
    ) -> Result<u64, StoreError> {
        let leader = Some((by, self.own_node()));
        on!(self, |store| read_on(store, reader, batch, leader))
    }

    /// Whether a reader is past a game; `None` if it is not in the sequence.
    pub async fn is_read(
        &self,
        reader: FeedReader,
        game: MatchId,
    ) -> Result<Option<bool>, StoreError> {
        let row: Option<(Option<bool>,)> =
            on!(self, |store| sql(IS_READ).bind(reader.name()).bind(game.0).read_optional(store))?;
        // A game without a number is in the sequence, and no reader is past it.
        Ok(row.map(|(is_read,)| is_read.unwrap_or(false)))
    }

    /// How many games each of [`FeedReader::ALL`] has still to read.
    pub async fn unread(&self) -> Result<[u64; FeedReader::ALL.len()], StoreError> {
        let rows = on!(self, |store| unread(store))?;
        let mut unread = [0; FeedReader::ALL.len()];
        for (reader, unread) in FeedReader::ALL.into_iter().zip(&mut unread) {
            let row = rows.iter().find(|(name, _)| name == reader.name());
            let &(_, games) = row.ok_or(StoreError::Damaged("no reader of the sequence"))?;
            *unread = number_of(games)?;
        }
        Ok(unread)
    }

    /// The first `limit` games with numbers above `after` that a reader has read, in order.
    pub async fn read_by(
        &self,
        reader: FeedReader,
        after: u64,
        limit: u32,
    ) -> Result<Vec<EndedGame>, StoreError> {
        let rows: Vec<EndedRow> = on!(self, |store| read_by(store, reader, after, limit))?;
        rows.into_iter().map(EndedRow::read).collect()
    }
}

async fn numbered<B: Backend<Connection: Archived>>(
    store: &B,
    after: u64,
    limit: u32,
) -> Result<Vec<EndedRow>, StoreError> {
    let text = B::Connection::numbered(
        B::Connection::IN_SEQUENCE,
        "where number > $1 order by number limit $2",
    );
    sql(AssertSqlSafe(text)).bind(place(after)).bind(i64::from(limit)).read_all(store).await
}

/// Lets a reader apply the next games; returns how many are left. A leader is given by its number and
/// that of its server.
pub(super) async fn read_on<B: Backend<Connection: Archived>>(
    store: &B,
    reader: FeedReader,
    batch: FeedBatch,
    leader: Option<(Fence, i64)>,
) -> Result<u64, StoreError> {
    if B::Connection::GIVE_NUMBERS.is_some() {
        write_on!(store, |connection| give_numbers(connection))?;
    }
    let row: Option<(i64, i64)> = sql(CURSOR).bind(reader.name()).read_optional(store).await?;
    let cursor = cursor(row)?;
    let last: i64 = sql(AssertSqlSafe(B::Connection::LAST_NUMBER)).read_value(store).await?;
    let last = number_of(last)?;
    let rows = numbered(store, cursor.number, batch.games).await?;
    if rows.is_empty() && last <= cursor.number {
        return Ok(0);
    }
    // If games were missing from the archive, the reader would continue behind them.
    let end = if rows.is_empty() { Cursor { number: last, part: 0 } } else { cursor };
    // Computed before the transaction begins, so that no move waits for it.
    let derived = |row: EndedRow| Ok(Derived::of(reader, row.read()?));
    let games = rows.into_iter().map(derived).collect::<Result<Vec<Derived>, StoreError>>()?;
    let at = write_on!(store, |connection| derive(
        connection,
        (reader, leader),
        [cursor, end],
        &games,
        batch.span
    ))?;
    Ok(last.saturating_sub(at.ok_or(StoreError::Fenced)?.number))
}

async fn read_by<B: Backend<Connection: Archived>>(
    store: &B,
    reader: FeedReader,
    after: u64,
    limit: u32,
) -> Result<Vec<EndedRow>, StoreError> {
    let text = B::Connection::numbered(
        B::Connection::IN_SEQUENCE,
        "where number > $1 and number <= (select number from ended_game_reader where name = $3)
         order by number limit $2",
    );
    sql(AssertSqlSafe(text))
        .bind(place(after))
        .bind(i64::from(limit))
        .bind(reader.name())
        .read_all(store)
        .await
}

/// The names of the readers, with the number of games that each has still to read.
async fn unread<B: Backend<Connection: Archived>>(
    store: &B,
) -> Result<Vec<(String, i64)>, StoreError> {
    let text = format!(
        "select name, ({last}) + {more} - number from ended_game_reader",
        last = B::Connection::LAST_NUMBER,
        more = B::Connection::UNNUMBERED,
    );
    sql(AssertSqlSafe(text)).read_all(store).await
}

/// Deletes the results of a reader by these statements, and lets it read all games again. Returns the
/// number of games when it began.
pub(super) async fn read_again<B: Backend<Connection: Archived>>(
    store: &B,
    reader: FeedReader,
    delete: &[&'static str],
) -> Result<u64, StoreError> {
    let last: i64 = write_on!(store, |connection| begin_again(connection, reader, delete))?;
    while read_on(store, reader, FeedBatch::LARGE, None).await? > 0 {}
    number_of(last)
}

async fn begin_again<C: Archived>(
    connection: &mut C,
    reader: FeedReader,
    delete: &[&'static str],
) -> sqlx::Result<i64> {
    give_numbers(connection).await?;
    let mut transaction = connection.start().await?;
    locked(&mut *transaction, reader).await?;
    for statement in delete {
        sql(*statement).execute(&mut *transaction).await?;
    }
    set_cursor(&mut *transaction, reader, 0).await?;
    let last = sql(AssertSqlSafe(C::LAST_NUMBER)).value(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(last)
}

fn cursor(row: Option<(i64, i64)>) -> Result<Cursor, StoreError> {
    let (number, part) = row.ok_or(StoreError::Damaged("no reader of the sequence"))?;
    let part = usize::try_from(part).map_err(|_| StoreError::Damaged("a part below zero"))?;
    Ok(Cursor { number: number_of(number)?, part })
}

/// Gives numbers to the games that entered the sequence without one.
pub(super) async fn give_numbers<C: Archived>(connection: &mut C) -> sqlx::Result<()> {
    let Some([lock, give]) = C::GIVE_NUMBERS else { return Ok(()) };
    let mut transaction = connection.start().await?;
    sql(lock).execute(&mut *transaction).await?;
    sql(give).execute(&mut *transaction).await?;
    transaction.commit().await
}

/// The cursor of a reader, locked until the transaction ends.
pub(super) async fn locked<C: Archived>(
    connection: &mut C,
    reader: FeedReader,
) -> sqlx::Result<Cursor> {
    let text = format!("{CURSOR}{}", C::FOR_UPDATE);
    let row = sql(AssertSqlSafe(text)).bind(reader.name()).optional(connection).await?;
    cursor(row).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// Moves the cursor of a reader to after a game.
pub(super) async fn set_cursor(
    connection: &mut impl Dialect,
    reader: FeedReader,
    number: u64,
) -> sqlx::Result<()> {
    move_to(connection, reader, Cursor { number, part: 0 }).await
}

async fn move_to(
    connection: &mut impl Dialect,
    reader: FeedReader,
    to: Cursor,
) -> sqlx::Result<()> {
    let part = i64::try_from(to.part).unwrap_or(i64::MAX);
    sql(MOVE).bind(reader.name()).bind(place(to.number)).bind(part).execute(connection).await?;
    Ok(())
}

/// Writes the results of a reader from the games behind its cursor, for as long as it may, and moves
/// the cursor: without games, from one place to another. Returns where it is then; nothing is written if
/// another server has moved it since, or leads by now: then there is no place.
///
/// This does not wait for the disk: data lost with the power is derived again.
async fn derive<C: Archived>(
    connection: &mut C,
    reader: (FeedReader, Option<(Fence, i64)>),
    cursors: [Cursor; 2],
    games: &[Derived],
    span: Duration,
) -> sqlx::Result<Option<Cursor>> {
    let [before, after] = C::UNSYNCED.around.map_or([None; 2], |around| around.map(Some));
    if let Some(before) = before {
        sql(before).execute(connection).await?;
    }
    let at = derive_unsynced(connection, reader, cursors, games, span).await;
    // Also after a failure: the connection may be used again, and its next writes must be on the disk.
    if let Some(after) = after {
        sql(after).execute(connection).await?;
    }
    at
}

async fn derive_unsynced<C: Archived>(
    connection: &mut C,
    (reader, leader): (FeedReader, Option<(Fence, i64)>),
    [from, to]: [Cursor; 2],
    games: &[Derived],
    span: Duration,
) -> sqlx::Result<Option<Cursor>> {
    let mut transaction = connection.start().await?;
    if let Some(within) = C::UNSYNCED.within {
        sql(within).execute(&mut *transaction).await?;
    }
    if let (Some((by, own)), Some(leads)) = (leader, C::LEADS) {
        let leads = sql(leads).bind(Role::Feed.as_str()).bind(own).bind(by.0);
        let leads: Option<(i64,)> = leads.optional(&mut *transaction).await?;
        if leads.is_none() {
            transaction.rollback().await?;
            return Ok(None);
        }
    }
    let until = Instant::now() + span;
    let found = locked(&mut *transaction, reader).await?;
    if found != from {
        transaction.rollback().await?;
        return Ok(Some(found));
    }
    let mut at = to;
    for derived in games {
        at = derive_one(&mut *transaction, reader, at, derived, until).await?;
        if Instant::now() >= until {
            break;
        }
    }
    move_to(&mut *transaction, reader, at).await?;
    transaction.commit().await?;
    Ok(Some(at))
}

/// Writes what follows from one game, or as many parts of it as there is time for; at least one.
async fn derive_one(
    connection: &mut impl Archived,
    reader: FeedReader,
    mut at: Cursor,
    derived: &Derived,
    until: Instant,
) -> sqlx::Result<Cursor> {
    let Derived { number, game, seen } = derived;
    match reader {
        FeedReader::Ratings => {
            ratings::count(connection, game).await?;
        }
        FeedReader::Tallies => tallies::count(connection, &game.summary).await?,
        FeedReader::Explorer => {
            for part in seen.chunks(PART).skip(at.part) {
                connection.record_seen(game, part).await?;
                at.part += 1;
                let is_last = at.part * PART >= seen.len();
                if !is_last && Instant::now() >= until {
                    return Ok(at);
                }
            }
        }
    }
    Ok(Cursor { number: *number, part: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;
    use crate::sqlite::open;

    /// The level of SQLite at which a commit waits for the disk.
    const FULL: i64 = 2;

    /// The connection is the one that writes the journal, which must be on the disk.
    #[tokio::test]
    async fn write_after_a_reader_waits_for_the_disk() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let store = open(folder.path(), Purpose::Serve).await.expect("a new database");
        let mut lent = store.lend().await.expect("it is lent");
        let [from, to] = [0, 1].map(|number| Cursor { number, part: 0 });
        let ratings = (FeedReader::Ratings, None);
        let level = async |connection: &mut _| -> i64 {
            sql("pragma synchronous").value(connection).await.expect("it has a level")
        };
        for cursors in [[from, to], [from, to]] {
            // The second one finds the cursor elsewhere, and writes nothing.
            let at = derive(&mut *lent, ratings, cursors, &[], Duration::ZERO).await;
            assert_eq!(at.expect("it writes"), Some(to));
            assert_eq!(level(&mut *lent).await, FULL);
        }
        let forbid = "create trigger forbidden before update on ended_game_reader
            begin select raise(abort, 'forbidden'); end";
        sql(forbid).execute(&mut *lent).await.expect("the statement runs");
        let failed = derive(&mut *lent, ratings, [to, from], &[], Duration::ZERO).await;
        assert!(failed.is_err());
        assert_eq!(level(&mut *lent).await, FULL);
    }
}
