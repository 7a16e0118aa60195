//! Notices by mail, sent to a mail server of the test's own.

use crate::browser::Browser;
use crate::live::GAME;
use crate::on_both;
use e2e::{
    Answer, Database, MailFate, MailService, Mailed, Method, Request, Server, Socket, run_to_exit,
    within,
};
use engine::{AnyGame, Options};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

on_both!(
    a_confirmed_address_is_told_of_a_turn_until_one_click_ends_it,
    a_link_confirms_once,
    an_address_is_shown_in_part_changed_and_removed,
    only_those_who_keep_their_identity_have_one,
    without_a_mail_server_there_is_no_mail,
    what_nobody_can_be_sent_to_is_refused,
    several_games_are_one_mail_and_what_is_past_is_not_told,
    who_has_a_page_open_is_not_told,
    challenges_and_begun_games_are_told_to_those_who_wish,
    a_server_that_does_not_take_a_mail_now_is_asked_again,
    an_address_that_does_not_exist_gets_nothing_more,
    a_refusal_of_the_sender_or_the_mail_is_not_the_addresss_fault,
    a_mail_server_that_is_away_or_silent_holds_up_nobody,
    one_address_is_sent_so_many_links,
    everything_is_exported_and_deleted,
);

const ADDRESS: &str = "li.bai@example.org";

/// The flags for mail with links to `http://127.0.0.1`, which no test follows.
fn flags<'a>(url: &'a str, gather: &'a str) -> [&'a str; 8] {
    [
        "--mail-server",
        url,
        "--mail-from",
        "Yiguan 弈馆 <yiguan@example.com>",
        "--public-url",
        "http://play.example.org",
        "--mail-gather",
        gather,
    ]
}

async fn start(database: &Database, service: &MailService) -> Server {
    Server::start_with_flags(database, &flags(&service.url(), "0")).await
}

/// A server that looks a second later whether somebody has a page open, so that it has noted by then
/// that they have closed it.
async fn start_patient(database: &Database, service: &MailService) -> Server {
    Server::start_with_flags(database, &flags(&service.url(), "1")).await
}

async fn put(browser: &mut Browser<'_>, body: &Value) -> Answer {
    browser.send(Request::new(Method::PUT, "/api/me/mail").json(body)).await
}

/// Confirms as the page of the link does, from a browser that nobody knows.
async fn confirm(server: &Server, code: &str) -> Answer {
    let body = json!({"code": code});
    server.send(Request::post("/api/mail/confirmations").json(&body)).await
}

/// Enters an address and confirms it.
async fn enter(
    server: &Server,
    service: &mut MailService,
    browser: &mut Browser<'_>,
    body: &Value,
) {
    let _ = put(browser, body).await.ok();
    let mailed = service.next().await;
    let confirmed = confirm(server, mailed.after("/mail/confirm#")).await;
    assert_eq!(confirmed.status, 204, "{confirmed:?}");
}

fn all() -> Value {
    json!({"address": ADDRESS, "turn": true, "challenge": true, "found": true})
}

/// A match by days between somebody and a guest, who begins and is connected.
struct ByDays {
    id: String,
    guest: Socket,
    game: AnyGame,
}

impl ByDays {
    async fn open(server: &Server, browser: &mut Browser<'_>) -> Self {
        let clock = json!({"kind": "correspondence", "days": 3});
        let wish = json!({"game": GAME, "seat": "second", "clock": clock});
        let made = browser.post("/api/matches", &wish).await.ok();
        let id = made["id"].as_str().expect("an id").to_owned();
        let guest = server.guest().await;
        let join = Request::post(&format!("/api/matches/{id}/join")).by(&guest);
        assert_eq!(server.send(join).await.status, 200);
        let guest = Socket::follow(server.address(), &id, Some(&guest), None).await;
        let game = AnyGame::new(GAME, None, &Options::default(), None).expect("it is listed");
        Self { id, guest, game }
    }

    fn command(&self) -> Value {
        let action = self.game.legal().into_iter().next().expect("the game goes on");
        let id = format!("p{}", self.game.ply());
        json!({"type": "play", "id": id, "ply": self.game.ply(), "move": action})
    }

    fn note(&mut self, command: &Value) {
        self.game.play(command["move"].as_str().expect("a text")).expect("the server took it");
    }

    /// The guest plays.
    async fn play(&mut self) {
        let command = self.command();
        self.guest.done(&command).await;
        self.note(&command);
    }

