//! How operators keep order on a server that runs, and what of it is written down.

use crate::live::Live;
use crate::on_both;
use e2e::{Database, Exit, Frame, Guest, Method, Request, Server, Socket, run_to_exit, within};
use serde_json::{Value, json};

on_both!(
    an_operator_ends_a_match_and_removes_a_line,
    an_operator_removes_notes_and_variations_and_hides_games,
    who_is_banned_is_put_out_and_not_let_in,
    announcement_of_operator_reaches_every_page,
    draining_server_creates_no_match,
    impossible_orders_are_refused_with_reason,
    nodes_are_listed_and_unknown_ones_not_drained,
    talk_is_reported_and_its_speaker_warned_and_muted,
    chat_with_banned_words_is_refused,
);

/// Runs `yiguan admin` while the server runs.
async fn admin(database: &Database, arguments: &[&str]) -> Exit {
    let directory = database.directory().to_str().expect("temporary paths are plain");
    let mut all = vec!["admin"];
    all.extend(arguments);
    all.extend(["--operator", "op", "--reason", "a test", "--data-dir", directory]);
    if let Some(url) = database.url() {
        all.extend(["--database", url]);
    }
    run_to_exit(&all).await
}

pub(crate) async fn done(database: &Database, arguments: &[&str]) {
    let exit = admin(database, arguments).await;
    assert!(exit.status.success(), "{arguments:?}: {}", exit.stderr);
}

/// How many lines the audit has with these words in them.
async fn noted(database: &Database, action: &str, target: &str) -> u64 {
    let statement = format!(
        "update operation set reason = reason where action = '{action}' and target like '%{target}%'
             and operator = 'op' and reason = 'a test' and outcome = 'done'"
    );
    database.execute(&statement).await
}

async fn an_operator_ends_a_match_and_removes_a_line(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let id = live.table.id.clone();
    live.play().await;
    let said = live.sockets.first.done(&json!({"type": "chat", "id": "s", "text": "rude"})).await;
    done(database, &["matches"]).await;
    done(database, &["remove-line", &id, &said.to_string()]).await;
    let removed = live.sockets.second.until_kind("chat_removed", said).await;
    assert_eq!(removed["chat"], said, "{removed}");
    let snapshot = live.table.snapshot(&server).await;
    assert_eq!(snapshot["chat"], json!([]), "{snapshot}");
    let again = admin(database, &["remove-line", &id, &said.to_string()]).await;
    assert!(again.stderr.contains("there is no such thing"), "{}", again.stderr);

    done(database, &["end", &id]).await;
    let ended = live.sockets.first.until_kind("ended", said).await;
    assert_eq!((&ended["result"], &ended["reason"]), (&json!(null), &json!("aborted")));
    let again = admin(database, &["end", &id]).await;
    assert!(!again.status.success(), "it is over");
    assert_eq!(noted(database, "remove-line", &id).await, 1);
    assert_eq!(noted(database, "end", &id).await, 1);
}

