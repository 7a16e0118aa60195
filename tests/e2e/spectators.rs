//! Spectators by way of other servers than the holder of their match: each of these servers gets the
//! match once, and sends it on.

use crate::admin::done;
use crate::live::{GAME, Live, bare, begin};
use e2e::{Database, Request, Server, Socket, on_postgres, within};
use engine::Side;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// An address that was free just now.
async fn free_address() -> SocketAddr {
    let probe = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    probe.local_addr().expect("it is bound")
}

/// A server, and the address of its metrics.
async fn measured(database: &Database) -> (Server, SocketAddr) {
    let address = free_address().await;
    let flags = ["--metrics-bind", &address.to_string()];
    (Server::start_with_flags(database, &flags).await, address)
}

/// The number of sockets that a server serves.
async fn connections(metrics: SocketAddr) -> u64 {
    let answer = Request::get("/metrics").send(metrics).await;
    let mut lines = answer.text().lines();
    let number = lines.find_map(|line| line.strip_prefix("yiguan_connections "));
    number.and_then(|number| number.parse().ok()).expect("a number")
}

fn chat(id: &str, text: &str) -> Value {
    json!({"type": "chat", "id": id, "text": text})
}

/// Waits until an event reports so many spectators.
async fn until_spectators(socket: &mut Socket, number: u64) {
    let reported = async {
        let mut since = 0;
        loop {
            let event = socket.until_kind("presence", since).await;
            if event["spectators"] == number {
                break;
            }
            since = event["seq"].as_u64().expect("a number");
        }
    };
    within("the number of spectators", reported).await;
}

/// The events of a socket after one, as text.
fn events_after(socket: &Socket, seq: u64) -> Vec<String> {
    let events = socket.events().iter().filter(|(number, _)| *number > seq);
    events.map(|(_, text)| text.clone()).collect()
}

#[tokio::test]
async fn spectators_of_another_server_get_every_event_once() {
    on_postgres(async |database| {
        let (one, at_holder) = measured(database).await;
        let (other, apart) = measured(database).await;
        let mut live = Live::open(&one).await;
        let begun = live.play().await;
        let mut spectators = Vec::new();
        for _ in 0..3 {
            spectators.push(live.table.watch(&other).await);
            live.play().await;
        }
        // More than are sent to at once.
        for _ in 0..9 {
            spectators.push(live.table.watch(&other).await);
        }
        // The events that this one has missed are in the journal.
        let id = live.table.id.clone();
        let resumed = Socket::follow(other.address(), &id, None, Some(begun)).await;
        spectators.push(resumed);
        let from = live.play().await;
        live.play().await;
        let last = live.sockets.first.seq().max(live.sockets.second.seq());
        live.sockets.first.until(last).await;
        let expected = events_after(&live.sockets.first, from);
        for spectator in &mut spectators {
            spectator.until(last).await;
            assert_eq!(events_after(spectator, from)[..expected.len()], expected);
        }
        let resumed = spectators.last_mut().expect("there is one");
        assert_eq!(events_after(resumed, begun).len() as u64, resumed.seq() - begun);
        // The holder serves the players, and no spectator.
        assert_eq!((connections(at_holder).await, connections(apart).await), (2, 13));
        // A client that asks gets the match as a whole.
        let asking = &mut spectators[0];
        asking.send_text(&bare("snapshot", "")).await;
        let whole = asking.until_type("snapshot").await;
        assert!(whole["seq"].as_u64() >= Some(last), "{whole}");
        live.sockets.first.done(&bare("resign", "r")).await;
        for spectator in &mut spectators {
            spectator.until_kind("ended", from).await;
        }
        // A match that is over is watched in the same way.
        let mut late = live.table.watch(&other).await;
        let seq = live.sockets.second.done(&chat("late", "thank you")).await;
        for socket in spectators.iter_mut().chain([&mut late]) {
            assert_eq!(socket.event(seq).await["text"], "thank you");
        }
    })
    .await;
}

