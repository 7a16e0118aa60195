//! Players who find each other by their seeks.

use crate::browser::Browser;
use crate::live::Live;
use crate::on_both;
use crate::rated::{beat, lose_to_computer};
use e2e::{Database, Guest, Method, Request, Server, ServerOptions, Socket};
use serde_json::{Value, json};

on_both!(
    two_who_fit_are_seated_once_both_accept,
    a_seek_survives_the_server_and_its_page_and_plays_by_days,
    what_cannot_be_sought_is_refused,
    a_rated_game_is_found_within_both_ranges,
    a_seek_follows_the_rating_of_its_owner,
    thirty_who_seek_are_all_paired,
    a_challenge_is_for_one_person_alone,
    challenge_to_unknown_player_is_refused,
    a_link_shows_the_moment_it_names,
);

pub(crate) fn body(games: &[&str], clock: &Value) -> Value {
    let games: Vec<Value> = games.iter().map(|game| json!({"game": game})).collect();
    json!({"games": games, "clocks": [clock]})
}

pub(crate) fn fischer() -> Value {
    json!({"kind": "fischer", "initial": 300, "increment": 5})
}

pub(crate) async fn seek(server: &Server, guest: &Guest, body: &Value) -> Value {
    let made = server.send(Request::post("/api/seeks").by(guest).json(body)).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()
}

pub(crate) async fn answer(
    server: &Server,
    guest: &Guest,
    id: &Value,
    accept: bool,
) -> (u16, Value) {
    let answer = json!({"id": id, "accept": accept});
    let request = Request::post("/api/seeks/found").by(guest).json(&answer);
    let answered = server.send(request).await;
    (answered.status.as_u16(), answered.json())
}

pub(crate) async fn listen(server: &Server, guest: &Guest) -> Socket {
    Socket::open(server.address(), "/ws/lobby?matches=0", Some(guest)).await
}

/// Reads until the seek stands as it should.
pub(crate) async fn until(socket: &mut Socket, stands: impl Fn(&Value) -> bool) -> Value {
    loop {
        let told = socket.until_type("seek").await;
        if stands(&told) {
            return told;
        }
    }
}

async fn two_who_fit_are_seated_once_both_accept(database: &Database) {
    let server = Server::start(database).await;
    let [one, other] = [server.guest().await, server.guest().await];
    let mut sockets = [listen(&server, &one).await, listen(&server, &other).await];
    seek(&server, &one, &body(&["shogi", "xia-si"], &fischer())).await;
    until(&mut sockets[0], |told| told["seek"].is_object()).await;
    let elsewhere = seek(&server, &other, &body(&["xiangqi", "xia-si"], &fischer())).await;
    assert_eq!(elsewhere["seekers"], 2);
    let mut found = Vec::new();
    for socket in &mut sockets {
        found.push(until(socket, |told| told["found"].is_object()).await["found"].clone());
    }
    assert_eq!((&found[0]["id"], &found[0]["game"]), (&found[1]["id"], &json!("xia-si")));
    assert_eq!(found[0]["opponent"]["id"], other.id);
    assert_ne!(found[0]["side"], found[1]["side"]);
    let id = &found[0]["id"];
    let (status, standing) = answer(&server, &one, id, true).await;
    assert_eq!(
        (status, &standing["found"]["accepted"], &standing["started"]),
        (200, &json!(true), &Value::Null)
    );
    let stranger = server.guest().await;
    assert_eq!(answer(&server, &stranger, id, true).await.0, 404);
    let (status, standing) = answer(&server, &other, id, true).await;
    assert_eq!((status, &standing["seek"]), (200, &Value::Null));
    let started = standing["started"].as_str().expect("a match").to_owned();
    let told = until(&mut sockets[0], |told| told["started"].is_string()).await;
    assert_eq!(told["started"], *started);
    let snapshot = server.send(Request::get(&format!("/api/matches/{started}"))).await.json();
    assert_eq!((&snapshot["state"], &snapshot["game"]), (&json!("live"), &json!("xia-si")));
    let side = found[0]["side"].as_str().expect("a side");
    assert_eq!(snapshot["players"][side]["id"], one.id);
    assert_eq!(answer(&server, &one, id, true).await.0, 404, "that is over");
}

