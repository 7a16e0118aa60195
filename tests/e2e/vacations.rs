//! Vacation from correspondence matches, over sockets and across kills.

use crate::live::{GAME, Live};
use crate::on_both;
use e2e::{Answer, Database, Guest, Method, Request, Server, on_postgres, within};
use engine::Side;
use serde_json::{Value, json};

on_both!(
    a_vacation_stops_correspondence_clocks_and_outlives_the_server,
    a_vacation_ends_by_itself_when_it_is_used_up,
    whenever_the_server_is_killed_matches_and_people_agree,
);

const DAY: u64 = 86_400_000;

const ALLOWANCE: u64 = 30 * DAY;

/// How often the server is killed while a vacation begins or ends.
const KILLS: usize = 4;

fn by_days() -> Value {
    json!({"clock": {"kind": "correspondence", "days": 3}})
}

async fn ask(server: &Server, method: Method, who: &Guest) -> Answer {
    server.send(Request::new(method, "/api/me/vacation").by(who)).await
}

async fn end(server: &Server, who: &Guest) {
    let ended = ask(server, Method::DELETE, who).await;
    assert_eq!(ended.status, 200, "{}", ended.text());
}

async fn begin(server: &Server, who: &Guest) -> Value {
    let begun = ask(server, Method::POST, who).await;
    assert_eq!(begun.status, 201, "{}", begun.text());
    begun.json()
}

/// Until when a side is on vacation, as the match shows it.
fn until<'a>(snapshot: &'a Value, side: &str) -> &'a Value {
    &snapshot["clock"]["vacation"][side]
}

async fn a_vacation_stops_correspondence_clocks_and_outlives_the_server(database: &Database) {
    let mut server = Server::start(database).await;
    let mut live = Live::open_with(&server, by_days()).await;
    let fast = Live::open_with(
        &server,
        json!({"clock": {"kind": "fischer", "initial": 10_800, "increment": 9}}),
    )
    .await;
    for _ in 0..2 {
        live.play().await;
    }
    let [one, other] = Side::ALL.map(|side| live.table.guests[side].clone());
    let none = ask(&server, Method::GET, &one).await.ok();
    assert_eq!(none["until"], Value::Null);
    assert_eq!((&none["left"], &none["allowance"]), (&json!(ALLOWANCE), &json!(ALLOWANCE)));
    ask(&server, Method::DELETE, &one).await.is_problem(409, "not_on_vacation");

    // A player on vacation is not paired.
    let seek = json!({"games": [{"game": GAME}], "clocks": [by_days()["clock"]]});
    let sought = server.send(Request::post("/api/seeks").by(&one).json(&seek)).await;
    assert_eq!(sought.status, 201, "{}", sought.text());
    let before = live.sockets[Side::Second].seq();
    let begun = begin(&server, &one).await;
    let end = begun["until"].as_u64().expect("a time");
    ask(&server, Method::POST, &one).await.is_problem(409, "on_vacation");
    let event = live.sockets[Side::Second].until_kind("vacation", before).await;
    assert_eq!((&event["by"], &event["until"]), (&json!("first"), &json!(end)));
    assert_eq!(event["clock"]["running"], Value::Null, "it stands still");
    assert_eq!(event["clock"]["vacation"], json!({"first": end}));
    let snapshot = fast.table.snapshot(&server).await;
    assert_eq!(snapshot["clock"]["vacation"], Value::Null, "other people play that");

    let standing = server.send(Request::get("/api/seeks").by(&one)).await.ok();
    assert_eq!(standing["seek"], Value::Null, "it is withdrawn");
    let sought = server.send(Request::post("/api/seeks").by(&one).json(&seek)).await;
    sought.is_problem(409, "on_vacation");

    // The opponent's clock runs as ever, and that of the other side stands again in its turn.
    live.play().await;
    assert_eq!(live.table.snapshot(&server).await["clock"]["running"], "second");
    live.play().await;
    let shown = live.table.snapshot(&server).await;
    assert_eq!((&shown["turn"], &shown["clock"]["running"]), (&json!("first"), &Value::Null));

    server.kill().await;
    server = Server::start(database).await;
    let restored = live.table.snapshot(&server).await;
    assert_eq!(until(&restored, "first"), &json!(end));
    assert_eq!(ask(&server, Method::GET, &one).await.ok()["until"], json!(end));
    live.sit_again(&server).await;

    // A match that begins during a vacation begins stopped.
    let wish = json!({"game": GAME, "clock": by_days()["clock"], "seat": "first"});
    let made = server.send(Request::post("/api/matches").by(&one).json(&wish)).await.ok();
    let id = made["id"].as_str().expect("an id");
    let joined = server.send(Request::post(&format!("/api/matches/{id}/join")).by(&other)).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    let begun = server.send(Request::get(&format!("/api/matches/{id}"))).await.ok();
    assert_eq!((until(&begun, "first"), &begun["clock"]["grace"]), (&json!(end), &Value::Null));

    let over = ask(&server, Method::DELETE, &one).await.ok();
    assert_eq!((&over["until"], &over["left"]), (&Value::Null, &json!(ALLOWANCE - DAY)));
    let shown = live.table.snapshot(&server).await;
    assert_eq!(
        (until(&shown, "first"), &shown["clock"]["running"]),
        (&Value::Null, &json!("first"))
    );
    let begun = server.send(Request::get(&format!("/api/matches/{id}"))).await.ok();
    assert_eq!(begun["clock"]["grace"]["side"], "first");
    let mine = server.send(Request::get("/api/me/export").by(&one)).await;
    let about: Value =
        serde_json::from_str(mine.text().lines().next().expect("a line")).expect("JSON");
    assert_eq!(
        (&about["vacation"]["used"], &about["vacation"]["begun_at"]),
        (&json!(DAY), &Value::Null)
    );
}

