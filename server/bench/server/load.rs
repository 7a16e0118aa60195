//! The load on a server: for each match two players with a socket each, who move in turn.
//!
//! A run measures memory per match and per connection, then a saturated round (every move is
//! answered at once) and a paced one (a fixed interval for each match). The delay of a move is the
//! time from sending it to the opponent's socket receiving it. The same load runs against the bare
//! relay, for comparison. Each step has a timeout, so a server that stalls fails the benchmark.

use super::company::Company;
use super::endings::Endings;
use super::games::{Script, Scripted, play_frame};
use super::http::Client;
use super::logins::Logins;
use super::process::{ServerProcess, Usage};
use crate::BenchError;
use futures_util::{SinkExt, StreamExt};
use hdrhistogram::Histogram;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::{Barrier, Semaphore};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// How long a step of a match may take before the benchmark fails.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// The time of a round before it is measured.
const WARM_UP: Duration = Duration::from_secs(1);

/// The kind of server under load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// The bare relay.
    Relay,
    /// A Yiguan server.
    Yiguan,
}

/// The figures of one server.
#[derive(Debug)]
pub(super) struct Measured {
    /// Bytes of memory per match without connections, measured for a second set of matches; 0 for
    /// the relay, which has none.
    pub(super) match_bytes: u64,
    /// Bytes of memory per idle connection.
    pub(super) connection_bytes: u64,
    /// The round in which every move is answered at once.
    pub(super) saturated: Round,
    /// The rounds at a steady pace: alone, and beside other loads, each with its name.
    pub(super) paced: Vec<(&'static str, Round)>,
    /// Sentences about the other loads.
    pub(super) remarks: Vec<String>,
}

/// The other loads, each beside a paced round of its own; 0 leaves one out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beside<'a> {
    /// People who play `computer_game` against computer players.
    pub(super) computer: usize,
    /// The game of these people.
    pub(super) computer_game: &'a str,
    /// Clients that log in by password.
    pub(super) logins: usize,
    /// Games that end each second.
    pub(super) endings: u32,
}

/// The figures of one round.
#[derive(Debug)]
pub(super) struct Round {
    /// Moves that reached the opponent.
    pub(super) moves: u64,
    /// How long was measured.
    pub(super) elapsed: Duration,
    /// CPU time of the server.
    pub(super) cpu: Duration,
    /// Microseconds from sending a move until the opponent has received it.
    pub(super) delay: Histogram<u64>,
}

/// A load on one server.
pub(super) struct Load<'a> {
    server: &'a ServerProcess,
    script: Arc<Script>,
    matches: usize,
}

/// Both players of a match, connected.
pub(super) struct Table {
    sockets: [WebSocketStream<TcpStream>; 2],
    /// The tokens of the two, for the next match.
    tokens: [String; 2],
    game: usize,
    ply: usize,
}

/// The state shared by the tables of a round.
struct Shared {
    measuring: AtomicBool,
    stop: AtomicBool,
    moves: AtomicU64,
    pace: Duration,
    start: Barrier,
}

impl<'a> Load<'a> {
    pub(super) fn new(server: &'a ServerProcess, script: Arc<Script>, matches: usize) -> Self {
        Self { server, script, matches }
    }

    /// Connects all players, then plays a saturated and a paced round, and another paced one beside each
    /// of the other loads.
    pub(super) async fn run(
        &self,
        span: Duration,
        pace: Duration,
        beside: Beside<'_>,
    ) -> Result<Measured, BenchError> {
        // The first set of matches makes the server allocate its buffers once; only the second
        // shows the cost of a match.
        self.each_match(self.matches, Room::new).await?;
        let at_rest = self.server.usage()?;
        let rooms = self.each_match(self.matches, Room::new).await?;
        let with_matches = self.server.usage()?;
        let mut rooms = rooms.into_iter();
        let tables = self
            .each_match(self.matches, |seat, _| {
                let room = rooms.next();
                async move {
                    match room {
                        Some(room) => room.sit(seat).await,
                        None => Err(BenchError::Answer("too few rooms".to_owned())),
                    }
                }
            })
            .await?;
        let connected = self.server.usage()?;
        let per = |bytes: u64, count: usize| bytes / u64::try_from(count.max(1)).unwrap_or(1);
        let grown = |before: Usage, after: Usage| after.memory.saturating_sub(before.memory);
        let (tables, saturated) = self.round(tables, span, Duration::ZERO).await?;
        let (mut tables, alone) = self.round(tables, span, pace).await?;
        let mut paced = vec![("paced", alone)];
        let mut remarks = Vec::new();
        let is_ours = self.server.target() == Target::Yiguan;
        let round;
        if beside.endings > 0 && is_ours {
            let endings = Endings::prepared(self, beside.endings, WARM_UP + span).await?;
            let endings = endings.begin();
            (tables, round) = self.round(tables, span, pace).await?;
            paced.push(("endings", round));
            let ended = endings.await.map_err(|error| BenchError::Answer(error.to_string()))??;
            remarks.push(format!("{ended} games ended beside the moves."));
        }
        let round;
        if beside.logins > 0 && is_ours {
            let logins = Logins::new(self.server.address(), beside.logins);
            (tables, round) = self.round(tables, span, pace).await?;
            paced.push(("logins", round));
            let verified = logins.end().await?;
            remarks.push(format!("{verified} passwords were verified beside the moves."));
        }
        if beside.computer > 0 && is_ours {
            let company =
                Company::new(self.server.address(), beside.computer_game, beside.computer);
            let (_, round) = self.round(tables, span, pace).await?;
            company.leave().await?;
            paced.push(("computer", round));
        }
        Ok(Measured {
            match_bytes: per(grown(at_rest, with_matches), self.matches),
            connection_bytes: per(grown(with_matches, connected), 2 * self.matches),
            saturated,
            paced,
            remarks,
        })
    }