async fn a_seek_survives_the_server_and_its_page_and_plays_by_days(database: &Database) {
    let mut server = Server::start(database).await;
    let [one, other] = [server.guest().await, server.guest().await];
    let days = json!({"kind": "correspondence", "days": 3});
    seek(&server, &one, &body(&["xia-si"], &days)).await;
    server.kill().await;
    server = Server::start(database).await;
    let mut sockets = [listen(&server, &one).await, listen(&server, &other).await];
    // On Postgres the server looks for another node that leads before it leads the seeks itself.
    let standing = until(&mut sockets[0], |told| told["seek"].is_object()).await;
    assert_eq!(standing["seek"]["clocks"], json!([days]));
    // A player who was active just now is asked; long after that they need not be connected.
    seek(&server, &other, &body(&["xia-si"], &days)).await;
    let found = until(&mut sockets[0], |told| told["found"].is_object()).await;
    answer(&server, &other, &found["found"]["id"], true).await;
    let (_, standing) = answer(&server, &one, &found["found"]["id"], true).await;
    assert!(standing["started"].is_string(), "{standing}");
    let mine = server.send(Request::get("/api/me/matches").by(&one)).await.json();
    assert_eq!(mine["matches"][0]["clock"], days);
}

async fn what_cannot_be_sought_is_refused(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    let many = vec![json!({"game": "shogi"}); 3];
    for (body, status, code) in [
        (json!({"games": [], "clocks": [fischer()]}), 422, "bad_seek"),
        (json!({"games": many, "clocks": []}), 422, "bad_seek"),
        (json!({"games": many, "clocks": [fischer()], "minutes": 0}), 422, "bad_seek"),
        (json!({"games": many, "clocks": [fischer()], "minutes": 20_161}), 422, "bad_seek"),
        (json!({"games": [{"game": "go"}], "clocks": [fischer()]}), 422, "unknown_game"),
        (
            json!({"games": [{"game": "shogi", "ruleset": "x"}], "clocks": [fischer()]}),
            422,
            "unknown_ruleset",
        ),
        (body(&["shogi"], &json!({"kind": "correspondence", "days": 15})), 422, "bad_clock"),
        (json!({"games": many}), 400, "bad_request"),
    ] {
        let request = Request::post("/api/seeks").by(&guest).json(&body);
        let refused = server.send(request).await;
        refused.is_problem(status, code);
    }
    let standing = server.send(Request::get("/api/seeks").by(&guest)).await.json();
    assert_eq!((&standing["seek"], &standing["seekers"]), (&Value::Null, &json!(0)));
    seek(&server, &guest, &body(&["shogi"], &fischer())).await;
    for _ in 0..2 {
        let ended = server.send(Request::new(Method::DELETE, "/api/seeks").by(&guest)).await;
        assert_eq!(ended.status, 204);
    }
}

/// The opponent that was found for a player.
async fn found(browser: &mut Browser<'_>) -> Value {
    browser.get("/api/seeks").await["found"].clone()
}

