//! The page on which moderators close reports, on the address of the metrics.

use crate::live::{Live, bare};
use crate::on_both;
use e2e::{Answer, Database, Request, Server, Socket};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::net::TcpListener;

on_both!(
    player_is_reported_without_chat_and_reporter_notified,
    reports_are_closed_with_a_press_and_all_of_it_undone,
    what_another_site_has_a_browser_send_is_refused,
);

/// The page, as a moderator's browser sees it.
struct Page {
    address: SocketAddr,
}

impl Page {
    /// Starts a server with the page.
    async fn open(database: &Database) -> (Server, Self) {
        // A port that was free just now.
        let probe = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = probe.local_addr().expect("it is bound");
        drop(probe);
        let flags = ["--metrics-bind", &address.to_string(), "--limits", "off"];
        (Server::start_with_flags(database, &flags).await, Self { address })
    }

    async fn html(&self) -> String {
        let shown = Request::get("/reports?operator=Wu").send(self.address).await;
        assert_eq!(shown.status, 200, "{shown:?}");
        shown.text().to_owned()
    }

    /// The value of the first hidden field of that name behind a text of the page.
    async fn value(&self, behind: &str, name: &str) -> String {
        let page = self.html().await;
        let (_, rest) = page.split_once(behind).unwrap_or_else(|| panic!("{behind}: {page}"));
        let field = format!("name=\"{name}\" value=\"");
        let (_, rest) = rest.split_once(&field).unwrap_or_else(|| panic!("{field}: {page}"));
        rest.split('"').next().expect("it is quoted").to_owned()
    }

    async fn post(&self, path: &str, form: &str) -> Answer {
        let kind = "application/x-www-form-urlencoded";
        let origin = format!("http://{}", self.address);
        let post = Request::post(path).header("content-type", kind).header("origin", &origin);
        post.body(form.to_owned()).send(self.address).await
    }

    /// Closes the one report there is.
    async fn close(&self, deed: &str) {
        let token = self.value("<article", "token").await;
        let report = self.value("<article", "report").await;
        let form = format!(
            "token={token}&report={report}&operator=Wu&action={deed}&span=24h&text=Be+kind%21"
        );
        let closed = self.post("/reports/close", &form).await;
        assert_eq!(closed.status, 303, "{closed:?}");
        assert_eq!(closed.header("location"), Some("/reports?operator=Wu"));
        assert!(!self.html().await.contains("<article"), "it is closed");
        // Pressed twice it is done once.
        let again = self.post("/reports/close", &form).await;
        assert_eq!(again.status, 409, "{again:?}");
    }

    /// Undoes the latest operation of that kind.
    async fn undo(&self, action: &str) {
        let row = format!("<td>Wu</td><td>{action}</td>");
        let (token, operation) =
            (self.value(&row, "token").await, self.value(&row, "operation").await);
        let form = format!("token={token}&operation={operation}&operator=Wu");
        let undone = self.post("/reports/undo", &form).await;
        assert_eq!(undone.status, 303, "{action}: {undone:?}");
        let again = self.post("/reports/undo", &form).await;
        assert_eq!(again.status, 409, "{action}: {again:?}");
    }
}

/// Reports a line of the first player by the second.
async fn report(server: &Server, live: &Live, said: u64) {
    let wish =
        json!({"match": live.table.id, "lines": [said], "reason": "abuse", "note": "<i>ow</i>"});
    let report = Request::post("/api/reports").by(&live.table.guests.second).json(&wish);
    assert_eq!(server.send(report).await.status, 201);
}

