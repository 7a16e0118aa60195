//! A challenge ends when the challenged player deletes the account.

use crate::browser::Browser;
use crate::live::GAME;
use crate::on_both;
use crate::seeks::until;
use e2e::{Database, Method, Request, Server, Socket, on_postgres};
use serde_json::json;

on_both!(challenge_ends_when_opponent_deletes_account);

/// A guest challenges a player on one server, who deletes the account on another.
async fn challenge_and_delete(one: &Server, other: &Server) {
    let mut browser = Browser::registered(other, "Li Bai").await;
    let mut lobby = browser.listen().await;
    let guest = one.guest().await;
    let wish = json!({"game": GAME, "opponent": browser.id().await});
    let made = one.send(Request::post("/api/matches").by(&guest).json(&wish)).await.ok();
    let id = made["id"].as_str().expect("an id");
    // The other server knows of it within a second or two.
    until(&mut lobby, |standing| standing["matches"] == 1).await;
    let mut challenge = Socket::follow(one.address(), id, Some(&guest), None).await;
    let erase = Request::new(Method::DELETE, "/api/me");
    assert_eq!(browser.send(erase).await.status, 204);
    challenge.until_kind("ended", 0).await;
    let listed = one.send(Request::get("/api/me/matches").by(&guest)).await.ok();
    assert!(!listed.to_string().contains(id), "{listed}");
}

async fn challenge_ends_when_opponent_deletes_account(database: &Database) {
    let server = Server::start(database).await;
    challenge_and_delete(&server, &server).await;
}

#[tokio::test]
async fn a_challenge_on_another_server_is_over_as_well() {
    on_postgres(async |database| {
        let [one, other] = [Server::start(database).await, Server::start(database).await];
        challenge_and_delete(&one, &other).await;
    })
    .await;
}
