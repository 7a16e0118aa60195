//! One's own matches, and those of players that one looks up or follows, whichever of several servers
//! holds them.

use crate::browser::Browser;
use crate::live::{Live, bare};
use crate::seeks::until;
use e2e::{Guest, Method, Request, Server, ServerOptions, Socket, on_postgres, within};
use serde_json::{Value, json};

/// A player's matches as a server lists them, once they are as expected.
async fn until_listed(
    server: &Server,
    guest: &Guest,
    what: &str,
    is_right: impl Fn(&[Value]) -> bool,
) -> Vec<Value> {
    within(what, async {
        loop {
            let listed = server.send(Request::get("/api/me/matches").by(guest)).await.ok();
            let matches = listed["matches"].as_array().expect("a list").clone();
            if is_right(&matches) {
                return matches;
            }
        }
    })
    .await
}

#[tokio::test]
async fn ones_own_matches_are_listed_whichever_server_holds_them() {
    on_postgres(async |database| {
        let (one, other) = tokio::join!(Server::start(database), Server::start(database));
        let mut hidden = Live::open_with(&one, json!({"visibility": "link"})).await;
        let me = &hidden.table.guests.first.clone();
        let mut lobby = Socket::open(other.address(), "/ws/lobby?matches=0", Some(me)).await;
        let id = hidden.table.id.clone();
        let listed = |ply: u64| {
            let id = id.clone();
            move |matches: &[Value]| {
                matches.iter().any(|room| room["id"] == *id && room["ply"] == ply)
            }
        };
        until_listed(&other, me, "the hidden one is listed", listed(0)).await;
        hidden.play().await;
        let matches = until_listed(&other, me, "so is what happens in it", listed(1)).await;
        let room = &matches[0];
        assert_eq!((&room["visibility"], &room["turn"]), (&json!("link"), &json!("second")));

        // The other server counts the matches that it holds itself, too, and sends the number to the page.
        let challenge = async |server: &Server| {
            let body = json!({"game": "xia-si", "opponent": me.id, "seat": "first"});
            let rival = &hidden.table.guests.second;
            let made = server.send(Request::post("/api/matches").by(rival).json(&body)).await;
            assert_eq!(made.status, 201, "{}", made.text());
        };
        challenge(&other).await;
        until(&mut lobby, |standing| standing["matches"] == 2).await;
        challenge(&one).await;
        until(&mut lobby, |standing| standing["matches"] == 3).await;
        for server in [&one, &other] {
            until_listed(server, me, "all are listed", |matches| matches.len() == 3).await;
        }

        hidden.sockets.first.done(&bare("resign", "end")).await;
        until(&mut lobby, |standing| standing["matches"] == 2).await;
        until_listed(&other, me, "it is over", |matches| {
            matches.len() == 2 && matches.iter().all(|room| room["id"] != *id)
        })
        .await;

        // Those of a server that is gone are still listed.
        one.kill().await;
        until_listed(&other, me, "the challenge is there", |matches| matches.len() == 2).await;
    })
    .await;
}

#[tokio::test]
async fn public_matches_are_listed_whichever_server_holds_them() {
    on_postgres(async |database| {
        let (one, other) = tokio::join!(
            Server::start_with(database, ServerOptions::Unlimited),
            Server::start_with(database, ServerOptions::Unlimited)
        );
        let mut fan = Browser::registered(&other, "Li Bai").await;
        let mut public = Live::open(&one).await;
        let player = public.table.guests.first.clone();
        let rival = public.table.guests.second.clone();
        let wish = json!({"game": "xia-si", "seat": "first", "visibility": "link"});
        let made = one.send(Request::post("/api/matches").by(&player).json(&wish)).await.ok();
        let join = format!("/api/matches/{}/join", made["id"].as_str().expect("an id"));
        assert_eq!(one.send(Request::post(&join).by(&rival)).await.status, 200);
        for id in [&player.id, &rival.id] {
            let follow = Request::new(Method::PUT, &format!("/api/me/follows/{id}"));
            assert_eq!(fan.send(follow).await.status, 204);
        }
        let id = public.table.id.clone();
        let shows = |list: &Value, ply: u64| {
            let rooms = list.as_array().expect("a list");
            rooms.len() == 1 && rooms[0]["id"] == *id && rooms[0]["ply"] == ply
        };
        within("the page shows the public match alone", async {
            let page = format!("/api/accounts/{}", player.id);
            while !shows(&fan.get(&page).await["playing"], 0) {}
        })
        .await;
        public.play().await;
        within("so does the list of the followed, of both", async {
            loop {
                let followed = fan.get("/api/me/follows").await["players"].clone();
                let followed = followed.as_array().expect("a list");
                assert_eq!(followed.len(), 2);
                if followed.iter().all(|one| one["online"] == true && shows(&one["playing"], 1)) {
                    return;
                }
            }
        })
        .await;
        public.sockets.first.done(&bare("resign", "end")).await;
        within("it is over", async {
            let page = format!("/api/accounts/{}", player.id);
            while fan.get(&page).await["playing"] != json!([]) {}
        })
        .await;
    })
    .await;
}
