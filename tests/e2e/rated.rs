//! Rated games between people who keep their identity, from making one to the list of the best.

use crate::browser::{Browser, PASSWORD};
use crate::live::{GAME, bare, offer};
use crate::on_both;
use e2e::{Database, Method, Request, Server, ServerOptions, run_to_exit};
use serde_json::{Value, json};

on_both!(
    both_ratings_change_when_a_rated_game_ends,
    who_wins_rated_rematches_comes_among_the_best,
    guests_take_no_seat_of_a_rated_game,
    what_is_called_off_changes_no_rating,
    a_game_counts_though_a_player_deletes_the_identity,
    a_rated_game_is_rated_once_however_the_server_ends,
);

/// Makes a rated match, its maker in the first seat; returns its id.
async fn rated(maker: &mut Browser<'_>, more: Value) -> String {
    let mut wish = json!({"game": GAME, "seat": "first", "rated": true});
    if let (Some(wish), Value::Object(more)) = (wish.as_object_mut(), more) {
        wish.extend(more);
    }
    let made = maker.post("/api/matches", &wish).await.ok();
    made["id"].as_str().expect("an id").to_owned()
}

/// Takes the free seat.
async fn join(browser: &mut Browser<'_>, id: &str) {
    let joined = browser.send(Request::post(&format!("/api/matches/{id}/join"))).await;
    assert_eq!(joined.ok(), json!({"seat": "second"}));
}

/// Checks that the ratings are what the archive says of so many games and players.
async fn check(database: &Database, games: usize, ratings: usize) {
    let directory = database.directory().to_str().expect("temporary paths are plain");
    let mut arguments = vec!["ratings", "--check", "--data-dir", directory];
    if let Some(url) = database.url() {
        arguments.extend(["--database", url]);
    }
    let exit = run_to_exit(&arguments).await;
    assert!(exit.status.success(), "{}{}", exit.stdout, exit.stderr);
    assert_eq!(exit.stdout, format!("{games} games counted, {ratings} ratings agree\n"));
}

/// What a game changed.
async fn changes(server: &Server, id: &str) -> Value {
    server.send(Request::get(&format!("/api/archive/{id}/ratings"))).await.ok()
}

async fn both_ratings_change_when_a_rated_game_ends(database: &Database) {
    let server = Server::start(database).await;
    let (mut one, mut two) =
        (Browser::kept(&server, "Li Bai").await, Browser::kept(&server, "Du Fu").await);
    let id = rated(&mut one, json!({})).await;
    let open = server.send(Request::get("/api/matches")).await.ok();
    assert_eq!(open["matches"][0]["rated"], true, "who looks for a game sees that it counts");
    join(&mut two, &id).await;
    let mut loser = one.sit(&id).await;
    let mut winner = two.sit(&id).await;
    assert_eq!(loser.snapshot()["rated"], true);
    let none = changes(&server, &id).await;
    assert_eq!(none, json!({"first": null, "second": null}), "nothing has changed yet");
    loser.done(&bare("resign", "end")).await;
    let ended = winner.until_kind("ended", 0).await;
    assert_eq!((&ended["result"], &ended["reason"]), (&json!("second"), &json!("resignation")));

    // Whoever is told of the end finds the ratings changed.
    let after = changes(&server, &id).await;
    let number = |side: &str, key: &str| after[side][key].as_i64().expect("a number");
    assert_eq!((number("first", "before"), number("second", "before")), (1500, 1500));
    assert_eq!((number("first", "rating"), number("second", "rating")), (1338, 1662));
    assert_eq!((number("first", "change"), number("second", "change")), (-162, 162));
    let players = [one.id().await, two.id().await];
    let path = format!("/api/ratings/{GAME}?players={}", players.join(","));
    let shown = server.send(Request::get(&path)).await.ok();
    for (place, rating) in [1338, 1662].into_iter().enumerate() {
        let shown = &shown["players"][place];
        assert_eq!((&shown["rating"], &shown["games"]), (&json!(rating), &json!(1)), "{shown}");
        assert_eq!(shown["provisional"], true);
        let path = format!("/api/people/{}/ratings?pool={GAME}", players[place]);
        let own = server.send(Request::get(&path)).await.ok()["ratings"][0].clone();
        assert_eq!((&own["rating"], &own["history"][0]["id"]), (&json!(rating), &json!(id)));
        assert_eq!(own["history"].as_array().map(Vec::len), Some(1), "the chart has one point");
    }
    let best = server.send(Request::get(&format!("/api/ratings/{GAME}"))).await.ok();
    assert_eq!(best["players"], json!([]), "too little is known of either");
    let strong = format!("/api/archive?game={GAME}&rating=1000");
    let found = server.send(Request::get(&strong)).await.ok();
    assert_eq!(found["games"][0]["id"], id, "it is found by how strong its players were");
    check(database, 1, 2).await;
}

