//! Those who follow a match that is over, or analyse a game together, by way of different servers: they
//! meet at one of them.

use crate::live::{Live, bare, offer};
use e2e::{Database, Request, Server, Socket, on_postgres, within};
use engine::{BySide, Side};
use serde_json::{Value, json};

/// Three servers, and a match of the first that is over.
async fn finished(database: &Database) -> ([Server; 3], Live) {
    let one = Server::start(database).await;
    let (two, three) = tokio::join!(Server::start(database), Server::start(database));
    let mut live = Live::open(&one).await;
    live.play().await;
    live.sockets.first.done(&bare("resign", "r")).await;
    live.sockets.second.until_kind("ended", 0).await;
    ([one, two, three], live)
}

/// Connects the players at a server each.
async fn sit(live: &mut Live, servers: BySide<&Server>) {
    for side in Side::ALL {
        let since = Some(live.sockets[side].seq());
        live.sockets[side] = live.table.sit_since(servers[side], side, since).await;
    }
}

fn chat(id: &str, text: &str) -> Value {
    json!({"type": "chat", "id": id, "text": text})
}

/// Each player reads the other's lines, and by the same number.
async fn talk(live: &mut Live, name: &str) {
    for side in Side::ALL {
        let text = format!("{name} of {side}");
        let seq = live.sockets[side].done(&chat(&text.replace(' ', "-"), &text)).await;
        let line = live.sockets[side.other()].event(seq).await;
        assert_eq!((&line["kind"], &line["text"]), (&json!("chat"), &json!(text)), "{line}");
    }
}

/// The place of the audiences.
async fn places(database: &Database) -> i64 {
    database.number("select count(distinct node) from audience_lease").await
}

#[tokio::test]
async fn players_talk_after_the_end_and_begin_a_rematch_on_any_server() {
    on_postgres(async |database| {
        let ([one, two, three], mut live) = finished(database).await;
        talk(&mut live, "here").await;
        for (at, servers) in [(1, [&two, &three]), (2, [&one, &two])] {
            let [first, second] = servers;
            sit(&mut live, BySide { first, second }).await;
            talk(&mut live, &format!("again{at}")).await;
        }
        assert_eq!(database.number("select max(node) from audience_lease").await, 1);
        live.sockets.first.done(&offer("rematch", "a", "offer")).await;
        live.sockets.second.done(&offer("rematch", "b", "accept")).await;
        let [first, second] = [
            live.sockets.first.until_kind("rematched", 0).await,
            live.sockets.second.until_kind("rematched", 0).await,
        ];
        assert_eq!(first, second);
        // The page asks any server for the next match.
        let id = first["match"].as_str().expect("an id").to_owned();
        let path = format!("/api/matches/{id}");
        assert_eq!(three.send(Request::get(&path)).await.ok()["state"], "live");
    })
    .await;
}

#[tokio::test]
async fn players_meet_again_when_their_server_is_gone() {
    on_postgres(async |database| {
        let ([one, two, three], mut live) = finished(database).await;
        one.kill().await;
        let gone = "update node set until = '-infinity' where id = 1";
        assert_eq!(database.execute(gone).await, 1);
        within("it is taken to be gone", async {
            while database.number("select count(*) from node where id = 1").await != 0 {}
        })
        .await;
        assert_eq!(places(database).await, 0);
        sit(&mut live, BySide { first: &two, second: &three }).await;
        talk(&mut live, "later").await;
        assert_eq!(places(database).await, 1);
    })
    .await;
}

#[tokio::test]
async fn readers_of_an_analysis_see_each_other_on_any_server() {
    on_postgres(async |database| {
        let ([one, two, three], live) = finished(database).await;
        let path = format!("/ws/analysis/{}", live.table.id);
        let mut readers = Vec::new();
        // Two that come at once decide where.
        let guests = [two.guest().await, three.guest().await, one.guest().await];
        let open = async |server: &Server, at: usize| {
            Socket::open(server.address(), &path, Some(&guests[at])).await
        };
        let (first, second) = tokio::join!(open(&two, 0), open(&three, 1));
        readers.extend([first, second]);
        readers.push(open(&one, 2).await);
        for reader in &mut readers {
            let all = async { while reader.until_type("readers").await["count"] != 3 {} };
            within("each knows of the others", all).await;
        }
        for (at, guest) in guests.iter().enumerate() {
            readers[at].send_text(&json!({"type": "look", "node": 1})).await;
            let shapes = json!([{"from": "a1", "to": "b2", "brush": "red"}]);
            readers[at].send_text(&json!({"type": "draw", "node": 1, "shapes": shapes})).await;
            for reader in &mut readers {
                assert_eq!(reader.until_type("looked").await["player"]["id"], guest.id);
            }
        }
        let place = "select count(*) from audience_lease where kind = 'analysis'";
        assert_eq!(database.number(place).await, 1);
        drop(readers);
        within("nobody is there", async { while database.number(place).await != 0 {} }).await;
    })
    .await;
}
