//! The jobs that one of several servers does for all: they are spread, given away by a server that leaves,
//! and taken over from one that is gone.

use crate::admin::done;
use crate::seeks::{body, fischer, listen, seek, until};
use e2e::{Database, Method, Request, Server, ServerOptions, on_postgres, within};

async fn start(database: &Database) -> Server {
    Server::start_with(database, ServerOptions::Unlimited).await
}

/// Waits until so many servers have a role each.
async fn until_spread(database: &Database, servers: i64) {
    let leading = "select count(distinct node) from leader";
    within("the roles are spread", async { while database.number(leading).await != servers {} })
        .await;
}

/// The server that pairs the seeks.
async fn pairing(database: &Database) -> i64 {
    database.number("select coalesce(max(node), 0) from leader where role = 'seeks'").await
}

async fn until_paired_by(database: &Database, node: i64) {
    within("another pairs the seeks", async { while pairing(database).await != node {} }).await;
}

/// Two who seek at these servers meet; then they seek no more, so that the next do not meet them.
async fn meet(servers: [&Server; 2]) {
    let mut seeking = Vec::new();
    for server in servers {
        let guest = server.guest().await;
        seeking.push((listen(server, &guest).await, server, guest));
        let (_, server, guest) = &seeking[seeking.len() - 1];
        seek(server, guest, &body(&["xia-si"], &fischer())).await;
    }
    for (socket, ..) in &mut seeking {
        until(socket, |standing| standing["found"].is_object()).await;
    }
    for (_, server, guest) in &seeking {
        let end = Request::new(Method::DELETE, "/api/seeks");
        assert_eq!(server.send(end.by(guest)).await.status, 204);
    }
}

#[tokio::test]
async fn roles_are_spread_and_follow_a_server_that_leaves() {
    on_postgres(async |database| {
        let one = start(database).await;
        until_paired_by(database, 1).await;
        let two = start(database).await;
        until_spread(database, 2).await;
        let three = start(database).await;
        until_spread(database, 3).await;
        assert_eq!(pairing(database).await, 1, "that moves last");
        meet([&two, &three]).await;
        // A seek that waits is known to the next server as well.
        let waiting = one.guest().await;
        let mut socket = listen(&one, &waiting).await;
        seek(&one, &waiting, &body(&["shogi"], &fischer())).await;

        done(database, &["drain", "1"]).await;
        let left = "select count(*) from leader where node = 1";
        within("it leads no longer", async { while database.number(left).await != 0 {} }).await;
        assert_eq!(database.number("select count(*) from leader").await, 3);
        meet([&two, &three]).await;
        meet([&one, &two]).await;
        let guest = three.guest().await;
        let _there = listen(&three, &guest).await;
        seek(&three, &guest, &body(&["shogi"], &fischer())).await;
        until(&mut socket, |standing| standing["found"]["opponent"]["id"] == guest.id).await;

        let next = pairing(database).await;
        let (next, last) = if next == 2 { (two, three) } else { (three, two) };
        let exit = next.terminate().await;
        assert!(exit.stderr.contains("gave the lead to another node"), "{}", exit.stderr);
        meet([&last, &last]).await;
    })
    .await;
}

#[tokio::test]
async fn roles_of_a_killed_server_are_taken_over() {
    on_postgres(async |database| {
        let (one, two) = (start(database).await, start(database).await);
        until_spread(database, 2).await;
        assert_eq!(pairing(database).await, 1);
        one.kill().await;
        until_paired_by(database, 2).await;
        meet([&two, &two]).await;
        assert_eq!(database.number("select count(*) from leader where node = 2").await, 3);
    })
    .await;
}
