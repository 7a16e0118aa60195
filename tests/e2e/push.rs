//! Notices for people whose page is closed, sent to a push service of the test's own.

use crate::live::{GAME, Live};
use crate::on_both;
use e2e::{
    Answer, Database, Fate, Guest, Method, PushBrowser, PushService, Request, Server, Socket,
    within,
};
use engine::Side;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

on_both!(
    correspondence_turn_is_pushed_encrypted_and_signed,
    player_watching_a_live_match_gets_no_push,
    challenges_and_found_opponents_are_pushed_on_request,
    game_of_a_seek_is_no_turn_notification,
    rematch_is_pushed_to_absent_player,
    a_subscription_that_is_gone_is_forgotten,
    a_service_that_limits_or_fails_is_asked_again,
    silent_push_service_delays_no_others,
    what_cannot_be_sent_to_is_refused,
    key_and_subscriptions_survive_the_server,
    ten_browsers_each_notify_their_owner,
);

async fn start(database: &Database) -> Server {
    Server::start_with_flags(database, &["--push-loopback"]).await
}

async fn put(server: &Server, guest: &Guest, subscription: &Value) -> Answer {
    server.send(Request::new(Method::PUT, "/api/me/push").by(guest).json(subscription)).await
}

/// Subscribes a browser; returns the id of its subscription.
async fn subscribe(
    server: &Server,
    guest: &Guest,
    browser: &PushBrowser,
    kinds: &[&str],
) -> String {
    let put = put(server, guest, &browser.subscription(kinds)).await.ok();
    put["id"].as_str().expect("an id").to_owned()
}

async fn subscriptions(server: &Server, guest: &Guest) -> Vec<Value> {
    let told = server.send(Request::get("/api/me/push").by(guest)).await.ok();
    told["subscriptions"].as_array().expect("a list").clone()
}

async fn key(server: &Server) -> String {
    let told = server.send(Request::get("/api/push")).await.ok();
    told["key"].as_str().expect("a text").to_owned()
}

async fn by_days(server: &Server) -> Live {
    Live::open_with(server, json!({"clock": {"kind": "correspondence", "days": 3}})).await
}

fn opponent(live: &Live) -> (Side, &Guest) {
    let side = live.side().other();
    (side, &live.table.guests[side])
}

/// Declines a challenge, since a player has few open ones to another.
async fn decline(server: &Server, challenged: &Guest, id: &str) {
    let decline = Request::post(&format!("/api/matches/{id}/decline")).by(challenged);
    assert_eq!(server.send(decline).await.status, 204);
}

/// Challenges a player; returns the match.
async fn challenge(server: &Server, by: &Guest, whom: &Guest) -> String {
    let wish = json!({"game": GAME, "opponent": whom.id});
    let made = server.send(Request::post("/api/matches").by(by).json(&wish)).await.ok();
    made["id"].as_str().expect("an id").to_owned()
}

async fn correspondence_turn_is_pushed_encrypted_and_signed(database: &Database) {
    let server = start(database).await;
    let mut service = PushService::start(&[]).await;
    let mut live = by_days(&server).await;
    let browser = PushBrowser::new(&service, "one");
    let (_, guest) = opponent(&live);
    subscribe(&server, guest, &browser, &["turn"]).await;
    let by = &live.table.guests[live.side()];
    let rename = Request::new(Method::PUT, "/api/me").by(by).json(&json!({"name": "李白"}));
    assert_eq!(server.send(rename).await.status, 200);
    let side = live.side();
    live.sockets[side].until_kind("renamed", 0).await;
    let begun = std::time::SystemTime::UNIX_EPOCH.elapsed().expect("after 1970").as_secs();
    live.play().await;
    let pushed = service.next().await;
    assert_eq!(pushed.path, "/send/one");
    let expected =
        json!({"kind": "turn", "game": GAME, "match": live.table.id, "opponent": "李白"});
    assert_eq!(browser.read(&pushed), expected);
    assert!(pushed.body.len() < 400, "{}", pushed.body.len());
    let claims = pushed.claims(&key(&server).await);
    assert_eq!(claims["aud"], service.origin());
    let until = claims["exp"].as_u64().expect("a time");
    assert!((begun + 60..=begun + 86_400).contains(&until), "{claims}");
    assert_eq!(pushed.header("content-encoding"), "aes128gcm");
    assert_eq!(pushed.header("ttl"), "86400");
    assert_eq!(pushed.header("topic"), live.table.id.replace('-', ""));
}

