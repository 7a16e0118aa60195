//! Old credentials at every entry: cookies, tokens, links and codes that have ended are refused.

use crate::browser::{Browser, PASSWORD};
use crate::live::GAME;
use crate::on_both;
use e2e::{Database, Method, PushBrowser, PushService, Request, Server, Socket};
use serde_json::{Value, json};

on_both!(
    credentials_of_a_registered_guest_are_refused,
    credentials_end_with_a_new_password,
    credentials_end_when_signing_out_everywhere,
    credentials_end_with_a_recovery,
    credentials_of_a_deleted_account_are_refused,
    session_that_signed_out_is_refused_at_every_entry,
    signing_in_ends_tokens_of_the_guest,
    bot_that_registers_by_token_keeps_it,
    guest_sockets_end_after_registration,
    sign_out_ends_link_and_subscription,
);

pub(crate) const NEW_PASSWORD: &str = "nine tailed foxes drink tea";

/// A credential as it is sent.
#[derive(Debug, Clone)]
pub(crate) enum Old {
    Cookie(String),
    Token(String),
    Link(String),
    Code(String),
}

/// The requests that a cookie or a token may be tried at.
fn entries() -> Vec<Request> {
    let password = json!({"name": "Li Po", "password": PASSWORD});
    vec![
        Request::get("/api/me"),
        Request::get("/api/me/sessions"),
        Request::get("/api/me/tokens"),
        Request::get("/api/me/passkeys"),
        Request::get("/api/me/push"),
        Request::get("/api/me/matches"),
        Request::get("/api/me/confirm"),
        Request::get("/api/me/export"),
        Request::post("/api/me/tokens"),
        Request::post("/api/me/links"),
        Request::post("/api/me/recovery-codes"),
        Request::post("/api/me/logout"),
        Request::post("/api/me/register").json(&password),
        Request::post("/api/me/confirm").json(&json!({"password": PASSWORD})),
        Request::post("/api/me/passkeys/begin").header("host", "localhost"),
        Request::new(Method::PUT, "/api/me/password").json(&json!({"password": NEW_PASSWORD})),
        Request::new(Method::DELETE, "/api/me/sessions"),
        Request::new(Method::DELETE, "/api/me"),
    ]
}

/// The text of a cookie without its name.
fn value(cookie: &str) -> &str {
    cookie.split_once('=').expect("a name and a value").1
}

pub(crate) fn token_of(answer: &Value) -> Old {
    Old::Token(answer["token"].as_str().expect("a token").to_owned())
}

fn link_of(answer: &Value) -> Old {
    Old::Link(answer["code"].as_str().expect("a code").to_owned())
}

fn cookie_of(browser: &Browser<'_>) -> Old {
    Old::Cookie(browser.cookie.clone().expect("it has been here"))
}

/// Whether an answer contains the id of a player.
fn is_about(text: &str, id: &str) -> bool {
    text.contains(id)
}

/// Tries an old credential of a player at every kind of entry.
async fn refused(server: &Server, id: &str, room: &str, old: &Old) {
    match old {
        Old::Cookie(cookie) => {
            let is_session = value(cookie).split('.').count() == 5;
            for request in entries() {
                let shown = format!("{request:?} by {old:?}");
                let answer = server.send(request.header("cookie", cookie)).await;
                assert!(!is_about(answer.text(), id), "{shown}: {answer:?}");
                if answer.status == 201 && answer.text().contains("\"token\"") {
                    let made = answer.json()["token"].as_str().expect("a token").to_owned();
                    let me = by_token("/api/me", &made);
                    assert!(!is_about(server.send(me).await.text(), id), "{shown}");
                }
            }
            let mut socket = Socket::follow_by_cookie(server.address(), room, cookie).await;
            assert_eq!(socket.seat(), None, "{old:?}, a session: {is_session}");
            socket.ping().await;
            // A cookie is no token, whatever it is good for.
            refused_as_token(server, room, value(cookie)).await;
        }
        Old::Token(token) => {
            refused_as_token(server, room, token).await;
            let cookie = format!("yiguan={token}");
            let me = server.send(Request::get("/api/me").header("cookie", &cookie)).await;
            assert!(!is_about(me.text(), id), "a token is no cookie: {me:?}");
        }
        Old::Link(code) => {
            let answer = Browser::new(server).post("/api/links", &json!({"code": code})).await;
            answer.is_problem(410, "link_used");
        }
        Old::Code(code) => {
            let body = json!({"code": code});
            let answer = Browser::new(server).post("/api/sessions/recovery", &body).await;
            answer.is_problem(401, "bad_credentials");
        }
    }
}