    /// The other plays, and closes the page.
    async fn answer(&mut self, browser: &Browser<'_>) {
        let mut socket = browser.sit(&self.id).await;
        let command = self.command();
        socket.done(&command).await;
        self.note(&command);
        leave(socket).await;
    }

    fn link(&self) -> String {
        format!("http://play.example.org/m/{}", self.id)
    }
}

async fn leave(mut socket: Socket) {
    socket.send(Message::Close(None)).await;
    socket.until_closed().await;
}

/// Challenges somebody; returns the match.
async fn challenge(server: &Server, whom: &str) -> String {
    let guest = server.guest().await;
    let wish = json!({"game": GAME, "opponent": whom});
    let made = server.send(Request::post("/api/matches").by(&guest).json(&wish)).await.ok();
    made["id"].as_str().expect("an id").to_owned()
}

fn links(mailed: &Mailed) -> usize {
    mailed.text.matches("/m/").count()
}

async fn a_confirmed_address_is_told_of_a_turn_until_one_click_ends_it(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start_patient(database, &service).await;
    let mut browser = Browser::kept(&server, "Li Bai").await;
    let mut game = ByDays::open(&server, &mut browser).await;
    let entered = put(&mut browser, &json!({"address": " Li.Bai@Example.org "})).await.ok();
    let expected = json!({"address": "L…@e…e.org", "state": "unconfirmed", "turn": true,
        "challenge": true, "found": false});
    assert_eq!(entered, expected);
    let mailed = service.next().await;
    assert_eq!((&*mailed.from, &*mailed.to), ("yiguan@example.com", "Li.Bai@example.org"));
    assert!(mailed.header("From").ends_with(" <yiguan@example.com>"), "{mailed:?}");
    assert_eq!(mailed.header("Subject"), "Confirm your address");
    let code = mailed.after("http://play.example.org/mail/confirm#").to_owned();
    // Nothing else is sent before it is confirmed: what comes is the turn after.
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
    let expected = json!({"address": "L…@e…e.org", "state": "confirmed", "turn": false,
        "challenge": false, "found": false});
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
    assert_eq!(service.rest(), [], "none any more");
    for secret in ["ai@", &code, stop.split_once('=').expect("a query").1, "example.org/m"] {
        assert!(!ended.stderr.contains(secret), "{secret} is in {}", ended.stderr);
    }
}

async fn a_link_confirms_once(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::kept(&server, "Li Bai").await;
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
    // A new address is confirmed anew, and the link of the former one no longer counts.
    let _ = put(&mut browser, &json!({"address": "du.fu@example.org"})).await.ok();
    let third = service.next().await;
    assert_eq!(third.to, "du.fu@example.org");
    confirm(&server, &second).await.is_problem(410, "link_used");
    assert_eq!(confirm(&server, third.after("/mail/confirm#")).await.status, 204);
}

async fn an_address_is_shown_in_part_changed_and_removed(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::kept(&server, "Li Bai").await;
    assert_eq!(browser.get("/api/me/mail").await, json!({"mail": null}));
    let kinds = json!({"turn": false, "challenge": false, "found": true});
    let set = || Request::new(Method::PUT, "/api/me/mail/kinds");
    browser.send(set().json(&kinds)).await.is_problem(404, "not_found");
    browser.send(Request::post("/api/me/mail/confirmation")).await.is_problem(404, "not_found");
    let remove = || Request::new(Method::DELETE, "/api/me/mail");
    browser.send(remove()).await.is_problem(404, "not_found");
    enter(&server, &mut service, &mut browser, &all()).await;
    let shown = browser.send(Request::get("/api/me/mail")).await;
    assert!(!shown.text().contains("bai"), "{}", shown.text());
    let set = browser.send(set().header("accept-language", "ja").json(&kinds)).await.ok();
    assert_eq!((&set["turn"], &set["found"]), (&json!(false), &json!(true)));
    // Somebody else may have the same address; neither is told.
    let mut other = Browser::kept(&server, "Du Fu").await;
    enter(&server, &mut service, &mut other, &json!({"address": ADDRESS, "challenge": true})).await;
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
    let guest = server.guest().await;
    let request = |method, path: &str| Request::new(method, path).by(&guest);
    let kinds = json!({"turn": true, "challenge": true, "found": true});
    for request in [
        request(Method::GET, "/api/me/mail"),
        request(Method::PUT, "/api/me/mail").json(&json!({"address": ADDRESS})),
        request(Method::DELETE, "/api/me/mail"),
        request(Method::POST, "/api/me/mail/confirmation"),
        request(Method::PUT, "/api/me/mail/kinds").json(&kinds),
    ] {
        server.send(request).await.is_problem(403, "not_kept");
    }
    drop(server.terminate().await);
    assert_eq!(service.connections(), 0);
}

