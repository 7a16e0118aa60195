//! A player who is deleted leaves nothing behind: searched by a name and texts that no other player has, in
//! every table and at every public address.

use crate::admin;
use crate::browser::Browser;
use crate::live::{GAME, bare};
use crate::on_both;
use e2e::{Database, Guest, Method, Request, Server, Socket};
use engine::{AnyGame, Options};
use serde_json::{Value, json};

on_both!(deleted_player_leaves_no_name_or_text);

/// The name of the player, and part of every text by them.
const MARKER: &str = "Zqmarker";

/// The tables that still have the id of a deleted player, which means nothing by itself.
const WITH_ID: [(&str, &str); 8] = [
    ("account", "so that the id is never registered again"),
    ("erasure", "for a day, until nothing can be written of them any more"),
    ("game", "the seats of finished games, and the keys of commands"),
    ("match_event", "the seats of matches that go on, and the keys of commands"),
    ("analysis_change", "the authors of variations that others have continued"),
    ("rating", "a rating belongs to a seat of a finished game"),
    ("tally", "the results of the same seats"),
    ("operation", "the audit log"),
];

fn chat_line(id: &str) -> Value {
    json!({"type": "chat", "id": id, "text": format!("{MARKER} says {id}")})
}

async fn joined(server: &Server, id: &str, who: &Guest) -> Socket {
    let join = Request::post(&format!("/api/matches/{id}/join")).by(who);
    assert_eq!(server.send(join).await.status, 200);
    Socket::follow(server.address(), id, Some(who), None).await
}

async fn opened(browser: &mut Browser<'_>, wish: &Value) -> String {
    let made = browser.post("/api/matches", wish).await.ok();
    made["id"].as_str().expect("an id").to_owned()
}

fn first_move() -> String {
    let game = AnyGame::new(GAME, None, &Options::none(), None).expect("it is listed");
    game.legal().into_iter().next().expect("the game goes on")
}

/// An answer to the first move.
fn answer() -> String {
    let mut game = AnyGame::new(GAME, None, &Options::none(), None).expect("it is listed");
    game.play(&first_move()).expect("it is legal");
    game.legal().into_iter().next().expect("the game goes on")
}

/// The traces of the person, for the search.
struct Life {
    id: String,
    finished: String,
    aborted: String,
    live: String,
    watched: String,
    correspondence: String,
    open: String,
    /// A connection to the live match, whose other player gets the events.
    opponent: Socket,
    /// A connection to the tree of the finished game.
    reader: Socket,
}

