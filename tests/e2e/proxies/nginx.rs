//! `deploy/nginx.conf` in front of servers: every request arrives, none of its limits is missing, and
//! with two servers a client does not notice that there is more than one.

use super::{CLIENT, FLAGS, HOST, Place, Proxy, answered, connect_from, replaced, upstreams};
use crate::live::{GAME, bare};
use e2e::{Request, Server, on_postgres, within};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

const CONFIGURATION: &str = include_str!("../../../deploy/nginx.conf");

const NGINX: &str = "/usr/sbin/nginx";

/// The example with the addresses, the certificate and the paths of a test.
fn configuration(place: &Place, text: &str, servers: [String; 2]) -> String {
    let [one, other] = servers;
    let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let folders = folders.map(|kind| format!("\n{kind}_temp_path {};", place.path(kind)));
    replaced(
        text,
        &[
            ("listen 80;", format!("listen {};", place.plain)),
            ("listen [::]:80;", format!("listen unix:{};", place.path("plain6.sock"))),
            ("listen 443;", format!("listen {};", place.tls)),
            ("listen [::]:443;", format!("listen unix:{};", place.path("tls6.sock"))),
            ("/run/nginx-yiguan-", place.path("inner-")),
            ("/run/nginx.pid", place.path("pid")),
            ("/etc/letsencrypt/live/play.example.org/fullchain.pem", place.certificate.path()),
            ("/etc/letsencrypt/live/play.example.org/privkey.pem", place.certificate.key_path()),
            ("10.0.0.1:8080", one),
            ("10.0.0.2:8080", other),
            ("http {\n", format!("http {{{}\n", folders.concat())),
        ],
    )
}

impl Proxy {
    /// nginx with the example's configuration.
    pub(super) async fn nginx(servers: &[&Server]) -> Self {
        Self::nginx_with(CONFIGURATION, servers).await
    }

    /// nginx with a variation of it.
    async fn nginx_with(text: &str, servers: &[&Server]) -> Self {
        let place = Place::new().await;
        let text = configuration(&place, text, upstreams(servers));
        let arguments = ["-g", "daemon off; master_process off;", "-e", "stderr", "-c"];
        Self::start(place, NGINX, &arguments, &text).await
    }
}

/// The values of a directive in the configuration as nginx itself reads it.
fn values<'a>(dump: &'a str, directive: &str) -> Vec<&'a str> {
    let lines = dump.lines().map(str::trim);
    let values = lines.filter_map(|line| line.strip_prefix(directive)?.strip_prefix(' '));
    values.filter_map(|value| value.trim().strip_suffix(';')).collect()
}

#[tokio::test]
async fn two_servers_behind_nginx_are_one() {
    on_postgres(async |database| {
        let (one, other) = tokio::join!(
            Server::start_with_flags(database, &FLAGS),
            Server::start_with_flags(database, &FLAGS)
        );
        let nginx = Proxy::nginx(&[&one, &other]).await;
        let [first, second] = [nginx.guest().await, nginx.guest().await];
        let mut matches = Vec::new();
        for _ in 0..6 {
            let id = nginx.create(&first, &json!({"game": GAME, "seat": "first"})).await;
            let join = Request::post(&format!("/api/matches/{id}/join")).by(&second);
            assert_eq!(nginx.send(join).await.ok(), json!({"seat": "second"}));
            matches.push(id);
        }
        for round in 0..5 {
            for id in &matches {
                let answer = nginx.get(&format!("/api/matches/{id}")).await;
                assert_eq!(answer.status, 200, "round {round}: {answer:?}");
                drop(nginx.follow(id, None).await);
            }
            for path in ["/", "/api/games", "/api/matches", "/readyz"] {
                assert_eq!(nginx.get(path).await.status, 200, "round {round}: {path}");
            }
        }
        // A join reaches the server that has the match.
        let joined = Request::post(&format!("/api/matches/{}/join", matches[0]));
        let joined = nginx.send(joined.header("origin", "https://play.example.org")).await;
        joined.is_problem(409, "seat_taken");
        let mut player = nginx.follow(&matches[1], Some(&first)).await;
        player.done(&bare("resign", "r")).await;

        // nginx gives up a server that does not respond after some seconds, one that is gone at once.
        other.freeze().await;
        for _ in 0..2 {
            assert_eq!(nginx.get("/api/games").await.status, 200);
        }
        other.signal("CONT").await;
        other.kill().await;
        for _ in 0..4 {
            assert_eq!(nginx.get("/api/games").await.status, 200);
        }
    })
    .await;
}

#[tokio::test]
async fn nginx_refuses_connection_401_of_an_address() {
    let database = e2e::Database::sqlite();
    let server = Server::start_with_flags(&database, &FLAGS).await;
    let nginx = Proxy::nginx(&[&server]).await;
    let held = answered(nginx.plain, 401).await;
    assert_eq!(held.len(), 400);
    // Connections with and without encryption count together.
    let mut refused = connect_from(held[0].local_addr().expect("an address").ip(), nginx.tls)
        .await
        .expect("the system accepts it");
    let end = within("the connection is refused", refused.read(&mut [0; 64])).await;
    assert!(matches!(end, Ok(0) | Err(_)), "{end:?}");
    // Another address is served.
    assert_eq!(nginx.get("/api/games").await.status, 200);
}

