//! Thieves with a token, or at an open browser: the owner of an account confirms who they are before its
//! credentials change.

use crate::browser::{Browser, PASSWORD};
use crate::live::GAME;
use crate::old_credentials::{Account, NEW_PASSWORD, Old, sessions, start, token_of};
use crate::on_both;
use e2e::{Authenticator, Database, Guest, Method, Request, Server};
use serde_json::{Value, json};

on_both!(
    token_of_an_account_changes_no_credentials,
    session_by_link_confirms_before_it_changes_anything,
    confirmation_is_asked_for_after_ten_minutes,
    passkey_account_is_asked_for_a_passkey,
    passkey_of_the_account_alone_confirms,
    unknown_fields_of_security_requests_are_errors,
);

async fn token_of_an_account_changes_no_credentials(database: &Database) {
    let server = start(database).await;
    let mut account = Account::open(&server).await;
    let made = account.laptop.send(Request::post("/api/me/tokens")).await.ok();
    let Old::Token(token) = token_of(&made) else { panic!("it is a token") };
    let bot = Guest { id: account.id.clone(), name: "Li Bai".to_owned(), token };
    let before = account.laptop.get("/api/me/tokens").await["tokens"].clone();
    let other = before[0]["id"].as_str().expect("an id");
    let put = |path: &str, body: Value| Request::new(Method::PUT, path).json(&body);
    let post = |path: &str, body: Value| Request::post(path).json(&body);
    let delete = |path: &str| Request::new(Method::DELETE, path);
    let code = &account.codes[0];
    for request in [
        Request::post("/api/me/tokens"),
        Request::post("/api/me/links"),
        Request::post("/api/me/passkeys/begin"),
        post("/api/me/passkeys", json!({"ceremony": "x", "credential": {}})),
        delete("/api/me/passkeys/x"),
        Request::post("/api/me/recovery-codes"),
        put("/api/me/password", json!({"password": NEW_PASSWORD})),
        put("/api/me/mail", json!({"address": "thief@example.org"})),
        delete("/api/me/mail"),
        Request::get("/api/me/export"),
        delete("/api/me"),
        Request::get("/api/me/confirm"),
        post("/api/me/confirm", json!({"password": PASSWORD})),
        post("/api/me/confirm", json!({"code": code})),
        Request::post("/api/me/confirm/passkey/begin"),
        post("/api/me/confirm/passkey/end", json!({"ceremony": "x", "credential": {}})),
        delete("/api/me/sessions"),
        delete(&format!("/api/me/sessions/{}", account.id)),
        Request::post("/api/me/logout"),
        post("/api/sessions", json!({"name": "Li Bai", "password": PASSWORD})),
        post("/api/sessions/recovery", json!({"code": code})),
        Request::post("/api/sessions/passkey/begin"),
        post("/api/sessions/passkey", json!({"ceremony": "x", "credential": {}})),
        post("/api/links", json!({"code": "x"})),
        put("/api/me", json!({"name": "Thief"})),
        put("/api/me", json!({"name": null})),
        delete(&format!("/api/me/tokens/{other}")),
    ] {
        let shown = format!("{request:?}");
        let answer = server.send(request.by(&bot)).await;
        assert_eq!(answer.status, 403, "{shown}: {answer:?}");
        answer.is_problem(403, "token_not_allowed");
    }
    assert_eq!(sessions(&mut account.laptop).await, 3);
    assert_eq!(account.laptop.get("/api/me/sessions").await["recovery_codes"], 8);
    // It plays, may declare itself a program, and ends itself.
    let same = put("/api/me", json!({"name": "Li Bai", "bot": true}));
    assert_eq!(server.send(same.by(&bot)).await.ok()["bot"], true);
    let room = Request::post("/api/matches").json(&json!({"game": GAME}));
    assert_eq!(server.send(room.by(&bot)).await.status, 201);
    let own = format!("/api/me/tokens/{}", made["id"].as_str().expect("an id"));
    assert_eq!(server.send(delete(&own).by(&bot)).await.status, 204);
    server.send(Request::get("/api/me").by(&bot)).await.is_problem(401, "bad_token");
}

