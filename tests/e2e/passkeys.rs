//! Passkeys, with an authenticator in software: ceremonies count once, on any node, in their own
//! context.

use crate::browser::Browser;
use crate::on_both;
use e2e::{Answer, Authenticator, Database, Server, on_postgres};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

on_both!(passkey_ceremony_counts_once);

/// The site that all nodes serve.
const SITE: &str = "http://localhost:4711";

async fn node(database: &Database) -> Server {
    Server::start_with_flags(database, &["--public-url", SITE]).await
}

/// A browser that visits a node of the site.
async fn begin(browser: &mut Browser<'_>, path: &str) -> Value {
    browser.post(&format!("{path}/begin"), &json!({})).await.ok()
}

async fn end(browser: &mut Browser<'_>, path: &str, ceremony: &Value, answer: &Value) -> Answer {
    browser.post(path, &json!({"ceremony": ceremony, "credential": answer})).await
}

const MAKE: &str = "/api/me/passkeys";
const SIGN_IN: &str = "/api/sessions/passkey";

/// Registers a guest by a passkey.
async fn register(browser: &mut Browser<'_>) -> (Authenticator, String) {
    let mut device = Authenticator::new(SITE);
    let begun = begin(browser, MAKE).await;
    let answer = device.create(&begun["options"]);
    let made = end(browser, MAKE, &begun["ceremony"], &answer).await;
    assert_eq!(made.status, 201, "{made:?}");
    (device, browser.id().await)
}

async fn passkey_ceremony_counts_once(database: &Database) {
    let server = node(database).await;
    let mut laptop = Browser::new(&server);
    let (device, id) = register(&mut laptop).await;
    let mut phone = Browser::new(&server);
    let begun = begin(&mut phone, SIGN_IN).await;
    let answer = device.get(&begun["options"]);
    // An answer that does not hold ends nothing.
    let other = begin(&mut phone, SIGN_IN).await;
    end(&mut phone, SIGN_IN, &other["ceremony"], &answer).await.is_problem(401, "bad_passkey");
    let signed_in = end(&mut phone, SIGN_IN, &begun["ceremony"], &answer).await;
    assert_eq!(signed_in.ok()["id"], *id);
    let mut thief = Browser::new(&server);
    end(&mut thief, SIGN_IN, &begun["ceremony"], &answer).await.is_problem(410, "ceremony_over");
    // Nor does a ceremony end as one of another kind.
    let begun = begin(&mut laptop, MAKE).await;
    end(&mut laptop, SIGN_IN, &begun["ceremony"], &answer).await.is_problem(410, "ceremony_over");
    let mut guest = Browser::new(&server);
    let answer = Authenticator::new(SITE).create(&begun["options"]);
    end(&mut guest, MAKE, &begun["ceremony"], &answer).await.is_problem(410, "ceremony_over");
}

#[tokio::test]
async fn passkey_ceremony_ends_once_on_either_node() {
    on_postgres(async |database| {
        let (one, other) = tokio::join!(node(database), node(database));
        let (mut here, mut there) = (Browser::new(&one), Browser::new(&other));
        let (device, id) = register(&mut here).await;
        let mut answers = Vec::new();
        for _ in 0..3 {
            let begun = begin(&mut there, SIGN_IN).await;
            let answer = device.get(&begun["options"]);
            let mut phone = Browser::new(&one);
            let signed_in = end(&mut phone, SIGN_IN, &begun["ceremony"], &answer).await;
            assert_eq!(signed_in.ok()["id"], *id, "begun at the other node");
            answers.push((begun["ceremony"].clone(), answer));
        }
        for (ceremony, answer) in &answers {
            for server in [&one, &other] {
                let again = end(&mut Browser::new(server), SIGN_IN, ceremony, answer).await;
                again.is_problem(410, "ceremony_over");
            }
        }
        let url = database.url().expect("it is a Postgres");
        let mut session = PgConnection::connect(url).await.expect("the test's Postgres answers");
        let rows: i64 = sqlx::query_scalar("select count(*) from used_ceremony")
            .fetch_one(&mut session)
            .await
            .expect("the table reads");
        assert_eq!(rows, 4, "one for each ceremony that ended, none for those that only began");
    })
    .await;
}
