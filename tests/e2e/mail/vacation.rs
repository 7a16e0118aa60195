//! Players on vacation get no notices of correspondence games until it is over.

use super::{ByDays, all, enter, flags, start, until_gathered, waiting};
use crate::browser::Browser;
use crate::live::GAME;
use crate::on_both;
use e2e::{Database, MailService, Method, Request, Server};
use serde_json::{Value, json};

on_both!(
    player_on_vacation_gets_mail_when_it_ends,
    gathered_notifications_wait_for_end_of_vacation,
);

async fn vacation(browser: &mut Browser<'_>, method: Method) {
    let answer = browser.send(Request::new(method, "/api/me/vacation")).await;
    assert!(answer.status.is_success(), "{answer:?}");
}

/// A guest challenges the player to a game with a clock; returns its link.
async fn challenge(server: &Server, whom: &str, clock: Value) -> String {
    let guest = server.guest().await;
    let wish = json!({"game": GAME, "opponent": whom, "clock": clock});
    let made = server.send(Request::post("/api/matches").by(&guest).json(&wish)).await.ok();
    format!("/m/{}", made["id"].as_str().expect("an id"))
}

fn by_days() -> Value {
    json!({"kind": "correspondence", "days": 3})
}

async fn player_on_vacation_gets_mail_when_it_ends(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    enter(&server, &mut service, &mut browser, &all()).await;
    let id = browser.id().await;
    let mut game = ByDays::open(&server, &mut browser).await;
    vacation(&mut browser, Method::POST).await;
    game.play().await;
    let later = challenge(&server, &id, by_days()).await;
    // Other games are not concerned by it, and that notice comes last.
    let now =
        challenge(&server, &id, json!({"kind": "fischer", "initial": 60, "increment": 1})).await;
    let mailed = service.next().await;
    assert!(mailed.text.contains(&now), "{}", mailed.text);
    assert!(!mailed.text.contains(&game.link()) && !mailed.text.contains(&later));
    vacation(&mut browser, Method::DELETE).await;
    let mut told = String::new();
    while !(told.contains(&game.link()) && told.contains(&later)) {
        told.push_str(&service.next().await.text);
    }
    assert!(!told.contains(&now), "{told}");
    until_gathered(database, 0).await;
}

async fn gathered_notifications_wait_for_end_of_vacation(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = Server::start_with_flags(database, &flags(&service.url(), "3600")).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    enter(&server, &mut service, &mut browser, &all()).await;
    let mut game = ByDays::open(&server, &mut browser).await;
    game.play().await;
    let id = browser.id().await;
    challenge(&server, &id, by_days()).await;
    until_gathered(database, 2).await;
    vacation(&mut browser, Method::POST).await;
    until_gathered(database, 0).await;
    vacation(&mut browser, Method::DELETE).await;
    until_gathered(database, 2).await;
    drop(server.terminate().await);
    assert_eq!((service.rest(), waiting(database).await), (vec![], 2));
}
