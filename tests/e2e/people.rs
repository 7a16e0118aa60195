//! People who keep their identity: by name and password, on several devices, and until they delete it.

use crate::admin;
use crate::browser::{Browser, PASSWORD};
use crate::live::{GAME, bare, begin};
use crate::on_both;
use e2e::{Database, Guest, Method, Request, Server, Socket, within};
use serde_json::{Value, json};

on_both!(
    a_guest_keeps_games_seats_and_a_name,
    names_that_resemble_each_other_are_taken_once,
    failed_login_reveals_no_names,
    sessions_are_listed_and_ended,
    sockets_end_with_their_session,
    sockets_end_with_a_token_and_a_ban,
    new_password_signs_other_devices_out,
    recovery_code_restores_account_once,
    a_link_carries_an_identity_once,
    who_deletes_everything_is_someone,
    an_account_is_tried_so_often,
    every_player_has_a_page,
    everything_is_taken_away_on_request,
);

async fn a_guest_keeps_games_seats_and_a_name(database: &Database) {
    let server = Server::start(database).await;
    // A browser plays a guest and resigns; then it opens a room.
    let mut browser = Browser::new(&server);
    let me = browser.me().await;
    let before = browser.cookie.clone().expect("it is new");
    let made = browser.post("/api/matches", &json!({"game": GAME, "seat": "first"})).await.ok();
    let id = made["id"].as_str().expect("an id").to_owned();
    let other = server.guest().await;
    let join = Request::post(&format!("/api/matches/{id}/join")).by(&other);
    assert_eq!(server.send(join).await.status, 200);
    let kept = browser.register("弈馆主人").await;
    assert_eq!(kept.status, 201, "{kept:?}");
    let kept = kept.json();
    assert_eq!(kept["recovery_codes"].as_array().map(Vec::len), Some(8));
    let player = json!({"id": me["id"], "name": "弈馆主人", "guest": false, "named": true});
    assert_eq!(kept["player"], player, "the id stays");
    assert_eq!(browser.me().await, player);
    let path = format!("/api/matches/{id}");
    let shown = server.send(Request::get(&path)).await.ok()["players"]["first"].clone();
    assert_eq!(shown, player, "the seat shows it at once");
    let own = browser.send(Request::get("/api/me/matches")).await.ok();
    assert_eq!(own["matches"][0]["id"], id, "the seat is theirs");
    browser.register("弈馆主人").await.is_problem(409, "already_registered");
    // The cookie of the guest is no longer valid.
    let stale = server.send(Request::get("/api/me").header("cookie", &before)).await;
    assert_eq!(
        stale.header("set-cookie"),
        None,
        "it may have been under way: a new one would replace that of the session"
    );
    assert_ne!(stale.ok()["id"], me["id"]);
    // Another device.
    let mut phone = Browser::new(&server);
    phone.me().await;
    assert_eq!(phone.log_in("弈館主人", PASSWORD).await.ok(), player, "either way of writing");
    assert_eq!(phone.me().await, player);
    let own = phone.send(Request::get("/api/me/matches")).await.ok();
    assert_eq!(own["matches"][0]["id"], id, "it has the seat too");
    // A rename shows in a game that is over.
    let mut socket = e2e::Socket::follow(server.address(), &id, Some(&other), None).await;
    begin(GAME, &mut phone.sit(&id).await, &mut socket).await;
    socket.done(&bare("resign", "end")).await;
    let renamed = Request::new(Method::PUT, "/api/me").json(&json!({"name": "新名字"}));
    assert_eq!(phone.send(renamed).await.ok()["name"], "新名字");
    assert_eq!(browser.me().await["name"], "新名字");
    let stored = server.send(Request::get(&format!("/api/archive/{id}"))).await.ok();
    assert_eq!(stored["players"]["first"]["name"], "新名字");
    assert_eq!(stored["players"]["first"]["guest"], false);
    let short = Request::new(Method::PUT, "/api/me").json(&json!({"name": "新"}));
    phone.send(short).await.is_problem(422, "bad_name");
    let none = Request::new(Method::PUT, "/api/me").json(&json!({"name": null}));
    phone.send(none).await.is_problem(409, "name_needed");
}

