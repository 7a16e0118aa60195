//! Every code of the errors of `docs/protocol.md`, and who is who.

use crate::live::{GAME, Live, bare};
use crate::on_both;
use e2e::{Answer, Database, Method, Request, Server, Socket};
use futures_util::future::join_all;
use serde_json::{Value, json};

on_both!(
    what_cannot_be_set_up_is_named,
    unknown_paths_are_not_found,
    people_see_a_page_where_there_is_nothing,
    bodies_and_queries_are_read_strictly,
    seats_are_taken_once,
    people_are_known_by_cookie_or_token,
    other_sites_are_turned_away,
    answers_are_strict,
    one_address_has_so_many_connections,
    sockets_have_an_allowance_of_their_own,
    refusal_lasts_until_allowance_refills,
);

fn create(wish: &Value) -> Request {
    Request::post("/api/matches").json(wish)
}

async fn what_cannot_be_set_up_is_named(database: &Database) {
    let server = Server::start(database).await;
    let fischer = |initial: i64, increment: i64| {
        json!({"game": GAME, "clock":
        {"kind": "fischer", "initial": initial, "increment": increment}})
    };
    let byoyomi = |main: u32, period: u32, periods: u32| {
        json!({"game": GAME, "clock":
        {"kind": "byoyomi", "main": main, "period": period, "periods": periods}})
    };
    for (wish, status, code) in [
        (json!({"game": "go"}), 422, "unknown_game"),
        (json!({"game": ""}), 422, "unknown_game"),
        (json!({"game": GAME, "ruleset": "house"}), 422, "unknown_ruleset"),
        (json!({"game": GAME, "options": {"board": "7x7"}}), 422, "unknown_option"),
        (json!({"game": "diu-fang", "options": {"board": "1x1"}}), 422, "unknown_value"),
        (json!({"game": GAME, "position": "wwww"}), 422, "bad_position"),
        (json!({"game": "shogi", "position": "k8/9/9/9/9/9/9/9/9 b - 1"}), 422, "bad_position"),
        (fischer(9, 0), 422, "bad_clock"),
        (fischer(10_801, 0), 422, "bad_clock"),
        (fischer(60, 181), 422, "bad_clock"),
        (byoyomi(10_801, 30, 1), 422, "bad_clock"),
        (byoyomi(600, 4, 1), 422, "bad_clock"),
        (byoyomi(600, 30, 0), 422, "bad_clock"),
        (byoyomi(600, u32::MAX, u32::MAX), 422, "bad_clock"),
        (fischer(-1, 0), 400, "bad_request"),
        (json!({"game": GAME, "clock": {"kind": "byoyomi", "main": 600}}), 400, "bad_request"),
        (json!({"game": GAME, "clock": {"kind": "sundial"}}), 400, "bad_request"),
        (json!({"game": GAME, "clock": 5}), 400, "bad_request"),
        (json!({"game": GAME, "seat": "third"}), 400, "bad_request"),
        (json!({"game": GAME, "visibility": "secret"}), 400, "bad_request"),
        (json!({"game": GAME, "options": {"board": 7}}), 400, "bad_request"),
        (json!({"game": 7}), 400, "bad_request"),
        (json!({}), 400, "bad_request"),
        (json!([]), 400, "bad_request"),
    ] {
        server.send(create(&wish)).await.is_problem(status, code);
    }
    for game in engine::GAMES {
        let made = server.send(create(&json!({"game": game.id, "mood": "ignored"}))).await;
        assert_eq!(made.status, 201, "{made:?}");
    }
}

async fn unknown_paths_are_not_found(database: &Database) {
    let server = Server::start(database).await;
    let nobody = "00000000-0000-4000-8000-000000000000";
    for path in [
        "/nothing",
        "/api/nothing",
        "/js/../Cargo.toml",
        "/js/%2e%2e/%2e%2e/Cargo.toml",
        "/api/matches/7",
        "/api/archive/7",
        "/api/matches/%ff",
        "/api/archive/%ff",
        "/%ff",
        &format!("/api/matches/{nobody}"),
        &format!("/api/matches/{nobody}/events"),
        &format!("/api/archive/{nobody}"),
        &format!("/api/archive/{nobody}.txt"),
    ] {
        server.send(Request::get(path)).await.is_problem(404, "not_found");
    }
    let join = format!("/api/matches/{nobody}/join");
    server.send(Request::post(&join)).await.is_problem(404, "not_found");
    // An address that no method has.
    for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE] {
        for path in
            ["/nothing", "/api/nothing", "/ws/nothing", &format!("/api/matches/{nobody}/nothing")]
        {
            let answer = server.send(Request::new(method.clone(), path)).await;
            answer.is_problem(404, "not_found");
        }
    }
    for path in ["/ws/matches/7", &format!("/ws/matches/{nobody}")] {
        server.send(upgrade(path)).await.is_problem(404, "not_found");
    }
    for (method, path) in [
        (Method::POST, "/api/games"),
        (Method::GET, "/api/guests"),
        (Method::DELETE, "/api/matches"),
        (Method::DELETE, "/api/games"),
        (Method::POST, "/"),
        (Method::POST, "/icon.svg"),
    ] {
        server.send(Request::new(method, path)).await.is_problem(405, "method_not_allowed");
    }
}

