//! Several servers on one database. On SQLite one alone runs; on Postgres each match is held by
//! one server, and one that was taken to be gone writes nothing any more.

use crate::browser::{Browser, PASSWORD};
use crate::live::{GAME, Live};
use crate::process::{FREE, check_refused, serve};
use e2e::{
    Answer, Database, Frame, Method, Request, Server, Socket, on_postgres, on_sqlite, within,
};
use engine::Side;
use serde_json::json;
use sqlx::{Connection, PgConnection};
use std::collections::HashSet;
use std::pin::pin;

#[tokio::test]
async fn a_second_server_on_the_same_file_is_refused() {
    on_sqlite(async |database| {
        let server = Server::start(database).await;
        check_refused(&serve(database, FREE).await, "another server is using this database");
        let mut live = Live::open(&server).await;
        live.play().await;
    })
    .await;
}

/// However close together they start, on a database that is not there yet, one serves.
#[tokio::test]
async fn of_two_that_start_together_on_a_file_one_is_refused() {
    on_sqlite(async |database| {
        for _ in 0..5 {
            // The one that serves continues until the test stops it.
            let mut both = [serve_until_stopped(database), serve_until_stopped(database)];
            let (refused, other) = within("one is refused", async {
                let [first, second] = &mut both;
                tokio::select! {
                    exit = first.wait() => (exit, 1),
                    exit = second.wait() => (exit, 0),
                }
            })
            .await;
            assert!(!refused.expect("it is our own child").success());
            let serving = &mut both[other];
            assert_eq!(serving.try_wait().expect("it is our own child"), None, "the other serves");
            serving.kill().await.expect("it is our own child");
        }
    })
    .await;
}

fn serve_until_stopped(database: &Database) -> tokio::process::Child {
    let directory = database.directory().to_str().expect("temporary paths are plain");
    e2e::start(&["--bind", FREE, "--data-dir", directory])
}

async fn show(server: &Server, id: &str) -> Answer {
    server.send(Request::get(&format!("/api/matches/{id}"))).await
}

/// Waits until the server that was started last holds a match that another one held. Its lobby would not show it:
/// it lists the matches of all servers.
async fn until_held_by_the_last(database: &Database, id: &str) {
    let mut session = connect(database).await;
    within("the match is taken over", async {
        loop {
            let held: bool = sqlx::query_scalar(
                "select exists (select from match_lease as lease
                    where match_id = $1::uuid and node = (select max(id) from node))",
            )
            .bind(id)
            .fetch_one(&mut session)
            .await
            .expect("leases can be read");
            if held {
                return;
            }
        }
    })
    .await;
}

async fn connect(database: &Database) -> PgConnection {
    let url = database.url().expect("it is a Postgres");
    PgConnection::connect(url).await.expect("the test's Postgres answers")
}

/// Ends the sessions that wait for a lock on the journal; returns how many there were.
async fn end_waiting(session: &mut PgConnection) -> i64 {
    sqlx::query_scalar(
        "select count(pg_terminate_backend(pid, 10000)) from pg_locks, pg_sleep(0.05)
         where not granted and relation = 'match_event'::regclass
             and database = (select oid from pg_database where datname = current_database())",
    )
    .fetch_one(session)
    .await
    .expect("sessions can be ended")
}

#[tokio::test]
async fn a_session_ended_at_one_server_ends_its_sockets_at_the_other() {
    on_postgres(async |database| {
        let (one, other) = tokio::join!(Server::start(database), Server::start(database));
        let mut laptop = Browser::new(&one);
        assert_eq!(laptop.register("Du Fu").await.status, 201);
        let mut phone = Browser::new(&other);
        assert_eq!(phone.log_in("Du Fu", PASSWORD).await.status, 200);
        let mut lobby = phone.listen().await;
        let others = Request::new(Method::DELETE, "/api/me/sessions");
        assert_eq!(laptop.send(others).await.status, 200);
        assert_eq!(lobby.until_closed().await, Some(4010));
    })
    .await;
}

