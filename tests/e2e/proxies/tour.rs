//! Every kind of request of the pages and of a bot, through nginx. The addresses are those of the
//! OpenAPI document and of the router: one that no line here requests fails the test.

use super::{CLIENT, FLAGS, HOST, Proxy};
use crate::browser::PASSWORD;
use crate::live::{GAME, bare};
use crate::seeks::{body, fischer};
use e2e::{Answer, Database, Guest, Method, Request, Server, Socket};
use engine::{AnyGame, Options};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

const ROUTER: &str = include_str!("../../../server/src/router.rs");

/// The address of the client's files, of which the tour requests those at the top.
const FILES: &str = "/{*path}";

const ORIGIN: &str = "https://play.example.org";

/// Pages, files and reads that need no preparation. `{match}` is an open match, `{over}` a stored
/// game, `{guest}` a player.
const READS: &[&str] = &[
    "/",
    "/?seek=1",
    "/m/{match}",
    "/m/{match}/qr.svg",
    "/g/{over}",
    "/analysis",
    "/local",
    "/games",
    "/people/{guest}",
    "/link",
    "/offline",
    "/app.webmanifest",
    "/rules",
    "/rules/shogi",
    "/mail/confirm",
    "/mail/off",
    "/sw.js",
    "/api/openapi.json",
    "/api/sockets.schema.json",
    "/healthz",
    "/readyz",
    "/api/games",
    "/api/legal?game=shogi",
    "/api/position.svg?game=shogi",
    "/api/position.png?game=shogi",
    "/api/tablebase/zhuo-qi-zi",
    "/api/accounts?name=Li",
    "/api/accounts/{guest}",
    "/api/accounts/{guest}/ratings",
    "/api/online",
    "/api/push",
    "/api/matches",
    "/api/matches/{match}",
    "/api/matches/{match}?legal=1",
    "/api/matches/{match}/events",
    "/api/archive",
    "/api/archive?game=tui-da-che",
    "/api/archive/{over}",
    "/api/archive/{over}.txt",
    "/api/archive/{over}.png",
    "/api/archive/{over}/analysis",
    "/api/archive/{over}/ratings",
    "/api/archive/export?game=tui-da-che",
    "/api/explorer?game=shogi",
    "/api/ratings",
    "/api/ratings/shogi",
];

/// Requests of an account, in this order; their bodies lack something or name nothing that exists,
/// so that a refusal by the server itself shows that they reached it.
const REFUSED: &[(Method, &str)] = &[
    (Method::GET, "/api/me/push"),
    (Method::PUT, "/api/me/push"),
    (Method::DELETE, "/api/me/push/7"),
    (Method::GET, "/api/me/mail"),
    (Method::PUT, "/api/me/mail"),
    (Method::POST, "/api/me/mail/confirmation"),
    (Method::PUT, "/api/me/mail/kinds"),
    (Method::DELETE, "/api/me/mail"),
    (Method::POST, "/api/mail/confirmations"),
    (Method::POST, "/mail/off?t=none"),
    (Method::GET, "/api/me/confirm"),
    (Method::POST, "/api/me/confirm"),
    (Method::POST, "/api/me/confirm/passkey/begin"),
    (Method::POST, "/api/me/confirm/passkey/end"),
    (Method::GET, "/api/me/passkeys"),
    (Method::POST, "/api/me/passkeys/begin"),
    (Method::POST, "/api/me/passkeys"),
    (Method::DELETE, "/api/me/passkeys/none"),
    (Method::POST, "/api/sessions/passkey/begin"),
    (Method::POST, "/api/sessions/passkey"),
    (Method::POST, "/api/sessions/recovery"),
    (Method::DELETE, "/api/me/sessions/none"),
    (Method::PUT, "/api/me/password"),
    (Method::POST, "/api/me/recovery-codes"),
    (Method::POST, "/api/links"),
    (Method::DELETE, "/api/me/warnings"),
    (Method::GET, "/api/me/warnings"),
];

/// Requests through a proxy, with a list of the addresses that were requested.
struct Tour<'a> {
    proxy: &'a Proxy,
    /// Method and path of each address, with its parameters in braces.
    addresses: Vec<(Method, String)>,
    requested: RefCell<BTreeSet<usize>>,
}

