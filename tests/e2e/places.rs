//! Places of matches, which count at every server on one database: a player who asks several servers gets
//! no more of them.

use crate::admin::done;
use crate::live::GAME;
use e2e::{Answer, Database, Guest, Request, Server, Socket, on_postgres, within};
use serde_json::{Value, json};
use std::collections::HashSet;

/// An address that no server has counted yet.
const ADDRESS: &str = "192.0.2.1";

async fn start(database: &Database) -> Server {
    Server::start_with_flags(database, &["--proxies", "127.0.0.1"]).await
}

/// Creates a match at a server, from an address.
async fn create(server: &Server, by: &Guest, from: &str, more: &Value) -> Answer {
    let mut wish = json!({"game": GAME});
    wish.as_object_mut().expect("it is one").extend(more.as_object().expect("so is it").clone());
    let request = Request::post("/api/matches").by(by).json(&wish);
    server.send(request.header("x-forwarded-for", from)).await
}

/// The id of a match that was created.
fn id(created: &Answer) -> String {
    assert_eq!(created.status, 201, "{}", created.text());
    created.json()["id"].as_str().expect("an id").to_owned()
}

async fn join(server: &Server, by: &Guest, match_id: &str) {
    let join = Request::post(&format!("/api/matches/{match_id}/join")).by(by);
    assert_eq!(server.send(join.json(&json!({}))).await.status, 200);
}

async fn until_places(database: &Database, places: i64) {
    within("places are written", async {
        while database.number("select count(*) from place").await != places {}
    })
    .await;
}

#[tokio::test]
async fn places_of_a_player_count_at_every_server() {
    on_postgres(async |database| {
        let (one, other) = (start(database).await, start(database).await);
        let (player, opponent) = (one.guest().await, one.guest().await);
        let named = Request::new(e2e::Method::PUT, "/api/me").by(&opponent);
        assert_eq!(one.send(named.json(&json!({"name": "Du Fu"}))).await.status, 200);
        let mut open = Vec::new();
        for (wish, most, code) in [
            (json!({}), 3, "too_many_open"),
            (json!({"opponent": opponent.id}), 3, "too_many_challenges"),
            (json!({"computer": 1}), 20, "too_many_computer"),
        ] {
            // Each kind has places of its own, however many of another are taken.
            for (number, server) in (0..most).zip([&one, &other].into_iter().cycle()) {
                let from = format!("192.0.2.{number}");
                let created = create(server, &player, &from, &wish).await;
                open.push(id(&created));
            }
            for server in [&one, &other] {
                create(server, &player, "192.0.2.99", &wish).await.is_problem(409, code);
            }
        }
        until_places(database, 26).await;
        // Whichever server is asked, an opponent who comes frees the place.
        join(&other, &opponent, &open[0]).await;
        until_places(database, 25).await;
        id(&create(&other, &player, ADDRESS, &json!({})).await);
        create(&one, &player, ADDRESS, &json!({})).await.is_problem(409, "too_many_open");
    })
    .await;
}

/// The keys under which a database counts places and attempts.
async fn counted_keys(database: &Database) -> HashSet<String> {
    let rows = database.dump().await.into_iter();
    let rows = rows.filter(|(table, _)| table == "place_total" || table == "attempt");
    rows.map(|(_, row)| row.split(',').next().unwrap_or_default().to_owned()).collect()
}