fn by_token(path: &str, token: &str) -> Request {
    Request::get(path).header("authorization", &format!("Bearer {token}"))
}

async fn refused_as_token(server: &Server, room: &str, token: &str) {
    for request in entries() {
        let request = request.header("authorization", &format!("Bearer {token}"));
        server.send(request).await.is_problem(401, "bad_token");
    }
    for path in [format!("/ws/matches/{room}"), "/ws/lobby".to_owned()] {
        let upgrade = by_token(&path, token)
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
        server.send(upgrade).await.is_problem(401, "bad_token");
    }
}

pub(crate) async fn start(database: &Database) -> Server {
    Server::start_with_flags(database, &["--limits", "off", "--push-loopback"]).await
}

/// A room of the browser's visitor.
async fn open_room(browser: &mut Browser<'_>) -> String {
    let made = browser.post("/api/matches", &json!({"game": GAME, "seat": "first"})).await.ok();
    made["id"].as_str().expect("an id").to_owned()
}

async fn subscribe(browser: &mut Browser<'_>, service: &PushService, name: &str) {
    let wish = PushBrowser::new(service, name).subscription(&["turn"]);
    let put = Request::new(Method::PUT, "/api/me/push").json(&wish);
    assert_eq!(browser.send(put).await.status, 200);
}

async fn subscriptions(browser: &mut Browser<'_>) -> usize {
    let listed = browser.get("/api/me/push").await;
    listed["subscriptions"].as_array().expect("a list").len()
}

pub(crate) async fn sessions(browser: &mut Browser<'_>) -> usize {
    browser.get("/api/me/sessions").await["sessions"].as_array().expect("a list").len()
}

/// An owner at a laptop, and everything that a thief could have of the account.
pub(crate) struct Account<'a> {
    pub(crate) id: String,
    room: String,
    pub(crate) laptop: Browser<'a>,
    pub(crate) codes: Vec<String>,
    stolen: Vec<Old>,
    service: PushService,
}

impl<'a> Account<'a> {
    pub(crate) async fn open(server: &'a Server) -> Self {
        let service = PushService::start(&[]).await;
        let mut laptop = Browser::new(server);
        let room = open_room(&mut laptop).await;
        let kept = laptop.register("Li Bai").await.ok();
        let codes = kept["recovery_codes"].as_array().expect("codes").iter();
        let codes = codes.map(|code| code.as_str().expect("a code").to_owned()).collect();
        subscribe(&mut laptop, &service, "laptop").await;
        let mut phone = Browser::new(server);
        assert_eq!(phone.log_in("Li Bai", PASSWORD).await.status, 200);
        subscribe(&mut phone, &service, "phone").await;
        let tokens = [
            token_of(&laptop.send(Request::post("/api/me/tokens")).await.ok()),
            token_of(&phone.send(Request::post("/api/me/tokens")).await.ok()),
        ];
        // A link replaces the one before, so there is one of the laptop, used for a session, and one of
        // the phone.
        let link = laptop.send(Request::post("/api/me/links")).await.ok();
        let mut tablet = Browser::new(server);
        let taken = tablet.post("/api/links", &json!({"code": link["code"]})).await;
        assert_eq!(taken.status, 200);
        let link = link_of(&phone.send(Request::post("/api/me/links")).await.ok());
        assert_eq!(subscriptions(&mut laptop).await, 2);
        let mut stolen = vec![cookie_of(&phone), cookie_of(&tablet), link];
        stolen.extend(tokens);
        let id = laptop.id().await;
        Self { id, room, laptop, codes, stolen, service }
    }

    /// Everything stolen is refused.
    async fn all_refused(&self, server: &Server) {
        for old in &self.stolen {
            refused(server, &self.id, &self.room, old).await;
        }
    }
}

async fn credentials_of_a_registered_guest_are_refused(database: &Database) {
    let server = start(database).await;
    let service = PushService::start(&[]).await;
    let mut laptop = Browser::new(&server);
    let id = laptop.id().await;
    let room = open_room(&mut laptop).await;
    subscribe(&mut laptop, &service, "guest").await;
    let cookie = cookie_of(&laptop);
    let token = token_of(&laptop.send(Request::post("/api/me/tokens")).await.ok());
    let link = laptop.send(Request::post("/api/me/links")).await.ok();
    let own = cookie_of(&laptop);
    let mut phone = Browser::new(&server);
    assert_eq!(phone.post("/api/links", &json!({"code": link["code"]})).await.status, 200);
    subscribe(&mut phone, &service, "phone").await;
    let unused = link_of(&laptop.send(Request::post("/api/me/links")).await.ok());
    let used = link_of(&link);
    assert_eq!(phone.id().await, id);
    assert_eq!(subscriptions(&mut laptop).await, 2);
    assert_eq!(laptop.register("Li Bai").await.status, 201);
    assert_eq!(cookie_of(&laptop).text(), own.text(), "the session stays");
    for old in [cookie, cookie_of(&phone), token, unused, used] {
        refused(&server, &id, &room, &old).await;
    }
    assert_eq!(laptop.id().await, id);
    assert_eq!((sessions(&mut laptop).await, subscriptions(&mut laptop).await), (1, 0));
}

