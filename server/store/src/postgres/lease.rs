//! Leases of matches: of several servers on one database, each match has one that writes it.
//!
//! A running server is a row of `node` that it renews with every beat, and a match's lease names the
//! row. When a row was not renewed in time, another server deletes it and takes its leases; the
//! first then finds its row missing whenever it writes, and nothing is written. A server judges no
//! other by a silence that Postgres may have caused (`docs/decisions/0005-leases-of-matches.md`).

use super::PostgresStore;
use super::handover;
use super::liveness::Liveness;
use super::process::Process;
use crate::row::row;
use crate::{Holder, StoreError, fault, rows};
use domain::{MatchId, Moment};
use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection};
use sqlx::query::Query;
use sqlx::{Connection, Postgres};
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

/// For how long a server that gives no sign of life keeps its matches, in seconds; it gives one
/// every half. The times of this file belong together (`docs/decisions/0015-times-of-leases.md`).
pub(super) const LEASE: i32 = 6;

/// The first part of the advisory lock that a server holds on its own number, so that the end of a
/// killed server's session is visible at once; the bytes of "node".
const NODE_LOCK: i32 = 0x6e6f_6465;

/// How often a starting server looks whether the others live, and how long it looks at most.
const WATCH: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(8));

/// For how long a server whose session has ended may give no sign of life until another takes it to be
/// gone: three of its signs. A session may end by itself, as when Postgres was started again, and the
/// next sign then comes by another one.
const LEASE_TIMEOUT: Duration = Duration::from_millis(1_500);

/// How long one question may take.
const BEAT_TIMEOUT: Duration = Duration::from_secs(5);

/// A running server's number, with the session that proves its life.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) id: i64,
    options: PgConnectOptions,
    /// A lost session is opened again with the next beat; a session here always holds its lock.
    session: Mutex<Option<PgConnection>>,
    voice: Mutex<Liveness>,
    /// By how much the database's clock is ahead of this server's, in milliseconds.
    pub(crate) ahead: AtomicI64,
}

impl Node {
    /// Registers a server on a session with these options, and takes over from those that are gone.
    pub(super) async fn enter(options: PgConnectOptions) -> Result<Self, StoreError> {
        let of_read = |error: sqlx::Error| fault::of_read(&error);
        let mut session = PgConnection::connect_with(&options).await.map_err(of_read)?;
        let id: i64 = sqlx::query_scalar("select nextval('node_id')")
            .fetch_one(&mut session)
            .await
            .map_err(of_read)?;
        // The number is new, so no other session can hold its lock.
        lock(&mut session, id).await.map_err(of_read)?;
        sqlx::query(
            "insert into node (id, alive_at, until, process)
             values ($1, clock_timestamp(), clock_timestamp() + $2 * interval '1 second', $3)",
        )
        .bind(id)
        .bind(LEASE)
        .bind(Process::own().map(|process| process.to_string()))
        .execute(&mut session)
        .await
        .map_err(of_read)?;
        for (gone, until) in find_gone(&mut session, id).await.map_err(of_read)? {
            take_over(&mut session, id, gone, &until).await.map_err(of_read)?;
        }
        let (session, voice) = (Mutex::new(Some(session)), Mutex::default());
        Ok(Self { id, options, session, voice, ahead: AtomicI64::new(0) })
    }

    /// Renews the sign of life of this server.
    pub(super) async fn beat(&self, now: Moment) -> Result<(), StoreError> {
        let beaten = self.renew_lease(now).await;
        self.voice.lock().await.record(beaten.is_ok(), Instant::now());
        beaten
    }