/// The requests that need a confirmed session.
fn guarded() -> Vec<Request> {
    vec![
        Request::post("/api/me/tokens"),
        Request::post("/api/me/links"),
        Request::post("/api/me/passkeys/begin").header("host", "localhost"),
        Request::post("/api/me/passkeys").json(&json!({"ceremony": "x", "credential": {}})),
        Request::new(Method::DELETE, "/api/me/passkeys/x"),
        Request::post("/api/me/recovery-codes"),
        Request::new(Method::PUT, "/api/me/password").json(&json!({"password": NEW_PASSWORD})),
        Request::new(Method::PUT, "/api/me/mail").json(&json!({"address": "li@example.org"})),
        Request::new(Method::DELETE, "/api/me/mail"),
        Request::new(Method::PUT, "/api/me").json(&json!({"name": "Du Mu"})),
        Request::get("/api/me/export"),
        Request::new(Method::DELETE, "/api/me"),
    ]
}

async fn all_guarded(browser: &mut Browser<'_>) {
    for request in guarded() {
        let shown = format!("{request:?}");
        let answer = browser.send(request).await;
        assert_eq!(answer.status, 403, "{shown}: {answer:?}");
        answer.is_problem(403, "confirm_needed");
    }
}

async fn session_by_link_confirms_before_it_changes_anything(database: &Database) {
    let server = start(database).await;
    let mut account = Account::open(&server).await;
    let link = account.laptop.send(Request::post("/api/me/links")).await.ok();
    let mut thief = Browser::new(&server);
    assert_eq!(thief.post("/api/links", &json!({"code": link["code"]})).await.status, 200);
    all_guarded(&mut thief).await;
    let state = thief.get("/api/me/confirm").await;
    assert_eq!(state, json!({"ways": ["password", "code"], "confirmed_until": null}));
    let mut confirm = async |body: Value| thief.post("/api/me/confirm", &body).await;
    confirm(json!({"password": "wrong"})).await.is_problem(401, "bad_credentials");
    confirm(json!({"code": "aaaa-aaaa-aaaa-aaaa"})).await.is_problem(401, "bad_credentials");
    for bad in [json!({}), json!({"password": PASSWORD, "code": account.codes[0]})] {
        confirm(bad).await.is_problem(400, "bad_request");
    }
    // A code of another account is not used up by it.
    let other = Browser::new(&server).register("Du Fu").await.ok();
    let foreign = other["recovery_codes"][0].clone();
    confirm(json!({"code": foreign})).await.is_problem(401, "bad_credentials");
    let mut du = Browser::new(&server);
    assert_eq!(du.post("/api/sessions/recovery", &json!({"code": foreign})).await.status, 200);
    assert_eq!(confirm(json!({"code": account.codes[0]})).await.status, 204);
    confirm(json!({"code": account.codes[0]})).await.is_problem(401, "bad_credentials");
    let until = thief.get("/api/me/confirm").await["confirmed_until"].clone();
    assert!(until.is_u64(), "{until}");
    assert_eq!(thief.send(Request::post("/api/me/tokens")).await.status, 201);
    // Guests have nothing to confirm with, and are not asked.
    let mut guest = Browser::new(&server);
    let state = guest.get("/api/me/confirm").await;
    assert_eq!(state, json!({"ways": [], "confirmed_until": null}));
    guest
        .post("/api/me/confirm", &json!({"password": "x"}))
        .await
        .is_problem(403, "not_registered");
    assert_eq!(guest.send(Request::post("/api/me/tokens")).await.status, 201);
    assert_eq!(guest.send(Request::post("/api/me/links")).await.status, 201);
}

