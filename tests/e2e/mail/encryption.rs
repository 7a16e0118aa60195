//! Mail servers that encrypt, from the start or by STARTTLS, and those that only seem to.

use super::{all, put};
use crate::browser::Browser;
use crate::on_both;
use e2e::{Certificate, Database, Exit, MailFate, MailService, MailTls, Server, within};
use serde_json::json;

on_both!(
    mail_and_login_go_encrypted,
    untrusted_mail_server_receives_nothing,
    a_server_that_does_not_encrypt_gets_nothing,
    a_login_that_is_refused_is_tried_again_and_not_logged,
    text_slipped_in_before_encryption_is_ignored,
);

/// A login whose password looks different wherever it is written.
const LOGIN: &str = "me:sec%2Fret@";

const AS_SENT: &[u8] = b"\0me\0sec/ret";

/// Texts that no log and no line in clear may contain: the password as it is typed, meant and sent.
const SECRETS: [&str; 3] = ["sec%2Fret", "sec/ret", "AG1lAHNlYy9yZXQ="];

/// A server that sends by this mail server, as far as these vouch for it.
async fn start(database: &Database, service: &MailService, flags: &[&str]) -> Server {
    let url = service.url_with(LOGIN);
    Server::start_with_flags(database, &[&super::flags(&url, "0"), flags].concat()).await
}

/// Asks for a mail to be sent to one of a few people.
async fn ask(server: &Server, at: usize) {
    let name = ["Li Bai", "Du Fu", "Wang Wei", "Su Shi", "Lu You"][at];
    let mut browser = Browser::registered(server, name).await;
    let _ = put(&mut browser, &json!({"address": format!("li.bai@{at}.example.org")})).await.ok();
}

