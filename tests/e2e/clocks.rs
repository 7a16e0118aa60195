//! What a clock takes and gives back.

use crate::live::Live;
use crate::on_both;
use e2e::{Database, Server};
use engine::Side;
use serde_json::{Value, json};
use std::time::Duration;

on_both!(
    byoyomi_gives_a_period_back_and_is_stored,
    the_way_to_a_player_is_given_back_as_far_as_the_bank_reaches,
);

fn number(of: &Value) -> u64 {
    of.as_u64().expect("a number")
}

async fn byoyomi_gives_a_period_back_and_is_stored(database: &Database) {
    let mut server = Server::start(database).await;
    let clock = json!({"kind": "byoyomi", "main": 0, "period": 180, "periods": 2});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    let side = live.side();
    for key in ["kind", "main", "period", "periods"] {
        assert_eq!(live.sockets[side].snapshot()["clock"][key], clock[key], "{key}");
    }
    let whole = |clock: &Value| Side::ALL.map(|side| number(&clock[side.as_str()]));
    let seq = live.play().await;
    let moved = live.sockets[side].event(seq).await;
    assert_eq!(whole(&moved["clock"]), [360_000, 360_000]);
    // Also to a server that knows no more of it than its journal.
    server.kill().await;
    server = Server::start(database).await;
    live.sit_again(&server).await;
    let seq = live.play().await;
    let moved = live.sockets[side].event(seq).await;
    assert_eq!(whole(&moved["clock"]), [360_000, 360_000]);
    live.sockets[side].done(&json!({"type": "resign", "id": "end"})).await;
    assert_eq!(live.table.archived(&server).await["clock"], clock);
}

async fn the_way_to_a_player_is_given_back_as_far_as_the_bank_reaches(database: &Database) {
    const FAR: Duration = Duration::from_millis(300);
    let server = Server::start(database).await;
    let clock = json!({"kind": "fischer", "initial": 300, "increment": 0});
    let live = Live::open_with(&server, json!({"clock": clock})).await;
    let side = live.side();
    let mut socket = live.table.sit(&server, side).await;
    // Nobody waits for anything here: this is how far away the player is. The ping has come, and its
    // answer is under way for so long.
    tokio::time::sleep(FAR).await;
    socket.say(&json!({"type": "ping", "t": 1})).await;
    socket.until_type("pong").await;
    let began = number(&live.sockets[side].snapshot()["now"]);
    let seq = socket.done(&live.command("far")).await;
    let moved = socket.event(seq).await;
    let credit = number(&moved["clock"]["credit"]);
    assert!((300..=1_000).contains(&credit), "{moved}");
    assert_eq!(number(&moved["clock"][side.as_str()]) + number(&moved["time"]), 300_000);
    // The greeting came after the turn began.
    assert!(number(&moved["time"]) + credit >= number(&moved["at"]) - began, "{moved}");
}
