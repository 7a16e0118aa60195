//! What is planned is played when it comes up, also by a server that was killed meanwhile.

use crate::live::Live;
use crate::on_both;
use e2e::{Answer, Database, Guest, Method, Request, Server};
use engine::Side;
use serde_json::{Value, json};

on_both!(a_plan_outlives_the_server_and_fires_in_one_commit);

async fn plan(server: &Server, id: &str, who: &Guest, ply: u64, lines: &Value) -> Answer {
    let body = json!({"ply": ply, "lines": lines});
    let path = format!("/api/matches/{id}/plan");
    server.send(Request::new(Method::PUT, &path).by(who).json(&body)).await
}

async fn a_plan_outlives_the_server_and_fires_in_one_commit(database: &Database) {
    let mut server = Server::start(database).await;
    let clock = json!({"kind": "correspondence", "days": 3});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    let id = live.table.id.clone();
    let mut game = live.game.clone();
    let mut line = Vec::new();
    for _ in 0..6 {
        let action = game.legal().into_iter().next().expect("something is legal");
        game.play(&action).expect("legal");
        line.push(action);
    }
    let [first, second] = Side::ALL.map(|side| live.table.guests[side].clone());
    let made = plan(&server, &id, &second, 0, &json!([line])).await.ok();
    assert_eq!(made, json!({"ply": 0, "lines": [line], "fired": []}));
    plan(&server, &id, &first, 1, &json!([line])).await.is_problem(409, "stale");
    plan(&server, &id, &second, 0, &json!([["nonsense"]])).await.is_problem(422, "bad_plan");
    let stranger = server.guest().await;
    plan(&server, &id, &stranger, 0, &json!([])).await.is_problem(403, "not_seated");
    server.kill().await;
    server = Server::start(database).await;
    live.sit_again(&server).await;
    let path = format!("/api/matches/{id}/plan");
    let kept = server.send(Request::get(&path).by(&second)).await.ok();
    assert_eq!(kept["lines"], json!([line]));
    let of_the_other = server.send(Request::get(&path).by(&first)).await.ok();
    assert_eq!(of_the_other["lines"], json!([]), "nobody else is told");
    assert_eq!(plan(&server, &id, &first, 0, &json!([line])).await.status, 200);
    let socket = &mut live.sockets[Side::First];
    let play = json!({"type": "play", "id": "only", "ply": 0, "move": line[0]});
    let seq = socket.done(&play).await;
    for (at, action) in (seq..).zip(&line) {
        let moved = socket.event(at).await;
        assert_eq!((&moved["kind"], &moved["move"]), (&json!("moved"), &json!(action)));
        assert_eq!(moved["planned"].as_bool().unwrap_or(false), at > seq);
    }
    let events = server.send(Request::get(&format!("/api/matches/{id}/events"))).await;
    let told: Vec<&str> = events.text().lines().filter(|line| line.contains("\"noted\"")).collect();
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|line| !line.contains("lines") && !line.contains("by")), "{told:?}");
    let left = server.send(Request::get(&path).by(&second)).await.ok();
    assert_eq!(left, json!({"ply": 6, "lines": [], "fired": [1, 3, 5]}));
    assert_eq!(live.table.snapshot(&server).await["moves"], json!(line));
}