#[tokio::test]
async fn nginx_counts_ipv6_connections_by_network() {
    let (_, map) =
        CONFIGURATION.split_once("    map $remote_addr $client_network {").expect("a map");
    let (map, _) = map.split_once("    }\n").expect("it ends");
    let place = Place::new().await;
    // A server that answers with the key of the count; a line ahead has the client's address.
    let text = format!(
        "pid {};\ninclude /etc/nginx/modules-enabled/*.conf;\nevents {{ }}\nstream {{\n\
         map $remote_addr $client_network {{{map}}}\n\
         server {{ listen {} proxy_protocol; set_real_ip_from 127.0.0.0/8; \
         return $client_network; }} }}\n",
        place.path("pid"),
        place.tls,
    );
    let arguments = ["-g", "daemon off; master_process off;", "-e", "stderr", "-c"];
    let nginx = Proxy::start(place, NGINX, &arguments, &text).await;
    for (address, expected) in [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2:"),
        ("2001:db8:1:2::6", "2001:db8:1:2:"),
        ("2001:db8:1::6", "2001:db8:1::"),
        ("2001:db8::1:0:0:6", "2001:db8::"),
        ("2001:db8::6", "2001:db8::"),
        ("2001:db8:1:0:3:4:5:6", "2001:db8:1:0:"),
    ] {
        let mut stream = connect_from(CLIENT, nginx.tls).await.expect("it listens");
        let family = if address.contains(':') { ("TCP6", "::1") } else { ("TCP4", "127.0.0.1") };
        let head = format!("PROXY {} {address} {} 4000 443\r\n", family.0, family.1);
        stream.write_all(head.as_bytes()).await.expect("it is open");
        let mut answer = String::new();
        let read = within("an answer", stream.read_to_string(&mut answer)).await;
        read.expect("it is open");
        assert_eq!(answer, expected, "{address}");
    }
}

#[tokio::test]
async fn nginx_answers_unknown_names_with_421() {
    let database = e2e::Database::sqlite();
    let server = Server::start_with_flags(&database, &FLAGS).await;
    let nginx = Proxy::nginx(&[&server]).await;
    for host in ["198.51.100.7", "evil.example.org", "localhost"] {
        for address in [nginx.plain, nginx.entrance] {
            for path in ["/", "/api/games", "/ws/lobby"] {
                let answer = Request::get(path).header("host", host).send(address).await;
                assert_eq!(answer.status, 421, "{host}{path}: {answer:?}");
            }
        }
    }
    let redirected = Request::get("/games?x=1").header("host", HOST).send(nginx.plain).await;
    assert_eq!(redirected.status, 301);
    assert_eq!(redirected.header("location"), Some("https://play.example.org/games?x=1"));
}

#[tokio::test]
async fn nginx_bounds_idle_heads_and_bodies() {
    let database = e2e::Database::sqlite();
    let server = Server::start_with_flags(&database, &FLAGS).await;
    let place = Place::new().await;
    let text = configuration(&place, CONFIGURATION, upstreams(&[&server]));
    let file = place.path("configuration");
    std::fs::write(&file, text).expect("there is room");
    let dump = Command::new(NGINX).args(["-T", "-e", "stderr", "-c", &file]).output().await;
    let dump = String::from_utf8(dump.expect("nginx starts").stdout).expect("a text");
    for (directive, expected) in [
        ("client_header_timeout", ["10s"].as_slice()),
        ("client_body_timeout", &["20s"]),
        ("send_timeout", &["30s"]),
        ("limit_conn", &["connections 400"]),
        ("client_max_body_size", &["16k"]),
    ] {
        assert_eq!(values(&dump, directive), expected, "{directive}");
    }

    // The same with limits that are soon reached.
    let short = replaced(
        CONFIGURATION,
        &[
            ("client_header_timeout 10s;", "client_header_timeout 50ms;".to_owned()),
            ("client_body_timeout 20s;", "client_body_timeout 50ms;".to_owned()),
        ],
    );
    let nginx = Proxy::nginx_with(&short, &[&server]).await;
    let body = "POST /api/guests HTTP/1.1\r\nHost: play.example.org\r\n\
                Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    for (address, sent) in [
        (nginx.plain, "GET / HTTP/1.1\r\nHost: play."),
        (nginx.entrance, "GET / HTTP/1.1\r\nHost: play."),
        (nginx.entrance, body),
    ] {
        let mut stream = connect_from(CLIENT, address).await.expect("it listens");
        stream.write_all(sent.as_bytes()).await.expect("it is open");
        let mut answer = Vec::new();
        let end = within("nginx closes the connection", stream.read_to_end(&mut answer)).await;
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.contains(" 408 "), "{end:?}: {answer}");
    }
}
