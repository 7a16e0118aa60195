//! The needs of an author of a bot: legal actions, a token that can be ended, the mark of a program,
//! and pages of other sites.

use crate::live::Live;
use crate::on_both;
use e2e::{Database, Guest, Method, Request, Server, Socket};
use serde_json::{Value, json};

on_both!(
    legal_actions_are_listed_for_every_client,
    legal_actions_of_position_are_listed,
    a_program_is_known_as_one,
    tokens_are_listed_ended_and_expire,
    pages_of_other_sites_read_and_play_with_tokens,
);

async fn follow(server: &Server, id: &str, who: &Guest, query: &str) -> Socket {
    Socket::open(server.address(), &format!("/ws/matches/{id}?{query}"), Some(who)).await
}

async fn legal_actions_are_listed_for_every_client(database: &Database) {
    let server = Server::start(database).await;
    let (maker, other) = (server.guest().await, server.guest().await);
    let wish = json!({"game": "xiangqi", "ruleset": "standard", "seat": "first"});
    let made = server.send(Request::post("/api/matches").by(&maker).json(&wish)).await.ok();
    let id = made["id"].as_str().expect("an id").to_owned();
    let mut asked = follow(&server, &id, &maker, "legal=1").await;
    let welcome = asked.message().await;
    assert_eq!(welcome["legal"], json!([]), "nobody can play yet: {welcome}");
    assert_eq!(asked.message().await["legal"], json!([]), "nor does the snapshot say so");
    let mut plain = follow(&server, &id, &maker, "").await;
    assert_eq!(plain.message().await.get("legal"), None);
    assert_eq!(plain.message().await.get("legal"), None);

    let join = Request::post(&format!("/api/matches/{id}/join")).by(&other);
    assert_eq!(server.send(join).await.status, 200);
    let joined = asked.until_kind("joined", 1).await;
    assert_eq!(joined["turn"], "first", "{joined}");
    assert_eq!(joined["legal"].as_array().map(Vec::len), Some(44), "{joined}");
    assert_eq!(plain.until_kind("joined", 1).await.get("legal"), None);

    let play = json!({"type": "play", "id": "c1", "ply": 0, "move": joined["legal"][0]});
    let seq = asked.done(&play).await;
    let moved = asked.event(seq).await;
    assert_eq!((&moved["kind"], &moved["turn"]), (&json!("moved"), &json!("second")));
    assert_eq!(moved["legal"].as_array().map(Vec::len), Some(44), "{moved}");
    asked.send_text(&json!({"type": "snapshot"})).await;
    let snapshot = asked.until_type("snapshot").await;
    assert_eq!(snapshot["legal"], moved["legal"]);

    // A client that resumes gets them with the greeting, since the journal does not have them.
    let mut resumed = follow(&server, &id, &other, &format!("since={seq}&legal=1")).await;
    assert_eq!(resumed.message().await["legal"], moved["legal"]);
    let path = format!("/api/matches/{id}");
    let shown = server.send(Request::get(&format!("{path}?legal=1"))).await.ok();
    assert_eq!(shown["legal"], moved["legal"]);
    assert_eq!(server.send(Request::get(&path)).await.ok().get("legal"), None);
    let bad = server.send(Request::get(&format!("{path}?legal=maybe"))).await;
    bad.is_problem(400, "bad_request");

    let resign = json!({"type": "resign", "id": "c2"});
    asked.done(&resign).await;
    let shown = server.send(Request::get(&format!("{path}?legal=1"))).await.ok();
    assert_eq!((&shown["legal"], &shown["state"]), (&json!([]), &json!("over")));
}

async fn legal_actions_of_position_are_listed(database: &Database) {
    let server = Server::start(database).await;
    let get = async |query: &str| server.send(Request::get(&format!("/api/legal?{query}"))).await;
    let start = get("game=shogi").await.ok();
    assert_eq!(start["legal"].as_array().map(Vec::len), Some(30));
    assert_eq!((&start["turn"], &start["check"]), (&json!("first"), &json!(false)));
    assert_eq!((&start["result"], &start["reason"]), (&Value::Null, &Value::Null));
    let handicap = get("game=shogi&option.handicap=two").await.ok();
    assert_eq!(handicap["turn"], "second");
    let drop = get("game=shogi&position=4k4/9/9/9/9/9/9/9/4K4%20b%20P%201").await.ok();
    let legal = drop["legal"].as_array().expect("a list");
    assert!(legal.contains(&json!("P*5e")) && !legal.contains(&json!("P*5a")), "{drop}");
    get("game=go").await.is_problem(422, "unknown_game");
    get("game=shogi&position=x").await.is_problem(422, "bad_position");
    get("").await.is_problem(400, "bad_request");
}

