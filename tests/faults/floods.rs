//! Attacks from a few addresses while honest players play from another: each is limited with
//! a clear code, and the honest do not notice.
//!
//! All of 127.0.0.0/8 is this machine, so that every attack has an address of its own.

use crate::Run;
use crate::arena::{Arena, Link, Manner, NoLink, Received, Way, reach};
use crate::readers::slowed;
use crate::report::{Report, mebibytes, millis, seconds};
use crate::usage::Usage;
use e2e::{Database, Request, Server, ServerOptions};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{sleep, timeout};

/// Connections of one attack.
const CONNECTIONS: usize = 300;

/// Commands and requests of one attack.
const REQUESTS: usize = 400;

/// Within how long a connection that never gets to the point must be closed.
const SLOW: Duration = Duration::from_secs(90);

/// The settings of a run.
#[derive(Debug)]
pub(crate) struct Floods {
    /// How long, without attacks and again with them.
    pub(crate) span: Duration,
    /// Whether slow attacks are held until they are cut off, and not only begun.
    pub(crate) patient: bool,
    /// The longer wait that is allowed to honest players even if it is more than half as long again.
    pub(crate) noise: Duration,
}

const fn address_of(attacker: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 1, attacker))
}

const fn attacker(number: u8) -> Way {
    Way { from: Some(address_of(number)), buffer: None, by: None }
}

/// Attacks.
pub(crate) async fn run(run: &Run, floods: Floods) -> Result<Report, String> {
    let Floods { span, patient, noise } = floods;
    let database = Database::sqlite_in_memory();
    let server = Server::start_with(&database, ServerOptions::Plain).await;
    let address = server.address();
    let manner = Manner { tables: 8, think: (0, 60), ..Manner::default() };
    let (arena, tasks) = Arena::open(manner, run.seed);
    arena.lead_to(Some(address));
    sleep(Duration::from_secs(2)).await;
    drop(arena.tally().delivered.take());
    sleep(span).await;
    let before = arena.tally().delivered.take();
    let memory = Usage::of(server.process()).memory;
    let room = arena.tables().first().map(|table| table.ledger().id.clone()).unwrap_or_default();

    let mut report = Report::new(format!("4b. floods, {}", run.seed_text()));
    let began = Instant::now();
    // Held open for as long as the others attack.
    let slow =
        [Slow::Http, Slow::Upgrade, Slow::Frame].map(|slow| hold(address, slow, &room, patient));
    let slow = join_all(slow);
    let quick = async {
        let mut rounds = 0;
        let mut outcomes = Vec::new();
        while rounds == 0 || began.elapsed() < span {
            outcomes = vec![
                connections(address).await,
                rooms(address).await,
                chat(address, &room).await,
                frames(address, &room).await,
                snapshots(address, &room).await,
            ];
            rounds += 1;
        }
        (rounds, outcomes)
    };
    let (slow, (rounds, outcomes)) = futures_util::join!(slow, quick);
    let after = arena.tally().delivered.take();
    let most = Usage::of(server.process()).memory;
    for outcome in outcomes.into_iter().chain(slow) {
        report.figure(outcome.name, &outcome.figure);
        report.promise(outcome.limited, || {
            format!("{} is not limited: {}", outcome.name, outcome.figure)
        });
    }
    let resumed = arena.resumed(Duration::from_secs(20)).await;
    arena.close(tasks).await;
    arena.check().await;
    let exit = server.terminate().await;
    report.figure("rounds of attacks, for", format_args!("{rounds}, {}", seconds(began.elapsed())));
    report.figure(
        "honest actions timed without and with them",
        format_args!("{}, {}", before.count(), after.count()),
    );
    report.figure(
        "honest action to opponent, 99 %",
        format_args!("{}, {}", millis(before.at(99.0)), millis(after.at(99.0))),
    );
    report.figure("honest actions refused for their rate", &arena.tally().rate);
    report.figure(
        "memory without and with them",
        format_args!("{}, {}", mebibytes(memory), mebibytes(most)),
    );
    report.all_broken(slowed("honest deliveries", &before, &after, noise));
    report.promise(exit.status.success(), || format!("the server ended badly: {}", exit.stderr));
    if let Err(stuck) = resumed {
        report.promise(false, || stuck);
    }
    report.all_broken(arena.tally().broken_promises());
    Ok(report)
}

/// The result of an attack.
struct Outcome {
    name: &'static str,
    figure: String,
    limited: bool,
}

/// More sockets than an address may have.
async fn connections(address: SocketAddr) -> Outcome {
    let way = attacker(1);
    let tried =
        join_all((0..CONNECTIONS).map(|_| Link::open(address, "/ws/lobby", None, way))).await;
    let open = tried.iter().filter(|link| link.is_ok()).count();
    let refused = tried.iter().filter(|link| matches!(link, Err(NoLink::Status(429)))).count();
    Outcome {
        name: "sockets of one address",
        figure: format!("{CONNECTIONS} tried, {open} open, {refused} answered 429"),
        limited: open < CONNECTIONS && open + refused == CONNECTIONS,
    }
}

/// More rooms than any player needs.
async fn rooms(address: SocketAddr) -> Outcome {
    let (mut made, mut refused, mut code) = (0, 0, Value::Null);
    let room = json!({"game": "xiangqi"});
    for _ in 0..REQUESTS {
        let request = Request::post("/api/matches").json(&room).from_address(address_of(2));
        match timeout(Duration::from_secs(10), request.try_send(address)).await {
            Ok(Ok(answer)) if answer.status == 201 => made += 1,
            Ok(Ok(answer)) if answer.status == 429 => {
                refused += 1;
                code = answer.json()["code"].clone();
            }
            _ => {}
        }
    }
    Outcome {
        name: "rooms of one address",
        figure: format!("{REQUESTS} requested, {made} made, {refused} answered 429 {code}"),
        limited: refused > 0 && code == "rate",
    }
}

