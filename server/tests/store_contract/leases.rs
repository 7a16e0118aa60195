//! Leases in Postgres: who holds a match, who takes it over, and what its clock is owed then.

use crate::fresh::{execute, with_database};
use crate::samples::{append, ending, game, match_id};
use domain::Moment;
use futures_util::TryStreamExt;
use sqlx::{Connection, PgConnection};
use store::{Append, Closing, Database, Holder, Location, Purpose, StoreError, Unfinished, open};

async fn serve(location: &Location) -> Database {
    open(location, Purpose::Serve).await.expect("there is room for one more")
}

/// A second server, while the first gives signs of life.
async fn open_beside(one: &Database, location: &Location, now: Moment) -> Database {
    let beating = async {
        loop {
            one.beat(now).await.expect("it lives");
        }
    };
    tokio::select! {
        () = beating => unreachable!("it goes on for ever"),
        other = serve(location) => other,
    }
}

fn ours(alive: Option<u64>) -> Result<Holder, StoreError> {
    Ok(Holder::Us { alive: alive.map(Moment) })
}

/// The matches of a server after it has taken over as many as it can, if there were any.
async fn inherited(store: &Database) -> Vec<Unfinished> {
    match store.take_over().await.expect("the database is there") {
        0 => Vec::new(),
        _ => unfinished(store).await,
    }
}

async fn unfinished(store: &Database) -> Vec<Unfinished> {
    store.unfinished().try_collect().await.expect("the journal reads")
}

/// Two servers, and a match of the first; a third server takes nothing from those that
/// live.
#[tokio::test]
async fn a_server_that_was_taken_to_be_gone_writes_nothing() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = open(&location, Purpose::Serve).await.expect("the first server");
        one.commit(&[append(match_id(1), 1..=2)]).await.expect("all is new");
        let other = open_beside(&one, &location, Moment(7_000)).await;
        assert_eq!(other.holder(match_id(1)).await, Ok(Holder::Another));
        assert_eq!(one.holder(match_id(1)).await, ours(None));
        assert_eq!(one.holder(match_id(2)).await, Ok(Holder::Nobody));
        for store in [&one, &other] {
            let place = store.place(match_id(1)).await;
            assert_eq!(place, Ok(Some((one.own_node(), None))), "it has no internal address");
            assert_eq!(store.place(match_id(2)).await, Ok(None));
        }
        assert_eq!(inherited(&other).await, []);

        let mut session = PgConnection::connect(&url).await.expect("the database is there");
        execute(&mut session, "update node set until = '-infinity' where id = 1".to_owned()).await;
        let found = inherited(&other).await;
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].match_id, found[0].journal.rows().map_or(0, |rows| rows.len())),
            (match_id(1), 2)
        );
        assert_eq!(found[0].alive, Some(Moment(7_000)));
        assert_eq!(inherited(&other).await, []);
        assert_eq!(other.holder(match_id(1)).await, ours(Some(7_000)));

        assert_eq!(one.beat(Moment(8_000)).await, Err(StoreError::Fenced));
        for batch in [
            [append(match_id(1), 3..=3)],
            [append(match_id(2), 1..=1)],
            [ending(3, game(match_id(1), 9_000))],
            [Append {
                match_id: match_id(1),
                events: Vec::new(),
                closing: Some(Closing::Discard),
                seekers: None,
            }],
        ] {
            assert_eq!(one.commit(&batch).await, Err(StoreError::Fenced), "{batch:?}");
        }
        other.commit(&[append(match_id(1), 3..=3)]).await.expect("it is its own");
        assert_eq!(other.events(match_id(1), 0, 1_000).await.map(|events| events.len()), Ok(3));
        assert_eq!(other.holder(match_id(1)).await, ours(None));
        assert_eq!(other.game(match_id(1)).await, Ok(None));
        one.close().await;
        other.close().await;
    })
    .await;
}

/// A server that was killed on the same machine, while Postgres still has its session and its time is not
/// over: no server waits for a sign of life that cannot come.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_whose_process_has_ended_is_followed_at_once() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = serve(&location).await;
        one.commit(&[append(match_id(1), 1..=2)]).await.expect("all is new");
        one.beat(Moment(7_000)).await.expect("it lives");
        let mut session = PgConnection::connect(&url).await.expect("the database is there");
        // A process of this number that began earlier is no more.
        let ended = "update node set process = regexp_replace(process, '[0-9]+$', '1')";
        execute(&mut session, ended.to_owned()).await;
        let other = serve(&location).await;
        assert_eq!(other.holder(match_id(1)).await, ours(Some(7_000)));
        assert_eq!(one.beat(Moment(8_000)).await, Err(StoreError::Fenced));
        one.close().await;
        other.close().await;
    })
    .await;
}

