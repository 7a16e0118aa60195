//! A browser: a visitor with a cookie, who may register.

use e2e::{Answer, Request, Server, Socket};
use serde_json::{Value, json};

/// The password of all accounts in these tests.
pub(crate) const PASSWORD: &str = "seven horses cross the river";

/// A browser with its cookie.
pub(crate) struct Browser<'a> {
    pub(crate) server: &'a Server,
    pub(crate) cookie: Option<String>,
    /// The cookie by which the server knows that this browser has signed in before.
    pub(crate) known: Option<String>,
}

impl<'a> Browser<'a> {
    /// A browser that has not been here before.
    pub(crate) const fn new(server: &'a Server) -> Self {
        Self { server, cookie: None, known: None }
    }

    /// A browser with an earlier cookie, as after a restart of the server.
    pub(crate) const fn again(server: &'a Server, cookie: Option<String>) -> Self {
        Self { server, cookie, known: None }
    }

    /// A browser whose visitor keeps the identity under a name.
    pub(crate) async fn registered(server: &'a Server, name: &str) -> Self {
        let mut browser = Self::new(server);
        let kept = browser.register(name).await;
        assert_eq!(kept.status, 201, "{kept:?}");
        browser
    }

    /// Sends a request and takes in the cookie that comes back.
    pub(crate) async fn send(&mut self, request: Request) -> Answer {
        let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        let request = request.header("user-agent", agent);
        let cookies: Vec<&str> = self.cookie.iter().chain(&self.known).map(|c| &**c).collect();
        let request = match &*cookies {
            [] => request,
            cookies => request.header("cookie", &cookies.join("; ")),
        };
        let answer = self.server.send(request).await;
        for cookie in answer.headers.get_all("set-cookie") {
            let cookie = cookie.to_str().ok().and_then(|cookie| cookie.split(';').next());
            let cookie = cookie.map(str::to_owned);
            let is_known = cookie.as_ref().is_some_and(|cookie| cookie.contains("yiguan-browser="));
            *(if is_known { &mut self.known } else { &mut self.cookie }) = cookie;
        }
        answer
    }

    /// The answer of the server to a GET.
    pub(crate) async fn get(&mut self, path: &str) -> Value {
        self.send(Request::get(path)).await.ok()
    }

    /// Sends JSON.
    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.send(Request::post(path).json(body)).await
    }

    /// The visitor's player.
    pub(crate) async fn me(&mut self) -> Value {
        self.get("/api/me").await
    }

    /// The visitor's id.
    pub(crate) async fn id(&mut self) -> String {
        self.me().await["id"].as_str().expect("an id").to_owned()
    }

    /// Keeps the identity.
    pub(crate) async fn register(&mut self, name: &str) -> Answer {
        self.post("/api/me/register", &json!({"name": name, "password": PASSWORD})).await
    }

    /// Logs in.
    pub(crate) async fn log_in(&mut self, name: &str, password: &str) -> Answer {
        self.post("/api/sessions", &json!({"name": name, "password": password})).await
    }

    /// Connects to the lobby, which sends the state of a seek.
    pub(crate) async fn listen(&self) -> Socket {
        let cookie = self.cookie.as_deref().expect("it has been here");
        Socket::open_by_cookie(self.server.address(), "/ws/lobby?matches=0", cookie).await
    }

    /// Connects to a match.
    pub(crate) async fn sit(&self, match_id: &str) -> Socket {
        let cookie = self.cookie.as_deref().expect("it has been here");
        Socket::follow_by_cookie(self.server.address(), match_id, cookie).await
    }
}