#[tokio::test]
async fn spectators_of_all_servers_are_counted() {
    on_postgres(async |database| {
        let one = Server::start(database).await;
        let (two, three) = tokio::join!(Server::start(database), Server::start(database));
        let mut live = Live::open(&one).await;
        let here = live.table.watch(&one).await;
        let mut there = Vec::new();
        for server in [&two, &three, &two, &three, &two] {
            there.push(live.table.watch(server).await);
        }
        until_spectators(&mut live.sockets.first, 6).await;
        assert_eq!(live.table.snapshot(&three).await["presence"]["spectators"], 6);
        drop(here);
        there.truncate(2);
        until_spectators(&mut live.sockets.first, 2).await;
        until_spectators(&mut there[0], 2).await;
        // Also of a server that is gone.
        three.kill().await;
        until_spectators(&mut live.sockets.first, 1).await;
    })
    .await;
}

#[tokio::test]
async fn spectators_of_all_servers_talk_to_each_other() {
    on_postgres(async |database| {
        let one = Server::start(database).await;
        let (two, three) = tokio::join!(Server::start(database), Server::start(database));
        let mut live = Live::open(&one).await;
        live.play().await;
        let guest = two.guest().await;
        let id = live.table.id.clone();
        let mut writer = Socket::follow(two.address(), &id, Some(&guest), None).await;
        let mut readers = Vec::new();
        for server in [&one, &two, &three] {
            readers.push(live.table.watch(server).await);
        }
        let line = chat("s", "look at e4");
        let seq = writer.done(&line).await;
        for reader in readers.iter_mut().chain([&mut writer]) {
            let event = reader.event(seq).await;
            assert_eq!((&event["channel"], &event["text"]), (&json!("spectators"), &line["text"]));
            assert_eq!((&event["name"], &event["by"]), (&json!(guest.name), &Value::Null));
        }
        assert_eq!(live.sockets.first.event(seq).await["kind"], "noted");
        // The same line again is the same, and other commands are refused as on the holder.
        assert_eq!(writer.done(&line).await, seq);
        writer.refused(&bare("resign", "r"), "not_seated").await;
        let side = live.side();
        writer.refused(&live.command("p"), "not_seated").await;
        let said = live.sockets[side].done(&chat("c", "hm")).await;
        assert_eq!(writer.event(said).await["kind"], "noted");
        live.play().await;
        let ended = live.sockets.first.done(&bare("resign", "end")).await;
        // All lines are shown at the end.
        for reader in &mut readers {
            reader.until(ended).await;
            let whole = reader.until_type("snapshot").await;
            let texts = |line: &Value| line["text"].as_str().map(str::to_owned);
            let lines: Vec<_> = whole["chat"].as_array().into_iter().flatten().map(texts).collect();
            assert_eq!(lines, [Some("look at e4".to_owned()), Some("hm".to_owned())]);
        }
        // Too many lines are refused where they arrive.
        let lines = (0..).map(|number| chat(&format!("f{number}"), "again"));
        assert_eq!(writer.flood(lines).await, Some(1_008));
        readers[1].ping().await;
    })
    .await;
}

#[tokio::test]
async fn spectator_who_takes_a_seat_gets_it_on_another_server() {
    on_postgres(async |database| {
        let (one, other) = tokio::join!(Server::start(database), Server::start(database));
        let clock = json!({"kind": "fischer", "initial": 300, "increment": 5});
        let mut live = Live::open_with(&one, json!({"clock": clock})).await;
        live.play().await;
        let next = other.guest().await;
        let id = live.table.id.clone();
        let mut watching = Socket::follow(other.address(), &id, Some(&next), None).await;
        let mut another = live.table.watch(&other).await;
        live.sockets.second.send_text(&bare("abort", "off")).await;
        let left = watching.until_kind("left", 0).await;
        // A visitor who comes while a seat is free can take it without another connection.
        let late = other.guest().await;
        let mut waiting = Socket::follow(other.address(), &id, Some(&late), None).await;
        let join = || Request::post(&format!("/api/matches/{id}/join")).by(&next);
        let joined = join().send_until_served(other.address()).await;
        assert_eq!(joined.ok(), json!({"seat": "second"}));
        assert_eq!(watching.until_closed().await, Some(1_012));
        let since = Some(watching.seq());
        let mut second = Socket::follow(other.address(), &id, Some(&next), since).await;
        assert_eq!(second.seat(), Some(Side::Second));
        begin(GAME, &mut live.sockets.first, &mut second).await;
        let last = second.seq();
        for socket in [&mut another, &mut waiting] {
            socket.until_kind("joined", left["seq"].as_u64().expect("a number")).await;
            socket.until(last).await;
        }
    })
    .await;
}