/// A digest without a secret would be the same in both, and known to all who try every address.
#[tokio::test]
async fn databases_store_one_address_under_different_keys() {
    on_postgres(async |database| {
        on_postgres(async |other| {
            let mut stored = Vec::new();
            for database in [database, other] {
                let server = start(database).await;
                let guest = Request::post("/api/guests").header("x-forwarded-for", ADDRESS);
                assert_eq!(server.send(guest.json(&json!({}))).await.status, 201);
                id(&create(&server, &server.guest().await, ADDRESS, &json!({})).await);
                until_places(database, 1).await;
                stored.push(counted_keys(database).await);
            }
            assert!(stored.iter().all(|keys| keys.len() >= 3), "{stored:?}");
            assert!(stored[0].is_disjoint(&stored[1]), "{stored:?}");
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn places_of_an_address_count_at_every_server() {
    on_postgres(async |database| {
        let (one, other) = (start(database).await, start(database).await);
        for server in [&one, &other].into_iter().cycle().take(10) {
            id(&create(server, &one.guest().await, ADDRESS, &json!({})).await);
        }
        let late = one.guest().await;
        for server in [&one, &other] {
            create(server, &late, ADDRESS, &json!({})).await.is_problem(409, "too_many_open");
        }
        id(&create(&other, &late, "192.0.2.2", &json!({})).await);
    })
    .await;
}

/// Of requests at two servers at the same moment no more succeed than of one after the other.
#[tokio::test]
async fn last_place_is_taken_once() {
    on_postgres(async |database| {
        let (one, other) = (start(database).await, start(database).await);
        let player = one.guest().await;
        let wish = json!({});
        let asked = [&one, &other].into_iter().cycle().take(12);
        let asked = asked.map(|server| create(server, &player, ADDRESS, &wish));
        let answers = futures_util::future::join_all(asked).await;
        let created = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(created, 3);
        until_places(database, 3).await;
    })
    .await;
}

#[tokio::test]
async fn places_of_a_killed_server_follow_its_matches() {
    on_postgres(async |database| {
        let (one, other) = (start(database).await, start(database).await);
        let (player, opponent) = (one.guest().await, one.guest().await);
        let mut open = Vec::new();
        for _ in 0..3 {
            open.push(id(&create(&one, &player, ADDRESS, &json!({})).await));
        }
        // One that the server took for a match that it could not begin any more.
        let begun = "insert into place (match_id, node, keys) select gen_random_uuid(), node, keys
            from place where match_id = (select min(match_id::text)::uuid from place)";
        assert_eq!(database.execute(begun).await, 1);
        one.kill().await;
        let held = "select count(*) from match_lease where node = 2";
        within("the matches are taken over", async { while database.number(held).await != 3 {} })
            .await;
        create(&other, &player, ADDRESS, &json!({})).await.is_problem(409, "too_many_open");
        for id in &open {
            join(&other, &opponent, id).await;
        }
        let third = start(database).await;
        until_places(database, 0).await;
        assert_eq!(database.number("select count(*) from place_total").await, 0);
        for server in [&third, &other, &third] {
            id(&create(server, &player, ADDRESS, &json!({})).await);
        }
    })
    .await;
}

#[tokio::test]
async fn places_follow_matches_that_are_handed_over() {
    on_postgres(async |database| {
        let (one, other) = (start(database).await, start(database).await);
        let (player, opponent) = (one.guest().await, one.guest().await);
        let mut open = Vec::new();
        for _ in 0..3 {
            open.push(id(&create(&one, &player, ADDRESS, &json!({})).await));
        }
        done(database, &["drain", "1"]).await;
        let moved = "select count(*) from place where node = 2";
        within("the places pass on", async { while database.number(moved).await != 3 {} }).await;
        create(&one, &player, "192.0.2.9", &json!({})).await.is_problem(409, "too_many_open");
        join(&one, &opponent, &open[0]).await;
        until_places(database, 2).await;
        id(&create(&other, &player, ADDRESS, &json!({})).await);
    })
    .await;
}

/// Makes what has happened in a match an hour older, for the server that takes it over.
async fn age(database: &Database, id: &str) {
    let statement = format!(
        r#"update match_event set payload = regexp_replace(payload::text, '"at":[0-9]+',
            '"at":' || (payload->>'at')::bigint - 3600000)::json where match_id = '{id}'"#
    );
    assert!(database.execute(&statement).await > 0);
}

#[tokio::test]
async fn idle_computer_games_give_up_their_places_everywhere() {
    on_postgres(async |database| {
        let (one, other) = (start(database).await, start(database).await);
        let player = one.guest().await;
        let wish = json!({"computer": 1, "seat": "first", "clock": {"kind": "none"}});
        let mut games = Vec::new();
        for _ in 0..20 {
            games.push(id(&create(&one, &player, ADDRESS, &wish).await));
        }
        create(&other, &player, ADDRESS, &wish).await.is_problem(409, "too_many_computer");
        for idle in &games[..2] {
            age(database, idle).await;
        }
        one.kill().await;
        // The server that holds the games now releases the places of the idle ones by itself.
        until_places(database, 18).await;
        let third = start(database).await;
        for server in [&third, &other] {
            id(&create(server, &player, ADDRESS, &wish).await);
        }
        for server in [&third, &other] {
            create(server, &player, ADDRESS, &wish).await.is_problem(409, "too_many_computer");
        }
        // An idle game is still there, and needs a place again for its next move.
        let play = |id: &str| json!({"type": "play", "id": id, "ply": 0, "move": "a1a2"});
        let mut idle = Socket::follow(third.address(), &games[0], Some(&player), None).await;
        idle.refused(&play("early"), "busy").await;
        let mut last = Socket::follow(third.address(), &games[19], Some(&player), None).await;
        last.done(&json!({"type": "resign", "id": "end"})).await;
        until_places(database, 19).await;
        idle.done(&play("late")).await;
        until_places(database, 20).await;
        create(&third, &player, ADDRESS, &wish).await.is_problem(409, "too_many_computer");
    })
    .await;
}

/// Counts from now on how often places of named matches are released.
async fn count_releases(database: &Database) {
    for statement in [
        "create sequence releases",
        "create function count_release() returns trigger language plpgsql as $$
         begin
             if current_query() like '%any($1)%' then
                 perform nextval('releases');
             end if;
             return null;
         end;
         $$",
        "create trigger releases after delete on place
         for each statement execute function count_release()",
    ] {
        database.execute(statement).await;
    }
}

/// A flood of refused creations costs the database little more than reading.
#[tokio::test]
async fn refused_creation_releases_no_place() {
    on_postgres(async |database| {
        let (one, other) = (start(database).await, start(database).await);
        let (player, host, guest) = (one.guest().await, other.guest().await, other.guest().await);
        for _ in 0..3 {
            id(&create(&one, &player, ADDRESS, &json!({})).await);
        }
        count_releases(database).await;
        for _ in 0..8 {
            let refused = create(&other, &player, ADDRESS, &json!({})).await;
            refused.is_problem(409, "too_many_open");
        }
        // What was queued before is written along with the place of a match that is joined.
        let joined = id(&create(&other, &host, "192.0.2.2", &json!({})).await);
        join(&other, &guest, &joined).await;
        until_places(database, 3).await;
        let releases = "select case when is_called then last_value else 0 end from releases";
        assert_eq!(database.number(releases).await, 1);
    })
    .await;
}

#[tokio::test]
async fn no_match_is_made_while_places_cannot_be_counted() {
    on_postgres(async |database| {
        let server = start(database).await;
        let player = server.guest().await;
        database.execute("alter table place_total rename to lost").await;
        let wishes = [json!({}), json!({"computer": 1})];
        for wish in &wishes {
            create(&server, &player, ADDRESS, wish).await.is_problem(503, "busy");
        }
        assert_eq!(database.number("select count(*) from match_lease").await, 0);
        database.execute("alter table lost rename to place_total").await;
        for wish in &wishes {
            id(&create(&server, &player, ADDRESS, wish).await);
        }
        until_places(database, 2).await;
    })
    .await;
}