async fn reports_are_closed_with_a_press_and_all_of_it_undone(database: &Database) {
    let (server, page) = Page::open(database).await;
    assert!(page.html().await.contains("No open reports"));
    let mut live = Live::open(&server).await;
    let (one, id) = (live.table.guests.first.clone(), live.table.id.clone());
    live.play().await;
    let rude = json!({"type": "chat", "id": "s", "text": "<b>rude</b>"});
    let said = live.sockets.first.done(&rude).await;
    report(&server, &live, said).await;
    let shown = page.html().await;
    for part in [one.id.as_str(), &id, "&lt;b&gt;rude&lt;/b&gt;", "&lt;i&gt;ow&lt;/i&gt;", "abuse"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(!shown.contains("<b>") && !shown.contains("<script"), "{shown}");

    // A warning is read in the settings, until it is taken back.
    let own = async || server.send(Request::get("/api/me/warnings").by(&one)).await.ok();
    page.close("warn").await;
    assert_eq!(own().await["warnings"][0]["text"], "Be kind!");
    page.undo("warn").await;
    assert_eq!(own().await["warnings"], json!([]));

    // A muted player may play.
    page.undo("close").await;
    page.close("mute").await;
    assert!(own().await["muted_until"].is_u64());
    page.undo("mute").await;
    assert_eq!(own().await["muted_until"], json!(null));

    // The words go, for good.
    page.undo("close").await;
    page.close("remove_chat").await;
    let removed = live.sockets.second.until_kind("chat_removed", said).await;
    assert_eq!(removed["chat"], said);
    assert_eq!(live.table.snapshot(&server).await["chat"], json!([]));

    // The game, once it is over.
    page.undo("close").await;
    live.sockets.first.done(&bare("resign", "end")).await;
    let listed = async || {
        let list = server.send(Request::get("/api/archive")).await.ok();
        list["games"].as_array().expect("a list").len()
    };
    assert_eq!(listed().await, 1);
    page.close("hide_game").await;
    assert_eq!(listed().await, 0);
    page.undo("hide").await;
    assert_eq!(listed().await, 1);

    // A suspended player is disconnected; a dismissed report has no effect on its subject.
    page.undo("close").await;
    page.close("suspend").await;
    assert_eq!(live.sockets.first.until_closed().await, Some(1_008));
    page.undo("ban").await;
    page.undo("close").await;
    page.close("dismiss").await;
    let shown = page.html().await;
    for action in
        ["warn", "unwarn", "mute", "unmute", "remove-line", "hide", "show", "ban", "unban"]
    {
        assert!(shown.contains(&format!("<td>Wu</td><td>{action}</td>")), "{action}: {shown}");
    }
    // Which every server learns within two seconds.
    while server.send(rename(&one.token)).await.status != 200 {}
    let again = Socket::follow(server.address(), &id, Some(&one), None).await;
    assert_eq!(again.snapshot()["state"], "over");
}

/// A request that a suspended player may not send.
fn rename(token: &str) -> Request {
    let bearer = format!("Bearer {token}");
    let wish = json!({"name": "Li"});
    Request::new(e2e::Method::PUT, "/api/me").header("authorization", &bearer).json(&wish)
}

async fn what_another_site_has_a_browser_send_is_refused(database: &Database) {
    let (server, page) = Page::open(database).await;
    let mut live = Live::open(&server).await;
    let said = live.sockets.first.done(&json!({"type": "chat", "id": "s", "text": "rude"})).await;
    report(&server, &live, said).await;
    let token = page.value("<article", "token").await;
    let report = page.value("<article", "report").await;
    let form = |token: &str, more: &str| {
        format!("token={token}&report={report}&span=24h&text=x&action=warn{more}")
    };
    let refused = |answer: Answer, status: u16| {
        assert_eq!(answer.status, status, "{answer:?}");
        assert!(answer.text().contains("role=\"alert\""), "{answer:?}");
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
    };
    for bad in ["", "x", &"0".repeat(64)] {
        refused(page.post("/reports/close", &form(bad, "")).await, 403);
        refused(page.post("/reports/undo", &format!("token={bad}&operation={report}")).await, 403);
    }
    let kind = ("content-type", "application/x-www-form-urlencoded");
    for (name, value) in
        [("origin", "https://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site")]
    {
        let post = Request::post("/reports/close").header(kind.0, kind.1).header(name, value);
        refused(post.body(form(&token, "")).send(page.address).await, 403);
    }
    let named = Request::get("/reports").header("host", "evil.example");
    refused(named.send(page.address).await, 421);
    for (more, status) in [
        ("&action=shout", 400),
        ("&report=x", 400),
        ("&text=", 422),
        ("&text=a%0Ab", 422),
        ("&action=mute&span=forever", 422),
        ("&report=00000000-0000-0000-0000-000000000000", 409),
    ] {
        refused(page.post("/reports/close", &form(&token, more)).await, status);
    }
    let nothing = format!("token={token}&operation={report}");
    refused(page.post("/reports/undo", &nothing).await, 409);
    let long = page.post("/reports/close", &"x".repeat(20_000)).await;
    assert_eq!(long.status, 413, "{long:?}");
    assert!(page.html().await.contains("<article"), "the report is open as before");
    let style = Request::get("/reports.css").send(page.address).await;
    assert_eq!(style.header("content-type"), Some("text/css; charset=utf-8"));
    // Players find no such page.
    server.send(Request::get("/api/reports")).await.is_problem(405, "method_not_allowed");
    assert_eq!(server.send(Request::get("/reports")).await.status, 404);
}

async fn player_is_reported_without_chat_and_reporter_notified(database: &Database) {
    let (server, page) = Page::open(database).await;
    let mut live = Live::open(&server).await;
    let [one, two] = [&live.table.guests.first, &live.table.guests.second].map(Clone::clone);
    let id = live.table.id.clone();
    live.play().await;
    live.play().await;
    live.sockets.first.done(&bare("resign", "end")).await;
    let report = |by: &e2e::Guest, wish: Value| Request::post("/api/reports").by(by).json(&wish);
    let cheating = json!({"match": id, "player": one.id, "reason": "cheating", "note": "too good"});
    for (wish, status, code) in [
        (json!({"reason": "name"}), 400, "bad_request"),
        (json!({"player": two.id, "reason": "name"}), 422, "not_yourself"),
        (json!({"player": id, "reason": "name"}), 422, "unknown_player"),
        (json!({"match": one.id, "player": one.id, "reason": "losing"}), 404, "not_found"),
        (json!({"match": id, "player": id, "reason": "leaving"}), 404, "not_found"),
        (json!({"match": id, "player": one.id, "reason": "help me"}), 400, "bad_request"),
    ] {
        server.send(report(&two, wish)).await.is_problem(status, code);
    }
    for _ in 0..2 {
        assert_eq!(server.send(report(&two, cheating.clone())).await.status, 201);
    }
    let by_name = json!({"player": one.id, "reason": "name"});
    assert_eq!(server.send(report(&two, by_name)).await.status, 201, "of the profile alone");
    let stranger = server.guest().await;
    assert_eq!(server.send(report(&stranger, cheating)).await.status, 201, "by another player");
    let other = json!({"match": id, "player": two.id, "reason": "stalling"});
    assert_eq!(server.send(report(&stranger, other)).await.status, 201);

    // They are grouped by the player, with the server's own data of the game.
    let shown = page.html().await;
    assert_eq!(shown.matches("<section>").count(), 2, "{shown}");
    assert!(shown.contains("Open reports: 3, by 2 different players."), "{shown}");
    assert!(shown.contains("won 0, drawn 0, lost 1") && shown.contains("Time for a move: least"));
    assert!(shown.contains("not about a game") && shown.contains("too good"), "{shown}");

    // One press closes all about a player.
    let token = page.value("<article", "token").await;
    let first = page.value("<article", "report").await;
    let form = format!("token={token}&report={first}&action=dismiss&span=24h&text=x&all=1");
    assert_eq!(page.post("/reports/close", &form).await.status, 303);
    let shown = page.html().await;
    assert_eq!(shown.matches("<article").count(), 1, "{shown}");

    // Those who made them read that they were handled, once.
    let own = async |who| server.send(Request::get("/api/me/warnings").by(who)).await.ok();
    let handled = own(&two).await["handled"].clone();
    assert_eq!(handled.as_array().map(Vec::len), Some(2), "{handled}");
    let kinds = ["cheating", "name"].map(|kind| {
        let found = handled.as_array().expect("a list").iter().find(|one| one["reason"] == kind);
        found.expect("it was closed")["match"].clone()
    });
    assert_eq!(kinds, [json!(id), Value::Null]);
    assert_eq!(own(&stranger).await["handled"].as_array().map(Vec::len), Some(1));
    let read = Request::new(e2e::Method::DELETE, "/api/me/warnings").by(&two);
    assert_eq!(server.send(read).await.status, 204);
    assert_eq!(own(&two).await["handled"], json!([]));
}
