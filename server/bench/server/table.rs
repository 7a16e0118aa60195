//! A match of the load: two players, who connect to a server each and move in turn.

use super::games::{Script, Scripted, play_frame};
use super::http::Client;
use super::load::Target;
use crate::BenchError;
use futures_util::{SinkExt, StreamExt};
use hdrhistogram::Histogram;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::Barrier;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// How long a step of a match may take before the benchmark fails.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// The time after which a player whose connection has failed tries again.
const RETRY: Duration = Duration::from_millis(20);

/// Both players of a match, connected.
pub(super) struct Table {
    sockets: [WebSocketStream<TcpStream>; 2],
    path: String,
    /// The tokens of the two, also for the next match.
    tokens: [String; 2],
    pub(super) game: usize,
    pub(super) ply: usize,
}

/// The state shared by the tables of a round.
pub(super) struct Shared {
    pub(super) measuring: AtomicBool,
    pub(super) stop: AtomicBool,
    pub(super) moves: AtomicU64,
    pace: Duration,
    pub(super) start: Barrier,
}

impl Shared {
    /// That of so many tables, which move once in `pace`.
    pub(super) fn new(tables: usize, pace: Duration) -> Self {
        Self {
            measuring: AtomicBool::new(false),
            stop: AtomicBool::new(false),
            moves: AtomicU64::new(0),
            pace,
            start: Barrier::new(tables + 1),
        }
    }
}

/// The number of the match in the load.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seat {
    pub(super) number: usize,
    pub(super) target: Target,
    /// The server that makes the match.
    pub(super) made_at: SocketAddr,
    /// The server to which its players connect.
    pub(super) played_at: SocketAddr,
}

/// A match whose players are seated but not yet connected.
pub(super) struct Room {
    paths: [String; 2],
    tokens: [String; 2],
    game: usize,
}

impl Room {
    pub(super) async fn new(seat: Seat, script: Arc<Script>) -> Result<Self, BenchError> {
        let tokens = match seat.target {
            Target::Relay => [String::new(), String::new()],
            Target::Yiguan => {
                let mut client = Client::connect(seat.made_at).await?;
                [guest(&mut client).await?, guest(&mut client).await?]
            }
        };
        Self::with_players(seat, &script, tokens, seat.number).await
    }

    /// A new match of two players.
    async fn with_players(
        seat: Seat,
        script: &Script,
        tokens: [String; 2],
        game: usize,
    ) -> Result<Self, BenchError> {
        let game = game % script.games.len();
        if seat.target == Target::Relay {
            let paths = [0, 1].map(|side| format!("/relay/{}/{side}", seat.number));
            return Ok(Self { paths, tokens, game });
        }
        let mut client = Client::connect(seat.made_at).await?;
        let wish = json!({
            "game": script.game,
            "seat": "first",
            "clock": {"kind": "fischer", "initial": 3_600, "increment": 0},
        });
        let made = client.post("/api/matches", Some(&tokens[0]), &wish).await?;
        let id = made["id"].as_str().ok_or_else(|| BenchError::Answer(made.to_string()))?;
        let join = format!("/api/matches/{id}/join");
        client.post_until_served(&join, Some(&tokens[1]), &json!({})).await?;
        let path = format!("/ws/matches/{id}");
        Ok(Self { paths: [path.clone(), path], tokens, game })
    }

    /// The path of the match's socket.
    pub(super) fn path(&self) -> &str {
        &self.paths[0]
    }

    /// Connects both players to a server.
    pub(super) async fn sit_at(self, played_at: SocketAddr) -> Result<Table, BenchError> {
        let (target, made_at) = (Target::Yiguan, played_at);
        self.sit(Seat { number: 0, target, made_at, played_at }).await
    }

    /// Connects both players.
    pub(super) async fn sit(self, seat: Seat) -> Result<Table, BenchError> {
        let [first, second] = &self.paths;
        let mut sockets = [
            connect(seat.played_at, first, &self.tokens[0]).await?,
            connect(seat.played_at, second, &self.tokens[1]).await?,
        ];
        if seat.target == Target::Yiguan {
            for socket in &mut sockets {
                in_time("a snapshot", until_snapshot(socket)).await?;
            }
        }
        let Self { paths: [path, _], tokens, game } = self;
        Ok(Table { sockets, path, tokens, game, ply: 0 })
    }
}