async fn confirmation_is_asked_for_after_ten_minutes(database: &Database) {
    let server = start(database).await;
    let mut account = Account::open(&server).await;
    let laptop = &mut account.laptop;
    // The time goes back for the session instead of on for the server.
    let earlier = async |seconds: u32| {
        let statement = match database.url() {
            Some(_) => format!("confirmed_at - interval '{seconds} seconds'"),
            None => format!("confirmed_at - {seconds}000"),
        };
        database.execute(&format!("update session set confirmed_at = {statement}")).await;
    };
    earlier(540).await;
    assert_eq!(laptop.send(Request::post("/api/me/tokens")).await.status, 201);
    earlier(60).await;
    all_guarded(laptop).await;
    let body = json!({"password": PASSWORD});
    assert_eq!(laptop.post("/api/me/confirm", &body).await.status, 204);
    assert_eq!(laptop.send(Request::post("/api/me/tokens")).await.status, 201);
    assert_eq!(laptop.send(Request::post("/api/me/recovery-codes")).await.status, 201);
    assert_eq!(laptop.send(Request::get("/api/me/export")).await.status, 200);
    // A configured span.
    let cookie = laptop.cookie.clone();
    assert!(server.terminate().await.status.success());
    let flags = ["--confirm-for", "86400", "--limits", "off"];
    let server = Server::start_with_flags(database, &flags).await;
    earlier(86_000).await;
    let mut laptop = Browser::again(&server, cookie);
    assert_eq!(laptop.send(Request::post("/api/me/tokens")).await.status, 201);
    earlier(400).await;
    all_guarded(&mut laptop).await;
}

async fn passkey_account_is_asked_for_a_passkey(database: &Database) {
    let server = start(database).await;
    let mut account = Account::open(&server).await;
    let link = account.laptop.send(Request::post("/api/me/links")).await.ok();
    let mut phone = Browser::new(&server);
    assert_eq!(phone.post("/api/links", &json!({"code": link["code"]})).await.status, 200);
    // As an account stands that was registered by a passkey and has used its codes.
    let bytes = if database.url().is_some() { "'\\x01'::bytea" } else { "x'01'" };
    let passkey = format!(
        "insert into passkey
             (credential_id, account_id, credential, device, created_at, used_at)
         select {bytes}, id, '{{}}', 'Chrome', registered_at, registered_at from account"
    );
    assert_eq!(database.execute(&passkey).await, 1);
    database.execute("update account set password = null").await;
    database.execute("delete from recovery_code").await;
    let state = phone.get("/api/me/confirm").await;
    assert_eq!(state, json!({"ways": ["passkey"], "confirmed_until": null}));
    all_guarded(&mut phone).await;
    let typed = json!({"password": PASSWORD});
    phone.post("/api/me/confirm", &typed).await.is_problem(401, "bad_credentials");
    let begin = || Request::post("/api/me/confirm/passkey/begin").header("host", "localhost");
    let begun = phone.send(begin()).await.ok();
    let allowed = json!([{"type": "public-key", "id": "AQ"}]);
    assert_eq!(begun["options"]["allowCredentials"], allowed);
    let end = json!({"ceremony": begun["ceremony"], "credential": {"id": "AQ"}});
    let path = "/api/me/confirm/passkey/end";
    let end = Request::post(path).header("host", "localhost").json(&end);
    phone.send(end).await.is_problem(401, "bad_passkey");
    all_guarded(&mut phone).await;
    // The list of passkeys is to be looked through.
    let others = Request::new(Method::DELETE, "/api/me/sessions");
    assert_eq!(account.laptop.send(others).await.ok(), json!({"passkeys": 1}));
    let mut guest = Browser::new(&server);
    guest.send(begin()).await.is_problem(403, "not_registered");
}

/// The site that passkeys are of.
const SITE: &str = "http://localhost:4711";

/// Registers a guest by a passkey.
async fn register_by_passkey(browser: &mut Browser<'_>) -> Authenticator {
    let mut device = Authenticator::new(SITE);
    let begun = browser.post("/api/me/passkeys/begin", &json!({})).await.ok();
    let answer = device.create(&begun["options"]);
    let body = json!({"ceremony": begun["ceremony"], "credential": answer});
    assert_eq!(browser.post("/api/me/passkeys", &body).await.status, 201);
    device
}

