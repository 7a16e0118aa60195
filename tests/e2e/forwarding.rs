//! Several servers on one Postgres, each of which answers for the matches of all: a request or a socket
//! that reaches another server than the holder is forwarded, and only the servers may forward.

use crate::live::{GAME, Live, bare};
use e2e::{Answer, Database, Frame, Method, Request, Server, Socket, on_postgres, within};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Two servers.
async fn two(database: &Database) -> (Server, Server) {
    tokio::join!(Server::start(database), Server::start(database))
}

async fn show(server: &Server, id: &str) -> Answer {
    patiently(server, || Request::get(&format!("/api/matches/{id}"))).await
}

/// The answer to a request of a server that may have to ask the holder for it.
async fn patiently(server: &Server, request: impl Fn() -> Request) -> Answer {
    request().send_until_served(server.address()).await
}

/// An address on which nothing listens.
async fn free_address() -> SocketAddr {
    let probe = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    probe.local_addr().expect("it is bound")
}

/// A match as a server shows it, without what changes by itself.
async fn shown(server: &Server, id: &str) -> Value {
    let mut shown = show(server, id).await.ok();
    for changing in ["now", "presence", "away"] {
        shown[changing] = Value::Null;
    }
    shown
}

/// Checks that a match cannot be reached, and that a client is asked to try again.
async fn is_away(server: &Server, id: &str) {
    let answer = server.send(Request::get(&format!("/api/matches/{id}"))).await;
    answer.is_problem(503, "busy");
    assert_eq!(answer.header("retry-after"), Some("1"));
}

#[tokio::test]
async fn match_is_played_by_way_of_any_server() {
    on_postgres(async |database| {
        let (one, other) = two(database).await;
        let mut here = Live::open(&one).await;
        here.play().await;
        for server in [&one, &other] {
            here.sit_again(server).await;
            here.play().await;
            let spectator = here.table.watch(server).await;
            here.play().await;
            drop(spectator);
        }
        // One player by way of each.
        here.sockets.second = here.table.sit(&one, engine::Side::Second).await;
        here.play().await;
        here.play().await;
        let id = here.table.id.clone();
        assert_eq!(shown(&one, &id).await, shown(&other, &id).await);
        let said = json!({"type": "chat", "id": "s", "text": "well played"});
        let said = here.sockets.first.done(&said).await;
        here.sockets.second.event(said).await;
        // Either server takes a report of chat.
        let report = json!({"match": id, "lines": [said], "reason": "abuse", "note": ""});
        let report = || Request::post("/api/reports").by(&here.table.guests.second).json(&report);
        assert_eq!(patiently(&other, report).await.status, 201);
        let seq = here.sockets.first.done(&bare("resign", "r")).await;
        assert_eq!(here.sockets.second.event(seq).await["kind"], "ended");
    })
    .await;
}

