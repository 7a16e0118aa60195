//! Pages and files: where they are kept, how they are compressed, and that nothing else of the
//! machine is among them.

use crate::on_both;
use e2e::{Answer, Database, Request, Server, within};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

on_both!(
    files_are_kept_for_good_and_pages_are_asked_for,
    files_are_compressed_as_the_client_takes_them,
    paths_lead_nowhere_else,
);

/// The addresses that a page's text refers to by an attribute.
fn addresses<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let before = format!("{attribute}=\"");
    page.split(&before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

async fn get(server: &Server, path: &str) -> Answer {
    server.send(Request::get(path)).await
}

async fn files_are_kept_for_good_and_pages_are_asked_for(database: &Database) {
    let server = Server::start(database).await;
    let made = Request::post("/api/matches").json(&json!({"game": "shogi"}));
    let made = server.send(made).await.ok();
    let id = made["id"].as_str().expect("a room has an id");
    let (table, replay) = (format!("/m/{id}"), format!("/g/{id}"));
    for path in ["/", &table, &replay, "/rules", "/rules/shogi"] {
        let page = get(&server, path).await;
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        let text = page.text();
        let mut files = addresses(text, "href");
        files.extend(addresses(text, "src"));
        files.retain(|address| address.starts_with("/v/"));
        assert!(files.len() > 20, "{path}: {files:?}");
        let modules = text.matches("rel=\"modulepreload\"").count();
        assert!(modules > 15, "{path}");
        for file in &files {
            let answer = get(&server, file).await;
            assert_eq!(answer.status, 200, "{file}");
            let caching = answer.header("cache-control").expect("it says so");
            assert_eq!(caching, "public, max-age=31536000, immutable", "{file}");
            assert_eq!(answer.header("set-cookie"), None, "{file} is kept for others, too");
        }
        // What else the page refers to is no file, but a page of its own.
        for address in addresses(text, "src") {
            assert!(address.starts_with("/v/"), "{path}: {address}");
        }
    }
    let page = get(&server, "/").await;
    let script = addresses(page.text(), "src")[0].to_owned();
    let plain = script.splitn(4, '/').nth(3).expect("/v/<version>/<path>");
    let stale = format!("/v/0123456789abcdef/{plain}");
    for path in [format!("/{plain}"), stale] {
        let answer = get(&server, &path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("cache-control")),
            (200, Some("no-cache"))
        );
    }
    for path in ["/", "/js/net/protocol.js", &script] {
        let answer = get(&server, path).await;
        let tag = answer.header("etag").expect("a tag");
        for (known, status) in [(tag, 304), ("*", 304), ("\"other\"", 200)] {
            let again = server.send(Request::get(path).header("if-none-match", known)).await;
            assert_eq!(again.status, status, "{path} {known}");
            assert_eq!(again.body.is_empty(), status == 304);
        }
    }
}

async fn files_are_compressed_as_the_client_takes_them(database: &Database) {
    let server = Server::start(database).await;
    let page = get(&server, "/local").await;
    let files = addresses(page.text(), "href");
    let wasm = files.iter().find(|file| file.ends_with(".wasm")).expect("the engine");
    for (path, kind) in [
        (*wasm, "application/wasm"),
        ("/js/net/protocol.js", "text/javascript; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
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
        let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        let status = raw(&server, &request).await;
        assert!(status.contains(" 404 ") || status.contains(" 400 "), "{path}: {status}");
    }
    // Parts of a file are not given out: whoever asks for one gets the whole.
    let whole = get(&server, "/js/net/protocol.js").await;
    for range in ["bytes=0-1", "bytes=-1", "bytes=99999999-", "bytes=0-1,2-3,4-5", "bytes=9-1"] {
        let answer = server.send(Request::get("/js/net/protocol.js").header("range", range)).await;
        assert_eq!((answer.status.as_u16(), answer.body.len()), (200, whole.body.len()), "{range}");
    }
}
