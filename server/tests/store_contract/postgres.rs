//! Sessions that Postgres ends in the middle of a commit.

use crate::fresh::with_database;
use crate::samples::{append, match_id};
use sqlx::{Connection, PgConnection};
use store::{Location, Purpose, StoreError, open};
use yiguan::live::Journal;

/// The sessions that wait for a lock of another one.
const WAITING: &str = "select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'";

/// Ends the session that waits for a lock on the journal. Looks for it outside of any
/// transaction, in which Postgres would show the same sessions for ever.
async fn end_the_waiting_session(url: &str) {
    let mut spectator = PgConnection::connect(url).await.expect("the database is there");
    let waiting: i32 = loop {
        let found = sqlx::query_scalar(WAITING).fetch_optional(&mut spectator).await;
        if let Some(session) = found.expect("the database answers") {
            break session;
        }
        tokio::task::yield_now().await;
    };
    let ended: bool = sqlx::query_scalar("select pg_terminate_backend($1)")
        .bind(waiting)
        .fetch_one(&mut spectator)
        .await
        .expect("the database answers");
    assert!(ended);
}

#[tokio::test]
async fn a_session_ended_during_a_commit_leaves_a_doubt() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let store = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let mut blocker = PgConnection::connect(&url).await.expect("the database is there");
        let mut lock = blocker.begin().await.expect("the database is there");
        sqlx::query("lock table match_event").execute(&mut *lock).await.expect("nobody uses it");

        let batch = [append(match_id(1), 1..=2)];
        let (outcome, ()) = tokio::join!(store.commit(&batch), end_the_waiting_session(&url));
        assert_eq!(outcome, Err(StoreError::Ambiguous));
        lock.rollback().await.expect("the database is there");
        assert_eq!(store.is_written(&batch[0]).await, Ok(false));
        store.commit(&batch).await.expect("on a new session");
        assert_eq!(store.is_written(&batch[0]).await, Ok(true));
        store.close().await;
    })
    .await;
}

#[tokio::test]
async fn the_journal_settles_the_doubt() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let store = open(&location, Purpose::Serve).await.expect("Postgres opens");
        let (journal, writer) = Journal::new(store.clone(), Default::default());
        let writer = tokio::spawn(writer);
        let mut blocker = PgConnection::connect(&url).await.expect("the database is there");
        let mut lock = blocker.begin().await.expect("the database is there");
        sqlx::query("lock table match_event").execute(&mut *lock).await.expect("nobody uses it");

        let asked = append(match_id(1), 1..=2);
        let (outcome, ()) = tokio::join!(journal.append(asked.clone()), async {
            end_the_waiting_session(&url).await;
            lock.rollback().await.expect("the database is there");
        });
        assert_eq!(outcome, Ok(()));
        assert_eq!(store.events(match_id(1), 0, 1_000).await, Ok(asked.events));
        drop(journal);
        writer.await.expect("the writer ends with its last handle");
        store.close().await;
    })
    .await;
}
