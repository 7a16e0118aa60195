//! The journal in SQLite: an append-only log of rows in the order of commits, in which the rows of
//! a match are chained.
//!
//! Each row names the previous row of its match. A match ends by a row without payload; its rows are
//! deleted later, in the order of the log. `journal_index` has the last row and the commands of every
//! unfinished match in memory. It is changed only after the transaction has committed, and loaded
//! again after an ambiguous failure (`docs/decisions/0004-sqlite-journal-is-a-log.md`).

use super::journal_index::{Extent, JournalIndex, Move, Row};
use super::writer::Lent;
use super::{SqliteStore, Writer, archive};
use crate::game_row;
use crate::nodes::last_beat;
use crate::row::row;
use crate::rows::{self, EventRow};
use crate::sql::Backend;
use crate::{
    Append, Closing, Conflict, Event, Holder, JournalText, StoreError, StoreStream, Unfinished,
    fault,
};
use domain::MatchId;
use futures_util::{StreamExt, TryFutureExt, TryStreamExt, stream};
use sqlx::sqlite::SqliteConnection;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, Connection};
use std::sync::{Arc, LazyLock};
use uuid::Uuid;

/// How many rows one statement inserts: a few sizes, so that each statement is prepared once. If
/// there are fewer rows to write, the remaining ones are null.
const SIZES: [usize; 13] = [1, 2, 4, 8, 16, 32, 64, 96, 128, 192, 256, 384, 512];

/// The match ids of all rows are bound as one value, because the library allocates two for each
/// bound one.
static INSERTS: LazyLock<[Arc<str>; SIZES.len()]> = LazyLock::new(|| {
    SIZES.map(|size| {
        let rows = vec!["(?, ?, ?, ?, ?)"; size].join(", ");
        format!(
            "insert into match_event (match_id, id, seq, command_id, payload, previous)
             select substr(?, 16 * (column1 - ?) + 1, 16), *
             from (values {rows}) where column1 is not null"
        )
        .into()
    })
});

/// From the last row of a match back to its first.
const CHAIN: &str = "with recursive chain (id) as (
        values (?1)
        union all
        select previous from chain join match_event using (id)
        where previous is not null and seq > ?2)
    select match_id, seq, command_id, payload from chain join match_event using (id)
    where match_id = ?3 and seq > ?2 order by seq limit ?4";

/// Copies a match to the end of the log, after a row that ends it at its old place.
const COPY: &str = "insert into match_event (id, match_id, seq, command_id, payload, previous)
    with recursive chain (id) as (
        values (?1)
        union all
        select previous from chain join match_event using (id) where previous is not null)
    select ?2 + row_number() over (order by seq), match_id, seq, command_id, payload,
        nullif(?2 + row_number() over (order by seq) - 1, ?2)
    from chain join match_event using (id)";

/// Each match with all its events as a [`JournalText`]. Groups before the payloads are read, which are
/// most of the data; a `cross join` keeps the order of its left side.
const UNFINISHED: &str = "with ended as (
        select match_id, max(id) as id from match_event where payload is null group by match_id),
    live as (
        select match_id, json_group_array(event.id) as ids
        from match_event as event left join ended using (match_id)
        where ended.id is null or event.id > ended.id
        group by match_id)
    select match_id, (
        select group_concat(seq || char(31) || coalesce(command_id, '') || char(31) || payload, char(10))
        from json_each(live.ids) as row cross join match_event on match_event.id = row.value) as journal
    from live";

/// The rows of each match since it last ended, aggregated by the database: transferring single rows
/// takes longer.
const HEADS: &str = "with ended as (
        select match_id, max(id) as id from match_event where payload is null group by match_id)
    select match_id, min(event.id) as first, max(event.id) as last, max(seq) as seq,
        count(*) as rows, json_group_array(command_id) as commands
    from match_event as event left join ended using (match_id)
    where event.id > coalesce(ended.id, 0) group by match_id";

row! {
    /// A row of [`HEADS`].
    struct HeadRow {
        match_id: Uuid,
        first: i64,
        last: i64,
        seq: u32,
        rows: i64,
        commands: Json<Vec<Option<String>>>,
    }
}

/// Builds the index from the journal.
pub(super) async fn load(connection: &mut SqliteConnection) -> sqlx::Result<JournalIndex> {
    let (lowest, highest): (Option<i64>, Option<i64>) = sqlx::query_as(
        "select (select min(id) from match_event), (select max(id) from match_event)",
    )
    .fetch_one(&mut *connection)
    .await?;
    let mut index = JournalIndex::of_log(lowest.zip(highest));
    let mut found = sqlx::query_as::<_, HeadRow>(HEADS).fetch(connection);
    while let Some(HeadRow { match_id, first, last, seq, rows, commands }) =
        found.try_next().await?
    {
        let commands = commands.iter().flatten().map(String::as_str);
        index.insert(MatchId(match_id), (first, last), seq, rows, commands);
    }
    drop(found);
    Ok(index)
}

