//! People who find each other on different servers of one database.

use crate::seeks::{answer, body, fischer, listen, seek, until};
use e2e::{Database, Guest, Method, Request, Server, ServerOptions, Socket, on_postgres, within};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The first pairs the seeks; the second passes its requests on to it.
async fn two_servers(database: &Database) -> (Server, Server) {
    let one = Server::start_with(database, ServerOptions::Unlimited).await;
    (one, Server::start_with(database, ServerOptions::Unlimited).await)
}

async fn standing(server: &Server, guest: &Guest) -> Value {
    server.send(Request::get("/api/seeks").by(guest)).await.ok()
}

/// The opponent that was found for a player.
async fn found(socket: &mut Socket) -> Value {
    until(socket, |standing| standing["found"].is_object()).await["found"].clone()
}

/// The begun match of a player.
async fn started(socket: &mut Socket) -> String {
    let standing = until(socket, |standing| standing["started"].is_string()).await;
    standing["started"].as_str().expect("an id").to_owned()
}

/// Waits until a player's state is as expected at a server that was just sent it.
async fn until_stands(
    server: &Server,
    guest: &Guest,
    what: &str,
    stands: impl Fn(&Value) -> bool,
) -> Value {
    within(what, async {
        loop {
            let standing = standing(server, guest).await;
            if stands(&standing) {
                return standing;
            }
        }
    })
    .await
}

/// Waits until a server knows that a meeting is over, which it does once it pairs the seeks itself.
async fn until_over(server: &Server, guest: &Guest, id: &Value) {
    within("another pairs the seeks", async {
        while answer(server, guest, id, true).await.0 == 503 {}
        assert_eq!(answer(server, guest, id, true).await.0, 404);
    })
    .await;
}

/// How many matches there are on the database that are not over.
async fn matches(database: &Database) -> u64 {
    database.execute("update match_lease set node = node").await
}

/// Has the others take the server with the lowest number to be gone.
async fn presume_first_gone(database: &Database) {
    let gone = "update node set until = '-infinity' where id = (select min(id) from node)";
    assert_eq!(database.execute(gone).await, 1);
}

#[tokio::test]
async fn two_at_different_servers_meet_and_play() {
    on_postgres(async |database| {
        let (first, second) = two_servers(database).await;
        for [here, there] in [[&first, &second], [&second, &first], [&second, &second]] {
            let (one, other) = (here.guest().await, there.guest().await);
            let mut sockets = [listen(here, &one).await, listen(there, &other).await];
            seek(here, &one, &body(&["shogi", "xia-si"], &fischer())).await;
            let made = seek(there, &other, &body(&["xiangqi", "xia-si"], &fischer())).await;
            assert!(made["seek"].is_object(), "{made}");
            let [of_one, of_other] = [found(&mut sockets[0]).await, found(&mut sockets[1]).await];
            assert_eq!((&of_one["id"], &of_one["game"]), (&of_other["id"], &json!("xia-si")));
            assert_eq!(of_one["opponent"]["id"], other.id);
            assert_ne!(of_one["side"], of_other["side"]);
            let (status, standing) = answer(there, &other, &of_one["id"], true).await;
            assert_eq!((status, &standing["found"]["accepted"]), (200, &json!(true)), "{standing}");
            let stranger = there.guest().await;
            assert_eq!(answer(there, &stranger, &of_one["id"], true).await.0, 404);
            let (status, standing) = answer(here, &one, &of_one["id"], true).await;
            assert_eq!((status, &standing["seek"]), (200, &Value::Null), "{standing}");
            let id = started(&mut sockets[0]).await;
            assert_eq!(started(&mut sockets[1]).await, id);
            // One server has the match, and the other forwards requests for it.
            let path = format!("/api/matches/{id}");
            let snapshot = first.send(Request::get(&path)).await.ok();
            assert_eq!((&snapshot["state"], &snapshot["game"]), (&json!("live"), &json!("xia-si")));
            let side = of_one["side"].as_str().expect("a side");
            assert_eq!(snapshot["players"][side]["id"], one.id);
            let forwarded = second.send(Request::get(&path)).await.ok();
            assert_eq!(forwarded["players"], snapshot["players"]);
            assert_eq!(answer(there, &other, &of_one["id"], true).await.0, 404, "that is over");
        }
        assert_eq!(matches(database).await, 3);
    })
    .await;
}

