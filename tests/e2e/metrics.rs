//! The metrics for operators, and their address.

use crate::live::Live;
use crate::on_both;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use e2e::{Answer, Database, Request, Server, run_to_exit};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use tokio::net::TcpListener;

/// The address of the list of all counts.
const OPERATIONS: &str = include_str!("../../docs/operations.md");

on_both!(
    what_happens_is_counted_on_an_address_of_its_own,
    metrics_and_reports_ask_for_the_password,
    json_log_has_numbers_as_numbers,
    requests_are_logged_with_their_address_when_asked_for,
);

/// The value in the line of that name.
#[track_caller]
fn value(answer: &Answer, name: &str) -> f64 {
    let line = answer.text().lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let line = line.unwrap_or_else(|| panic!("{name} is not in {}", answer.text()));
    line.parse().expect("a number")
}

async fn what_happens_is_counted_on_an_address_of_its_own(database: &Database) {
    // A port that was free just now.
    let probe = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address: SocketAddr = probe.local_addr().expect("it is bound");
    drop(probe);
    let flags = ["--metrics-bind", &address.to_string()];
    let server = Server::start_with_flags(database, &flags).await;
    let metrics = async || Request::get("/metrics").send(address).await;
    let before = metrics().await;
    assert_eq!(before.status, 200);
    assert!(before.header("content-type").is_some_and(|kind| kind.contains("openmetrics")));
    for name in [
        "yiguan_moves_total",
        "yiguan_matches",
        "yiguan_connections",
        "yiguan_draining",
        // An alert on an increase needs the 0 before it.
        "yiguan_nacks_total{code=\"stale\"}",
        "yiguan_nacks_total{code=\"full\"}",
        "yiguan_store_errors_total{kind=\"unavailable\"}",
        "yiguan_store_errors_total{kind=\"failed\"}",
        "yiguan_pushes_total{outcome=\"gone\"}",
        "yiguan_mails_total{outcome=\"failed\"}",
        "yiguan_game_moves_total{game=\"shogi\"}",
        "yiguan_games_ended_total{game=\"tui-da-che\"}",
        "yiguan_requests_total{status=\"5xx\"}",
        "yiguan_requests_total{status=\"429\"}",
        "yiguan_request_seconds_count{kind=\"file\"}",
    ] {
        assert_eq!(value(&before, name), 0.0, "{name}");
    }
    let series = |answer: &Answer| {
        let lines = answer.text().lines().filter(|line| line.starts_with("yiguan_"));
        lines.filter_map(|line| Some(line.split_once(' ')?.0.to_owned())).collect::<BTreeSet<_>>()
    };
    let from_the_start = series(&before);

    let mut live = Live::open(&server).await;
    live.play().await;
    live.play().await;
    let side = live.side();
    let stale = json!({"type": "play", "id": "late", "ply": 0, "move": "a1a2"});
    live.sockets[side].refused(&stale, "stale").await;
    server.send(Request::get("/nothing")).await.is_problem(404, "not_found");

    let after = metrics().await;
    for (name, expected) in [
        ("yiguan_moves_total", 2.0),
        ("yiguan_game_moves_total{game=\"tui-da-che\"}", 2.0),
        ("yiguan_matches", 1.0),
        ("yiguan_live", 1.0),
        ("yiguan_connections", 2.0),
        ("yiguan_ack_seconds_count", 2.0),
        ("yiguan_nacks_total{code=\"stale\"}", 1.0),
        ("yiguan_requests_total{status=\"4xx\"}", 1.0),
        ("yiguan_ready", 1.0),
        ("yiguan_queue", 0.0),
    ] {
        assert_eq!(value(&after, name), expected, "{name}");
    }
    let added: Vec<String> = series(&after).difference(&from_the_start).cloned().collect();
    assert_eq!(added, [""; 0], "series that did not exist at 0");
    // The match's beginning, the other seat, two actions, and who is there.
    assert!(value(&after, "yiguan_commit_seconds_count") >= 4.0);
    assert!(value(&after, "yiguan_commit_appends_sum") >= 4.0);

    assert!(value(&after, "yiguan_request_seconds_count{kind=\"api\"}") >= 3.0);
    assert!(value(&after, "process_resident_memory_bytes") > 1_000_000.0);
    assert!(value(&after, "process_open_fds") > 3.0);
    assert!(value(&after, "process_cpu_seconds_total") >= 0.0);

    // Every metric of the dashboard and the alerts exists.
    for file in [include_str!("../../deploy/grafana.json"), include_str!("../../deploy/alerts.yml")]
    {
        let is_part = |c: char| c.is_ascii_lowercase() || c == '_';
        for word in file.split(|c| !is_part(c)) {
            let metric = ["yiguan_", "process_"].iter().any(|start| word.starts_with(start));
            let family = word.trim_end_matches("_bucket").trim_end_matches("_total");
            let family = family.trim_end_matches("_sum").trim_end_matches("_count");
            let family = family.trim_end_matches("_info");
            // A family without a count yet is in the document only.
            let listed = OPERATIONS.contains(&format!("`{word}"));
            let type_line = format!("# TYPE {family} ");
            let told = listed || after.text().lines().any(|line| line.starts_with(&type_line));
            assert!(!metric || told, "{word} is not in {}", after.text());
        }
    }

    // Players have no business with it.
    server.send(Request::get("/metrics")).await.is_problem(404, "not_found");
    assert_eq!(Request::get("/api/games").send(address).await.status, 404);
    assert!(server.terminate().await.status.success());
}