impl<'a> Tour<'a> {
    async fn new(proxy: &'a Proxy) -> Self {
        let document = proxy.get("/api/openapi.json").await.ok();
        let mut addresses = Vec::new();
        for (path, operations) in document["paths"].as_object().expect("paths") {
            for method in operations.as_object().expect("operations").keys() {
                let method = method.to_uppercase().parse().expect("a method");
                addresses.push((method, path.clone()));
            }
        }
        // Pages, files and sockets are in the router alone.
        for rest in ROUTER.split(".route(\"").skip(1) {
            let (path, rest) = rest.split_once('"').expect("it is quoted");
            // No proxy leads to the listener for other nodes.
            if path.starts_with("/internal/") {
                continue;
            }
            assert!(rest.starts_with(", get("), "{path}: the tour knows GET alone");
            addresses.push((Method::GET, path.to_owned()));
        }
        addresses.push((Method::GET, FILES.to_owned()));
        Self { proxy, addresses, requested: RefCell::default() }
    }

    /// Notes a request. The address is the one with the fewest parameters that fits.
    fn record(&self, method: &Method, path: &str) {
        let path = path.split('?').next().unwrap_or(path);
        let fits = |template: &str| {
            if template == FILES {
                return path.matches('/').count() == 1 && path.contains('.');
            }
            let (wanted, given) = (template.split('/'), path.split('/'));
            wanted.clone().count() == given.clone().count()
                && wanted
                    .zip(given)
                    .all(|(wanted, given)| wanted.starts_with('{') || wanted == given)
        };
        let known = self.addresses.iter().enumerate();
        let known = known.filter(|(_, (known, template))| known == method && fits(template));
        let known = known.min_by_key(|(_, (_, template))| template.matches('{').count());
        let (place, _) = known.unwrap_or_else(|| panic!("{method} {path} is no address"));
        self.requested.borrow_mut().insert(place);
    }

    /// Sends a request, which the server itself must answer, and not with a fault.
    async fn send(
        &self,
        method: Method,
        path: &str,
        complete: impl FnOnce(Request) -> Request,
    ) -> Answer {
        self.record(&method, path);
        let request = complete(Request::new(method.clone(), path));
        let answer = self.proxy.send(request).await;
        let is_ours = answer.header("x-content-type-options") == Some("nosniff");
        assert!(is_ours, "{method} {path} did not reach the server: {answer:?}");
        let status = answer.status;
        assert!(
            !status.is_server_error() && !status.is_redirection() && status != 405,
            "{method} {path}: {answer:?}"
        );
        answer
    }

    async fn by(&self, method: Method, path: &str, guest: &Guest) -> Answer {
        self.send(method, path, |request| request.by(guest)).await
    }

    /// Reads a value that must be there.
    async fn read(&self, path: &str, guest: &Guest) {
        let answer = self.by(Method::GET, path, guest).await;
        assert!(answer.status.is_success(), "{path}: {answer:?}");
    }

    async fn json(&self, method: Method, path: &str, guest: &Guest, body: &Value) -> Value {
        self.send(method, path, |request| request.by(guest).json(body)).await.ok()
    }

    async fn socket(&self, path: &str, who: Option<&Guest>) -> Socket {
        self.record(&Method::GET, path);
        Socket::open_as(self.proxy.entrance, HOST, path, who).await
    }

    fn missing(&self) -> Vec<&(Method, String)> {
        let requested = self.requested.borrow();
        let all = self.addresses.iter().enumerate();
        all.filter(|(place, _)| !requested.contains(place)).map(|(_, address)| address).collect()
    }
}

/// A browser that visits the site by HTTPS.
#[derive(Default)]
struct Page {
    /// Its cookies, by their names.
    cookies: BTreeMap<String, String>,
}

