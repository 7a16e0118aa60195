//! Guesses at an account: strangers are stopped, and its owner is not.

use crate::browser::{Browser, PASSWORD};
use crate::on_both;
use e2e::{Answer, Database, Request, Server, on_postgres};
use serde_json::json;

on_both!(known_browser_signs_in_while_strangers_guess, session_gives_one_known_browser);

/// A sign-in from an address of the network.
async fn log_in(browser: &mut Browser<'_>, from: &str, name: &str, password: &str) -> Answer {
    let body = json!({"name": name, "password": password});
    let request = Request::post("/api/sessions").json(&body).header("x-forwarded-for", from);
    browser.send(request).await
}

/// Guesses from one new address after the other until the account has no attempts left. One comes
/// back every twelve seconds.
async fn until_refused(browser: &mut Browser<'_>, block: u8) {
    for number in 1..=100 {
        let from = format!("192.0.{block}.{number}");
        let guess = log_in(browser, &from, "Du Fu", "wrong").await;
        if guess.status == 429 {
            guess.is_problem(429, "rate");
            return;
        }
        guess.is_problem(401, "bad_credentials");
    }
    panic!("a hundred strangers may guess");
}

/// A stranger has ten attempts, at whichever server.
#[tokio::test]
async fn guesses_count_at_every_server() {
    on_postgres(async |database| {
        let flags = ["--proxies", "127.0.0.1"];
        let one = Server::start_with_flags(database, &flags).await;
        let other = Server::start_with_flags(database, &flags).await;
        assert_eq!(Browser::new(&one).register("Du Fu").await.status, 201);
        let from = "192.0.2.1";
        for server in [&one, &other].into_iter().cycle().take(10) {
            let guess = log_in(&mut Browser::new(server), from, "Du Fu", "wrong").await;
            guess.is_problem(401, "bad_credentials");
        }
        for server in [&one, &other] {
            let guess = log_in(&mut Browser::new(server), from, "Du Fu", "wrong").await;
            guess.is_problem(429, "rate");
            assert!(guess.header("retry-after").is_some());
        }
    })
    .await;
}

/// The log-ins of an address, with links here, are sixty at once.
#[tokio::test]
async fn log_ins_of_an_address_count_at_every_server() {
    on_postgres(async |database| {
        let flags = ["--proxies", "127.0.0.1"];
        let one = Server::start_with_flags(database, &flags).await;
        let other = Server::start_with_flags(database, &flags).await;
        let take = async |server: &Server, from: &str| {
            let request = Request::post("/api/links").json(&json!({"code": "wrong"}));
            Browser::new(server).send(request.header("x-forwarded-for", from)).await
        };
        for server in [&one, &other].into_iter().cycle().take(60) {
            take(server, "192.0.2.1").await.is_problem(410, "link_used");
        }
        // Neither alone has counted as many. One comes back every fifteen seconds.
        let mut refused = 0;
        for server in [&one, &other].into_iter().cycle().take(20) {
            refused += u32::from(take(server, "192.0.2.1").await.status == 429);
        }
        assert!(refused > 10, "{refused}");
        take(&other, "192.0.2.2").await.is_problem(410, "link_used");
        // Where it cannot be counted it is refused.
        database.execute("alter table attempt rename to lost").await;
        take(&one, "192.0.2.3").await.is_problem(503, "busy");
    })
    .await;
}

async fn known_browser_signs_in_while_strangers_guess(database: &Database) {
    let server = Server::start_with_flags(database, &["--proxies", "127.0.0.1"]).await;
    let mut owner = Browser::new(&server);
    let kept = owner.register("Du Fu").await;
    let cookies: Vec<_> = kept.headers.get_all("set-cookie").iter().collect();
    let known = cookies.iter().find(|cookie| cookie.to_str().is_ok_and(|c| c.contains("-browser")));
    let known = known.and_then(|cookie| cookie.to_str().ok()).expect("it is known from now on");
    assert!(known.contains("; HttpOnly; SameSite=Lax"), "{known}");
    let id = kept.json()["player"]["id"].as_str().expect("an id").replace('-', "");
    assert!(!known.contains(&id[..12]), "it names no player");
    assert_eq!(owner.post("/api/me/logout", &json!({})).await.status, 204);
    assert!(owner.known.is_some(), "it stays known");

    // Ten networks of ten guesses each use up everything; an eleventh has none left.
    for network in 1..=10 {
        for number in 1..=10 {
            let from = format!("2001:db8:{network}:{number}::1");
            let guess = log_in(&mut Browser::new(&server), &from, "Du Fu", "wrong").await;
            guess.is_problem(401, "bad_credentials");
        }
        let more = format!("2001:db8:{network}:11::1");
        let guess = log_in(&mut Browser::new(&server), &more, "Du Fu", "wrong").await;
        guess.is_problem(429, "rate");
        assert!(guess.header("retry-after").is_some());
    }
    until_refused(&mut Browser::new(&server), 1).await;

    // The owner is let in from the browser that has signed in before, also at a stranger's address.
    let from = "2001:db8:1:1::1";
    log_in(&mut owner, from, "Du Fu", "mistyped").await.is_problem(401, "bad_credentials");
    assert_eq!(log_in(&mut owner, from, "du fu", PASSWORD).await.ok()["name"], "Du Fu");
    // A browser that is known to another account is a stranger to this one.
    let mut other = Browser::new(&server);
    assert_eq!(other.register("Li Bai").await.status, 201);
    until_refused(&mut other, 2).await;
    // Nor does a forged mark help.
    other.known = Some("yiguan-browser=AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAA".to_owned());
    until_refused(&mut other, 3).await;
}

async fn session_gives_one_known_browser(database: &Database) {
    let server = Server::start(database).await;
    let mut thief = Browser::new(&server);
    assert_eq!(thief.register("Du Fu").await.status, 201);
    let known = thief.known.clone().expect("it is known from now on");
    for _ in 0..3 {
        thief.known = None;
        thief.get("/api/me").await;
        assert_eq!(thief.known.as_ref(), Some(&known), "each would have an allowance of its own");
    }
}