#[tokio::test]
async fn the_matches_of_a_server_that_ends_go_to_the_other() {
    on_postgres(async |database| {
        let (one, other) = (Server::start(database).await, Server::start(database).await);
        let clock = json!({"kind": "fischer", "initial": 600, "increment": 1});
        let mut told = Live::open_with(&one, json!({"clock": clock})).await;
        let last = told.play().await;
        assert!(one.terminate().await.status.success());
        until_held_by_the_last(database, &told.table.id).await;
        told.sit_again(&other).await;
        let credited = told.sockets.first.until_kind("credited", last).await;
        assert_eq!(credited["cause"], "downtime");
        told.play().await;

        // One that is killed sends no farewell, but started again it finds that its session is over.
        let mut killed = Live::open(&other).await;
        killed.play().await;
        other.kill().await;
        let again = Server::start(database).await;
        for live in [&mut told, &mut killed] {
            live.sit_again(&again).await;
            live.play().await;
        }
    })
    .await;
}

/// A server that stood still for longer than its lease continues as if nothing had happened; the
/// command that arrived would be the next event of its match, but is not written.
#[tokio::test]
async fn a_stale_server_cannot_write() {
    on_postgres(async |database| {
        let (stale, heir) = (Server::start(database).await, Server::start(database).await);
        let mut live = Live::open(&stale).await;
        let last = live.play().await;
        let id = live.table.id.clone();
        assert_eq!(show(&heir, &id).await.status, 200, "it is forwarded");

        stale.freeze().await;
        show(&heir, &id).await.is_problem(503, "busy");
        let command = live.command("stale");
        let side = live.side();
        live.sockets[side].send_text(&command).await;
        until_held_by_the_last(database, &id).await;
        stale.signal("CONT").await;
        while let Frame::Message(message) = live.sockets[side].next().await {
            assert_ne!(message["type"], "ack", "{message}");
        }
        let exit = stale.exit().await;
        check_refused(&exit, "another server has taken over");
        // Its heartbeat or its commit notices that first. It is expected of a node that was silent, so none
        // of it is an error.
        assert!(!exit.stderr.contains(" ERROR "), "{}", exit.stderr);

        let snapshot = live.table.snapshot(&heir).await;
        assert_eq!(snapshot["ply"], 1, "{snapshot}");
        let mut spectator = Socket::follow(heir.address(), &id, None, Some(last)).await;
        live.sit_again(&heir).await;
        assert_eq!(live.side(), side);
        assert_eq!(live.side(), Side::Second);
        let seq = live.sockets[side].done(&command).await;
        live.record(&command);
        assert_eq!(spectator.event(seq).await["kind"], "moved");
        live.play().await;
        assert_eq!(GAME, live.table.snapshot(&heir).await["game"]);
    })
    .await;
}

/// A frame that arrived while the server stood still is answered after a look at its lease, or not at
/// all: the match may have gone on at another server.
#[tokio::test]
async fn stale_server_answers_no_frame() {
    on_postgres(async |database| {
        let (stale, heir) = (Server::start(database).await, Server::start(database).await);
        let mut live = Live::open(&stale).await;
        live.play().await;
        let side = live.side();
        stale.freeze().await;
        live.sockets[side].send_text(&json!({"type": "snapshot"})).await;
        live.sockets[side.other()].send_text(&json!({"type": "ping", "t": 1})).await;
        until_held_by_the_last(database, &live.table.id).await;
        stale.signal("CONT").await;
        for side in Side::ALL {
            while let Frame::Message(message) = live.sockets[side].next().await {
                let answers = ["snapshot", "pong"].iter().any(|kind| message["type"] == *kind);
                assert!(!answers, "{message}");
            }
        }
        live.sit_again(&heir).await;
        live.play().await;
    })
    .await;
}

/// The others take a server that gives no sign of life to be gone, also one that has so much to
/// take over that it is long in starting.
#[tokio::test]
async fn a_server_shows_that_it_lives_while_it_starts() {
    on_postgres(async |database| {
        let server = Server::start(database).await;
        let clock = json!({"kind": "fischer", "initial": 600, "increment": 1});
        let mut live = Live::open_with(&server, json!({"clock": clock})).await;
        live.play().await;
        server.kill().await;

        // The credits of a start cannot be written while this is held.
        let mut session = connect(database).await;
        let mut hold = session.begin().await.expect("a transaction begins");
        sqlx::query("lock table match_event in share mode")
            .execute(&mut *hold)
            .await
            .expect("nobody else holds it");
        let killed: i64 = sqlx::query_scalar("select max(id) from node")
            .fetch_one(&mut *hold)
            .await
            .expect("it is still entered");
        let mut starting = pin!(Server::start(database));
        let signs = async {
            let mut seen = HashSet::new();
            while seen.len() < 3 {
                let alive: Option<f64> = sqlx::query_scalar(
                    "select extract(epoch from max(alive_at))::float8
                     from node, pg_sleep(0.05) where id > $1",
                )
                .bind(killed)
                .fetch_one(&mut *hold)
                .await
                .expect("signs of life can be read");
                seen.extend(alive.map(f64::to_bits));
            }
        };
        tokio::select! {
            _ = &mut starting => panic!("it did not wait for the journal"),
            () = within("signs of life", signs) => {}
        }
        hold.rollback().await.expect("the transaction ends");
        let again = starting.await;
        live.sit_again(&again).await;
        live.play().await;
    })
    .await;
}

