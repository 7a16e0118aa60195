//! Computer players: who comes alone has an opponent at once.

use crate::on_both;
use e2e::{Database, Guest, Method, Request, Server, Socket};
use serde_json::{Value, json};

on_both!(
    a_computer_player_sits_down_and_answers,
    computer_player_returns_requested_takebacks,
    a_computer_player_plays_again,
    computer_player_continues_after_restart,
    unknown_level_is_refused,
);

/// A match of a guest in the first seat with the computer player of a level.
async fn open(server: &Server, who: &Guest, game: &str, level: u8) -> (String, Socket) {
    let wish = json!({"game": game, "seat": "first", "computer": level});
    let made = server.send(Request::post("/api/matches").by(who).json(&wish)).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let id = made.json()["id"].as_str().expect("an id").to_owned();
    let socket = Socket::follow(server.address(), &id, Some(who), None).await;
    (id, socket)
}

fn play(id: &str, ply: u32, action: &str) -> Value {
    json!({"type": "play", "id": id, "ply": ply, "move": action})
}

/// An action that is legal now.
async fn legal(server: &Server, id: &str) -> String {
    let snapshot = server.send(Request::get(&format!("/api/matches/{id}"))).await.ok();
    let text = |key: &str| snapshot[key].as_str().expect("a text").to_owned();
    let (game, ruleset, position) = (text("game"), text("ruleset"), text("position"));
    let game =
        engine::AnyGame::new(&game, Some(&ruleset), &engine::Options::none(), Some(&position));
    game.expect("the position is one").legal().remove(0)
}

async fn a_computer_player_sits_down_and_answers(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    for (level, game) in (1..).zip(["er-chi-yi", "diu-fang", "shogi", "xiangqi"]) {
        let (id, mut socket) = open(&server, &guest, game, level).await;
        let snapshot = socket.snapshot().clone();
        assert_eq!((&snapshot["state"], &snapshot["turn"]), (&json!("live"), &json!("first")));
        assert_eq!(snapshot["visibility"], "link", "nobody else is asked to come");
        let opponent = &snapshot["players"]["second"];
        assert_eq!((&opponent["computer"], &opponent["guest"]), (&json!(level), &json!(false)));
        assert_eq!(snapshot["presence"]["second"], true, "they are always there");
        assert!(snapshot["players"]["first"].get("computer").is_none());
        let mut seq = socket.done(&play("one", 0, &legal(&server, &id).await)).await;
        // In some games a side acts several times in a row.
        for ply in 1.. {
            let event = socket.until_kind("moved", seq).await;
            seq = event["seq"].as_u64().expect("a number");
            assert_eq!((&event["by"], &event["ply"]), (&json!("second"), &json!(ply)));
            if event["turn"] == "first" {
                break;
            }
        }
    }
}

async fn computer_player_returns_requested_takebacks(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    let (id, mut socket) = open(&server, &guest, "xiangqi", 2).await;
    let seq = socket.done(&play("one", 0, &legal(&server, &id).await)).await;
    let moved = socket.until_kind("moved", seq).await;
    socket.done(&json!({"type": "takeback", "id": "back", "answer": "offer"})).await;
    let taken = socket.until_kind("taken_back", moved["seq"].as_u64().expect("a number")).await;
    assert_eq!(taken["ply"], 0);
    let seq = socket.done(&json!({"type": "draw", "id": "draw", "answer": "offer"})).await;
    let declined = socket.until_kind("declined", seq).await;
    assert_eq!(declined["offer"], "draw", "it is much too early");
    socket.done(&play("again", 0, &legal(&server, &id).await)).await;
    let claim = socket.refused(&json!({"type": "claim", "id": "claim"}), "not_allowed").await;
    assert_eq!(claim["id"], "claim");
}

async fn a_computer_player_plays_again(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    let (id, mut socket) = open(&server, &guest, "zhuo-qi-zi", 3).await;
    let seq = socket.done(&play("one", 0, &legal(&server, &id).await)).await;
    socket.until_kind("moved", seq).await;
    let seq = socket.done(&json!({"type": "resign", "id": "end"})).await;
    let stored = server.send(Request::get(&format!("/api/archive/{id}"))).await.ok();
    assert_eq!(stored["players"]["second"]["computer"], 3);
    assert_eq!(stored["origin"], "challenge");
    socket.done(&json!({"type": "rematch", "id": "again", "answer": "offer"})).await;
    let rematched = socket.until_kind("rematched", seq).await;
    let next = rematched["match"].as_str().expect("an id");
    // With the sides swapped the computer player begins.
    let mut socket = Socket::follow(server.address(), next, Some(&guest), None).await;
    let seq = socket.snapshot()["seq"].as_u64().expect("a number");
    let is_begun = socket.snapshot()["ply"] == 1;
    if !is_begun {
        assert_eq!(socket.until_kind("moved", seq).await["by"], "first");
    }
}

async fn computer_player_continues_after_restart(database: &Database) {
    let mut server = Server::start(database).await;
    let guest = server.guest().await;
    let (id, mut socket) = open(&server, &guest, "er-chi-yi", 8).await;
    let seq = socket.done(&play("one", 0, &legal(&server, &id).await)).await;
    // They take longer than this over it.
    server.kill().await;
    server = Server::start(database).await;
    let mut socket = Socket::follow(server.address(), &id, Some(&guest), Some(seq)).await;
    assert_eq!(socket.until_kind("moved", seq).await["by"], "second");
}

async fn unknown_level_is_refused(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    for level in [json!(0), json!(9), json!(-1), json!("strong"), json!(1.5)] {
        let wish = json!({"game": "shogi", "computer": level});
        let request = Request::new(Method::POST, "/api/matches").by(&guest).json(&wish);
        server.send(request).await.is_problem(400, "bad_request");
    }
}