async fn people_see_a_page_where_there_is_nothing(database: &Database) {
    let server = Server::start(database).await;
    let nobody = "00000000-0000-4000-8000-000000000000";
    let browser = "text/html,application/xhtml+xml,*/*;q=0.8";
    let rooms = ["/m/7", &format!("/m/{nobody}"), "/g/7", &format!("/g/{nobody}")];
    for path in ["/nothing", "/rules/go"].into_iter().chain(rooms) {
        let page = server.send(Request::get(path).header("accept", browser)).await;
        assert_eq!(page.status, 404, "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert_eq!(page.header("cache-control"), Some("no-store"), "{path}");
        let head = Request::new(Method::HEAD, path).header("accept", browser);
        let head = server.send(head).await;
        assert_eq!(
            (head.status, head.header("content-type")),
            (page.status, page.header("content-type"))
        );
        let policy = page.header("content-security-policy").expect("it is strict");
        assert!(policy.contains("default-src 'none'"), "{policy}");
        assert!(page.text().contains("href=\"/\""), "{path}: a way home");
        server.send(Request::get(path)).await.is_problem(404, "not_found");
    }
    let data = Request::get("/api/nothing").header("accept", browser);
    server.send(data).await.is_problem(404, "not_found");
    // The page of an existing match is no problem, for any caller.
    let made = server.send(Request::post("/api/matches").json(&json!({"game": GAME}))).await.ok();
    let id = made["id"].as_str().expect("a room has an id").to_owned();
    for path in [format!("/m/{id}"), format!("/g/{id}")] {
        assert_eq!(server.send(Request::get(&path)).await.status, 200, "{path}");
    }
}

/// A request for a WebSocket; the key is the example of RFC 6455.
fn upgrade(path: &str) -> Request {
    Request::get(path)
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
}

async fn bodies_and_queries_are_read_strictly(database: &Database) {
    let server = Server::start(database).await;
    let json_body = |body: String| {
        Request::post("/api/matches").header("content-type", "application/json").body(body)
    };
    for body in ["", "{", "nonsense", "{\"game\":\"\u{1}\"}"] {
        server.send(json_body(body.to_owned())).await.is_problem(400, "bad_request");
    }
    let large = json!({"game": GAME, "mood": "x".repeat(20_000)}).to_string();
    server.send(json_body(large)).await.is_problem(413, "too_large");
    let body = || json!({"game": GAME}).to_string();
    server.send(Request::post("/api/matches").body(body())).await.is_problem(415, "not_json");
    let plain = Request::post("/api/matches").header("content-type", "text/plain").body(body());
    server.send(plain).await.is_problem(415, "not_json");

    let live = Live::open(&server).await;
    let id = &live.table.id;
    for path in [
        "/api/matches?state=asleep".to_owned(),
        "/api/archive?limit=0".to_owned(),
        "/api/archive?limit=101".to_owned(),
        "/api/archive?limit=many".to_owned(),
        "/api/archive?before=yesterday".to_owned(),
        "/api/archive?before=1.2".to_owned(),
        "/api/archive?player=me".to_owned(),
        "/api/archive?result=won".to_owned(),
        "/api/archive/export?result=won".to_owned(),
        "/api/position.svg".to_owned(),
        "/api/position.png".to_owned(),
        format!("/api/matches/{id}/events?since=-1"),
        format!("/api/matches/{id}/events?since=x"),
        // No request for a WebSocket at all.
        format!("/ws/matches/{id}"),
        "/ws/lobby".to_owned(),
    ] {
        server.send(Request::get(&path)).await.is_problem(400, "bad_request");
    }
    let path = format!("/ws/matches/{id}?since=x");
    server.send(upgrade(&path)).await.is_problem(400, "bad_request");
    for state in ["open", "live"] {
        let list = Request::get(&format!("/api/matches?state={state}&game=go"));
        server.send(list).await.is_problem(422, "unknown_game");
    }
    for (query, code) in [
        ("game=go", "unknown_game"),
        ("game=shogi&position=x", "bad_position"),
        ("game=shogi&ruleset=x", "unknown_ruleset"),
        ("game=shogi&option.x=y", "unknown_option"),
        ("game=shogi&option.handicap=y", "unknown_value"),
    ] {
        for kind in ["svg", "png"] {
            let picture = Request::get(&format!("/api/position.{kind}?{query}"));
            server.send(picture).await.is_problem(422, code);
        }
    }
}

async fn seats_are_taken_once(database: &Database) {
    let server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let join = |guest| Request::post(&format!("/api/matches/{}/join", live.table.id)).by(guest);
    for (guest, seat) in
        [(&live.table.guests.first, "first"), (&live.table.guests.second, "second")]
    {
        assert_eq!(server.send(join(guest)).await.ok(), json!({"seat": seat}));
    }
    let late = server.guest().await;
    server.send(join(&late)).await.is_problem(409, "seat_taken");
    live.sockets.first.done(&bare("resign", "a")).await;
    let join = Request::post(&format!("/api/matches/{}/join", live.table.id)).by(&late);
    server.send(join).await.is_problem(409, "match_over");
    let events = Request::get(&format!("/api/matches/{}/events", live.table.id));
    server.send(events).await.is_problem(409, "match_over");
}

/// The cookie that an answer sets, without its attributes.
fn cookie(answer: &Answer) -> Option<String> {
    let cookie = answer.header("set-cookie")?;
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    Some(cookie.split(';').next().expect("split gives one at least").to_owned())
}

async fn people_are_known_by_cookie_or_token(database: &Database) {
    let mut server = Server::start(database).await;
    let first = server.send(Request::get("/api/me")).await;
    let known = cookie(&first).expect("a newcomer gets a cookie");
    let me = || Request::get("/api/me").header("cookie", &format!("theme=dark; {known}"));
    let again = server.send(me()).await;
    assert_eq!((again.ok(), cookie(&again)), (first.ok(), None));
    assert_eq!(first.ok()["guest"], true);

    let (text, end) = known.split_at(known.len() - 1);
    let forged = format!("{text}{}", if end == "0" { '1' } else { '0' });
    for bad in [forged.as_str(), "yiguan=", "yiguan=x", "yiguan=x.y.z", "other=1"] {
        let answer = server.send(Request::get("/api/me").header("cookie", bad)).await;
        assert_ne!(answer.ok()["id"], first.ok()["id"], "{bad}");
        assert!(cookie(&answer).is_some(), "{bad} is replaced");
    }

    let guest = server.guest().await;
    let expected = json!({"id": guest.id, "name": guest.name, "guest": true, "named": false});
    assert_eq!(server.send(Request::get("/api/me").by(&guest)).await.ok(), expected);
    for token in ["Bearer x", "Bearer ", "Bearer", &format!("Bearer {}x", guest.token)] {
        let request = Request::get("/api/me").header("authorization", token);
        server.send(request).await.is_problem(401, "bad_token");
    }
    // A password for a proxy does not identify a player, and vouches for no other site.
    let asked_by_proxy = || me().header("authorization", "Basic eDp5");
    assert_eq!(server.send(asked_by_proxy()).await.ok(), first.ok());
    let elsewhere = Request::post("/api/matches").json(&json!({"game": GAME}));
    let elsewhere =
        elsewhere.header("authorization", "Basic eDp5").header("origin", "http://a.example");
    server.send(elsewhere).await.is_problem(403, "bad_origin");

    assert!(server.terminate().await.status.success());
    server = Server::start(database).await;
    assert_eq!(server.send(me()).await.ok(), first.ok(), "after a restart");
    assert_eq!(server.send(Request::get("/api/me").by(&guest)).await.ok(), expected);
}

async fn other_sites_are_turned_away(database: &Database) {
    let server = Server::start(database).await;
    let own = format!("http://{}", server.address());
    let known = cookie(&server.send(Request::get("/api/me")).await).expect("a cookie");
    let live = Live::open(&server).await;
    let socket = format!("/ws/matches/{}", live.table.id);
    let requests = || {
        [
            create(&json!({"game": GAME})),
            Request::post(&format!("/api/matches/{}/join", live.table.id)),
            upgrade(&socket),
            upgrade("/ws/lobby"),
        ]
    };
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "nonsense"] {
        for request in requests() {
            let request = request.header("cookie", &known).header("origin", origin);
            server.send(request).await.is_problem(403, "bad_origin");
        }
    }
    for request in requests() {
        let answer = server.send(request.header("cookie", &known).header("origin", &own)).await;
        assert_ne!(answer.status, 403, "{answer:?}");
    }
    let read =
        Request::get("/api/me").header("cookie", &known).header("origin", "http://evil.example");
    assert_eq!(server.send(read).await.status, 200);
}