impl Page {
    async fn send(&mut self, tour: &Tour<'_>, method: Method, path: &str, body: &Value) -> Answer {
        let pairs = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
        let cookies = pairs.collect::<Vec<_>>().join("; ");
        let answer = tour.send(method, path, |request| {
            request.header("origin", ORIGIN).header("cookie", &cookies).json(body)
        });
        let answer = answer.await;
        for cookie in answer.headers.get_all("set-cookie") {
            let cookie = cookie.to_str().expect("it is plain");
            assert!(cookie.starts_with("__Host-") && cookie.contains("; Secure"), "{cookie}");
            let (name, rest) = cookie.split_once('=').expect("it has a name");
            let value = rest.split(';').next().unwrap_or_default();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        answer
    }
}

/// A match is created, found, played, watched and stored; returns the id of the game.
async fn play(tour: &Tour<'_>, first: &Guest, second: &Guest) -> String {
    let wish = json!({"game": GAME, "seat": "first"});
    let created = tour.json(Method::POST, "/api/matches", first, &wish).await;
    let id = created["id"].as_str().expect("an id");
    let path = format!("/api/matches/{id}");
    let listed = tour.by(Method::GET, "/api/matches", second).await.ok();
    assert!(listed.to_string().contains(id), "{listed}");
    let joined = tour.by(Method::POST, &format!("{path}/join"), second).await.ok();
    assert_eq!(joined, json!({"seat": "second"}));
    tour.record(&Method::GET, &format!("/ws/matches/{id}"));
    let mut player = tour.proxy.follow(id, Some(first)).await;
    let mut opponent = tour.proxy.follow(id, Some(second)).await;
    let mut spectator = tour.proxy.follow(id, None).await;
    let mut game = AnyGame::new(GAME, None, &Options::default(), None).expect("it is listed");
    for (ply, socket) in [&mut player, &mut opponent].into_iter().enumerate() {
        let action = game.legal().remove(0);
        game.play(&action).expect("it is legal");
        let play = json!({"type": "play", "id": format!("p{ply}"), "ply": ply, "move": action});
        let seq = socket.done(&play).await;
        assert_eq!(spectator.event(seq).await["move"], action);
    }
    let line = player.done(&json!({"type": "chat", "id": "s", "text": "hello"})).await;
    assert_eq!(opponent.event(line).await["text"], "hello");
    let report = json!({"match": id, "lines": [line], "reason": "spam"});
    tour.send(Method::POST, "/api/reports", |request| request.by(second).json(&report)).await;
    for path in [path.clone(), format!("{path}/events"), "/api/me/matches".to_owned()] {
        assert_eq!(tour.by(Method::GET, &path, first).await.status, 200, "{path}");
    }
    player.done(&bare("resign", "r")).await;
    assert_eq!(opponent.until_kind("ended", 0).await["reason"], "resignation");
    let stored = tour.by(Method::GET, &format!("/api/archive/{id}"), first).await.ok();
    assert_eq!((&stored["plies"], &stored["result"]), (&json!(2), &json!("second")));
    let mut analysis = tour.socket(&format!("/ws/analysis/{id}"), Some(first)).await;
    analysis.until_type("tree").await;
    analysis.done(&json!({"type": "note", "id": "n", "node": 0, "text": "so"})).await;
    id.to_owned()
}

/// Two guests find each other, one challenges the other, and plans are made.
async fn find(tour: &Tour<'_>, first: &Guest, second: &Guest) {
    let mut lobby = tour.socket("/ws/lobby", Some(first)).await;
    for guest in [first, second] {
        tour.json(Method::POST, "/api/seeks", guest, &body(&["xia-si"], &fischer())).await;
    }
    let found = crate::seeks::until(&mut lobby, |standing| standing["found"].is_object()).await;
    let accept = json!({"id": found["found"]["id"], "accept": true});
    for guest in [first, second] {
        tour.json(Method::POST, "/api/seeks/found", guest, &accept).await;
    }
    crate::seeks::until(&mut lobby, |standing| standing["started"].is_string()).await;
    tour.read("/api/seeks", first).await;
    tour.by(Method::DELETE, "/api/seeks", first).await;

    let days = json!({"kind": "correspondence", "days": 3});
    let wish = json!({"game": GAME, "opponent": second.id, "clock": days});
    let mut made = Vec::new();
    for _ in 0..2 {
        let created = tour.json(Method::POST, "/api/matches", first, &wish).await;
        made.push(format!("/api/matches/{}", created["id"].as_str().expect("an id")));
    }
    let declined = tour.by(Method::POST, &format!("{}/decline", made[0]), second).await;
    assert!(declined.status.is_success(), "{declined:?}");
    assert!(tour.by(Method::POST, &format!("{}/join", made[1]), second).await.status.is_success());
    tour.read(&format!("{}/plan", made[1]), first).await;
    let plan = json!({"ply": 0, "lines": []});
    tour.json(Method::PUT, &format!("{}/plan", made[1]), first, &plan).await;
}

/// Settings and data that a guest writes and reads.
async fn settle(tour: &Tour<'_>, first: &Guest, second: &Guest) {
    tour.read("/api/me", first).await;
    tour.json(Method::PUT, "/api/me", first, &json!({"name": "Du Fu"})).await;
    let token = tour.json(Method::POST, "/api/me/tokens", first, &json!({"days": 1})).await;
    tour.read("/api/me/tokens", first).await;
    let path = format!("/api/me/tokens/{}", token["token_id"].as_str().unwrap_or("none"));
    tour.by(Method::DELETE, &path, first).await;
    for list in ["blocks", "follows"] {
        let path = format!("/api/me/{list}/{}", second.id);
        tour.by(Method::PUT, &path, first).await;
        tour.read(&format!("/api/me/{list}"), first).await;
        tour.by(Method::DELETE, &path, first).await;
    }
    tour.read("/api/me/online", first).await;
    tour.send(Method::PUT, "/api/me/online", |request| request.by(first).json(&json!({}))).await;
    for method in [Method::POST, Method::GET, Method::DELETE] {
        tour.by(method, "/api/me/vacation", first).await;
    }
    let export = tour.by(Method::GET, "/api/me/export", first).await;
    assert_eq!(export.status, 200, "{export:?}");
}

/// A visitor registers, signs in on two devices, and deletes the account.
async fn register(tour: &Tour<'_>) {
    let (mut page, mut phone) = (Page::default(), Page::default());
    let nothing = json!({});
    page.send(tour, Method::GET, "/", &nothing).await;
    let account = json!({"name": "Li Bai", "password": PASSWORD});
    assert_eq!(page.send(tour, Method::POST, "/api/me/register", &account).await.status, 201);
    phone.send(tour, Method::GET, "/", &nothing).await;
    let signed_in = phone.send(tour, Method::POST, "/api/sessions", &account).await.ok();
    assert_eq!(signed_in["name"], "Li Bai");
    let sessions = page.send(tour, Method::GET, "/api/me/sessions", &nothing).await.ok();
    assert_eq!(sessions["sessions"].as_array().map(Vec::len), Some(2), "{sessions}");
    page.send(tour, Method::POST, "/api/me/links", &nothing).await;
    for (method, path) in REFUSED {
        page.send(tour, method.clone(), path, &nothing).await;
    }
    page.send(tour, Method::DELETE, "/api/me/sessions", &nothing).await;
    page.send(tour, Method::POST, "/api/me/logout", &nothing).await;
    phone.send(tour, Method::GET, "/", &nothing).await;
    assert_eq!(phone.send(tour, Method::POST, "/api/sessions", &account).await.status, 200);
    phone.send(tour, Method::DELETE, "/api/me", &nothing).await;
}

#[tokio::test]
async fn nginx_passes_every_kind_of_request() {
    let database = Database::sqlite();
    let flags = [&FLAGS[..], &["--access-log"]].concat();
    let server = Server::start_with_flags(&database, &flags).await;
    let nginx = Proxy::nginx(&[&server]).await;
    let tour = Tour::new(&nginx).await;
    let made = tour.send(Method::POST, "/api/guests", |request| request).await;
    assert_eq!(made.status, 201, "{made:?}");
    let [first, second] = [nginx.guest().await, nginx.guest().await];
    let open = nginx.create(&first, &json!({"game": GAME})).await;
    let over = play(&tour, &first, &second).await;
    find(&tour, &first, &second).await;
    settle(&tour, &first, &second).await;
    register(&tour).await;
    for path in READS {
        let path = path.replace("{match}", &open).replace("{over}", &over);
        let path = path.replace("{guest}", &first.id);
        let answer = tour.by(Method::GET, &path, &first).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
    }
    let page = nginx.get("/").await;
    let (_, file) = page.text().split_once("src=\"").expect("a page has files");
    let file = file.split('"').next().expect("it is quoted");
    assert_eq!(nginx.get(file).await.status, 200, "{file}");
    assert_eq!(tour.missing(), Vec::<&(Method, String)>::new(), "no line requests these");
    // The server knows the clients by their own address.
    let log = server.terminate().await.stderr;
    assert!(log.contains(&format!("client={CLIENT} ")), "{log}");
    assert!(!log.contains("client=127.0.0.1 "), "{log}");
}