async fn names_that_resemble_each_other_are_taken_once(database: &Database) {
    let server = Server::start(database).await;
    let mut one = Browser::new(&server);
    assert_eq!(one.register("Li Bai").await.status, 201);
    for name in ["Li Bai", "li bai", "LiBai", "Li.Bai", "Ll Bai", "Tiger", "弈馆"] {
        let mut other = Browser::new(&server);
        let before = other.me().await;
        other.register(name).await.is_problem(409, "name_taken");
        assert_eq!(other.me().await, before, "nothing is lost");
    }
    // Nor can a guest pass for them.
    let guest = server.guest().await;
    let rename = Request::new(Method::PUT, "/api/me").by(&guest).json(&json!({"name": "LI BAI"}));
    server.send(rename).await.is_problem(409, "name_taken");
    for (name, code) in
        [("李", "bad_name"), ("Ζeus", "bad_name"), ("", "bad_name"), ("Guest 12", "bad_name")]
    {
        Browser::new(&server).register(name).await.is_problem(422, code);
    }
    for (password, code) in [("short", "bad_password"), ("password123", "bad_password")] {
        let wish = json!({"name": "Du Fu", "password": password});
        Browser::new(&server).post("/api/me/register", &wish).await.is_problem(422, code);
    }
    let long = json!({"name": "Du Fu", "password": "x".repeat(129)});
    Browser::new(&server).post("/api/me/register", &long).await.is_problem(422, "bad_password");
    let nothing = json!({"name": "Du Fu"});
    Browser::new(&server).post("/api/me/register", &nothing).await.is_problem(400, "bad_request");
}

async fn failed_login_reveals_no_names(database: &Database) {
    let server = Server::start(database).await;
    assert_eq!(Browser::new(&server).register("Du Fu").await.status, 201);
    let mut browser = Browser::new(&server);
    let before = browser.me().await;
    let wrong = browser.log_in("Du Fu", "another password").await;
    let unknown = browser.log_in("Nobody", "another password").await;
    wrong.is_problem(401, "bad_credentials");
    unknown.is_problem(401, "bad_credentials");
    assert_eq!(wrong.body, unknown.body, "word for word");
    browser.log_in("", "").await.is_problem(401, "bad_credentials");
    assert_eq!(browser.me().await, before, "nothing is lost");
    let foreign = Request::post("/api/sessions")
        .header("origin", "https://elsewhere.example")
        .json(&json!({"name": "Du Fu", "password": PASSWORD}));
    server.send(foreign).await.is_problem(403, "bad_origin");
}

async fn sessions_are_listed_and_ended(database: &Database) {
    let server = Server::start(database).await;
    let mut laptop = Browser::new(&server);
    laptop.send(Request::post("/api/me/logout")).await.is_problem(403, "not_registered");
    assert_eq!(laptop.register("Du Fu").await.status, 201);
    let mut phone = Browser::new(&server);
    assert_eq!(phone.log_in("Du Fu", PASSWORD).await.status, 200);
    let mut tablet = Browser::new(&server);
    assert_eq!(tablet.log_in("Du Fu", PASSWORD).await.status, 200);
    let listed = laptop.send(Request::get("/api/me/sessions")).await.ok();
    let sessions = listed["sessions"].as_array().expect("a list").clone();
    assert_eq!(sessions.len(), 3);
    let current: Vec<&Value> = sessions.iter().map(|session| &session["current"]).collect();
    assert_eq!(current, [&json!(true), &json!(false), &json!(false)]);
    assert_eq!(sessions[1]["device"], "Firefox, Linux");
    assert_eq!((&listed["recovery_codes"], &listed["password"]), (&json!(8), &json!(true)));
    let me = laptop.me().await;
    let end = |id: &Value| {
        let path = format!("/api/me/sessions/{}", id.as_str().expect("an id"));
        Request::new(Method::DELETE, &path)
    };
    Browser::new(&server).send(end(&sessions[1]["id"])).await.is_problem(404, "not_found");
    assert_eq!(laptop.send(end(&sessions[1]["id"])).await.status, 204);
    assert_ne!(phone.me().await["id"], me["id"], "the phone is a new guest");
    laptop.send(end(&sessions[1]["id"])).await.is_problem(404, "not_found");
    let path = "/api/me/sessions/x";
    laptop.send(Request::new(Method::DELETE, path)).await.is_problem(404, "not_found");
    let others = Request::new(Method::DELETE, "/api/me/sessions");
    assert_eq!(laptop.send(others).await.ok(), json!({"passkeys": 0}));
    assert_ne!(tablet.me().await["id"], me["id"]);
    assert_eq!(laptop.me().await["id"], me["id"], "but not this one");
    let cookie = laptop.cookie.clone();
    assert_eq!(laptop.send(Request::post("/api/me/logout")).await.status, 204);
    assert_ne!(laptop.me().await["id"], me["id"]);
    laptop.cookie = cookie;
    assert_ne!(laptop.me().await["id"], me["id"], "an old cookie brings nobody back");
    assert_eq!(laptop.log_in("Du Fu", PASSWORD).await.ok()["id"], me["id"]);
}

