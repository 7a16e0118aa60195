//! Matches that pass from one running server to another: when a server drains, when it stops, and when
//! one is gone and several others are there.

use crate::admin::done;
use crate::live::{GAME, Live};
use e2e::{Database, Request, Server, ServerOptions, on_postgres, within};
use engine::Side;
use serde_json::json;

/// A match with a clock, which is credited when it passes.
async fn timed(server: &Server) -> Live {
    let clock = json!({"kind": "fischer", "initial": 600, "increment": 1});
    let mut live = Live::open_with(server, json!({"clock": clock})).await;
    live.play().await;
    live.play().await;
    live
}

/// Waits until so many servers are known to serve.
async fn until_serving(database: &Database, servers: i64) {
    let serving = "select count(*) from node_status where state = 'serving'";
    within("all servers serve", async { while database.number(serving).await != servers {} }).await;
}

/// Waits until a server holds so many matches.
async fn until_held(database: &Database, node: i64, matches: i64) {
    let held = format!("select count(*) from match_lease where node = {node}");
    within("matches pass to another server", async {
        while database.number(&held).await != matches {}
    })
    .await;
}

#[tokio::test]
async fn server_that_drains_gives_its_matches_away() {
    on_postgres(async |database| {
        let unlimited = ServerOptions::Unlimited;
        let one = Server::start_with(database, unlimited).await;
        let other = Server::start_with(database, unlimited).await;
        let mut lives = [timed(&one).await, timed(&one).await, timed(&one).await];
        done(database, &["drain", "1"]).await;
        until_held(database, 2, 3).await;
        for live in &mut lives {
            for side in Side::ALL {
                assert_eq!(live.sockets[side].until_closed().await, Some(1012));
            }
            // By way of the server that drains as well.
            let last = live.sockets.first.seq();
            live.sit_again(&one).await;
            let credited = live.sockets.first.until_kind("credited", last).await;
            assert_eq!(credited["cause"], "downtime");
            live.play().await;
        }
        let guest = one.guest().await;
        let create = || Request::post("/api/matches").by(&guest).json(&json!({"game": GAME}));
        within("the other creates a match", async {
            while one.send(create()).await.status != 201 {}
        })
        .await;
        // One more, or two if the answer to the first was late.
        assert!(database.number("select count(*) from match_lease where node = 2").await > 3);
        let clocks = json!([{"kind": "fischer", "initial": 300, "increment": 5}]);
        let seek = json!({"games": [{"game": GAME}], "clocks": clocks});
        let seek = || Request::post("/api/seeks").by(&guest).json(&seek);
        within("the other takes a seek", async { while one.send(seek()).await.status != 201 {} })
            .await;
        assert!(one.terminate().await.status.success());
        for live in &mut lives {
            live.sit_again(&other).await;
            live.play().await;
        }
    })
    .await;
}

/// Sockets by way of other servers than the one that drains: of the two others one gets the match, so that
/// one socket passes on to the server that forwarded it and one to the third.
#[tokio::test]
async fn forwarded_sockets_stay_open_while_their_match_moves() {
    on_postgres(async |database| {
        let unlimited = ServerOptions::Unlimited;
        let one = Server::start_with(database, unlimited).await;
        let two = Server::start_with(database, unlimited).await;
        let three = Server::start_with(database, unlimited).await;
        let mut live = timed(&one).await;
        until_serving(database, 3).await;
        let since = |live: &Live, side| Some(live.sockets[side].seq());
        let sat = since(&live, Side::First);
        live.sockets.first = live.table.sit_since(&two, Side::First, sat).await;
        let sat = since(&live, Side::Second);
        live.sockets.second = live.table.sit_since(&three, Side::Second, sat).await;
        let mut spectator = live.table.watch(&two).await;
        live.play().await;
        let last = live.sockets.first.seq();
        done(database, &["drain", "1"]).await;
        for socket in [&mut live.sockets.first, &mut live.sockets.second, &mut spectator] {
            // The events continue on the same sockets, which would report a gap.
            let credited = socket.until_kind("credited", last).await;
            assert_eq!(credited["cause"], "downtime");
        }
        live.play().await;
        let seq = live.play().await;
        spectator.until(seq).await;
        // A second time, as while one server after the other is upgraded.
        let holder = database.number("select node from match_lease").await;
        done(database, &["drain", "1", "--off"]).await;
        until_serving(database, 3).await;
        done(database, &["drain", &holder.to_string()]).await;
        for socket in [&mut live.sockets.first, &mut live.sockets.second, &mut spectator] {
            socket.until_kind("credited", seq).await;
        }
        let seq = live.play().await;
        spectator.until(seq).await;
    })
    .await;
}

#[tokio::test]
async fn server_that_stops_gives_its_matches_away() {
    on_postgres(async |database| {
        let (one, other) = (Server::start(database).await, Server::start(database).await);
        let mut live = timed(&one).await;
        until_serving(database, 2).await;
        let exit = one.terminate().await;
        assert!(exit.status.success(), "{}", exit.stderr);
        assert!(exit.stderr.contains("handed over to other nodes"), "{}", exit.stderr);
        until_held(database, 2, 1).await;
        let last = live.sockets.first.seq();
        live.sit_again(&other).await;
        live.sockets.first.until_kind("credited", last).await;
        live.play().await;
    })
    .await;
}

#[tokio::test]
async fn matches_of_a_killed_server_are_shared_by_the_others() {
    on_postgres(async |database| {
        let one = Server::start(database).await;
        let (two, three) = (Server::start(database).await, Server::start(database).await);
        let mut lives = Vec::new();
        for _ in 0..4 {
            lives.push(timed(&one).await);
        }
        until_serving(database, 3).await;
        one.kill().await;
        let gone = "update node set until = '-infinity' where id = 1";
        assert_eq!(database.execute(gone).await, 1);
        until_held(database, 2, 2).await;
        until_held(database, 3, 2).await;
        for (live, server) in lives.iter_mut().zip([&two, &three, &two, &three]) {
            let last = live.sockets.first.seq();
            live.sit_again(server).await;
            live.sockets.first.until_kind("credited", last).await;
            live.play().await;
        }
        let noticed = "select count(*) from handed_over";
        within("each notices what it was given", async {
            while database.number(noticed).await != 0 {}
        })
        .await;
    })
    .await;
}
