//! Agreements of players, and ends of a match without an action.

use crate::live::{Live, bare, offer};
use crate::on_both;
use e2e::{Database, Server, ServerOptions, Socket};
use engine::Side;
use serde_json::{Value, json};

on_both!(
    a_draw_is_offered_declined_and_agreed_on,
    an_offer_is_withdrawn,
    offers_lapse_when_the_opponent_plays,
    a_takeback_puts_the_game_back,
    an_old_offer_agrees_to_nothing,
    a_rematch_swaps_the_sides,
    a_spectator_keeps_up_however_fast_others_are,
    the_server_sees_the_flag_fall,
    a_foul_loses_where_it_does,
    an_impasse_is_refused_where_there_is_none,
    an_impasse_is_counted_if_both_agree,
    a_declaration_wins_or_loses_by_itself,
    a_draw_by_sennichite_is_played_again_with_the_sides_swapped,
);

async fn ended(socket: &mut Socket, result: Value, reason: &str) {
    let ended = socket.until_kind("ended", 0).await;
    assert_eq!((&ended["result"], &ended["reason"]), (&result, &json!(reason)));
}

async fn a_draw_is_offered_declined_and_agreed_on(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    live.play().await;
    let mut spectator = live.table.watch(&server).await;
    let [one, two] = Side::ALL;
    let offered = live.sockets[one].done(&offer("draw", "a", "offer")).await;
    let event = live.sockets[two].event(offered).await;
    assert_eq!(
        (&event["kind"], &event["offer"], &event["by"]),
        (&json!("offered"), &json!("draw"), &json!("first"),)
    );
    live.sockets[one].refused(&offer("draw", "b", "offer"), "not_allowed").await;
    live.sockets[one].refused(&offer("draw", "c", "accept"), "not_allowed").await;
    assert_eq!(live.table.snapshot(&server).await["offers"]["draw"], "first");
    let declined = live.sockets[two].done(&offer("draw", "d", "decline")).await;
    let event = spectator.event(declined).await;
    assert_eq!((&event["kind"], &event["by"]), (&json!("declined"), &json!("second")));
    live.sockets[two].refused(&offer("draw", "e", "accept"), "not_allowed").await;
    // Two who offer the same agree.
    live.sockets[two].done(&offer("draw", "f", "offer")).await;
    live.sockets[one].done(&offer("draw", "g", "offer")).await;
    for socket in [&mut live.sockets.first, &mut live.sockets.second, &mut spectator] {
        ended(socket, json!("draw"), "agreement").await;
    }
    assert_eq!(live.table.archived(&server).await["reason"], "agreement");
}

async fn an_offer_is_withdrawn(database: &Database) {
    let mut server = Server::start(database).await;
    let mut live = Live::open_with(&server, json!({"game": "shogi"})).await;
    live.play().await;
    let [one, two] = Side::ALL;
    for kind in ["draw", "takeback", "impasse", "rematch"] {
        match kind {
            // No general has entered, so it cannot even be proposed.
            "impasse" => {
                live.sockets[one].refused(&offer(kind, "i", "withdraw"), "not_allowed").await;
                continue;
            }
            "rematch" => {
                live.sockets[one].done(&bare("resign", "end")).await;
            }
            _ => {}
        }
        let id = |what: &str| format!("{kind}-{what}");
        live.sockets[one].done(&offer(kind, &id("a"), "offer")).await;
        live.sockets[two].refused(&offer(kind, &id("b"), "withdraw"), "not_allowed").await;
        let withdraw = offer(kind, &id("c"), "withdraw");
        let seq = live.sockets[one].done(&withdraw).await;
        let event = live.sockets[two].event(seq).await;
        assert_eq!(
            (&event["kind"], &event["offer"], &event["by"]),
            (&json!("withdrawn"), &json!(kind), &json!("first"))
        );
        live.sockets[two].refused(&offer(kind, &id("d"), "accept"), "not_allowed").await;
        assert_eq!(live.table.snapshot(&server).await["offers"][kind], Value::Null);
        assert_eq!(live.sockets[one].done(&withdraw).await, seq, "the same is done once");
        if kind == "draw" {
            server.kill().await;
            server = Server::start(database).await;
            live.sit_again(&server).await;
            assert_eq!(live.table.snapshot(&server).await["offers"][kind], Value::Null);
            assert_eq!(live.sockets[one].done(&withdraw).await, seq, "also after a restart");
        }
    }
}

async fn offers_lapse_when_the_opponent_plays(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    live.play().await;
    live.play().await;
    let (side, maker) = (live.side(), live.side().other());
    for kind in ["draw", "takeback"] {
        live.sockets[maker].done(&offer(kind, kind, "offer")).await;
    }
    live.play().await;
    for kind in ["draw", "takeback"] {
        live.sockets[side].refused(&offer(kind, "late", "accept"), "not_allowed").await;
    }
    let none = json!({"draw": null, "takeback": null, "impasse": null, "rematch": null});
    assert_eq!(live.table.snapshot(&server).await["offers"], none);
}

