//! Attempts of a stranger: to take more than a share, to make the server wait, to learn a token
//! from a log, to find an unlisted room.

use crate::live::{GAME, Live, bare};
use crate::on_both;
use e2e::{Database, Exit, Method, Request, Server, Socket, run_to_exit, within};
use serde_json::json;
use std::collections::HashSet;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

on_both!(
    rooms_of_one_address_are_limited_and_moves_are_not,
    control_frames_are_not_for_free,
    slow_clients_are_cut_off,
    endless_messages_are_cut_off_and_use_up_sockets,
    heads_are_bounded,
    no_token_is_in_the_log,
    hidden_rooms_are_in_no_list_and_cannot_be_guessed,
    proxy_names_client_address,
    keys_can_be_replaced,
    ignored_settings_are_reported,
);

/// By link: of those in the list an address has fewer.
fn body() -> Request {
    Request::post("/api/matches").json(&json!({"game": GAME, "visibility": "link"}))
}

async fn rooms_of_one_address_are_limited_and_moves_are_not(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let mut made = 0;
    let refused = loop {
        let answer = server.send(body()).await;
        if answer.status != 201 {
            break answer;
        }
        made += 1;
        assert!(made < 1_000, "nobody needs so many rooms");
    };
    refused.is_problem(429, "rate");
    // Two a second come back.
    assert_eq!(refused.header("retry-after"), Some("1"));
    // Those who play are not asked to pay for it.
    live.play().await;
    live.play().await;
}

async fn control_frames_are_not_for_free(database: &Database) {
    let server = Server::start(database).await;
    let live = Live::open(&server).await;
    for path in ["/ws/lobby".to_owned(), format!("/ws/matches/{}", live.table.id)] {
        let mut socket = Socket::open(server.address(), &path, None).await;
        for _ in 0..200 {
            // Once it is closed the rest cannot be sent.
            if socket.try_send(Message::Ping(Vec::new().into())).await.is_err() {
                break;
            }
        }
        // A connection that is reset has no close frame.
        assert!(matches!(socket.until_closed().await, Some(1_008) | None), "{path}");
    }
}

/// Waits until the server closes a connection on which `begin` is all that comes.
async fn until_cut_off(server: &Server, begin: &str) {
    within("it is cut off", async {
        let mut stream = TcpStream::connect(server.address()).await.expect("the server listens");
        stream.write_all(begin.as_bytes()).await.expect("it reads");
        let mut answer = Vec::new();
        // A reset means the same.
        let _ = stream.read_to_end(&mut answer).await;
    })
    .await;
}

async fn slow_clients_are_cut_off(database: &Database) {
    let server = Server::start(database).await;
    let body = "POST /api/matches HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        content-length: 100\r\n\r\n{";
    let idle = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    tokio::join!(
        until_cut_off(&server, ""),
        until_cut_off(&server, "GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: "),
        until_cut_off(&server, body),
        until_cut_off(&server, idle),
    );
}

/// Opens a socket and sends empty fragments of one message until it is closed; whether it was opened.
async fn send_fragments(server: &Server) -> bool {
    let mut stream = TcpStream::connect(server.address()).await.expect("the server listens");
    let head = "GET /ws/lobby HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\n\
        upgrade: websocket\r\nsec-websocket-version: 13\r\n\
        sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("it reads");
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.expect("it answers");
    if status == *b"HTTP/1.1 429" {
        return false;
    }
    assert_eq!(status, *b"HTTP/1.1 101");
    // A text frame without its end, then continuations: masked, and empty.
    stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await.expect("it reads");
    while stream.write_all(&[[0x00, 0x80, 0, 0, 0, 0]; 100].concat()).await.is_ok() {}
    true
}

async fn endless_messages_are_cut_off_and_use_up_sockets(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let mut opened = 0;
    while within("it is cut off or refused", send_fragments(&server)).await {
        opened += 1;
        assert!(opened < 100, "an address opens 250 at once at most");
    }
    // Those who play have opened theirs.
    live.play().await;
    live.play().await;
}