/// Reads until the socket is closed because its session or token has ended.
async fn signed_out(socket: &mut Socket, whose: &str) {
    assert_eq!(socket.until_closed().await, Some(4010), "{whose}");
}

async fn sockets_end_with_their_session(database: &Database) {
    let server = Server::start(database).await;
    let mut laptop = Browser::new(&server);
    assert_eq!(laptop.register("Du Fu").await.status, 201);
    let table = laptop.post("/api/matches", &json!({"game": GAME, "seat": "first"})).await.ok();
    let id = table["id"].as_str().expect("an id").to_owned();
    let other = server.guest().await;
    let join = Request::post(&format!("/api/matches/{id}/join")).by(&other);
    assert_eq!(server.send(join).await.status, 200);
    let mut spectator = laptop.sit(&id).await;
    let log_in = async || {
        let mut browser = Browser::new(&server);
        assert_eq!(browser.log_in("Du Fu", PASSWORD).await.status, 200);
        browser
    };
    let session_of = async |browser: &mut Browser<'_>| {
        let listed = browser.get("/api/me/sessions").await;
        let sessions = listed["sessions"].as_array().expect("a list").clone();
        let own = sessions.into_iter().find(|session| session["current"] == true);
        own.expect("it has one")["id"].as_str().expect("an id").to_owned()
    };
    // One is ended from another device: the match's socket and the lobby's.
    let mut phone = log_in().await;
    let (mut seat, mut lobby) = (phone.sit(&id).await, phone.listen().await);
    assert_eq!(seat.seat(), Some(engine::Side::First));
    let path = format!("/api/me/sessions/{}", session_of(&mut phone).await);
    assert_eq!(laptop.send(Request::new(Method::DELETE, &path)).await.status, 204);
    signed_out(&mut seat, "the phone's seat").await;
    signed_out(&mut lobby, "the phone's lobby").await;
    assert_eq!(phone.sit(&id).await.seat(), None, "it may watch, as anybody may");
    // It logs out itself.
    let mut tablet = log_in().await;
    let mut seat = tablet.sit(&id).await;
    assert_eq!(tablet.send(Request::post("/api/me/logout")).await.status, 204);
    signed_out(&mut seat, "who logged out").await;
    // All others are ended, by a new password too.
    let all = Request::new(Method::DELETE, "/api/me/sessions");
    let password = Request::new(Method::PUT, "/api/me/password")
        .json(&json!({"password": "nine tailed foxes drink tea"}));
    for request in [all, password] {
        let tablet = log_in().await;
        let mut seat = tablet.sit(&id).await;
        assert_eq!(laptop.send(request).await.status, 200);
        signed_out(&mut seat, "the others").await;
    }
    // The one who did all that has played on.
    spectator.ping().await;
    // The sockets of a deleted player are closed.
    let erase = Request::new(Method::DELETE, "/api/me");
    assert_eq!(laptop.send(erase).await.status, 204);
    signed_out(&mut spectator, "who is gone").await;
}

async fn sockets_end_with_a_token_and_a_ban(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    let made = server.send(Request::post("/api/me/tokens").by(&guest)).await;
    let made = made.json();
    let text = |key: &str| made[key].as_str().expect("a text").to_owned();
    let second = Guest { token: text("token"), ..guest.clone() };
    let mut first = Socket::open(server.address(), "/ws/lobby?matches=0", Some(&guest)).await;
    let mut socket = Socket::open(server.address(), "/ws/lobby?matches=0", Some(&second)).await;
    let path = format!("/api/me/tokens/{}", text("id"));
    let end = Request::new(Method::DELETE, &path).by(&guest);
    assert_eq!(server.send(end).await.status, 204);
    signed_out(&mut socket, "the token's").await;
    first.ping().await;
    // A ban closes the lobby as well.
    admin::done(database, &["ban", &guest.id, "--for", "1h"]).await;
    assert_eq!(first.until_closed().await, Some(1008));
}

