//! Pauses by agreement of matches without a clock and by days, over sockets and across kills.

use crate::live::{Live, bare, offer};
use crate::on_both;
use e2e::{Database, Server};
use engine::Side;
use serde_json::{Value, json};

on_both!(
    a_pause_is_agreed_on_outlives_the_server_and_is_ended_by_either,
    an_offer_of_a_pause_is_declined_withdrawn_and_lapses,
    no_match_with_a_live_clock_is_paused,
);

const PAUSE: u64 = 30 * 86_400_000;

fn timed(clock: &Value) -> Value {
    json!({ "clock": clock })
}

/// Pauses the match; returns the event.
async fn pause(live: &mut Live, id: &str) -> Value {
    let [one, two] = Side::ALL;
    let offered = live.sockets[one].done(&offer("pause", &format!("{id}-o"), "offer")).await;
    let event = live.sockets[two].event(offered).await;
    assert_eq!((&event["kind"], &event["offer"]), (&json!("offered"), &json!("pause")));
    let paused = live.sockets[two].done(&offer("pause", &format!("{id}-a"), "accept")).await;
    let event = live.sockets[one].event(paused).await;
    assert_eq!(event["kind"], "paused");
    let at = event["at"].as_u64().expect("a time");
    assert_eq!(event["until"], at + PAUSE);
    event
}

async fn a_pause_is_agreed_on_outlives_the_server_and_is_ended_by_either(database: &Database) {
    let mut server = Server::start(database).await;
    for clock in [json!({"kind": "correspondence", "days": 3}), json!({"kind": "none"})] {
        let by_days = clock["kind"] == "correspondence";
        let runs = |side: &str| if by_days { json!(side) } else { Value::Null };
        let mut live = Live::open_with(&server, timed(&clock)).await;
        let [one, two] = Side::ALL;
        for _ in 0..2 {
            live.play().await;
        }
        live.sockets[one].refused(&bare("resume", "none"), "not_allowed").await;
        let paused = pause(&mut live, "a").await;
        assert_eq!(paused["clock"].is_null(), !by_days);
        let shown = live.table.snapshot(&server).await;
        assert_eq!((&shown["paused"], &shown["turn"]), (&paused["until"], &json!("first")));
        assert_eq!(
            (&shown["clock"]["running"], &shown["offers"]["pause"]),
            (&Value::Null, &Value::Null)
        );
        live.sockets[one].refused(&offer("pause", "twice", "offer"), "not_allowed").await;

        server.kill().await;
        server = Server::start(database).await;
        live.sit_again(&server).await;
        let again = live.table.snapshot(&server).await;
        assert_eq!(again["paused"], paused["until"]);
        assert_eq!(again["clock"], shown["clock"], "nothing ran");

        let resumed = live.sockets[two].done(&bare("resume", "r")).await;
        let event = live.sockets[one].event(resumed).await;
        assert_eq!((&event["kind"], &event["by"]), (&json!("resumed"), &json!("second")));
        assert_eq!(event["clock"]["running"], runs("first"));
        assert_eq!(live.table.snapshot(&server).await["paused"], Value::Null);

        // An action ends the pause, too.
        pause(&mut live, "b").await;
        live.play().await;
        server.kill().await;
        server = Server::start(database).await;
        live.sit_again(&server).await;
        let shown = live.table.snapshot(&server).await;
        assert_eq!((&shown["paused"], &shown["clock"]["running"]), (&Value::Null, &runs("second")));
        pause(&mut live, "c").await;
        live.sockets[one].done(&bare("resign", "end")).await;
        live.table.archived(&server).await;
    }
}

async fn an_offer_of_a_pause_is_declined_withdrawn_and_lapses(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open_with(&server, timed(&json!({"kind": "none"}))).await;
    let [one, two] = Side::ALL;
    for (id, side, answer, kind) in
        [("a", two, "decline", "declined"), ("b", one, "withdraw", "withdrawn")]
    {
        live.sockets[one].done(&offer("pause", id, "offer")).await;
        let answered = live.sockets[side].done(&offer("pause", &format!("{id}-x"), answer)).await;
        let event = live.sockets[side.other()].event(answered).await;
        assert_eq!((&event["kind"], &event["offer"]), (&json!(kind), &json!("pause")));
    }
    live.sockets[two].done(&offer("pause", "c", "offer")).await;
    assert_eq!(live.table.snapshot(&server).await["offers"]["pause"], "second");
    live.play().await;
    live.sockets[one].refused(&offer("pause", "d", "accept"), "not_allowed").await;
}

async fn no_match_with_a_live_clock_is_paused(database: &Database) {
    let server = Server::start(database).await;
    for clock in [
        json!({"kind": "fischer", "initial": 10_800, "increment": 9}),
        json!({"kind": "byoyomi", "main": 600, "period": 30, "periods": 3}),
    ] {
        let mut live = Live::open_with(&server, timed(&clock)).await;
        let socket = &mut live.sockets[Side::First];
        socket.refused(&offer("pause", "a", "offer"), "not_allowed").await;
        socket.refused(&bare("resume", "b"), "not_allowed").await;
    }
}
