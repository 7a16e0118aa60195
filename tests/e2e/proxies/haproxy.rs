//! `deploy/haproxy.cfg` in front of two servers.

use super::{FLAGS, HOST, Place, Proxy, answered, replaced, upstreams};
use crate::live::{GAME, bare};
use e2e::{Request, Server, on_postgres, within};
use engine::{AnyGame, Options};
use serde_json::json;

const CONFIGURATION: &str = include_str!("../../../deploy/haproxy.cfg");

impl Proxy {
    /// HAProxy with the example's configuration.
    async fn haproxy(servers: &[&Server]) -> Self {
        let place = Place::new().await;
        let certificate = place.path("certificate.pem");
        let parts = [place.certificate.path(), place.certificate.key_path()];
        let parts = parts.map(|path| std::fs::read_to_string(path).expect("it was written"));
        std::fs::write(&certificate, parts.concat()).expect("there is room");
        let [one, other] = upstreams(servers);
        let text = replaced(
            CONFIGURATION,
            &[
                ("bind :80\n", format!("bind {}\n", place.plain)),
                ("bind :::80 v6only\n", format!("bind unix@{}\n", place.path("plain.sock"))),
                ("bind :443 ssl", format!("bind {} ssl", place.tls)),
                ("bind :::443 v6only", format!("bind unix@{}", place.path("tls.sock"))),
                ("/etc/haproxy/yiguan.pem", certificate),
                ("10.0.0.1:8080", one),
                ("10.0.0.2:8080", other),
            ],
        );
        Self::start(place, "/usr/sbin/haproxy", &["-q", "-f"], &text).await
    }
}

#[tokio::test]
async fn haproxy_lets_a_match_be_found_and_watched() {
    on_postgres(async |database| {
        let (one, other) = tokio::join!(
            Server::start_with_flags(database, &FLAGS),
            Server::start_with_flags(database, &FLAGS)
        );
        let proxy = Proxy::haproxy(&[&one, &other]).await;
        let [first, second] = [proxy.guest().await, proxy.guest().await];
        let mut matches = Vec::new();
        for _ in 0..3 {
            matches.push(proxy.create(&first, &json!({"game": GAME, "seat": "first"})).await);
        }
        // Each server lists the matches of the other after a moment.
        within("both servers list every match", async {
            for _ in 0..2 {
                loop {
                    let listed = proxy.get("/api/matches").await.ok().to_string();
                    if matches.iter().all(|id| listed.contains(id)) {
                        break;
                    }
                }
            }
        })
        .await;
        for id in &matches {
            let path = format!("/api/matches/{id}");
            let joined = proxy.send(Request::post(&format!("{path}/join")).by(&second)).await;
            assert_eq!(joined.ok(), json!({"seat": "second"}));
            let mut player = proxy.follow(id, Some(&first)).await;
            let mut spectator = proxy.follow(id, None).await;
            let game = AnyGame::new(GAME, None, &Options::default(), None).expect("it is listed");
            let action = game.legal().remove(0);
            let play = json!({"type": "play", "id": "p", "ply": 0, "move": action});
            let seq = player.done(&play).await;
            assert_eq!(spectator.event(seq).await["move"], action);
            player.done(&bare("resign", "r")).await;
            assert_eq!(proxy.get(&path).await.ok()["state"], "over");
        }
        // A server that drains sends new matches to the other.
        let node = database.number("select min(id) from node").await.to_string();
        let url = database.url().expect("it is on Postgres");
        let arguments = ["admin", "drain", &node, "--operator", "t", "--database", url];
        assert!(e2e::run_to_exit(&arguments).await.status.success());
        within("one server drains", async {
            loop {
                for server in [&one, &other] {
                    let ready = server.send(Request::get("/readyz")).await;
                    if ready.json()["draining"] == true {
                        return;
                    }
                }
            }
        })
        .await;
        for _ in 0..6 {
            proxy.create(&first, &json!({"game": GAME, "visibility": "link"})).await;
        }
    })
    .await;
}

#[tokio::test]
async fn haproxy_refuses_unknown_names_and_connection_401() {
    let database = e2e::Database::sqlite();
    let server = Server::start_with_flags(&database, &FLAGS).await;
    let proxy = Proxy::haproxy(&[&server]).await;
    let redirected = Request::get("/games").header("host", HOST).send(proxy.plain).await;
    assert_eq!(redirected.status, 301);
    assert_eq!(redirected.header("location"), Some("https://play.example.org/games"));
    for host in ["198.51.100.7", "evil.example.org"] {
        for address in [proxy.plain, proxy.entrance] {
            let answer = Request::get("/api/games").header("host", host).send(address).await;
            assert_eq!(answer.status, 421, "{host}: {answer:?}");
        }
    }
    let held = answered(proxy.plain, 401).await;
    assert_eq!(held.len(), 400);
    // Another address is served.
    assert_eq!(proxy.get("/api/games").await.status, 200);
}