async fn a_vacation_ends_by_itself_when_it_is_used_up(database: &Database) {
    let mut server = Server::start(database).await;
    let mut live = Live::open_with(&server, by_days()).await;
    live.play().await;
    let second = live.table.guests[Side::Second].clone();
    begin(&server, &second).await;
    end(&server, &second).await;
    server.kill().await;
    // Long enough for a busy machine to write that it has begun.
    let left = 6_000;
    let used = ALLOWANCE - left;
    assert_eq!(database.execute(&format!("update vacation set used = {used}")).await, 1);
    server = Server::start(database).await;
    live.sit_again(&server).await;
    let socket = &mut live.sockets[Side::First];
    let seq = socket.seq();
    let begun = begin(&server, &second).await;
    let end = begun["until"].as_u64().expect("a time");
    let event = socket.until_kind("vacation", seq).await;
    assert_eq!((&event["by"], &event["until"]), (&json!("second"), &json!(end)));
    let seq = event["seq"].as_u64().expect("a number");
    let over = socket.until_kind("vacation", seq).await;
    assert_eq!((&over["by"], &over["until"]), (&json!("second"), &Value::Null));
    assert!(over["at"].as_u64().expect("a time") >= end);
    ask(&server, Method::POST, &second).await.is_problem(409, "no_vacation_left");
    ask(&server, Method::DELETE, &second).await.is_problem(409, "not_on_vacation");
    assert_eq!(ask(&server, Method::GET, &second).await.ok()["left"], 0);
}

async fn whenever_the_server_is_killed_matches_and_people_agree(database: &Database) {
    let mut server = Server::start(database).await;
    let live = Live::open_with(&server, by_days()).await;
    let one = live.table.guests[Side::First].clone();
    let change_and_kill = async |server: Server, method: Method| {
        let request = Request::new(method, "/api/me/vacation").by(&one);
        let address = server.address();
        // Whether it is answered before the server is gone does not matter.
        let (_, ()) = tokio::join!(request.try_send(address), server.kill());
    };
    for kill in 0..KILLS {
        let method = if kill % 2 == 0 { Method::POST } else { Method::DELETE };
        change_and_kill(server, method).await;
        server = Server::start(database).await;
        check_agreed(&server, &live, &one).await;
    }
    // Between the row and the journals of the matches.
    let now = match database.url() {
        Some(_) => "now()",
        None => "cast(unixepoch('subsec') * 1000 as integer)",
    };
    begin(&server, &live.table.guests[Side::Second]).await;
    for begun in ["null", now] {
        server.kill().await;
        database.execute(&format!("update vacation set used = 0, begun_at = {begun}")).await;
        server = Server::start(database).await;
        check_agreed(&server, &live, &one).await;
    }
}

/// When the port is open, the match agrees with the answer to the person.
async fn check_agreed(server: &Server, live: &Live, one: &Guest) {
    let told = ask(server, Method::GET, one).await.ok();
    let shown = live.table.snapshot(server).await;
    assert_eq!(until(&shown, "first"), &told["until"], "{shown}");
    let runs = if told["until"].is_null() { json!("first") } else { Value::Null };
    assert_eq!(shown["clock"]["grace"]["side"], runs, "{shown}");
}

#[tokio::test]
async fn a_match_of_another_server_is_stopped_too() {
    on_postgres(async |database| {
        let servers = [Server::start(database).await, Server::start(database).await];
        let mut live = Live::open_with(&servers[0], by_days()).await;
        let first = live.table.guests[Side::First].clone();
        let socket = &mut live.sockets[Side::Second];
        let begun = begin(&servers[1], &first).await;
        let event = within("the other server knows", socket.until_kind("vacation", 0)).await;
        assert_eq!((&event["by"], &event["until"]), (&json!("first"), &begun["until"]));
        let seq = event["seq"].as_u64().expect("a number");
        end(&servers[1], &first).await;
        let over = within("the other server knows", socket.until_kind("vacation", seq)).await;
        assert_eq!((&over["by"], &over["until"]), (&json!("first"), &Value::Null));
    })
    .await;
}