async fn a_rated_game_is_found_within_both_ranges(database: &Database) {
    let server = Server::start_with(database, ServerOptions::Unlimited).await;
    let mut one = Browser::registered(&server, "Li Bai").await;
    let mut two = Browser::registered(&server, "Du Fu").await;
    let mut three = Browser::registered(&server, "Wang Wei").await;
    let guest = server.guest().await;
    // Li Bai has beaten Du Fu: 1662 and 1338. Wang Wei has not played.
    beat("xia-si", &mut one, &mut two).await;

    for more in [json!({"rated": true}), json!({"within": 100})] {
        let body = with(&body(&["xia-si"], &fischer()), &more);
        let refused = server.send(Request::post("/api/seeks").by(&guest).json(&body)).await;
        refused.is_problem(403, "not_registered");
    }
    for within in [0, 24, 1_001, 65_535] {
        let body = with(&body(&["xia-si"], &fischer()), &json!({"within": within}));
        one.post("/api/seeks", &body).await.is_problem(422, "bad_seek");
    }
    let strict = with(&body(&["xia-si"], &fischer()), &json!({"rated": true, "within": 200}));
    let near = with(&body(&["xia-si"], &fischer()), &json!({"rated": true, "within": 100}));
    let mut told = one.listen().await;
    let standing = one.post("/api/seeks", &strict).await.ok();
    assert_eq!(
        (&standing["seek"]["rated"], &standing["seek"]["within"]),
        (&json!(true), &json!(200))
    );
    assert_eq!(two.post("/api/seeks", &near).await.status, 201);
    seek(&server, &guest, &body(&["xia-si"], &fischer())).await;
    // Wang Wei comes last.
    let mut other = three.listen().await;
    assert_eq!(three.post("/api/seeks", &strict).await.status, 201);
    let found_one = until(&mut told, |told| told["found"].is_object()).await["found"].clone();
    let found_three = until(&mut other, |told| told["found"].is_object()).await["found"].clone();
    assert_eq!(found_one["opponent"]["name"], "Wang Wei", "324 points are too many, 162 are not");
    assert_eq!((&found_one["id"], &found_one["rated"]), (&found_three["id"], &json!(true)));
    assert_eq!(found(&mut two).await, Value::Null, "nobody is near enough, or for nothing");
    let accept = json!({"id": found_one["id"], "accept": true});
    assert_eq!(one.post("/api/seeks/found", &accept).await.status, 200);
    let begun = three.post("/api/seeks/found", &accept).await.ok();
    let started = begun["started"].as_str().expect("a match").to_owned();
    let snapshot = server.send(Request::get(&format!("/api/matches/{started}"))).await.ok();
    assert_eq!(snapshot["rated"], true);

    // Who deletes the identity seeks nothing any more.
    let erase = Request::new(Method::DELETE, "/api/me");
    assert_eq!(two.send(erase).await.status, 204);
    let standing = server.send(Request::get("/api/seeks").by(&guest)).await.ok();
    assert_eq!(standing["seekers"], 1, "the guest alone");
}

async fn a_seek_follows_the_rating_of_its_owner(database: &Database) {
    let server = Server::start_with(database, ServerOptions::Unlimited).await;
    let mut one = Browser::registered(&server, "Li Bai").await;
    let mut three = Browser::registered(&server, "Wang Wei").await;
    let body = body(&["xia-si"], &fischer());
    let within = |within: u16| with(&body, &json!({"rated": true, "within": within}));
    let mut told = one.listen().await;
    assert_eq!(one.post("/api/seeks", &within(200)).await.status, 201);
    // Li Bai has lost more than 100 points by the time that Wang Wei, at 1500, seeks.
    lose_to_computer("xia-si", &mut one, 4).await;
    let mut other = three.listen().await;
    assert_eq!(three.post("/api/seeks", &within(100)).await.status, 201);
    // Had they been found for each other by the earlier ratings, they would not be again.
    assert_eq!(three.post("/api/seeks", &within(200)).await.status, 201);
    let found = until(&mut told, |told| told["found"].is_object()).await["found"].clone();
    assert_eq!(found["opponent"]["name"], "Wang Wei");
    let of_three = until(&mut other, |told| told["found"].is_object()).await["found"].clone();
    assert_eq!((&of_three["id"], &of_three["opponent"]["name"]), (&found["id"], &json!("Li Bai")));
}

/// A body with more in it.
fn with(body: &Value, more: &Value) -> Value {
    let mut body = body.clone();
    if let (Some(body), Some(more)) = (body.as_object_mut(), more.as_object()) {
        body.extend(more.clone());
    }
    body
}

async fn thirty_who_seek_are_all_paired(database: &Database) {
    let server = Server::start(database).await;
    let mut people = Vec::new();
    for _ in 0..30 {
        let guest = server.guest().await;
        people.push((listen(&server, &guest).await, guest));
    }
    for (number, (_, guest)) in people.iter().enumerate() {
        let games = if number % 2 == 0 { ["shogi", "xia-si"] } else { ["xiangqi", "xia-si"] };
        seek(&server, guest, &body(&games, &fischer())).await;
    }
    let mut opponents = Vec::new();
    for (socket, guest) in &mut people {
        let told = until(socket, |told| told["found"].is_object()).await;
        let (status, _) = answer(&server, guest, &told["found"]["id"], true).await;
        assert_eq!(status, 200);
        opponents.push((guest.id.clone(), told["found"]["opponent"]["id"].clone()));
    }
    for (socket, guest) in &mut people {
        let told = until(socket, |told| told["started"].is_string()).await;
        assert_eq!(told["seek"], Value::Null);
        let opponent = &opponents.iter().find(|(id, _)| *id == guest.id).expect("found").1;
        assert!(opponents.iter().any(|(id, of)| opponent == id.as_str() && *of == guest.id));
    }
}

