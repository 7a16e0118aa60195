//! The flags for mail, and a server without them.

use super::{ADDRESS, confirm, put};
use crate::browser::Browser;
use crate::on_both;
use e2e::{Database, Request, Server, run_to_exit};
use serde_json::json;

on_both!(without_a_mail_server_there_is_no_mail,);

async fn without_a_mail_server_there_is_no_mail(database: &Database) {
    let server = Server::start(database).await;
    let mut browser = Browser::registered(&server, "Li Bai").await;
    put(&mut browser, &json!({"address": ADDRESS})).await.is_problem(404, "no_mail");
    browser.send(Request::get("/api/me/mail")).await.is_problem(404, "no_mail");
    confirm(&server, "x").await.is_problem(404, "no_mail");
    let push = server.send(Request::get("/api/push")).await.ok();
    assert_eq!(push.get("mail"), None, "nothing tells of mail");
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
    let cases: [(Vec<&str>, &str); 11] = [
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
        (["--mail-ca", login].to_vec(), "--mail-server"),
        ([server("smtp://localhost"), from, site, ["--mail-ca", login]].concat(), "in PEM"),
        ([server("smtp://localhost"), from, site, ["--mail-ca", "/nowhere"]].concat(), "/nowhere"),
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