impl Old {
    fn text(&self) -> &str {
        match self {
            Self::Cookie(text) | Self::Token(text) | Self::Link(text) | Self::Code(text) => text,
        }
    }
}

async fn credentials_end_with_a_new_password(database: &Database) {
    let server = start(database).await;
    let mut account = Account::open(&server).await;
    let wish = json!({"password": NEW_PASSWORD});
    let put = Request::new(Method::PUT, "/api/me/password").json(&wish);
    assert_eq!(account.laptop.send(put).await.ok(), json!({"passkeys": 0}));
    account.all_refused(&server).await;
    let laptop = &mut account.laptop;
    assert_eq!(laptop.id().await, account.id);
    assert_eq!((sessions(laptop).await, subscriptions(laptop).await), (1, 1));
    laptop.log_in("Li Bai", PASSWORD).await.is_problem(401, "bad_credentials");
}

async fn credentials_end_when_signing_out_everywhere(database: &Database) {
    let server = start(database).await;
    let mut account = Account::open(&server).await;
    let others = Request::new(Method::DELETE, "/api/me/sessions");
    assert_eq!(account.laptop.send(others).await.ok(), json!({"passkeys": 0}));
    account.all_refused(&server).await;
    let laptop = &mut account.laptop;
    assert_eq!(laptop.id().await, account.id);
    assert_eq!((sessions(laptop).await, subscriptions(laptop).await), (1, 1));
}

async fn credentials_end_with_a_recovery(database: &Database) {
    let server = start(database).await;
    let mut account = Account::open(&server).await;
    account.stolen.push(cookie_of(&account.laptop));
    account.stolen.push(Old::Code(account.codes[0].clone()));
    // Without a new password: the owner of a lost device may know the password still.
    let mut desk = Browser::new(&server);
    let back = desk.post("/api/sessions/recovery", &json!({"code": account.codes[0]})).await.ok();
    assert_eq!((&back["id"], &back["passkeys"]), (&json!(account.id), &json!(0)));
    account.all_refused(&server).await;
    assert_eq!((sessions(&mut desk).await, subscriptions(&mut desk).await), (1, 0));
    // A recovery confirms, and new codes replace the others.
    assert_eq!(desk.send(Request::post("/api/me/recovery-codes")).await.status, 201);
    for code in &account.codes {
        refused(&server, &account.id, &account.room, &Old::Code(code.clone())).await;
    }
}

async fn credentials_of_a_deleted_account_are_refused(database: &Database) {
    let server = start(database).await;
    let mut account = Account::open(&server).await;
    account.stolen.push(cookie_of(&account.laptop));
    account.stolen.extend(account.codes.iter().cloned().map(Old::Code));
    let erase = Request::new(Method::DELETE, "/api/me");
    assert_eq!(account.laptop.send(erase).await.status, 204);
    account.all_refused(&server).await;
    let page = format!("/api/accounts/{}", account.id);
    server.send(Request::get(&page)).await.is_problem(404, "not_found");
    // A guest who deletes everything is gone as well.
    let mut guest = Browser::new(&server);
    let room = open_room(&mut guest).await;
    let (id, cookie) = (guest.id().await, cookie_of(&guest));
    let token = token_of(&guest.send(Request::post("/api/me/tokens")).await.ok());
    let link = link_of(&guest.send(Request::post("/api/me/links")).await.ok());
    let session = cookie_of(&guest);
    assert_eq!(guest.send(Request::new(Method::DELETE, "/api/me")).await.status, 204);
    for old in [cookie, session, token, link] {
        refused(&server, &id, &room, &old).await;
    }
    drop(account.service);
}

