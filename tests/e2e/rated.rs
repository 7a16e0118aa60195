//! Rated games between people who keep their identity, from making one to the list of the best.

use crate::browser::Browser;
use crate::live::{GAME, bare, begin, offer};
use crate::on_both;
use crate::seeks::{fischer, until};
use e2e::{Answer, Database, Method, Request, Server, ServerOptions, run_to_exit};
use engine::{AnyGame, Options};
use serde_json::{Value, json};

on_both!(
    both_ratings_change_when_a_rated_game_ends,
    established_players_arrange_three_rated_games_a_day,
    guests_take_no_seat_of_a_rated_game,
    aborted_match_changes_no_rating,
    a_game_counts_though_a_player_deletes_the_identity,
    a_rated_game_is_rated_once_however_the_server_ends,
);

/// A rated match of two who seek it; its id, and the two in the order of their seats.
async fn meet<'a, 's>(
    game: &str,
    one: &'a mut Browser<'s>,
    two: &'a mut Browser<'s>,
) -> (String, &'a mut Browser<'s>, &'a mut Browser<'s>) {
    let wish = json!({"games": [{"game": game}], "clocks": [fischer()], "rated": true});
    let mut told = one.listen().await;
    let _other = two.listen().await;
    for browser in [&mut *one, &mut *two] {
        assert_eq!(browser.post("/api/seeks", &wish).await.status, 201);
    }
    let found = until(&mut told, |told| told["found"].is_object()).await["found"].clone();
    let accepted = json!({"id": found["id"], "accept": true});
    assert_eq!(one.post("/api/seeks/found", &accepted).await.status, 200);
    let standing = two.post("/api/seeks/found", &accepted).await.ok();
    let id = standing["started"].as_str().expect("a match").to_owned();
    if found["side"] == "first" { (id, one, two) } else { (id, two, one) }
}

/// Asks for a rated match that its players arrange, its maker in the first seat.
async fn arrange(maker: &mut Browser<'_>, more: Value) -> Answer {
    let mut wish = json!({"game": GAME, "seat": "first", "rated": true});
    if let (Some(wish), Value::Object(more)) = (wish.as_object_mut(), more) {
        wish.extend(more);
    }
    maker.post("/api/matches", &wish).await
}

/// The id of a match that was made.
fn made(answer: &Answer) -> String {
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["id"].as_str().expect("an id").to_owned()
}

fn seat(id: &str) -> Request {
    Request::post(&format!("/api/matches/{id}/join"))
}

/// Takes the free seat.
async fn join(browser: &mut Browser<'_>, id: &str) {
    assert_eq!(browser.send(seat(id)).await.ok(), json!({"seat": "second"}));
}

/// Two find each other by their seeks, and one of them resigns.
pub(crate) async fn beat<'s>(game: &str, winner: &mut Browser<'s>, loser: &mut Browser<'s>) {
    let name = loser.me().await["name"].clone();
    let (id, first, second) = meet(game, winner, loser).await;
    let mut sockets = [first.sit(&id).await, second.sit(&id).await];
    let [one, other] = &mut sockets;
    begin(game, one, other).await;
    let loses = usize::from(sockets[0].snapshot()["players"]["first"]["name"] != name);
    sockets[loses].done(&bare("resign", "end")).await;
    changes(winner.server, &id).await;
}

/// Loses a rated game against the computer.
pub(crate) async fn lose_to_computer(game: &str, browser: &mut Browser<'_>, level: u8) {
    let id = made(&arrange(browser, json!({"game": game, "computer": level})).await);
    let mut socket = browser.sit(&id).await;
    let played = AnyGame::new(game, None, &Options::none(), None).expect("it is listed");
    let action = played.legal().remove(0);
    let play = json!({"type": "play", "id": "b", "ply": 0, "move": action});
    let seq = socket.done(&play).await;
    socket.until_kind("moved", seq).await;
    socket.done(&bare("resign", "end")).await;
    changes(browser.server, &id).await;
}

/// Plays ten rated games against the computer: from then on a player can arrange rated games.
async fn establish(browser: &mut Browser<'_>) {
    for _ in 0..10 {
        lose_to_computer(GAME, browser, 1).await;
    }
}

/// Runs a check of data derived from games; returns its report.
async fn checked(database: &Database, command: &str) -> String {
    let directory = database.directory().to_str().expect("temporary paths are plain");
    let mut arguments = vec![command, "--check", "--data-dir", directory];
    if let Some(url) = database.url() {
        arguments.extend(["--database", url]);
    }
    let exit = run_to_exit(&arguments).await;
    assert!(exit.status.success(), "{}{}", exit.stdout, exit.stderr);
    exit.stdout
}

