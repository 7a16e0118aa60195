//! Who may write to the journal: of several servers on one database, each match has one.
//!
//! A running server is a row of `node` that it renews with every beat. While the row is there
//! the matches whose leases name it are its own. A server that has not renewed its row in time,
//! or whose session has ended, is taken to be gone: another deletes the row and takes its
//! leases. Should the first one be alive after all, as when the machine had stopped it, it finds
//! its row missing whenever it writes, and nothing is written.

use super::{PostgresStore, open};
use crate::ids::MatchId;
use crate::store::{Holder, StoreError, fault, rows};
use crate::time::Moment;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, PgPool};
use std::collections::HashMap;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

/// For how long a server that gives no sign of life keeps its matches, in seconds; it gives one
/// every two.
const LEASE: i32 = 10;

/// The first part of the advisory lock that a server holds on its own number, so that the
/// session of one that was killed tells at once; the bytes of "node".
const NODE_LOCK: i32 = 0x6e6f_6465;

/// How often a starting server looks whether the others live, and how long it looks at most.
const WATCH: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(12));

/// How long one question may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// A running server's number, with the session that proves its life.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) id: i64,
    options: PgConnectOptions,
    /// A lost session is made anew with the next beat; there is none here without its locks.
    session: Mutex<Option<PgConnection>>,
}

impl Node {
    /// Enters a server on `session`, and takes over from those that are gone.
    pub(super) async fn enter(
        options: PgConnectOptions,
        mut session: PgConnection,
    ) -> Result<Self, StoreError> {
        let of_read = |error: sqlx::Error| fault::of_read(&error);
        let id: i64 = sqlx::query_scalar("select nextval('node_id')")
            .fetch_one(&mut session)
            .await
            .map_err(of_read)?;
        // The number is new, so nobody else can hold its lock.
        lock(&mut session, id).await.map_err(of_read)?;
        sqlx::query(
            "insert into node (id, alive_at, until)
             values ($1, clock_timestamp(), clock_timestamp() + $2 * interval '1 second')",
        )
        .bind(id)
        .bind(LEASE)
        .execute(&mut session)
        .await
        .map_err(of_read)?;
        take_unheld(&mut session, id).await.map_err(of_read)?;
        for gone in find_gone(&mut session, id).await.map_err(of_read)? {
            take_over(&mut session, id, gone, true).await.map_err(of_read)?;
        }
        Ok(Self { id, options, session: Mutex::new(Some(session)) })
    }

    /// Tells the others that this server lives.
    pub(super) async fn beat(&self, now: Moment) -> Result<(), StoreError> {
        let mut slot = self.session.lock().await;
        let work = async {
            let (mut session, locked) = match slot.take() {
                Some(session) => (session, true),
                None => {
                    let mut session = PgConnection::connect_with(&self.options).await?;
                    // One that is lost on this side alone keeps the locks until Postgres
                    // notices.
                    let locked =
                        open::share(&mut session).await? && lock(&mut session, self.id).await?;
                    (session, locked)
                }
            };
            let renewed = sqlx::query(
                "update node set alive_at = timestamptz 'epoch' + $2 * interval '1 millisecond',
                     until = clock_timestamp() + $3 * interval '1 second'
                 where id = $1",
            )
            .bind(self.id)
            .bind(rows::millis(now))
            .bind(LEASE)
            .execute(&mut session)
            .await?;
            // Without the locks it is not kept, so that the next beat tries again: once they were
            // free, whoever starts would take this server to be gone.
            Ok((locked.then_some(session), renewed.rows_affected()))
        };
        match timeout(PATIENCE, work).await {
            Ok(Ok((session, renewed))) => {
                if session.is_none() {
                    tracing::warn!("a lost session still holds this server's lock");
                }
                *slot = session;
                if renewed == 1 { Ok(()) } else { Err(StoreError::Fenced) }
            }
            Ok(Err(error)) => Err(fault::of_read(&error)),
            Err(_) => Err(StoreError::Unavailable),
        }
    }

    /// Lets the others have this server's matches at once.
    pub(super) async fn leave(&self) {
        let Some(mut session) = self.session.lock().await.take() else { return };
        let leaving = async {
            sqlx::query("update node set until = '-infinity' where id = $1")
                .bind(self.id)
                .execute(&mut session)
                .await?;
            session.close().await
        };
        // Otherwise they find out by themselves.
        let _ = timeout(PATIENCE, leaving).await;
    }
}

async fn lock(session: &mut PgConnection, id: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar("select pg_try_advisory_lock($1, $2)")
        .bind(NODE_LOCK)
        .bind(lock_of(id))
        .fetch_one(session)
        .await
}

/// The second part of the lock on a number: the numbers come one after another, so that no two
/// servers that run share what is left of theirs.
fn lock_of(id: i64) -> i32 {
    i32::try_from(id & i64::from(i32::MAX)).unwrap_or(0)
}

/// A match, and since when its clock is owed the time, in milliseconds.
type Owed = (Uuid, i64);