/// Asks for a mail, and waits until the server has tried to send it.
async fn ask_in_vain(server: Server, service: &mut MailService, at: usize) -> Exit {
    ask(&server, at).await;
    within("it is tried", async {
        while service.ended() == 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let ended = server.terminate().await;
    assert!(ended.status.success(), "{ended:?}");
    assert_eq!(service.rest(), [], "nothing is sent");
    ended
}

#[track_caller]
fn nothing_secret(text: &str) {
    for secret in [&SECRETS[..], &["li.bai"]].concat() {
        assert!(!text.contains(secret), "{secret} is in {text}");
    }
}

async fn mail_and_login_go_encrypted(database: &Database) {
    let certificate = Certificate::of("localhost");
    let file = certificate.path();
    let in_place_of_the_system = format!("SSL_CERT_FILE={file}");
    let ways = [MailTls::Always(&certificate), MailTls::StartTls(&certificate)];
    for (at, tls) in ways.into_iter().enumerate() {
        let mut service = MailService::start_by_tls(tls, &[]).await;
        let server = start(database, &service, &["--mail-ca", &file]).await;
        ask(&server, at).await;
        let mailed = service.next().await;
        assert!(mailed.is_encrypted && mailed.to.starts_with("li.bai@"), "{tls:?}: {mailed:?}");
        assert_eq!(mailed.login.as_deref(), Some(AS_SENT), "{tls:?}");
        let ended = server.terminate().await;
        nothing_secret(&format!("{:?} {}", service.in_clear(), ended.stderr));
    }
    // The system may vouch for it as well, and the login may come from a file.
    let mut service = MailService::start_by_tls(MailTls::StartTls(&certificate), &[]).await;
    let login = database.directory().join("login");
    std::fs::write(&login, "me\nsec/ret\n").expect("it is written");
    let (url, login) = (service.url(), login.to_str().expect("plain"));
    let flags = [&super::flags(&url, "0")[..], &["--mail-login", login]].concat();
    let server = Server::start_as(&["env", &in_place_of_the_system], database, &flags).await;
    ask(&server, 2).await;
    let mailed = service.next().await;
    assert_eq!((mailed.is_encrypted, mailed.login.as_deref()), (true, Some(AS_SENT)));
    nothing_secret(&server.terminate().await.stderr);
}

async fn untrusted_mail_server_receives_nothing(database: &Database) {
    let [own, other] = [Certificate::of("localhost"), Certificate::of("mail.example.org")];
    let cases = [
        (MailTls::Always(&own), None),
        (MailTls::StartTls(&own), None),
        (MailTls::StartTls(&own), Some(&other)),
        // It is trusted, but as another host.
        (MailTls::Always(&other), Some(&other)),
        (MailTls::StartTls(&other), Some(&other)),
    ];
    for (at, (tls, vouches)) in cases.into_iter().enumerate() {
        let mut service = MailService::start_by_tls(tls, &[]).await;
        let (MailTls::Always(shown) | MailTls::StartTls(shown)) = tls;
        let path = vouches.map(Certificate::path);
        let flags: Vec<&str> = path.iter().flat_map(|path| ["--mail-ca", path]).collect();
        let server = start(database, &service, &flags).await;
        let ended = ask_in_vain(server, &mut service, at).await;
        nothing_secret(&format!("{:?} {}", service.in_clear(), ended.stderr));
        let expected = if vouches.is_some_and(|by| by.path() == shown.path()) {
            "certificate not valid for name"
        } else {
            "invalid peer certificate: UnknownIssuer"
        };
        assert!(ended.stderr.contains(expected), "{}", ended.stderr);
    }
}

async fn a_server_that_does_not_encrypt_gets_nothing(database: &Database) {
    let certificate = Certificate::of("localhost");
    let fates = [MailFate::InClear, MailFate::StartTls("454 4.7.0 Not now")];
    for (at, fate) in fates.into_iter().enumerate() {
        let tls = MailTls::StartTls(&certificate);
        let mut service = MailService::start_by_tls(tls, &[fate]).await;
        let server = start(database, &service, &["--mail-ca", &certificate.path()]).await;
        let ended = ask_in_vain(server, &mut service, at).await;
        nothing_secret(&format!("{:?} {}", service.in_clear(), ended.stderr));
        let said = service.in_clear().join("\n");
        assert!(!said.contains("AUTH") && !said.contains("MAIL"), "{fate:?}: {said}");
    }
}

async fn a_login_that_is_refused_is_tried_again_and_not_logged(database: &Database) {
    let certificate = Certificate::of("localhost");
    let refusal = MailFate::Login("535 5.7.8 AG1lAHNlYy9yZXQ= is wrong");
    let tls = MailTls::Always(&certificate);
    let mut service = MailService::start_by_tls(tls, &[refusal]).await;
    let server = start(database, &service, &["--mail-ca", &certificate.path()]).await;
    ask(&server, 0).await;
    assert_eq!(service.next().await.login.as_deref(), Some(AS_SENT));
    assert_eq!(service.connections(), 2);
    let ended = server.terminate().await;
    nothing_secret(&ended.stderr);
    assert!(ended.stderr.contains("535"), "{}", ended.stderr);
}

async fn text_slipped_in_before_encryption_is_ignored(database: &Database) {
    let certificate = Certificate::of("localhost");
    // Who listens to it logs in, and learns that the address does not exist.
    let slipped_in = "220 2.0.0 Go ahead\r\n250-mail.example.org\r\n250 AUTH PLAIN\r\n\
        235 2.7.0 Welcome\r\n250 2.1.0 Ok\r\n550 5.1.1 No such user";
    let tls = MailTls::StartTls(&certificate);
    let mut service = MailService::start_by_tls(tls, &[MailFate::StartTls(slipped_in)]).await;
    let server = start(database, &service, &["--mail-ca", &certificate.path()]).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    let _ = put(&mut browser, &all()).await.ok();
    assert!(service.next().await.is_encrypted);
    assert_eq!(service.connections(), 2, "the first attempt was given up");
    assert_eq!(browser.get("/api/me/mail").await["mail"]["state"], "unconfirmed");
}