async fn new_password_signs_other_devices_out(database: &Database) {
    let server = Server::start(database).await;
    let mut browser = Browser::new(&server);
    let put = |password: &str| {
        Request::new(Method::PUT, "/api/me/password").json(&json!({"password": password}))
    };
    browser.send(put(PASSWORD)).await.is_problem(403, "not_registered");
    assert_eq!(browser.register("Du Fu").await.status, 201);
    let mut phone = Browser::new(&server);
    let me = phone.log_in("Du Fu", PASSWORD).await.ok();
    let new = "nine tailed foxes drink tea";
    browser.send(put("12345678")).await.is_problem(422, "bad_password");
    let both = json!({"current": PASSWORD, "password": new});
    let both = Request::new(Method::PUT, "/api/me/password").json(&both);
    browser.send(both).await.is_problem(400, "bad_request");
    assert_eq!(browser.send(put(new)).await.ok(), json!({"passkeys": 0}));
    assert_eq!(browser.me().await["id"], me["id"]);
    assert_ne!(phone.me().await["id"], me["id"], "the others are logged out");
    phone.log_in("Du Fu", PASSWORD).await.is_problem(401, "bad_credentials");
    assert_eq!(phone.log_in("Du Fu", new).await.ok(), me);
}

async fn recovery_code_restores_account_once(database: &Database) {
    let server = Server::start(database).await;
    let mut browser = Browser::new(&server);
    let kept = browser.register("Du Fu").await.ok();
    let code = kept["recovery_codes"][0].as_str().expect("a code").to_owned();
    let mut lost = Browser::new(&server);
    let wish = json!({"code": code, "password": "12345678"});
    lost.post("/api/sessions/recovery", &wish).await.is_problem(422, "bad_password");
    let typed = code.replace('-', " ").to_uppercase();
    let new = "nine tailed foxes drink tea";
    let wish = json!({"code": typed, "password": new});
    let back = lost.post("/api/sessions/recovery", &wish).await.ok();
    let mut expected = kept["player"].clone();
    expected["passkeys"] = json!(0);
    assert_eq!(back, expected);
    assert_ne!(browser.me().await["id"], back["id"], "everybody else is logged out");
    let mut other = Browser::new(&server);
    for code in [&code, "", "aaaa-aaaa-aaaa-aaaa"] {
        let wish = json!({"code": code});
        other.post("/api/sessions/recovery", &wish).await.is_problem(401, "bad_credentials");
    }
    other.log_in("Du Fu", PASSWORD).await.is_problem(401, "bad_credentials");
    assert_eq!(other.log_in("Du Fu", new).await.ok(), kept["player"]);
    let left = lost.send(Request::get("/api/me/sessions")).await.ok();
    assert_eq!(left["recovery_codes"], 7);
    let path = "/api/me/recovery-codes";
    let codes = lost.post(path, &json!({})).await.ok();
    assert_eq!(codes["recovery_codes"].as_array().map(Vec::len), Some(8));
    let old = json!({"code": kept["recovery_codes"][1]});
    other.post("/api/sessions/recovery", &old).await.is_problem(401, "bad_credentials");
}