#[tokio::test]
async fn requests_for_a_match_are_answered_by_its_holder() {
    on_postgres(async |database| {
        let (one, other) = two(database).await;
        let live = Live::open(&one).await;
        let id = &live.table.id;
        assert_eq!(shown(&other, id).await, shown(&one, id).await);
        let late = other.guest().await;
        let join = || Request::post(&format!("/api/matches/{id}/join"));
        patiently(&other, || join().by(&late)).await.is_problem(409, "seat_taken");
        let again = patiently(&other, || join().by(&live.table.guests.first)).await;
        assert_eq!(again.ok()["seat"], "first");
        for server in [&one, &other] {
            let events = || Request::get(&format!("/api/matches/{id}/events"));
            let events = patiently(server, events).await;
            assert_eq!(events.status, 200);
            // On a busy machine a clock may be credited the time of a slow commit, and the presence of
            // the players be noted by now.
            let of_machine = [r#""kind":"credited""#, r#""kind":"presence""#];
            let others = events.text().lines();
            let others = others.filter(|line| !of_machine.iter().any(|kind| line.contains(kind)));
            assert_eq!(others.count(), 2, "{}", events.text());
            let head = || Request::new(Method::HEAD, &format!("/api/matches/{id}"));
            assert_eq!(patiently(server, head).await.status, 200);
            let wrong = Request::new(Method::DELETE, &format!("/api/matches/{id}"));
            server.send(wrong).await.is_problem(405, "method_not_allowed");
            let plan = || Request::new(Method::PUT, &format!("/api/matches/{id}/plan"));
            let plan = || plan().by(&live.table.guests.first);
            patiently(server, plan).await.is_problem(415, "not_json");
            let page = server.send(Request::get(&format!("/m/{id}"))).await;
            assert!(page.text().contains(r#"property="og:image""#), "{}", page.text());
        }
        // The receiving server checks the origin, and the size.
        let foreign = || join().by(&late).header("origin", "http://evil.example");
        let answer = patiently(&other, foreign).await;
        assert_eq!(answer.status, 409, "a token is not sent by a browser");
        let foreign = join().header("origin", "http://evil.example");
        other.send(foreign).await.is_problem(403, "bad_origin");
        let large = Request::new(Method::PUT, &format!("/api/matches/{id}/plan"));
        let large = large.by(&late).header("content-type", "application/json");
        other.send(large.body(vec![b' '; 20_000])).await.is_problem(413, "too_large");
        // An unknown match.
        let unknown = "00000000-0000-4000-8000-000000000000";
        show(&other, unknown).await.is_problem(404, "not_found");
    })
    .await;
}

#[tokio::test]
async fn socket_is_closed_in_order_when_its_holder_ends() {
    on_postgres(async |database| {
        let (one, other) = two(database).await;
        let mut live = Live::open(&one).await;
        live.play().await;
        live.sit_again(&other).await;
        live.play().await;
        one.kill().await;
        for side in engine::Side::ALL {
            assert_eq!(live.sockets[side].until_closed().await, Some(1012));
        }
        is_away(&other, &live.table.id).await;
    })
    .await;
}

#[tokio::test]
async fn socket_is_closed_when_its_holder_stands_still() {
    on_postgres(async |database| {
        let (one, other) = two(database).await;
        let mut live = Live::open(&one).await;
        live.play().await;
        live.sit_again(&other).await;
        one.freeze().await;
        assert_eq!(live.sockets.first.until_closed().await, Some(1012));
        is_away(&other, &live.table.id).await;
        one.signal("CONT").await;
        assert_eq!(show(&other, &live.table.id).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn server_that_stops_closes_the_sockets_it_forwards() {
    on_postgres(async |database| {
        let (one, other) = two(database).await;
        let mut live = Live::open(&one).await;
        live.play().await;
        live.sit_again(&other).await;
        assert!(other.terminate().await.status.success());
        assert_eq!(live.sockets.first.until_closed().await, Some(1012));
        live.sit_again(&one).await;
        live.play().await;
    })
    .await;
}

#[tokio::test]
async fn server_without_an_internal_address_is_named_in_the_log() {
    on_postgres(async |database| {
        let nowhere = ["--internal-bind", "127.0.0.1:0", "--internal-address", "127.0.0.1:1"];
        let one = Server::start_with_flags(database, &nowhere).await;
        let other = Server::start(database).await;
        let live = Live::open(&one).await;
        is_away(&other, &live.table.id).await;
        assert_eq!(show(&one, &live.table.id).await.status, 200);
        let log = other.terminate().await.stderr;
        assert!(log.contains("requests cannot be forwarded to a node"), "{log}");
        assert!(log.contains("127.0.0.1:1") && log.contains("cannot be reached"), "{log}");
    })
    .await;
}

#[tokio::test]
async fn name_and_address_of_another_server_are_named_in_the_log() {
    on_postgres(async |database| {
        let bind = free_address().await.to_string();
        let flags = ["--node-name", "hall", "--internal-bind", &bind];
        let one = Server::start_with_flags(database, &flags).await;
        let flags = ["--node-name", "hall", "--internal-address", &bind];
        let other = Server::start_with_flags(database, &flags).await;
        // Players of both play on. Only what leads to the wrong one of them is not found.
        let (mut first, mut second) = (Live::open(&one).await, Live::open(&other).await);
        first.play().await;
        second.play().await;
        assert_eq!(show(&other, &first.table.id).await.status, 200);
        is_away(&one, &second.table.id).await;
        let log = other.terminate().await.stderr;
        assert!(log.contains("another node has this node's name"), "{log}");
        assert!(log.contains("another node has this node's internal address"), "{log}");
        let log = one.terminate().await.stderr;
        assert!(log.contains("requests cannot be forwarded to a node"), "{log}");
    })
    .await;
}

/// A server whose internal address leads to the test, which reads the requests of the others.
struct Overheard {
    holder: Server,
    other: Server,
    /// The address at which the holder serves other nodes.
    internal: SocketAddr,
    /// The address that the others believe in.
    listener: TcpListener,
}

impl Overheard {
    async fn start(database: &Database) -> Self {
        let internal = free_address().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let (bind, address) = (internal.to_string(), listener.local_addr().expect("it is bound"));
        let address = address.to_string();
        let flags = ["--internal-bind", &bind, "--internal-address", &address];
        let holder = Server::start_with_flags(database, &flags).await;
        let other = Server::start(database).await;
        Self { holder, other, internal, listener }
    }

    /// The next request that the other server sends for a client's request. It is read and gets no answer.
    async fn request(&self, sent: Request) -> String {
        let read = async {
            let (mut stream, _) = self.listener.accept().await.expect("it connects");
            let mut bytes = Vec::new();
            while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
                assert!(stream.read_buf(&mut bytes).await.expect("it sends") > 0, "{bytes:?}");
            }
            String::from_utf8(bytes).expect("a request is text")
        };
        let (request, answer) = tokio::join!(within("a request", read), self.other.send(sent));
        answer.is_problem(503, "busy");
        request
    }

    /// The first line of the answer to bytes on the internal listener, and its reason.
    async fn replay(&self, request: &str) -> (String, Option<String>) {
        let mut stream = TcpStream::connect(self.internal).await.expect("it listens");
        let request = request.replacen("\r\n", "\r\nconnection: close\r\n", 1);
        stream.write_all(request.as_bytes()).await.expect("it reads");
        let mut answer = String::new();
        within("an answer", stream.read_to_string(&mut answer)).await.expect("it answers in text");
        let mut lines = answer.lines();
        let status = lines.next().expect("a line").to_owned();
        let reason = lines.find_map(|line| line.strip_prefix("yiguan-refused: "));
        (status, reason.map(str::to_owned))
    }

    #[track_caller]
    fn is_refused((status, reason): (String, Option<String>), expected: &str) {
        assert_eq!((&*status, reason.as_deref()), ("HTTP/1.1 403 Forbidden", Some(expected)));
    }
}

#[tokio::test]
async fn only_requests_signed_by_servers_are_believed() {
    on_postgres(async |database| {
        let overheard = Overheard::start(database).await;
        let live = Live::open(&overheard.holder).await;
        let id = &live.table.id;
        let path = format!("/api/matches/{id}");
        let (get, join) = (Request::get(&path), Request::post(&format!("{path}/join")));
        let refused = |answer, reason| Overheard::is_refused(answer, reason);

        // Unsigned, and with an invented ticket.
        let host = "host: x\r\n";
        let bare = format!("GET {path} HTTP/1.1\r\n{host}\r\n");
        refused(overheard.replay(&bare).await, "no ticket");
        let forged = format!("GET {path} HTTP/1.1\r\n{host}yiguan-ticket: x y\r\n\r\n");
        refused(overheard.replay(&forged).await, "bad signature");
        let cookie = format!("GET {path} HTTP/1.1\r\n{host}cookie: yiguan=x\r\n\r\n");
        refused(overheard.replay(&cookie).await, "no ticket");

        // A ticket is valid once.
        let heard = overheard.request(get).await;
        assert!(heard.starts_with(&format!("GET {path} HTTP/1.1\r\n")), "{heard}");
        assert_eq!(overheard.replay(&heard).await, ("HTTP/1.1 200 OK".to_owned(), None));
        refused(overheard.replay(&heard).await, "used before");

        // It is for one method, path and body.
        let member = live.table.guests.first.clone();
        let heard = overheard.request(join.by(&member)).await;
        let changed = heard.replacen("/join", "/decline", 1);
        refused(overheard.replay(&changed).await, "bad signature");
        let changed = heard.replacen("POST", "PUT", 1);
        refused(overheard.replay(&changed).await, "bad signature");
        assert!(!heard.contains("content-length"), "it has no body: {heard}");
        let changed = heard.replacen("\r\n", "\r\ncontent-length: 2\r\n", 1) + "{}";
        refused(overheard.replay(&changed).await, "bad signature");
        // It is for one player.
        let simple = member.id.replace('-', "");
        assert!(heard.contains(&simple), "{heard}");
        let other = live.table.guests.second.id.replace('-', "");
        let changed = heard.replacen(&simple, &other, 1);
        refused(overheard.replay(&changed).await, "bad signature");
        assert_eq!(overheard.replay(&heard).await, ("HTTP/1.1 200 OK".to_owned(), None));
    })
    .await;
}

#[tokio::test]
async fn ticket_for_another_server_is_refused() {
    on_postgres(async |database| {
        let overheard = Overheard::start(database).await;
        let live = Live::open(&overheard.holder).await;
        let heard =
            overheard.request(Request::get(&format!("/api/matches/{}", live.table.id))).await;
        let third = Overheard::start(database).await;
        Overheard::is_refused(third.replay(&heard).await, "another node");
    })
    .await;
}

#[tokio::test]
async fn ticket_from_a_client_counts_for_nothing() {
    on_postgres(async |database| {
        let overheard = Overheard::start(database).await;
        let live = Live::open(&overheard.holder).await;
        let path = format!("/api/matches/{}/join", live.table.id);
        let member = live.table.guests.first.clone();
        let heard = overheard.request(Request::post(&path).by(&member)).await;
        let (_, ticket) = heard.split_once("yiguan-ticket: ").expect("it has a ticket");
        let (ticket, _) = ticket.split_once("\r\n").expect("the line ends");
        // On the public port its bearer is another guest, also at the server that it is for.
        let stranger = Request::post(&path).header("yiguan-ticket", ticket);
        overheard.holder.send(stranger).await.is_problem(409, "seat_taken");
        // The other server sends a ticket of its own, and no other.
        let heard = overheard.request(Request::post(&path).header("yiguan-ticket", ticket)).await;
        assert!(!heard.contains(ticket) && heard.matches("yiguan-ticket").count() == 1, "{heard}");
    })
    .await;
}

#[tokio::test]
async fn sockets_are_counted_where_they_arrive() {
    on_postgres(async |database| {
        let (one, other) = two(database).await;
        let live = Live::open_with(&one, json!({"game": GAME})).await;
        let mut open = Vec::new();
        let path = format!("/ws/matches/{}", live.table.id);
        // As many as one address may have.
        for _ in 0..200 {
            open.push(Socket::open(other.address(), &path, None).await);
        }
        let upgrade = Request::get(&path)
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
        other.send(upgrade).await.is_problem(429, "rate");
        let mut last = Socket::open(one.address(), &path, None).await;
        assert!(
            matches!(last.next().await, Frame::Message(_)),
            "the holder has counted none of them"
        );
    })
    .await;
}
