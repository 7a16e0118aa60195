//! The effect of floods on the players of a match: the time from an action to its acknowledgement, at rest
//! and beside the flood, in rounds that are interleaved.

use super::target::{Client, Target, six};
use super::{BenchError, Effect, Report, Scale};
use crate::server::{connect, play_frame};
use domain::computer_players::id_of;
use engine::{AnyGame, Options, Side};
use futures_util::future::BoxFuture;
use futures_util::{SinkExt, StreamExt};
use hdrhistogram::Histogram;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// The rounds at rest, and as many beside the flood.
const ROUNDS: u32 = 3;

/// The length of a round at full size, and the time between two actions.
const ROUND: Duration = Duration::from_secs(5);
const PACE: Duration = Duration::from_millis(15);

/// How many times slower a flood may make the slowest hundredth of the acknowledgements.
const FACTOR: f64 = 2.0;

/// An answer that takes longer is lost.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// The clients of a flood.
const CLIENTS: u32 = 20;

/// The state shared by the clients of a flood.
#[derive(Debug, Default)]
struct Flood {
    is_over: AtomicBool,
    sent: AtomicU32,
    refused: AtomicU32,
}

impl Flood {
    fn goes_on(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed)
    }

    fn record(&self, is_refused: bool) {
        self.sent.fetch_add(1, Ordering::Relaxed);
        self.refused.fetch_add(u32::from(is_refused), Ordering::Relaxed);
    }
}

type Attack = for<'a> fn(&'a Target, u32, Arc<Flood>) -> BoxFuture<'a, Result<Work, BenchError>>;

/// One client's part of a flood, ready to begin.
type Work = BoxFuture<'static, Result<(), BenchError>>;

/// Asks for the page of a computer player, from one address.
pub(super) async fn profiles(target: &Target, scale: Scale) -> Result<Report, BenchError> {
    run(target, scale, |target, _, flood| {
        Box::pin(async move {
            let mut client = target.client().await?;
            let player = id_of(1).map(|id| id.to_string()).unwrap_or_default();
            Ok::<Work, _>(Box::pin(async move {
                let path = format!("/api/accounts/{player}");
                while flood.goes_on() {
                    let answer = client.get("192.0.2.1", &path).await?;
                    flood.record(answer.is_refused());
                }
                Ok(())
            }))
        })
    })
    .await
}

/// Lists the players whom a guest has blocked, from one address.
pub(super) async fn block_lists(target: &Target, scale: Scale) -> Result<Report, BenchError> {
    run(target, scale, |target, _, flood| {
        Box::pin(async move {
            let mut client = target.client().await?;
            Ok::<Work, _>(Box::pin(async move {
                while flood.goes_on() {
                    let answer = client.get("192.0.2.1", "/api/me/blocks").await?;
                    flood.record(answer.is_refused());
                }
                Ok(())
            }))
        })
    })
    .await
}

/// Blocks and unblocks, each client from a /64 of its own.
pub(super) async fn small_writes(target: &Target, scale: Scale) -> Result<Report, BenchError> {
    run(target, scale, |target, number, flood| {
        Box::pin(async move {
            let mut client = target.client().await?;
            let address = six(1, number);
            let me = client.get(&address, "/api/me").await?;
            let cookies = me.cookies.join("; ");
            let other = client.get(&address, "/api/me").await?.body["id"].clone();
            let other = other.as_str().unwrap_or_default().to_owned();
            Ok::<Work, _>(Box::pin(async move {
                let path = format!("/api/me/blocks/{other}");
                while flood.goes_on() {
                    for answer in [
                        client.put(&address, &path, &cookies).await?,
                        client.delete(&address, &path, &cookies).await?,
                    ] {
                        flood.record(answer.is_refused());
                    }
                }
                Ok(())
            }))
        })
    })
    .await
}

/// Sends empty fragments of a message that never ends, on sockets of one address.
pub(super) async fn fragments(target: &Target, scale: Scale) -> Result<Report, BenchError> {
    run(target, scale, |target, _, flood| {
        Box::pin(async move {
            let address = target.address();
            Ok::<Work, _>(Box::pin(async move {
                while flood.goes_on() {
                    let mut stream = TcpStream::connect(address).await?;
                    let head = "GET /ws/lobby HTTP/1.1\r\nhost: localhost:4711\r\n\
                        x-forwarded-for: 192.0.2.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
                        sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n";
                    stream.write_all(head.as_bytes()).await?;
                    let mut answer = [0; 12];
                    let is_open = stream.read_exact(&mut answer).await.is_ok()
                        && answer == *b"HTTP/1.1 101";
                    flood.record(!is_open);
                    // A text frame without its end, then continuations: masked, and empty.
                    let fragments = [[0x00, 0x80, 0, 0, 0, 0]; 1_000].concat();
                    let begun = stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await;
                    while begun.is_ok() && flood.goes_on() {
                        if stream.write_all(&fragments).await.is_err() {
                            break;
                        }
                    }
                }
                Ok(())
            }))
        })
    })
    .await
}

