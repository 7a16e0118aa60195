//! A stranger on NATS repeats, delays, alters and forges messages between servers: players notice nothing,
//! and the servers count and log these messages.

use crate::live::Live;
use e2e::{Database, Heard, Nats, NewsClient, Request, Server, on_postgres, within};
use serde_json::Value;
use std::net::SocketAddr;
use tokio::net::TcpListener;
use yiguan::accounts::identity::Keys;

/// The key of the servers, and one that is not theirs.
const KEY: [u8; 32] = [0x0a; 32];
const STRANGE_KEY: [u8; 32] = [0xf5; 32];

/// How many messages of each kind are sent.
const TIMES: usize = 200;

/// A server with an address for its metrics.
struct Node {
    server: Server,
    metrics: SocketAddr,
}

impl Node {
    async fn start(database: &Database, nats: &Nats) -> Self {
        let file = database.directory().join("keys");
        std::fs::write(&file, "0a".repeat(32)).expect("it can be written");
        let free = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let metrics = free.local_addr().expect("it has an address");
        drop(free);
        let flags = [
            "--nats",
            &nats.address(),
            "--limits",
            "off",
            "--signing-keys",
            file.to_str().expect("temporary paths are plain"),
            "--metrics-bind",
            &metrics.to_string(),
        ];
        Self { server: Server::start_with_flags(database, &flags).await, metrics }
    }

    /// How many messages it counted of an outcome.
    async fn counted(&self, outcome: &str) -> usize {
        let text = Request::get("/metrics").send(self.metrics).await.text().to_owned();
        let name = format!("yiguan_news_total{{outcome=\"{outcome}\"}} ");
        let line = text.lines().find_map(|line| line.strip_prefix(&name));
        line.expect("it is counted").parse().expect("a number")
    }

    /// Waits until it has counted so many, and no more.
    async fn until_counted(&self, outcome: &str, number: usize) {
        within(outcome, async { while self.counted(outcome).await < number {} }).await;
        assert_eq!(self.counted(outcome).await, number, "{outcome}");
    }

    /// Since when its news may be incomplete.
    async fn stale_since(&self) -> Option<u64> {
        self.server.send(Request::get("/readyz")).await.json()["stale_since"].as_u64()
    }

    async fn lists(&self, id: &str) -> bool {
        let lobby = self.server.send(Request::get("/api/matches?state=live")).await.json();
        let matches = lobby["matches"].as_array().expect("a list");
        matches.iter().any(|found: &Value| found["id"] == id)
    }

    async fn until_listed(&self, id: &str) {
        within("the lobby shows it", async { while !self.lists(id).await {} }).await;
    }
}

/// A message with a signature by some key.
fn signed(key: [u8; 32], text: &str) -> Vec<u8> {
    let signature = Keys::new(key, &[]).signatures().sign(&[b"news", text.as_bytes()]);
    format!("{text} {signature}").into_bytes()
}

/// The text of a message without its signature.
fn text(heard: &Heard) -> String {
    let text = String::from_utf8(heard.payload.clone()).expect("it is text");
    text.rsplit_once(' ').expect("it is signed").0.to_owned()
}

/// Messages that no server sends, made of one that a server sent.
fn forged(heard: &Heard) -> Vec<Vec<u8>> {
    let own = text(heard);
    let mut altered = heard.payload.clone();
    altered[10] ^= 1;
    let mut signed_otherwise = heard.payload.clone();
    signed_otherwise.pop();
    vec![
        altered,
        signed_otherwise,
        signed(STRANGE_KEY, &own),
        own.into_bytes(),
        signed(KEY, r#"{"version":1,"node":"first"}"#),
        signed(KEY, "HTTP/1.1 200 OK"),
        vec![b'x'; 2_000],
        vec![0xff; 20],
        Vec::new(),
    ]
}

#[tokio::test]
async fn strange_messages_disturb_no_player_and_are_counted() {
    on_postgres(async |database| {
        let nats = Nats::start();
        let (one, other) = (Node::start(database, &nats).await, Node::start(database, &nats).await);
        let nodes = [&one, &other];
        for node in nodes {
            let complete = async { while node.stale_since().await.is_some() {} };
            within("news is complete", complete).await;
            // The first message that a server accepts of another is a gap.
            within("it knows the other", async { while node.counted("gap").await == 0 {} }).await;
        }
        let mut live = Live::open(&one.server).await;
        live.sit_again(&other.server).await;
        other.until_listed(&live.table.id).await;

        let mut stranger = NewsClient::connect(&nats).await;
        let recorded = [stranger.next().await, stranger.next().await, stranger.next().await];
        let subject = recorded[0].subject.clone();
        let mut before = [0; 2];
        for (node, late) in nodes.into_iter().zip(&mut before) {
            assert_eq!(node.counted("refused").await, 0);
            *late = node.counted("late").await;
        }
        // Recorded messages come late, repeatedly, and in another order.
        for number in 0..TIMES {
            let message = &recorded[(number * 2) % recorded.len()];
            stranger.publish(&subject, &message.payload).await;
            if number % 50 == 0 {
                live.play().await;
            }
        }
        for (node, late) in nodes.into_iter().zip(before) {
            node.until_counted("late", late + TIMES).await;
        }
        // Messages of servers of another version, and of a node that does not exist.
        for number in 0..TIMES {
            let foreign = format!(r#"{{"version":{},"shape":"unknown"}}"#, 2 + number);
            stranger.publish(&subject, &signed(KEY, &foreign)).await;
        }
        for node in nodes {
            node.until_counted("foreign", TIMES).await;
        }
        live.play().await;
        let unknown = [one.counted("unknown").await, other.counted("unknown").await];
        let news = r#"{"version":1,"node":999,"epoch":1,"number":1,"news":"orders"}"#;
        stranger.publish(&subject, &signed(KEY, news)).await;
        for (node, before) in nodes.into_iter().zip(unknown) {
            node.until_counted("unknown", before + 1).await;
        }
        let mut refused = 0;
        for message in forged(&recorded[0]).iter().cycle().take(TIMES) {
            stranger.publish(&subject, message).await;
            refused += 1;
            if refused % 50 == 0 {
                live.play().await;
            }
        }
        for node in nodes {
            node.until_counted("refused", refused).await;
        }

        // News stayed complete, and the servers still receive the messages of each other.
        for node in nodes {
            assert_eq!(node.stale_since().await, None);
        }
        live.play().await;
        let after = Live::open(&other.server).await;
        one.until_listed(&after.table.id).await;
        for node in [one, other] {
            let log = node.server.terminate().await.stderr;
            let lines = log.lines().filter(|line| line.contains("cannot be used"));
            let lines: Vec<&str> = lines.collect();
            assert_eq!(lines.len(), 2, "one line for each kind: {lines:?}");
            assert!(lines[0].contains("version 2, not 1"), "{lines:?}");
            assert!(lines[1].contains("signature is not of these servers"), "{lines:?}");
        }
    })
    .await;
}
