//! Names of players, and the list of one's own matches.

use crate::live::{GAME, Live, bare};
use crate::on_both;
use e2e::{Database, Guest, Method, Request, Server, ServerOptions, Socket, Table};
use engine::Side;
use serde_json::{Value, json};

on_both!(
    a_guest_has_a_name_everywhere,
    a_seat_shows_the_name_its_player_has_now,
    invalid_names_are_refused_with_reason,
    a_browser_has_the_name_of_its_cookie,
    names_are_limited,
    names_of_the_site_are_refused_to_guests,
    ones_own_matches_are_listed,
);

/// Gives a player a name.
pub(crate) async fn call(server: &Server, who: &Guest, name: &Value) {
    assert_eq!(server.send(rename(who, name)).await.status, 200, "{name}");
}

fn rename(who: &Guest, name: &Value) -> Request {
    Request::new(Method::PUT, "/api/me").by(who).json(&json!({"name": name}))
}

async fn a_guest_has_a_name_everywhere(database: &Database) {
    let mut server = Server::start(database).await;
    let guest = server.guest().await;
    let nameless = json!({"id": guest.id, "name": guest.name, "guest": true, "named": false});
    assert_eq!(guest.name, format!("Guest {}", &guest.id[..4]));
    assert_eq!(server.send(Request::get("/api/me").by(&guest)).await.ok(), nameless);
    let named = json!({"id": guest.id, "name": "李 白", "guest": true, "named": true});
    let answer = server.send(rename(&guest, &json!("  李\u{3000}白 "))).await;
    assert_eq!(answer.ok(), named);

    server.kill().await;
    server = Server::start(database).await;
    assert_eq!(server.send(Request::get("/api/me").by(&guest)).await.ok(), named);
    let wish = json!({"game": GAME, "seat": "first"});
    let made = server.send(Request::post("/api/matches").by(&guest).json(&wish)).await.ok();
    let id = made["id"].as_str().expect("an id").to_owned();
    let other = server.guest().await;
    call(&server, &other, &json!("Zoë")).await;
    let join = Request::post(&format!("/api/matches/{id}/join")).by(&other);
    assert_eq!(server.send(join).await.status, 200);
    let mut socket = Socket::follow(server.address(), &id, Some(&other), None).await;
    let players = socket.snapshot()["players"].clone();
    assert_eq!((&players["first"], &players["second"]["name"]), (&named, &json!("Zoë")));
    let said = socket.done(&json!({"type": "chat", "id": "s", "text": "hello"})).await;
    assert_eq!(socket.event(said).await["name"], "Zoë");
    let mut spectator = Socket::follow(server.address(), &id, Some(&guest), None).await;
    spectator.done(&bare("resign", "end")).await;
    let stored = server.send(Request::get(&format!("/api/archive/{id}"))).await.ok();
    assert_eq!(stored["players"]["first"], named);
    // The shown name stays.
    call(&server, &guest, &Value::Null).await;
    assert_eq!(server.send(Request::get("/api/me").by(&guest)).await.ok(), nameless);
    let stored = server.send(Request::get(&format!("/api/archive/{id}"))).await.ok();
    assert_eq!(stored["players"]["first"], named);
}

async fn a_seat_shows_the_name_its_player_has_now(database: &Database) {
    let mut server = Server::start(database).await;
    let mut live = Live::open(&server).await;
    let [one, two] = Side::ALL;
    let guest = live.table.guests[two].clone();
    let before = live.sockets[one].seq();
    call(&server, &guest, &json!("Li")).await;
    let event = live.sockets[one].until_kind("renamed", before).await;
    let named = json!({"id": guest.id, "name": "Li", "guest": true, "named": true});
    assert_eq!((&event["seat"], &event["player"]), (&json!("second"), &named));
    let seq = event["seq"].as_u64().expect("a number");
    // The same again is no news, and a connection that is older speaks by the new name.
    call(&server, &guest, &json!("Li")).await;
    let said = live.sockets[two].done(&json!({"type": "chat", "id": "s", "text": "hello"})).await;
    assert_eq!(live.sockets[two].event(said).await["name"], "Li");
    let path = format!("/api/matches/{}/events?since={seq}", live.table.id);
    let later = server.send(Request::get(&path)).await;
    assert!(!later.text().contains("renamed"), "{}", later.text());
    server.kill().await;
    server = Server::start(database).await;
    assert_eq!(live.table.snapshot(&server).await["players"]["second"], named);
    // Where it is known after a restart too.
    call(&server, &guest, &json!("Bai")).await;
    assert_eq!(live.table.snapshot(&server).await["players"]["second"]["name"], "Bai");
}

async fn invalid_names_are_refused_with_reason(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    for (name, reason) in [
        ("", "1 to 20"),
        ("\u{3000}", "1 to 20"),
        (&"界".repeat(21), "1 to 20"),
        ("a\u{202e}b", "U+202E"),
        ("<b>", "U+003C"),
        ("раypal", "look alike"),
        ("...", "a letter"),
        ("guest 4f2a", "names of guests"),
        ("访客 12ab", "names of guests"),
    ] {
        let answer = server.send(rename(&guest, &json!(name))).await;
        answer.is_problem(422, "bad_name");
        let detail = answer.json()["detail"].as_str().expect("a text").to_owned();
        assert!(detail.contains(reason), "{name:?}: {detail}");
    }
    server.send(rename(&guest, &json!(7))).await.is_problem(400, "bad_request");
    let me = server.send(Request::get("/api/me").by(&guest)).await.ok();
    assert_eq!(me["named"], false);
}

