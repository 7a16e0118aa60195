//! The store on SQLite: one file in the data directory, for one server.
//!
//! This file implements each trait by a call into the file of the same concern. A single connection
//! writes, lent to one caller at a time; readers have two pools, so that lists and exports of the
//! archive delay no other query. The writer comes with what it knows of the journal (`heads`):
//! after a failure whose outcome is unknown both are discarded and created again, never reused. A
//! lock on a file keeps a second server away; commands of `yiguan` may work on the same file.

mod analysis;
mod archive;
mod blocks;
mod bounded;
mod checkpoint;
mod ended;
mod explorer;
mod follows;
mod heads;
mod journal;
mod kept;
mod open;
mod order;
mod passkeys;
mod peace;
mod people;
mod programs;
mod push;
mod ratings;
mod seeks;
mod sessions;

use super::{
    Append, Archive, Ban, Conflict, Cursor, EndedGame, EndedGames, Event, Explorer, GameFilter,
    Guest, Guests, Holder, Journals, Keys, Nodes, Notice, Operation, Order, Orders, Programs,
    Ratings, SeenAction, Store, StoreError, StoreFuture, StoreStream, Token, Trees, Underway,
    Unfinished, fault, rows,
};
use checkpoint::Checkpoints;
use domain::rating::{Pool, RatingChange, Standing};
use domain::{FinishedGame, GameSummary, MatchId, Moment, PlayerId, TokenId};
use futures_util::future::BoxFuture;
use heads::Heads;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, SqlitePool};
use std::fs::File;
use tokio::sync::{Mutex, MutexGuard};
use uuid::Uuid;

pub(super) use open::open;

/// The future of an operation that writes, run on the writing connection.
macro_rules! write {
    ($store:expr, $connection:ident => $done:expr) => {
        Box::pin(async move {
            let mut lent = $store.writer().await?;
            let $connection = &mut lent.writer.connection;
            let outcome = $done.await.map_err(|error| fault::of_write(&error));
            $store.give_back(lent, &outcome).await;
            outcome
        })
    };
}
use write;

/// An SQLite database.
#[derive(Debug)]
pub(super) struct SqliteStore {
    options: SqliteConnectOptions,
    /// For reads that matches and their players wait for.
    readers: SqlitePool,
    /// For lists and exports of the archive, so that only they wait for each other.
    browsers: SqlitePool,
    /// The writer. It is taken out while it is used, so that a connection abandoned in the middle of
    /// a transaction is never used again, and neither are its heads of the journal. `None` until
    /// the first write.
    writer: Mutex<Option<Writer>>,
    checkpoints: Checkpoints,
    /// The locked file that keeps a second server away; only a server has it.
    lock: Option<File>,
}

/// The connection that writes, with what it knows of the journal.
#[derive(Debug)]
struct Writer {
    connection: SqliteConnection,
    heads: Heads,
}

/// The writer on loan. It is returned by [`Lent::keep`], or by [`SqliteStore::give_back`] after an
/// operation that may have failed half-way.
struct Lent<'a> {
    slot: MutexGuard<'a, Option<Writer>>,
    writer: Writer,
}

impl Lent<'_> {
    fn keep(mut self) {
        *self.slot = Some(self.writer);
    }
}

impl Writer {
    async fn new(mut connection: SqliteConnection) -> sqlx::Result<Self> {
        let heads = journal::load(&mut connection).await?;
        Ok(Self { connection, heads })
    }
}