/// A frame of long ago, sent again by whatever is between, would mean something else now.
async fn an_old_offer_agrees_to_nothing(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open_with(&server, json!({"game": "xiangqi"})).await;
    let [one, two] = Side::ALL;
    let old = offer("draw", "a", "offer");
    let offered = live.sockets[one].done(&old).await;
    live.sockets[two].done(&offer("draw", "b", "decline")).await;
    // More commands than a match remembers.
    for _ in 0..12 {
        live.play().await;
    }
    live.sockets[two].done(&offer("draw", "c", "offer")).await;
    assert_eq!(live.sockets[one].done(&old).await, offered);
    let snapshot = live.table.snapshot(&server).await;
    assert_eq!(
        (&snapshot["state"], &snapshot["offers"]["draw"]),
        (&json!("live"), &json!("second"))
    );
}

async fn a_takeback_puts_the_game_back(database: &Database) {
    let mut server = Server::start(database).await;
    let clock = json!({"kind": "fischer", "initial": 300, "increment": 2});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    let start = live.game.position_text();
    let maker = live.side();
    let command = live.command("p0");
    live.play().await;
    live.play().await;
    live.sockets[maker].done(&offer("takeback", "a", "offer")).await;
    let seq = live.sockets[maker.other()].done(&offer("takeback", "b", "accept")).await;
    let event = live.sockets[maker].event(seq).await;
    assert_eq!((&event["kind"], &event["ply"]), (&json!("taken_back"), &json!(0)));
    assert_eq!(event["position"], start);
    assert_eq!((&event["turn"], &event["repetitions"]), (&json!(maker.as_str()), &json!(1)));
    assert_eq!(event["clock"]["running"], maker.as_str());
    live.game.truncate(0);
    assert_eq!(event["hash"], format!("{:016x}", live.game.key()));
    // The action taken back was done once; it takes another command to play it again.
    assert!(live.sockets[maker].done(&command).await < seq);
    assert_eq!(live.table.snapshot(&server).await["ply"], 0);
    server.kill().await;
    server = Server::start(database).await;
    live.sit_again(&server).await;
    assert!(live.sockets[maker].done(&command).await < seq);
    assert_eq!(live.table.snapshot(&server).await["ply"], 0);
    let again = live.command("again");
    assert!(live.sockets[maker].done(&again).await > seq);
}

async fn a_rematch_swaps_the_sides(database: &Database) {
    let server = Server::start(database).await;
    let clock = json!({"kind": "fischer", "initial": 60, "increment": 0});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    let [one, two] = Side::ALL;
    live.sockets[one].done(&bare("resign", "a")).await;
    ended(&mut live.sockets[two], json!("second"), "resignation").await;
    live.sockets[two].done(&offer("rematch", "b", "offer")).await;
    live.sockets[one].done(&offer("rematch", "c", "decline")).await;
    live.sockets[two].refused(&offer("rematch", "d", "accept"), "not_allowed").await;
    live.sockets[one].done(&offer("rematch", "e", "offer")).await;
    live.sockets[two].done(&offer("rematch", "f", "accept")).await;
    let event = live.sockets[one].until_kind("rematched", 0).await;
    let next = event["match"].as_str().expect("an id");
    assert_ne!(next, live.table.id);
    for side in Side::ALL {
        let who = Some(&live.table.guests[side]);
        let socket = Socket::follow(server.address(), next, who, None).await;
        assert_eq!(socket.seat(), Some(side.other()), "the sides are swapped");
        let snapshot = socket.snapshot();
        assert_eq!((&snapshot["state"], &snapshot["ply"]), (&json!("live"), &json!(0)));
        assert_eq!(snapshot["clock"]["initial"], 60);
    }
    live.sockets[one].refused(&offer("rematch", "g", "offer"), "not_allowed").await;
    assert_eq!(live.table.snapshot(&server).await["rematch"], next);
}

async fn a_spectator_keeps_up_however_fast_others_are(database: &Database) {
    let server = Server::start_with(database, ServerOptions::Unlimited).await;
    let mut live = Live::open(&server).await;
    let mut spectator = live.table.watch(&server).await;
    let first = &mut live.sockets[Side::First];
    first.done(&json!({"type": "resign", "id": "r"})).await;
    // Chat after the end waits for no disk: many lines come before a spectator is written to.
    for line in 0..200 {
        let id = format!("s{line}");
        let seq = first.done(&json!({"type": "chat", "id": id, "text": id})).await;
        if line == 199 {
            assert_eq!(spectator.event(seq).await["text"], "s199");
        }
    }
}