async fn passkey_of_the_account_alone_confirms(database: &Database) {
    let server = Server::start_with_flags(database, &["--public-url", SITE]).await;
    let (mut laptop, mut other) = (Browser::new(&server), Browser::new(&server));
    let mut device = register_by_passkey(&mut laptop).await;
    let mut foreign = register_by_passkey(&mut other).await;
    let link = laptop.send(Request::post("/api/me/links")).await.ok();
    let mut phone = Browser::new(&server);
    assert_eq!(phone.post("/api/links", &json!({"code": link["code"]})).await.status, 200);
    let state = phone.get("/api/me/confirm").await;
    assert_eq!(state, json!({"ways": ["passkey", "code"], "confirmed_until": null}));
    let path = "/api/me/confirm/passkey";
    let mut confirm = async |device: &mut Authenticator, from: &str| {
        let begun = phone.post(&format!("{from}/begin"), &json!({})).await.ok();
        let answer = device.get(&begun["options"]);
        let body = json!({"ceremony": begun["ceremony"], "credential": answer});
        phone.post(&format!("{path}/end"), &body).await
    };
    confirm(&mut foreign, path).await.is_problem(401, "bad_passkey");
    confirm(&mut device, "/api/sessions/passkey").await.is_problem(410, "ceremony_over");
    assert_eq!(confirm(&mut device, path).await.status, 204);
    assert_eq!(phone.send(Request::post("/api/me/tokens")).await.status, 201);
    // A passkey is added and removed in a confirmed session; the answer counts them.
    let mut second = Authenticator::new(SITE);
    let begun = phone.post("/api/me/passkeys/begin", &json!({})).await.ok();
    let answer = second.create(&begun["options"]);
    let body = json!({"ceremony": begun["ceremony"], "credential": answer});
    assert_eq!(phone.post("/api/me/passkeys", &body).await.status, 201);
    let others = || Request::new(Method::DELETE, "/api/me/sessions");
    assert_eq!(phone.send(others()).await.ok(), json!({"passkeys": 2}));
    let listed = phone.get("/api/me/passkeys").await;
    let id = listed["passkeys"][1]["id"].as_str().expect("an id").to_owned();
    let remove = Request::new(Method::DELETE, &format!("/api/me/passkeys/{id}"));
    assert_eq!(phone.send(remove).await.status, 204);
    assert_eq!(phone.send(others()).await.ok(), json!({"passkeys": 1}));
    // A passkey of a deleted account does not sign in.
    assert_eq!(phone.send(Request::new(Method::DELETE, "/api/me")).await.status, 204);
    let mut thief = Browser::new(&server);
    let begun = thief.post("/api/sessions/passkey/begin", &json!({})).await.ok();
    let answer = device.get(&begun["options"]);
    let body = json!({"ceremony": begun["ceremony"], "credential": answer});
    thief.post("/api/sessions/passkey", &body).await.is_problem(401, "bad_passkey");
}

async fn unknown_fields_of_security_requests_are_errors(database: &Database) {
    let server = start(database).await;
    let mut account = Account::open(&server).await;
    let post = |path: &str, body: Value| Request::post(path).json(&body);
    for request in [
        post("/api/me/tokens", json!({"scope": "play"})),
        post("/api/me/links", json!({"days": 3})),
        post("/api/me/recovery-codes", json!({"password": PASSWORD})),
        post("/api/me/confirm", json!({"password": PASSWORD, "for": 60})),
        post("/api/me/register", json!({"name": "Du Fu", "password": PASSWORD, "mail": "x"})),
        post("/api/me/passkeys", json!({"ceremony": "x", "credential": {}, "name": "x"})),
        post("/api/sessions", json!({"name": "Li Bai", "password": PASSWORD, "code": "x"})),
        post("/api/sessions/recovery", json!({"code": "x", "name": "Li Bai"})),
        post("/api/sessions/passkey", json!({"ceremony": "x", "credential": {}, "name": "x"})),
        post("/api/links", json!({"code": "x", "to": "/m/x"})),
        post("/api/guests", json!({"scope": "play"})),
        Request::new(Method::PUT, "/api/me/password")
            .json(&json!({"current": PASSWORD, "password": NEW_PASSWORD})),
        Request::new(Method::DELETE, "/api/me").json(&json!({"password": PASSWORD})),
    ] {
        let shown = format!("{request:?}");
        let answer = account.laptop.send(request).await;
        assert_eq!(answer.status, 400, "{shown}: {answer:?}");
        answer.is_problem(400, "bad_request");
    }
    assert_eq!(account.laptop.id().await, account.id);
}