impl SqliteStore {
    /// Lends the writer, which is created again if it was lost.
    async fn writer(&self) -> Result<Lent<'_>, StoreError> {
        let mut slot = self.writer.lock().await;
        let writer = match slot.take() {
            Some(writer) => writer,
            None if self.readers.is_closed() => return Err(StoreError::Unavailable),
            None => self.connect().await.map_err(|error| fault::of_read(&error))?,
        };
        Ok(Lent { slot, writer })
    }

    async fn connect(&self) -> sqlx::Result<Writer> {
        Writer::new(SqliteConnection::connect_with(&self.options).await?).await
    }

    /// Takes the writer back after an attempt to write.
    ///
    /// When a commit fails, as on a full disk, SQLite rolls back by itself, while the library still
    /// counts the transaction as open and refuses any other: so the connection is replaced. When
    /// it is unknown what was written, the whole writer is dropped, and the next caller loads the
    /// heads of the journal again.
    async fn give_back<T>(&self, mut lent: Lent<'_>, outcome: &Result<T, StoreError>) {
        match outcome {
            Ok(_) | Err(StoreError::Conflict(_)) => lent.keep(),
            Err(StoreError::Ambiguous) => {}
            Err(_) => {
                if let Ok(connection) = SqliteConnection::connect_with(&self.options).await {
                    lent.writer.connection = connection;
                    lent.keep();
                }
            }
        }
    }

    /// Whether this store belongs to a server, which alone may write to the journal.
    const fn is_served(&self) -> bool {
        self.lock.is_some()
    }
}

impl Journals for SqliteStore {
    fn commit<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, ()> {
        Box::pin(journal::commit(self, batch))
    }

    fn is_written<'a>(&'a self, append: &'a Append) -> StoreFuture<'a, bool> {
        Box::pin(journal::is_written(self, append))
    }

    fn conflicts<'a>(&'a self, batch: &'a [Append]) -> StoreFuture<'a, Vec<Option<Conflict>>> {
        Box::pin(journal::conflicts(self, batch))
    }

    fn events(&self, match_id: MatchId, since: u32, limit: u32) -> StoreFuture<'_, Vec<Event>> {
        Box::pin(journal::events(self, match_id, since, limit))
    }

    fn unfinished(&self) -> StoreStream<'_, Unfinished> {
        journal::unfinished(self)
    }

    fn held(&self) -> StoreFuture<'_, Vec<MatchId>> {
        Box::pin(journal::held(self))
    }

    fn journals(&self, ids: Vec<MatchId>) -> StoreStream<'_, Unfinished> {
        journal::journals(self, ids)
    }

    fn seq_of_command<'a>(
        &'a self,
        match_id: MatchId,
        command: &'a str,
    ) -> StoreFuture<'a, Option<u32>> {
        Box::pin(journal::seq_of_command(self, match_id, command))
    }
}

impl Archive for SqliteStore {
    fn game(&self, id: MatchId) -> StoreFuture<'_, Option<FinishedGame>> {
        Box::pin(archive::game(&self.readers, id))
    }

    fn games<'a>(
        &'a self,
        filter: &'a GameFilter,
        before: Option<Cursor>,
        limit: u32,
    ) -> StoreFuture<'a, Vec<GameSummary>> {
        Box::pin(archive::games(&self.browsers, filter, before, limit))
    }

    fn export(&self, filter: GameFilter) -> StoreStream<'_, FinishedGame> {
        archive::export(&self.browsers, filter)
    }

    fn import<'a>(&'a self, games: &'a [FinishedGame]) -> StoreFuture<'a, u64> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = archive::import(&mut lent.writer.connection, games).await;
            let outcome = outcome.map_err(|error| fault::of_read(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }
}

impl EndedGames for SqliteStore {
    fn ended(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<EndedGame>> {
        Box::pin(ended::games(&self.readers, after, limit))
    }

    fn place_of<'a>(&'a self, reader: &'a str) -> StoreFuture<'a, u64> {
        Box::pin(ended::place_of(&self.readers, reader))
    }

    fn advance<'a>(&'a self, reader: &'a str, from: u64, to: u64) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = ended::advance(&mut lent.writer.connection, reader, from, to).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }
}

impl Ratings for SqliteStore {
    fn standing<'a>(
        &'a self,
        pool: &'a Pool,
        player: PlayerId,
    ) -> StoreFuture<'a, Option<Standing>> {
        Box::pin(ratings::standing(&self.readers, pool, player))
    }

    fn standings_of(&self, player: PlayerId) -> StoreFuture<'_, Vec<(Pool, Standing)>> {
        Box::pin(ratings::standings_of(&self.readers, player))
    }

    fn best<'a>(
        &'a self,
        pool: &'a Pool,
        limit: u32,
    ) -> StoreFuture<'a, Vec<(PlayerId, Standing)>> {
        Box::pin(ratings::best(&self.browsers, pool, limit))
    }

    fn rating_history<'a>(
        &'a self,
        player: PlayerId,
        pool: &'a Pool,
        limit: u32,
    ) -> StoreFuture<'a, Vec<RatingChange>> {
        Box::pin(ratings::history(&self.browsers, player, pool, limit))
    }

    fn rating_changes(&self, game: MatchId) -> StoreFuture<'_, Vec<RatingChange>> {
        Box::pin(ratings::changes(&self.readers, game))
    }

    fn rated_games(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<EndedGame>> {
        Box::pin(ratings::rated_games(&self.readers, after, limit))
    }

    fn rating_totals(&self) -> StoreFuture<'_, (u64, u64)> {
        Box::pin(ratings::totals(&self.readers))
    }

    fn rebuild_ratings(&self) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = ratings::rebuild(&mut lent.writer.connection).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }
}