/// Checks that the ratings of so many games and players follow from the archive, and that the tallies do.
async fn check(database: &Database, games: usize, ratings: usize) {
    checked(database, "tallies").await;
    let expected = match games {
        0 => "compared 0 games: the archive has no rated game\n".to_owned(),
        _ => format!("compared {games} games: {ratings} ratings agree\n"),
    };
    assert_eq!(checked(database, "ratings").await, expected);
}

/// The change by a game, once it is counted.
async fn changes(server: &Server, id: &str) -> Value {
    server.send(Request::get(&format!("/api/archive/{id}/ratings"))).await.ok()
}

async fn both_ratings_change_when_a_rated_game_ends(database: &Database) {
    let server = Server::start(database).await;
    let (mut one, mut two) =
        (Browser::registered(&server, "Li Bai").await, Browser::registered(&server, "Du Fu").await);
    let (id, one, two) = meet(GAME, &mut one, &mut two).await;
    let mut loser = one.sit(&id).await;
    let mut winner = two.sit(&id).await;
    assert_eq!(loser.snapshot()["rated"], true);
    let none = changes(&server, &id).await;
    assert_eq!(none, json!({"first": null, "second": null}), "nothing has changed yet");
    begin(GAME, &mut loser, &mut winner).await;
    loser.done(&bare("resign", "end")).await;
    let ended = winner.until_kind("ended", 0).await;
    assert_eq!((&ended["result"], &ended["reason"]), (&json!("second"), &json!("resignation")));

    // A request at the end is answered once the game is counted.
    let after = changes(&server, &id).await;
    let number = |side: &str, key: &str| after[side][key].as_i64().expect("a number");
    assert_eq!((number("first", "before"), number("second", "before")), (1500, 1500));
    assert_eq!((number("first", "rating"), number("second", "rating")), (1338, 1662));
    assert_eq!((number("first", "change"), number("second", "change")), (-162, 162));
    let stored = server.send(Request::get(&format!("/api/archive/{id}"))).await.ok();
    assert_eq!(stored["origin"], "seek");
    let players = [one.id().await, two.id().await];
    let path = format!("/api/ratings/{GAME}?players={}", players.join(","));
    let shown = server.send(Request::get(&path)).await.ok();
    for (place, rating) in [1338, 1662].into_iter().enumerate() {
        let shown = &shown["players"][place];
        assert_eq!((&shown["rating"], &shown["games"]), (&json!(rating), &json!(1)), "{shown}");
        assert_eq!(shown["provisional"], true);
        let path = format!("/api/accounts/{}/ratings?pool={GAME}", players[place]);
        let own = server.send(Request::get(&path)).await.ok()["ratings"][0].clone();
        assert_eq!((&own["rating"], &own["history"][0]["id"]), (&json!(rating), &json!(id)));
        assert_eq!(own["history"].as_array().map(Vec::len), Some(1), "the chart has one point");
    }
    let best = server.send(Request::get(&format!("/api/ratings/{GAME}"))).await.ok();
    assert_eq!(best["players"], json!([]), "too little is known of either");
    let exported = one.send(Request::get("/api/me/export")).await;
    let person = exported.text().lines().next().map(str::to_owned).expect("the player first");
    let person: Value = serde_json::from_str(&person).expect("each line is JSON");
    assert_eq!(person["ratings"][0]["history"][0]["game"], json!(id), "{person}");
    let strong = format!("/api/archive?game={GAME}&rating=1000");
    let found = server.send(Request::get(&strong)).await.ok();
    assert_eq!(found["games"][0]["id"], id, "it is found by how strong its players were");
    check(database, 1, 2).await;
}

async fn established_players_arrange_three_rated_games_a_day(database: &Database) {
    let server = Server::start_with(database, ServerOptions::Unlimited).await;
    let (mut one, mut two) =
        (Browser::registered(&server, "Li Bai").await, Browser::registered(&server, "Du Fu").await);
    arrange(&mut one, json!({})).await.is_problem(422, "not_established");
    establish(&mut one).await;
    let id = made(&arrange(&mut one, json!({})).await);
    let open = server.send(Request::get("/api/matches")).await.ok();
    assert_eq!(open["matches"][0]["rated"], true, "who looks for a game sees that it counts");
    two.send(seat(&id)).await.is_problem(422, "not_established");
    let challenge = json!({"opponent": two.id().await});
    arrange(&mut one, challenge.clone()).await.is_problem(422, "not_established");
    establish(&mut two).await;
    join(&mut two, &id).await;

    let mut id = id;
    for game in 1..=3 {
        let (mut first, mut second) = if game % 2 == 1 {
            (one.sit(&id).await, two.sit(&id).await)
        } else {
            (two.sit(&id).await, one.sit(&id).await)
        };
        begin(GAME, &mut first, &mut second).await;
        second.done(&bare("resign", "end")).await;
        let games = changes(&server, &id).await["first"]["games"].clone();
        assert_eq!(games, 10 + game);
        first.done(&offer("rematch", "again", "offer")).await;
        second.done(&offer("rematch", "again", "accept")).await;
        let next = first.until_kind("rematched", 0).await;
        id = next["match"].as_str().expect("an id").to_owned();
        let snapshot = server.send(Request::get(&format!("/api/matches/{id}"))).await.ok();
        assert_eq!(snapshot["rated"], game < 3, "the fourth game of a day is casual");
    }
    arrange(&mut one, challenge).await.is_problem(422, "pair_rated");
    let open = made(&arrange(&mut one, json!({})).await);
    two.send(seat(&open)).await.is_problem(422, "pair_rated");
    // Two people, and the computer of level 1.
    check(database, 23, 3).await;
}