async fn an_operator_removes_notes_and_variations_and_hides_games(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let id = live.table.id.clone();
    live.play().await;
    live.sockets.first.done(&json!({"type": "resign", "id": "r"})).await;
    let stranger = server.guest().await;
    let path = format!("/ws/analysis/{id}");
    let mut socket = Socket::open(server.address(), &path, Some(&stranger)).await;
    let tree = socket.until_type("tree").await;
    let node = tree["plies"].as_u64().expect("a number");
    socket.done(&json!({"type": "note", "id": "n", "node": node, "text": "rude"})).await;
    let moves =
        server.send(Request::get(&format!("/api/archive/{id}"))).await.ok()["moves"].clone();
    let other = live.game.legal().into_iter().find(|action| json!([action]) != moves);
    let other = other.expect("there is more than one to play");
    socket.done(&json!({"type": "add", "id": "a", "node": node, "moves": [other]})).await;
    let view =
        async || server.send(Request::get(&format!("/api/archive/{id}/analysis"))).await.ok();
    let before = view().await;
    let variation = before["nodes"][0]["node"].to_string();

    done(database, &["remove-note", &id, &node.to_string(), &stranger.id]).await;
    done(database, &["remove-variation", &id, &variation]).await;
    let after = view().await;
    assert_eq!((&after["notes"], &after["nodes"]), (&json!([]), &json!([])), "{after}");
    let again = admin(database, &["remove-variation", &id, &variation]).await;
    assert!(again.stderr.contains("there is no such thing"), "{}", again.stderr);

    // All of it at once, also from the database, during a read.
    let again = json!({"type": "note", "id": "n2", "node": node, "text": "rude again"});
    socket.done(&again).await;
    socket.done(&json!({"type": "add", "id": "a2", "node": node, "moves": [other]})).await;
    done(database, &["clear-tree", &id]).await;
    let after = view().await;
    assert_eq!((&after["notes"], &after["nodes"]), (&json!([]), &json!([])), "{after}");
    while socket.until_type("change").await["kind"] != "cleared" {}
    assert_eq!(database.number("select count(*) from analysis_change").await, 1);
    assert_eq!(noted(database, "clear-tree", &id).await, 1);
    let again = json!({"type": "note", "id": "n3", "node": node, "text": "kind"});
    let seq = socket.done(&again).await;
    assert_eq!(seq, after["seq"].as_u64().expect("a number") + 1, "numbers go on");

    let listed = async || {
        let list = server.send(Request::get("/api/archive")).await.ok();
        let export = server.send(Request::get("/api/archive/export")).await;
        (list["games"].as_array().expect("a list").len(), export.text().lines().count())
    };
    assert_eq!(listed().await, (1, 1));
    done(database, &["hide", &id]).await;
    assert_eq!(listed().await, (0, 0));
    let found = server.send(Request::get(&format!("/api/archive/{id}"))).await;
    assert_eq!(found.status, 200, "whoever has the link finds it");
    done(database, &["show", &id]).await;
    assert_eq!(listed().await, (1, 1));
    assert_eq!(noted(database, "hide", &id).await, 1);
}

async fn who_is_banned_is_put_out_and_not_let_in(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let guest = live.table.guests.first.clone();
    done(database, &["ban", &guest.id, "--for", "1h"]).await;
    assert_eq!(live.sockets.first.until_closed().await, Some(1_008));
    let create = || Request::post("/api/matches").json(&json!({"game": "shogi"}));
    server.send(create().by(&guest)).await.is_problem(403, "banned");
    assert_eq!(server.send(Request::get("/api/games").by(&guest)).await.status, 200);
    // No other person is affected.
    assert_eq!(server.send(create().by(&live.table.guests.second)).await.status, 201);
    done(database, &["unban", &guest.id]).await;
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;

    done(database, &["ban", "127.0.0.0/8"]).await;
    assert_eq!(lobby.until_closed().await, Some(1_008));
    server.send(Request::get("/api/games")).await.is_problem(403, "banned");
    assert_eq!(server.send(Request::get("/healthz")).await.status, 200);
    done(database, &["bans"]).await;
    let bad = admin(database, &["ban", "Li"]).await;
    assert!(bad.stderr.contains("an address"), "{}", bad.stderr);
    assert_eq!(noted(database, "ban", "127.0.0.0/8").await, 1);
}

async fn announcement_of_operator_reaches_every_page(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    done(database, &["say", "Restart in five minutes", "--for", "5m"]).await;
    for socket in [&mut lobby, &mut live.sockets.first, &mut live.sockets.second] {
        let notice = socket.until_type("notice").await;
        assert_eq!(notice["text"], "Restart in five minutes", "{notice}");
        assert!(notice["until"].is_u64(), "{notice}");
    }
    // Later clients receive it, too.
    let mut late = Socket::open(server.address(), "/ws/lobby", None).await;
    assert_eq!(late.until_type("notice").await["text"], "Restart in five minutes");
    done(database, &["say", ""]).await;
    assert_eq!(lobby.until_type("notice").await["text"], json!(null));
    live.play().await;
}