#[tokio::test]
async fn spectators_stay_while_their_match_moves() {
    on_postgres(async |database| {
        let unlimited = e2e::ServerOptions::Unlimited;
        let one = Server::start_with(database, unlimited).await;
        let two = Server::start_with(database, unlimited).await;
        let three = Server::start_with(database, unlimited).await;
        let clock = json!({"kind": "fischer", "initial": 600, "increment": 1});
        let mut live = Live::open_with(&one, json!({"clock": clock})).await;
        live.play().await;
        live.play().await;
        let serving = "select count(*) from node_status where state = 'serving'";
        within("all serve", async { while database.number(serving).await != 3 {} }).await;
        let mut spectators = Vec::new();
        for server in [&two, &three, &two, &three] {
            spectators.push(live.table.watch(server).await);
        }
        let last = live.play().await;
        done(database, &["drain", "1"]).await;
        // One of the two others holds the match by now, and its spectators stay as well.
        let mut seqs = Vec::new();
        for socket in &mut spectators {
            let credited = socket.until_kind("credited", last).await;
            seqs.push(credited["seq"].clone());
        }
        assert!(seqs.iter().all(|seq| seq == &seqs[0]), "{seqs:?}");
        live.sit_again(&two).await;
        let seq = live.play().await;
        let said = spectators[0].done(&chat("m", "still here")).await;
        for socket in &mut spectators {
            socket.until(seq).await;
            assert_eq!(socket.event(said).await["text"], "still here");
        }
        until_spectators(&mut live.sockets.first, 4).await;
    })
    .await;
}

#[tokio::test]
async fn spectators_reconnect_when_the_holder_is_gone() {
    on_postgres(async |database| {
        // One after the other, so that the first is node 1.
        let one = Server::start(database).await;
        let other = Server::start(database).await;
        let mut live = Live::open(&one).await;
        live.play().await;
        let mut spectators = [live.table.watch(&other).await, live.table.watch(&other).await];
        one.kill().await;
        for spectator in &mut spectators {
            assert_eq!(spectator.until_closed().await, Some(1_012));
        }
        let gone = "update node set until = '-infinity' where id = 1";
        assert_eq!(database.execute(gone).await, 1);
        let held = "select count(*) from match_lease where node = 2";
        within("it is taken over", async { while database.number(held).await != 1 {} }).await;
        let id = &live.table.id;
        let since = Some(spectators[0].seq());
        let mut again = Socket::follow(other.address(), id, None, since).await;
        live.sit_again(&other).await;
        let seq = live.play().await;
        again.until(seq).await;
    })
    .await;
}

#[tokio::test]
async fn server_that_stops_closes_the_sockets_of_its_spectators() {
    on_postgres(async |database| {
        let (one, other) = tokio::join!(Server::start(database), Server::start(database));
        let mut live = Live::open(&one).await;
        let mut spectator = live.table.watch(&other).await;
        assert!(other.terminate().await.status.success());
        assert_eq!(spectator.until_closed().await, Some(1_012));
        live.play().await;
    })
    .await;
}

#[tokio::test]
async fn banned_spectator_of_another_server_is_disconnected() {
    on_postgres(async |database| {
        let (one, other) = tokio::join!(Server::start(database), Server::start(database));
        let mut live = Live::open(&one).await;
        let guest = other.guest().await;
        let id = live.table.id.clone();
        let mut banned = Socket::follow(other.address(), &id, Some(&guest), None).await;
        let mut another = live.table.watch(&other).await;
        done(database, &["ban", &guest.id, "--for", "1h"]).await;
        assert_eq!(banned.until_closed().await, Some(1_008));
        let seq = live.play().await;
        another.until(seq).await;
    })
    .await;
}