async fn guests_take_no_seat_of_a_rated_game(database: &Database) {
    let server = Server::start(database).await;
    let mut one = Browser::registered(&server, "Li Bai").await;
    let mut guest = Browser::new(&server);
    establish(&mut one).await;
    let id = made(&arrange(&mut one, json!({})).await);
    guest.send(seat(&id)).await.is_problem(403, "not_registered");
    let program = server.guest().await;
    server.send(seat(&id).by(&program)).await.is_problem(403, "not_registered");
    // Nor are they challenged to one, which they could not accept.
    let wish = json!({"game": GAME, "rated": true, "opponent": program.id});
    one.post("/api/matches", &wish).await.is_problem(422, "not_ratable");
    let snapshot = server.send(Request::get(&format!("/api/matches/{id}"))).await.ok();
    assert_eq!(snapshot["players"]["second"], Value::Null, "the seat is free");
    // A guest who registers now may join, after ten games.
    assert_eq!(guest.register("Du Fu").await.status, 201);
    establish(&mut guest).await;
    join(&mut guest, &id).await;
    let challenge = json!({"opponent": guest.id().await});
    let challenged = made(&arrange(&mut one, challenge).await);
    join(&mut guest, &challenged).await;
}

async fn aborted_match_changes_no_rating(database: &Database) {
    let server = Server::start(database).await;
    let (mut one, mut two) =
        (Browser::registered(&server, "Li Bai").await, Browser::registered(&server, "Du Fu").await);
    let (id, one, _) = meet(GAME, &mut one, &mut two).await;
    let mut socket = one.sit(&id).await;
    socket.done(&bare("abort", "off")).await;
    let none = json!({"first": null, "second": null});
    assert_eq!(changes(&server, &id).await, none);
    check(database, 0, 0).await;
}

async fn a_game_counts_though_a_player_deletes_the_identity(database: &Database) {
    let server = Server::start(database).await;
    let (mut one, mut two) =
        (Browser::registered(&server, "Li Bai").await, Browser::registered(&server, "Du Fu").await);
    let (id, one, two) = meet(GAME, &mut one, &mut two).await;
    let mut socket = one.sit(&id).await;
    begin(GAME, &mut socket, &mut two.sit(&id).await).await;
    let erase = Request::new(Method::DELETE, "/api/me");
    assert_eq!(two.send(erase).await.status, 204);
    let renamed = socket.until_kind("renamed", 0).await;
    assert_eq!(renamed["player"]["name"], "Someone", "{renamed}");
    // The player who is left ends it; a loss by time would give the same events.
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
        (Browser::registered(&server, "Li Bai").await, Browser::registered(&server, "Du Fu").await);
    let mut games = Vec::new();
    for _ in 0..2 {
        let (id, first, second) = meet(GAME, &mut one, &mut two).await;
        begin(GAME, &mut first.sit(&id).await, &mut second.sit(&id).await).await;
        games.push(id);
    }
    let (told, untold) = (games.remove(0), games.remove(0));
    let end = bare("resign", "end");
    let seq = one.sit(&told).await.done(&end).await;
    let before = changes(&server, &told).await;
    // The server does not report whether it received this one.
    let mut cut_off = one.sit(&untold).await;
    cut_off.send_text(&end).await;
    let cookie = one.cookie.clone();
    server.kill().await;

    let server = Server::start(database).await;
    assert_eq!(changes(&server, &told).await, before, "what was told is still so");
    let one = Browser::again(&server, cookie);
    assert_eq!(one.sit(&told).await.done(&end).await, seq, "said again it is the same end");
    one.sit(&untold).await.done(&end).await;
    one.sit(&untold).await.done(&end).await;
    let after = changes(&server, &untold).await;
    let lost = |game: &Value| {
        let side = if game["first"]["change"].as_i64() < Some(0) { "first" } else { "second" };
        game[side].clone()
    };
    assert_eq!(lost(&after)["before"], lost(&before)["rating"], "one game after the other");
    assert_eq!((&after["first"]["games"], &after["second"]["games"]), (&json!(2), &json!(2)));
    check(database, 2, 2).await;
}