async fn a_link_carries_an_identity_once(database: &Database) {
    let server = Server::start(database).await;
    let mut laptop = Browser::new(&server);
    let me = laptop.me().await;
    let made = laptop.post("/api/matches", &json!({"game": GAME, "seat": "first"})).await.ok();
    let link = laptop.send(Request::post("/api/me/links")).await;
    assert_eq!(link.status, 201, "{link:?}");
    let link = link.json();
    let (url, code) = (link["url"].as_str().expect("a text"), link["code"].clone());
    assert!(url.ends_with(&format!("/link#{}", code.as_str().expect("a text"))), "{url}");
    assert!(link["qr"].as_str().is_some_and(|qr| qr.contains("<svg")));
    for to in ["/m/x", "https://elsewhere.example", "/rules"] {
        laptop.post("/api/me/links", &json!({"to": to})).await.is_problem(400, "bad_request");
    }
    let mut phone = Browser::new(&server);
    phone.me().await;
    assert_eq!(phone.post("/api/links", &json!({"code": code})).await.ok(), me);
    let own = phone.send(Request::get("/api/me/matches")).await.ok();
    assert_eq!(own["matches"][0]["id"], made["id"], "the phone has the seat");
    assert_eq!(laptop.me().await, me, "and the laptop too");
    let mut thief = Browser::new(&server);
    for code in [code, json!(""), json!("x".repeat(1_000))] {
        thief.post("/api/links", &json!({"code": code})).await.is_problem(410, "link_used");
    }
    // The one that registers stays; a session that was a guest's ends, since the link may have been a
    // stranger's.
    let kept = phone.register("Du Fu").await.ok();
    assert_eq!(kept["player"]["id"], me["id"]);
    assert_eq!(phone.me().await, kept["player"]);
    assert_ne!(laptop.me().await["id"], me["id"]);
    assert_eq!(laptop.log_in("Du Fu", PASSWORD).await.ok(), kept["player"]);
}

async fn who_deletes_everything_is_someone(database: &Database) {
    let server = Server::start(database).await;
    let mut browser = Browser::new(&server);
    let kept = browser.register("Du Fu").await.ok();
    let id = kept["player"]["id"].clone();
    let made = browser.post("/api/matches", &json!({"game": GAME, "seat": "first"})).await.ok();
    let path = format!("/api/matches/{}", made["id"].as_str().expect("an id"));
    let typed = Request::new(Method::DELETE, "/api/me").json(&json!({"password": PASSWORD}));
    browser.send(typed).await.is_problem(400, "bad_request");
    let cookie = browser.cookie.clone();
    assert_eq!(browser.send(Request::new(Method::DELETE, "/api/me")).await.status, 204);
    assert_ne!(browser.me().await["id"], id, "the browser is a new guest");
    browser.cookie = cookie;
    assert_ne!(browser.me().await["id"], id, "an old cookie brings nobody back");
    let seat = server.send(Request::get(&path)).await.ok()["players"]["first"].clone();
    assert_eq!(
        (&seat["id"], &seat["name"], &seat["named"]),
        (&id, &json!("Someone"), &json!(false))
    );
    let mut other = Browser::new(&server);
    other.log_in("Du Fu", PASSWORD).await.is_problem(401, "bad_credentials");
    assert_eq!(other.register("Du Fu").await.status, 201, "the name is free");
    // A guest does the same, without a password.
    let mut guest = Browser::new(&server);
    let before = guest.me().await;
    assert_eq!(guest.send(Request::new(Method::DELETE, "/api/me")).await.status, 204);
    assert_ne!(guest.me().await["id"], before["id"]);
}

async fn an_account_is_tried_so_often(database: &Database) {
    let server = Server::start(database).await;
    // Whether there is one of that name or not.
    for name in ["Nobody", "No Body", "NOBODY"].iter().cycle().take(10) {
        Browser::new(&server).log_in(name, "wrong").await.is_problem(401, "bad_credentials");
    }
    let refused = Browser::new(&server).log_in("nobody", "wrong").await;
    refused.is_problem(429, "rate");
    assert!(refused.header("retry-after").is_some());
    Browser::new(&server).log_in("Somebody", "wrong").await.is_problem(401, "bad_credentials");
}