async fn live(server: &Server, database: &Database, browser: &mut Browser<'_>) -> Life {
    let (other, third) = (server.guest().await, server.guest().await);
    let id = browser.id().await;
    let wish = |more: Value| {
        let mut wish = json!({"game": GAME, "seat": "first"});
        wish.as_object_mut().expect("a map").extend(more.as_object().expect("a map").clone());
        wish
    };

    // A game that has ended and is in memory, with chat before and after its end.
    let finished = opened(browser, &wish(json!({}))).await;
    let mut opponent = joined(server, &finished, &other).await;
    let mut socket = browser.sit(&finished).await;
    let said = socket.done(&chat_line("a")).await;
    socket.done(&json!({"type": "play", "id": "p", "ply": 0, "move": first_move()})).await;
    opponent.done(&json!({"type": "play", "id": "p", "ply": 1, "move": answer()})).await;
    opponent.done(&bare("resign", "r")).await;
    socket.done(&chat_line("b")).await;

    // An aborted one.
    let aborted = opened(browser, &wish(json!({}))).await;
    let _second = joined(server, &aborted, &other).await;
    browser.sit(&aborted).await.done(&bare("abort", "x")).await;

    // One in progress, in which both are reported.
    let live = opened(browser, &wish(json!({}))).await;
    let mut opponent = joined(server, &live, &other).await;
    let mut socket = browser.sit(&live).await;
    let by_us = socket.done(&chat_line("a")).await;
    let by_other = opponent.done(&json!({"type": "chat", "id": "a", "text": "hello"})).await;
    let report = |line: u64, note: &str| json!({"match": live, "lines": [line], "reason": "abuse", "note": note});
    let by_person = browser.post("/api/reports", &report(by_other, MARKER)).await;
    assert_eq!(by_person.status, 201, "{by_person:?}");
    let about = Request::post("/api/reports").by(&other).json(&report(by_us, "they were rude"));
    assert_eq!(server.send(about).await.status, 201);
    assert!(said > 0);

    // One between others, in which they chat as a spectator.
    let made = Request::post("/api/matches").by(&other).json(&wish(json!({})));
    let watched = server.send(made).await.ok()["id"].as_str().expect("an id").to_owned();
    let _third = joined(server, &watched, &third).await;
    browser.sit(&watched).await.done(&chat_line("w")).await;

    // One by days with a plan, an open one, and a challenge by another player.
    let days = json!({"clock": {"kind": "correspondence", "days": 3}});
    let correspondence = opened(browser, &wish(days)).await;
    let _other = joined(server, &correspondence, &other).await;
    let plan = json!({"ply": 0, "lines": [[first_move()]]});
    let plan =
        Request::new(Method::PUT, &format!("/api/matches/{correspondence}/plan")).json(&plan);
    assert_eq!(browser.send(plan).await.status, 200);
    let open = opened(browser, &wish(json!({}))).await;
    let challenge = Request::post("/api/matches").by(&third).json(&wish(json!({"opponent": id})));
    assert_eq!(server.send(challenge).await.status, 201);

    // A note and a variation.
    let path = format!("/ws/analysis/{finished}");
    let cookie = browser.cookie.clone().expect("it has been here");
    let mut tree = Socket::open_by_cookie(server.address(), &path, &cookie).await;
    tree.until_type("tree").await;
    tree.done(&json!({"type": "note", "id": "n", "node": 0, "text": format!("{MARKER} notes")}))
        .await;
    tree.done(&json!({"type": "add", "id": "v", "node": 0, "moves": [second_move()]})).await;
    let mut reader = Socket::open(server.address(), &path, Some(&other)).await;
    assert!(reader.until_type("tree").await.to_string().contains(MARKER));

    // Lists and settings.
    for (method, path, body) in [
        (Method::PUT, format!("/api/me/blocks/{}", third.id), json!({})),
        (Method::PUT, "/api/me/online".to_owned(), json!({"listed": false})),
        (Method::POST, "/api/me/vacation".to_owned(), json!({})),
        (Method::POST, "/api/me/tokens".to_owned(), json!({})),
        (Method::POST, "/api/me/links".to_owned(), json!({})),
        (
            Method::POST,
            "/api/seeks".to_owned(),
            json!({"games": [{"game": GAME}], "clocks": [{"kind": "fischer", "initial": 300, "increment": 5}]}),
        ),
        (
            Method::PUT,
            "/api/me/push".to_owned(),
            json!({
                "endpoint": format!("https://updates.push.services.mozilla.com/{MARKER}"),
                "keys": {
                    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
                },
                "kinds": ["turn", "challenge", "found"],
            }),
        ),
    ] {
        let answer = browser.send(Request::new(method, &path).json(&body)).await;
        assert!(answer.status.is_success(), "{path}: {answer:?}");
    }
    let block = Request::new(Method::PUT, &format!("/api/me/blocks/{id}")).by(&third);
    assert_eq!(server.send(block).await.status, 204);
    admin::done(database, &["warn", &id, "Please be kind"]).await;
    admin::done(database, &["mute", &id, "--for", "1h"]).await;
    Life { id, finished, aborted, live, watched, correspondence, open, opponent, reader }
}

/// A legal action of the first side that is not its first one.
fn second_move() -> String {
    let game = AnyGame::new(GAME, None, &Options::none(), None).expect("it is listed");
    game.legal().into_iter().nth(1).expect("there are several")
}

