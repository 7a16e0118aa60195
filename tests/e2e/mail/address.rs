//! Addresses for mail: entered, confirmed, changed and removed.

use super::{ADDRESS, all, challenge, confirm, enter, put, start};
use crate::browser::{Browser, PASSWORD};
use crate::live::GAME;
use crate::on_both;
use e2e::{Database, MailService, Method, Request, on_postgres};
use serde_json::{Value, json};

on_both!(
    a_link_confirms_once,
    an_address_is_shown_in_part_changed_and_removed,
    only_those_who_keep_their_identity_have_one,
    invalid_addresses_are_refused,
    one_address_is_sent_so_many_links,
    everything_is_exported_and_deleted,
    confirmation_ends_with_other_credentials,
);

async fn a_link_confirms_once(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    let _ = put(&mut browser, &all()).await.ok();
    let first = service.next().await.after("/mail/confirm#").to_owned();
    let again = browser.send(Request::post("/api/me/mail/confirmation")).await;
    assert_eq!((again.status.as_u16(), &again.json()["state"]), (202, &json!("unconfirmed")));
    let second = service.next().await.after("/mail/confirm#").to_owned();
    for wrong in ["", "x", &first, &second[1..]] {
        confirm(&server, wrong).await.is_problem(410, "link_used");
    }
    // A page of another site cannot press the button.
    let foreign =
        Request::post("/api/mail/confirmations").header("origin", "https://other.example");
    let foreign = server.send(foreign.json(&json!({"code": second}))).await;
    foreign.is_problem(403, "bad_origin");
    assert_eq!(browser.get("/api/me/mail").await["mail"]["state"], "unconfirmed");
    assert_eq!(confirm(&server, &second).await.status, 204);
    confirm(&server, &second).await.is_problem(410, "link_used");
    let again = browser.send(Request::post("/api/me/mail/confirmation")).await.ok();
    assert_eq!(again["state"], "confirmed", "there is nothing to confirm");
    // A new address needs a new confirmation, and the link of the former one no longer counts.
    let _ = put(&mut browser, &json!({"address": "du.fu@example.org"})).await.ok();
    let third = service.next().await;
    assert_eq!(third.to, "du.fu@example.org");
    confirm(&server, &second).await.is_problem(410, "link_used");
    assert_eq!(confirm(&server, third.after("/mail/confirm#")).await.status, 204);
}

async fn an_address_is_shown_in_part_changed_and_removed(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    assert_eq!(browser.get("/api/me/mail").await, json!({"mail": null}));
    let kinds = json!({"kinds": ["found"]});
    let set = || Request::new(Method::PUT, "/api/me/mail/kinds");
    browser.send(set().json(&kinds)).await.is_problem(404, "not_found");
    browser.send(Request::post("/api/me/mail/confirmation")).await.is_problem(404, "not_found");
    let remove = || Request::new(Method::DELETE, "/api/me/mail");
    browser.send(remove()).await.is_problem(404, "not_found");
    enter(&server, &mut service, &mut browser, &all()).await;
    let shown = browser.send(Request::get("/api/me/mail")).await;
    assert!(!shown.text().contains("bai"), "{}", shown.text());
    let set = browser.send(set().header("accept-language", "ja").json(&kinds)).await.ok();
    assert_eq!(set["kinds"], json!(["found"]));
    // Another player may have the same address; neither learns of it.
    let mut other = Browser::registered(&server, "Du Fu").await;
    enter(&server, &mut service, &mut other, &json!({"address": ADDRESS})).await;
    challenge(&server, &browser.id().await).await;
    let id = other.id().await;
    challenge(&server, &id).await;
    let mailed = service.next().await;
    assert_eq!(mailed.header("Subject"), "You are challenged to a game of Tui Da Che");
    assert_eq!(browser.send(remove()).await.status, 204);
    assert_eq!(browser.get("/api/me/mail").await, json!({"mail": null}));
    assert_eq!(other.get("/api/me/mail").await["mail"]["state"], "confirmed");
    drop(server.terminate().await);
    assert_eq!(service.rest(), []);
}

async fn only_those_who_keep_their_identity_have_one(database: &Database) {
    let service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut guest = Browser::new(&server);
    let kinds = json!({"kinds": ["turn", "challenge", "found"]});
    for request in [
        Request::get("/api/me/mail"),
        Request::new(Method::PUT, "/api/me/mail").json(&json!({"address": ADDRESS})),
        Request::new(Method::DELETE, "/api/me/mail"),
        Request::post("/api/me/mail/confirmation"),
        Request::new(Method::PUT, "/api/me/mail/kinds").json(&kinds),
    ] {
        guest.send(request).await.is_problem(403, "not_registered");
    }
    drop(server.terminate().await);
    assert_eq!(service.connections(), 0);
}