impl Explorer for SqliteStore {
    fn seen(&self, position: u64) -> StoreFuture<'_, Vec<SeenAction>> {
        Box::pin(explorer::seen(&self.browsers, position))
    }

    fn rebuild_explorer(&self) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = explorer::forget(&mut lent.writer.connection).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            let last = outcome?;
            let (mut after, mut noted) = (0, 0);
            while after < last {
                let mut lent = self.writer().await?;
                let outcome = explorer::note_some(&mut lent.writer.connection, after, last).await;
                let outcome = outcome.map_err(|error| fault::of_write(&error));
                self.give_back(lent, &outcome).await;
                let (count, end) = outcome?;
                noted += count;
                after = end;
            }
            Ok(noted)
        })
    }
}

impl Trees for SqliteStore {
    fn changes(&self, game: MatchId, since: u32) -> StoreFuture<'_, Vec<Event>> {
        Box::pin(analysis::changes(&self.readers, game, since))
    }

    fn add_changes<'a>(&'a self, game: MatchId, changes: &'a [Event]) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = analysis::add(&mut lent.writer.connection, game, changes).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }
}

impl crate::store::SharedRooms for SqliteStore {}

impl Nodes for SqliteStore {
    fn holder(&self, match_id: MatchId) -> StoreFuture<'_, Holder> {
        Box::pin(journal::holder(self, match_id))
    }

    fn beat(&self, now: Moment) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = sqlx::query(
                "insert into heartbeat (one, at) values (1, ?)
                 on conflict (one) do update set at = excluded.at",
            )
            .bind(rows::millis(now))
            .execute(&mut lent.writer.connection)
            .await;
            lent.keep();
            outcome.map(drop).map_err(|error| fault::of_read(&error))
        })
    }

    fn last_beat(&self) -> StoreFuture<'_, Option<Moment>> {
        Box::pin(async move {
            sqlx::query_scalar("select at from heartbeat")
                .fetch_optional(&self.readers)
                .await
                .map_err(|error| fault::of_read(&error))?
                .map(rows::moment)
                .transpose()
        })
    }
}

impl Keys for SqliteStore {
    fn signing_key(&self, candidate: [u8; 32]) -> StoreFuture<'_, [u8; 32]> {
        Box::pin(self.key(SIGNING_KEY, candidate))
    }

    fn push_key(&self, candidate: [u8; 32]) -> StoreFuture<'_, [u8; 32]> {
        Box::pin(self.key(PUSH_KEY, candidate))
    }
}