async fn answers_are_strict(database: &Database) {
    let server = Server::start(database).await;
    let live = Live::open(&server).await;
    let room = format!("/m/{}", live.table.id);
    let pages = ["/", &room, "/rules", "/rules/shogi"];
    let files = ["/sw.js", "/api/games", "/m/x", "/g/x", "/nothing", "/healthz"];
    for path in pages.into_iter().chain(files) {
        let answer = server.send(Request::get(path)).await;
        let policy = answer.header("content-security-policy").expect("a policy");
        for part in [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "style-src 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        ] {
            assert!(policy.split("; ").any(|found| found == part), "{path}: {policy}");
        }
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("x-frame-options", "DENY"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
        assert!(answer.header("permissions-policy").is_some(), "{path}");
        // Neither an option nor a proxy declares HTTPS.
        assert_eq!(answer.header("strict-transport-security"), None, "{path}");
    }
    // Who keeps a page for several people must not hand one's cookie to another.
    for path in pages {
        let answer = server.send(Request::get(path)).await;
        assert_eq!(answer.header("cache-control"), Some("private, no-cache"), "{path}");
    }
    for path in ["/api/me", "/api/matches", "/api/archive", "/m/x", "/g/x", "/nothing", "/healthz"]
    {
        let answer = server.send(Request::get(path)).await;
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
    }
}

async fn one_address_has_so_many_connections(database: &Database) {
    const MOST: usize = 200;
    let server = Server::start(database).await;
    let mut sockets = Vec::new();
    for _ in 0..MOST {
        sockets.push(Socket::open(server.address(), "/ws/lobby", None).await);
    }
    let refused = server.send(upgrade("/ws/lobby")).await;
    refused.is_problem(429, "rate");
    assert_eq!(refused.header("retry-after"), None, "nobody knows when one is closed");
    assert_eq!(server.send(Request::get("/api/games")).await.status, 200);
}

/// Sockets that are opened and closed again are refused long before requests would be, and leave these
/// as they are.
async fn sockets_have_an_allowance_of_their_own(database: &Database) {
    const REQUESTS_AT_ONCE: usize = 600;
    let server = Server::start(database).await;
    let mut opened = 0;
    let refused = loop {
        // In small groups: the allowance refills between them.
        let answers = join_all((0..50).map(|_| server.send(upgrade("/ws/lobby")))).await;
        opened += answers.len();
        // An address that has too many sockets open is refused as well, but without a time to wait.
        let is_late =
            |answer: &Answer| answer.status == 429 && answer.header("retry-after").is_some();
        if let Some(refused) = answers.into_iter().find(is_late) {
            break refused;
        }
        assert!(opened < REQUESTS_AT_ONCE, "never refused");
    };
    refused.is_problem(429, "rate");
    assert_eq!(server.send(Request::get("/api/games")).await.status, 200);
}

/// A flood over one connection gets no refusal after another: each takes so long that some requests are
/// allowed again.
async fn refusal_lasts_until_allowance_refills(database: &Database) {
    const ALLOWED_AT_ONCE: usize = 600;
    let server = Server::start(database).await;
    for _ in 0..3 {
        // Several connections use up the allowance.
        e2e::within("a refusal", async {
            loop {
                let sent =
                    (0..ALLOWED_AT_ONCE / 4).map(|_| server.send(Request::get("/api/games")));
                if join_all(sent).await.iter().any(|answer| answer.status == 429) {
                    break;
                }
            }
        })
        .await;
        let mut was_refused = false;
        for _ in 0..4 {
            let is_refused = server.send(Request::get("/api/games")).await.status == 429;
            assert!(!(was_refused && is_refused), "nothing was allowed meanwhile");
            was_refused = is_refused;
        }
    }
}