async fn a_browser_has_the_name_of_its_cookie(database: &Database) {
    let server = Server::start(database).await;
    let first = server.send(Request::get("/api/me")).await;
    let cookie = first.header("set-cookie").expect("it is new");
    let cookie = cookie.split(';').next().expect("the pair").to_owned();
    let wish = json!({"name": "Li"});
    let put = || Request::new(Method::PUT, "/api/me").header("cookie", &cookie).json(&wish);
    let foreign = put().header("origin", "http://elsewhere.example");
    server.send(foreign).await.is_problem(403, "bad_origin");
    assert_eq!(server.send(put()).await.ok()["id"], first.json()["id"]);
    let me = server.send(Request::get("/api/me").header("cookie", &cookie)).await.ok();
    assert_eq!((&me["name"], &me["named"]), (&json!("Li"), &json!(true)));
}

async fn names_are_limited(database: &Database) {
    let server = Server::start(database).await;
    let mut all = 0;
    for who in 0..3 {
        let guest = server.guest().await;
        let mut own = 0;
        loop {
            let answer = server.send(rename(&guest, &json!(format!("Li {who} {own}")))).await;
            if answer.status == 429 {
                answer.is_problem(429, "rate");
                break;
            }
            assert_eq!(answer.status, 200, "{}", answer.text());
            own += 1;
        }
        // A player changes thirty things at once, and an address chooses sixty names.
        assert!(who > 0 || own >= 30, "{own}");
        all += own;
    }
    assert!((60..85).contains(&all), "{all}");
}

/// The names of the computer players as pages show them.
fn names_of_computer_players() -> Vec<String> {
    let texts = [
        include_str!("../../static/js/i18n/en/interface.js"),
        include_str!("../../static/js/i18n/zh/interface.js"),
        include_str!("../../static/js/i18n/ja/interface.js"),
    ];
    let name = |line: &str| {
        let (key, name) = line.trim().strip_prefix("'computer.")?.split_once("': '")?;
        let name = name.strip_suffix("',")?;
        key.parse::<u8>().is_ok().then(|| name.to_owned())
    };
    texts.iter().flat_map(|text| text.lines().filter_map(name)).collect()
}

async fn names_of_the_site_are_refused_to_guests(database: &Database) {
    let server = Server::start_with(database, ServerOptions::Unlimited).await;
    let guest = server.guest().await;
    let computers = names_of_computer_players();
    assert_eq!(computers.len(), 24, "{computers:?}");
    let others = ["Yiguan", "弈館", "admin", "Adm1n 2", "Moderator", "管理员", "運営", "System"];
    for name in computers.iter().map(String::as_str).chain(others) {
        let answer = server.send(rename(&guest, &json!(name))).await;
        answer.is_problem(409, "name_taken");
    }
    assert_eq!(server.send(Request::get("/api/me").by(&guest)).await.ok()["named"], false);
    call(&server, &guest, &json!("Tigerlily")).await;
}

async fn ones_own_matches_are_listed(database: &Database) {
    let mut server = Server::start(database).await;
    let wish = json!({"game": GAME, "visibility": "link"});
    let older = Live::open_with(&server, wish).await;
    let guest = older.table.guests.first.clone();
    let newer = json!({"game": GAME, "seat": "second"});
    let newer = server.send(Request::post("/api/matches").by(&guest).json(&newer)).await.ok();
    let mut live = older;
    let ids = |rooms: &Value| {
        let rooms = rooms["matches"].as_array().expect("a list").iter();
        rooms.map(|room| room["id"].clone()).collect::<Vec<_>>()
    };
    let own = || Request::get("/api/me/matches").by(&guest);
    let rooms = server.send(own()).await.ok();
    assert_eq!(ids(&rooms), [newer["id"].clone(), json!(live.table.id)]);
    assert_eq!(
        (&rooms["matches"][0]["turn"], &rooms["matches"][0]["state"]),
        (&Value::Null, &json!("open"))
    );
    assert_eq!(
        (&rooms["matches"][1]["turn"], &rooms["matches"][1]["visibility"]),
        (&json!("first"), &json!("link"))
    );
    live.play().await;
    let rooms = server.send(own()).await.ok();
    assert_eq!(ids(&rooms), [json!(live.table.id), newer["id"].clone()], "the latest action first");
    let room = &rooms["matches"][0];
    assert_eq!((&room["turn"], &room["ply"]), (&json!("second"), &json!(1)));
    assert!(room["active_at"].as_u64() > room["created_at"].as_u64(), "{room}");
    // Also those of a restarted server, and none that is over.
    server.kill().await;
    server = Server::start(database).await;
    assert_eq!(ids(&server.send(own()).await.ok()), [json!(live.table.id), newer["id"].clone()]);
    live.sit_again(&server).await;
    live.sockets.first.done(&bare("resign", "end")).await;
    assert_eq!(ids(&server.send(own()).await.ok()), [newer["id"].clone()]);
    let stranger = Request::get("/api/me/matches");
    assert_eq!(server.send(stranger).await.ok(), json!({"matches": []}));
    let table = Table::open(&server, &json!({"game": GAME})).await;
    let second = &table.guests.second;
    let rooms = server.send(Request::get("/api/me/matches").by(second)).await.ok();
    assert_eq!(ids(&rooms), [json!(table.id)]);
}
