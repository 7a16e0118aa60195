//! The lists of rooms and the lobby's socket.

use crate::live::{GAME, Live, bare};
use crate::on_both;
use e2e::{Database, Request, Server, Socket, Table};
use serde_json::{Value, json};

on_both!(rooms_come_and_go, hidden_rooms_are_not_listed, rooms_are_listed_by_state_and_game);

async fn until(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = socket.message().await;
        if wanted(&message) {
            return message;
        }
    }
}

async fn rooms_come_and_go(database: &Database) {
    let mut server = Server::start(database).await;
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    let rooms = lobby.message().await;
    assert_eq!((&rooms["type"], &rooms["rooms"]), (&json!("rooms"), &json!([])));
    let counts = lobby.until_type("counts").await;
    assert_eq!((&counts["players"], &counts["live"]), (&json!(1), &json!(0)));

    let guest = server.guest().await;
    let wish = json!({"game": GAME, "seat": "first", "rated": true});
    let made = server.send(Request::post("/api/matches").by(&guest).json(&wish)).await.ok();
    let id = made["id"].as_str().expect("an id").to_owned();
    let room = lobby.until_type("room").await["room"].clone();
    assert_eq!(
        (&room["id"], &room["state"], &room["seat"]),
        (&json!(id), &json!("open"), &json!("second"),)
    );
    assert_eq!(
        room["players"]["first"],
        json!({"id": guest.id, "name": guest.name, "guest": true})
    );
    assert_eq!((&room["players"]["second"], &room["turn"]), (&Value::Null, &Value::Null));
    let mut late = Socket::open(server.address(), "/ws/lobby", None).await;
    assert_eq!(late.message().await["rooms"][0]["id"], id.as_str());

    server.kill().await;
    server = Server::start(database).await;
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    assert_eq!(lobby.message().await["rooms"][0]["id"], id.as_str(), "rooms survive");
    let other = server.guest().await;
    let join = Request::post(&format!("/api/matches/{id}/join")).by(&other);
    assert_eq!(server.send(join).await.status, 200);
    let room = until(&mut lobby, |told| told["room"]["state"] == "live").await;
    assert_eq!((&room["room"]["seat"], &room["room"]["turn"]), (&Value::Null, &json!("first")));
    let mut player = Socket::follow(server.address(), &id, Some(&other), None).await;
    player.done(&bare("resign", "a")).await;
    let gone = until(&mut lobby, |told| told["type"] == "gone").await;
    assert_eq!(gone["id"], id.as_str());
    lobby.say(&json!({"type": "ping", "t": 7})).await;
    assert_eq!(lobby.until_type("pong").await["t"], 7);
}

async fn hidden_rooms_are_not_listed(database: &Database) {
    let server = Server::start(database).await;
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    let hidden = Live::open_with(&server, json!({"visibility": "link"})).await;
    let listed = Table::open(&server, &json!({"game": GAME})).await;
    // Had the first one been told, it would have come before the second.
    let room = lobby.until_type("room").await;
    assert_eq!(room["room"]["id"], listed.id.as_str());
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
