//! Time that clocks take and give back.

use crate::live::Live;
use crate::on_both;
use e2e::{Database, Request, Server, Socket};
use engine::{BySide, Side};
use serde_json::{Value, json};

on_both!(
    a_match_begins_when_both_have_acted,
    by_days_a_turn_has_all_its_days_also_after_a_restart,
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

async fn by_days_a_turn_has_all_its_days_also_after_a_restart(database: &Database) {
    const DAYS: u64 = 3 * 86_400_000;
    let mut server = Server::start(database).await;
    let clock = json!({"kind": "correspondence", "days": 3});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    let side = live.side();
    let snapshot = live.sockets[side].snapshot().clone();
    assert_eq!(
        (&snapshot["clock"]["kind"], &snapshot["clock"]["days"]),
        (&clock["kind"], &clock["days"])
    );
    let left = number(&snapshot["clock"]["grace"]["left"]);
    assert!((DAYS - 60_000..=DAYS).contains(&left), "{left}");
    live.play().await;
    live.play().await;
    server.kill().await;
    server = Server::start(database).await;
    live.sit_again(&server).await;
    let seq = live.play().await;
    let moved = live.sockets[side].event(seq).await;
    let [one, other] = Side::ALL.map(|side| number(&moved["clock"][side.as_str()]));
    assert_eq!((one, other), (DAYS, DAYS));
    let room = server.send(Request::get("/api/matches?state=live")).await.json();
    let deadline = number(&room["matches"][0]["deadline"]);
    assert_eq!(deadline, number(&moved["at"]) + DAYS);
    live.sockets[side].done(&json!({"type": "resign", "id": "end"})).await;
    assert_eq!(live.table.archived(&server).await["clock"], clock);
}

/// Reads until an event reports whether the second player is there.
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

async fn a_match_begins_when_both_have_acted(database: &Database) {
    let mut server = Server::start(database).await;
    let clock = json!({"kind": "fischer", "initial": 600, "increment": 5});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    let [one, two] = Side::ALL;
    let standing = |clock: &Value, side: Side| {
        assert_eq!(
            (&clock["first"], &clock["second"], &clock["running"]),
            (&json!(600_000), &json!(600_000), &Value::Null),
            "{clock}"
        );
        assert_eq!(clock["grace"]["side"], side.as_str(), "{clock}");
        number(&clock["grace"]["left"])
    };
    let joined: Value = {
        let path = format!("/api/matches/{}/events", live.table.id);
        let journal = server.send(Request::get(&path)).await;
        let joined = journal.text().lines().nth(1).expect("the second event");
        serde_json::from_str(joined).expect("JSON")
    };
    assert_eq!((&joined["kind"], &joined["turn"]), (&json!("joined"), &json!("first")));
    assert_eq!(joined["player"]["id"], live.table.guests[two].id);
    assert_eq!(standing(&joined["clock"], one), 60_000, "a tenth of ten minutes");
    assert!(standing(&live.sockets[two].snapshot()["clock"], one) <= 60_000);
    let seq = live.play().await;
    let moved = live.sockets[two].event(seq).await;
    assert_eq!(standing(&moved["clock"], two), 60_000);
    // A server that knows only its journal credits the time of its absence.
    server.kill().await;
    server = Server::start(database).await;
    live.sit_again(&server).await;
    let credited = live.sockets[one].until_kind("credited", seq).await;
    assert!(standing(&credited["clock"], two) <= 60_000);
    live.sockets[one].refused(&json!({"type": "claim", "id": "c"}), "not_allowed").await;
    let seq = live.play().await;
    let clock = live.sockets[one].event(seq).await["clock"].clone();
    assert_eq!((&clock["running"], clock.get("grace")), (&json!("first"), None));
    assert_eq!((&clock["first"], &clock["second"]), (&json!(600_000), &json!(600_000)));
    let moved = live.play().await;
    let clock = live.sockets[one].event(moved).await["clock"].clone();
    assert_eq!(clock["running"], "second");
    assert!(number(&clock["first"]) > 600_000, "a turn that was paid for earns its increment");
}

async fn the_way_to_a_player_is_given_back_as_far_as_the_bank_reaches(database: &Database) {
    let server = Server::start(database).await;
    let clock = json!({"kind": "fischer", "initial": 300, "increment": 0});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    live.play().await;
    let answered = live.play().await;
    assert_eq!(live.side(), Side::First);
    let command = live.command("far");
    let BySide { first: mut near, second } = live.sockets;
    second_is_there(&mut near, true).await;
    // The server measures the lag of this connection. It does not answer before another is sent
    // that the second player has gone, 400 ms later (`PLAYERS_SETTLE`).
    let mut far = live.table.sit(&server, Side::First).await;
    drop(second);
    second_is_there(&mut near, false).await;
    far.send_text(&json!({"type": "ping", "t": 1})).await;
    far.until_type("pong").await;
    let seq = far.done(&command).await;
    let moved = far.event(seq).await;
    let credit = number(&moved["clock"]["credit"]);
    assert!((400..=1_000).contains(&credit), "{moved}");
    assert_eq!(number(&moved["clock"]["first"]) + number(&moved["time"]), 300_000);
    let began = number(&near.event(answered).await["at"]);
    assert_eq!(number(&moved["time"]) + credit, number(&moved["at"]) - began, "{moved}");
}
