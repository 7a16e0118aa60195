//! Whole answers of the API, compared with those that were last reviewed: a field that
//! comes, goes or changes its form shows here, also where no other test asks for it.
//!
//! `INSTA_UPDATE=always cargo test -p e2e snapshots` writes the files again; read the difference
//! before it is committed. Ids, names and times differ with every run and are put out of sight.

use crate::live::{Live, bare};
use e2e::{Database, Method, Request, Server};
use insta::{Settings, assert_json_snapshot};
use serde_json::{Value, json};

/// The fields that differ from run to run, by name, with their replacements.
const REDACTED: [(&str, &str); 18] = [
    ("id", "[id]"),
    ("name", "[name]"),
    ("token", "[token]"),
    ("token_id", "[id]"),
    ("expires_at", "[time]"),
    ("now", "[time]"),
    ("at", "[time]"),
    ("created_at", "[time]"),
    ("active_at", "[time]"),
    ("started_at", "[time]"),
    ("ended_at", "[time]"),
    ("times", "[times]"),
    ("hash", "[hash]"),
    ("url", "[url]"),
    ("client", "[version]"),
    ("credit", "[ms]"),
    ("left", "[ms]"),
    // Events of who is connected come a little later, or not at all.
    ("seq", "[seq]"),
];

/// The same with those fields redacted.
fn redacted(answer: &Value) -> Value {
    match answer {
        Value::Array(items) => items.iter().map(redacted).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| {
                let instead = REDACTED.iter().find(|(redacted, _)| redacted == name);
                let value = instead.map_or_else(|| redacted(value), |&(_, text)| json!(text));
                (name.clone(), value)
            })
            .collect(),
        plain => plain.clone(),
    }
}

/// Compares an answer with the snapshot of that name.
#[track_caller]
fn check(name: &str, answer: &Value) {
    check_whole(name, &redacted(answer));
}

/// Compares an answer that is the same in every run.
#[track_caller]
fn check_whole(name: &str, answer: &Value) {
    let mut settings = Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| assert_json_snapshot!(name, answer));
}

#[tokio::test]
async fn problems() {
    let database = Database::sqlite();
    let server = Server::start_here(&database).await;
    let wish = |wish: Value| Request::post("/api/matches").json(&wish);
    for (name, request) in [
        ("problem_unknown_game", wish(json!({"game": "go"}))),
        (
            "problem_bad_clock",
            wish(
                json!({"game": "xia-liu", "clock": {"kind": "fischer", "initial": 1, "increment": 0}}),
            ),
        ),
        ("problem_bad_request", wish(json!({"game": 7}))),
        ("problem_not_found", Request::get("/api/archive/nothing")),
        ("problem_method", Request::new(Method::DELETE, "/api/games")),
    ] {
        check(name, &server.send(request).await.json());
    }
}

#[tokio::test]
async fn the_catalogue() {
    let database = Database::sqlite();
    let server = Server::start_here(&database).await;
    let catalogue = server.send(Request::get("/api/games")).await.ok();
    check_whole("catalogue_clocks", &catalogue["clocks"]);
    check_whole("catalogue_entry", &catalogue["games"][0]);
}

#[tokio::test]
async fn a_match_and_its_game() {
    let database = Database::sqlite();
    let server = Server::start_here(&database).await;
    let clock = json!({"kind": "byoyomi", "main": 600, "period": 30, "periods": 3});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    check("matches", &server.send(Request::get("/api/matches?state=live")).await.ok());
    check("match", &live.table.snapshot(&server).await);
    live.play().await;
    live.sockets.first.done(&bare("resign", "r")).await;
    let mut over = live.table.snapshot(&server).await;
    // The times of the clocks depend on the speed of this machine.
    for key in ["first", "second"] {
        over["clock"][key] = json!("[ms]");
    }
    check("match_over", &over);
    let id = &live.table.id;
    check("game", &server.send(Request::get(&format!("/api/archive/{id}"))).await.ok());
    check("archive", &server.send(Request::get("/api/archive")).await.ok());
}

#[tokio::test]
async fn a_guest() {
    let database = Database::sqlite();
    let server = Server::start_here(&database).await;
    let made = server.send(Request::post("/api/guests")).await.ok();
    check("guest", &made);
}