async fn a_program_is_known_as_one(database: &Database) {
    let server = Server::start(database).await;
    let make = Request::post("/api/guests").json(&json!({"bot": true, "days": 7}));
    let made = server.send(make).await;
    assert_eq!(made.status, 201, "{made:?}");
    let made = made.json();
    assert_eq!(made["bot"], true, "{made}");
    let text = |key: &str| made[key].as_str().expect("a text").to_owned();
    let bot = Guest { id: text("id"), name: text("name"), token: text("token") };
    let wish = json!({"game": "tui-da-che", "seat": "first"});
    let room = server.send(Request::post("/api/matches").by(&bot).json(&wish)).await.ok();
    let id = room["id"].as_str().expect("an id").to_owned();
    let listed = server.send(Request::get("/api/matches")).await.ok();
    assert_eq!(listed["matches"][0]["players"]["first"]["bot"], true, "{listed}");

    // A player without the mark is a person, and can declare it later.
    let other = server.guest().await;
    let me = server.send(Request::get("/api/me").by(&other)).await.ok();
    assert_eq!(me.get("bot"), None, "{me}");
    let join = Request::post(&format!("/api/matches/{id}/join")).by(&other);
    assert_eq!(server.send(join).await.status, 200);
    let put = |body: Value| Request::new(Method::PUT, "/api/me").by(&other).json(&body);
    let named = server.send(put(json!({"name": "Deep", "bot": true}))).await.ok();
    assert_eq!((&named["name"], &named["bot"]), (&json!("Deep"), &json!(true)));
    let again = server.send(put(json!({"name": "Deep", "bot": false}))).await.ok();
    assert_eq!(again["bot"], true, "once for all");

    let mut socket = follow(&server, &id, &bot, "").await;
    let _welcome = socket.message().await;
    let snapshot = socket.message().await;
    for side in ["first", "second"] {
        assert_eq!(snapshot["players"][side]["bot"], true, "{snapshot}");
    }
    // The archive remembers it.
    let play = json!({"type": "play", "id": "p", "ply": 0, "move": "a1a2"});
    socket.done(&play).await;
    socket.done(&json!({"type": "resign", "id": "r"})).await;
    let stored = server.send(Request::get(&format!("/api/archive/{id}"))).await.ok();
    for side in ["first", "second"] {
        assert_eq!(stored["players"][side]["bot"], true, "{stored}");
    }
}

async fn tokens_are_listed_ended_and_expire(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    let list = async |who: &Guest| {
        let own = server.send(Request::get("/api/me/tokens").by(who)).await.ok();
        own["tokens"].as_array().expect("a list").clone()
    };
    let first = list(&guest).await;
    assert_eq!((first.len(), &first[0]["current"]), (1, &json!(true)), "{first:?}");
    let span = first[0]["expires_at"].as_u64().expect("a time")
        - first[0]["created_at"].as_u64().expect("a time");
    assert_eq!(span, 90 * 24 * 3_600_000, "ninety days");

    let more = Request::post("/api/me/tokens").by(&guest).json(&json!({"days": 1}));
    let more = server.send(more).await;
    assert_eq!(more.status, 201, "{more:?}");
    let more = more.json();
    let second =
        Guest { token: more["token"].as_str().expect("a text").to_owned(), ..guest.clone() };
    let me = server.send(Request::get("/api/me").by(&second)).await.ok();
    assert_eq!(me["id"], guest.id.as_str(), "another token, the same guest");
    assert_eq!(list(&second).await.len(), 2);

    // The other one is ended, and so are the connections of its holder.
    let ended = format!("/api/me/tokens/{}", first[0]["id"].as_str().expect("an id"));
    let stranger = server.guest().await;
    let end = |who: &Guest| Request::new(Method::DELETE, &ended).by(who);
    server.send(end(&stranger)).await.is_problem(404, "not_found");
    assert_eq!(server.send(end(&second)).await.status, 204);
    server.send(end(&second)).await.is_problem(404, "not_found");
    server.send(Request::get("/api/me").by(&guest)).await.is_problem(401, "bad_token");
    assert_eq!(list(&second).await.len(), 1);

    for days in [json!(0), json!(366), json!("x")] {
        let made = Request::post("/api/me/tokens").by(&second).json(&json!({"days": days}));
        server.send(made).await.is_problem(400, "bad_request");
    }
    for _ in 1..20 {
        assert_eq!(server.send(Request::post("/api/me/tokens").by(&second)).await.status, 201);
    }
    let full = server.send(Request::post("/api/me/tokens").by(&second)).await;
    full.is_problem(409, "too_many_tokens");

    // An expired token counts for nothing, though its row were still there.
    let late = second.token.replace('.', " ");
    let mut parts: Vec<String> = late.split(' ').map(str::to_owned).collect();
    parts[3] = "9999999999999".to_owned();
    let forged = Guest { token: parts.join("."), ..guest.clone() };
    server.send(Request::get("/api/me").by(&forged)).await.is_problem(401, "bad_token");
}

/// A browser's cookie is signed as tokens were that knew no end.
async fn pages_of_other_sites_read_and_play_with_tokens(database: &Database) {
    let server = Server::start(database).await;
    let there = "https://viewer.example";
    for path in ["/api/games", "/api/archive", "/api/position.svg?game=shogi", "/api/matches/7"] {
        let answer = server.send(Request::get(path).header("origin", there)).await;
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"), "{path}");
        assert_eq!(answer.header("access-control-allow-credentials"), None, "{path}");
    }
    let asks = Request::new(Method::OPTIONS, "/api/matches")
        .header("origin", there)
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,content-type");
    let asked = server.send(asks).await;
    assert_eq!(asked.status, 204, "{asked:?}");
    assert_eq!(asked.header("access-control-allow-origin"), Some("*"));
    let allowed = asked.header("access-control-allow-headers").expect("some");
    assert!(allowed.contains("authorization") && allowed.contains("content-type"), "{allowed}");

    // A guest of its own, and then by that guest's token.
    let made = server.send(Request::post("/api/guests").header("origin", there)).await.ok();
    let token = format!("Bearer {}", made["token"].as_str().expect("a text"));
    let wish = json!({"game": "shogi"});
    let create = || Request::post("/api/matches").header("origin", there).json(&wish);
    let room = server.send(create().header("authorization", &token)).await;
    assert_eq!(room.status, 201, "{room:?}");
    assert_eq!(room.header("access-control-allow-origin"), Some("*"));
    // Without one it is a browser, whose cookie a page of another site must not use.
    server.send(create()).await.is_problem(403, "bad_origin");
    // No other site may read the pages.
    let page = server.send(Request::get("/").header("origin", there)).await;
    assert_eq!(page.header("access-control-allow-origin"), None);
    let live = Live::open(&server).await;
    assert!(!live.table.id.is_empty());
}
