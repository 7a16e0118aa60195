//! The mails that are sent to an address, and those that are not.

use super::{
    ADDRESS, ByDays, all, challenge, confirm, enter, flags, leave, links, put, start,
    start_patient, until_gathered, waiting,
};
use crate::browser::Browser;
use crate::live::GAME;
use crate::on_both;
use e2e::{Database, MailFate, MailService, Method, Request, Server, within};
use serde_json::json;

on_both!(
    confirmed_address_gets_turns_until_one_click_ends_it,
    several_games_share_one_mail_without_past_ones,
    gathered_notifications_survive_a_kill,
    player_with_open_page_gets_no_mail,
    challenges_and_begun_games_are_mailed_on_request,
);

async fn confirmed_address_gets_turns_until_one_click_ends_it(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start_patient(database, &service).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    let mut game = ByDays::open(&server, &mut browser).await;
    let entered = put(&mut browser, &json!({"address": " Li.Bai@Example.org "})).await.ok();
    let expected = json!({"address": "L…@e…e.org", "state": "unconfirmed",
        "kinds": ["turn", "challenge"]});
    assert_eq!(entered, expected);
    let mailed = service.next().await;
    assert_eq!((&*mailed.from, &*mailed.to), ("yiguan@example.com", "Li.Bai@example.org"));
    assert!(mailed.header("From").ends_with(" <yiguan@example.com>"), "{mailed:?}");
    assert_eq!(mailed.header("Subject"), "Confirm your address");
    let code = mailed.after("http://play.example.org/mail/confirm#").to_owned();
    // Nothing else is sent before it is confirmed: the next mail is of the turn after.
    game.play().await;
    game.answer(&browser).await;
    assert_eq!(confirm(&server, &code).await.status, 204);
    assert_eq!(browser.get("/api/me/mail").await["mail"]["state"], "confirmed");
    game.play().await;
    let mailed = service.next().await;
    assert_eq!(mailed.to, "Li.Bai@example.org");
    assert_eq!(mailed.header("Subject"), "Your turn in Tui Da Che");
    assert_eq!(mailed.header("Auto-Submitted"), "auto-generated");
    assert_eq!(mailed.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    assert!(mailed.text.contains(&game.link()), "{}", mailed.text);
    let stop = mailed.header("List-Unsubscribe").trim_matches(['<', '>']).to_owned();
    assert!(mailed.text.contains(&stop), "{}", mailed.text);
    let stop = stop.strip_prefix("http://play.example.org").expect("it leads here");
    // As a mail program does it: with neither a cookie nor an origin.
    let click = || {
        let form = "application/x-www-form-urlencoded";
        let click = Request::post(stop).header("content-type", form);
        click.body("List-Unsubscribe=One-Click")
    };
    for _ in 0..2 {
        assert_eq!(server.send(click()).await.status, 204, "as often as one likes");
    }
    let kept = browser.get("/api/me/mail").await["mail"].clone();
    let expected = json!({"address": "L…@e…e.org", "state": "confirmed", "kinds": []});
    assert_eq!(kept, expected);
    game.answer(&browser).await;
    game.play().await;
    let wrong = Request::post(&format!("{}x", &stop[..stop.len() - 1]));
    server.send(wrong).await.is_problem(410, "link_used");
    server
        .send(Request::post("/mail/off?t=").header("origin", "http://play.example.org"))
        .await
        .is_problem(410, "link_used");
    server.send(Request::post("/mail/off")).await.is_problem(400, "bad_request");
    let ended = server.terminate().await;
    assert_eq!((service.rest(), waiting(database).await), (vec![], 0), "none any more");
    for secret in ["ai@", &code, stop.split_once('=').expect("a query").1, "example.org/m"] {
        assert!(!ended.stderr.contains(secret), "{secret} is in {}", ended.stderr);
    }
}

async fn several_games_share_one_mail_without_past_ones(database: &Database) {
    let mut service = MailService::start(&[]).await;
    // Notices gathered for an hour survive a stop of the server.
    let server = Server::start_with_flags(database, &flags(&service.url(), "3600")).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    enter(&server, &mut service, &mut browser, &all()).await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(ByDays::open(&server, &mut browser).await);
    }
    for game in &mut games {
        game.play().await;
    }
    // One is played on, and in another there is news again.
    games[0].answer(&browser).await;
    games[1].answer(&browser).await;
    games[1].play().await;
    let challenged = challenge(&server, &browser.id().await).await;
    drop(server.terminate().await);
    assert_eq!((service.rest(), waiting(database).await), (vec![], 3));
    let server = start(database, &service).await;
    let mailed = service.next().await;
    assert_eq!(mailed.header("Subject"), "3 games are waiting for you");
    for link in [games[1].link(), games[2].link(), format!("/m/{challenged}")] {
        assert_eq!(mailed.text.matches(&link).count(), 1, "{link} in {}", mailed.text);
    }
    assert_eq!(links(&mailed), 3);
    until_gathered(database, 0).await;
    drop(server.terminate().await);
    assert_eq!(service.rest(), []);
}

