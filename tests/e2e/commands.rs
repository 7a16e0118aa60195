//! Commands: each is done once, or refused for a reason.

use crate::live::{GAME, Live, bare, offer};
use crate::on_both;
use e2e::{Database, Request, Server, ServerOptions, Socket};
use engine::{BySide, Side};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

on_both!(
    a_command_sent_twice_is_done_once,
    a_move_taken_back_is_answered_as_it_was_though_it_is_illegal_now,
    two_tabs_are_one_seat,
    refusals_carry_the_reason,
    an_illegal_action_names_the_rule_and_the_squares,
    malformed_message_is_refused_and_forgiven,
    too_many_messages_are_refused_but_not_moves,
    an_open_room_waits,
    snapshot_shows_seat_taken_during_request,
);

async fn a_command_sent_twice_is_done_once(database: &Database) {
    let mut server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let side = live.side();
    let command = live.command("once");
    live.sockets[side].send_text(&command).await;
    live.sockets[side].send_text(&command).await;
    let first = live.sockets[side].answer("once").await;
    assert_eq!(first["type"], "ack", "{first}");
    assert_eq!(live.sockets[side].answer("once").await, first);
    let seq = first["seq"].as_u64().expect("a number");
    live.record(&command);
    live.play().await;

    let mut other_tab = live.table.sit(&server, side).await;
    assert_eq!(other_tab.done(&command).await, seq, "from another connection");

    server.kill().await;
    server = Server::start(database).await;
    live.sit_again(&server).await;
    assert_eq!(live.sockets[side].done(&command).await, seq, "after a restart");

    // The same id from the other player is another command.
    let resign = bare("resign", "once");
    let resigned = live.sockets[side.other()].done(&resign).await;
    assert!(resigned > seq);
    for (who, command, expected) in [(side, &command, seq), (side.other(), &resign, resigned)] {
        let again = live.sockets[who].done(command).await;
        assert_eq!(again, expected, "after the end");
    }
    assert!(server.terminate().await.status.success());
    server = Server::start(database).await;
    for (who, command, expected) in [(side, &command, seq), (side.other(), &resign, resigned)] {
        let mut socket = live.table.sit(&server, who).await;
        assert_eq!(socket.done(command).await, expected, "after the end and a restart");
    }
}

async fn a_move_taken_back_is_answered_as_it_was_though_it_is_illegal_now(database: &Database) {
    let mut server = Server::start(database).await;
    let mut live = Live::open_with(&server, json!({"game": "xiangqi"})).await;
    let play = |id: &str, ply: u32, action: &str| json!({"type": "play", "id": id, "ply": ply, "move": action});
    let BySide { first, second } = &mut live.sockets;
    first.done(&play("a", 0, "a0a1")).await;
    second.done(&play("b", 1, "a6a5")).await;
    let capture = play("c", 2, "b2b9");
    let seq = first.done(&capture).await;
    second.done(&offer("takeback", "d", "offer")).await;
    first.done(&offer("takeback", "e", "accept")).await;
    // The cannon has lost its screen.
    second.done(&play("f", 1, "b7a7")).await;
    first.refused(&play("g", 2, "b2b9"), "illegal").await;
    for n in 0..9 {
        second.done(&json!({"type": "chat", "id": format!("s{n}"), "text": "hello"})).await;
    }
    assert_eq!(first.done(&capture).await, seq);
    server.kill().await;
    server = Server::start(database).await;
    live.sit_again(&server).await;
    assert_eq!(live.sockets.first.done(&capture).await, seq, "after a restart");
}

async fn two_tabs_are_one_seat(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let side = live.side();
    let mut tab = live.table.sit(&server, side).await;
    let (one, two) = (live.command("one"), live.command("two"));
    live.sockets[side].send_text(&one).await;
    tab.send_text(&two).await;
    let answers = [live.sockets[side].answer("one").await, tab.answer("two").await];
    let done = answers.iter().filter(|answer| answer["type"] == "ack").count();
    assert_eq!(done, 1, "{answers:?}");
    let refused = answers.iter().find(|answer| answer["type"] == "nack").expect("the other");
    assert_eq!(refused["code"], "stale");
    live.record(&one);
    let seq = live.play().await;
    assert_eq!(tab.event_text(seq).await, live.sockets[side].event_text(seq).await);
}