pub(crate) async fn commit(store: &SqliteStore, batch: &[Append]) -> Result<(), StoreError> {
    if !store.is_served() {
        tracing::error!("only a server writes to the journal");
        return Err(StoreError::Failed);
    }
    let mut lent = store.writer().await?;
    let written = write(&mut lent.writer, batch).await;
    let texts = batch.iter().flat_map(|append| &append.events).map(|event| event.payload.len());
    store.checkpoints.record(texts.clone().count(), texts.sum());
    store.give_back(lent, written.as_ref().err()).await;
    written
}

async fn write(writer: &mut Writer, batch: &[Append]) -> Result<(), StoreError> {
    let Writer { connection, index } = writer;
    let rows = index.plan(batch).map_err(StoreError::Conflict)?;
    let closes = batch.iter().any(|append| append.closing.is_some() || append.seekers.is_some());
    let (moved, bound) = if closes || rows.len() > SIZES[SIZES.len() - 1] {
        let compaction = (index.oldest_live(batch, &rows), index.compact());
        together(connection, batch, &rows, compaction)
            .await
            .map(|written| written.map(|()| compaction))
    } else {
        // One statement is a transaction by itself.
        insert(connection, &rows).await.map(|()| Ok((None, None)))
    }
    .map_err(|error| fault::of_write(&error))?
    .map_err(StoreError::Conflict)?;
    for row in &rows {
        index.add(row);
    }
    if let Some(moved) = moved {
        index.moved(&moved);
    }
    if let Some(bound) = bound {
        index.compacted(bound);
    }
    Ok(())
}

/// Writes rows, ends seeks, archives games, and moves or trims old rows of the log, in one
/// transaction; nothing of it if a seek is gone.
async fn together(
    connection: &mut SqliteConnection,
    batch: &[Append],
    rows: &[Row<'_>],
    (moved, bound): (Option<Move>, Option<i64>),
) -> sqlx::Result<Result<(), Conflict>> {
    let ended = batch.iter().filter_map(|append| match &append.closing {
        Some(Closing::Archive(game)) => Some(&**game),
        Some(Closing::Discard) | None => None,
    });
    let mut transaction = connection.begin_with("begin immediate").await?;
    let seekers = batch.iter().filter_map(|append| append.seekers.as_ref());
    for who in seekers.flat_map(|seekers| &seekers.players) {
        let ended = sqlx::query("delete from seek where player_id = ?")
            .bind(who.0)
            .execute(&mut *transaction)
            .await?;
        if ended.rows_affected() == 0 {
            transaction.rollback().await?;
            return Ok(Err(Conflict::Seek));
        }
    }
    for chunk in rows.chunks(SIZES[SIZES.len() - 1]) {
        insert(&mut transaction, chunk).await?;
    }
    for game in ended {
        archive::insert(&mut transaction, game).await?;
    }
    if let Some(Move { match_id, last, seq, end }) = moved {
        let end_row =
            Row { id: end, match_id, seq, command: None, payload: None, previous: Some(last) };
        insert(&mut transaction, &[end_row]).await?;
        sqlx::query(COPY).bind(last).bind(end).execute(&mut *transaction).await?;
    }
    if let Some(bound) = bound {
        sqlx::query("delete from match_event where id < ?")
            .bind(bound)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(Ok(()))
}

async fn insert(connection: &mut SqliteConnection, rows: &[Row<'_>]) -> sqlx::Result<()> {
    let Some(first) = rows.first() else { return Ok(()) };
    let matches: Vec<u8> = rows.iter().flat_map(|row| row.match_id.0.into_bytes()).collect();
    let size = SIZES.iter().position(|&size| size >= rows.len()).unwrap_or(SIZES.len() - 1);
    let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&INSERTS[size])));
    query = query.bind(matches).bind(first.id);
    for row in rows {
        query = query
            .bind(row.id)
            .bind(i64::from(row.seq))
            .bind(row.command.map(|command| Arc::clone(command.text)))
            .bind(row.payload.map(Arc::clone))
            .bind(row.previous);
    }
    query.execute(connection).await?;
    Ok(())
}

/// From the last row of a match back to the event to be rewritten.
const REWRITE: &str = "with recursive chain (id) as (
        values (?1)
        union all
        select previous from chain join match_event using (id)
        where previous is not null and seq > ?2)
    update match_event set payload = ?4
    where id in (select id from chain) and match_id = ?3 and seq = ?2 and payload is not null";