async fn without_a_mail_server_there_is_no_mail(database: &Database) {
    let server = Server::start(database).await;
    let mut browser = Browser::kept(&server, "Li Bai").await;
    put(&mut browser, &json!({"address": ADDRESS})).await.is_problem(404, "no_mail");
    browser.send(Request::get("/api/me/mail")).await.is_problem(404, "no_mail");
    confirm(&server, "x").await.is_problem(404, "no_mail");
    let push = server.send(Request::get("/api/push")).await.ok();
    assert_eq!(push.get("mail"), None, "nothing tells of mail");
}

async fn what_nobody_can_be_sent_to_is_refused(database: &Database) {
    let service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::kept(&server, "Li Bai").await;
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

async fn several_games_are_one_mail_and_what_is_past_is_not_told(database: &Database) {
    let mut service = MailService::start(&[]).await;
    // What is gathered for an hour is sent when the server stops.
    let server = Server::start_with_flags(database, &flags(&service.url(), "3600")).await;
    let mut browser = Browser::kept(&server, "Li Bai").await;
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
    let mailed = service.next().await;
    assert_eq!(mailed.header("Subject"), "3 games are waiting for you");
    for link in [games[1].link(), games[2].link(), format!("/m/{challenged}")] {
        assert_eq!(mailed.text.matches(&link).count(), 1, "{link} in {}", mailed.text);
    }
    assert_eq!((links(&mailed), service.rest()), (3, vec![]));
}

async fn who_has_a_page_open_is_not_told(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut present = Browser::kept(&server, "Li Bai").await;
    enter(&server, &mut service, &mut present, &all()).await;
    let mut away = Browser::kept(&server, "Du Fu").await;
    let address = json!({"address": "du.fu@example.org"});
    enter(&server, &mut service, &mut away, &address).await;
    let _open = present.listen().await;
    challenge(&server, &present.id().await).await;
    challenge(&server, &away.id().await).await;
    assert_eq!(service.next().await.to, "du.fu@example.org");
    drop(server.terminate().await);
    assert_eq!(service.rest(), []);
}

async fn challenges_and_begun_games_are_told_to_those_who_wish(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start_patient(database, &service).await;
    let mut one = Browser::kept(&server, "李白").await;
    let found = json!({"address": ADDRESS, "turn": false, "challenge": false, "found": true});
    enter(&server, &mut service, &mut one, &found).await;
    let mut other = Browser::kept(&server, "杜甫").await;
    let address = json!({"address": "du.fu@example.org"});
    enter(&server, &mut service, &mut other, &address).await;
    let kinds = json!({"turn": false, "challenge": true, "found": false});
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

async fn a_server_that_does_not_take_a_mail_now_is_asked_again(database: &Database) {
    for (fate, name) in [
        (MailFate::Greets("421 4.3.2 Busy"), "Li Bai"),
        (MailFate::Greets("554 5.3.2 Go away"), "Du Fu"),
        (MailFate::Greets("what\r\nis this"), "Wang Wei"),
        (MailFate::Sender("451 4.3.0 Not now"), "Su Shi"),
        (MailFate::Recipient("450 4.7.1 Greylisted"), "Tao Yuanming"),
        (MailFate::Mail("452 4.3.1 Full"), "Meng Haoran"),
        (MailFate::Recipient("999 \u{fffd}"), "Qu Yuan"),
        (MailFate::HangsUp, "Lu You"),
    ] {
        let mut service = MailService::start(&[fate]).await;
        let server = start(database, &service).await;
        let mut browser = Browser::kept(&server, name).await;
        let _ = put(&mut browser, &all()).await.ok();
        assert_eq!(service.next().await.to, ADDRESS, "{fate:?}");
        assert_eq!(service.connections(), 2, "{fate:?}");
        drop(server.terminate().await);
    }
}

async fn an_address_that_does_not_exist_gets_nothing_more(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::kept(&server, "Li Bai").await;
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
    assert_eq!((&kept["state"], &kept["turn"]), (&json!("confirmed"), &json!(true)));
    let ended = server.terminate().await;
    assert!(!ended.stderr.contains("li.bai"), "{}", ended.stderr);
}

async fn a_refusal_of_the_sender_or_the_mail_is_not_the_addresss_fault(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::kept(&server, "Li Bai").await;
    enter(&server, &mut service, &mut browser, &all()).await;
    let id = browser.id().await;
    for fate in [
        MailFate::Sender("550 5.7.1 Who are you"),
        MailFate::Recipient("554 5.7.1 Relay access denied"),
        MailFate::Recipient("550 5.7.1 Blocked"),
        MailFate::Mail("554 5.6.0 What is this"),
    ] {
        service.then(&[fate]);
        challenge(&server, &id).await;
        let taken = challenge(&server, &id).await;
        let mailed = service.next().await;
        assert!(mailed.text.contains(&taken), "{fate:?}: {}", mailed.text);
        let state = browser.get("/api/me/mail").await["mail"]["state"].clone();
        assert_eq!(state, "confirmed", "{fate:?}");
    }
}

async fn a_mail_server_that_is_away_or_silent_holds_up_nobody(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut browser = Browser::kept(&server, "Li Bai").await;
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

async fn one_address_is_sent_so_many_links(database: &Database) {
    let mut service = MailService::start(&[]).await;
    let server = start(database, &service).await;
    let mut first = None;
    for (at, name) in ["Li Bai", "Du Fu", "Wang Wei", "Bai Juyi", "Su Shi"].iter().enumerate() {
        let mut browser = Browser::kept(&server, name).await;
        let entered = put(&mut browser, &json!({"address": ADDRESS})).await.ok();
        assert_eq!(*first.get_or_insert_with(|| entered.clone()), entered, "whoever asks");
        if at < 3 {
            assert_eq!(service.next().await.to, ADDRESS);
        }
    }
    // One person has so many sent, wherever to.
    let mut browser = Browser::kept(&server, "Meng Haoran").await;
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
    let mut browser = Browser::kept(&server, "Li Bai").await;
    enter(&server, &mut service, &mut browser, &all()).await;
    let exported = browser.send(Request::get("/api/me/export")).await;
    let about: Value =
        serde_json::from_str(exported.text().lines().next().expect("a line")).expect("JSON");
    let mail = &about["mail"];
    assert_eq!((&mail["address"], &mail["turn"]), (&json!(ADDRESS), &json!(true)));
    assert!(mail["confirmed_at"].is_u64() && mail["refused_at"].is_null(), "{mail}");
    let id = browser.id().await;
    let erase = Request::new(Method::DELETE, "/api/me");
    let erase = erase.json(&json!({"password": crate::browser::PASSWORD}));
    assert_eq!(browser.send(erase).await.status, 204);
    let guest = server.guest().await;
    let wish = json!({"game": GAME, "opponent": id});
    // Whether there is still somebody to challenge is not this test's concern.
    let _ = server.send(Request::post("/api/matches").by(&guest).json(&wish)).await;
    drop(server.terminate().await);
    assert_eq!(service.rest(), []);
}

#[tokio::test]
async fn flags_that_do_not_fit_together_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let data = data.to_str().expect("plain");
    let login = folder.path().join("login");
    std::fs::write(&login, "only-a-secret\n").expect("it is written");
    let login = login.to_str().expect("plain");
    let (from, site) = (["--mail-from", "a@example.org"], ["--public-url", "http://example.org"]);
    let server = |url| ["--mail-server", url];
    let cases: [(Vec<&str>, &str); 8] = [
        (server("smtp://localhost").to_vec(), "--mail-from"),
        ([server("smtp://localhost"), from].concat(), "--public-url"),
        (from.to_vec(), "--mail-server"),
        (["--mail-login", login].to_vec(), "--mail-server"),
        ([server("mail.example.org"), from, site].concat(), "smtps://"),
        ([server("smtps://me:secret@a b"), from, site].concat(), "smtps://"),
        ([server("smtp://localhost"), from, site, ["--mail-login", login]].concat(), "two lines"),
        (
            [server("smtp://localhost"), from, site, ["--mail-login", "/nowhere"]].concat(),
            "/nowhere",
        ),
    ];
    for (flags, expected) in cases {
        let arguments = [&["--bind", "127.0.0.1:0", "--data-dir", data], &*flags].concat();
        let exit = run_to_exit(&arguments).await;
        assert!(!exit.status.success(), "{flags:?}");
        assert!(exit.stderr.contains(expected), "{flags:?}: {}", exit.stderr);
        assert!(!exit.stderr.contains("secret"), "{flags:?}: {}", exit.stderr);
    }
    assert!(!std::path::Path::new(data).exists(), "no database was made");
}
