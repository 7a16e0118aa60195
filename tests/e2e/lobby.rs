//! The lists of rooms and the lobby's socket.

use crate::live::{GAME, Live, bare};
use crate::on_both;
use e2e::{Database, Request, Server, Socket, Table, on_postgres};
use serde_json::{Value, json};
use std::collections::HashSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

on_both!(
    sockets_announce_version_of_client,
    rooms_come_and_go,
    hidden_rooms_are_not_listed,
    rooms_are_listed_by_state_and_game,
    malformed_lobby_requests_are_refused,
    too_many_messages_to_the_lobby_are_refused,
);

async fn until(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = socket.message().await;
        if wanted(&message) {
            return message;
        }
    }
}

/// The answer to the service worker of the pages, which is of the same version as they are.
async fn version_of_pages(server: &Server) -> Value {
    let worker = server.send(Request::get("/sw.js")).await;
    let first = worker.text().lines().next().expect("a line").to_owned();
    let told = first.strip_prefix("self.ASSETS=").and_then(|told| told.strip_suffix(';'));
    let told: Value = serde_json::from_str(told.expect("the preface")).expect("it is JSON");
    told["version"].clone()
}

async fn sockets_announce_version_of_client(database: &Database) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../static");
    for flags in [&[][..], &["--static-dir", folder]] {
        let server = Server::start_with_flags(database, flags).await;
        let version = version_of_pages(&server).await;
        assert_eq!(version == "dev", !flags.is_empty(), "{version}");
        let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
        assert_eq!(lobby.message().await["client"], version);
        let mut live = Live::open(&server).await;
        live.sockets.first.done(&json!({"type": "resign", "id": "end"})).await;
        for place in ["matches", "analysis"] {
            let path = format!("/ws/{place}/{}", live.table.id);
            let mut socket = Socket::open(server.address(), &path, None).await;
            let welcome = socket.message().await;
            assert_eq!((&welcome["type"], &welcome["client"]), (&json!("welcome"), &version));
        }
        server.kill().await;
    }
}

async fn rooms_come_and_go(database: &Database) {
    let mut server = Server::start(database).await;
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    let rooms = lobby.message().await;
    assert_eq!((&rooms["type"], &rooms["matches"]), (&json!("matches"), &json!([])));
    let counts = lobby.until_type("counts").await;
    assert_eq!((&counts["players"], &counts["live"]), (&json!(1), &json!(0)));

    let guest = server.guest().await;
    let wish = json!({"game": GAME, "seat": "first", "rated": false});
    let made = server.send(Request::post("/api/matches").by(&guest).json(&wish)).await.ok();
    let id = made["id"].as_str().expect("an id").to_owned();
    let room = lobby.until_type("match").await["match"].clone();
    assert_eq!(
        (&room["id"], &room["state"], &room["seat"]),
        (&json!(id), &json!("open"), &json!("second"),)
    );
    assert_eq!(
        room["players"]["first"],
        json!({"id": guest.id, "name": guest.name, "guest": true, "named": false})
    );
    assert_eq!((&room["players"]["second"], &room["turn"]), (&Value::Null, &Value::Null));
    let mut late = Socket::open(server.address(), "/ws/lobby", None).await;
    assert_eq!(late.message().await["matches"][0]["id"], id.as_str());

    server.kill().await;
    server = Server::start(database).await;
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    assert_eq!(lobby.message().await["matches"][0]["id"], id.as_str(), "rooms survive");
    let other = server.guest().await;
    let join = Request::post(&format!("/api/matches/{id}/join")).by(&other);
    assert_eq!(server.send(join).await.status, 200);
    let room = until(&mut lobby, |told| told["match"]["state"] == "live").await;
    assert_eq!((&room["match"]["seat"], &room["match"]["turn"]), (&Value::Null, &json!("first")));
    let mut player = Socket::follow(server.address(), &id, Some(&guest), None).await;
    player.done(&bare("resign", "a")).await;
    let gone = until(&mut lobby, |told| told["type"] == "gone").await;
    assert_eq!(gone["id"], id.as_str());
    lobby.send_text(&json!({"type": "ping", "t": 7})).await;
    assert_eq!(lobby.until_type("pong").await["t"], 7);
}

