//! A plan is played when its line comes up, also by a server that was killed in between.

use crate::live::Live;
use crate::on_both;
use e2e::{Answer, Database, Guest, Method, Request, Server};
use engine::{AnyGame, Side};
use serde_json::{Value, json};

on_both!(
    a_plan_outlives_the_server_and_fires_in_one_commit,
    journal_has_only_the_newest_plan_of_a_side,
);

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

/// Plays a legal action, by its number, and adds it to the line; false if the game is over by it.
fn play((game, line): &mut (AnyGame, Vec<String>), number: usize) -> bool {
    let legal = game.legal();
    let action = legal[number % legal.len()].clone();
    let played = game.play(&action).expect("legal");
    line.push(action);
    played.outcome.is_none()
}

/// The number of the next action of a line, so that lines differ.
fn number_of((_, line): &(AnyGame, Vec<String>)) -> usize {
    line.len() * 7
}

/// The bytes of a match's plans that a journal may hold, and those of an event without lines.
const MAX_BYTES: i64 = 64 << 10;
const EVENT: i64 = 120;

async fn journal_has_only_the_newest_plan_of_a_side(database: &Database) {
    let mut server = Server::start_with_flags(database, &["--limits", "off"]).await;
    let clock = json!({"kind": "correspondence", "days": 3});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    let id = live.table.id.clone();
    let [first, second] = Side::ALL.map(|side| live.table.guests[side].clone());
    // As many lines as there are answers by the opponent, each as long as it can be.
    let lines = Side::ALL.map(|side| {
        let mut start = (live.game.clone(), Vec::new());
        if side == Side::First {
            play(&mut start, 0);
        }
        let mut lines = Vec::new();
        for number in 0..start.0.legal().len().min(20) {
            let mut line = start.clone();
            let mut goes_on = play(&mut line, number);
            while goes_on && line.1.len() < 40 {
                let next = number_of(&line);
                goes_on = play(&mut line, next);
            }
            lines.push(line.1);
        }
        lines
    });
    let plans = 40;
    for (who, lines) in [&first, &second].into_iter().zip(&lines) {
        for _ in 0..plans {
            let made = plan(&server, &id, who, 0, &json!(lines)).await;
            assert_eq!(made.status, 200, "{made:?}");
        }
    }
    let seq = live.sockets.first.ping().await;
    assert_eq!(seq["type"], "pong");
    let of_plans = "from match_event where payload is not null and seq > 2";
    let rows = database.number(&format!("select count(*) {of_plans}")).await;
    assert!(rows >= 2 * plans, "{rows} rows, one for each plan");
    let text = if database.url().is_some() { "payload::text" } else { "payload" };
    let stored = database.number(&format!("select sum(length({text})) {of_plans}")).await;
    let newest: usize = lines.iter().map(|lines| json!(lines).to_string().len()).sum();
    let newest = i64::try_from(newest).expect("small");
    assert!(stored <= newest + rows * EVENT && stored <= MAX_BYTES + rows * EVENT, "{stored}");
    assert!(stored >= newest, "{stored}: both newest plans are there");

    // Events are as they were sent, and both plans outlive the server.
    let events = server.send(Request::get(&format!("/api/matches/{id}/events"))).await;
    let listed: Vec<&str> = events.text().lines().collect();
    for (seq, text) in live.sockets.first.events() {
        let index = usize::try_from(*seq).expect("small") - 1;
        assert_eq!(listed[index], text.as_str());
    }
    server.kill().await;
    server = Server::start(database).await;
    live.sit_again(&server).await;
    for (who, lines) in [&first, &second].into_iter().zip(&lines) {
        let kept = server.send(Request::get(&format!("/api/matches/{id}/plan")).by(who)).await.ok();
        assert_eq!(kept["lines"], json!(lines));
    }
}