async fn draining_server_creates_no_match(database: &Database) {
    let mut server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let node = if database.url().is_some() { "1" } else { "0" };
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    done(database, &["drain", node]).await;
    // The notice is read with the same orders.
    done(database, &["say", "drained"]).await;
    let _told = lobby.until_type("notice").await;
    let answer = server.send(Request::get("/readyz")).await;
    assert_eq!(answer.status, 503);
    let body = json!({"status": "unavailable", "ready": true, "draining": true});
    assert_eq!(answer.json(), body, "its matches continue");
    let create = || Request::post("/api/matches").json(&json!({"game": "shogi"}));
    server.send(create()).await.is_problem(503, "shutting_down");
    live.play().await;
    assert!(server.terminate().await.status.success());
    server = Server::start(database).await;
    assert_eq!(server.send(create()).await.status, 201, "it was started again");
    done(database, &["nodes"]).await;
    done(database, &["log"]).await;
}

async fn impossible_orders_are_refused_with_reason(database: &Database) {
    let server = Server::start(database).await;
    let nobody = "00000000-0000-4000-8000-000000000000";
    let exit = admin(database, &["end", nobody]).await;
    assert!(exit.stderr.contains("there is no such match"), "{}", exit.stderr);
    let mut socket = Socket::open(server.address(), "/ws/lobby", None).await;
    assert!(matches!(socket.next().await, Frame::Message(_)));
    assert!(server.terminate().await.status.success());
    let exit = admin(database, &["end", nobody]).await;
    assert!(exit.stderr.contains("no running server"), "{}", exit.stderr);
}

async fn nodes_are_listed_and_unknown_ones_not_drained(database: &Database) {
    let server = Server::start_with_flags(database, &["--node-name", "hall-1"]).await;
    Live::open(&server).await;
    let node = if database.url().is_some() { "1" } else { "0" };
    let version = env!("CARGO_PKG_VERSION");
    within("the heartbeat writes the match", async {
        let start = format!("{node} hall-1 serving {version} ");
        loop {
            let listed = admin(database, &["nodes"]).await.stdout;
            if listed.starts_with(&start) && listed.contains(" matches: 1, heartbeat: ") {
                return;
            }
        }
    })
    .await;
    let exit = admin(database, &["drain", "77"]).await;
    assert!(exit.stderr.contains("no server of that number runs"), "{}", exit.stderr);
    done(database, &["drain", node]).await;
    within("the heartbeat writes the state", async {
        while !admin(database, &["nodes"]).await.stdout.contains(" hall-1 draining ") {}
    })
    .await;
    let exit = server.terminate().await;
    assert!(exit.stderr.lines().all(|line| line.contains("hall-1")), "{}", exit.stderr);
    let twice = ["--node-name", "two words"];
    let refused = run_to_exit(&twice).await;
    assert!(refused.stderr.contains("a name has 1 to 40"), "{}", refused.stderr);
}