async fn player_watching_a_live_match_gets_no_push(database: &Database) {
    let server = start(database).await;
    let mut service = PushService::start(&[]).await;
    let mut live = Live::open_with(
        &server,
        json!({"clock": {"kind": "fischer", "initial": 600, "increment": 5}}),
    )
    .await;
    let browser = PushBrowser::new(&service, "one");
    let (side, guest) = opponent(&live);
    let guest = guest.clone();
    subscribe(&server, &guest, &browser, &["turn", "challenge"]).await;
    live.play().await;
    live.play().await;
    // Notices of one person come in order: a notice of the turn would be first.
    let barrier = challenge(&server, &live.table.guests[side.other()], &guest).await;
    let pushed = browser.read(&service.next().await);
    assert_eq!((&pushed["kind"], &pushed["match"]), (&json!("challenge"), &json!(barrier)));
    let (gone, stays) = (side.as_str(), side.other());
    live.sockets[side].send(Message::Close(None)).await;
    live.sockets[side].until_closed().await;
    let mut seq = 0;
    loop {
        let told = live.sockets[stays].until_kind("presence", seq).await;
        seq = told["seq"].as_u64().expect("a number");
        if told[gone] == json!(false) {
            break;
        }
    }
    live.play().await;
    let pushed = browser.read(&service.next().await);
    assert_eq!((&pushed["kind"], &pushed["match"]), (&json!("turn"), &json!(live.table.id)));
}

async fn challenges_and_found_opponents_are_pushed_on_request(database: &Database) {
    let server = start(database).await;
    let mut service = PushService::start(&[]).await;
    let [one, other] = [server.guest().await, server.guest().await];
    let browsers = ["all", "found", "none"].map(|name| PushBrowser::new(&service, name));
    subscribe(&server, &one, &browsers[0], &["turn", "challenge", "found"]).await;
    subscribe(&server, &one, &browsers[2], &[]).await;
    subscribe(&server, &other, &browsers[1], &["found"]).await;
    challenge(&server, &one, &other).await;
    let challenged = challenge(&server, &other, &one).await;
    let pushed = service.next().await;
    assert_eq!(pushed.path, "/send/all", "nobody else wishes to hear of challenges");
    let expected =
        json!({"kind": "challenge", "game": GAME, "match": challenged, "opponent": null});
    assert_eq!(browsers[0].read(&pushed), expected);

    let mut listening = Vec::new();
    for guest in [&one, &other] {
        listening.push(Socket::open(server.address(), "/ws/lobby?matches=0", Some(guest)).await);
        let wish = json!({"games": [{"game": GAME}], "clocks": [{"kind": "none"}]});
        let sought = server.send(Request::post("/api/seeks").by(guest).json(&wish)).await;
        assert_eq!(sought.status, 201, "{}", sought.text());
    }
    let mut paths = Vec::new();
    for _ in 0..2 {
        let pushed = service.next().await;
        let browser = &browsers[usize::from(pushed.path == "/send/found")];
        let expected = json!({"kind": "found", "game": GAME, "match": null, "opponent": null});
        assert_eq!(browser.read(&pushed), expected);
        assert_eq!((pushed.header("ttl"), pushed.headers.get("topic")), ("15", None));
        paths.push(pushed.path);
    }
    paths.sort();
    assert_eq!(paths, ["/send/all", "/send/found"]);
    let standing = server.send(Request::get("/api/seeks").by(&one)).await.ok();
    let answer = json!({"id": standing["found"]["id"], "accept": true});
    for guest in [&one, &other] {
        let answered = Request::post("/api/seeks/found").by(guest).json(&answer);
        assert_eq!(server.send(answered).await.status, 200);
    }
    let pushed = service.next().await;
    let browser = &browsers[usize::from(pushed.path == "/send/found")];
    assert!(browser.read(&pushed)["match"].is_string());
}