/// How a key is read, and how one is kept unless there is one.
type KeyQueries = [&'static str; 2];

const SIGNING_KEY: KeyQueries = [
    "select key from signing_key",
    "insert into signing_key (one, key) values (1, ?)
     on conflict (one) do update set key = key returning key",
];

const PUSH_KEY: KeyQueries = [
    "select key from push_key",
    "insert into push_key (one, key) values (1, ?)
     on conflict (one) do update set key = key returning key",
];

impl SqliteStore {
    async fn key(
        &self,
        [read, keep]: KeyQueries,
        candidate: [u8; 32],
    ) -> Result<[u8; 32], StoreError> {
        let known: Option<Vec<u8>> = sqlx::query_scalar(read)
            .fetch_optional(&self.readers)
            .await
            .map_err(|error| fault::of_read(&error))?;
        let key = match known {
            Some(key) => key,
            None => {
                let mut lent = self.writer().await?;
                let key = sqlx::query_scalar(keep)
                    .bind(candidate.as_slice())
                    .fetch_one(&mut lent.writer.connection)
                    .await;
                lent.keep();
                key.map_err(|error| fault::of_read(&error))?
            }
        };
        key.try_into().map_err(|_| StoreError::Damaged("a key"))
    }
}

impl Guests for SqliteStore {
    fn guest(&self, id: PlayerId) -> StoreFuture<'_, Guest> {
        Box::pin(people::guest(&self.readers, id))
    }

    fn set_name<'a>(
        &'a self,
        id: PlayerId,
        name: Option<&'a str>,
        now: Moment,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = people::set_name(&mut lent.writer.connection, id, name, now).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }
}

impl Store for SqliteStore {
    fn tidy(&self) -> StoreFuture<'_, ()> {
        Box::pin(checkpoint::tidy(self))
    }

    fn schema_version(&self) -> StoreFuture<'_, i64> {
        Box::pin(async move {
            sqlx::query_scalar("select max(version) from _sqlx_migrations")
                .fetch_one(&self.readers)
                .await
                .map_err(|error| fault::of_read(&error))
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            // Readers first: the last connection to close tidies the write-ahead log away.
            self.browsers.close().await;
            self.readers.close().await;
            checkpoint::close(self).await;
            if let Some(writer) = self.writer.lock().await.take() {
                // The log is read again at the next start, so a failure here loses nothing.
                let _ = writer.connection.close().await;
            }
        })
    }
}

impl Programs for SqliteStore {
    fn add_token(&self, token: Token, most: u32) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = programs::add_token(&mut lent.writer.connection, token, most).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn tokens(&self, player: PlayerId, now: Moment) -> StoreFuture<'_, Vec<Token>> {
        Box::pin(programs::tokens(&self.readers, player, now))
    }

    fn has_token(&self, id: TokenId) -> StoreFuture<'_, bool> {
        Box::pin(programs::has_token(&self.readers, id))
    }

    fn end_token(&self, player: PlayerId, id: TokenId) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = programs::end_token(&mut lent.writer.connection, player, id).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn forget_tokens(&self, now: Moment) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = programs::forget_tokens(&mut lent.writer.connection, now).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn set_bot(&self, player: PlayerId, now: Moment) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = programs::set_bot(&mut lent.writer.connection, player, now).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }
}

impl Order for SqliteStore {
    fn record<'a>(&'a self, operation: &'a Operation) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = order::record(&mut lent.writer.connection, operation).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn settle<'a>(&'a self, id: Uuid, outcome: &'a str) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = order::settle(&mut lent.writer.connection, id, outcome).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn ban<'a>(&'a self, ban: &'a Ban) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = order::ban(&mut lent.writer.connection, ban).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn unban<'a>(&'a self, subject: &'a str) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = order::unban(&mut lent.writer.connection, subject).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn tell<'a>(&'a self, notice: Option<&'a Notice>) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = order::tell(&mut lent.writer.connection, notice).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn hide(&self, game: MatchId, hidden: bool) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = order::hide(&mut lent.writer.connection, game, hidden).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn drain(&self, node: i64, draining: bool) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut lent = self.writer().await?;
            let outcome = order::drain(&mut lent.writer.connection, node, draining).await;
            let outcome = outcome.map_err(|error| fault::of_write(&error));
            self.give_back(lent, &outcome).await;
            outcome
        })
    }

    fn operations(&self, limit: u32) -> StoreFuture<'_, Vec<Operation>> {
        Box::pin(order::operations(&self.readers, limit))
    }

    fn orders(&self, now: Moment) -> StoreFuture<'_, Orders> {
        Box::pin(order::orders(&self.readers, self.own_node(), now))
    }

    fn underway(&self, limit: u32) -> StoreFuture<'_, Vec<Underway>> {
        Box::pin(order::underway(&self.readers, limit))
    }
}