/// Servers that end before they have credited any time, as in a crash loop.
#[tokio::test]
async fn owed_time_outlives_servers_that_do_not_credit_it() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let first = serve(&location).await;
        first.commit(&[append(match_id(1), 1..=2), append(match_id(2), 1..=1)]).await.expect("new");
        first.beat(Moment(7_000)).await.expect("it lives");
        first.close().await;

        for now in [60_000, 120_000] {
            let next = serve(&location).await;
            let owed: Vec<_> = unfinished(&next).await.iter().map(|found| found.alive).collect();
            assert_eq!(owed, [Some(Moment(7_000)); 2], "before {now}");
            assert_eq!(next.holder(match_id(1)).await, ours(Some(7_000)));
            next.beat(Moment(now)).await.expect("it lives");
            next.close().await;
        }

        // Time credited by an event is owed no longer, and only there.
        let next = serve(&location).await;
        let again = next.commit(&[append(match_id(1), 2..=2)]).await;
        assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
        assert_eq!(next.holder(match_id(1)).await, ours(Some(7_000)));
        next.commit(&[append(match_id(1), 3..=3)]).await.expect("new");
        assert_eq!(next.holder(match_id(1)).await, ours(None));
        assert_eq!(next.holder(match_id(2)).await, ours(Some(7_000)));
        next.beat(Moment(180_000)).await.expect("it lives");
        next.close().await;
        let last = serve(&location).await;
        let owed: Vec<_> = unfinished(&last).await.iter().map(|found| found.alive).collect();
        assert_eq!(owed, [Some(Moment(180_000)), Some(Moment(7_000))]);
        last.close().await;
    })
    .await;
}

/// A session that is lost on the server's side alone: on the other it keeps its lock until
/// Postgres has noticed.
#[tokio::test]
async fn a_server_takes_its_lock_again_once_its_lost_session_has_left_it() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let server = serve(&location).await;
        server.commit(&[append(match_id(1), 1..=1)]).await.expect("new");

        let mut lost = PgConnection::connect(&url).await.expect("the database is there");
        let (pid, class, number): (i32, i32, i32) = sqlx::query_as(
            "select pid, classid::bigint::integer, objid::bigint::integer from pg_locks, node
             where locktype = 'advisory' and objsubid = 2 and objid::bigint = node.id
                 and database = (select oid from pg_database where datname = current_database())",
        )
        .fetch_one(&mut lost)
        .await
        .expect("it holds a lock on its number");
        let ended: bool = sqlx::query_scalar("select pg_terminate_backend($1, 10000)")
            .bind(pid)
            .fetch_one(&mut lost)
            .await
            .expect("the database answers");
        assert!(ended);
        sqlx::query("select pg_advisory_lock($1, $2)")
            .bind(class)
            .bind(number)
            .execute(&mut lost)
            .await
            .expect("nobody has it");

        let cut = server.beat(Moment(7_000)).await;
        assert_eq!(cut, Err(StoreError::Unavailable), "its session has ended");
        // The lock is not to be had, but the server lives.
        server.beat(Moment(7_001)).await.expect("on a new session");
        let unlocked: bool = sqlx::query_scalar("select pg_advisory_unlock($1, $2)")
            .bind(class)
            .bind(number)
            .fetch_one(&mut lost)
            .await
            .expect("the database answers");
        assert!(unlocked);
        server.beat(Moment(7_002)).await.expect("it lives");

        let other = open_beside(&server, &location, Moment(7_003)).await;
        assert_eq!(server.holder(match_id(1)).await, ours(None));
        assert_eq!(other.holder(match_id(1)).await, Ok(Holder::Another));
        server.commit(&[append(match_id(1), 2..=2)]).await.expect("it is still its own");
        server.close().await;
        other.close().await;
    })
    .await;
}