async fn heads_are_bounded(database: &Database) {
    let server = Server::start(database).await;
    let long = Request::get(&format!("/api/position.svg?game={}", "x".repeat(20_000)));
    assert!(matches!(server.send(long).await.status.as_u16(), 414 | 431));
    let many = (0..100)
        .fold(Request::get("/"), |request, number| request.header(&format!("x-{number}"), "x"));
    assert_eq!(server.send(many).await.status, 431);
    let large = Request::get("/").header("x", &"x".repeat(20_000));
    assert_eq!(server.send(large).await.status, 431);
    for path in ["/api/matches", "/api/guests"] {
        let answer = server.send(Request::new(Method::PUT, path)).await;
        answer.is_problem(405, "method_not_allowed");
    }
}

/// Whether a text is in a log, as it is or as the bytes of a frame.
fn is_logged(log: &str, text: &str) -> bool {
    let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    log.contains(text) || log.to_lowercase().contains(&hex)
}

/// Logs as much as it can while people come by cookie and by token, play, chat and go.
async fn no_token_is_in_the_log(database: &Database) {
    let log = "trace,tungstenite::protocol=trace,tokio_tungstenite=trace,[match]=trace";
    let server = Server::start_with_flags(database, &["--log", log]).await;
    let visit = server.send(Request::get("/")).await;
    let cookie = visit.header("set-cookie").and_then(|cookie| cookie.split(';').next());
    let cookie = cookie.expect("a newcomer gets one").to_owned();
    let me = Request::get("/api/me").header("cookie", &cookie);
    assert_eq!(server.send(me).await.status, 200);
    let made = server.send(body().header("cookie", &cookie)).await;
    assert_eq!(made.status, 201);
    let mut live = Live::open(&server).await;
    live.play().await;
    let say = json!({"type": "chat", "id": "s", "text": "a secret between the two of us"});
    live.sockets.first.done(&say).await;
    live.sockets.first.done(&bare("resign", "r")).await;
    let forged = format!("{}x", live.table.guests.first.token);
    let forged = Request::get("/api/me").header("authorization", &format!("Bearer {forged}"));
    server.send(forged).await.is_problem(401, "bad_token");
    let tokens = [
        cookie.split_once('=').expect("a name and a value").1.to_owned(),
        live.table.guests.first.token.clone(),
        live.table.guests.second.token.clone(),
    ];
    let exit = server.terminate().await;
    assert!(exit.stderr.contains("TRACE"), "it says as much as it can");
    assert!(!is_logged(&exit.stderr, "a secret between"), "chat is in the log");
    for token in tokens {
        let mac = token.rsplit('.').next().expect("split gives one at least");
        assert!(!exit.stderr.contains(mac), "a token is in the log");
    }
}

async fn hidden_rooms_are_in_no_list_and_cannot_be_guessed(database: &Database) {
    let server = Server::start(database).await;
    let mut lobby = Socket::open(server.address(), "/ws/lobby", None).await;
    lobby.until_type("matches").await;
    let mut hidden = HashSet::new();
    for _ in 0..20 {
        let body = json!({"game": GAME, "visibility": "link"});
        let made = server.send(Request::post("/api/matches").json(&body)).await.ok();
        hidden.insert(made["id"].as_str().expect("an id").to_owned());
    }
    for id in &hidden {
        // The version of a UUID that is random throughout: RFC 9562, 5.4.
        assert_eq!(id.as_bytes()[14], b'4', "{id}");
    }
    let heads: HashSet<&str> = hidden.iter().map(|id| &id[..8]).collect();
    assert!(heads.len() > 18, "they have nothing in common: {hidden:?}");
    let public = Request::post("/api/matches").json(&json!({"game": GAME}));
    let public = server.send(public).await.ok();
    for path in ["/api/matches", "/api/matches?state=live"] {
        let listed = server.send(Request::get(path)).await;
        assert!(!hidden.iter().any(|id| listed.text().contains(id)), "{path}");
    }
    // The lobby sends changes in order, so that nothing of the hidden ones is still to come.
    loop {
        let message = lobby.message().await.to_string();
        assert!(!hidden.iter().any(|id| message.contains(id)), "{message}");
        if message.contains(public["id"].as_str().expect("an id")) {
            break;
        }
    }
}

