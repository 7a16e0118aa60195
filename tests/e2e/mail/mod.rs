//! Notices by mail, sent to a mail server of the test's own.

mod address;
mod encryption;
mod flags;
mod notices;
mod refusals;
mod vacation;

use crate::browser::Browser;
use crate::live::GAME;
use e2e::{Answer, Database, MailService, Mailed, Method, Request, Server, Socket, within};
use engine::{AnyGame, Options};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

const ADDRESS: &str = "li.bai@example.org";

/// The flags for mail with links to `http://127.0.0.1`, which no test follows.
fn flags<'a>(url: &'a str, gather: &'a str) -> [&'a str; 8] {
    [
        "--mail-server",
        url,
        "--mail-from",
        "Yiguan 弈馆 <yiguan@example.com>",
        "--public-url",
        "http://play.example.org",
        "--mail-gather",
        gather,
    ]
}

async fn start(database: &Database, service: &MailService) -> Server {
    Server::start_with_flags(database, &flags(&service.url(), "0")).await
}

/// A server that looks a second later whether the player has a page open, so that it has noted by then
/// that they have closed it.
async fn start_patient(database: &Database, service: &MailService) -> Server {
    Server::start_with_flags(database, &flags(&service.url(), "1")).await
}

async fn put(browser: &mut Browser<'_>, body: &Value) -> Answer {
    browser.send(Request::new(Method::PUT, "/api/me/mail").json(body)).await
}

/// Confirms as the page of the link does, from an unknown browser.
async fn confirm(server: &Server, code: &str) -> Answer {
    let body = json!({"code": code});
    server.send(Request::post("/api/mail/confirmations").json(&body)).await
}

/// Enters an address and confirms it.
async fn enter(
    server: &Server,
    service: &mut MailService,
    browser: &mut Browser<'_>,
    body: &Value,
) {
    let _ = put(browser, body).await.ok();
    let mailed = service.next().await;
    let confirmed = confirm(server, mailed.after("/mail/confirm#")).await;
    assert_eq!(confirmed.status, 204, "{confirmed:?}");
}

fn all() -> Value {
    json!({"address": ADDRESS, "kinds": ["turn", "challenge", "found"]})
}

/// A correspondence match between a player and a guest, who begins and is connected.
struct ByDays {
    id: String,
    guest: Socket,
    game: AnyGame,
}

impl ByDays {
    async fn open(server: &Server, browser: &mut Browser<'_>) -> Self {
        let clock = json!({"kind": "correspondence", "days": 3});
        let wish = json!({"game": GAME, "seat": "second", "clock": clock});
        let made = browser.post("/api/matches", &wish).await.ok();
        let id = made["id"].as_str().expect("an id").to_owned();
        let guest = server.guest().await;
        let join = Request::post(&format!("/api/matches/{id}/join")).by(&guest);
        assert_eq!(server.send(join).await.status, 200);
        let guest = Socket::follow(server.address(), &id, Some(&guest), None).await;
        let game = AnyGame::new(GAME, None, &Options::default(), None).expect("it is listed");
        Self { id, guest, game }
    }

    fn command(&self) -> Value {
        let action = self.game.legal().into_iter().next().expect("the game goes on");
        let id = format!("p{}", self.game.ply());
        json!({"type": "play", "id": id, "ply": self.game.ply(), "move": action})
    }

    fn record(&mut self, command: &Value) {
        self.game.play(command["move"].as_str().expect("a text")).expect("the server took it");
    }

    /// The guest plays.
    async fn play(&mut self) {
        let command = self.command();
        self.guest.done(&command).await;
        self.record(&command);
    }

    /// The other plays, and closes the page.
    async fn answer(&mut self, browser: &Browser<'_>) {
        let mut socket = browser.sit(&self.id).await;
        let command = self.command();
        socket.done(&command).await;
        self.record(&command);
        leave(socket).await;
    }

    fn link(&self) -> String {
        format!("http://play.example.org/m/{}", self.id)
    }
}

async fn leave(mut socket: Socket) {
    socket.send(Message::Close(None)).await;
    socket.until_closed().await;
}

/// Challenges a player; returns the match.
async fn challenge(server: &Server, whom: &str) -> String {
    let guest = server.guest().await;
    let wish = json!({"game": GAME, "opponent": whom});
    let made = server.send(Request::post("/api/matches").by(&guest).json(&wish)).await.ok();
    made["id"].as_str().expect("an id").to_owned()
}

/// How many notices wait for a mail.
async fn waiting(database: &Database) -> i64 {
    database.number("select count(*) from mail_notification").await
}

/// Waits until so many notices wait for a mail.
async fn until_gathered(database: &Database, count: i64) {
    within("they are gathered", async {
        while waiting(database).await != count {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

fn links(mailed: &Mailed) -> usize {
    mailed.text.matches("/m/").count()
}