/// Every public answer that could show the person.
async fn public(server: &Server, life: &Life) -> Vec<(String, String)> {
    let mut paths = vec![
        "/api/matches".to_owned(),
        "/api/matches?state=live".to_owned(),
        "/api/archive".to_owned(),
        "/api/archive/export".to_owned(),
        "/api/online".to_owned(),
        format!("/api/accounts?name={MARKER}"),
        format!("/api/accounts/{MARKER}"),
        format!("/api/accounts/{}", life.id),
        format!("/api/accounts/{}/ratings", life.id),
        format!("/api/ratings/{GAME}?players={}", life.id),
        format!("/api/archive?player={}", life.id),
        format!("/api/archive/{}/analysis", life.finished),
    ];
    let matches = [
        &life.finished,
        &life.aborted,
        &life.live,
        &life.watched,
        &life.correspondence,
        &life.open,
    ];
    for id in matches {
        paths.push(format!("/api/matches/{id}"));
        paths.push(format!("/api/matches/{id}/events"));
        paths.push(format!("/api/archive/{id}"));
        paths.push(format!("/api/archive/{id}.txt"));
        paths.push(format!("/m/{id}"));
    }
    let mut answers = Vec::new();
    for path in paths {
        let answer = server.send(Request::get(&path)).await;
        let text = if answer.body.is_empty() { "" } else { answer.text() };
        // A refusal repeats the address.
        let text = if answer.status.is_success() { text.to_owned() } else { String::new() };
        answers.push((path, text));
    }
    answers
}

async fn deleted_player_leaves_no_name_or_text(database: &Database) {
    let server = Server::start_with_flags(database, &["--limits", "off"]).await;
    let mut browser = Browser::registered(&server, MARKER).await;
    let mut life = live(&server, database, &mut browser).await;

    // All of it is there, and all of it is theirs to take away.
    let marker = MARKER.to_lowercase();
    let found = database.dump().await;
    for table in
        ["match_event", "game", "analysis_change", "report", "account", "push_subscription"]
    {
        assert!(found.iter().any(|(of, row)| of == table && row.contains(&marker)), "{table}");
    }
    // Read warnings are stored, too.
    let read = Request::new(Method::DELETE, "/api/me/warnings");
    assert_eq!(browser.send(read).await.status, 204);
    let export = browser.send(Request::get("/api/me/export")).await;
    let lines: Vec<Value> =
        export.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of_kind = |kind: &str| lines.iter().filter(|line| line["kind"] == kind).collect::<Vec<_>>();
    let chat: Vec<&str> = of_kind("chat")
        .iter()
        .map(|line| line["chat"]["line"]["text"].as_str().expect("a text"))
        .collect();
    assert_eq!(
        chat.len(),
        4,
        "before and after the end, in a match that goes on, as a spectator: {chat:?}"
    );
    let planned = of_kind("match")
        .into_iter()
        .find(|line| line["match"]["snapshot"]["id"] == life.correspondence);
    assert_eq!(planned.expect("it goes on")["match"]["plan"], json!([[first_move()]]));
    assert!(of_kind("match").len() >= 4, "live, by days, open, and a challenge");
    assert_eq!(of_kind("analysis").len(), 2);
    assert_eq!(of_kind("report")[0]["report"]["note"], MARKER);
    assert!(lines[0]["seek"]["games"].is_array());
    assert_eq!(lines[0]["warnings"][0]["text"], "Please be kind");
    assert!(lines[0]["muted_until"].is_u64());
    assert!(!export.text().contains(&format!("mozilla.com/{MARKER}")), "no secrets");

    assert_eq!(browser.send(Request::new(Method::DELETE, "/api/me")).await.status, 204);

    // Those who have it on their screens are sent what changes.
    let removed = life.opponent.until_kind("chat_removed", 0).await;
    assert!(removed["chat"].is_u64());
    let tree = life.reader.until_type("tree").await.to_string();
    assert!(!tree.contains(MARKER) && tree.contains("Someone"), "{tree}");

    // The journals are looked through within seconds.
    let (mut found, mut shown);
    loop {
        let dump = database.dump().await;
        found = dump.iter().filter(|(_, row)| row.contains(&marker)).cloned().collect::<Vec<_>>();
        shown = public(&server, &life).await;
        shown.retain(|(_, text)| text.to_lowercase().contains(&marker));
        let only_journals = found.iter().all(|(table, _)| table == "match_event");
        assert!(only_journals, "{found:?}");
        let only_events = shown.iter().all(|(path, _)| path.ends_with("/events"));
        assert!(only_events, "{shown:?}");
        if found.is_empty() && shown.is_empty() {
            break;
        }
    }
    let id = life.id.replace('-', "");
    for (table, row) in database.dump().await {
        let is_known = WITH_ID.iter().any(|(known, _)| *known == table);
        assert!(is_known || !row.contains(&id), "{table}: {row}");
    }
}
