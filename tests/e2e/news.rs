//! News between servers over NATS: changes of one show at the other at once, and after NATS was away.

use crate::live::Live;
use crate::names::call;
use crate::process::{FREE, check_refused, serve};
use e2e::{Certificate, Database, Nats, Request, Server, on_postgres, within};
use engine::Side;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

async fn start(database: &Database, address: &str) -> Server {
    Server::start_with_flags(database, &["--nats", address, "--limits", "off"]).await
}

/// Waits until a server has its news, or has not.
async fn until_stale(server: &Server, is_stale: bool) {
    within("news comes or does not", async {
        loop {
            let ready = server.send(Request::get("/readyz")).await.json();
            if ready["stale_since"].is_u64() == is_stale {
                return;
            }
        }
    })
    .await;
}

async fn listed(server: &Server, id: &str) -> Value {
    let lobby = server.send(Request::get("/api/matches?state=live")).await.json();
    let mut matches = lobby["matches"].as_array().expect("a list").iter();
    matches.find(|found| found["id"] == id).cloned().unwrap_or_default()
}

async fn until_listed(server: &Server, id: &str, is_there: bool) {
    within("the lobby shows it or not", async {
        while listed(server, id).await.is_object() != is_there {}
    })
    .await;
}

#[tokio::test]
async fn lobby_follows_while_nats_is_killed_and_after_it() {
    on_postgres(async |database| {
        let mut nats = Nats::start();
        let address = nats.address();
        let (one, other) = (start(database, &address).await, start(database, &address).await);
        for server in [&one, &other] {
            until_stale(server, false).await;
        }
        let mut before = Live::open(&one).await;
        until_listed(&other, &before.table.id, true).await;
        nats.kill().await;
        until_stale(&one, true).await;
        until_stale(&other, true).await;
        // Play does not wait for it: matches continue, and the other server reads the database.
        before.play().await;
        let during = Live::open(&other).await;
        until_listed(&one, &during.table.id, true).await;
        nats.start_again();
        for server in [&one, &other] {
            until_stale(server, false).await;
        }
        let mut after = Live::open(&one).await;
        until_listed(&other, &after.table.id, true).await;
        after.play().await;
    })
    .await;
}

#[tokio::test]
async fn server_without_nats_starts_next_to_no_other() {
    on_postgres(async |database| {
        let nats = Nats::start();
        let one = start(database, &nats.address()).await;
        check_refused(&serve(database, FREE).await, "several servers need `--nats`");
        // Rows of servers that are gone do not count.
        one.kill().await;
        let alone = Server::start_with_flags(database, &["--nats", ""]).await;
        Live::open(&alone).await.play().await;
    })
    .await;
}

/// Answers connections as a web server would; waits for so many of them.
async fn answer_as_http(listener: &TcpListener, times: usize) {
    for _ in 0..times {
        let (mut stream, _) = within("it connects", listener.accept()).await.expect("a stream");
        let answer = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n";
        stream.write_all(answer).await.expect("it reads");
    }
}

/// Where another program answers, the log reports it and players notice nothing.
#[tokio::test]
async fn wrong_address_of_nats_disturbs_no_player() {
    on_postgres(async |database| {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it has an address");
        let server = start(database, &format!("nats://hall:secret@{address}")).await;
        // When it tries again, it has logged the first failure.
        answer_as_http(&listener, 3).await;
        Live::open(&server).await.play().await;
        until_stale(&server, true).await;
        let log = server.terminate().await.stderr;
        let failures = log.lines().filter(|line| line.contains("NATS cannot be reached"));
        let failures = failures.filter(|line| line.contains("HTTP/1.1 400"));
        assert_eq!(failures.count(), 1, "once for one cause: {log}");
        assert!(!log.contains("secret"), "{log}");
    })
    .await;
}

#[tokio::test]
async fn nats_receives_credentials_of_server() {
    on_postgres(async |database| {
        let nats = Nats::start_with(&["--user", "hall", "--pass", "right"]);
        let right = format!("nats://hall:right@127.0.0.1:{}", nats.port());
        let server = start(database, &right).await;
        until_stale(&server, false).await;
        server.terminate().await;
        let wrong = format!("nats://hall:mistaken@127.0.0.1:{}", nats.port());
        let server = start(database, &wrong).await;
        Live::open(&server).await.play().await;
        until_stale(&server, true).await;
        assert!(!server.terminate().await.stderr.contains("mistaken"));
    })
    .await;
}

#[tokio::test]
async fn nats_is_reached_over_tls_by_its_authority() {
    on_postgres(async |database| {
        let certificate = Certificate::of("localhost");
        let (own, key) = (certificate.path(), certificate.key_path());
        let nats = Nats::start_with(&["--tls", "--tlscert", &own, "--tlskey", &key]);
        let address = format!("tls://localhost:{}", nats.port());
        let flags = ["--nats", &address, "--nats-ca", &own];
        let server = Server::start_with_flags(database, &flags).await;
        until_stale(&server, false).await;
        server.terminate().await;
        // An untrusted authority.
        let server = start(database, &address).await;
        until_stale(&server, true).await;
        Live::open(&server).await.play().await;
    })
    .await;
}

#[tokio::test]
async fn new_name_shows_in_matches_of_other_servers() {
    on_postgres(async |database| {
        let nats = Nats::start();
        let address = nats.address();
        let (one, other) = (start(database, &address).await, start(database, &address).await);
        let mut live = Live::open(&one).await;
        until_listed(&other, &live.table.id, true).await;
        let [first, second] = Side::ALL;
        let guest = live.table.guests[second].clone();
        let before = live.sockets[first].seq();
        call(&other, &guest, &json!("Li")).await;
        let event = live.sockets[first].until_kind("renamed", before).await;
        assert_eq!(event["player"]["name"], "Li");
    })
    .await;
}
