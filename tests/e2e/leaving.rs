//! Opponents who leave open matches, and how many matches a player may have open.

use crate::live::{GAME, Live, bare, begin};
use crate::on_both;
use e2e::{Database, Request, Server, Socket};
use engine::Side;
use serde_json::{Value, json};

on_both!(opponent_who_aborts_frees_the_seat_and_waits, matches_that_players_have_open_are_limited,);

async fn opponent_who_aborts_frees_the_seat_and_waits(database: &Database) {
    let mut server = Server::start(database).await;
    let clock = json!({"kind": "fischer", "initial": 300, "increment": 5});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    let start = live.sockets.first.snapshot()["position"].clone();
    live.play().await;
    live.sockets.second.send_text(&bare("abort", "off")).await;
    let left = live.sockets.first.until_kind("left", 0).await;
    assert_eq!((&left["seat"], &left["reason"]), (&json!("second"), &json!("aborted")));
    assert_eq!((&left["position"], &left["check"]), (&start, &json!(false)));
    assert_eq!(left["clock"]["running"], Value::Null);
    let id = live.table.id.clone();
    let join = |guest| Request::post(&format!("/api/matches/{id}/join")).by(guest);
    let waits = server.send(join(&live.table.guests.second)).await;
    waits.is_problem(429, "wait");
    let seconds = waits.header("retry-after").and_then(|seconds| seconds.parse().ok());
    assert!(seconds.is_some_and(|seconds: u32| (50..=60).contains(&seconds)), "{waits:?}");

    // It is open after a restart, too.
    server.kill().await;
    server = Server::start(database).await;
    let listed = server.send(Request::get("/api/matches")).await.ok();
    assert_eq!(
        (&listed["matches"][0]["id"], &listed["matches"][0]["ply"]),
        (&json!(id), &json!(0))
    );
    let next = server.guest().await;
    assert_eq!(server.send(join(&next)).await.ok(), json!({"seat": "second"}));
    let mut first = live.table.sit(&server, Side::First).await;
    let mut second = Socket::follow(server.address(), &id, Some(&next), None).await;
    begin(GAME, &mut first, &mut second).await;
    second.refused(&bare("abort", "late"), "not_allowed").await;
}

async fn matches_that_players_have_open_are_limited(database: &Database) {
    let server = Server::start(database).await;
    let (one, other) = (server.guest().await, server.guest().await);
    let named = Request::new(e2e::Method::PUT, "/api/me").by(&other);
    assert_eq!(server.send(named.json(&json!({"name": "Du Fu"}))).await.status, 200);
    let make = async |more: Value| {
        let mut wish = json!({"game": GAME});
        wish.as_object_mut()
            .expect("it is one")
            .extend(more.as_object().expect("so is it").clone());
        server.send(Request::post("/api/matches").by(&one).json(&wish)).await
    };
    for (wish, most, code) in [
        (json!({}), 3, "too_many_open"),
        (json!({"opponent": other.id}), 3, "too_many_challenges"),
        (json!({"computer": 1}), 20, "too_many_computer"),
    ] {
        for _ in 0..most {
            assert_eq!(make(wish.clone()).await.status, 201, "{code}");
        }
        make(wish).await.is_problem(409, code);
    }
}