/// Plays at rest and beside the flood in turn, and compares the acknowledgements.
async fn run(target: &Target, scale: Scale, attack: Attack) -> Result<Report, BenchError> {
    let length = ROUND * scale.of(100) / 100;
    let mut table = Table::open(target).await?;
    let [mut at_rest, mut beside] = [(); 2].map(|()| histogram());
    let (mut sent, mut refused) = (0, 0);
    for _ in 0..ROUNDS {
        table.play(target, length, &mut at_rest).await?;
        let flood = Arc::new(Flood::default());
        let mut clients = JoinSet::new();
        for number in 0..CLIENTS {
            clients.spawn(attack(target, number, Arc::clone(&flood)).await?);
        }
        table.play(target, length, &mut beside).await?;
        flood.is_over.store(true, Ordering::Relaxed);
        while let Some(ended) = clients.join_next().await {
            ended.map_err(|error| BenchError::Connection(error.to_string()))??;
        }
        sent += flood.sent.load(Ordering::Relaxed);
        refused += flood.refused.load(Ordering::Relaxed);
    }
    let [rest, attacked] = [&at_rest, &beside].map(|delays| delays.value_at_quantile(0.99));
    #[expect(clippy::cast_precision_loss, reason = "microseconds")]
    let factor = attacked as f64 / rest as f64;
    let found = format!(
        "99 % of {} acknowledgements within {:.1} ms, {:.1} ms at rest: {factor:.1} times",
        beside.len(),
        Duration::from_micros(attacked).as_secs_f64() * 1e3,
        Duration::from_micros(rest).as_secs_f64() * 1e3,
    );
    Ok(Report { sent, refused, effect: Effect::bounded_if(factor <= FACTOR), found })
}

/// Up to a minute in microseconds; longer delays count as one.
fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 60_000_000, 3)
        .unwrap_or_else(|_| unreachable!("these bounds are allowed"))
}

/// A match of two guests, who play on and on.
struct Table {
    game: AnyGame,
    sockets: [WebSocketStream<TcpStream>; 2],
}

impl Table {
    async fn open(target: &Target) -> Result<Self, BenchError> {
        let mut client = target.client().await?;
        let tokens = [guest(&mut client).await?, guest(&mut client).await?];
        let wish = json!({"game": "xiangqi", "seat": "first", "visibility": "link"});
        let made = client.post_by("192.0.2.9", "/api/matches", &tokens[0], &wish).await?.body;
        let id = made["id"].as_str().ok_or_else(|| BenchError::Answer(made.to_string()))?;
        let join = format!("/api/matches/{id}/join");
        client.post_by("192.0.2.9", &join, &tokens[1], &json!({})).await?;
        let path = format!("/ws/matches/{id}");
        let [first, second] = &tokens;
        let sockets = [
            connect(target.address(), &path, first).await?,
            connect(target.address(), &path, second).await?,
        ];
        let game = AnyGame::new("xiangqi", None, &Options::none(), None);
        let game = game.map_err(|error| BenchError::Game("xiangqi".into(), error.to_string()))?;
        Ok(Self { game, sockets })
    }

    /// Plays for a time; a finished match is followed by a new one.
    async fn play(
        &mut self,
        target: &Target,
        length: Duration,
        delays: &mut Histogram<u64>,
    ) -> Result<(), BenchError> {
        let end = Instant::now() + length;
        let mut tick = interval(PACE);
        let mut frame = String::new();
        while Instant::now() < end {
            tick.tick().await;
            let legal = self.game.legal();
            if legal.is_empty() || self.game.ply() >= 300 {
                *self = Self::open(target).await?;
                continue;
            }
            let ply = self.game.ply();
            let action = &legal[(ply * 7 + 3) % legal.len()];
            let mover = usize::from(self.game.to_act() == Side::Second);
            play_frame(&mut frame, ply, action);
            let began = Instant::now();
            let socket = &mut self.sockets[mover];
            socket.send(Message::text(frame.as_str())).await.map_err(lost)?;
            let answered = timeout(ANSWER_TIMEOUT, acknowledged(socket, ply)).await;
            answered.map_err(|_| BenchError::Answer("no acknowledgement".to_owned()))??;
            delays
                .saturating_record(u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX));
            if self.game.play(action).is_err() {
                *self = Self::open(target).await?;
            }
        }
        Ok(())
    }
}

/// The token of a new guest.
async fn guest(client: &mut Client) -> Result<String, BenchError> {
    let made = client.post("192.0.2.9", "/api/guests", "", &json!({})).await?.body;
    let token = made["token"].as_str().map(str::to_owned);
    token.ok_or_else(|| BenchError::Answer(made.to_string()))
}

/// Reads until the action of a ply is acknowledged.
async fn acknowledged(
    socket: &mut WebSocketStream<TcpStream>,
    ply: usize,
) -> Result<(), BenchError> {
    let id = format!(r#""id":"p{ply}""#);
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message.map_err(lost)? else { continue };
        if text.contains(r#""type":"ack""#) && text.contains(&id) {
            return Ok(());
        }
        if text.contains(r#""type":"nack""#) {
            return Err(BenchError::Answer(text.to_string()));
        }
    }
    Err(BenchError::Connection("closed".to_owned()))
}

#[expect(clippy::needless_pass_by_value, reason = "the shape `map_err` asks for")]
fn lost(error: tokio_tungstenite::tungstenite::Error) -> BenchError {
    BenchError::Connection(error.to_string())
}