async fn every_player_has_a_page(database: &Database) {
    let server = Server::start(database).await;
    let mut browser = Browser::new(&server);
    assert_eq!(browser.register("Du Fu").await.status, 201);
    let me = browser.me().await;
    let made = browser.post("/api/matches", &json!({"game": GAME, "seat": "first"})).await.ok();
    let id = made["id"].as_str().expect("an id").to_owned();
    let other = server.guest().await;
    let join = Request::post(&format!("/api/matches/{id}/join")).by(&other);
    assert_eq!(server.send(join).await.status, 200);
    let page = |who: &str| Request::get(&format!("/api/accounts/{who}")).by(&other);
    let by_id = server.send(page(me["id"].as_str().expect("an id"))).await.ok();
    assert_eq!((&by_id["player"], &by_id["playing"][0]["id"]), (&me, &made["id"]));
    assert_eq!((&by_id["you"], &by_id["blocked"]), (&json!(false), &json!(false)));
    assert!(by_id["registered_at"].is_u64());
    assert_eq!(server.send(page("du%20fu")).await.ok()["player"], me, "by a name like it");
    let own = browser.send(Request::get("/api/accounts/Du%20Fu")).await.ok();
    assert_eq!(own["you"], true);
    let guest = server.send(page(&other.id)).await.ok();
    assert_eq!((&guest["registered_at"], &guest["player"]["guest"]), (&Value::Null, &json!(true)));
    let mut socket = e2e::Socket::follow(server.address(), &id, Some(&other), None).await;
    begin(GAME, &mut browser.sit(&id).await, &mut socket).await;
    socket.done(&bare("resign", "end")).await;
    let tally = |won: u32, lost: u32| json!({"won": won, "drawn": 0, "lost": lost});
    let results =
        |people, computer| json!([{"game": GAME, "people": people, "computer": computer}]);
    let over = page_with(&server, || page("Du%20Fu"), &results(tally(1, 0), tally(0, 0))).await;
    assert_eq!(over["playing"], json!([]));
    // A game against the computer is counted apart.
    let wish = json!({"game": GAME, "seat": "first", "computer": 1});
    let made = browser.post("/api/matches", &wish).await.ok();
    let mut own = browser.sit(made["id"].as_str().expect("an id")).await;
    let seq = own.done(&json!({"type": "play", "id": "p", "ply": 0, "move": "a1a2"})).await;
    own.until_kind("moved", seq).await;
    own.done(&bare("resign", "end")).await;
    page_with(&server, || page("Du%20Fu"), &results(tally(1, 0), tally(0, 1))).await;
    for who in ["Nobody", "%20", "%F0%9F%98%80"] {
        server.send(page(who)).await.is_problem(404, "not_found");
    }
    let erase = Request::new(Method::DELETE, "/api/me");
    assert_eq!(browser.send(erase).await.status, 204);
    let gone = server.send(page(me["id"].as_str().expect("an id"))).await;
    gone.is_problem(404, "not_found");
}

/// The page of a player, once its results are these.
async fn page_with(server: &Server, page: impl Fn() -> Request, results: &Value) -> Value {
    within("the results are counted", async {
        loop {
            let person = server.send(page()).await.ok();
            if person["games"] == *results {
                break person;
            }
        }
    })
    .await
}

async fn everything_is_taken_away_on_request(database: &Database) {
    let server = Server::start(database).await;
    let mut browser = Browser::new(&server);
    assert_eq!(browser.register("Du Fu").await.status, 201);
    let other = server.guest().await;
    let made = browser.post("/api/matches", &json!({"game": GAME, "seat": "first"})).await.ok();
    let id = made["id"].as_str().expect("an id").to_owned();
    let join = Request::post(&format!("/api/matches/{id}/join")).by(&other);
    assert_eq!(server.send(join).await.status, 200);
    let mut socket = e2e::Socket::follow(server.address(), &id, Some(&other), None).await;
    begin(GAME, &mut browser.sit(&id).await, &mut socket).await;
    socket.done(&bare("resign", "end")).await;
    let page = || Request::get("/api/accounts/Du%20Fu").by(&other);
    let results = json!([{"game": GAME, "people": {"won": 1, "drawn": 0, "lost": 0},
        "computer": {"won": 0, "drawn": 0, "lost": 0}}]);
    page_with(&server, page, &results).await;
    let answer = browser.send(Request::get("/api/me/export")).await;
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let lines: Vec<Value> = answer
        .text()
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!((&lines[0]["kind"], &lines[0]["name"]), (&json!("account"), &json!("Du Fu")));
    assert_eq!(lines[0]["sessions"].as_array().map(Vec::len), Some(1));
    assert_eq!((&lines[0]["password"], &lines[0]["recovery_codes"]), (&json!(true), &json!(8)));
    assert_eq!((&lines[0]["ratings"], &lines[0]["warnings"]), (&json!([]), &json!([])));
    let tally = json!({"game": GAME, "opponent": "person", "won": 1, "drawn": 0, "lost": 0});
    assert_eq!(lines[0]["tallies"], json!([tally]));
    assert_eq!(lines[1]["id"], id);
    assert!(!answer.text().contains("argon2"), "no secrets");
}
