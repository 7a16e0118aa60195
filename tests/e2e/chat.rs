//! The readers of each line of chat, before and after the end of a match.

use crate::live::{Live, bare};
use crate::on_both;
use e2e::{Database, Guest, Request, Server, Socket};
use engine::Side;
use serde_json::{Value, json};

on_both!(
    chat_reaches_its_own_channel_until_the_end,
    joiner_is_sent_chat_written_before,
    report_has_only_lines_its_author_read,
);

fn chat_line(id: &str, text: &str) -> Value {
    json!({"type": "chat", "id": id, "text": text})
}

/// The texts of a snapshot's chat.
fn texts(snapshot: &Value) -> Vec<&str> {
    let chat = snapshot["chat"].as_array().expect("a list");
    chat.iter().map(|line| line["text"].as_str().expect("a text")).collect()
}

/// The match by HTTP, as a reader is shown it.
async fn shown(server: &Server, path: &str, who: Option<&Guest>) -> String {
    let request = Request::get(path);
    let request = match who {
        Some(who) => request.by(who),
        None => request,
    };
    let answer = server.send(request).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.text().to_owned()
}

/// Every event that a socket was sent, without those of presence, which no test awaits.
async fn replayed(server: &Server, id: &str, who: Option<&Guest>, to: u64) -> Vec<String> {
    let mut socket = Socket::follow(server.address(), id, who, Some(1)).await;
    socket.until(to).await;
    socket.events().iter().map(|(_, text)| text.clone()).collect()
}

async fn chat_reaches_its_own_channel_until_the_end(database: &Database) {
    let mut server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let id = live.table.id.clone();
    let mut spectator = live.table.watch(&server).await;
    let text = "界".repeat(300);
    let by_player = live.sockets.second.done(&chat_line("a", &text)).await;
    let by_spectator = spectator.done(&chat_line("a", "look at e4")).await;

    // Each channel has the line whole, and the other one its number and time.
    let line = live.sockets.first.event(by_player).await;
    assert_eq!((&line["by"], &line["channel"]), (&json!("second"), &json!("players")));
    let name = json!(live.table.guests.second.name);
    assert_eq!((&line["name"], &line["text"]), (&name, &json!(text)));
    let line = spectator.event(by_spectator).await;
    assert_eq!((&line["by"], &line["channel"]), (&Value::Null, &json!("spectators")));
    let hidden = |line: &Value, seq: u64| json!({"type": "event", "seq": seq, "at": line["at"], "kind": "noted"});
    let line = spectator.event(by_player).await;
    assert_eq!(line, hidden(&line, by_player));
    let line = live.sockets.first.event(by_spectator).await;
    assert_eq!(line, hidden(&line, by_spectator));

    // The same by every other way to read the match, also after a crash.
    let (one, stranger) = (live.table.guests.first.clone(), server.guest().await);
    let (whole, events) = (format!("/api/matches/{id}"), format!("/api/matches/{id}/events"));
    for crash in [true, false] {
        for (reader, [players, spectators], in_list) in [
            (Some(&one), [true, false], true),
            (Some(&stranger), [false, true], false),
            (None, [false, true], false),
        ] {
            let replay = replayed(&server, &id, reader, by_spectator).await.concat();
            let fresh = Socket::follow(server.address(), &id, reader, None).await;
            let fresh = fresh.snapshot().to_string();
            for shown in [replay, fresh, shown(&server, &whole, reader).await] {
                assert_eq!(shown.contains(&text), players, "{shown}");
                assert_eq!(shown.contains("look at e4"), spectators, "{shown}");
            }
            let list = shown(&server, &events, reader).await;
            assert_eq!(list.contains(&text), in_list, "{list}");
            assert!(!list.contains("look at e4"), "{list}");
            let numbers: Vec<u64> = list
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"))
                .map(|event| event["seq"].as_u64().expect("a number"))
                .collect();
            assert!(numbers.iter().copied().eq(1..=numbers.len() as u64), "no gaps: {list}");
        }
        if crash {
            server.kill().await;
            server = Server::start(database).await;
            live.sit_again(&server).await;
            let since = Some(spectator.seq());
            spectator = Socket::follow(server.address(), &id, None, since).await;
        }
    }

    // Once it is over, every reader is sent all lines.
    live.sockets.first.done(&bare("resign", "end")).await;
    for socket in [&mut live.sockets.first, &mut live.sockets.second, &mut spectator] {
        // It may have come before the answer.
        while socket.snapshot()["state"] != "over" {
            socket.message().await;
        }
        let snapshot = socket.snapshot().clone();
        assert_eq!(texts(&snapshot), [&*text, "look at e4"]);
        assert_eq!(snapshot["seq"], socket.seq());
    }
    for reader in [Some(&one), Some(&stranger), None] {
        let shown = shown(&server, &whole, reader).await;
        assert!(shown.contains(&text) && shown.contains("look at e4"), "{shown}");
    }
    let after = spectator.done(&chat_line("b", "well played")).await;
    assert_eq!(live.sockets.second.event(after).await["text"], "well played");
    let after = live.sockets.second.done(&chat_line("b", "thanks")).await;
    assert_eq!(spectator.event(after).await["text"], "thanks");
    // The game of the archive has no chat.
    let stored = live.table.archived(&server).await.to_string();
    assert!(!stored.contains("look at e4") && !stored.contains(&text), "{stored}");
}

async fn joiner_is_sent_chat_written_before(database: &Database) {
    let server = Server::start(database).await;
    let (one, two) = (server.guest().await, server.guest().await);
    let wish = json!({"game": crate::live::GAME, "seat": "first"});
    let made = server.send(Request::post("/api/matches").by(&one).json(&wish)).await.ok();
    let id = made["id"].as_str().expect("an id");
    let mut maker = Socket::follow(server.address(), id, Some(&one), None).await;
    maker.done(&chat_line("a", "hello")).await;
    let mut joiner = Socket::follow(server.address(), id, Some(&two), None).await;
    assert_eq!(texts(joiner.snapshot()), [""; 0], "still a spectator");
    let join = Request::post(&format!("/api/matches/{id}/join")).by(&two);
    assert_eq!(server.send(join).await.status, 200);
    assert_eq!(joiner.until_type("welcome").await["seat"], "second");
    assert_eq!(texts(&joiner.until_type("snapshot").await), ["hello"]);
    let seq = maker.done(&chat_line("b", "good luck")).await;
    assert_eq!(joiner.event(seq).await["text"], "good luck");
}

async fn report_has_only_lines_its_author_read(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let seq = live.sockets[Side::First].done(&chat_line("a", "rude")).await;
    let wish = json!({"match": live.table.id, "lines": [seq], "reason": "abuse"});
    let stranger = server.guest().await;
    let report = |who: &Guest| Request::post("/api/reports").by(who).json(&wish);
    server.send(report(&stranger)).await.is_problem(404, "not_found");
    live.sockets[Side::First].done(&bare("resign", "end")).await;
    assert_eq!(server.send(report(&stranger)).await.status, 201);
}
