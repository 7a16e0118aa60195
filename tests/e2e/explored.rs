//! Played games: positions with the actions that followed, games found by their properties, ratings.

use crate::live::{Live, bare};
use crate::on_both;
use e2e::{Database, Method, Request, Server, within};
use engine::Side;
use serde_json::{Value, json};

on_both!(
    positions_list_their_moves,
    games_are_found_by_facts,
    games_are_found_by_a_position,
    players_are_found_by_start_of_name,
    ratings_are_listed,
    rated_games_are_not_for_guests,
);

/// Plays a game of Er Chi Yi and has a side resign; its id.
async fn played(server: &Server, moves: &[&str], resigns: Side) -> String {
    let mut live = Live::open_with(server, json!({"game": "er-chi-yi"})).await;
    for action in moves {
        let command = json!({"type": "play", "id": format!("p{}", live.game.ply()),
            "ply": live.game.ply(), "move": action});
        let side = live.side();
        live.sockets[side].done(&command).await;
        live.record(&command);
    }
    live.sockets[resigns].done(&bare("resign", "end")).await;
    let id = json!(live.table.id);
    within("the game is counted", async {
        loop {
            let start = server.send(Request::get("/api/explorer?game=er-chi-yi")).await.ok();
            let actions = start["actions"].as_array().expect("a list");
            let last = actions.iter().flat_map(|action| action["last"].as_array().expect("a list"));
            if last.into_iter().any(|game| *game == id) {
                break;
            }
        }
    })
    .await;
    live.table.id
}

async fn positions_list_their_moves(database: &Database) {
    let server = Server::start(database).await;
    let ask = async |query: &str| {
        server.send(Request::get(&format!("/api/explorer?game=er-chi-yi{query}"))).await.ok()
    };
    assert_eq!(ask("").await["actions"], json!([]));
    let one = played(&server, &["a1a2", "a5a4", "b1b2"], Side::Second).await;
    // In the mirror.
    let other = played(&server, &["e1e2", "e5e4"], Side::First).await;
    let start = ask("").await;
    assert_eq!(start["position"], "wwwww/5/5/5/bbbbb b -");
    let figures = json!({"first": 1, "draws": 0, "second": 1, "last": [other, one]});
    let actions = start["actions"].as_array().expect("a list");
    assert_eq!(actions.len(), 2, "both images");
    for action in actions {
        let mut told = action.clone();
        let text = told.as_object_mut().expect("an object").remove("action");
        assert!([json!("a1a2"), json!("e1e2")].contains(&text.expect("a text")));
        assert_eq!(told, figures);
    }
    let later = ask("&position=wwwww/5/5/b4/1bbbb%20w%20-").await;
    assert_eq!(later["actions"][0]["action"], "a5a4", "{later}");
    assert_eq!(later["actions"][0]["first"], 1);
    for (query, status, code) in [
        ("game=go", 422, "unknown_game"),
        ("game=er-chi-yi&ruleset=none", 422, "unknown_ruleset"),
        ("game=er-chi-yi&position=wwwww", 422, "bad_position"),
        ("game=er-chi-yi&option.board=7x7", 422, "unknown_option"),
        ("position=wwwww", 400, "bad_request"),
    ] {
        let refused = server.send(Request::get(&format!("/api/explorer?{query}"))).await;
        refused.is_problem(status, code);
    }
}

fn ids(page: &Value) -> Vec<&str> {
    let games = page["games"].as_array().expect("a list");
    games.iter().map(|game| game["id"].as_str().expect("an id")).collect()
}

async fn games_are_found_by_a_position(database: &Database) {
    let server = Server::start(database).await;
    let one = played(&server, &["a1a2", "a5a4", "b1b2"], Side::Second).await;
    let mirrored = played(&server, &["e1e2", "e5e4"], Side::First).await;
    let after = "position=wwwww/5/5/b4/1bbbb%20w%20-";
    for (query, expected) in [
        (format!("game=er-chi-yi&{after}"), vec![&mirrored, &one]),
        (format!("game=er-chi-yi&ruleset=standard&{after}&result=first"), vec![&one]),
        (format!("game=er-chi-yi&{after}&shortest=3"), vec![&one]),
        (format!("game=er-chi-yi&{after}&moves=e1e2"), vec![&mirrored]),
        ("game=er-chi-yi&position=wwwww/5/5/1b3/b1bbb%20w%20-".to_owned(), vec![]),
    ] {
        let page = server.send(Request::get(&format!("/api/archive?{query}"))).await.ok();
        assert_eq!(ids(&page), expected, "{query}");
    }
    let exported =
        server.send(Request::get(&format!("/api/archive/export?game=er-chi-yi&{after}")));
    assert_eq!(exported.await.text().lines().count(), 2);
    for (query, status, code) in [
        (after.to_owned(), 400, "bad_request"),
        (format!("game=go&{after}"), 422, "unknown_game"),
        ("game=er-chi-yi&position=wwwww".to_owned(), 422, "bad_position"),
        (format!("game=er-chi-yi&{after}&option.board=7x7"), 422, "unknown_option"),
    ] {
        let refused = server.send(Request::get(&format!("/api/archive?{query}"))).await;
        refused.is_problem(status, code);
    }
}

