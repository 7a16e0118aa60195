//! What a clock takes and gives back.

use crate::live::Live;
use crate::on_both;
use e2e::{Database, Server, Socket};
use engine::{BySide, Side};
use serde_json::{Value, json};

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

/// Reads until it is told whether the second player is there.
async fn second_is_there(socket: &mut Socket, is_there: bool) {
    let mut since = 0;
    loop {
        let told = socket.until_kind("presence", since).await;
        if told["second"] == is_there {
            return;
        }
        since = number(&told["seq"]);
    }
}

async fn the_way_to_a_player_is_given_back_as_far_as_the_bank_reaches(database: &Database) {
    let server = Server::start(database).await;
    let clock = json!({"kind": "fischer", "initial": 300, "increment": 0});
    let live = Live::open_with(&server, json!({"clock": clock})).await;
    assert_eq!(live.side(), Side::First);
    let command = live.command("far");
    let BySide { first: mut near, second } = live.sockets;
    second_is_there(&mut near, true).await;
    // The server asks this one how far away it is. It does not answer before another is told that
    // the second player has gone, which is told 400 ms after it (`PLAYERS_SETTLE`).
    let mut far = live.table.sit(&server, Side::First).await;
    drop(second);
    second_is_there(&mut near, false).await;
    far.say(&json!({"type": "ping", "t": 1})).await;
    far.until_type("pong").await;
    let seq = far.done(&command).await;
    let moved = far.event(seq).await;
    let credit = number(&moved["clock"]["credit"]);
    assert!((400..=1_000).contains(&credit), "{moved}");
    assert_eq!(number(&moved["clock"]["first"]) + number(&moved["time"]), 300_000);
    // The greeting came after the turn began.
    let began = number(&near.snapshot()["now"]);
    assert!(number(&moved["time"]) + credit >= number(&moved["at"]) - began, "{moved}");
}