pub(super) async fn guest(client: &mut Client) -> Result<String, BenchError> {
    let guest = client.post("/api/guests", None, &json!({})).await?;
    guest["token"]
        .as_str()
        .map(str::to_owned)
        .ok_or_else(|| BenchError::Answer("a guest without a token".to_owned()))
}

pub(crate) async fn connect(
    address: SocketAddr,
    path: &str,
    token: &str,
) -> Result<WebSocketStream<TcpStream>, BenchError> {
    let failed = |error: tokio_tungstenite::tungstenite::Error| {
        BenchError::Connection(format!("{path}: {error}"))
    };
    let mut request = format!("ws://{address}{path}").into_client_request().map_err(failed)?;
    if let Ok(value) = format!("Bearer {token}").parse() {
        request.headers_mut().insert("authorization", value);
    }
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(4_096).write_buffer_size(0);
    let (socket, _) =
        client_async_with_config(request, stream, Some(config)).await.map_err(failed)?;
    Ok(socket)
}

/// Reads until the snapshot has arrived. A move made before that could be part of the opponent's
/// snapshot, and would then never arrive as an event.
async fn until_snapshot(socket: &mut WebSocketStream<TcpStream>) -> Result<(), BenchError> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) if text.contains(r#""type":"snapshot""#) => return Ok(()),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(BenchError::Connection(error.to_string())),
            None => return Err(BenchError::Connection("closed".to_owned())),
        }
    }
}

/// A player at a match.
pub(super) struct Seated {
    socket: WebSocketStream<TcpStream>,
    path: String,
    token: String,
}

impl Seated {
    /// Waits until the server ends the connection.
    pub(super) async fn until_closed(&mut self) {
        while let Some(Ok(message)) = self.socket.next().await {
            if matches!(message, Message::Close(_)) {
                return;
            }
        }
    }

    /// Connects again, to another server, until the match is seen there.
    pub(super) async fn reconnect(&mut self, address: SocketAddr) -> Result<(), BenchError> {
        let socket = connect_until_seen(address, &self.path, &self.token);
        self.socket = in_time("a match elsewhere", async { Ok(socket.await) }).await?;
        Ok(())
    }
}

/// A connection at which the match was seen; one that fails is tried again.
async fn connect_until_seen(
    address: SocketAddr,
    path: &str,
    token: &str,
) -> WebSocketStream<TcpStream> {
    loop {
        if let Ok(mut socket) = connect(address, path, token).await
            && until_snapshot(&mut socket).await.is_ok()
        {
            return socket;
        }
        sleep(RETRY).await;
    }
}

impl Table {
    /// Plays until the round stops; a finished game is followed by a new match.
    pub(super) async fn play(
        mut self,
        seat: Seat,
        script: Arc<Script>,
        shared: Arc<Shared>,
    ) -> Result<(Self, Histogram<u64>), BenchError> {
        let mut delay = histogram();
        let mut frame = String::new();
        shared.start.wait().await;
        // Matches of a paced round do not all move at the same instant.
        let share = u32::try_from(seat.number % 1_000).unwrap_or(0);
        tokio::time::sleep(shared.pace * share / 1_000).await;
        let mut tick = tokio::time::interval(shared.pace.max(Duration::from_millis(1)));
        while !shared.stop.load(Ordering::Relaxed) {
            if !shared.pace.is_zero() {
                tick.tick().await;
            }
            if self.ply >= script.games[self.game].len() {
                self = in_time("the next match", self.next_match(seat, &script)).await?;
            }
            let sent = self.move_on(&script, seat.target, &mut frame).await?;
            if shared.measuring.load(Ordering::Relaxed) {
                shared.moves.fetch_add(1, Ordering::Relaxed);
                let micros = u64::try_from(sent.elapsed().as_micros()).unwrap_or(u64::MAX);
                delay.saturating_record(micros);
            }
        }
        Ok((self, delay))
    }