pub(crate) async fn rewrite(
    store: &SqliteStore,
    match_id: MatchId,
    seq: u32,
    payload: &str,
) -> Result<(), StoreError> {
    let mut lent = store.writer().await?;
    let Writer { connection, index } = &mut lent.writer;
    let written = match index.get(match_id) {
        Some(extent) => sqlx::query(REWRITE)
            .bind(extent.last)
            .bind(i64::from(seq))
            .bind(match_id.0)
            .bind(payload)
            .execute(connection)
            .await
            .map(drop)
            .map_err(|error| fault::of_write(&error)),
        // It has ended since then.
        None => Ok(()),
    };
    store.give_back(lent, written.as_ref().err()).await;
    written
}

pub(crate) async fn is_written(store: &SqliteStore, append: &Append) -> Result<bool, StoreError> {
    match (&append.closing, append.events.last()) {
        (Some(Closing::Archive(game)), _) => {
            sqlx::query_scalar("select exists (select 1 from game where id = ?)")
                .bind(game.summary.id.0)
                .fetch_one(&store.readers)
                .await
                .map_err(|error| fault::of_read(&error))
        }
        (Some(Closing::Discard), _) => Ok(extent(store, append.match_id).await?.is_none()),
        (None, None) => Ok(true),
        (None, Some(event)) => {
            let since = event.seq.saturating_sub(1);
            Ok(events(store, append.match_id, since, 1).await?.first() == Some(event))
        }
    }
}

async fn extent(store: &SqliteStore, match_id: MatchId) -> Result<Option<Extent>, StoreError> {
    let lent = store.writer().await?;
    let extent = lent.writer.index.get(match_id);
    lent.keep();
    Ok(extent)
}

pub(crate) async fn events(
    store: &SqliteStore,
    match_id: MatchId,
    since: u32,
    limit: u32,
) -> Result<Vec<Event>, StoreError> {
    let mut tried = None;
    loop {
        let Some(extent) = extent(store, match_id).await?.filter(|extent| extent.seq > since)
        else {
            return Ok(Vec::new());
        };
        let rows: Vec<EventRow> = sqlx::query_as(CHAIN)
            .bind(extent.last)
            .bind(i64::from(since))
            .bind(match_id.0)
            .bind(i64::from(limit))
            .fetch_all(&store.readers)
            .await
            .map_err(|error| fault::of_read(&error))?;
        if !rows.is_empty() {
            return rows.into_iter().map(|row| Ok(row.read()?.1)).collect();
        }
        // The match may have ended, or have been copied and its old rows deleted, since.
        if tried.replace(extent.last) == Some(extent.last) {
            return Err(StoreError::Damaged("a match of the journal has no rows"));
        }
    }
}

/// The conflict of each of `batch`, as if it were written alone.
pub(crate) async fn conflicts(
    store: &SqliteStore,
    batch: &[Append],
) -> Result<Vec<Option<Conflict>>, StoreError> {
    let lent = store.writer().await?;
    let one = |append| lent.writer.index.plan(std::slice::from_ref(append)).err();
    let mut found: Vec<_> = batch.iter().map(one).collect();
    lent.keep();
    for (append, found) in batch.iter().zip(&mut found) {
        if let (None, Some(Closing::Archive(game))) = (&found, &append.closing)
            && game_row::find(store, game.summary.id).await?.is_some()
        {
            *found = Some(Conflict::Game);
        }
    }
    Ok(found)
}

/// Every match that is not over.
pub(crate) async fn held(store: &SqliteStore) -> Result<Vec<MatchId>, StoreError> {
    let lent = store.writer().await?;
    let held = lent.writer.index.ids().collect();
    lent.keep();
    Ok(held)
}

/// The holder of a match: this server, as long as the match is not over.
pub(crate) async fn holder(store: &SqliteStore, match_id: MatchId) -> Result<Holder, StoreError> {
    let extent = extent(store, match_id).await?;
    Ok(extent.map_or(Holder::Nobody, |_| Holder::Us { alive: None }))
}

pub(crate) fn journals(store: &SqliteStore, ids: Vec<MatchId>) -> StoreStream<'_, Unfinished> {
    let read = move |match_id| async move {
        let events = events(store, match_id, 0, u32::MAX).await?;
        // It may have ended since then.
        let journal = JournalText::from(&*events);
        let found = (!events.is_empty()).then_some(Unfinished { match_id, journal, alive: None });
        Ok::<_, StoreError>(found)
    };
    stream::iter(ids).then(read).try_filter_map(async |found| Ok(found)).boxed()
}