async fn a_challenge_is_for_one_person_alone(database: &Database) {
    let server = Server::start(database).await;
    let [one, other, stranger] = [server.guest().await, server.guest().await, server.guest().await];
    let mut socket = listen(&server, &other).await;
    let challenge = async || {
        let body = json!({"game": "xia-si", "opponent": other.id, "seat": "first"});
        let made = server.send(Request::post("/api/matches").by(&one).json(&body)).await;
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()["id"].as_str().expect("an id").to_owned()
    };
    let id = challenge().await;
    until(&mut socket, |told| told["matches"] == 1).await;
    let mine = server.send(Request::get("/api/me/matches").by(&other)).await.json();
    assert_eq!(mine["matches"][0]["invited"]["id"], other.id);
    let listed = server.send(Request::get("/api/matches")).await.json();
    assert_eq!(listed["matches"], json!([]));
    let act = async |who: &Guest, id: &str, what: &str| {
        server.send(Request::post(&format!("/api/matches/{id}/{what}")).by(who)).await
    };
    act(&stranger, &id, "join").await.is_problem(409, "seat_taken");
    act(&stranger, &id, "decline").await.is_problem(409, "not_challenged");
    act(&one, &id, "decline").await.is_problem(409, "not_challenged");
    assert_eq!(act(&other, &id, "join").await.ok()["seat"], "second");
    act(&other, &id, "decline").await.is_problem(409, "not_challenged");
    let declined = challenge().await;
    assert_eq!(act(&other, &declined, "decline").await.status, 204);
    assert_ne!(act(&other, &declined, "join").await.status, 200);
    let oneself = json!({"game": "xia-si", "opponent": one.id});
    let refused = server.send(Request::post("/api/matches").by(&one).json(&oneself)).await;
    refused.is_problem(422, "cannot_challenge");
}

async fn challenge_to_unknown_player_is_refused(database: &Database) {
    let server = Server::start(database).await;
    let one = server.guest().await;
    let challenge = async |id: &str| {
        let body = json!({"game": "xia-si", "opponent": id});
        server.send(Request::post("/api/matches").by(&one).json(&body)).await
    };
    challenge("00000000-0000-4000-8000-000000000000").await.is_problem(422, "unknown_player");
    challenge("not an id").await.is_problem(400, "bad_request");
    // A guest who has done nothing yet exists as long as they are here; who is gone does not.
    let mut other = Browser::new(&server);
    let id = other.id().await;
    challenge(&id).await.is_problem(422, "unknown_player");
    let named = json!({"name": "Li Bai"});
    assert_eq!(other.send(Request::new(Method::PUT, "/api/me").json(&named)).await.status, 200);
    let made = challenge(&id).await;
    assert_eq!(made.status, 201, "{}", made.text());
    assert_eq!(other.send(Request::new(Method::DELETE, "/api/me")).await.status, 204);
    challenge(&id).await.is_problem(422, "unknown_player");
    let mine = server.send(Request::get("/api/me/matches").by(&one)).await.json();
    assert_eq!(mine["matches"].as_array().map(Vec::len), Some(0), "the challenge is over");
}

async fn a_link_shows_the_moment_it_names(database: &Database) {
    let server = Server::start(database).await;
    let clock = json!({"kind": "correspondence", "days": 3});
    let mut live = Live::open_with(&server, json!({"game": "xia-si", "clock": clock})).await;
    let id = live.table.id.clone();
    let page = async |ply: u32| {
        server.send(Request::get(&format!("/m/{id}?p={ply}"))).await.text().to_owned()
    };
    let before = page(0).await;
    assert!(before.contains("to move, 0 moves so far"), "{before}");
    live.play().await;
    let (now, then) = (page(1).await, page(0).await);
    assert!(now.contains("to move, 1 move so far") && now.contains("?p=1"), "{now}");
    assert!(then.contains("The position after 0 moves"));
    let picture = |page: &str| {
        let (_, rest) = page.split_once("og:image\" content=\"").expect("a picture");
        rest.split('"').next().expect("an address").to_owned()
    };
    assert_eq!(picture(&then), picture(&before));
    assert_ne!(picture(&now), picture(&then));
}