    /// Plays the next move of the script, and waits until the opponent has it; when it was sent.
    pub(super) async fn move_on(
        &mut self,
        script: &Script,
        target: Target,
        frame: &mut String,
    ) -> Result<Instant, BenchError> {
        let Scripted { by, action } = &script.games[self.game][self.ply];
        let mover = by.index();
        play_frame(frame, self.ply, action);
        let sent = Instant::now();
        let message = Message::Text(Utf8Bytes::from(frame.as_str()));
        self.sockets[mover].send(message).await.map_err(|e| self.lost(&e))?;
        in_time("a move", self.until_moved(1 - mover, target)).await?;
        self.ply += 1;
        Ok(sent)
    }

    /// Connects both players again, to another server, which may not have the match yet; they repeat
    /// that until they see it.
    pub(super) async fn reconnect(&mut self, address: SocketAddr) -> Result<(), BenchError> {
        let [first, second] = &self.tokens;
        let sockets = async {
            let first = connect_until_seen(address, &self.path, first).await;
            [first, connect_until_seen(address, &self.path, second).await]
        };
        self.sockets = in_time("a match elsewhere", async { Ok(sockets.await) }).await?;
        Ok(())
    }

    /// Both players with their connections.
    pub(super) fn into_players(self) -> [Seated; 2] {
        let Self { sockets, path, tokens, .. } = self;
        let [first, second] = sockets;
        let [one, other] = tokens;
        [
            Seated { socket: first, path: path.clone(), token: one },
            Seated { socket: second, path, token: other },
        ]
    }

    /// The first side resigns; returns when the opponent knows it.
    pub(super) async fn resign(&mut self) -> Result<(), BenchError> {
        let message = Message::text(r#"{"type":"resign","id":"r"}"#);
        self.sockets[0].send(message).await.map_err(|e| self.lost(&e))?;
        in_time("the end", self.until_answer(1, &[r#""kind":"ended""#])).await
    }

    /// Reads the messages of the player of `side` until the move of this ply arrives.
    async fn until_moved(&mut self, side: usize, target: Target) -> Result<(), BenchError> {
        let ply = format!(r#""ply":{},"#, self.ply);
        let kind = if target == Target::Relay { "" } else { r#""kind":"moved""# };
        self.until_answer(side, &[kind, &ply]).await
    }

    /// Reads the messages of the player of `side` until one has all of `parts`.
    async fn until_answer(&mut self, side: usize, parts: &[&str]) -> Result<(), BenchError> {
        loop {
            let message = match self.sockets[side].next().await {
                Some(Ok(message)) => message,
                Some(Err(error)) => return Err(self.lost(&error)),
                None => return Err(BenchError::Connection("closed".to_owned())),
            };
            let Message::Text(text) = message else { continue };
            if text.contains(r#""type":"nack""#) {
                return Err(BenchError::Answer(text.to_string()));
            }
            if parts.iter().all(|part| text.contains(part)) {
                return Ok(());
            }
        }
    }

    async fn next_match(self, seat: Seat, script: &Script) -> Result<Self, BenchError> {
        if seat.target == Target::Relay {
            return Ok(Self { ply: 0, game: (self.game + 1) % script.games.len(), ..self });
        }
        Room::with_players(seat, script, self.tokens, self.game + 1).await?.sit(seat).await
    }

    fn lost(&self, error: &tokio_tungstenite::tungstenite::Error) -> BenchError {
        BenchError::Connection(format!("at ply {}: {error}", self.ply))
    }
}

/// Waits for a step, for at most [`ANSWER_TIMEOUT`].
pub(super) async fn in_time<T>(
    step: &str,
    work: impl Future<Output = Result<T, BenchError>>,
) -> Result<T, BenchError> {
    let late = |_| BenchError::Answer(format!("waited too long for {step}"));
    timeout(ANSWER_TIMEOUT, work).await.map_err(late)?
}

/// Microseconds from 1 to ten minutes, to three digits.
pub(super) fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 600_000_000, 3).expect("the bounds are constant and valid")
}