async fn refusals_carry_the_reason(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let mut spectator = live.table.watch(&server).await;
    let side = live.side();
    let ahead = json!({"type": "play", "id": "a", "ply": 1, "move": "a1a2"});
    live.sockets[side].refused(&ahead, "stale").await;
    let command = live.command("b");
    live.sockets[side.other()].refused(&command, "not_your_turn").await;
    spectator.refused(&command, "not_seated").await;
    for kind in ["resign", "abort", "claim"] {
        spectator.refused(&bare(kind, kind), "not_seated").await;
    }
    for kind in ["draw", "takeback", "impasse", "rematch"] {
        spectator.refused(&offer(kind, kind, "offer"), "not_seated").await;
        for answer in ["accept", "decline"] {
            live.sockets[side].refused(&offer(kind, "x", answer), "not_allowed").await;
        }
    }
    live.sockets[side].refused(&bare("claim", "c"), "not_allowed").await;
    live.sockets[side].refused(&offer("takeback", "t", "offer"), "not_allowed").await;
    live.sockets[side].refused(&offer("rematch", "r", "offer"), "not_allowed").await;
    live.play().await;
    live.play().await;
    live.sockets[side].refused(&command, "stale").await;
    live.sockets[side].refused(&bare("abort", "too-late"), "not_allowed").await;
    live.sockets[side].done(&bare("resign", "d")).await;
    let over = live.command("e");
    live.sockets[live.game.to_act()].refused(&over, "over").await;
    for command in [bare("resign", "f"), bare("claim", "g"), offer("draw", "h", "offer")] {
        live.sockets[side].refused(&command, "over").await;
    }
}

async fn an_illegal_action_names_the_rule_and_the_squares(database: &Database) {
    let server = Server::start(database).await;
    for (game, action) in [
        (GAME, "a1a3"),
        (GAME, "a1z9"),
        (GAME, "?"),
        ("shogi", "8h2b"),
        ("xiangqi", "a1a9"),
        ("diu-fang", "-a1"),
        (GAME, "a4a3"),
    ] {
        let mut live = Live::open_with(&server, json!({"game": game})).await;
        let side = live.side();
        let refused = live.game.refuse(action).expect("the engine refuses it too");
        let command = json!({"type": "play", "id": "x", "ply": 0, "move": action});
        let answer = live.sockets[side].refused(&command, "illegal").await;
        assert_eq!(answer["rule"], refused.rule.as_str(), "{game} {action}");
        assert_eq!(answer["squares"], json!(refused.squares), "{game} {action}");
        assert_eq!(answer["seq"], live.sockets[side].seq());
        live.play().await;
    }
}

