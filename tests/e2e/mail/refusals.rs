//! Mail servers that take nothing, or not now.

use super::{ByDays, all, challenge, confirm, enter, put, start};
use crate::browser::Browser;
use crate::on_both;
use e2e::{Database, MailFate, MailService, Request, within};
use serde_json::json;
use tokio::task::yield_now;

on_both!(
    a_server_that_does_not_take_a_mail_now_is_asked_again,
    an_address_that_does_not_exist_gets_nothing_more,
    refusal_of_the_sender_or_the_mail_keeps_the_address,
    silent_mail_server_delays_no_others,
);

async fn a_server_that_does_not_take_a_mail_now_is_asked_again(database: &Database) {
    for (at, (fate, name)) in (0..).zip([
        (MailFate::Greets("421 4.3.2 Busy"), "Li Bai"),
        (MailFate::Greets("554 5.3.2 Go away"), "Du Fu"),
        (MailFate::Greets("what\r\nis this"), "Wang Wei"),
        (MailFate::Sender("451 4.3.0 Not now"), "Su Shi"),
        (MailFate::Recipient("450 4.7.1 Greylisted"), "Tao Yuanming"),
        (MailFate::Mail("452 4.3.1 Full"), "Meng Haoran"),
        (MailFate::Recipient("999 \u{fffd}"), "Qu Yuan"),
        (MailFate::HangsUp, "Lu You"),
    ]) {
        let mut service = MailService::start(&[fate]).await;
        let server = start(database, &service).await;
        let mut browser = Browser::registered(&server, name).await;
        // One mailbox is sent only so many mails in an hour, by all servers of a database.
        let address = format!("li.bai@{at}.example.org");
        let mut wanted = all();
        wanted["address"] = json!(address);
        let _ = put(&mut browser, &wanted).await.ok();
        assert_eq!(service.next().await.to, address, "{fate:?}");
        assert_eq!(service.connections(), 2, "{fate:?}");
        drop(server.terminate().await);
    }
}

async fn an_address_that_does_not_exist_gets_nothing_more(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    enter(&server, &mut service, &mut browser, &all()).await;
    service.then(&[MailFate::Recipient("550 5.1.1 li.bai@example.org: no such user")]);
    challenge(&server, &browser.id().await).await;
    within("it is switched off", async {
        while browser.get("/api/me/mail").await["mail"]["state"] != "refused" {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let connections = service.connections();
    challenge(&server, &browser.id().await).await;
    // It is confirmed again.
    let again = browser.send(Request::post("/api/me/mail/confirmation")).await.ok();
    assert_eq!(again["state"], "refused");
    let code = service.next().await.after("/mail/confirm#").to_owned();
    assert_eq!(service.connections(), connections + 1, "the challenge was not sent");
    assert_eq!(confirm(&server, &code).await.status, 204);
    let kept = browser.get("/api/me/mail").await["mail"].clone();
    assert_eq!((&kept["state"], &kept["kinds"][0]), (&json!("confirmed"), &json!("turn")));
    let ended = server.terminate().await;
    assert!(!ended.stderr.contains("li.bai"), "{}", ended.stderr);
}

async fn refusal_of_the_sender_or_the_mail_keeps_the_address(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    enter(&server, &mut service, &mut browser, &all()).await;
    let id = browser.id().await;
    for fate in [
        MailFate::Sender("550 5.7.1 Who are you"),
        MailFate::Recipient("554 5.7.1 Relay access denied"),
        MailFate::Recipient("550 5.7.1 Blocked"),
        MailFate::Mail("554 5.6.0 What is this"),
    ] {
        service.then(&[fate]);
        let ended = service.ended();
        challenge(&server, &id).await;
        // Otherwise both challenges may be in one mail.
        within("the first mail is refused", async {
            while service.ended() == ended {
                yield_now().await;
            }
        })
        .await;
        let taken = challenge(&server, &id).await;
        let mailed = service.next().await;
        assert!(mailed.text.contains(&taken), "{fate:?}: {}", mailed.text);
        let state = browser.get("/api/me/mail").await["mail"]["state"].clone();
        assert_eq!(state, "confirmed", "{fate:?}");
    }
}

async fn silent_mail_server_delays_no_others(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    let mut game = ByDays::open(&server, &mut browser).await;
    enter(&server, &mut service, &mut browser, &all()).await;
    service.then(&[MailFate::Silence; 4]);
    for _ in 0..4 {
        game.play().await;
        game.answer(&browser).await;
    }
    drop(service);
    game.play().await;
    game.answer(&browser).await;
    let shown = server.send(Request::get(&format!("/api/matches/{}", game.id))).await.ok();
    assert_eq!(shown["ply"], json!(game.game.ply()), "no move is lost");
    assert_eq!(browser.get("/api/me/mail").await["mail"]["state"], "confirmed");
    let ended = server.terminate().await;
    assert!(ended.status.success(), "{ended:?}");
}