async fn who_wins_rated_rematches_comes_among_the_best(database: &Database) {
    let server = Server::start_with(database, ServerOptions::Unlimited).await;
    let (mut one, mut two) =
        (Browser::kept(&server, "Li Bai").await, Browser::kept(&server, "Du Fu").await);
    let best = async || {
        let list = server.send(Request::get(&format!("/api/ratings/{GAME}"))).await.ok();
        list["players"].as_array().expect("a list").clone()
    };
    let mut id = rated(&mut one, json!({})).await;
    join(&mut two, &id).await;
    let mut games = 0;
    let listed = loop {
        // The sides are swapped with each rematch, so that the first one to be seated resigns every other time.
        let (mut first, mut second) = if games % 2 == 0 {
            (one.sit(&id).await, two.sit(&id).await)
        } else {
            (two.sit(&id).await, one.sit(&id).await)
        };
        second.done(&bare("resign", "end")).await;
        games += 1;
        let listed = best().await;
        if listed.len() == 2 || games == 30 {
            break listed;
        }
        first.done(&offer("rematch", "again", "offer")).await;
        second.done(&offer("rematch", "again", "accept")).await;
        let next = first.until_kind("rematched", 0).await;
        id = next["match"].as_str().expect("an id").to_owned();
        let snapshot = server.send(Request::get(&format!("/api/matches/{id}"))).await.ok();
        assert_eq!(snapshot["rated"], true, "so is the rematch");
    };
    assert_eq!(listed.len(), 2, "both are known well enough after {games} games: {listed:?}");
    assert!(listed[0]["rating"].as_i64() >= listed[1]["rating"].as_i64(), "the best first");
    for entry in &listed {
        assert_eq!((&entry["provisional"], &entry["games"]), (&json!(false), &json!(games)));
    }
    check(database, games, 2).await;
}

async fn guests_take_no_seat_of_a_rated_game(database: &Database) {
    let server = Server::start(database).await;
    let mut one = Browser::kept(&server, "Li Bai").await;
    let mut guest = Browser::new(&server);
    let id = rated(&mut one, json!({})).await;
    let seat = || Request::post(&format!("/api/matches/{id}/join"));
    guest.send(seat()).await.is_problem(403, "not_kept");
    let program = server.guest().await;
    server.send(seat().by(&program)).await.is_problem(403, "not_kept");
    // Nor are they challenged to one, which they could not accept.
    let wish = json!({"game": GAME, "rated": true, "opponent": program.id});
    one.post("/api/matches", &wish).await.is_problem(422, "not_ratable");
    let snapshot = server.send(Request::get(&format!("/api/matches/{id}"))).await.ok();
    assert_eq!(snapshot["players"]["second"], Value::Null, "the seat is free");
    // Whoever keeps the identity now sits down.
    assert_eq!(guest.keep("Du Fu").await.status, 201);
    join(&mut guest, &id).await;
    let challenge = json!({"opponent": guest.id().await});
    let challenged = rated(&mut one, challenge).await;
    join(&mut guest, &challenged).await;
}

async fn what_is_called_off_changes_no_rating(database: &Database) {
    let server = Server::start(database).await;
    let (mut one, mut two) =
        (Browser::kept(&server, "Li Bai").await, Browser::kept(&server, "Du Fu").await);
    let id = rated(&mut one, json!({})).await;
    join(&mut two, &id).await;
    let mut socket = one.sit(&id).await;
    socket.done(&bare("abort", "off")).await;
    let none = json!({"first": null, "second": null});
    assert_eq!(changes(&server, &id).await, none);
    check(database, 0, 0).await;
}

async fn a_game_counts_though_a_player_deletes_the_identity(database: &Database) {
    let server = Server::start(database).await;
    let (mut one, mut two) =
        (Browser::kept(&server, "Li Bai").await, Browser::kept(&server, "Du Fu").await);
    let id = rated(&mut one, json!({})).await;
    join(&mut two, &id).await;
    let mut socket = one.sit(&id).await;
    let erase = Request::new(Method::DELETE, "/api/me").json(&json!({"password": PASSWORD}));
    assert_eq!(two.send(erase).await.status, 204);
    let renamed = socket.until_kind("renamed", 0).await;
    assert_eq!(renamed["player"]["name"], "Someone", "{renamed}");
    // Whoever is left ends it; what is said of a loss by time would be the same.
    socket.done(&bare("resign", "end")).await;
    let after = changes(&server, &id).await;
    assert_eq!(
        (&after["first"]["change"], &after["second"]["change"]),
        (&json!(-162), &json!(162))
    );
    check(database, 1, 2).await;
}

async fn a_rated_game_is_rated_once_however_the_server_ends(database: &Database) {
    let server = Server::start(database).await;
    let (mut one, mut two) =
        (Browser::kept(&server, "Li Bai").await, Browser::kept(&server, "Du Fu").await);
    let told = rated(&mut one, json!({})).await;
    join(&mut two, &told).await;
    let untold = rated(&mut one, json!({})).await;
    join(&mut two, &untold).await;
    let end = bare("resign", "end");
    let seq = one.sit(&told).await.done(&end).await;
    let before = changes(&server, &told).await;
    // Nobody is told whether this one was heard.
    let mut cut_off = one.sit(&untold).await;
    cut_off.say(&end).await;
    let cookie = one.cookie.clone();
    server.kill().await;

    let server = Server::start(database).await;
    assert_eq!(changes(&server, &told).await, before, "what was told is still so");
    let one = Browser::again(&server, cookie);
    assert_eq!(one.sit(&told).await.done(&end).await, seq, "said again it is the same end");
    one.sit(&untold).await.done(&end).await;
    one.sit(&untold).await.done(&end).await;
    let after = changes(&server, &untold).await;
    assert_eq!(after["first"]["before"], before["first"]["rating"], "one game after the other");
    assert_eq!((&after["first"]["games"], &after["second"]["games"]), (&json!(2), &json!(2)));
    check(database, 2, 2).await;
}