/// More chat than any player reads.
async fn chat(address: SocketAddr, room: &str) -> Outcome {
    let path = format!("/ws/matches/{room}");
    let say =
        |number| json!({"type": "chat", "id": format!("s{number}"), "text": "spam"}).to_string();
    let counts = speak(address, &path, 3, say).await;
    Outcome { name: "chat of one spectator", limited: counts.limited(), figure: counts.to_string() }
}

/// More snapshots than any player needs.
async fn snapshots(address: SocketAddr, room: &str) -> Outcome {
    let path = format!("/ws/matches/{room}");
    let counts = speak(address, &path, 4, |_| r#"{"type":"snapshot"}"#.to_owned()).await;
    Outcome {
        name: "snapshots for one spectator",
        limited: counts.limited(),
        figure: counts.to_string(),
    }
}

/// A frame larger than any message.
async fn frames(address: SocketAddr, room: &str) -> Outcome {
    let path = format!("/ws/matches/{room}");
    let code = match Link::open(address, &path, None, attacker(5)).await {
        Ok(mut link) => {
            link.send_text(&" ".repeat(100_000)).await;
            close_code(&mut link).await
        }
        Err(_) => None,
    };
    Outcome {
        name: "a frame of 100 kB",
        figure: code.map_or("not closed".to_owned(), |code| format!("closed with {code}")),
        limited: code == Some(1_009),
    }
}

/// The answers to a flood by one socket.
#[derive(Debug, Default)]
struct Outgoing {
    sent: usize,
    rate: usize,
    code: Option<u16>,
}

impl Outgoing {
    const fn limited(&self) -> bool {
        self.rate > 0 && matches!(self.code, Some(1_008))
    }
}

impl std::fmt::Display for Outgoing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { sent, rate, code } = self;
        write!(f, "{sent} sent, {rate} answered rate, ")?;
        match code {
            Some(code) => write!(f, "then closed with {code}"),
            None => f.write_str("never closed"),
        }
    }
}

async fn speak(
    address: SocketAddr,
    path: &str,
    number: u8,
    message: impl Fn(usize) -> String,
) -> Outgoing {
    let mut counts = Outgoing::default();
    let Ok(mut link) = Link::open(address, path, None, attacker(number)).await else {
        return counts;
    };
    while counts.sent < REQUESTS && link.send_text(&message(counts.sent)).await {
        counts.sent += 1;
    }
    loop {
        match timeout(Duration::from_secs(5), link.hear()).await {
            Ok(Received::Text(text)) if text.contains(r#""code":"rate""#) => counts.rate += 1,
            Ok(Received::Text(_)) => {}
            Ok(Received::End(code)) => {
                counts.code = code;
                return counts;
            }
            Err(_) => return counts,
        }
    }
}

/// The code with which a connection is closed soon.
async fn close_code(link: &mut Link) -> Option<u16> {
    let closed = async {
        loop {
            if let Received::End(code) = link.hear().await {
                return code;
            }
        }
    };
    timeout(Duration::from_secs(5), closed).await.ok().flatten()
}

/// Ways never to get to the point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slow {
    /// The head of a request, a byte at a time.
    Http,
    /// The same for a WebSocket's handshake.
    Upgrade,
    /// The first bytes of a frame, and never an answer to a ping.
    Frame,
}

impl Slow {
    const fn name(self) -> &'static str {
        match self {
            Self::Http => "slow requests",
            Self::Upgrade => "slow handshakes",
            Self::Frame => "slow frames",
        }
    }

    fn begins(self, room: &str) -> String {
        match self {
            Self::Http => "GET /api/games HTTP/1.1\r\nhost: localhost\r\nx-slow: ".to_owned(),
            Self::Upgrade => {
                format!("GET /ws/matches/{room} HTTP/1.1\r\nhost: localhost\r\nupgrade: ")
            }
            Self::Frame => format!(
                "GET /ws/matches/{room} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\n\
                 connection: upgrade\r\nsec-websocket-version: 13\r\n\
                 sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            ),
        }
    }
}

/// Holds connections that never get to the point.
async fn hold(address: SocketAddr, slow: Slow, room: &str, patient: bool) -> Outcome {
    const EACH: usize = 60;
    let way = attacker(10 + slow as u8);
    let held = join_all((0..EACH).map(|_| drip(address, slow, room, way, patient))).await;
    let closed = held.iter().filter(|span| span.is_some()).count();
    let longest = held.iter().flatten().max().copied().unwrap_or_default();
    let figure = if patient {
        format!("{closed} of {EACH} closed, the last after {}", seconds(longest))
    } else {
        format!("{EACH} held while others attacked")
    };
    Outcome { name: slow.name(), figure, limited: !patient || closed == EACH }
}

/// How long the server bore it; nothing if it bore it to the end.
async fn drip(
    address: SocketAddr,
    slow: Slow,
    room: &str,
    way: Way,
    patient: bool,
) -> Option<Duration> {
    let mut stream = reach(address, way).await.ok()?;
    let began = Instant::now();
    stream.write_all(slow.begins(room).as_bytes()).await.ok()?;
    let patience = if patient { SLOW } else { Duration::from_secs(3) };
    let mut buffer = [0; 4_096];
    while began.elapsed() < patience {
        // One more byte of a header; a frame that never gets to its end just stays away.
        if slow != Slow::Frame && stream.write_all(b"x").await.is_err() {
            return Some(began.elapsed());
        }
        if let Ok(Ok(0) | Err(_)) = timeout(Duration::from_secs(1), stream.read(&mut buffer)).await
        {
            return Some(began.elapsed());
        }
    }
    None
}