    /// `count` more matches of connected players, each played to its `moves`-th move.
    pub(super) async fn tables(
        &self,
        count: usize,
        moves: usize,
    ) -> Result<Vec<Table>, BenchError> {
        self.each_match(count, move |seat, script| async move {
            let mut table = Room::new(seat, Arc::clone(&script)).await?.sit(seat).await?;
            let mut frame = String::new();
            while table.ply < moves.min(script.games[table.game].len()) {
                table.move_on(&script, seat.target, &mut frame).await?;
            }
            Ok(table)
        })
        .await
    }

    /// Does something for so many matches, at most 32 at a time, and keeps the order.
    async fn each_match<T, F>(
        &self,
        count: usize,
        mut make: impl FnMut(Seat, Arc<Script>) -> F,
    ) -> Result<Vec<T>, BenchError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, BenchError>> + Send + 'static,
    {
        let turns = Arc::new(Semaphore::new(32));
        let mut tasks = JoinSet::new();
        for number in 0..count {
            let seat =
                Seat { number, target: self.server.target(), address: self.server.address() };
            let work = make(seat, Arc::clone(&self.script));
            let turns = Arc::clone(&turns);
            tasks.spawn(async move {
                let _turn = turns.acquire().await;
                work.await.map(|made| (number, made))
            });
        }
        let mut made = Vec::with_capacity(count);
        while let Some(done) = tasks.join_next().await {
            made.push(done.map_err(|error| BenchError::Answer(error.to_string()))??);
        }
        made.sort_by_key(|&(number, _)| number);
        Ok(made.into_iter().map(|(_, made)| made).collect())
    }

    async fn round(
        &self,
        tables: Vec<Table>,
        span: Duration,
        pace: Duration,
    ) -> Result<(Vec<Table>, Round), BenchError> {
        let shared = Arc::new(Shared {
            measuring: AtomicBool::new(false),
            stop: AtomicBool::new(false),
            moves: AtomicU64::new(0),
            pace,
            start: Barrier::new(tables.len() + 1),
        });
        let mut tasks = JoinSet::new();
        for (number, table) in tables.into_iter().enumerate() {
            let seat =
                Seat { number, target: self.server.target(), address: self.server.address() };
            tasks.spawn(table.play(seat, Arc::clone(&self.script), Arc::clone(&shared)));
        }
        shared.start.wait().await;
        tokio::time::sleep(WARM_UP).await;
        let before = self.server.usage()?;
        let began = Instant::now();
        shared.measuring.store(true, Ordering::Relaxed);
        tokio::time::sleep(span).await;
        shared.measuring.store(false, Ordering::Relaxed);
        let elapsed = began.elapsed();
        let moves = shared.moves.load(Ordering::Relaxed);
        let cpu = self.server.usage()?.cpu.saturating_sub(before.cpu);
        shared.stop.store(true, Ordering::Relaxed);
        let mut delay = histogram();
        let mut tables = Vec::new();
        while let Some(done) = tasks.join_next().await {
            let (table, own) = done.map_err(|error| BenchError::Answer(error.to_string()))??;
            tables.push(table);
            // Both have the same range.
            let _ = delay.add(&own);
        }
        Ok((tables, Round { moves, elapsed, cpu, delay }))
    }
}

/// Which match of the load.
#[derive(Debug, Clone, Copy)]
struct Seat {
    number: usize,
    target: Target,
    address: SocketAddr,
}

/// A match whose players are seated but not yet connected.
struct Room {
    paths: [String; 2],
    tokens: [String; 2],
    game: usize,
}

impl Room {
    async fn new(seat: Seat, script: Arc<Script>) -> Result<Self, BenchError> {
        let tokens = match seat.target {
            Target::Relay => [String::new(), String::new()],
            Target::Yiguan => {
                let mut client = Client::connect(seat.address).await?;
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
        let mut client = Client::connect(seat.address).await?;
        let wish = json!({
            "game": script.game,
            "seat": "first",
            "clock": {"kind": "fischer", "initial": 3_600, "increment": 0},
        });
        let made = client.post("/api/matches", Some(&tokens[0]), &wish).await?;
        let id = made["id"].as_str().ok_or_else(|| BenchError::Answer(made.to_string()))?;
        let join = format!("/api/matches/{id}/join");
        client.post(&join, Some(&tokens[1]), &json!({})).await?;
        let path = format!("/ws/matches/{id}");
        Ok(Self { paths: [path.clone(), path], tokens, game })
    }

    /// Connects both players.
    async fn sit(self, seat: Seat) -> Result<Table, BenchError> {
        let [first, second] = &self.paths;
        let mut sockets = [
            connect(seat.address, first, &self.tokens[0]).await?,
            connect(seat.address, second, &self.tokens[1]).await?,
        ];
        if seat.target == Target::Yiguan {
            for socket in &mut sockets {
                in_time("a snapshot", until_snapshot(socket)).await?;
            }
        }
        Ok(Table { sockets, tokens: self.tokens, game: self.game, ply: 0 })
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

impl Table {
    /// Plays until the round stops; a finished game is followed by a new match.
    async fn play(
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
    async fn move_on(
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
async fn in_time<T>(
    step: &str,
    work: impl Future<Output = Result<T, BenchError>>,
) -> Result<T, BenchError> {
    let late = |_| BenchError::Answer(format!("waited too long for {step}"));
    timeout(ANSWER_TIMEOUT, work).await.map_err(late)?
}

/// Microseconds from 1 to ten minutes, to three digits.
fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 600_000_000, 3).expect("the bounds are constant and valid")
}
