//! Follows and blocks: a followed player is seen to play, a blocked one stays away.

use crate::browser::Browser;
use crate::live::GAME;
use crate::on_both;
use e2e::{Database, Method, Request, Server};
use serde_json::{Value, json};

on_both!(who_is_blocked_stays_away, who_is_followed_is_seen_to_play, lists_of_players_are_limited,);

async fn who_is_blocked_stays_away(database: &Database) {
    let server = Server::start(database).await;
    let (one, other) = (server.guest().await, server.guest().await);
    let path = |who: &str| format!("/api/me/blocks/{who}");
    let put = |who: &str| Request::new(Method::PUT, &path(who));
    assert_eq!(server.send(put(&other.id).by(&one)).await.status, 204);
    server.send(put(&one.id).by(&one)).await.is_problem(422, "not_yourself");
    server.send(put("x").by(&one)).await.is_problem(404, "not_found");
    let blocks = server.send(Request::get("/api/me/blocks").by(&one)).await.ok();
    assert_eq!(blocks["players"][0]["id"], other.id);
    let mine = server.send(Request::get("/api/me/blocks").by(&other)).await.ok();
    assert_eq!(mine, json!({"players": []}), "they are not told");
    // Neither sits down at the other's table.
    for (host, guest) in [(&one, &other), (&other, &one)] {
        let wish = json!({"game": GAME, "seat": "first"});
        let made = server.send(Request::post("/api/matches").by(host).json(&wish)).await.ok();
        let join = format!("/api/matches/{}/join", made["id"].as_str().expect("an id"));
        server.send(Request::post(&join).by(guest)).await.is_problem(403, "blocked");
        assert_eq!(server.send(Request::post(&join).by(host)).await.status, 200, "their own");
        let stranger = server.guest().await;
        assert_eq!(server.send(Request::post(&join).by(&stranger)).await.status, 200);
    }
    // Nor does either challenge the other; a blocked player gets the usual refusal of a challenge.
    for (challenger, challenged) in [(&one, &other), (&other, &one)] {
        let wish = json!({"game": GAME, "opponent": challenged.id});
        let refused = server.send(Request::post("/api/matches").by(challenger).json(&wish)).await;
        refused.is_problem(422, "cannot_challenge");
        let own = json!({"game": GAME, "opponent": challenger.id});
        let oneself = server.send(Request::post("/api/matches").by(challenger).json(&own)).await;
        assert_eq!(refused.body, oneself.body, "word for word");
    }
    let lift = || Request::new(Method::DELETE, &path(&other.id)).by(&one);
    assert_eq!(server.send(lift()).await.status, 204);
    server.send(lift()).await.is_problem(404, "not_found");
    let wish = json!({"game": GAME, "opponent": one.id});
    let challenge = server.send(Request::post("/api/matches").by(&other).json(&wish)).await;
    assert_eq!(challenge.status, 201, "{challenge:?}");
}

/// A list of players, or a profile, costs as much as a list of the archive.
async fn lists_of_players_are_limited(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    let profile = format!("/api/accounts/{}", guest.id);
    for path in ["/api/me/follows", "/api/me/blocks", &profile] {
        let mut refused = None;
        for _ in 0..400 {
            let answer = server.send(Request::get(path).by(&guest)).await;
            if answer.status == 429 {
                refused = Some(answer);
                break;
            }
        }
        refused.unwrap_or_else(|| panic!("400 of {path} were answered")).is_problem(429, "rate");
    }
}

async fn who_is_followed_is_seen_to_play(database: &Database) {
    let server = Server::start(database).await;
    let mut one = Browser::registered(&server, "Li Bai").await;
    let mut two = Browser::registered(&server, "Du Fu").await;
    let (id, own) = (two.id().await, one.id().await);
    let path = |who: &str| format!("/api/me/follows/{who}");
    let put = |who: &str| Request::new(Method::PUT, &path(who));
    let mut guest = Browser::new(&server);
    guest.me().await;
    guest.send(put(&id)).await.is_problem(403, "not_registered");
    one.send(put(&own)).await.is_problem(422, "not_yourself");
    one.send(put("x")).await.is_problem(404, "not_found");
    let computer = domain::computer_players::id_of(3).expect("a level").to_string();
    one.send(put(&computer)).await.is_problem(404, "not_found");
    assert_eq!(one.get(&format!("/api/accounts/{id}")).await["followed"], false);
    for _ in 0..2 {
        assert_eq!(one.send(put(&id)).await.status, 204);
    }
    assert_eq!(one.get(&format!("/api/accounts/{id}")).await["followed"], true);
    assert_eq!(two.get("/api/me/follows").await, json!({"players": []}), "they are not told");
    let followed = one.get("/api/me/follows").await["players"].clone();
    assert_eq!(followed.as_array().map(Vec::len), Some(1));
    let away = json!({"player": two.me().await, "online": false, "playing": []});
    assert_eq!(followed[0], away);

    // In the lobby they are here, and their public matches are listed as soon as they begin.
    let mut lobby = two.listen().await;
    lobby.ping().await;
    assert_eq!(one.get("/api/me/follows").await["players"][0]["online"], true);
    for (visibility, seen) in [("link", 0), ("public", 1)] {
        let wish = json!({"game": GAME, "seat": "first", "visibility": visibility});
        let made = two.post("/api/matches", &wish).await.ok();
        let join = format!("/api/matches/{}/join", made["id"].as_str().expect("an id"));
        assert_eq!(guest.send(Request::post(&join)).await.status, 200);
        let playing = one.get("/api/me/follows").await["players"][0]["playing"].clone();
        assert_eq!(playing.as_array().map(Vec::len), Some(seen), "{visibility}");
        if seen > 0 {
            assert_eq!(playing[0]["id"], made["id"]);
        }
    }
    let exported = one.send(Request::get("/api/me/export")).await;
    let about: Value = serde_json::from_str(exported.text().lines().next().expect("a line"))
        .expect("each line is JSON");
    assert_eq!(about["follows"], json!([id]));

    // A block of either ends it, and neither follows the other again.
    let block = Request::new(Method::PUT, &format!("/api/me/blocks/{own}"));
    assert_eq!(two.send(block).await.status, 204);
    assert_eq!(one.get("/api/me/follows").await, json!({"players": []}));
    one.send(put(&id)).await.is_problem(403, "blocked");
    two.send(put(&own)).await.is_problem(403, "blocked");
    let lift = Request::new(Method::DELETE, &format!("/api/me/blocks/{own}"));
    assert_eq!(two.send(lift).await.status, 204);
    assert_eq!(one.send(put(&id)).await.status, 204);
    let unfollow = || Request::new(Method::DELETE, &path(&id));
    assert_eq!(one.send(unfollow()).await.status, 204);
    one.send(unfollow()).await.is_problem(404, "not_found");

    // A deleted player has no followers.
    assert_eq!(one.send(put(&id)).await.status, 204);
    let erase = Request::new(Method::DELETE, "/api/me");
    assert_eq!(two.send(erase).await.status, 204);
    assert_eq!(one.get("/api/me/follows").await, json!({"players": []}));
    one.send(put(&id)).await.is_problem(404, "not_found");
}