async fn game_of_a_seek_is_no_turn_notification(database: &Database) {
    let server = start(database).await;
    let mut service = PushService::start(&[]).await;
    let guests = [server.guest().await, server.guest().await];
    let browsers = ["one", "other"].map(|name| PushBrowser::new(&service, name));
    let mut sockets = Vec::new();
    for (guest, browser) in guests.iter().zip(&browsers) {
        sockets.push(Socket::open(server.address(), "/ws/lobby?matches=0", Some(guest)).await);
        subscribe(&server, guest, browser, &["turn"]).await;
        let days = json!({"kind": "correspondence", "days": 3});
        let wish = json!({"games": [{"game": GAME}], "clocks": [days]});
        let sought = server.send(Request::post("/api/seeks").by(guest).json(&wish)).await;
        assert_eq!(sought.status, 201, "{}", sought.text());
    }
    let mut standing = sockets[0].until_type("seek").await;
    while !standing["found"].is_object() {
        standing = sockets[0].until_type("seek").await;
    }
    let answer = json!({"id": standing["found"]["id"], "accept": true});
    for guest in &guests {
        let answered = Request::post("/api/seeks/found").by(guest).json(&answer);
        assert_eq!(server.send(answered).await.status, 200);
    }
    let pushed = service.next().await;
    let begins = usize::from(standing["found"]["side"] != "first");
    assert_eq!(pushed.path, ["/send/one", "/send/other"][begins]);
    let told = browsers[begins].read(&pushed);
    assert_eq!(told["kind"], "turn", "nobody wants to be told that somebody was found");
    assert!(told["match"].is_string());
}

async fn rematch_is_pushed_to_absent_player(database: &Database) {
    let server = start(database).await;
    let mut service = PushService::start(&[]).await;
    let mut live = Live::open(&server).await;
    let browsers = ["first", "second"].map(|name| PushBrowser::new(&service, name));
    for (side, browser) in Side::ALL.into_iter().zip(&browsers) {
        subscribe(&server, &live.table.guests[side], browser, &["turn", "found"]).await;
    }
    // The second player, who begins the rematch, offers it and goes.
    live.sockets.first.done(&json!({"type": "resign", "id": "end"})).await;
    let offer = |id: &str, answer: &str| json!({"type": "rematch", "id": id, "answer": answer});
    live.sockets.second.done(&offer("o", "offer")).await;
    live.sockets.second.send(Message::Close(None)).await;
    live.sockets.second.until_closed().await;
    let mut seq = 0;
    loop {
        let told = live.sockets.first.until_kind("presence", seq).await;
        seq = told["seq"].as_u64().expect("a number");
        if told["second"] == json!(false) {
            break;
        }
    }
    live.sockets.first.done(&offer("a", "accept")).await;
    let next = live.sockets.first.until_kind("rematched", 0).await["match"].clone();
    let pushed = service.next().await;
    assert_eq!(pushed.path, "/send/second", "whoever is there sees it");
    let expected = json!({"kind": "found", "game": GAME, "match": next, "opponent": null});
    assert_eq!(browsers[1].read(&pushed), expected);
}

async fn a_subscription_that_is_gone_is_forgotten(database: &Database) {
    let server = start(database).await;
    let mut service = PushService::start(&[]).await;
    let [one, other] = [server.guest().await, server.guest().await];
    for status in [410, 404] {
        service.then(&[Fate::Status(status)]);
        subscribe(&server, &one, &PushBrowser::new(&service, "gone"), &["challenge"]).await;
        challenge(&server, &other, &one).await;
        service.next().await;
        within("it is forgotten", async {
            while !subscriptions(&server, &one).await.is_empty() {}
        })
        .await;
    }
}

async fn a_service_that_limits_or_fails_is_asked_again(database: &Database) {
    let server = start(database).await;
    let mut service = PushService::start(&[]).await;
    let [one, other] = [server.guest().await, server.guest().await];
    let browser = PushBrowser::new(&service, "one");
    subscribe(&server, &one, &browser, &["challenge"]).await;
    let again = [429, 503].map(Fate::Status);
    let gives_up = [500; 3].map(Fate::Status);
    // A refusal is not asked again, and a head without an end is as good as no answer.
    let refuses = [Fate::Status(403)];
    let long = [Fate::LongHead];
    for (fates, attempts) in
        [(&again[..], 3), (&gives_up[..], 3), (&refuses[..], 1), (&long[..], 2)]
    {
        service.then(fates);
        let challenged = challenge(&server, &other, &one).await;
        for _ in 0..attempts {
            let pushed = service.next().await;
            assert_eq!(browser.read(&pushed)["match"], json!(challenged), "{fates:?}");
        }
        decline(&server, &one, &challenged).await;
    }
    assert_eq!(subscriptions(&server, &one).await.len(), 1, "none of that ends it");
}