async fn session_that_signed_out_is_refused_at_every_entry(database: &Database) {
    let server = start(database).await;
    let mut account = Account::open(&server).await;
    let mut phone = Browser::new(&server);
    assert_eq!(phone.log_in("Li Bai", PASSWORD).await.status, 200);
    let old = cookie_of(&phone);
    assert_eq!(phone.send(Request::post("/api/me/logout")).await.status, 204);
    refused(&server, &account.id, &account.room, &old).await;
    // Another account in the same browser replaces the session.
    assert_eq!(phone.log_in("Li Bai", PASSWORD).await.status, 200);
    let old = cookie_of(&phone);
    let mut other = Browser::registered(&server, "Du Fu").await;
    assert_eq!(phone.log_in("Du Fu", PASSWORD).await.ok()["id"], other.me().await["id"]);
    refused(&server, &account.id, &account.room, &old).await;
    // A token that its owner revoked.
    let made = account.laptop.send(Request::post("/api/me/tokens")).await.ok();
    let path = format!("/api/me/tokens/{}", made["id"].as_str().expect("an id"));
    assert_eq!(account.laptop.send(Request::new(Method::DELETE, &path)).await.status, 204);
    refused(&server, &account.id, &account.room, &token_of(&made)).await;
}

async fn signing_in_ends_tokens_of_the_guest(database: &Database) {
    let server = start(database).await;
    let account = Account::open(&server).await;
    let mut browser = Browser::new(&server);
    let (id, room) = (browser.id().await, open_room(&mut browser).await);
    let token = token_of(&browser.send(Request::post("/api/me/tokens")).await.ok());
    let link = link_of(&browser.send(Request::post("/api/me/links")).await.ok());
    let session = cookie_of(&browser);
    subscribe(&mut browser, &account.service, "guest").await;
    assert_eq!(browser.log_in("Li Bai", PASSWORD).await.ok()["id"], account.id.as_str());
    for old in [token, link, session] {
        refused(&server, &id, &room, &old).await;
    }
    let left = "select count(*) from push_subscription where endpoint like '%guest%'";
    assert_eq!(database.number(left).await, 0);
    // Tokens of the account stay.
    let Some(Old::Token(token)) = account.stolen.last() else { panic!("the last is a token") };
    assert_eq!(server.send(by_token("/api/me", token)).await.ok()["id"], account.id.as_str());
}

async fn bot_that_registers_by_token_keeps_it(database: &Database) {
    let server = start(database).await;
    let bot = server.guest().await;
    let more = server.send(Request::post("/api/me/tokens").by(&bot)).await.ok();
    let room = Request::post("/api/matches").json(&json!({"game": GAME}));
    let room = server.send(room.by(&bot)).await.ok();
    let room = room["id"].as_str().expect("an id");
    let keep =
        Request::post("/api/me/register").json(&json!({"name": "Deep", "password": PASSWORD}));
    assert_eq!(server.send(keep.by(&bot)).await.status, 201);
    refused(&server, &bot.id, room, &token_of(&more)).await;
    let me = server.send(Request::get("/api/me").by(&bot)).await.ok();
    assert_eq!((&me["id"], &me["guest"]), (&json!(bot.id), &json!(false)));
    server
        .send(Request::post("/api/me/tokens").by(&bot))
        .await
        .is_problem(403, "token_not_allowed");
}

async fn guest_sockets_end_after_registration(database: &Database) {
    let server = start(database).await;
    let mut laptop = Browser::new(&server);
    let room = open_room(&mut laptop).await;
    let thief = Browser::again(&server, laptop.cookie.clone());
    let mut seat = thief.sit(&room).await;
    assert_eq!(seat.seat(), Some(engine::Side::First));
    let mut stranger = Browser::new(&server);
    stranger.me().await;
    let mut lobby = stranger.listen().await;
    assert_eq!(laptop.register("Li Bai").await.status, 201);
    assert_eq!(seat.until_closed().await, Some(4010));
    assert_eq!(thief.sit(&room).await.seat(), None);
    assert_eq!(laptop.sit(&room).await.seat(), Some(engine::Side::First));
    lobby.ping().await;
}

async fn sign_out_ends_link_and_subscription(database: &Database) {
    let server = start(database).await;
    let mut account = Account::open(&server).await;
    let mut phone = Browser::new(&server);
    assert_eq!(phone.log_in("Li Bai", PASSWORD).await.status, 200);
    subscribe(&mut phone, &account.service, "second").await;
    let link = link_of(&phone.send(Request::post("/api/me/links")).await.ok());
    let listed = phone.get("/api/me/sessions").await;
    let all = listed["sessions"].as_array().expect("a list").iter();
    let own = all.clone().find(|session| session["current"] == true).expect("it has one");
    let path = format!("/api/me/sessions/{}", own["id"].as_str().expect("an id"));
    assert_eq!(subscriptions(&mut account.laptop).await, 3);
    assert_eq!(account.laptop.send(Request::new(Method::DELETE, &path)).await.status, 204);
    assert_eq!(subscriptions(&mut account.laptop).await, 2);
    refused(&server, &account.id, &account.room, &link).await;
    refused(&server, &account.id, &account.room, &cookie_of(&phone)).await;
}