/// As in a crash loop: a server that dies between taking a match over and giving the time back
/// leaves it to the next one to give back all of it.
#[tokio::test]
async fn server_that_dies_before_its_credits_costs_no_time() {
    on_postgres(async |database| {
        let server = Server::start(database).await;
        let clock = json!({"kind": "fischer", "initial": 600, "increment": 1});
        let mut live = Live::open_with(&server, json!({"clock": clock})).await;
        live.play().await;
        let last = live.play().await;
        let moved = live.sockets.first.event(last).await;
        server.kill().await;

        let mut session = connect(database).await;
        sqlx::query("update node set alive_at = 'epoch'")
            .execute(&mut session)
            .await
            .expect("it is still entered");
        let mut hold = session.begin().await.expect("a transaction begins");
        sqlx::query("lock table match_event in share mode")
            .execute(&mut *hold)
            .await
            .expect("nobody else holds it");
        let waiting = async {
            let mut waiting = 0_i64;
            while waiting == 0 {
                waiting = sqlx::query_scalar(
                    "select count(*) from pg_locks, pg_sleep(0.05)
                     where not granted and relation = 'match_event'::regclass",
                )
                .fetch_one(&mut *hold)
                .await
                .expect("locks can be read");
            }
        };
        tokio::select! {
            // The server is killed with the future that starts it.
            _ = Server::start(database) => panic!("it did not wait for the journal"),
            () = within("it writes what it gives back", waiting) => {}
        }
        // Its last requests must not be done after its death.
        end_waiting(&mut hold).await;
        hold.rollback().await.expect("the transaction ends");

        let next = Server::start(database).await;
        live.sit_again(&next).await;
        let credited = live.sockets.first.until_kind("credited", last).await;
        assert_eq!(credited["cause"], "downtime");
        for side in ["first", "second"] {
            assert_eq!(credited["clock"][side], moved["clock"][side], "{credited}");
        }
        live.play().await;
    })
    .await;
}

/// A match whose new server was failed by the database after it had taken it over is restored
/// on the next request, and then with its credit.
#[tokio::test]
async fn a_match_that_was_taken_over_but_not_read_is_credited_when_asked_for() {
    on_postgres(async |database| {
        let (gone, heir) = (Server::start(database).await, Server::start(database).await);
        let clock = json!({"kind": "fischer", "initial": 600, "increment": 1});
        let mut live = Live::open_with(&gone, json!({"clock": clock})).await;
        live.play().await;
        let last = live.play().await;
        gone.kill().await;

        let (mut session, mut other) = (connect(database).await, connect(database).await);
        sqlx::query("update node set until = '-infinity' where id = (select min(id) from node)")
            .execute(&mut session)
            .await
            .expect("it is still entered");
        let mut hold = session.begin().await.expect("a transaction begins");
        sqlx::query("lock table match_event")
            .execute(&mut *hold)
            .await
            .expect("whoever reads it ends");
        within("what was taken over cannot be read", async {
            loop {
                let taken: bool = sqlx::query_scalar(
                    "select lease.node = (select max(id) from node) from match_lease as lease",
                )
                .fetch_one(&mut other)
                .await
                .expect("there is one lease");
                if end_waiting(&mut other).await > 0 && taken {
                    return;
                }
            }
        })
        .await;
        hold.rollback().await.expect("the transaction ends");

        live.sit_again(&heir).await;
        let credited = live.sockets.first.until_kind("credited", last).await;
        assert_eq!(credited["cause"], "downtime");
        live.play().await;
    })
    .await;
}