/// Postgres was away for longer than a lease: no server could give a sign of life, and the first
/// to be back must not consider the others dead.
#[tokio::test]
async fn silence_during_an_outage_counts_against_no_server() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = serve(&location).await;
        one.commit(&[append(match_id(1), 1..=2)]).await.expect("all is new");
        let other = open_beside(&one, &location, Moment(7_000)).await;
        other.commit(&[append(match_id(2), 1..=2)]).await.expect("all is new");
        for server in [&one, &other] {
            server.beat(Moment(8_000)).await.expect("it has a session");
        }
        let mut session = PgConnection::connect(&url).await.expect("the database is there");
        execute(
            &mut session,
            "update node set until = clock_timestamp() - interval '5 seconds'".to_owned(),
        )
        .await;

        // As after an outage, their sessions have ended.
        let ended: i64 = sqlx::query_scalar(
            "select count(pg_terminate_backend(pid, 10000)) from pg_locks
             where locktype = 'advisory' and objsubid = 2
                 and database = (select oid from pg_database where datname = current_database())",
        )
        .fetch_one(&mut session)
        .await
        .expect("sessions can be ended");
        assert_eq!(ended, 2);

        for server in [&one, &other] {
            assert_eq!(server.beat(Moment(19_000)).await, Err(StoreError::Unavailable));
        }
        for sign in [20_000, 20_500] {
            one.beat(Moment(sign)).await.expect("it lives");
            assert_eq!(inherited(&one).await, [], "the other had no time to speak");
        }
        assert_eq!(other.beat(Moment(20_100)).await, Ok(()), "nobody took its place");
        one.beat(Moment(21_000)).await.expect("it lives");
        assert_eq!(inherited(&one).await, [], "the other has spoken");
        assert_eq!(inherited(&other).await, []);
        for (server, id) in [(&one, 1), (&other, 2)] {
            assert_eq!(server.holder(match_id(id)).await, ours(None));
            server.commit(&[append(match_id(id), 3..=3)]).await.expect("it is its own");
        }
        one.close().await;
        other.close().await;
    })
    .await;
}

/// A server whose session has ended, as when Postgres was started again, and whose time is over,
/// lives all the same if it gives a sign of life to one that is starting.
#[tokio::test]
async fn a_server_that_starts_gives_the_others_the_time_to_speak() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = serve(&location).await;
        one.commit(&[append(match_id(1), 1..=2)]).await.expect("all is new");
        let mut session = PgConnection::connect(&url).await.expect("the database is there");
        let ended: i64 = sqlx::query_scalar(
            "select count(pg_terminate_backend(pid, 10000)) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()",
        )
        .fetch_one(&mut session)
        .await
        .expect("sessions can be ended");
        assert!(ended > 0);
        execute(&mut session, "update node set until = 'epoch'".to_owned()).await;

        let entered = async {
            let mut count: i64 = 0;
            while count < 2 {
                count = sqlx::query_scalar("select count(*) from node, pg_sleep(0.02)")
                    .fetch_one(&mut session)
                    .await
                    .expect("it can be asked");
            }
        };
        let lives = async {
            entered.await;
            // The one that starts looks around by now.
            loop {
                // The first finds its session gone.
                let _ = one.beat(Moment(8_000)).await;
                tokio::task::yield_now().await;
            }
        };
        let other = tokio::select! {
            () = lives => unreachable!("it goes on for ever"),
            other = serve(&location) => other,
        };
        assert_eq!(one.beat(Moment(9_000)).await, Ok(()), "it was not taken to be gone");
        assert_eq!(other.holder(match_id(1)).await, Ok(Holder::Another));
        assert_eq!(one.holder(match_id(1)).await, ours(None));
        one.close().await;
        other.close().await;
    })
    .await;
}

/// Postgres was away between the judgement of a server and the takeover: the lease of the heir is over as
/// well, and nobody has taken it to be gone.
#[tokio::test]
async fn heir_whose_own_time_is_over_loses_no_match() {
    with_database(async |url| {
        let location = Location::Postgres(url.clone());
        let one = serve(&location).await;
        one.commit(&[append(match_id(1), 1..=2)]).await.expect("all is new");
        let other = open_beside(&one, &location, Moment(7_000)).await;
        let mut session = PgConnection::connect(&url).await.expect("the database is there");
        let over = "update node set until = case id when 1 then '-infinity'::timestamptz
            else clock_timestamp() - interval '1 second' end";
        execute(&mut session, over.to_owned()).await;
        assert_eq!(other.take_over().await, Ok(1));
        assert_eq!(other.holder(match_id(1)).await, ours(Some(7_000)));
        one.close().await;
        other.close().await;
    })
    .await;
}
