//! Values of positions of solved games, and the computer players who use them.

use crate::on_both;
use e2e::{Database, Request, Server, Socket};
use serde_json::json;
use std::fs;

on_both!(
    a_small_game_is_known_without_a_table,
    what_cannot_be_looked_up_is_named,
    damaged_table_is_logged_and_play_continues,
    an_upper_level_finds_the_only_action_that_wins,
);

/// The hardest position of Tui Da Che under `original`: a win in 37 that eleven of twelve actions
/// throw away.
const HARDEST: &str = "1ww1/1w1w/b1b1/1b1b b -";

/// The same in an address.
const IN_A_QUERY: &str = "1ww1/1w1w/b1b1/1b1b%20b%20-";

async fn a_small_game_is_known_without_a_table(database: &Database) {
    let server = Server::start(database).await;
    let ask = |query: String| Request::get(&format!("/api/tablebase/tui-da-che?{query}"));
    let answer = server.send(ask("ruleset=original".to_owned())).await;
    assert_eq!(answer.header("cache-control"), Some("public, max-age=3600"));
    let start = answer.ok();
    assert_eq!((&start["value"], &start["distance"]), (&json!("loss"), &json!(40)));
    assert_eq!(start["position"], "wwww/4/4/bbbb b -");
    let found = server.send(ask(format!("ruleset=original&position={IN_A_QUERY}"))).await.ok();
    assert_eq!((&found["value"], &found["distance"]), (&json!("win"), &json!(37)));
    let actions = found["actions"].as_array().expect("a list");
    assert_eq!(actions.len(), 12);
    assert_eq!(actions.iter().filter(|action| action["value"] == "win").count(), 1);
    assert!(
        actions.iter().all(|action| action["distance"].is_null() == (action["value"] == "draw"))
    );
    let ended = server.send(ask("position=4/4/bb2/4%20w%20-".to_owned())).await.ok();
    assert_eq!((&ended["distance"], &ended["actions"]), (&json!(0), &json!([])));
}

async fn what_cannot_be_looked_up_is_named(database: &Database) {
    let server = Server::start(database).await;
    for (path, status, code) in [
        ("go", 422, "unknown_game"),
        ("%ff", 404, "not_found"),
        ("xia-si?ruleset=house", 422, "unknown_ruleset"),
        ("xia-si?position=x", 422, "bad_position"),
        ("shogi", 404, "no_tablebase"),
        ("er-chi-yi", 404, "no_tablebase"),
        ("xia-liu", 404, "no_tablebase"),
        ("xia-si?ruleset=original&ruleset=original", 400, "bad_request"),
    ] {
        let answer = server.send(Request::get(&format!("/api/tablebase/{path}"))).await;
        answer.is_problem(status, code);
    }
}

async fn damaged_table_is_logged_and_play_continues(database: &Database) {
    let folder = database.directory().join("tables");
    fs::create_dir_all(&folder).expect("there is room");
    let write = |name: &str, text: &[u8]| {
        fs::write(folder.join(name), text).expect("it is written");
    };
    write("er-chi-yi.standard.table", b"yiguan-table 1\nsha256 cut");
    write("xia-si.original.table", b"\x7fELF and so on\n");
    write("go.table", b"");
    let flags = ["--tables", folder.to_str().expect("temporary paths are plain")];
    let server = Server::start_with_flags(database, &flags).await;
    server.send(Request::get("/api/tablebase/er-chi-yi")).await.is_problem(404, "no_tablebase");
    let small = server.send(Request::get("/api/tablebase/xia-si?ruleset=original")).await.ok();
    assert_eq!(small["distance"], 34, "it is solved instead");
    let log = server.terminate().await.stderr;
    for part in [
        "er-chi-yi.standard.table",
        "header is damaged",
        "xia-si.original.table",
        "not a table",
        "go.table",
    ] {
        assert!(log.contains(part), "{part}: {log}");
    }
}

async fn an_upper_level_finds_the_only_action_that_wins(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    let path = format!("/api/tablebase/tui-da-che?ruleset=original&position={IN_A_QUERY}");
    let found = server.send(Request::get(&path)).await.ok();
    let actions = found["actions"].as_array().expect("a list");
    let wins = actions.iter().find(|action| action["value"] == "win").expect("there is one");
    for level in [6, 8] {
        let wish = json!({"game": "tui-da-che", "ruleset": "original", "position": HARDEST,
            "seat": "second", "computer": level});
        let made = server.send(Request::post("/api/matches").by(&guest).json(&wish)).await;
        let id = made.ok()["id"].as_str().expect("an id").to_owned();
        let mut socket = Socket::follow(server.address(), &id, Some(&guest), Some(0)).await;
        let moved = socket.until_kind("moved", 0).await;
        assert_eq!(moved["move"], wins["action"], "level {level}");
    }
}
