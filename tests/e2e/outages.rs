//! Play while the database takes nothing.

use crate::live::Live;
use crate::on_both;
use e2e::{Database, Request, Server, on_postgres};
use serde_json::json;
use sqlx::{Connection, PgConnection, SqliteConnection};

on_both!(refused_writes_change_nothing_and_cost_no_time);

/// A session that keeps the server from writing.
enum Blocker {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

impl Blocker {
    async fn new(database: &Database) -> Self {
        match database.url() {
            Some(url) => {
                let mut session = PgConnection::connect(url).await.expect("Postgres answers");
                let lock = "begin; lock table match_event in exclusive mode";
                sqlx::raw_sql(lock).execute(&mut session).await.expect("nobody holds it");
                Self::Postgres(session)
            }
            None => {
                let url = format!("sqlite://{}", database.file().display());
                let mut session = SqliteConnection::connect(&url).await.expect("SQLite opens");
                let lock = "begin immediate";
                // The server's own writes are short, and the library waits for them.
                sqlx::raw_sql(lock).execute(&mut session).await.expect("nobody holds it");
                Self::Sqlite(session)
            }
        }
    }

    async fn release(self) {
        match self {
            Self::Postgres(session) => session.close().await.expect("Postgres answers"),
            Self::Sqlite(session) => session.close().await.expect("SQLite closes"),
        }
    }
}

async fn refused_writes_change_nothing_and_cost_no_time(database: &Database) {
    let server = Server::start(database).await;
    let clock = json!({"kind": "fischer", "initial": 600, "increment": 0});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    live.play().await;
    live.play().await;
    // The news of who has come would wait for the database too.
    live.sockets.first.until_kind("presence", 0).await;
    let side = live.side();
    let blocker = Blocker::new(database).await;
    let command = live.command("late");
    let refused = live.sockets[side].refused(&command, "busy").await;
    let before = refused["seq"].as_u64().expect("a number");
    assert_eq!(live.table.snapshot(&server).await["ply"], 2, "nothing was done");
    let create = Request::post("/api/matches").json(&json!({"game": crate::live::GAME}));
    server.send(create).await.is_problem(503, "busy");
    blocker.release().await;

    let seq = loop {
        live.sockets[side].send_text(&command).await;
        let answer = live.sockets[side].answer("late").await;
        if answer["type"] == "ack" {
            break answer["seq"].as_u64().expect("a number");
        }
        assert_eq!(answer["code"], "busy", "{answer}");
    };
    live.record(&command);
    let credited = live.sockets[side].until_kind("credited", before).await;
    assert!(credited["seq"].as_u64().is_some_and(|credited| credited < seq), "{credited}");
    assert_eq!(credited["cause"], "store");
    let moved = live.sockets[side].event(seq).await;
    let (credit, left) = (&credited["credit"], &moved["clock"][side.as_str()]);
    assert!(credit.as_u64().is_some_and(|credit| credit > 3_000), "{credited}");
    let charged = moved["time"].as_u64().expect("a time");
    assert_eq!(left.as_u64(), Some(600_000 - charged), "{moved}");
    live.play().await;
}

/// An SQLite file that takes nothing is not even opened.
#[tokio::test]
async fn start_during_an_outage_costs_no_player_time() {
    on_postgres(async |database| {
        let server = Server::start(database).await;
        let clock = json!({"kind": "fischer", "initial": 600, "increment": 0});
        let mut live = Live::open_with(&server, json!({"clock": clock})).await;
        live.play().await;
        live.play().await;
        let side = live.side();
        let next = live.sockets[side].seq() + 1;
        server.kill().await;
        let blocker = Blocker::new(database).await;
        // The credit for the time away cannot be written, nor that the server lives again.
        let server = Server::start(database).await;
        blocker.release().await;
        live.sit_again(&server).await;
        let command = live.command("late");
        let moved = loop {
            live.sockets[side].send_text(&command).await;
            let answer = live.sockets[side].answer("late").await;
            if answer["type"] == "ack" {
                let seq = answer["seq"].as_u64().expect("a number");
                break live.sockets[side].event(seq).await;
            }
            assert_eq!(answer["code"], "busy", "{answer}");
        };
        let mut credit = 0;
        for seq in next..moved["seq"].as_u64().expect("a number") {
            let event = live.sockets[side].event(seq).await;
            credit += event["credit"].as_u64().unwrap_or(0);
        }
        // For so long at least the start tried to write.
        assert!(credit > 2_000, "{credit} ms credited before {moved}");
        let charged = moved["time"].as_u64().expect("a time");
        assert_eq!(moved["clock"][side.as_str()], 600_000 - charged, "{moved}");
    })
    .await;
}
