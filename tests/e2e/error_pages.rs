//! The pages that a browser gets in place of a problem, in the language of its reader; programs get
//! the problem as JSON.

use crate::admin::done;
use crate::credentials::LookupsAway;
use crate::on_both;
use e2e::{Answer, Database, Method, Request, Server};
use futures_util::future::join_all;

on_both!(
    page_that_does_not_exist_is_in_the_readers_language,
    too_many_requests_are_a_page_for_a_browser,
    outage_is_a_page_for_a_browser,
    ban_is_a_page_for_a_browser,
);

/// The types that a browser accepts when it opens a page.
const PAGE: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

fn open(path: &str) -> Request {
    Request::get(path).header("accept", PAGE)
}

/// Checks that an answer is a page with this text, under the policy of all pages and for no cache.
#[track_caller]
fn check_page(answer: &Answer, status: u16, text: &str) {
    assert_eq!(answer.status, status, "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"), "{answer:?}");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("etag"), None);
    let policy = answer.header("content-security-policy").expect("every page has one");
    assert!(policy.contains("default-src 'none'"), "{policy}");
    let page = answer.text();
    assert!(page.contains(text), "{text} in {page}");
    assert!(page.contains("href=\"/\""), "a link to the lobby in {page}");
}

async fn page_that_does_not_exist_is_in_the_readers_language(database: &Database) {
    let server = Server::start(database).await;
    for (header, value, tag, texts) in [
        ("accept-language", "fr", "en", ["This page does not exist.", "Back to the lobby"]),
        ("accept-language", "zh-CN,en;q=0.5", "zh-Hans", ["页面不存在。", "回到大厅"]),
        ("accept-language", "ja", "ja", ["このアドレスのページは見つかりません。", "ロビーに戻る"]),
        (
            "cookie",
            "yiguan_language=ja",
            "ja",
            ["このアドレスのページは見つかりません。", "ロビーに戻る"],
        ),
    ] {
        // The same answer counts for no other browser, and not for the same browser later.
        let page = open("/nothing").header(header, value).header("if-none-match", "*");
        let page = server.send(page).await;
        for text in texts {
            check_page(&page, 404, text);
        }
        assert!(page.text().contains(&format!("<html lang=\"{tag}\"")), "{value}");
        let vary = page.header("vary").expect("it depends on the reader");
        assert!(vary.contains("accept-language") && vary.contains("cookie"), "{vary}");
    }
    for (path, text) in [("/m/7", "没有找到这局棋，可能已被删除。"), ("/g/7", "没有找到这局棋。")]
    {
        let page = server.send(open(path).header("accept-language", "zh")).await;
        check_page(&page, 404, text);
    }
}

async fn too_many_requests_are_a_page_for_a_browser(database: &Database) {
    let server = Server::start(database).await;
    let both = || [open("/m/7").header("accept-language", "zh"), Request::get("/m/7")];
    let refused = |answer: &Answer| answer.status == 429;
    e2e::within("too many requests", async {
        loop {
            let sent = (0..50).flat_map(|_| both()).map(|request| server.send(request));
            let answers = join_all(sent).await;
            // The two kinds alternate.
            let page = answers.iter().step_by(2).find(|answer| refused(answer));
            let data = answers.iter().skip(1).step_by(2).find(|answer| refused(answer));
            let (Some(page), Some(data)) = (page, data) else { continue };
            check_page(page, 429, "请求过多");
            let seconds = page.header("retry-after").expect("waiting helps");
            let wait = format!("请等 {seconds} 秒");
            assert!(page.text().contains(&wait), "{wait} in {}", page.text());
            data.is_problem(429, "rate");
            assert!(data.header("retry-after").is_some(), "{data:?}");
            break;
        }
    })
    .await;
}

async fn outage_is_a_page_for_a_browser(database: &Database) {
    let server = Server::start(database).await;
    let guest = server.guest().await;
    server.kill().await;
    // This one has looked nothing up.
    let server = Server::start(database).await;
    let away = LookupsAway::begin(database, &["token", "account"]).await;
    for (language, text) in [("en", "Not available now"), ("ja", "現在利用できません")] {
        let page = open("/").by(&guest).header("accept-language", language);
        let page = server.send(page).await;
        check_page(&page, 503, text);
        assert_eq!(page.header("retry-after"), Some("1"));
    }
    let head = Request::new(Method::HEAD, "/").header("accept", PAGE).by(&guest);
    let head = server.send(head).await;
    assert_eq!(head.status, 503);
    assert_eq!(head.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!((head.header("retry-after"), head.text()), (Some("1"), ""));
    let post = Request::post("/api/matches").header("accept", PAGE);
    for request in [Request::get("/"), open("/api/me"), post] {
        server.send(request.by(&guest)).await.is_problem(503, "busy");
    }
    away.end(database).await;
}

async fn ban_is_a_page_for_a_browser(database: &Database) {
    let server = Server::start(database).await;
    done(database, &["ban", "127.0.0.0/8"]).await;
    let banned = e2e::within("the ban", async {
        loop {
            let answer = server.send(open("/m/7")).await;
            // Who asks so often may be asked to wait.
            if answer.status != 404 && answer.status != 429 {
                break answer;
            }
        }
    });
    let banned = banned.await;
    check_page(&banned, 403, "Not allowed");
    assert!(banned.text().contains("you have been banned"), "{}", banned.text());
    server.send(Request::get("/m/7")).await.is_problem(403, "banned");
    server.send(open("/api/games")).await.is_problem(403, "banned");
}