async fn proxy_names_client_address(database: &Database) {
    let plain = Server::start(database).await;
    let exhaust = async |server: &Server, name: &str, value: &str| {
        for _ in 0..1_000 {
            let answer = server.send(body().header(name, value)).await;
            if answer.status == 429 {
                return;
            }
        }
        panic!("nobody needs so many rooms");
    };
    // Two rooms a second come back, so that one more may be granted in between; a client that counts as
    // another has a hundred.
    let shares = async |server: &Server, one: &str, other: &str| {
        for _ in 0..10 {
            exhaust(server, "x-forwarded-for", one).await;
            let answer = server.send(body().header("x-forwarded-for", other)).await;
            if answer.status == 429 {
                answer.is_problem(429, "rate");
                return;
            }
        }
        panic!("{one} and {other} are limited apart");
    };
    // The headers of a client that is no proxy do not count.
    shares(&plain, "192.0.2.1", "192.0.2.2").await;
    assert!(plain.terminate().await.status.success());

    let behind = Server::start_with_flags(database, &["--proxies", "127.0.0.1"]).await;
    let (one, same) = ("203.0.113.9, 192.0.2.1", "198.51.100.7, 192.0.2.1, 127.0.0.1");
    shares(&behind, one, same).await;
    let other = body().header("x-forwarded-for", "192.0.2.1, 192.0.2.2");
    assert_eq!(behind.send(other).await.status, 201);
}

async fn keys_can_be_replaced(database: &Database) {
    let file = database.directory().join("keys");
    let path = file.to_str().expect("temporary paths are plain").to_owned();
    let (old, new) = ("0a".repeat(32), "f5".repeat(32));
    let with_keys = async |text: &str| {
        std::fs::write(&file, text).expect("writable");
        Server::start_with_flags(database, &["--signing-keys", &path]).await
    };
    let server = with_keys(&format!("{old}\n")).await;
    let guest = server.guest().await;
    assert!(server.terminate().await.status.success());

    let server = with_keys(&format!("# from today\n{new}\n{old}\n")).await;
    let me = server.send(Request::get("/api/me").by(&guest)).await.ok();
    assert_eq!(me["id"], guest.id);
    let late = server.guest().await;
    assert!(server.terminate().await.status.success());

    let server = with_keys(&format!("{new}\n")).await;
    server.send(Request::get("/api/me").by(&guest)).await.is_problem(401, "bad_token");
    assert_eq!(server.send(Request::get("/api/me").by(&late)).await.ok()["id"], late.id);
    assert!(server.terminate().await.status.success());

    std::fs::write(&file, format!("{new}\nsecret\n")).expect("writable");
    let directory = database.directory().to_str().expect("temporary paths are plain");
    let mut arguments = vec!["--bind", "127.0.0.1:0", "--data-dir", directory];
    arguments.extend(["--signing-keys", path.as_str()]);
    if let Some(url) = database.url() {
        arguments.extend(["--database", url]);
    }
    let Exit { status, stderr, .. } = run_to_exit(&arguments).await;
    assert!(!status.success() && stderr.contains("line 2 is not a key"), "{stderr}");
    assert!(!stderr.contains("secret") && !stderr.contains(&new), "{stderr}");
}

async fn ignored_settings_are_reported(database: &Database) {
    let server = Server::start(database).await;
    let rated = json!({"game": GAME, "rated": true});
    let refused = server.send(Request::post("/api/matches").json(&rated)).await;
    refused.is_problem(403, "not_registered");
    let elsewhere = json!({"game": GAME, "rated": true, "position": "4/wwww/bbbb/4 b -"});
    let refused = server.send(Request::post("/api/matches").json(&elsewhere)).await;
    refused.is_problem(422, "not_ratable");
    assert_eq!(refused.header("retry-after"), None, "waiting does not help");
}