/// Two servers on one database have one lobby between them, also when one of them takes over the
/// matches of the other.
#[tokio::test]
async fn servers_list_the_rooms_of_each_other() {
    on_postgres(async |database| {
        let (one, other) = tokio::join!(Server::start(database), Server::start(database));
        let mut lobby = Socket::open(other.address(), "/ws/lobby", None).await;
        let mine =
            other.send(Request::post("/api/matches").json(&json!({"game": GAME}))).await.ok();
        let (maker, comer) = (one.guest().await, one.guest().await);
        let asked = json!({"game": "xia-si", "seat": "first"});
        let made = one.send(Request::post("/api/matches").by(&maker).json(&asked)).await.ok();
        let id = made["id"].as_str().expect("an id").to_owned();
        let room = until(&mut lobby, |told| told["match"]["id"] == id.as_str()).await;
        assert_eq!(room["match"]["state"], "open");

        let listed = async |query: &str| {
            let rooms = other.send(Request::get(&format!("/api/matches?{query}"))).await.ok();
            let rooms = rooms["matches"].as_array().expect("a list").clone();
            rooms.iter().map(|room| room["id"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(listed("").await, [json!(id), mine["id"].clone()], "the newest first");
        assert_eq!(listed("game=xia-si").await, [json!(id)]);
        let mut late = Socket::open(other.address(), "/ws/lobby", None).await;
        let rooms = late.message().await["matches"].as_array().expect("a list").clone();
        assert_eq!(rooms.len(), 2);

        let join = Request::post(&format!("/api/matches/{id}/join")).by(&comer);
        assert_eq!(one.send(join).await.status, 200);
        until(&mut lobby, |told| {
            told["match"]["id"] == id.as_str() && told["match"]["state"] == "live"
        })
        .await;
        until(&mut lobby, |told| told["type"] == "counts" && told["live"] == 1).await;
        assert_eq!(listed("state=live").await, [json!(id)]);

        // The other takes it over, and lists it as its own.
        one.kill().await;
        let snapshot = || other.send(Request::get(&format!("/api/matches/{id}")));
        let mut known = HashSet::from([id.clone()]);
        while snapshot().await.status != 200 {
            apply(&lobby.message().await, &mut known);
        }
        assert_eq!(listed("state=live").await, [json!(id)]);
        let mut player = Socket::follow(other.address(), &id, Some(&maker), None).await;
        player.done(&bare("resign", "a")).await;
        let last =
            other.send(Request::post("/api/matches").json(&json!({"game": GAME}))).await.ok();
        while !known.contains(last["id"].as_str().expect("an id")) {
            apply(&lobby.message().await, &mut known);
        }
        assert!(!known.contains(&id), "who has seen everything knows that it is over");
        assert_eq!(listed("state=live").await, [Value::Null; 0]);
    })
    .await;
}

/// Notes the rooms that a message of the lobby adds or removes.
fn apply(message: &Value, known: &mut HashSet<String>) {
    if let Some(id) = message["match"]["id"].as_str() {
        known.insert(id.to_owned());
    }
    if message["type"] == "gone" {
        known.remove(message["id"].as_str().expect("an id"));
    }
}

async fn hidden_rooms_are_not_listed(database: &Database) {
    let server = Server::start(database).await;
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    let hidden = Live::open_with(&server, json!({"visibility": "link"})).await;
    let listed = Table::open(&server, &json!({"game": GAME})).await;
    // Had the first one been sent, it would have come before the second.
    let room = lobby.until_type("match").await;
    assert_eq!(room["match"]["id"], listed.id.as_str());
    for state in ["open", "live"] {
        let rooms = server.send(Request::get(&format!("/api/matches?state={state}"))).await;
        assert!(!rooms.text().contains(&hidden.table.id));
    }
}

async fn rooms_are_listed_by_state_and_game(database: &Database) {
    let server = Server::start(database).await;
    let mut open = Vec::new();
    for game in [GAME, "xia-si", GAME] {
        let made = server.send(Request::post("/api/matches").json(&json!({"game": game}))).await;
        open.push(made.ok()["id"].as_str().expect("an id").to_owned());
    }
    let live = Table::open(&server, &json!({"game": "xia-si"})).await.id;
    for (query, expected) in [
        ("".to_owned(), vec![&open[2], &open[1], &open[0]]),
        ("state=open".to_owned(), vec![&open[2], &open[1], &open[0]]),
        (format!("state=open&game={GAME}"), vec![&open[2], &open[0]]),
        ("state=live".to_owned(), vec![&live]),
        (format!("state=live&game={GAME}"), vec![]),
    ] {
        let rooms = server.send(Request::get(&format!("/api/matches?{query}"))).await.ok();
        let rooms = rooms["matches"].as_array().expect("a list").clone();
        let found: Vec<&str> =
            rooms.iter().map(|room| room["id"].as_str().expect("an id")).collect();
        assert_eq!(found, expected, "{query}");
    }
}

async fn malformed_lobby_requests_are_refused(database: &Database) {
    let server = Server::start(database).await;
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    for (frame, id) in [
        (Message::text("{"), Value::Null),
        (Message::text(r#"{"type":"dance"}"#), Value::Null),
        (Message::text(r#"{"type":"dance","id":"a"}"#), json!("a")),
        (Message::text(r#"{"type":"resign","id":"b"}"#), json!("b")),
        (Message::text(r#"{"type":"snapshot"}"#), Value::Null),
        (Message::binary(r#"{"type":"ping","t":1}"#), Value::Null),
    ] {
        lobby.send(frame.clone()).await;
        let nack = lobby.until_type("nack").await;
        let expected = json!({"type": "nack", "id": id, "code": "bad_message", "seq": 0});
        assert_eq!(nack, expected, "{frame}");
    }
    lobby.ping().await;
    let long = format!(r#"{{"type":"ping","t":1,"x":"{}"}}"#, "x".repeat(4_096));
    lobby.send(Message::text(long)).await;
    assert_eq!(lobby.until_type("nack").await["code"], "bad_message");
    assert_eq!(lobby.until_closed().await, Some(1_009));
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    let bytes = Frame::message(vec![0xff], OpCode::Data(Data::Text), true);
    lobby.send(Message::Frame(bytes)).await;
    assert_eq!(lobby.until_closed().await, Some(1_007));
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    let unknown = Frame::message(vec![], OpCode::Data(Data::Reserved(3)), true);
    lobby.send(Message::Frame(unknown)).await;
    assert_eq!(lobby.until_closed().await, Some(1_002));
}

async fn too_many_messages_to_the_lobby_are_refused(database: &Database) {
    let server = Server::start(database).await;
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    for t in 0..60 {
        lobby.send_text(&json!({"type": "ping", "t": t})).await;
    }
    let nack = lobby.until_type("nack").await;
    assert_eq!(nack, json!({"type": "nack", "id": null, "code": "rate", "seq": 0}));
    for t in 60..200 {
        // Once it is closed the rest cannot be sent.
        if lobby.try_send(Message::text(json!({"type": "ping", "t": t}).to_string())).await.is_err()
        {
            break;
        }
    }
    assert_eq!(lobby.until_closed().await, Some(1_008));
}