#[tokio::test]
async fn seek_keeps_its_place_when_opponent_elsewhere_declines() {
    on_postgres(async |database| {
        let (first, second) = two_servers(database).await;
        let [one, other, third] = [first.guest().await, second.guest().await, second.guest().await];
        let mut socket = listen(&first, &one).await;
        let _here = listen(&second, &other).await;
        seek(&first, &one, &body(&["xia-si"], &fischer())).await;
        seek(&second, &other, &body(&["xia-si"], &fischer())).await;
        let id = found(&mut socket).await["id"].clone();
        assert_eq!(answer(&first, &one, &id, true).await.0, 200);
        let (status, declined) = answer(&second, &other, &id, false).await;
        assert_eq!((status, &declined["found"]), (200, &Value::Null), "{declined}");
        assert!(declined["seek"].is_object() && declined["seekers"] == 2, "{declined}");
        let mut socket = listen(&second, &third).await;
        seek(&second, &third, &body(&["xia-si"], &fischer())).await;
        let opponent = found(&mut socket).await["opponent"]["id"].clone();
        assert!(opponent == one.id || opponent == other.id, "both wait on: {opponent}");
        // A player may leave at another server than the one they came to.
        let end = Request::new(Method::DELETE, "/api/seeks");
        assert_eq!(first.send(end.by(&third)).await.status, 204);
        for (server, guest) in [(&first, &one), (&second, &other)] {
            let waits = |standing: &Value| standing["found"].is_null();
            let standing = until_stands(server, guest, "they wait on", waits).await;
            assert!(standing["seek"].is_object(), "{standing}");
        }
        let gone = |standing: &Value| standing["seek"].is_null() && standing["seekers"] == 2;
        until_stands(&second, &third, "it is known that they left", gone).await;
        assert_eq!(matches(database).await, 0);
    })
    .await;
}

#[tokio::test]
async fn blocked_people_are_not_found_for_each_other_across_servers() {
    on_postgres(async |database| {
        let (first, second) = two_servers(database).await;
        let [one, other, third] = [first.guest().await, second.guest().await, second.guest().await];
        let block = Request::new(Method::PUT, &format!("/api/me/blocks/{}", other.id));
        assert_eq!(second.send(block.by(&one)).await.status, 204);
        let mut sockets = [
            listen(&first, &one).await,
            listen(&second, &other).await,
            listen(&second, &third).await,
        ];
        seek(&first, &one, &body(&["xia-si"], &fischer())).await;
        seek(&second, &other, &body(&["xia-si"], &fischer())).await;
        seek(&second, &third, &body(&["xia-si"], &fischer())).await;
        // The third may have been found for the second before, who then has to wait on.
        let of_third = found(&mut sockets[2]).await;
        let opponent = of_third["opponent"]["id"].as_str().expect("an id").to_owned();
        let (with, left) = if opponent == one.id { (&one, &other) } else { (&other, &one) };
        assert_eq!(opponent, with.id);
        assert_eq!(standing(&first, left).await["found"], Value::Null);
        for guest in [with, &third] {
            assert_eq!(answer(&second, guest, &of_third["id"], true).await.0, 200);
        }
        started(&mut sockets[2]).await;
        let fourth = first.guest().await;
        let mut socket = listen(&first, &fourth).await;
        seek(&first, &fourth, &body(&["xia-si"], &fischer())).await;
        assert_eq!(found(&mut socket).await["opponent"]["id"], *left.id);
    })
    .await;
}

#[tokio::test]
async fn two_whose_matchmaker_is_killed_while_they_meet_still_seek() {
    on_postgres(async |database| {
        let (first, second) = two_servers(database).await;
        let (one, other) = (first.guest().await, second.guest().await);
        let mut sockets = [listen(&first, &one).await, listen(&second, &other).await];
        seek(&first, &one, &body(&["xia-si"], &fischer())).await;
        seek(&second, &other, &body(&["xia-si"], &fischer())).await;
        let id = found(&mut sockets[1]).await["id"].clone();
        assert_eq!(answer(&second, &other, &id, true).await.0, 200);
        first.kill().await;
        presume_first_gone(database).await;
        until_over(&second, &other, &id).await;
        for guest in [&one, &other] {
            assert!(standing(&second, guest).await["seek"].is_object());
        }
        sockets[0] = listen(&second, &one).await;
        let again = until(&mut sockets[0], |standing| {
            standing["found"].is_object() && standing["found"]["id"] != id
        });
        let id = again.await["found"]["id"].clone();
        for guest in [&one, &other] {
            assert_eq!(answer(&second, guest, &id, true).await.0, 200);
        }
        assert_eq!(started(&mut sockets[0]).await, started(&mut sockets[1]).await);
        assert_eq!(matches(database).await, 1);
        assert_eq!(standing(&second, &one).await["seekers"], 0);
    })
    .await;
}