async fn talk_is_reported_and_its_speaker_warned_and_muted(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let id = live.table.id.clone();
    let (one, two) = (live.table.guests.first.clone(), live.table.guests.second.clone());
    let rude = json!({"type": "chat", "id": "s", "text": "rude"});
    let said = live.sockets.first.done(&rude).await;
    let answer = live.sockets.second.done(&json!({"type": "chat", "id": "a", "text": "no"})).await;
    let report = |lines: Value| {
        let wish = json!({"match": id, "lines": lines, "reason": "abuse", "note": "twice"});
        Request::post("/api/reports").json(&wish)
    };
    for (lines, status, code) in [
        (json!([]), 400, "bad_request"),
        (json!(vec![said; 21]), 400, "bad_request"),
        (json!([said, answer]), 400, "bad_request"),
        (json!([said + 99]), 404, "not_found"),
        (json!([answer]), 422, "not_yourself"),
    ] {
        server.send(report(lines).by(&two)).await.is_problem(status, code);
    }
    let odd = json!({"match": id, "lines": [said], "reason": "boredom"});
    let odd = Request::post("/api/reports").by(&two).json(&odd);
    server.send(odd).await.is_problem(400, "bad_request");
    assert_eq!(server.send(report(json!([said])).by(&two)).await.status, 201);
    let listed = admin(database, &["reports"]).await.stdout;
    let seq = format!("\"seq\":{said}");
    for part in [one.id.as_str(), &two.id, &id, "rude", "abuse", "twice", &seq] {
        assert!(listed.contains(part), "{part}: {listed}");
    }
    let number = listed.split_whitespace().next().expect("a number").to_owned();
    done(database, &["close", &number]).await;
    assert_eq!(admin(database, &["reports"]).await.stdout, "");
    assert!(!admin(database, &["close", &number]).await.status.success(), "it is closed");
    done(database, &["reopen", &number]).await;
    assert!(admin(database, &["reports"]).await.stdout.contains(&number));
    assert_eq!(noted(database, "close", &number).await, 1);
    // A line that is reported already is not reported again.
    for _ in 0..5 {
        assert_eq!(server.send(report(json!([said])).by(&two)).await.status, 201);
    }
    assert_eq!(database.number("select count(*) from report").await, 1);
    for (id, status) in [("s1", 201), ("s2", 201), ("s3", 201), ("s4", 409)] {
        let more = json!({"type": "chat", "id": id, "text": "rude"});
        let said = live.sockets.first.done(&more).await;
        assert_eq!(server.send(report(json!([said])).by(&two)).await.status, status, "{id}");
    }
    let third = server.guest().await;
    let conduct = |wish: Value, by: &Guest| Request::post("/api/reports").json(&wish).by(by);
    let wish = json!({"match": id, "player": one.id, "reason": "stalling"});
    let full = server.send(conduct(wish, &third)).await;
    full.is_problem(409, "too_many_reports");

    done(database, &["warn", &one.id, "Please be kind"]).await;
    done(database, &["mute", &one.id, "--for", "1h"]).await;
    assert!(admin(database, &["mutes"]).await.stdout.contains(&one.id));
    // The notice is read with the same orders.
    done(database, &["say", "muted"]).await;
    let _told = live.sockets.first.until_type("notice").await;
    let again = json!({"type": "chat", "id": "s2", "text": "still here"});
    live.sockets.first.refused(&again, "muted").await;
    live.play().await;
    let own = server.send(Request::get("/api/me/warnings").by(&one)).await.ok();
    assert_eq!(own["warnings"][0]["text"], "Please be kind");
    assert!(own["muted_until"].is_u64(), "{own}");
    let read = Request::new(Method::DELETE, "/api/me/warnings").by(&one);
    assert_eq!(server.send(read).await.status, 204);
    done(database, &["unmute", &one.id]).await;
    let own = server.send(Request::get("/api/me/warnings").by(&one)).await.ok();
    assert_eq!(own, json!({"warnings": [], "muted_until": null, "handled": []}));
    done(database, &["say", "unmuted"]).await;
    let _told = live.sockets.first.until_type("notice").await;
    live.sockets.first.done(&json!({"type": "chat", "id": "s3", "text": "sorry"})).await;
    assert!(!admin(database, &["unmute", &one.id]).await.status.success(), "they may talk");
}

async fn chat_with_banned_words_is_refused(database: &Database) {
    let list = database.directory().join("words.txt");
    std::fs::write(&list, "# words\nrotten egg\n坏蛋\n").expect("it can be written");
    let list = list.to_str().expect("temporary paths are plain");
    let server = Server::start_with_flags(database, &["--word-list", list]).await;
    let mut live = Live::open(&server).await;
    for (number, text) in ["ROTTEN egg!", "你这壞 蛋"].iter().enumerate() {
        let say = json!({"type": "chat", "id": format!("s{number}"), "text": text});
        live.sockets.first.refused(&say, "word_filter").await;
    }
    live.sockets.first.done(&json!({"type": "chat", "id": "t", "text": "an eggplant"})).await;
    let guest = live.table.guests.first.clone();
    let name = json!({"name": "Rotten Egg"});
    let rename = Request::new(Method::PUT, "/api/me").by(&guest).json(&name);
    server.send(rename).await.is_problem(422, "bad_name");
}
