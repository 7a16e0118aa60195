//! Pages and files: their addresses and compression; nothing else of the machine is among
//! them.

use crate::on_both;
use e2e::{Answer, Database, Request, Server, within};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

on_both!(
    the_catalogue_is_asked_for_and_sent_once,
    files_are_cached_for_good_and_pages_revalidated,
    files_of_another_version_are_not_found,
    pages_are_in_the_language_of_who_asks,
    files_are_compressed_as_the_client_takes_them,
    paths_lead_nowhere_else,
    previews_are_in_the_language_asked_for,
);

/// The addresses that a page's text refers to by an attribute.
fn addresses<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let before = format!("{attribute}=\"");
    page.split(&before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

async fn get(server: &Server, path: &str) -> Answer {
    server.send(Request::get(path)).await
}

/// The addresses of files that never change, to which a page's text refers, scripts first.
fn lasting(page: &str) -> Vec<&str> {
    let mut files = addresses(page, "src");
    files.extend(addresses(page, "href"));
    files.retain(|address| address.starts_with("/v/") || address.starts_with("/f/"));
    files
}

async fn files_are_cached_for_good_and_pages_revalidated(database: &Database) {
    let server = Server::start(database).await;
    let made = Request::post("/api/matches").json(&json!({"game": "shogi"}));
    let made = server.send(made).await.ok();
    let id = made["id"].as_str().expect("a room has an id");
    let (table, replay) = (format!("/m/{id}"), format!("/g/{id}"));
    for path in ["/", &table, &replay, "/rules", "/rules/shogi"] {
        let page = get(&server, path).await;
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        assert!(page.header("content-security-policy").is_some(), "{path}");
        let text = page.text();
        let files = lasting(text);
        assert!(files.len() > 5, "{path}: {files:?}");
        for file in &files {
            let answer = get(&server, file).await;
            assert_eq!(answer.status, 200, "{file}");
            let caching = answer.header("cache-control").expect("it says so");
            assert_eq!(caching, "public, max-age=31536000, immutable", "{file}");
            assert_eq!(answer.header("set-cookie"), None, "{file} is kept for others, too");
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{file}");
            assert_eq!(answer.header("content-security-policy"), None, "said with the page");
        }
        // What else the page refers to is no file, but a page of its own.
        for address in addresses(text, "src") {
            assert!(files.contains(&address), "{path}: {address}");
        }
        let version = page.header("x-yiguan-version").expect("a version");
        assert!(text.contains(&format!("<meta name=\"yiguan-version\" content=\"{version}\">")));
    }
    let page = get(&server, "/").await;
    let script = lasting(page.text())[0].to_owned();
    for path in ["/", "/sw.js", &script] {
        let answer = get(&server, path).await;
        let tag = answer.header("etag").expect("a tag");
        for (known, status) in [(tag, 304), ("*", 304), ("\"other\"", 200)] {
            let again = server.send(Request::get(path).header("if-none-match", known)).await;
            assert_eq!(again.status, status, "{path} {known}");
            assert_eq!(again.body.is_empty(), status == 304);
        }
    }
    let worker = get(&server, "/sw.js").await;
    assert_eq!(worker.header("cache-control"), Some("no-cache"));
    assert!(worker.header("content-security-policy").is_some(), "a worker has its own");
}

/// A page that another version wrote must not run our modules together with its own.
async fn files_of_another_version_are_not_found(database: &Database) {
    let server = Server::start(database).await;
    let page = get(&server, "/").await;
    for file in lasting(page.text()) {
        let (path, name) = file.rsplit_once('/').expect("a path");
        let other = if file.starts_with("/v/") {
            file.replacen(file.split('/').nth(2).expect("a version"), "0123456789abcdef", 1)
        } else {
            format!(
                "{path}/{}",
                name.replacen(name.split(['-', '.']).nth(1).expect("a hash"), "0123456789", 1)
            )
        };
        assert_ne!(file, other);
        assert_eq!(get(&server, &other).await.status, 404, "{other}");
    }
}

async fn pages_are_in_the_language_of_who_asks(database: &Database) {
    let server = Server::start(database).await;
    for (cookie, accepted, tag) in
        [("", "ja,en;q=0.5", "ja"), ("", "de", "en"), ("yiguan_language=zh", "ja", "zh-Hans")]
    {
        let request =
            Request::get("/").header("accept-language", accepted).header("cookie", cookie);
        let page = server.send(request).await;
        assert!(page.text().contains(&format!("<html lang=\"{tag}\"")), "{cookie} {accepted}");
        let vary = page.header("vary").expect("it depends on who asks");
        assert!(vary.contains("accept-language") && vary.contains("cookie"), "{vary}");
        // An installed page has its name in that language.
        let request = Request::get("/app.webmanifest")
            .header("accept-language", accepted)
            .header("cookie", cookie);
        let app = server.send(request).await;
        assert_eq!(app.header("content-type"), Some("application/manifest+json"));
        assert!(app.text().contains(&format!("\"lang\": \"{tag}\"")), "{cookie} {accepted}");
        assert!(app.header("vary").is_some_and(|vary| vary.contains("cookie")));
    }
}

async fn files_are_compressed_as_the_client_takes_them(database: &Database) {
    let server = Server::start(database).await;
    let page = get(&server, "/").await;
    let files = lasting(page.text());
    let ending =
        |ending: &str| *files.iter().find(|file| file.ends_with(ending)).expect("the page has one");
    for (path, kind) in [
        (ending(".js"), "text/javascript; charset=utf-8"),
        (ending(".css"), "text/css; charset=utf-8"),
        (ending(".svg"), "image/svg+xml"),
    ] {
        let plain = get(&server, path).await;
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        assert_eq!(plain.header("content-type"), Some(kind));
        let mut sizes = vec![plain.body.len()];
        for (accepted, encoding) in [
            ("gzip", Some("gzip")),
            ("gzip, deflate, br, zstd", Some("br")),
            ("br;q=0, gzip", Some("gzip")),
            ("zstd", None),
        ] {
            let ask = async || {
                let request = Request::get(path).header("accept-encoding", accepted);
                let answer = server.send(request).await;
                assert_eq!(answer.header("content-encoding"), encoding, "{path} {accepted}");
                assert_eq!(answer.header("content-type"), Some(kind));
                answer
            };
            // Until it is compressed for good it is on its way, and its length is not known.
            let answer = within("it is compressed for good", async {
                loop {
                    let answer = ask().await;
                    if answer.header("content-length").is_some() {
                        return answer;
                    }
                    tokio::task::yield_now().await;
                }
            });
            let answer = answer.await;
            assert_eq!(answer.header("vary"), Some("accept-encoding"), "{path} {accepted}");
            sizes.push(answer.body.len());
        }
        assert!(sizes[1] < sizes[0] && sizes[2] < sizes[1], "{path}: {sizes:?}");
        assert_eq!((sizes[3], sizes[4]), (sizes[1], sizes[0]));
    }
    let page = server.send(Request::get("/m/x").header("accept-encoding", "gzip")).await;
    assert_eq!(page.header("content-encoding"), Some("gzip"));
}

/// Sends a request that no client library would, and returns the first line of the answer.
async fn raw(server: &Server, request: &str) -> String {
    within("an answer", async {
        let mut stream = TcpStream::connect(server.address()).await.expect("the server listens");
        stream.write_all(request.as_bytes()).await.expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("it answers and closes");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(!answer.contains("root:") && !answer.contains("[package]"), "{request}: {answer}");
        answer.lines().next().unwrap_or_default().to_owned()
    })
    .await
}

async fn paths_lead_nowhere_else(database: &Database) {
    let server = Server::start(database).await;
    let up = "../".repeat(12);
    let hidden = "%2e%2e%2f".repeat(12);
    for path in [
        format!("/{up}etc/passwd"),
        format!("/{hidden}etc/passwd"),
        format!("/js/{hidden}etc/passwd"),
        format!("/v/x/{hidden}etc/passwd"),
        format!("/rules/{hidden}etc%2fpasswd.json"),
        "//etc/passwd".to_owned(),
        "/%2fetc/passwd".to_owned(),
        "/..%5c..%5cserver/Cargo.toml".to_owned(),
        "/%2e%2e/Cargo.toml".to_owned(),
        "/js/net/protocol.js%00.html".to_owned(),
        "/js/net/".to_owned(),
        "/js".to_owned(),
        "/.".to_owned(),
        "/%ff".to_owned(),
        format!("/{}", "a".repeat(6_000)),
    ] {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let status = raw(&server, &request).await;
        assert!(status.contains(" 404 ") || status.contains(" 400 "), "{path}: {status}");
    }
    // Parts of a file are not served: a request for one gets the whole.
    let page = get(&server, "/").await;
    let file = lasting(page.text())[0];
    let whole = get(&server, file).await;
    for range in ["bytes=0-1", "bytes=-1", "bytes=99999999-", "bytes=0-1,2-3,4-5", "bytes=9-1"] {
        let answer = server.send(Request::get(file).header("range", range)).await;
        assert_eq!((answer.status.as_u16(), answer.body.len()), (200, whole.body.len()), "{range}");
    }
}

async fn the_catalogue_is_asked_for_and_sent_once(database: &Database) {
    let server = Server::start(database).await;
    let first = get(&server, "/api/games").await;
    assert_eq!((first.status.as_u16(), first.header("cache-control")), (200, Some("no-cache")));
    assert_eq!(first.header("set-cookie"), None, "it is kept for others, too");
    let tag = first.header("etag").expect("it has one").to_owned();
    let again = Request::get("/api/games").header("if-none-match", &tag);
    let again = server.send(again).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), Some(&*tag));
    let other = Request::get("/api/games").header("if-none-match", "W/\"0\"");
    assert_eq!(server.send(other).await.ok(), first.json());
}

