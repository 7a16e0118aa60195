//! Finished games: lists, pages, records, pictures.

use crate::live::{GAME, Live, bare, offer};
use crate::on_both;
use e2e::{Database, Request, Server};
use engine::Side;
use serde_json::{Value, json};

on_both!(
    the_archive_is_paged_and_filtered,
    a_finished_game_is_served_in_its_notations,
    a_form_that_does_not_know_the_ruleset_is_not_offered,
    the_catalogue_and_pictures_are_served,
    health_is_reported,
);

fn ids(games: &Value) -> Vec<&str> {
    let games = games.as_array().expect("a list");
    games.iter().map(|game| game["id"].as_str().expect("an id")).collect()
}

async fn the_archive_is_paged_and_filtered(database: &Database) {
    let server = Server::start(database).await;
    let empty = server.send(Request::get("/api/archive")).await.ok();
    assert_eq!(empty, json!({"games": [], "next": null}));
    // Compressed, too, a stream of nothing comes to its end.
    let nothing = Request::get("/api/archive/export").header("accept-encoding", "gzip");
    assert_eq!(server.send(nothing).await.status, 200);
    let mut finished = Vec::new();
    for (game, resigns) in [
        (GAME, Some(Side::First)),
        (GAME, Some(Side::Second)),
        ("xia-liu", Some(Side::First)),
        (GAME, None),
        ("xia-liu", Some(Side::First)),
    ] {
        let mut live = Live::open_with(&server, json!({"game": game})).await;
        live.play().await;
        match resigns {
            Some(side) => {
                // Before both have acted the second one would leave the match.
                live.play().await;
                live.sockets[side].done(&bare("resign", "a")).await;
            }
            None => {
                live.sockets.first.done(&offer("draw", "a", "offer")).await;
                live.sockets.second.done(&offer("draw", "b", "accept")).await;
            }
        }
        finished.push((live.table.id, game, live.table.guests));
    }
    // A match that was called off has no result to search by.
    let newest: Vec<&str> = finished.iter().rev().map(|(id, _, _)| id.as_str()).collect();
    let mut seen = Vec::new();
    let mut query = "limit=2".to_owned();
    loop {
        let page = server.send(Request::get(&format!("/api/archive?{query}"))).await.ok();
        assert!(page["games"].as_array().is_some_and(|games| (1..=2).contains(&games.len())));
        assert_eq!(page["games"][0].get("moves"), None, "a summary has none");
        seen.extend(ids(&page["games"]).into_iter().map(str::to_owned));
        let Some(next) = page["next"].as_str() else { break };
        query = format!("limit=2&before={next}");
    }
    assert_eq!(seen, newest);

    for (query, code) in [
        ("game=%00", "unknown_game"),
        ("game=go", "unknown_game"),
        ("game=shogi&ruleset=original", "unknown_ruleset"),
    ] {
        for path in ["archive", "archive/export"] {
            let request = Request::get(&format!("/api/{path}?{query}"));
            server.send(request).await.is_problem(422, code);
        }
    }
    for query in ["ruleset=as-printed", "before=9223372036854775807.", "before=253402300800000."] {
        let id = if query.ends_with('.') { &*finished[0].0 } else { "" };
        for path in ["archive", "archive/export"] {
            let request = Request::get(&format!("/api/{path}?{query}{id}"));
            match (path, id) {
                // An export has no pages.
                ("archive/export", id) if !id.is_empty() => {}
                _ => server.send(request).await.is_problem(400, "bad_request"),
            }
        }
    }

    let player = &finished[2].2.second.id;
    for (query, expected) in [
        (format!("game={GAME}"), vec![3, 1, 0]),
        ("game=xia-liu&ruleset=as-printed".to_owned(), vec![4, 2]),
        ("game=diu-fang".to_owned(), vec![]),
        ("result=draw".to_owned(), vec![3]),
        ("result=first".to_owned(), vec![1]),
        (format!("result=second&game={GAME}"), vec![0]),
        (format!("player={player}"), vec![2]),
    ] {
        let expected: Vec<&str> = expected.into_iter().map(|n: usize| &*finished[n].0).collect();
        let found = server.send(Request::get(&format!("/api/archive?{query}"))).await.ok();
        assert_eq!(ids(&found["games"]), expected, "{query}");
        let export = server.send(Request::get(&format!("/api/archive/export?{query}"))).await;
        assert_eq!(export.header("content-type"), Some("application/x-ndjson"));
        let lines = export.text().lines();
        let games: Value = lines
            .map(|line| serde_json::from_str(line).expect("a game a line"))
            .collect::<Vec<Value>>()
            .into();
        let oldest: Vec<&str> = expected.into_iter().rev().collect();
        assert_eq!(ids(&games), oldest, "{query}");
        for game in games.as_array().expect("it is a list") {
            let moves = if game["result"] == "draw" { 1 } else { 2 };
            assert_eq!(game["moves"].as_array().map(Vec::len), Some(moves), "{game}");
        }
    }
}