/// Every match that is not over. The writer's connection loads the index at the same time, because
/// a start needs both.
pub(crate) fn unfinished(store: &SqliteStore) -> StoreStream<'_, Unfinished> {
    let known = stream::once(async { store.writer().await.map(Lent::keep) });
    let known = known.filter_map(|known| async { known.err().map(Err) });
    let found = async {
        let alive = last_beat(store).await?;
        let rows = sqlx::query_as::<_, (Uuid, String)>(UNFINISHED).fetch(&store.readers);
        Ok(rows.map(move |row| {
            let (id, journal) = row.map_err(|error| fault::of_read(&error))?;
            Ok(Unfinished { match_id: MatchId(id), journal: JournalText::gathered(journal), alive })
        }))
    };
    stream::select(known, found.try_flatten_stream()).boxed()
}

pub(crate) async fn seq_of_command(
    store: &SqliteStore,
    match_id: MatchId,
    command: &str,
) -> Result<Option<u32>, StoreError> {
    loop {
        let lent = store.writer().await?;
        let index = &lent.writer.index;
        let (open, known) = (index.get(match_id).is_some(), index.knows(match_id, command));
        lent.keep();
        if !open {
            break;
        }
        if !known {
            return Ok(None);
        }
        let events = events(store, match_id, 0, u32::MAX).await?;
        // If there are none, the match has ended since.
        if !events.is_empty() {
            let found = events.iter().find(|event| event.command.as_deref() == Some(command));
            return Ok(found.map(|event| event.seq));
        }
    }
    let seq: Option<i64> = sqlx::query_scalar(
        "select entry.value from game, json_each(game.commands) as entry
         where game.id = ? and entry.key = ?",
    )
    .bind(match_id.0)
    .bind(command)
    .fetch_optional(&store.readers)
    .await
    .map_err(|error| fault::of_read(&error))?;
    seq.map(rows::seq).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;
    use crate::sqlite::open::open;

    fn append(number: u128, seqs: std::ops::RangeInclusive<u32>) -> Append {
        let event = |seq: u32| Event {
            seq,
            // Some events, such as joining or a fallen flag, belong to no command.
            command: (seq % 3 != 1).then(|| format!("{number}:{seq}").into()),
            payload: "{}".to_owned().into(),
        };
        let match_id = MatchId(Uuid::from_u128(number));
        Append { match_id, events: seqs.map(event).collect(), closing: None, seekers: None }
    }

    fn end(number: u128) -> Append {
        let match_id = MatchId(Uuid::from_u128(number));
        Append { match_id, events: Vec::new(), closing: Some(Closing::Discard), seekers: None }
    }

    /// A disk that is full when a transaction commits: SQLite rolls back by itself.
    #[tokio::test]
    async fn a_commit_that_failed_is_followed_by_one_that_does_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = open(folder.path(), Purpose::Serve).await.expect("a new database");
        commit(&store, &[append(1, 1..=3)]).await.expect("nothing stands against it");
        let mut lent = store.writer().await.expect("nobody else writes");
        let mut handle = lent.writer.connection.lock_handle().await.expect("it is idle");
        handle.set_commit_hook(|| false);
        drop(handle);
        lent.keep();
        // A match that ends takes more than one statement, and so a transaction.
        assert_eq!(commit(&store, &[end(1)]).await, Err(StoreError::Failed));
        commit(&store, &[append(2, 1..=1)]).await.expect("the next one is alone");
        commit(&store, &[end(1)]).await.expect("nothing stands against it any more");
        let count = async |number| {
            events(&store, MatchId(Uuid::from_u128(number)), 0, 9).await.map(|events| events.len())
        };
        assert_eq!((count(1).await, count(2).await), (Ok(0), Ok(1)));
    }

    /// The index read at a start equal those of the server that wrote the journal.
    #[tokio::test]
    async fn heads_read_back_are_those_noted() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = open(folder.path(), Purpose::Serve).await.expect("a new database");
        let batches = [
            vec![append(1, 1..=3), append(2, 1..=1), append(3, 1..=2)],
            vec![append(2, 2..=2), end(1), append(3, 3..=5), append(4, 1..=1)],
            // One that has ended begins again; another ends last of all.
            vec![append(1, 1..=2), append(2, 3..=9), end(4)],
        ];
        for batch in batches {
            commit(&store, &batch).await.expect("nothing stands against it");
            let mut lent = store.writer().await.expect("nobody else writes");
            let Writer { connection, index } = &mut lent.writer;
            let read = load(connection).await.expect("it reads");
            assert_eq!(read.outline(), index.outline());
            for number in 1..=4 {
                let match_id = MatchId(Uuid::from_u128(number));
                for seq in 1..=9 {
                    let command = format!("{number}:{seq}");
                    let known = [&read, &*index].map(|index| index.knows(match_id, &command));
                    assert_eq!(known[0], known[1], "command {command}");
                }
            }
            lent.keep();
        }
    }
}