async fn the_server_sees_the_flag_fall(database: &Database) {
    let server = Server::start(database).await;
    let clock = json!({"kind": "fischer", "initial": 10, "increment": 0});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    live.play().await;
    live.play().await;
    let side = live.side();
    for socket in [&mut live.sockets.first, &mut live.sockets.second] {
        ended(socket, json!(side.other().as_str()), "timeout").await;
    }
    let stored = live.table.archived(&server).await;
    assert_eq!((&stored["reason"], &stored["plies"]), (&json!("timeout"), &json!(2)));
    let clock = &live.table.snapshot(&server).await["clock"];
    assert_eq!((&clock[side.as_str()], &clock["running"]), (&json!(0), &Value::Null));
}

async fn a_foul_loses_where_it_does(database: &Database) {
    let server = Server::start(database).await;
    let wish = json!({"game": "shogi", "options": {"fouls": "lose"}});
    let mut live = Live::open_with(&server, wish).await;
    // A text that is no action is a fault of the program, and no foul of the player.
    let nonsense = json!({"type": "play", "id": "a", "ply": 0, "move": "nonsense"});
    live.sockets.first.refused(&nonsense, "illegal").await;
    live.sockets.first.done(&json!({"type": "play", "id": "b", "ply": 0, "move": "8h2b"})).await;
    ended(&mut live.sockets.second, json!("second"), "foul").await;
}

async fn an_impasse_is_refused_where_there_is_none(database: &Database) {
    let server = Server::start(database).await;
    for info in engine::GAMES {
        let mut live = Live::open_with(&server, json!({"game": info.id})).await;
        let refused = live.game.impasse(Side::First).expect_err("not at the start");
        let answer = live.sockets.first.refused(&offer("impasse", "a", "offer"), "illegal").await;
        assert_eq!(answer["rule"], refused.rule.as_str(), "{}", info.id);
    }
}

/// Source: rules.md §7, `27-point`: a side may propose, the other accepts, below 27 points loses.
async fn an_impasse_is_counted_if_both_agree(database: &Database) {
    let server = Server::start(database).await;
    let entered = "9/9/4K4/9/9/9/9/9/4k4 w 2R2G2S2N2L10P2b2g2s2n2l8p 1";
    let mut live = Live::open_with(&server, json!({"game": "shogi", "position": entered})).await;
    let [one, two] = Side::ALL;
    // Either side may propose, in either turn.
    live.sockets[one].done(&offer("impasse", "a", "offer")).await;
    assert_eq!(live.table.snapshot(&server).await["offers"]["impasse"], "first");
    live.sockets[two].done(&offer("impasse", "b", "decline")).await;
    live.sockets[two].done(&offer("impasse", "c", "offer")).await;
    live.sockets[one].done(&offer("impasse", "d", "accept")).await;
    ended(&mut live.sockets[two], json!("first"), "impasse").await;
    assert_eq!(live.table.archived(&server).await["reason"], "impasse");
}

/// Source: rules.md §7, `declaration`: the first side needs 28 points, a wrong declaration loses.
async fn a_declaration_wins_or_loses_by_itself(database: &Database) {
    let server = Server::start(database).await;
    for (hand, result, reason) in
        [("RB2G2S2N2L", "first", "declaration"), ("RB2G2S2NL", "second", "wrong_declaration")]
    {
        let entered = format!("4K4/PPPPPPPPP/L8/9/9/9/9/9/4k4 b {hand} 1");
        let options = json!({"impasse": "declaration"});
        let wish = json!({"game": "shogi", "options": options, "position": entered});
        let mut live = Live::open_with(&server, wish).await;
        let waits = live.sockets.second.refused(&offer("impasse", "a", "offer"), "illegal").await;
        assert_eq!(waits["rule"], "no_impasse");
        live.sockets.first.done(&offer("impasse", "b", "offer")).await;
        ended(&mut live.sockets.second, json!(result), reason).await;
    }
}

/// Source: rules.md §7: the fourth occurrence draws, and the match offers it again with the sides
/// swapped.
async fn a_draw_by_sennichite_is_played_again_with_the_sides_swapped(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open_with(&server, json!({"game": "shogi"})).await;
    for action in "2h3h 8b7b 3h2h 7b8b ".repeat(3).split_whitespace() {
        let (side, ply) = (live.side(), live.game.ply());
        let id = format!("p{ply}");
        let command = json!({"type": "play", "id": id, "ply": ply, "move": action});
        live.sockets[side].done(&command).await;
        live.record(&command);
    }
    let [one, two] = Side::ALL;
    ended(&mut live.sockets[one], json!("draw"), "repetition").await;
    live.sockets[one].done(&offer("rematch", "a", "offer")).await;
    live.sockets[two].done(&offer("rematch", "b", "accept")).await;
    let event = live.sockets[one].until_kind("rematched", 0).await;
    let next = event["match"].as_str().expect("an id");
    for side in Side::ALL {
        let who = Some(&live.table.guests[side]);
        let socket = Socket::follow(server.address(), next, who, None).await;
        assert_eq!(socket.seat(), Some(side.other()), "the sides are swapped");
        assert_eq!(socket.snapshot()["game"], "shogi");
    }
}
