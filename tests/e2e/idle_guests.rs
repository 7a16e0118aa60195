//! Guests who never played, a day after the last thing that is stored about them.

use crate::live::GAME;
use e2e::{Database, Guest, Request, Server, on_sqlite, within};
use serde_json::json;

/// Makes the token of a guest two days older.
async fn age(database: &Database, guest: &Guest) {
    let statement = format!(
        "update token set created_at = created_at - 172800000 where player_id = x'{}'",
        guest.id.replace('-', "")
    );
    assert_eq!(database.execute(&statement).await, 1);
}

/// On Postgres the second check comes a minute after the first one.
#[tokio::test]
async fn guest_who_never_played_is_forgotten_after_a_day() {
    on_sqlite(forget).await;
}

async fn forget(database: &Database) {
    let server = Server::start(database).await;
    let (idle, seated, recent) = (server.guest().await, server.guest().await, server.guest().await);
    let open = Request::post("/api/matches").by(&seated).json(&json!({"game": GAME}));
    assert_eq!(server.send(open).await.status, 201);
    assert!(server.terminate().await.status.success());
    for guest in [&idle, &seated] {
        age(database, guest).await;
    }
    let server = Server::start(database).await;
    within("a guest is forgotten", async {
        while database.number("select count(*) from token").await == 3 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let me = async |guest: &Guest| server.send(Request::get("/api/me").by(guest)).await;
    me(&idle).await.is_problem(401, "bad_token");
    for guest in [&seated, &recent] {
        assert_eq!(me(guest).await.ok()["id"], guest.id, "in a match, or new");
    }
}
