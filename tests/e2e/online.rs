//! Presence: the list of players online, on one server and on several.

use crate::admin::done;
use crate::browser::Browser;
use crate::live::{GAME, Live, bare};
use crate::on_both;
use e2e::{Database, Guest, Method, Request, Server, ServerOptions, Socket, on_postgres, within};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::task::yield_now;

on_both!(
    who_has_a_socket_is_here_once,
    who_keeps_the_identity_comes_first_under_the_name_of_now,
    activities_are_listed_with_names,
    who_blocks_or_is_banned_is_not_shown,
    unlisted_player_is_not_listed,
    a_list_is_no_longer_than_asked_for,
    lists_of_who_is_here_are_limited,
);

/// The list as one player gets it.
async fn here(server: &Server, asker: &Guest) -> Value {
    server.send(Request::get("/api/online").by(asker)).await.ok()
}

/// The ids in a list.
fn ids(list: &Value) -> Vec<&str> {
    let people = list["players"].as_array().expect("a list");
    people.iter().map(|one| one["player"]["id"].as_str().expect("an id")).collect()
}

/// The list as one player gets it, once it is as expected.
async fn until(
    server: &Server,
    asker: &Guest,
    what: &str,
    is_right: impl Fn(&Value) -> bool,
) -> Value {
    within(what, async {
        loop {
            let list = here(server, asker).await;
            if is_right(&list) {
                return list;
            }
        }
    })
    .await
}

/// Connects a player to the lobby, and waits until the server serves them.
async fn enter(server: &Server, who: &Guest) -> Socket {
    let mut lobby = Socket::open(server.address(), "/ws/lobby?matches=0", Some(who)).await;
    lobby.ping().await;
    // Players who connect in the same millisecond have no order.
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(2) {
        yield_now().await;
    }
    lobby
}

async fn unlimited(database: &Database) -> Server {
    Server::start_with(database, ServerOptions::Unlimited).await
}

fn put(path: &str) -> Request {
    Request::new(Method::PUT, path)
}

async fn who_has_a_socket_is_here_once(database: &Database) {
    let server = unlimited(database).await;
    let (one, other) = (server.guest().await, server.guest().await);
    let nobody = json!({"total": 0, "players": [], "listed": true});
    assert_eq!(here(&server, &one).await, nobody, "to ask is not to be here");
    let lobby = enter(&server, &one).await;
    let second = enter(&server, &one).await;
    let list = here(&server, &other).await;
    assert_eq!((&list["total"], ids(&list)), (&json!(1), vec![one.id.as_str()]));
    let player = json!({"id": one.id, "name": one.name, "guest": true, "named": false});
    assert_eq!(list["players"][0], json!({"player": player, "seeking": false, "playing": null}));
    let watching = enter(&server, &other).await;
    let list = here(&server, &one).await;
    assert_eq!(ids(&list), [other.id.as_str(), one.id.as_str()], "who came last is first");

    // The lobby counts the same people.
    let mut lobby_of_rooms = Socket::open(server.address(), "/ws/lobby", Some(&one)).await;
    assert_eq!(lobby_of_rooms.until_type("counts").await["players"], 2);
    drop((lobby, lobby_of_rooms));
    // Had the sockets that are closed been counted out, one would be left of three.
    drop(watching);
    let list = until(&server, &one, "who leaves is gone", |list| list["total"] == 1).await;
    assert_eq!(ids(&list), [one.id.as_str()]);
    drop(second);
    until(&server, &one, "with the last socket", |list| *list == nobody).await;
}