async fn invalid_addresses_are_refused(database: &Database) {
    let service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    let long = format!("{}@example.org", "a".repeat(300));
    for bad in [
        "",
        "li",
        "li@localhost",
        "li@[127.0.0.1]",
        "李白@example.org",
        "Li <li@example.org>",
        "li@example.org\r\nRCPT TO:<du@example.org>",
        "li@example.org\nBcc: du@example.org",
        "li@example.org,du@example.org",
        &long,
    ] {
        put(&mut browser, &json!({"address": bad})).await.is_problem(422, "bad_address");
    }
    put(&mut browser, &json!({"address": 7})).await.is_problem(400, "bad_request");
    put(&mut browser, &json!({})).await.is_problem(400, "bad_request");
    assert_eq!(browser.get("/api/me/mail").await, json!({"mail": null}));
    drop(server.terminate().await);
    assert_eq!(service.connections(), 0);
}

/// One player requests three mails, and three go to one mailbox, from whichever servers.
#[tokio::test]
async fn links_count_at_every_server() {
    on_postgres(async |database| {
        let mut service = MailService::start(&[]).await;
        let (one, other) = (start(database, &service).await, start(database, &service).await);
        let mut here = Browser::registered(&one, "Li Bai").await;
        let mut there = Browser::new(&other);
        assert_eq!(there.log_in("Li Bai", PASSWORD).await.status, 200);
        for browser in [&mut here, &mut there] {
            let _ = put(browser, &all()).await.ok();
            assert_eq!(service.next().await.to, ADDRESS);
        }
        let _ = put(&mut here, &json!({"address": "1@example.org"})).await.ok();
        assert_eq!(service.next().await.to, "1@example.org");
        for browser in [&mut here, &mut there] {
            put(browser, &all()).await.is_problem(429, "rate");
        }
        // Another player gets the usual answer; of two mails one is sent.
        for (server, name) in [(&one, "Du Fu"), (&other, "Wang Wei")] {
            let mut browser = Browser::registered(server, name).await;
            let _ = put(&mut browser, &all()).await.ok();
        }
        assert_eq!(service.next().await.to, ADDRESS);
        let mut last = Browser::registered(&other, "Su Shi").await;
        let _ = put(&mut last, &json!({"address": "2@example.org"})).await.ok();
        assert_eq!(service.next().await.to, "2@example.org");
    })
    .await;
}

async fn one_address_is_sent_so_many_links(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut first = None;
    for (at, name) in ["Li Bai", "Du Fu", "Wang Wei", "Bai Juyi", "Su Shi"].iter().enumerate() {
        let mut browser = Browser::registered(&server, name).await;
        let entered = put(&mut browser, &json!({"address": ADDRESS})).await.ok();
        assert_eq!(*first.get_or_insert_with(|| entered.clone()), entered, "whoever asks");
        if at < 3 {
            assert_eq!(service.next().await.to, ADDRESS);
        }
    }
    // One person has so many sent, wherever to.
    let mut browser = Browser::registered(&server, "Meng Haoran").await;
    for at in 0..3 {
        let address = json!({"address": format!("{at}@example.org")});
        let _ = put(&mut browser, &address).await.ok();
        assert_eq!(service.next().await.to, format!("{at}@example.org"));
    }
    let rated = put(&mut browser, &json!({"address": "4@example.org"})).await;
    rated.is_problem(429, "rate");
    assert!(rated.header("retry-after").is_some(), "{rated:?}");
    browser.send(Request::post("/api/me/mail/confirmation")).await.is_problem(429, "rate");
    drop(server.terminate().await);
    assert_eq!(service.rest(), []);
}

async fn everything_is_exported_and_deleted(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    enter(&server, &mut service, &mut browser, &all()).await;
    let exported = browser.send(Request::get("/api/me/export")).await;
    let about: Value =
        serde_json::from_str(exported.text().lines().next().expect("a line")).expect("JSON");
    let mail = &about["mail"];
    assert_eq!((&mail["address"], &mail["kinds"][0]), (&json!(ADDRESS), &json!("turn")));
    assert!(mail["confirmed_at"].is_u64() && mail["refused_at"].is_null(), "{mail}");
    let id = browser.id().await;
    let erase = Request::new(Method::DELETE, "/api/me");
    assert_eq!(browser.send(erase).await.status, 204);
    let guest = server.guest().await;
    let wish = json!({"game": GAME, "opponent": id});
    // This test does not depend on the state of the challenge.
    let _ = server.send(Request::post("/api/matches").by(&guest).json(&wish)).await;
    drop(server.terminate().await);
    assert_eq!(service.rest(), []);
}

async fn confirmation_ends_with_other_credentials(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    let new = json!({"password": "nine tailed foxes drink tea"});
    for request in [
        Request::new(Method::PUT, "/api/me/password").json(&new),
        Request::new(Method::DELETE, "/api/me/sessions"),
        Request::new(Method::DELETE, "/api/me"),
    ] {
        let _ = put(&mut browser, &all()).await.ok();
        let code = service.next().await.after("/mail/confirm#").to_owned();
        assert!(browser.send(request).await.status.is_success());
        confirm(&server, &code).await.is_problem(410, "link_used");
    }
}