    async fn renew_lease(&self, now: Moment) -> Result<(), StoreError> {
        let mut slot = self.session.lock().await;
        let work = async {
            let (mut session, locked) = match slot.take() {
                Some(session) => (session, true),
                None => {
                    let mut session = PgConnection::connect_with(&self.options).await?;
                    // One that is lost on this side alone keeps the lock until Postgres notices.
                    let locked = lock(&mut session, self.id).await?;
                    (session, locked)
                }
            };
            let renewed: Option<i64> = sqlx::query_scalar(
                "update node set alive_at = timestamptz 'epoch' + $2 * interval '1 millisecond',
                     until = clock_timestamp() + $3 * interval '1 second'
                 where id = $1
                 returning (extract(epoch from clock_timestamp()) * 1000)::bigint",
            )
            .bind(self.id)
            .bind(rows::millis(now))
            .bind(LEASE)
            .fetch_optional(&mut session)
            .await?;
            // On this session, too: those who read must not keep it waiting.
            beat(now).execute(&mut session).await?;
            // Without the lock the session is dropped, so that the next beat tries again: once it
            // was free, a server that starts would consider this one gone.
            Ok((locked.then_some(session), renewed))
        };
        match timeout(BEAT_TIMEOUT, work).await {
            Ok(Ok((session, renewed))) => {
                if session.is_none() {
                    tracing::warn!("a lost session still holds this server's lock");
                }
                *slot = session;
                let clock = renewed.ok_or(StoreError::Fenced)?;
                self.ahead.store(clock - rows::millis(now), Ordering::Relaxed);
                Ok(())
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
        let _ = timeout(BEAT_TIMEOUT, leaving).await;
    }
}

/// Notes the last moment at which any server was alive.
pub(super) fn beat(now: Moment) -> Query<'static, Postgres, PgArguments> {
    sqlx::query(
        "insert into heartbeat (at) values (timestamptz 'epoch' + $1 * interval '1 millisecond')
         on conflict (one) do update set at = excluded.at",
    )
    .bind(rows::millis(now))
}

async fn lock(session: &mut PgConnection, id: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar("select pg_try_advisory_lock($1, $2)")
        .bind(NODE_LOCK)
        .bind(lock_of(id))
        .fetch_one(session)
        .await
}

/// The second part of the lock on a number: the numbers come one after another, so that no two
/// servers that run have the same remainder.
fn lock_of(id: i64) -> i32 {
    i32::try_from(id & i64::from(i32::MAX)).unwrap_or(0)
}

/// The state of another server, as a starting one has seen it.
struct Seen {
    until: String,
    since: Instant,
}

row! {
    /// A row of `node`, as a starting server looks at it.
    struct Other {
        id: i64,
        until: String,
        is_over: bool,
        has_left: bool,
        process: Option<String>,
    }
}

impl Other {
    /// Whether its process was one of this machine and is no more.
    fn has_ended(&self) -> bool {
        let process = self.process.as_deref().and_then(|text| text.parse::<Process>().ok());
        process.is_some_and(|process| process.has_ended())
    }
}

/// The servers that are gone, each with the contents of its row: the others are watched until they
/// have renewed their row, have left, have ended, or were silent for long enough.
async fn find_gone(session: &mut PgConnection, own: i64) -> sqlx::Result<Vec<(i64, String)>> {
    let mut gone: Vec<(i64, String)> = Vec::new();
    let mut seen: HashMap<i64, Seen> = HashMap::new();
    let mut judged: Vec<i64> = Vec::new();
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
        let others: Vec<Other> = sqlx::query_as(
            "select id, until::text as until, until < clock_timestamp() as is_over,
                 until = '-infinity' as has_left, process
             from node where id <> $1 and id <> all($2)",
        )
        .bind(own)
        .bind(&judged)
        .fetch_all(&mut *session)
        .await?;
        if others.is_empty() || began.elapsed() > WATCH.1 {
            return Ok(gone);
        }
        for other in others {
            let has_ended = other.has_ended();
            let Other { id, until, is_over, has_left, .. } = other;
            let known = seen
                .entry(id)
                .or_insert_with(|| Seen { until: until.clone(), since: Instant::now() });
            let lives = known.until != until;
            let silent = known.since.elapsed();
            let is_gone = has_left
                || has_ended
                || (silent >= LEASE_TIMEOUT && is_free(session, id).await?)
                || (is_over && silent >= Duration::from_secs(LEASE.unsigned_abs().into()));
            // A server that has ended may have given its last sign a moment ago.
            if is_gone && (has_ended || !lives) {
                gone.push((id, until));
            }
            if is_gone || lives {
                judged.push(id);
            }
        }
        sleep(WATCH.0).await;
    }
}

/// Whether no session holds the lock on a number. The lock is released at once: its owner may be
/// about to take it again.
async fn is_free(session: &mut PgConnection, id: i64) -> sqlx::Result<bool> {
    if !lock(session, id).await? {
        return Ok(false);
    }
    sqlx::query_scalar("select pg_advisory_unlock($1, $2)")
        .bind(NODE_LOCK)
        .bind(lock_of(id))
        .fetch_one(session)
        .await
}

