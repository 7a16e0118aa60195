//! `deploy/nginx.conf` in front of two servers: whatever one of them does, nobody is turned away.

use crate::live::Live;
use e2e::{Answer, Request, Server, Socket, on_postgres, within};
use std::fmt::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};

const CONFIGURATION: &str = include_str!("../../deploy/nginx.conf");

/// nginx with the example's configuration, on a port of its own and without TLS.
struct Nginx {
    address: SocketAddr,
    _process: Child,
    _folder: TempDir,
}

impl Nginx {
    async fn before(servers: &[&Server]) -> Self {
        let probe = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = probe.local_addr().expect("it is bound");
        drop(probe);
        let folder = TempDir::with_prefix("yiguan-nginx-").expect("a temporary directory");
        let file = folder.path().join("nginx.conf");
        let text = configuration(folder.path(), address, servers);
        std::fs::write(&file, text).expect("there is room");
        let process = Command::new("/usr/sbin/nginx")
            .args(["-g", "daemon off; master_process off;", "-e", "stderr", "-c"])
            .arg(&file)
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("nginx is here: `./check tools` installs it");
        within("nginx listens", async {
            while TcpStream::connect(address).await.is_err() {
                tokio::task::yield_now().await;
            }
        })
        .await;
        Self { address, _process: process, _folder: folder }
    }

    async fn get(&self, path: &str) -> Answer {
        Request::get(path).send(self.address).await
    }
}

/// The example with what depends on the place replaced: ports, certificates, folders.
fn configuration(folder: &Path, address: SocketAddr, servers: &[&Server]) -> String {
    let folder = folder.display();
    let mut text = String::new();
    let mut upstreams = servers.iter().map(|server| server.address().to_string());
    for line in CONFIGURATION.lines() {
        let word = line.trim();
        if word.starts_with("ssl_") || word.starts_with("user ") || word.starts_with("listen [::]")
        {
            continue;
        }
        if word.starts_with("listen 80;") {
            // The redirection to HTTPS, which has no place here.
            text.push_str("listen unix:");
            writeln!(text, "{folder}/plain.sock;").expect("a String takes any text");
        } else if word.starts_with("listen 443 ssl") {
            writeln!(text, "listen {address};").expect("a String takes any text");
        } else if word.starts_with("pid ") {
            writeln!(text, "pid {folder}/pid;").expect("a String takes any text");
        } else if word.starts_with("server 10.0.0.") {
            let upstream = upstreams.next().expect("the example has as many servers");
            let (_, rest) = word.split_once(":8080").expect("a port");
            writeln!(text, "server {upstream}{rest}").expect("a String takes any text");
        } else {
            writeln!(text, "{line}").expect("a String takes any text");
            if word == "http {" {
                for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"] {
                    writeln!(text, "{kind}_temp_path {folder}/{kind};").expect("any text");
                }
            }
        }
    }
    text
}

/// Each finds its match, and nobody else notices that there is more than one server.
#[tokio::test]
async fn two_servers_behind_nginx_are_one() {
    on_postgres(async |database| {
        let (one, other) = tokio::join!(Server::start(database), Server::start(database));
        let nginx = Nginx::before(&[&one, &other]).await;
        let mut matches = Vec::new();
        for server in [&one, &other] {
            for _ in 0..3 {
                matches.push(Live::open(server).await.table.id.clone());
            }
        }
        for round in 0..5 {
            for id in &matches {
                let answer = nginx.get(&format!("/api/matches/{id}")).await;
                assert_eq!(answer.status, 200, "round {round}: {answer:?}");
                drop(Socket::follow(nginx.address, id, None, None).await);
            }
            for path in ["/", "/api/games", "/readyz"] {
                assert_eq!(nginx.get(path).await.status, 200, "round {round}: {path}");
            }
        }
        // Whoever joins is sent to the server that has the match, and a room is made once.
        let joined = Request::post(&format!("/api/matches/{}/join", matches[0]));
        joined.send(nginx.address).await.is_problem(409, "seat_taken");

        // One that stands still is given up after some seconds, one that is gone at once.
        other.freeze().await;
        for _ in 0..2 {
            assert_eq!(nginx.get("/api/games").await.status, 200);
        }
        other.signal("CONT").await;
        other.kill().await;
        for _ in 0..4 {
            assert_eq!(nginx.get("/api/games").await.status, 200);
        }
    })
    .await;
}