async fn malformed_message_is_refused_and_forgiven(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let side = live.side();
    let long = "x".repeat(37);
    for (frame, id) in [
        ("", Value::Null),
        ("{", Value::Null),
        ("[]", Value::Null),
        ("null", Value::Null),
        ("{}", Value::Null),
        (r#"{"type":"play","id":"a","ply":0}"#, json!("a")),
        (r#"["resign","a",null,null,null,null,null]"#, Value::Null),
        (r#"{"type":"play","id":"a","ply":-1,"move":"a1a2"}"#, json!("a")),
        (r#"{"type":"play","id":"a","ply":"0","move":"a1a2"}"#, json!("a")),
        (r#"{"type":"play","ply":0,"move":"a1a2"}"#, Value::Null),
        (r#"{"type":"play","id":"a b","ply":0,"move":"a1a2"}"#, Value::Null),
        (r#"{"type":"resign","id":7}"#, Value::Null),
        (r#"{"type":"dance","id":"b"}"#, json!("b")),
        (r#"{"type":"draw","id":"c"}"#, json!("c")),
        (r#"{"type":"draw","id":"c","answer":"perhaps"}"#, json!("c")),
        (r#"{"type":"chat","id":"d"}"#, json!("d")),
        (r#"{"type":"chat","id":"d","text":""}"#, json!("d")),
        (r#"{"type":"chat","id":"d","text":" \n "}"#, json!("d")),
        (r#"{"type":"ping"}"#, Value::Null),
        (&format!(r#"{{"type":"resign","id":"{long}"}}"#), Value::Null),
    ] {
        live.sockets[side].send(Message::text(frame)).await;
        check_bad(&mut live.sockets[side], frame, &id).await;
    }
    live.sockets[side].send(Message::binary(b"{\"type\":\"ping\",\"t\":1}".to_vec())).await;
    check_bad(&mut live.sockets[side], "binary", &Value::Null).await;
    let said = json!({"type": "chat", "id": "e", "text": "界".repeat(301)});
    live.sockets[side].refused(&said, "bad_message").await;
    // Fields that the message does not have are ignored, and the connection has come to no harm.
    let mut command = live.command("f");
    command["mood"] = json!({"any": ["thing"]});
    command["text"] = json!(5);
    live.sockets[side].done(&command).await;

    let mut large = live.table.sit(&server, side).await;
    large
        .send(Message::text(format!(r#"{{"type":"ping","t":1,"x":"{}"}}"#, "x".repeat(4_096))))
        .await;
    check_bad(&mut large, "too large", &Value::Null).await;
    assert_eq!(large.until_closed().await, Some(1_009));
}

async fn check_bad(socket: &mut Socket, frame: &str, id: &Value) {
    let nack = socket.until_type("nack").await;
    assert_eq!(nack["code"], "bad_message", "{frame}: {nack}");
    assert_eq!(nack["id"], *id, "{frame}: {nack}");
}

async fn too_many_messages_are_refused_but_not_moves(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let side = live.side();
    let say = |n: u32| json!({"type": "chat", "id": format!("s{n}"), "text": "hello"});
    let (mut served, mut refused, mut next) = (0, 0, 0);
    // The allowance refills, so where the server needs seconds for so many, it serves them all.
    while refused == 0 {
        let burst = next..next + 60;
        next = burst.end;
        for n in burst.clone() {
            live.sockets[side].send_text(&say(n)).await;
        }
        for n in burst {
            let answer = live.sockets[side].answer(&format!("s{n}")).await;
            match answer["code"].as_str() {
                Some(code) => {
                    assert_eq!(code, "rate", "{answer}");
                    refused += 1;
                }
                None => {
                    assert_eq!(answer["type"], "ack");
                    served += 1;
                }
            }
        }
    }
    assert!(served >= 30, "{served} of {next} served");
    live.play().await;
    assert_eq!(live.sockets[side].flood((next..).map(say)).await, Some(1_008));
    live.sockets[side] = live.table.sit(&server, side).await;
    live.play().await;

    // An action that was done is answered the same however often it is sent, but not for ever.
    let (mover, command) = (live.side(), live.command("again"));
    let seq = live.sockets[mover].done(&command).await;
    live.record(&command);
    for _ in 0..60 {
        assert_eq!(live.sockets[mover].done(&command).await, seq);
    }
    let again = std::iter::repeat(command);
    assert_eq!(live.sockets[mover].flood(again).await, Some(1_008));

    server.kill().await;
    let unlimited = Server::start_with(database, ServerOptions::Unlimited).await;
    live.sit_again(&unlimited).await;
    for n in 0..100 {
        let line = json!({"type": "chat", "id": format!("unlimited{n}"), "text": "hello"});
        live.sockets[side].done(&line).await;
    }
}

async fn an_open_room_waits(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    let wish = json!({"game": GAME, "seat": "second", "visibility": "link"});
    let made = server.send(Request::post("/api/matches").by(&guest).json(&wish)).await.ok();
    assert_eq!(made["seat"], "second");
    let id = made["id"].as_str().expect("an id");
    assert_eq!(made["url"], format!("/m/{id}"));
    let mut socket = Socket::follow(server.address(), id, Some(&guest), None).await;
    assert_eq!(socket.seat(), Some(Side::Second));
    assert_eq!(socket.snapshot()["state"], "open");
    assert_eq!(socket.snapshot()["turn"], Value::Null);
    let play = json!({"type": "play", "id": "a", "ply": 0, "move": "a1a2"});
    socket.refused(&play, "not_allowed").await;
    socket.refused(&bare("resign", "b"), "not_allowed").await;
    // A spectator who takes the seat is sent this on the same connection.
    let comer = server.guest().await;
    let mut other = Socket::follow(server.address(), id, Some(&comer), None).await;
    assert_eq!(other.seat(), None);
    let join = || Request::post(&format!("/api/matches/{id}/join")).by(&comer);
    assert_eq!(server.send(join()).await.ok(), json!({"seat": "first"}));
    assert_eq!(server.send(join()).await.ok(), json!({"seat": "first"}), "again");
    let welcome = other.until_type("welcome").await;
    assert_eq!(welcome["seat"], "first");
    let joined = socket.until_kind("joined", 0).await;
    assert_eq!(joined["seat"], "first");
    assert_eq!(
        joined["player"],
        json!({"id": comer.id, "name": comer.name, "guest": true, "named": false})
    );
    assert_eq!(other.until_kind("joined", 0).await, joined);
    socket.done(&bare("abort", "c")).await;
    let ended = other.until_kind("ended", 0).await;
    assert_eq!((&ended["result"], &ended["reason"]), (&Value::Null, &json!("aborted")));
    let events = Request::get(&format!("/api/matches/{id}/events"));
    server.send(events).await.is_problem(409, "match_over");
}

async fn snapshot_shows_seat_taken_during_request(database: &Database) {
    let server = Server::start(database).await;
    let (guest, comer) = (server.guest().await, server.guest().await);
    let wish = json!({"game": GAME, "seat": "second"});
    // A snapshot that is made between the commit and the telling of it holds the event already.
    for _ in 0..20 {
        let made = server.send(Request::post("/api/matches").by(&guest).json(&wish)).await.ok();
        let id = made["id"].as_str().expect("an id");
        let mut socket = Socket::follow(server.address(), id, Some(&comer), None).await;
        let join = Request::post(&format!("/api/matches/{id}/join")).by(&comer);
        let ask = async {
            for _ in 0..2 {
                socket.send_text(&json!({"type": "snapshot"})).await;
            }
        };
        let (joined, ()) = tokio::join!(server.send(join), ask);
        assert_eq!(joined.ok(), json!({"seat": "first"}));
        assert_eq!(socket.until_type("welcome").await["seat"], "first");
        let mut maker = Socket::follow(server.address(), id, Some(&guest), None).await;
        maker.done(&bare("abort", "a")).await;
    }
}