/// The moves of a record, which has one game and no fault.
#[track_caller]
fn moves_of(record: &str) -> Vec<String> {
    let scores = records::open_text(record).unwrap_or_else(|error| panic!("{error}: {record}"));
    let [score] = &scores[..] else { panic!("one game: {record}") };
    assert_eq!(score.faults, [], "{record}");
    score.main_line().moves.into_iter().map(|played| played.action).collect()
}

async fn a_finished_game_is_served_in_its_notations(database: &Database) {
    let server = Server::start(database).await;
    for info in engine::GAMES {
        let mut live = Live::open_with(&server, json!({"game": info.id})).await;
        live.play().await;
        live.play().await;
        live.sockets.first.done(&bare("resign", "a")).await;
        let id = &live.table.id;
        let whole = live.table.archived(&server).await;
        let named = server.send(Request::get(&format!("/api/archive/{id}.json"))).await;
        assert_eq!(named.ok(), whole);
        assert_eq!((&whole["result"], &whole["reason"]), (&json!("second"), &json!("resignation")));
        for notation in info.notations {
            let record = server.send(Request::get(&format!("/api/archive/{id}.{notation}"))).await;
            assert_eq!(record.status, 200, "{notation}: {record:?}");
            let moves = moves_of(record.text());
            assert_eq!(json!(moves), whole["moves"], "{notation}");
            let named = record.header("content-disposition").expect("a file");
            let start =
                format!("attachment; filename=\"{id}.{notation}\"; filename*=UTF-8''Guest%20");
            assert!(named.starts_with(&start), "{named}");
        }
        for notation in records::more_notations(info.id, info.rulesets[0].id) {
            let record = server.send(Request::get(&format!("/api/archive/{id}.{notation}"))).await;
            assert_eq!(record.status, 200, "{notation}: {record:?}");
            let moves = moves_of(record.text());
            assert_eq!(json!(moves), whole["moves"], "{notation}");
        }
        for (picture, kind) in
            [("png", "image/png"), ("png?ply=1", "image/png"), ("gif", "image/gif")]
        {
            let drawn = Request::get(&format!("/api/archive/{id}.{picture}"));
            let drawn = server.send(drawn).await;
            assert_eq!(drawn.status, 200, "{picture}");
            assert_eq!(drawn.header("content-type"), Some(kind), "{picture}");
            assert_eq!(drawn.header("cache-control"), Some("public, max-age=86400"));
        }
        let beyond = Request::get(&format!("/api/archive/{id}.png?ply=3"));
        server.send(beyond).await.is_problem(400, "bad_request");
        for notation in ["pdf", "", "txt.gz"] {
            let record = Request::get(&format!("/api/archive/{id}.{notation}"));
            server.send(record).await.is_problem(404, "no_such_notation");
        }
    }
}

async fn a_form_that_does_not_know_the_ruleset_is_not_offered(database: &Database) {
    let server = Server::start(database).await;
    let wish = json!({"game": "xiangqi", "ruleset": "walker"});
    let mut live = Live::open_with(&server, wish).await;
    live.play().await;
    live.play().await;
    live.sockets.first.done(&bare("resign", "a")).await;
    live.table.archived(&server).await;
    let record = Request::get(&format!("/api/archive/{}.dhtmlxq", live.table.id));
    server.send(record).await.is_problem(404, "no_such_notation");
}

async fn the_catalogue_and_pictures_are_served(database: &Database) {
    let server = Server::start(database).await;
    let catalogue = server.send(Request::get("/api/games")).await.ok();
    let listed = ids(&catalogue["games"]);
    assert_eq!(listed, engine::GAMES.iter().map(|info| info.id).collect::<Vec<_>>());
    for info in engine::GAMES {
        let picture = Request::get(&format!("/api/position.svg?game={}", info.id));
        let picture = server.send(picture).await;
        assert_eq!(picture.header("content-type"), Some("image/svg+xml"), "{picture:?}");
        assert!(picture.text().starts_with("<svg"), "{}", info.id);
        let pixels = Request::get(&format!("/api/position.png?game={}", info.id));
        let pixels = server.send(pixels).await;
        assert_eq!(pixels.status, 200, "{}", info.id);
        assert_eq!(pixels.header("content-type"), Some("image/png"));
        assert_eq!(pixels.header("cache-control"), Some("public, max-age=86400"));
    }
    let board = Request::get("/api/position.svg?game=diu-fang&ruleset=chinese&option.board=6x6");
    assert_eq!(server.send(board).await.status, 200);
}

async fn health_is_reported(database: &Database) {
    let server = Server::start(database).await;
    assert_eq!(server.send(Request::get("/healthz")).await.ok(), json!({"status": "ok"}));
    let mut ready = server.send(Request::get("/readyz")).await.ok();
    // The news of other servers may have been incomplete in its first moments.
    ready.as_object_mut().expect("an object").remove("stale_since");
    assert_eq!(ready, json!({"status": "ok", "ready": true, "draining": false}));
}