async fn who_keeps_the_identity_comes_first_under_the_name_of_now(database: &Database) {
    let server = unlimited(database).await;
    let mut li = Browser::registered(&server, "Li Bai").await;
    let mut lobby = li.listen().await;
    lobby.ping().await;
    let guest = server.guest().await;
    let program = server.send(Request::post("/api/guests").json(&json!({"bot": true}))).await;
    let program = program.json();
    let text = |key: &str| program[key].as_str().expect("a text").to_owned();
    let program = Guest { id: text("id"), name: text("name"), token: text("token") };
    let _open = (enter(&server, &guest).await, enter(&server, &program).await);
    let rename = put("/api/me").by(&guest).json(&json!({"name": "杜甫"}));
    assert_eq!(server.send(rename).await.status, 200);
    let list = here(&server, &guest).await;
    let own = li.id().await;
    assert_eq!(ids(&list), [&own, &program.id, &guest.id]);
    let players: Vec<&Value> = (0..3).map(|at| &list["players"][at]["player"]).collect();
    assert_eq!(players[0], &li.me().await);
    assert_eq!((&players[1]["bot"], &players[2]["name"]), (&json!(true), &json!("杜甫")));
    let rename = put("/api/me").json(&json!({"name": "Li Po"}));
    assert_eq!(li.send(rename).await.status, 200);
    assert_eq!(here(&server, &guest).await["players"][0]["player"]["name"], "Li Po");

    // A guest who registers while a socket is open moves up.
    let mut du = Browser::new(&server);
    let earlier = du.id().await;
    let mut as_guest = du.listen().await;
    as_guest.ping().await;
    assert_eq!(ids(&here(&server, &guest).await)[1], earlier, "the last of the guests");
    assert_eq!(du.register("Wang Wei").await.status, 201);
    let list = here(&server, &guest).await;
    assert_eq!(ids(&list), [&own, &earlier, &program.id, &guest.id]);
    assert_eq!(list["players"][1]["player"]["name"], "Wang Wei");
    // Nothing is left of a player who deletes the account, while a guest's socket is still open.
    let erase = Request::new(Method::DELETE, "/api/me").json(&json!({}));
    assert_eq!(server.send(erase.by(&program)).await.status, 204);
    assert_eq!(ids(&here(&server, &guest).await), [&own, &earlier, &guest.id]);
}

async fn activities_are_listed_with_names(database: &Database) {
    let server = unlimited(database).await;
    let mut live = Live::open(&server).await;
    let hidden = Live::open_with(&server, json!({"visibility": "link"})).await;
    let seeker = server.guest().await;
    let _lobby = enter(&server, &seeker).await;
    let wish = json!({"games": [{"game": GAME}], "clocks": [{"kind": "none"}], "minutes": 5});
    let seek = Request::post("/api/seeks").by(&seeker).json(&wish);
    let sought = server.send(seek).await;
    assert!(sought.status.is_success(), "{sought:?}");
    let list = here(&server, &seeker).await;
    assert_eq!(list["total"], 5);
    let [first, second] = [&live.table.guests.first.id, &live.table.guests.second.id];
    for one in list["players"].as_array().expect("a list") {
        let id = one["player"]["id"].as_str().expect("an id");
        let plays = id == first || id == second;
        let playing = if plays { json!(live.table.id) } else { Value::Null };
        assert_eq!(one["playing"], playing, "what is played by link stays hidden");
        assert_eq!(one["seeking"], id == seeker.id);
    }
    // It is over, and they are still here.
    live.sockets.first.done(&bare("resign", "end")).await;
    let over = |list: &Value| {
        let mut people = list["players"].as_array().into_iter().flatten();
        people.all(|one| one["playing"].is_null())
    };
    assert_eq!(until(&server, &seeker, "it is over", over).await["total"], 5);
    drop(hidden);
}

async fn who_blocks_or_is_banned_is_not_shown(database: &Database) {
    let server = unlimited(database).await;
    let (one, other, third) = (server.guest().await, server.guest().await, server.guest().await);
    let mut open = Vec::new();
    for who in [&one, &other, &third] {
        open.push(enter(&server, who).await);
    }
    let block = put(&format!("/api/me/blocks/{}", other.id)).by(&one);
    assert_eq!(server.send(block).await.status, 204);
    for (asker, missing) in [(&one, &other), (&other, &one)] {
        let list = here(&server, asker).await;
        assert_eq!(ids(&list), [third.id.as_str(), asker.id.as_str()], "neither sees the other");
        assert!(!list.to_string().contains(&missing.id));
        assert_eq!(list["total"], 3, "the number says nothing of it");
    }
    assert_eq!(ids(&here(&server, &third).await).len(), 3, "others see both");
    done(database, &["ban", &other.id, "--for", "1h"]).await;
    assert_eq!(open[1].until_closed().await, Some(1_008));
    let list = until(&server, &third, "they are put out", |list| list["total"] == 2).await;
    assert_eq!(ids(&list), [third.id.as_str(), one.id.as_str()]);
}

