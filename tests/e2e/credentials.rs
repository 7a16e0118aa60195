//! Credentials: each kind counts only where it belongs, and none after it has ended.

use crate::browser::{Browser, PASSWORD};
use crate::live::{GAME, Live};
use crate::on_both;
use e2e::{Answer, Database, Guest, Method, Request, Server, ServerOptions, Socket};
use futures_util::future::join_all;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::time::Duration;

on_both!(
    cookie_as_bearer_token_is_refused,
    token_as_cookie_is_ignored,
    credential_that_cannot_be_looked_up_is_busy,
    cookie_seen_valid_may_only_read_in_outage,
    ended_credential_stays_ended_in_outage,
    player_turned_away_in_outage_is_credited,
    plain_cookie_does_not_count_over_https,
    forwarded_proto_of_any_client_is_ignored,
    host_by_name_needs_public_url,
);

/// The tables in which credentials are looked up, made inaccessible to the server while moves and
/// games can still be written.
pub(crate) enum LookupsAway {
    /// Locked: a look-up on Postgres waits.
    Locked(PgConnection),
    /// Renamed: a look-up fails at once.
    Renamed(Vec<&'static str>),
}

impl LookupsAway {
    /// Locks the tables where the database can, so that look-ups take too long.
    pub(crate) async fn begin(database: &Database, tables: &[&'static str]) -> Self {
        // Readers of SQLite wait for no writer: they find no such table instead.
        let Some(url) = database.url() else { return Self::fail(database, tables).await };
        let mut session = PgConnection::connect(url).await.expect("Postgres answers");
        let lock = format!("begin; lock table {} in access exclusive mode", tables.join(", "));
        let locked = sqlx::raw_sql(AssertSqlSafe(lock)).execute(&mut session).await;
        locked.expect("no other session holds it");
        Self::Locked(session)
    }

    /// Renames the tables, so that look-ups fail.
    async fn fail(database: &Database, tables: &[&'static str]) -> Self {
        for table in tables {
            database.execute(&format!("alter table {table} rename to {table}_away")).await;
        }
        Self::Renamed(tables.to_vec())
    }

    pub(crate) async fn end(self, database: &Database) {
        match self {
            Self::Locked(session) => session.close().await.expect("Postgres answers"),
            Self::Renamed(tables) => {
                for table in tables {
                    database.execute(&format!("alter table {table}_away rename to {table}")).await;
                }
            }
        }
    }
}

/// A request that opens a socket.
fn upgrade(path: &str) -> Request {
    Request::get(path)
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
}

/// Requests that use a credential for more than reading.
fn uses(match_id: &str) -> Vec<Request> {
    vec![
        Request::post("/api/me/tokens"),
        Request::post("/api/me/links"),
        Request::post("/api/me/register").json(&json!({"name": "Du Mu", "password": PASSWORD})),
        Request::post("/api/matches").json(&json!({"game": GAME})),
        Request::new(Method::PUT, "/api/me").json(&json!({"name": "Du Mu"})),
        Request::new(Method::DELETE, "/api/me"),
        upgrade(&format!("/ws/matches/{match_id}")),
        upgrade("/ws/lobby?matches=0"),
    ]
}

#[track_caller]
fn check_busy(answer: &Answer, sent: &str) {
    assert_eq!(answer.status, 503, "{sent}: {answer:?}");
    answer.is_problem(503, "busy");
    assert!(answer.header("retry-after").is_some(), "{sent}");
    assert_eq!(answer.header("set-cookie"), None, "{sent}");
}

/// Sends requests with a credential, all at once since each waits for its look-up, and checks that
/// all are refused.
async fn check_all_busy(server: &Server, requests: Vec<Request>, header: (&str, &str)) {
    let (name, value) = header;
    let sent = requests.into_iter().map(|request| async move {
        let sent = format!("{name}: {request:?}");
        (server.send(request.header(name, value)).await, sent)
    });
    for (answer, sent) in join_all(sent).await {
        check_busy(&answer, &sent);
    }
}

/// The text of a cookie, without its name.
fn value(cookie: &str) -> &str {
    cookie.split_once('=').expect("a name and a value").1
}

/// Checks that a text is refused wherever a bearer token may be sent.
async fn check_not_bearer(server: &Server, text: &str, kind: &str) {
    let days = json!({"days": 365});
    for request in [
        Request::post("/api/me/tokens"),
        Request::post("/api/me/tokens").json(&days),
        Request::post("/api/me/links"),
        Request::get("/api/me"),
        Request::get("/api/me/tokens"),
        Request::get("/"),
        Request::new(Method::DELETE, "/api/me"),
        upgrade("/ws/lobby?matches=0"),
    ] {
        let sent = format!("{kind}: {request:?}");
        let request = request.header("authorization", &format!("Bearer {text}"));
        let answer = server.send(request).await;
        assert_eq!(answer.status, 401, "{sent}: {answer:?}");
        answer.is_problem(401, "bad_token");
    }
}

async fn cookie_as_bearer_token_is_refused(database: &Database) {
    let server = Server::start(database).await;
    let mut browser = Browser::new(&server);
    browser.me().await;
    let guest = browser.cookie.clone().expect("it is new");
    check_not_bearer(&server, value(&guest), "a guest's").await;

    assert_eq!(browser.register("Du Fu").await.status, 201);
    let session = browser.cookie.clone().expect("it has one");
    check_not_bearer(&server, value(&guest), "from before the registration").await;
    check_not_bearer(&server, value(&session), "a session's").await;

    assert_eq!(browser.send(Request::post("/api/me/logout")).await.status, 204);
    check_not_bearer(&server, value(&session), "from before the sign-out").await;

    let mut browser = Browser::new(&server);
    assert_eq!(browser.log_in("Du Fu", PASSWORD).await.status, 200);
    let session = browser.cookie.clone().expect("it has one");
    assert_eq!(browser.send(Request::new(Method::DELETE, "/api/me")).await.status, 204);
    check_not_bearer(&server, value(&session), "a deleted account's").await;
}

async fn token_as_cookie_is_ignored(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    for name in ["yiguan", "__Host-yiguan"] {
        let cookie = format!("{name}={}", guest.token);
        let me = server.send(Request::get("/api/me").header("cookie", &cookie)).await;
        assert!(me.header("set-cookie").is_some(), "it is a new guest's: {me:?}");
        assert_ne!(me.ok()["id"], guest.id, "{name}");
    }
}

async fn credential_that_cannot_be_looked_up_is_busy(database: &Database) {
    let server = Server::start(database).await;
    let live = Live::open(&server).await;
    let mut owner = Browser::registered(&server, "Du Fu").await;
    let (mut visitor, token) = (Browser::new(&server), live.table.guests.first.token.clone());
    let (me, guest) = (owner.id().await, visitor.id().await);
    let cookies = [owner.cookie.clone(), visitor.cookie.clone()].map(|c| c.expect("it is known"));
    server.kill().await;
    // Nothing was looked up by this one.
    let server = Server::start(database).await;
    let away = LookupsAway::begin(database, &["session", "token", "account"]).await;
    let read = || Request::get("/api/me");
    let all = || uses(&live.table.id).into_iter().chain([read()]).collect();
    for cookie in &cookies {
        check_all_busy(&server, all(), ("cookie", cookie)).await;
        let page = server.send(Request::get("/").header("cookie", cookie)).await;
        assert_eq!((page.status.as_u16(), page.header("set-cookie")), (200, None), "it loads");
    }
    let bearer = format!("Bearer {token}");
    check_all_busy(&server, all(), ("authorization", &bearer)).await;
    let newcomer = server.send(Request::get("/")).await;
    assert!(newcomer.status == 200 && newcomer.header("set-cookie").is_some(), "{newcomer:?}");
    away.end(database).await;
    for (cookie, id) in cookies.iter().zip([me, guest]) {
        assert_eq!(server.send(read().header("cookie", cookie)).await.ok()["id"], id);
    }
    let program = server.send(read().by(&live.table.guests.first)).await.ok();
    assert_eq!(program["id"], live.table.guests.first.id);
}

/// Sends a request, which is refused as `404` at first, until it is refused otherwise.
async fn until_no_longer_looked_up(browser: &mut Browser<'_>) -> Answer {
    e2e::within("what was looked up is forgotten", async {
        loop {
            let end = Request::new(Method::DELETE, "/api/me/sessions/x");
            let answer = browser.send(end).await;
            if answer.status != 404 {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
    .await
}

async fn cookie_seen_valid_may_only_read_in_outage(database: &Database) {
    let server = Server::start_with(database, ServerOptions::Unlimited).await;
    let live = Live::open(&server).await;
    let mut owner = Browser::registered(&server, "Du Fu").await;
    let (me, cookie) = (owner.id().await, owner.cookie.clone().expect("it has one"));
    // The store answers whatever else the request needs.
    let away = LookupsAway::fail(database, &["session", "token"]).await;
    check_busy(&until_no_longer_looked_up(&mut owner).await, "the session");
    let read = || Request::get("/api/me").header("cookie", &cookie);
    assert_eq!(server.send(read()).await.ok()["id"], me, "it may read");
    check_all_busy(&server, uses(&live.table.id), ("cookie", &cookie)).await;
    away.end(database).await;
    assert_eq!(owner.post("/api/me/links", &json!({})).await.status, 201);
}

async fn ended_credential_stays_ended_in_outage(database: &Database) {
    let server = Server::start(database).await;
    let live = Live::open(&server).await;
    let mut owner = Browser::registered(&server, "Du Fu").await;
    let id = owner.id().await;
    let program = server.guest().await;
    let made = server.send(Request::post("/api/me/tokens").by(&program)).await.ok();
    let text = |key: &str| made[key].as_str().expect("a text").to_owned();
    let revoked = Guest { token: text("token"), ..program.clone() };
    let me = |who: &Guest| Request::get("/api/me").by(who);
    assert_eq!(server.send(me(&revoked)).await.ok()["id"], program.id);
    let end = Request::new(Method::DELETE, &format!("/api/me/tokens/{}", text("id"))).by(&program);
    assert_eq!(server.send(end).await.status, 204);
    let cookie = owner.cookie.clone().expect("it has one");
    assert_eq!(owner.send(Request::post("/api/me/logout")).await.status, 204);
    let away = LookupsAway::begin(database, &["session", "token"]).await;
    let all = || uses(&live.table.id).into_iter().chain([Request::get("/api/me")]).collect();
    check_all_busy(&server, all(), ("cookie", &cookie)).await;
    let bearer = format!("Bearer {}", revoked.token);
    check_all_busy(&server, all(), ("authorization", &bearer)).await;
    away.end(database).await;
    // Once it is known that they have ended, it stays so.
    server.send(me(&revoked)).await.is_problem(401, "bad_token");
    let read = || Request::get("/api/me").header("cookie", &cookie);
    assert_ne!(server.send(read()).await.ok()["id"], id);
    let away = LookupsAway::begin(database, &["session", "token"]).await;
    assert_ne!(server.send(read()).await.ok()["id"], id, "a new guest");
    away.end(database).await;
}

async fn player_turned_away_in_outage_is_credited(database: &Database) {
    let server = Server::start(database).await;
    let clock = json!({"kind": "fischer", "initial": 600, "increment": 0});
    let mut live = Live::open_with(&server, json!({"clock": clock})).await;
    live.play().await;
    live.play().await;
    server.kill().await;
    let server = Server::start(database).await;
    let guest = live.table.guests[live.side()].clone();
    let away = LookupsAway::begin(database, &["token"]).await;
    let path = format!("/ws/matches/{}", live.table.id);
    for _ in 0..2 {
        check_busy(&server.send(upgrade(&path).by(&guest)).await, "the player's socket");
    }
    away.end(database).await;
    let socket = Socket::follow(server.address(), &live.table.id, Some(&guest), None).await;
    assert_eq!(socket.seat(), Some(live.side()));
    let path = format!("/api/matches/{}/events", live.table.id);
    let events = server.send(Request::get(&path)).await;
    let read = |line: &str| -> Value { serde_json::from_str(line).expect("each line is JSON") };
    let events: Vec<Value> = events.text().lines().map(read).collect();
    let credits: Vec<&Value> = events.iter().filter(|event| event["cause"] == "store").collect();
    // Where writing the first one takes long, that time is credited too; no time is credited twice.
    let number = |event: &Value, name: &str| event[name].as_u64().expect("milliseconds");
    let total: u64 = credits.iter().map(|event| number(event, "credit")).sum();
    assert!(total > 0, "{events:?}");
    let moved =
        events.iter().rfind(|event| event["kind"] == "moved").expect("two moves were played");
    let last = credits.last().expect("there is one");
    assert!(total <= number(last, "at") - number(moved, "at"), "{events:?}");
}

/// A request as a proxy forwards it that was reached by HTTPS.
fn by_https(request: Request) -> Request {
    request.header("x-forwarded-proto", "https")
}

/// The cookie that an answer sets, as a browser sends it.
fn cookie_of(answer: &Answer) -> String {
    let cookie = answer.header("set-cookie").expect("it sets one");
    cookie.split(';').next().expect("a name and a value").to_owned()
}

async fn plain_cookie_does_not_count_over_https(database: &Database) {
    let me = || Request::get("/api/me");
    let flags: [&[&str]; 2] =
        [&["--proxies", "127.0.0.1"], &["--public-url", "https://go.example"]];
    for flags in flags {
        let plain = Server::start(database).await;
        let stranger = plain.send(me()).await;
        let (fixed, stranger) = (cookie_of(&stranger), stranger.ok()["id"].clone());
        assert!(fixed.starts_with("yiguan="), "{fixed}");
        assert!(plain.terminate().await.status.success());
        let server = Server::start_with_flags(database, flags).await;
        let victim = server.send(by_https(me()).header("cookie", &fixed)).await;
        let own = cookie_of(&victim);
        assert!(own.starts_with("__Host-yiguan="), "{own}");
        assert!(victim.header("set-cookie").is_some_and(|cookie| cookie.contains("; Secure")));
        assert_ne!(victim.ok()["id"], stranger, "{flags:?}: the victim is the attacker's guest");
        let both = format!("{fixed}; {own}");
        let known = server.send(by_https(me()).header("cookie", &both)).await.ok();
        assert_eq!(known["id"], victim.ok()["id"], "{flags:?}");
        assert!(server.terminate().await.status.success());
    }
}

async fn forwarded_proto_of_any_client_is_ignored(database: &Database) {
    let server = Server::start(database).await;
    let first = server.send(by_https(Request::get("/api/me"))).await;
    let cookie = cookie_of(&first);
    assert!(cookie.starts_with("yiguan="), "{cookie}");
    let again = by_https(Request::get("/api/me")).header("cookie", &cookie);
    assert_eq!(server.send(again).await.ok()["id"], first.ok()["id"]);
    let link = by_https(Request::post("/api/me/links")).header("cookie", &cookie);
    let link = server.send(link).await.ok();
    let url = link["url"].as_str().expect("a text");
    assert!(url.starts_with(&format!("http://{}/link#", server.address())), "{url}");
}

async fn host_by_name_needs_public_url(database: &Database) {
    let server = Server::start(database).await;
    let port = server.address().port();
    let requests = || {
        [
            Request::get("/"),
            Request::get("/api/games"),
            Request::get("/api/me"),
            Request::post("/api/me/links"),
            Request::post("/api/sessions/passkey/begin"),
            Request::get("/m/018f4e6e-0000-7000-8000-000000000000"),
            upgrade("/ws/lobby?matches=0"),
        ]
    };
    for host in ["evil.example", "yiguan.local", "127.0.0.1.evil.example", "localhost.evil.example"]
    {
        for request in requests() {
            let host = format!("{host}:{port}");
            let origin = format!("http://{host}");
            let answer = server.send(request.header("host", &host).header("origin", &origin)).await;
            answer.is_problem(421, "bad_host");
            let detail = answer.json()["detail"].as_str().expect("a text").to_owned();
            assert!(detail.contains("--public-url"), "{detail}");
        }
        let probe = server.send(Request::get("/readyz").header("host", host)).await;
        assert_eq!(probe.status, 200, "a probe needs no name");
    }
    for host in ["localhost", "127.0.0.1", "192.168.1.7", "[::1]", "[fd00::7]"] {
        let host = format!("{host}:{port}");
        let link = Request::post("/api/me/links").header("host", &host);
        let link = server.send(link.header("origin", &format!("http://{host}"))).await.ok();
        let url = link["url"].as_str().expect("a text");
        assert!(url.starts_with(&format!("http://{host}/link#")), "{url}");
    }
    assert!(server.terminate().await.status.success());
    let flags = ["--public-url", "http://go.example"];
    let server = Server::start_with_flags(database, &flags).await;
    let named = Request::get("/api/games").header("host", "go.example");
    assert_eq!(server.send(named).await.status, 200);
}