async fn previews_are_in_the_language_asked_for(database: &Database) {
    let server = Server::start(database).await;
    let open = json!({"game": "xiangqi", "ruleset": "standard", "seat": "second"});
    let made = server.send(Request::post("/api/matches").json(&open)).await.ok();
    let table = format!("/m/{}", made["id"].as_str().expect("a room has an id"));
    for (path, asked, line) in [
        (table.as_str(), "en-GB", "Play as Red: open the link to join."),
        (&table, "zh-CN,zh;q=0.9,en;q=0.8", "打开链接即可入座，你是红方。"),
        (&table, "ja", "リンクを開くと、赤で対局に参加できます。"),
        ("/", "fr", "Play xiangqi, shogi and six Chinese folk games in your browser."),
        ("/", "zh", "无需注册"),
        ("/rules", "ja", "東アジアの八つのボードゲームのルール"),
        ("/rules/shogi", "en", "Rules of Shogi"),
        ("/rules/xiangqi", "zh", "象棋规则"),
        ("/analysis", "zh", "分析棋局"),
        ("/analysis?game=shogi", "en", "Analyse a game"),
        ("/local?game=shogi", "ja", "オフラインでも"),
    ] {
        let page = server.send(Request::get(path).header("accept-language", asked)).await;
        assert_eq!(page.status, 200, "{path}");
        let vary = page.header("vary").unwrap_or_default().to_ascii_lowercase();
        assert!(vary.contains("accept-language"), "{path}: {vary:?}");
        assert!(page.text().contains(line), "{path} in {asked}: no {line:?}");
        assert_eq!(page.text().matches("name=\"description\"").count(), 1, "{path}");
        let (_, rest) = page.text().split_once("og:image\" content=\"").expect("a picture");
        let (link, _) = rest.split_once('"').expect("its link");
        let link = link.replace("&amp;", "&");
        let at = link.find("/api/position.png").expect("a picture of a position");
        let shown = server.send(Request::get(&link[at..])).await;
        assert_eq!(shown.status, 200, "{path}: {link}");
    }
}