async fn unlisted_player_is_not_listed(database: &Database) {
    let server = unlimited(database).await;
    let mut li = Browser::registered(&server, "Li Bai").await;
    let guest = server.guest().await;
    let path = "/api/me/online";
    let shown = async |listed: bool| {
        let answer = server.send(Request::get(path).by(&guest)).await.ok();
        assert_eq!(answer, json!({"listed": listed}));
    };
    shown(true).await;
    let set = |body: &Value| put(path).by(&guest).json(body);
    let _lobby = enter(&server, &guest).await;
    for bad in [json!({}), json!({"listed": 1}), json!({"listed": null})] {
        server.send(set(&bad)).await.is_problem(400, "bad_request");
    }
    server.send(put(path).by(&guest).body("listed=0")).await.is_problem(415, "not_json");
    shown(true).await;
    let off = json!({"listed": false});
    for _ in 0..2 {
        assert_eq!(server.send(set(&off)).await.ok(), off);
    }
    shown(false).await;
    let list = here(&server, &guest).await;
    let alone = json!({"total": 1, "players": [], "listed": false});
    assert_eq!(list, alone, "not to themselves either");
    // Those who follow them do not see it either, as long as they play nothing in public.
    let follow = put(&format!("/api/me/follows/{}", guest.id));
    assert_eq!(li.send(follow).await.status, 204);
    assert_eq!(li.get("/api/me/follows").await["players"][0]["online"], false);
    let exported = server.send(Request::get("/api/me/export").by(&guest)).await;
    let about: Value = serde_json::from_str(exported.text().lines().next().expect("a line"))
        .expect("each line is JSON");
    assert_eq!(about["listed"], false);
    let on = json!({"listed": true});
    assert_eq!(server.send(set(&on)).await.ok(), on);
    assert_eq!(ids(&here(&server, &guest).await), [guest.id.as_str()]);
    assert_eq!(li.get("/api/me/follows").await["players"][0]["online"], true);
}

async fn a_list_is_no_longer_than_asked_for(database: &Database) {
    let server = unlimited(database).await;
    let mut open = Vec::new();
    for _ in 0..130 {
        let mut lobby = Socket::open(server.address(), "/ws/lobby?matches=0", None).await;
        lobby.ping().await;
        open.push(lobby);
    }
    let asker = server.guest().await;
    let list = here(&server, &asker).await;
    assert_eq!((&list["total"], ids(&list).len()), (&json!(130), 100));
    let some = server.send(Request::get("/api/online?limit=3").by(&asker)).await.ok();
    assert_eq!(some["total"], 130);
    assert_eq!(ids(&some), ids(&list)[..3], "those who came last");
    for bad in ["0", "101", "-1", "all", "1.5", ""] {
        let path = format!("/api/online?limit={bad}");
        server.send(Request::get(&path).by(&asker)).await.is_problem(400, "bad_request");
    }
}

/// Each of a list is looked up: it costs as much as a list of the archive.
async fn lists_of_who_is_here_are_limited(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    for _ in 0..400 {
        let answer = server.send(Request::get("/api/online").by(&guest)).await;
        if answer.status == 429 {
            answer.is_problem(429, "rate");
            return;
        }
    }
    panic!("400 lists were answered");
}

#[tokio::test]
async fn who_is_at_another_server_is_listed_too() {
    on_postgres(async |database| {
        let (one, other) = tokio::join!(unlimited(database), unlimited(database));
        let mut li = Browser::registered(&one, "Li Bai").await;
        let mut lobby = li.listen().await;
        lobby.ping().await;
        let own = li.id().await;
        let guest = other.guest().await;
        let there = enter(&other, &guest).await;
        let here_too = enter(&one, &guest).await;
        let mut counting = Socket::open(other.address(), "/ws/lobby", Some(&guest)).await;
        for server in [&one, &other] {
            let all = |list: &Value| list["total"] == 2 && ids(list) == [&own, &guest.id];
            until(server, &guest, "both are listed, each once", all).await;
        }
        while counting.until_type("counts").await["players"] != 2 {}

        // A choice at one server holds at the other.
        let set = |listed: bool| put("/api/me/online").by(&guest).json(&json!({"listed": listed}));
        assert_eq!(one.send(set(false)).await.status, 200);
        assert_eq!(ids(&here(&other, &guest).await), [&own]);
        assert_eq!(one.send(set(true)).await.status, 200);
        assert_eq!(ids(&here(&other, &guest).await), [&own, &guest.id]);
        let rename = put("/api/me").json(&json!({"name": "Li Po"}));
        assert_eq!(li.send(rename).await.status, 200);
        assert_eq!(here(&other, &guest).await["players"][0]["player"]["name"], "Li Po");

        // A player who leaves one of two servers is still online.
        drop((there, counting));
        drop(lobby);
        let left = |list: &Value| list["total"] == 1 && ids(list) == [&guest.id];
        for server in [&one, &other] {
            until(server, &guest, "who left is gone", left).await;
        }
        // A server that is gone has no players.
        drop(here_too);
        let again = enter(&one, &guest).await;
        until(&other, &guest, "they are listed", left).await;
        one.kill().await;
        let nobody = |list: &Value| list["total"] == 0 && ids(list).is_empty();
        until(&other, &guest, "the server is gone", nobody).await;
        drop(again);
    })
    .await;
}