async fn gathered_notifications_survive_a_kill(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let hour = Server::start_with_flags(database, &flags(&service.url(), "3600")).await;
    let mut browser = Browser::registered(&hour, "Li Bai").await;
    enter(&hour, &mut service, &mut browser, &all()).await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(ByDays::open(&hour, &mut browser).await);
    }
    for game in &mut games {
        game.play().await;
    }
    until_gathered(database, 3).await;
    let cookie = browser.cookie.clone();
    hour.kill().await;
    // After another start one of them is answered; then it is killed again.
    let hour = Server::start_with_flags(database, &flags(&service.url(), "3600")).await;
    games[0].answer(&Browser::again(&hour, cookie.clone())).await;
    until_gathered(database, 2).await;
    hour.kill().await;
    assert_eq!(service.rest(), []);
    let server = start(database, &service).await;
    let mailed = service.next().await;
    assert_eq!((mailed.header("Subject"), links(&mailed)), ("2 games are waiting for you", 2));
    for game in &games[1..] {
        assert!(mailed.text.contains(&game.link()), "{}", mailed.text);
    }
    until_gathered(database, 0).await;
    // While a mail is on its way, its notices stay stored: another server that is killed then has
    // lost none of it either.
    service.then(&[MailFate::Silence]);
    let mut browser = Browser::again(&server, cookie);
    let challenged = challenge(&server, &browser.id().await).await;
    within("it is on its way", async {
        while service.connections() < 3 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    server.kill().await;
    assert_eq!(waiting(database).await, 1, "{challenged} is kept");
}

async fn player_with_open_page_gets_no_mail(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut present = Browser::registered(&server, "Li Bai").await;
    enter(&server, &mut service, &mut present, &all()).await;
    let mut away = Browser::registered(&server, "Du Fu").await;
    let address = json!({"address": "du.fu@example.org"});
    enter(&server, &mut service, &mut away, &address).await;
    let _open = present.listen().await;
    challenge(&server, &present.id().await).await;
    challenge(&server, &away.id().await).await;
    assert_eq!(service.next().await.to, "du.fu@example.org");
    drop(server.terminate().await);
    assert_eq!((service.rest(), waiting(database).await), (vec![], 0));
}

async fn challenges_and_begun_games_are_mailed_on_request(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start_patient(database, &service).await;
    let mut one = Browser::registered(&server, "李白").await;
    let found = json!({"address": ADDRESS, "kinds": ["found"]});
    enter(&server, &mut service, &mut one, &found).await;
    let mut other = Browser::registered(&server, "杜甫").await;
    let address = json!({"address": "du.fu@example.org"});
    enter(&server, &mut service, &mut other, &address).await;
    let kinds = json!({"kinds": ["challenge"]});
    let kinds = Request::new(Method::PUT, "/api/me/mail/kinds").json(&kinds);
    let _ = other.send(kinds.header("accept-language", "zh-CN")).await.ok();
    challenge(&server, &one.id().await).await;
    let wish = json!({"game": GAME, "opponent": other.id().await});
    let _ = one.post("/api/matches", &wish).await.ok();
    let mailed = service.next().await;
    assert_eq!(mailed.to, "du.fu@example.org", "the first does not want to hear of challenges");
    assert!(mailed.text.starts_with("李白 向你发起挑战：推大车\n"), "{}", mailed.text);
    // A rematch that begins while its player is away.
    let clock = json!({"kind": "correspondence", "days": 3});
    let wish = json!({"game": GAME, "seat": "first", "clock": clock});
    let made = one.post("/api/matches", &wish).await.ok();
    let id = made["id"].as_str().expect("an id");
    let joined = other.send(Request::post(&format!("/api/matches/{id}/join"))).await;
    assert_eq!(joined.status, 200);
    let mut sockets = [one.sit(id).await, other.sit(id).await];
    sockets[0].done(&json!({"type": "play", "id": "p", "ply": 0, "move": "a1a2"})).await;
    sockets[1].done(&json!({"type": "play", "id": "p", "ply": 1, "move": "a4a3"})).await;
    sockets[1].done(&json!({"type": "resign", "id": "end"})).await;
    let offer = |id: &str, answer: &str| json!({"type": "rematch", "id": id, "answer": answer});
    sockets[0].done(&offer("o", "offer")).await;
    let [gone, mut stays] = sockets;
    leave(gone).await;
    stays.done(&offer("a", "accept")).await;
    let next = stays.until_kind("rematched", 0).await["match"].clone();
    let mailed = service.next().await;
    assert_eq!(mailed.to, ADDRESS);
    let begun = format!("/m/{}", next.as_str().expect("an id"));
    assert!(mailed.text.starts_with("Your game of Tui Da Che against 杜甫 has begun\n"));
    assert!(mailed.text.contains(&begun), "{}", mailed.text);
}