async fn silent_push_service_delays_no_others(database: &Database) {
    let server = start(database).await;
    let mut silent = PushService::start(&[Fate::Silence; 100]).await;
    let mut good = PushService::start(&[]).await;
    let [one, other] = [server.guest().await, server.guest().await];
    subscribe(&server, &one, &PushBrowser::new(&silent, "silent"), &["challenge"]).await;
    let browser = PushBrowser::new(&good, "good");
    subscribe(&server, &one, &browser, &["challenge"]).await;
    // More than are sent to one service at a time.
    for _ in 0..12 {
        let challenged = challenge(&server, &other, &one).await;
        assert_eq!(browser.read(&good.next().await)["match"], json!(challenged));
        decline(&server, &one, &challenged).await;
    }
    silent.next().await;
    let exit = within("it stops all the same", server.terminate()).await;
    assert!(exit.status.success(), "{exit:?}");
}

async fn what_cannot_be_sent_to_is_refused(database: &Database) {
    let server = Server::start(database).await;
    let service = PushService::start(&[]).await;
    let guest = server.guest().await;
    let good = || {
        let mut wish = PushBrowser::new(&service, "one").subscription(&["turn"]);
        wish["endpoint"] = json!("https://push.example.org/send/one");
        wish
    };
    let long = format!("https://push.example.org/{}", "a".repeat(1_024));
    for endpoint in [
        "",
        "push",
        "http://push.example.org/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.1/",
        "https://169.254.169.254/latest",
        "https://u:p@push.example.org/",
        &long,
    ] {
        let mut wish = good();
        wish["endpoint"] = json!(endpoint);
        put(&server, &guest, &wish).await.is_problem(422, "bad_subscription");
    }
    for (name, text) in [
        ("p256dh", ""),
        ("p256dh", "BAAA"),
        ("p256dh", "x y"),
        ("auth", ""),
        ("auth", "AAAA"),
        // 65 bytes that are no point of the curve.
        ("p256dh", &format!("BA{}", "A".repeat(85))),
    ] {
        let mut wish = good();
        wish["keys"][name] = json!(text);
        put(&server, &guest, &wish).await.is_problem(422, "bad_subscription");
    }
    put(&server, &guest, &json!({"endpoint": "https://a.b"})).await.is_problem(400, "bad_request");
    assert_eq!(subscriptions(&server, &guest).await, [] as [Value; 0]);
    let made = put(&server, &guest, &good()).await.ok();
    assert_eq!(subscriptions(&server, &guest).await, std::slice::from_ref(&made));
    assert_eq!((&made["service"], &made["kinds"]), (&json!("push.example.org"), &json!(["turn"])));
    assert!(!made.to_string().contains("send/one"), "the endpoint stays secret");
}

async fn key_and_subscriptions_survive_the_server(database: &Database) {
    let mut server = start(database).await;
    let mut service = PushService::start(&[]).await;
    let mut live = by_days(&server).await;
    let browser = PushBrowser::new(&service, "one");
    subscribe(&server, opponent(&live).1, &browser, &["turn"]).await;
    let before = key(&server).await;
    server.kill().await;
    server = start(database).await;
    assert_eq!(key(&server).await, before);
    live.sit_again(&server).await;
    live.play().await;
    let pushed = service.next().await;
    assert_eq!(browser.read(&pushed)["match"], json!(live.table.id));
    let _ = pushed.claims(&before);
}

async fn ten_browsers_each_notify_their_owner(database: &Database) {
    let server = start(database).await;
    let service = PushService::start(&[]).await;
    let [one, other] = [server.guest().await, server.guest().await];
    let browsers: Vec<PushBrowser> =
        (0..11).map(|number| PushBrowser::new(&service, &format!("b{number}"))).collect();
    let mut ids = Vec::new();
    for browser in &browsers {
        ids.push(subscribe(&server, &one, browser, &["turn"]).await);
    }
    let told = subscriptions(&server, &one).await;
    let told: Vec<&str> = told.iter().filter_map(|told| told["id"].as_str()).collect();
    assert_eq!(
        (told.len(), told.contains(&&*ids[10])),
        (10, true),
        "the oldest are told no longer"
    );
    let remove = async |guest: &Guest, id: &str| {
        let path = format!("/api/me/push/{id}");
        server.send(Request::new(Method::DELETE, &path).by(guest)).await
    };
    remove(&other, &ids[10]).await.is_problem(404, "not_found");
    assert_eq!(remove(&one, &ids[10]).await.status, 204);
    remove(&one, &ids[10]).await.is_problem(404, "not_found");
    // The present user of the browser gets the notice.
    subscribe(&server, &other, &browsers[9], &["turn"]).await;
    assert_eq!(subscriptions(&server, &one).await.len(), 8);
    let erase = Request::new(Method::DELETE, "/api/me").by(&other).json(&json!({}));
    assert_eq!(server.send(erase).await.status, 204);
}