/// Takes the matches of a server that is gone, unless it has given a sign of life since its row
/// said `until`.
///
/// In several statements, since each must see the writes of the server during the wait of the one
/// before.
async fn take_over(
    session: &mut PgConnection,
    own: i64,
    gone: i64,
    until: &str,
) -> sqlx::Result<usize> {
    let mut transaction = session.begin().await?;
    // This server may have been judged itself since it judged.
    let own_row: Option<i64> = sqlx::query_scalar("select id from node where id = $1 for share")
        .bind(own)
        .fetch_optional(&mut *transaction)
        .await?;
    if own_row.is_none() {
        return Ok(0);
    }
    let alive: Option<i64> = sqlx::query_scalar(
        "delete from node where id = $1 and until = $2::timestamptz
         returning (extract(epoch from alive_at) * 1000)::bigint",
    )
    .bind(gone)
    .bind(until)
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(alive) = alive else { return Ok(0) };
    // A match that is still owed time from before that server came is owed it from then on.
    let taken = handover::share(&mut transaction, own, gone, alive).await?;
    for lost in [
        "delete from envelope where sender = $1 or receiver = $1",
        "delete from audience_lease where node = $1",
    ] {
        sqlx::query(lost).bind(gone).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    tracing::info!(node = gone, matches = taken, "took over from a server that is gone");
    Ok(taken)
}

/// Takes over from the servers that have left, and, if this one has had time to see the others
/// renew their rows, from those that did not in time; returns how many matches were taken over.
pub(crate) async fn inherit(store: &PostgresStore) -> Result<usize, StoreError> {
    let Some(node) = &store.node else { return Ok(0) };
    let (settled, steady) = {
        let (voice, now) = (node.voice.lock().await, Instant::now());
        (voice.is_settled(now), voice.is_steady(now))
    };
    let silent: Vec<(i64, String, bool)> = in_time(
        sqlx::query_as(
            "select id, until::text, until < clock_timestamp() from node
             where id <> $1 and (until = '-infinity' or $2 and until < clock_timestamp() or $5
                 and until < clock_timestamp() + ($3 - $4) * interval '1 millisecond')",
        )
        .bind(node.id)
        .bind(settled)
        .bind(LEASE * 1_000)
        .bind(i32::try_from(LEASE_TIMEOUT.as_millis()).unwrap_or(i32::MAX))
        .bind(steady)
        .fetch_all(&store.pool),
    )
    .await?;
    let mut taken = 0;
    for (gone, until, is_over) in silent {
        let work = async {
            let mut session = store.pool.acquire().await?;
            // The session of one that is killed ends with it.
            if is_over || is_free(&mut session, gone).await? {
                take_over(&mut session, node.id, gone, &until).await
            } else {
                Ok(0)
            }
        };
        taken += in_time(work).await?;
    }
    Ok(taken)
}

/// The answer to a query, unless it takes too long: a network that drops packets would otherwise
/// block the caller for minutes.
pub(super) async fn in_time<T>(
    question: impl Future<Output = sqlx::Result<T>>,
) -> Result<T, StoreError> {
    match timeout(BEAT_TIMEOUT, question).await {
        Ok(answer) => answer.map_err(|error| fault::of_read(&error)),
        Err(_) => Err(StoreError::Unavailable),
    }
}

/// The matches that this server holds.
pub(crate) async fn held(store: &PostgresStore) -> Result<Vec<MatchId>, StoreError> {
    let Some(node) = &store.node else { return Ok(Vec::new()) };
    let held: Vec<Uuid> =
        sqlx::query_scalar("select match_id from match_lease where node = $1 order by match_id")
            .bind(node.id)
            .fetch_all(&store.pool)
            .await
            .map_err(|error| fault::of_read(&error))?;
    Ok(held.into_iter().map(MatchId).collect())
}

/// Those of these matches that this server holds, each with the moment since when its clock is
/// owed the time, if it is.
pub(super) async fn owed(
    store: &PostgresStore,
    ids: &[MatchId],
) -> Result<HashMap<MatchId, Option<Moment>>, StoreError> {
    let Some(node) = &store.node else { return Ok(HashMap::new()) };
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let owed: Vec<(Uuid, Option<i64>)> = sqlx::query_as(
        "select match_id, (extract(epoch from owed_since) * 1000)::bigint from match_lease
         where node = $1 and match_id = any($2)",
    )
    .bind(node.id)
    .bind(ids)
    .fetch_all(&store.pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    let read = |(match_id, since): (Uuid, Option<i64>)| {
        Ok((MatchId(match_id), since.map(rows::moment).transpose()?))
    };
    owed.into_iter().map(read).collect()
}

/// The holder of a match.
pub(crate) async fn holder(store: &PostgresStore, match_id: MatchId) -> Result<Holder, StoreError> {
    let lease: Option<(i64, Option<i64>)> = sqlx::query_as(
        "select node, (extract(epoch from owed_since) * 1000)::bigint
         from match_lease where match_id = $1",
    )
    .bind(match_id.0)
    .fetch_optional(&store.pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    Ok(match lease {
        None => Holder::Nobody,
        Some((node, owed)) if store.node.as_ref().is_some_and(|own| own.id == node) => {
            Holder::Us { alive: owed.map(rows::moment).transpose()? }
        }
        Some(_) => Holder::Another,
    })
}

/// The number of the server that holds a match, or at which its audience meets when it is over, with its
/// internal address.
pub(crate) async fn place(
    store: &PostgresStore,
    match_id: MatchId,
) -> Result<Option<(i64, Option<String>)>, StoreError> {
    let place = sqlx::query_as(
        "select place.node, address from (
             select node from match_lease where match_id = $1
             union all select node from audience_lease where kind = 'match' and id = $1) as place
         left join node_status on node_status.node = place.node limit 1",
    );
    in_time(place.bind(match_id.0).fetch_optional(&store.pool)).await
}