/// The servers that are gone: each of the others is watched until it has given a sign of life,
/// its session has ended, or its time is over.
async fn find_gone(session: &mut PgConnection, own: i64) -> sqlx::Result<Vec<i64>> {
    let mut gone = Vec::new();
    let mut first: HashMap<i64, String> = HashMap::new();
    let mut alive: Vec<i64> = Vec::new();
    let began = Instant::now();
    loop {
        // Another that starts at the same time watches this one.
        sqlx::query(
            "update node set until = clock_timestamp() + $2 * interval '1 second' where id = $1",
        )
        .bind(own)
        .bind(LEASE)
        .execute(&mut *session)
        .await?;
        let seen: Vec<(i64, String, bool)> = sqlx::query_as(
            "select id, until::text, until < clock_timestamp() from node
             where id <> $1 and id <> all($2) and id <> all($3)",
        )
        .bind(own)
        .bind(&gone)
        .bind(&alive)
        .fetch_all(&mut *session)
        .await?;
        if seen.is_empty() || began.elapsed() > WATCH.1 {
            return Ok(gone);
        }
        for (id, until, over) in seen {
            if over {
                gone.push(id);
            } else if lock(session, id).await? {
                // Kept: it ends with this session, and the number is not given again.
                gone.push(id);
            } else if first.get(&id).is_some_and(|first| *first != until) {
                alive.push(id);
            } else {
                first.entry(id).or_insert(until);
            }
        }
        sleep(WATCH.0).await;
    }
}

/// Takes the matches of a server that is gone, if it is still: `certain` or by its time.
///
/// In two statements, since the second must see what the server wrote while the first waited
/// for it.
async fn take_over(
    session: &mut PgConnection,
    own: i64,
    gone: i64,
    certain: bool,
) -> sqlx::Result<Vec<Owed>> {
    let mut transaction = session.begin().await?;
    let alive: Option<i64> = sqlx::query_scalar(
        "delete from node where id = $1 and ($2 or until < clock_timestamp())
         returning (extract(epoch from alive_at) * 1000)::bigint",
    )
    .bind(gone)
    .bind(certain)
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(alive) = alive else { return Ok(Vec::new()) };
    // A match that is still owed time from before that server came is owed it from then on.
    let taken: Vec<Owed> = sqlx::query_as(
        "update match_lease set node = $1,
             owed_since = least(owed_since, timestamptz 'epoch' + $3 * interval '1 millisecond')
         where node = $2
         returning match_id, (extract(epoch from owed_since) * 1000)::bigint",
    )
    .bind(own)
    .bind(gone)
    .bind(alive)
    .fetch_all(&mut *transaction)
    .await?;
    transaction.commit().await?;
    tracing::info!(node = gone, matches = taken.len(), "took over from a server that is gone");
    Ok(taken)
}

/// Takes the matches that nobody ever held: those of a program that knew no leases.
async fn take_unheld(session: &mut PgConnection, own: i64) -> sqlx::Result<()> {
    sqlx::query(
        "insert into match_lease (match_id, node, owed_since)
         select distinct match_id, $1::bigint, (select at from heartbeat)
         from match_event as event
         where not exists (
             select from match_lease as lease where lease.match_id = event.match_id)
         on conflict do nothing",
    )
    .bind(own)
    .execute(session)
    .await?;
    Ok(())
}

/// Takes over from the servers whose time is over; tells since when the matches that came that
/// way are owed the time.
pub(super) async fn inherit(store: &PostgresStore) -> Result<HashMap<MatchId, Moment>, StoreError> {
    let Some(node) = &store.node else { return Ok(HashMap::new()) };
    let gone: Vec<i64> = in_time(
        sqlx::query_scalar("select id from node where id <> $1 and until < clock_timestamp()")
            .bind(node.id)
            .fetch_all(&store.pool),
    )
    .await?;
    let mut taken = Vec::new();
    for gone in gone {
        let work = async {
            let mut session = store.pool.acquire().await?;
            take_over(&mut session, node.id, gone, false).await
        };
        taken.extend(in_time(work).await?);
    }
    read(taken)
}

/// The answer to a question, unless it is too long in coming: a network that swallows packets
/// would otherwise hold whoever asks for minutes.
pub(super) async fn in_time<T>(
    question: impl Future<Output = sqlx::Result<T>>,
) -> Result<T, StoreError> {
    match timeout(PATIENCE, question).await {
        Ok(answer) => answer.map_err(|error| fault::of_read(&error)),
        Err(_) => Err(StoreError::Unavailable),
    }
}

/// Since when the matches of a server are owed the time, those that are.
pub(super) async fn owed(pool: &PgPool, own: i64) -> Result<HashMap<MatchId, Moment>, StoreError> {
    let owed: Vec<Owed> = sqlx::query_as(
        "select match_id, (extract(epoch from owed_since) * 1000)::bigint from match_lease
         where node = $1 and owed_since is not null",
    )
    .bind(own)
    .fetch_all(pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    read(owed)
}

fn read(owed: Vec<Owed>) -> Result<HashMap<MatchId, Moment>, StoreError> {
    let read = |(match_id, since)| Ok((MatchId(match_id), rows::moment(since)?));
    owed.into_iter().map(read).collect()
}

/// Who holds a match.
pub(super) async fn holder(
    pool: &PgPool,
    own: Option<i64>,
    match_id: MatchId,
) -> Result<Holder, StoreError> {
    let lease: Option<(i64, Option<i64>)> = sqlx::query_as(
        "select node, (extract(epoch from owed_since) * 1000)::bigint
         from match_lease where match_id = $1",
    )
    .bind(match_id.0)
    .fetch_optional(pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    Ok(match lease {
        None => Holder::Nobody,
        Some((node, owed)) if Some(node) == own => {
            Holder::Us { alive: owed.map(rows::moment).transpose()? }
        }
        Some(_) => Holder::Another,
    })
}