#[tokio::test]
async fn player_whose_server_is_killed_accepts_at_the_other() {
    on_postgres(async |database| {
        let (first, second) = two_servers(database).await;
        let (one, other) = (first.guest().await, second.guest().await);
        let mut sockets = [listen(&first, &one).await, listen(&second, &other).await];
        seek(&first, &one, &body(&["xia-si"], &fischer())).await;
        seek(&second, &other, &body(&["xia-si"], &fischer())).await;
        found(&mut sockets[1]).await;
        second.kill().await;
        sockets[1] = listen(&first, &other).await;
        let begun = async {
            loop {
                // Should ten seconds not be enough here, they are found again when that may be.
                let found = standing(&first, &one).await["found"]["id"].clone();
                for guest in [&one, &other] {
                    answer(&first, guest, &found, true).await;
                }
                let standing = standing(&first, &other).await;
                if let Some(id) = standing["started"].as_str() {
                    return id.to_owned();
                }
            }
        };
        let id = within("they play", begun).await;
        assert_eq!(started(&mut sockets[0]).await, id);
        assert_eq!(matches(database).await, 1);
    })
    .await;
}

/// A server that stood still while another took its place asks no player, and makes no match.
#[tokio::test]
async fn a_matchmaker_that_was_replaced_makes_no_match() {
    on_postgres(async |database| {
        let (stale, heir) = two_servers(database).await;
        let (one, other) = (stale.guest().await, heir.guest().await);
        let mut socket = listen(&heir, &other).await;
        let at_stale = listen(&stale, &one).await;
        seek(&stale, &one, &body(&["xia-si"], &fischer())).await;
        seek(&heir, &other, &body(&["xia-si"], &fischer())).await;
        let id = found(&mut socket).await["id"].clone();
        assert_eq!(answer(&stale, &one, &id, true).await.0, 200);
        stale.freeze().await;
        presume_first_gone(database).await;
        until_over(&heir, &other, &id).await;
        let mut again = listen(&heir, &one).await;
        let id = found(&mut again).await["id"].clone();
        for guest in [&one, &other] {
            assert_eq!(answer(&heir, guest, &id, true).await.0, 200);
        }
        let begun = started(&mut again).await;
        stale.signal("CONT").await;
        crate::process::check_refused(&stale.exit().await, "another server has taken over");
        drop(at_stale);
        assert_eq!(started(&mut socket).await, begun);
        assert_eq!(matches(database).await, 1);
        assert_eq!(standing(&heir, &one).await["seekers"], 0);
    })
    .await;
}

/// Every player is paired once, on either server.
#[tokio::test]
async fn many_who_seek_at_two_servers_are_all_paired() {
    on_postgres(async |database| {
        let (first, second) = two_servers(database).await;
        let mut games = HashSet::new();
        for number in 0..10 {
            let servers = if number % 2 == 0 { [&first, &second] } else { [&second, &first] };
            let (one, other) = (servers[0].guest().await, servers[1].guest().await);
            let mut sockets = [listen(servers[0], &one).await, listen(servers[1], &other).await];
            seek(servers[0], &one, &body(&["xia-si"], &fischer())).await;
            seek(servers[1], &other, &body(&["xia-si"], &fischer())).await;
            let id = found(&mut sockets[0]).await["id"].clone();
            assert_eq!(found(&mut sockets[1]).await["id"], id);
            let answers =
                [answer(servers[0], &one, &id, true), answer(servers[1], &other, &id, true)];
            for (status, standing) in futures_util::future::join_all(answers).await {
                assert_eq!(status, 200, "{standing}");
            }
            let begun = started(&mut sockets[0]).await;
            assert_eq!(started(&mut sockets[1]).await, begun);
            assert!(games.insert(begun), "each pair has a match of its own");
        }
    })
    .await;
}