/// The head of the answer to bytes on a server's internal address: its first line, and why it is refused.
async fn replay(address: SocketAddr, request: &str) -> (String, Option<String>) {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut bytes = Vec::new();
    let head = async {
        while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
            assert!(stream.read_buf(&mut bytes).await.expect("it answers") > 0, "{bytes:?}");
        }
    };
    within("an answer", head).await;
    let answer = String::from_utf8_lossy(&bytes).into_owned();
    let mut lines = answer.lines();
    let status = lines.next().expect("a line").to_owned();
    let reason = lines.find_map(|line| line.strip_prefix("yiguan-refused: "));
    (status, reason.map(str::to_owned))
}

/// A server at an internal address, which the others look for at another one.
async fn hidden(database: &Database) -> (Server, SocketAddr, TcpListener) {
    let internal = free_address().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let believed = listener.local_addr().expect("it is bound").to_string();
    let bind = internal.to_string();
    let flags = ["--internal-bind", &bind, "--internal-address", &believed];
    (Server::start_with_flags(database, &flags).await, internal, listener)
}

/// The request by which a server subscribes to a match, which is read and gets no answer.
async fn subscription(listener: &TcpListener, server: &Server, id: &str) -> String {
    let read = async {
        let (mut stream, _) = listener.accept().await.expect("it connects");
        let mut bytes = Vec::new();
        while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
            assert!(stream.read_buf(&mut bytes).await.expect("it sends") > 0, "{bytes:?}");
        }
        String::from_utf8(bytes).expect("a request is text")
    };
    let upgrade = Request::get(&format!("/ws/matches/{id}"))
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    let (request, answer) = tokio::join!(within("a request", read), server.send(upgrade));
    answer.is_problem(503, "busy");
    request
}

#[tokio::test]
async fn only_servers_subscribe_and_command_for_spectators() {
    on_postgres(async |database| {
        let (holder, internal, listener) = hidden(database).await;
        let other = Server::start(database).await;
        let live = Live::open(&holder).await;
        let id = &live.table.id;
        let audience = format!("/internal/matches/{id}/audience");
        let commands = format!("/internal/matches/{id}/commands");
        let refused = |(status, reason): (String, Option<String>), expected: &str| {
            let expected = ("HTTP/1.1 403 Forbidden", Some(expected));
            assert_eq!((&*status, reason.as_deref()), expected);
        };

        // Unsigned, and with an invented ticket.
        for head in [format!("GET {audience}"), format!("POST {commands}")] {
            let bare = format!("{head} HTTP/1.1\r\nhost: x\r\n\r\n");
            refused(replay(internal, &bare).await, "no ticket");
            let forged = bare.replacen("host: x", "host: x\r\nyiguan-ticket: x y", 1);
            refused(replay(internal, &forged).await, "bad signature");
        }

        // A ticket is valid once, for this path.
        let heard = subscription(&listener, &other, id).await;
        assert!(heard.starts_with(&format!("GET {audience} HTTP/1.1\r\n")), "{heard}");
        for changed in [
            heard.replacen("/audience", "/commands", 1),
            heard.replacen("GET", "POST", 1).replacen("/audience", "/commands", 1),
            heard.replacen(&audience, &format!("/ws/matches/{id}"), 1),
        ] {
            refused(replay(internal, &changed).await, "bad signature");
        }
        let taken = ("HTTP/1.1 101 Switching Protocols".to_owned(), None);
        assert_eq!(replay(internal, &heard).await, taken);
        refused(replay(internal, &heard).await, "used before");

        // It is for one server.
        let heard = subscription(&listener, &other, id).await;
        let (_third, address, _listener) = hidden(database).await;
        refused(replay(address, &heard).await, "another node");

        // Clients have no such addresses.
        for server in [&holder, &other] {
            server.send(Request::get(&audience)).await.is_problem(404, "not_found");
            let guest = server.guest().await;
            let command = Request::post(&commands).by(&guest).json(&chat("s", "hello"));
            let status = server.send(command).await.status;
            assert!(matches!(status.as_u16(), 404 | 405), "{status}");
        }
    })
    .await;
}