async fn requests_are_logged_with_their_address_when_asked_for(database: &Database) {
    for asked in [true, false] {
        let flags: &[&str] =
            if asked { &["--access-log", "--log", "warn,yiguan::access=info"] } else { &[] };
        let server = Server::start_with_flags(database, flags).await;
        let guest = server.guest().await;
        let me = server.send(Request::get("/api/me?secret=1").by(&guest)).await;
        assert_eq!(me.ok()["id"], guest.id.as_str());
        server.send(Request::get("/nothing")).await.is_problem(404, "not_found");
        let log = server.terminate().await.stderr;
        let lines: Vec<&str> =
            log.lines().filter(|line| line.contains("client=127.0.0.1")).collect();
        assert!(!log.contains(&guest.token) && !log.contains("secret"), "{log}");
        if !asked {
            assert_eq!(lines, [""; 0], "nobody asked for it");
            continue;
        }
        let me = lines.iter().find(|line| line.contains("/api/me")).expect("a line for each");
        assert!(me.contains("status=200") && me.contains(&guest.id), "{me}");
        assert!(lines.iter().any(|line| line.contains("status=404")), "{log}");
    }
}

async fn metrics_and_reports_ask_for_the_password(database: &Database) {
    let directory = database.directory().to_str().expect("temporary paths are plain");
    let open = ["--bind", "127.0.0.1:0", "--data-dir", directory, "--metrics-bind", "0.0.0.0:0"];
    let refused = run_to_exit(&open).await;
    assert!(!refused.status.success(), "other machines could read it");
    assert!(refused.stderr.contains("--metrics-password-file"), "{}", refused.stderr);

    let probe = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address: SocketAddr = probe.local_addr().expect("it is bound");
    drop(probe);
    let password = "correct horse battery staple";
    let file = database.directory().join("password");
    std::fs::write(&file, format!("{password}\n")).expect("there is room");
    let file = file.to_str().expect("temporary paths are plain");
    let bind = format!("0.0.0.0:{}", address.port());
    let flags = ["--metrics-bind", &bind, "--metrics-password-file", file];
    let server = Server::start_with_flags(database, &flags).await;
    let basic =
        |password: &str| format!("Basic {}", BASE64_STANDARD.encode(format!("p:{password}")));
    for path in ["/metrics", "/reports", "/reports/pairs", "/reports.css", "/nothing"] {
        for wrong in [None, Some(basic("wrong")), Some("Bearer wrong".to_owned())] {
            let request = Request::get(path);
            let request = match &wrong {
                Some(value) => request.header("authorization", value),
                None => request,
            };
            let answer = request.send(address).await;
            assert_eq!(answer.status, 401, "{path}, {wrong:?}");
            assert!(answer.header("www-authenticate").is_some_and(|it| it.starts_with("Basic")));
            assert!(!answer.text().contains("yiguan_"), "{path}: {answer:?}");
        }
        let expected = if path == "/nothing" { 404 } else { 200 };
        for right in [basic(password), format!("Bearer {password}")] {
            let answer = Request::get(path).header("authorization", &right).send(address).await;
            assert_eq!(answer.status, expected, "{path}: {answer:?}");
        }
    }
    let close = Request::post("/reports/close").body("token=none").send(address).await;
    assert_eq!(close.status, 401, "{close:?}");
    let exit = server.terminate().await;
    assert!(exit.status.success() && !exit.stderr.contains(password), "{}", exit.stderr);
}

async fn json_log_has_numbers_as_numbers(database: &Database) {
    let flags = ["--access-log", "--log-format", "json"];
    let server = Server::start_with_flags(database, &flags).await;
    assert_eq!(server.send(Request::get("/api/games")).await.status, 200);
    let log = server.terminate().await.stderr;
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let lines: Vec<Value> = lines.collect();
    let line = lines.iter().find(|line| line["path"] == "/api/games").expect("it is logged");
    assert!(line["millis"].is_u64() && line["status"].is_u64(), "{line}");
    for line in &lines {
        for (name, value) in line.as_object().expect("an object") {
            let is_number = value.as_str().is_some_and(|text| text.parse::<u64>().is_ok());
            assert!(!is_number, "{name} is a number as text: {line}");
        }
    }
}