async fn players_are_found_by_start_of_name(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    let rename = Request::new(Method::PUT, "/api/me").by(&guest).json(&json!({"name": "弈館 A"}));
    assert_eq!(server.send(rename).await.ok()["name"], "弈館 A");
    let found = async |typed: &str| {
        let page = server.send(Request::get(&format!("/api/accounts?name={typed}"))).await.ok();
        let players = page["players"].as_array().expect("a list").clone();
        players
            .iter()
            .map(|player| player["name"].as_str().expect("a name").to_owned())
            .collect::<Vec<_>>()
    };
    // Simplified, and in full width.
    assert_eq!(found("%E5%BC%88%E9%A6%86").await, ["弈館 A"]);
    assert_eq!(found("%E5%BC%88%E9%A4%A8%EF%BD%81").await, ["弈館 A"]);
    assert_eq!(found("A").await, [""; 0]);
    assert_eq!(found("").await, [""; 0]);
    assert_eq!(found("%20-%20").await, [""; 0]);
    server.send(Request::get("/api/accounts")).await.is_problem(400, "bad_request");
}

async fn games_are_found_by_facts(database: &Database) {
    let server = Server::start(database).await;
    let short = played(&server, &["a1a2", "a5a4"], Side::Second).await;
    let long = played(&server, &["a1a2", "b5b4", "b1b2", "a5a4"], Side::First).await;
    for (query, expected) in [
        ("game=er-chi-yi&shortest=3", vec![&long]),
        ("game=er-chi-yi&longest=3", vec![&short]),
        ("game=er-chi-yi&moves=a1a2", vec![&long, &short]),
        ("game=er-chi-yi&moves=a1a2%20b5b4&result=second", vec![&long]),
        ("game=er-chi-yi&moves=b1b2", vec![]),
        ("game=er-chi-yi&rating=1000", vec![]),
        ("since=0&until=1", vec![]),
        ("since=1", vec![&long, &short]),
    ] {
        let page = server.send(Request::get(&format!("/api/archive?{query}"))).await.ok();
        assert_eq!(ids(&page), expected, "{query}");
    }
    for query in [
        "shortest=3",
        "moves=a1a2",
        "rating=1500",
        "game=er-chi-yi&moves=a%20a%20a%20a%20a%20a%20a%20a%20a",
        "game=er-chi-yi&moves=%00",
        "game=er-chi-yi&moves=%E5%BC%88",
        "since=253402300800000",
        "game=er-chi-yi&shortest=-1",
    ] {
        let refused = server.send(Request::get(&format!("/api/archive?{query}"))).await;
        refused.is_problem(400, "bad_request");
    }
}

async fn ratings_are_listed(database: &Database) {
    let server = Server::start(database).await;
    let pools = server.send(Request::get("/api/ratings")).await.ok();
    let pools: Vec<&str> = pools["pools"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|p| p["pool"].as_str())
        .collect();
    assert!(pools.contains(&"shogi") && pools.contains(&"tui-da-che.as-printed"), "{pools:?}");
    let best = server.send(Request::get("/api/ratings/shogi")).await.ok();
    assert_eq!((&best["pool"], &best["players"]), (&json!("shogi"), &json!([])));
    let strongest = domain_id(8);
    let asked = format!("/api/ratings/shogi?players={strongest}");
    let computer = server.send(Request::get(&asked)).await.ok();
    assert_eq!(computer["players"][0]["rating"], 2140);
    assert_eq!(computer["players"][0]["provisional"], true);
    assert_eq!(computer["players"][0]["player"]["computer"], 8);
    let game = played(&server, &["a1a2", "a5a4"], Side::Second).await;
    let changes = server.send(Request::get(&format!("/api/archive/{game}/ratings"))).await.ok();
    assert_eq!(changes, json!({"first": null, "second": null}), "it did not count");
    let nobody =
        server.send(Request::get(&format!("/api/accounts/{strongest}/ratings"))).await.ok();
    assert_eq!(nobody, json!({"ratings": []}));
    let chart = format!("/api/accounts/{strongest}/ratings?pool=shogi");
    assert_eq!(server.send(Request::get(&chart)).await.ok()["ratings"][0]["rating"], 2140);
    for (path, status, code) in [
        ("/api/ratings/go", 422, "unknown_game"),
        ("/api/ratings/shogi?ruleset=none", 422, "unknown_ruleset"),
        ("/api/ratings/shogi?players=me", 400, "bad_request"),
        ("/api/accounts/me/ratings", 404, "not_found"),
        ("/api/archive/none/ratings", 404, "not_found"),
    ] {
        server.send(Request::get(path)).await.is_problem(status, code);
    }
    let unknown = format!("/api/accounts/{strongest}/ratings?pool=go");
    server.send(Request::get(&unknown)).await.is_problem(404, "not_found");
}

/// The id of a computer player.
fn domain_id(level: u8) -> String {
    domain::computer_players::id_of(level).expect("a level").to_string()
}

async fn rated_games_are_not_for_guests(database: &Database) {
    let server = Server::start(database).await;
    for wish in [
        json!({"game": "shogi", "rated": true}),
        json!({"game": "shogi", "rated": true, "computer": 1}),
    ] {
        let refused = server.send(Request::post("/api/matches").json(&wish)).await;
        refused.is_problem(403, "not_registered");
    }
    for wish in [
        json!({"game": "shogi", "rated": true, "options": {"handicap": "rook"}}),
        json!({"game": "diu-fang", "rated": true, "options": {"board": "6x6"}}),
    ] {
        let refused = server.send(Request::post("/api/matches").json(&wish)).await;
        refused.is_problem(422, "not_ratable");
    }
}
