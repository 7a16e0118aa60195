//! A bad network: a proxy that delays, cuts, stalls, and sends frames twice.

use crate::arena::Count;
use e2e::Dice;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::sleep;

/// The most bytes that are passed on at once.
const PIECE: usize = 2_048;

/// The events of the proxy.
#[derive(Debug, Default)]
pub(crate) struct Done {
    pub(crate) connections: Count,
    pub(crate) delayed: Count,
    pub(crate) cut: Count,
    pub(crate) stalled: Count,
    pub(crate) doubled: Count,
}

/// A proxy, gone when dropped.
#[derive(Debug)]
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    pub(crate) done: Arc<Done>,
    calm: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Proxy {
    /// Opens a proxy to a server.
    pub(crate) async fn open(to: SocketAddr, seed: u64) -> Result<Self, String> {
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let (done, calm) = (Arc::<Done>::default(), Arc::<AtomicBool>::default());
        let (counted, calmed) = (Arc::clone(&done), Arc::clone(&calm));
        let task = tokio::spawn(async move {
            let mut tasks = JoinSet::new();
            let mut dice = Dice::new(seed);
            while let Ok((client, _)) = listener.accept().await {
                let chance = Dice::new(u64::try_from(dice.below(usize::MAX)).unwrap_or(0));
                let weather = Weather::of(chance, calmed.load(Ordering::Relaxed));
                tasks.spawn(pass(client, to, weather, Arc::clone(&counted)));
                while tasks.try_join_next().is_some() {}
            }
        });
        Ok(Self { address, done, calm, task })
    }

    /// Lets new connections pass unharmed from now on.
    pub(crate) fn calm_down(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }
}

/// The fate of a connection.
#[derive(Debug, Clone)]
struct Weather {
    dice: Dice,
    /// The most that a piece is delayed, in milliseconds.
    delay: usize,
    /// When it is cut, and whether by a reset.
    cut: Option<(Duration, bool)>,
    /// When both directions stand still, and for how long.
    stall: Option<(Duration, Duration)>,
    /// One of so many frames of the client is sent twice; 0 for none.
    doubles: usize,
}

impl Weather {
    fn of(mut dice: Dice, calm: bool) -> Self {
        if calm {
            return Self { dice, delay: 0, cut: None, stall: None, doubles: 0 };
        }
        let mut span =
            |most: usize| Duration::from_millis(u64::try_from(dice.below(most)).unwrap_or(0));
        let (cut, stall, still) = (span(4_000), span(3_000), span(4_000));
        let delay = [0, 0, 30, 120][dice.below(4)];
        let cut = (dice.below(3) > 0).then_some((cut, dice.below(2) == 0));
        let stall = (dice.below(4) == 0).then_some((stall, still));
        let doubles = [0, 3, 10][dice.below(3)];
        Self { dice, delay, cut, stall, doubles }
    }
}

async fn pass(client: TcpStream, to: SocketAddr, weather: Weather, done: Arc<Done>) {
    done.connections.one();
    let Ok(server) = TcpStream::connect(to).await else { return };
    // Delays are ours to make.
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let resets = weather.cut.is_some_and(|(_, reset)| reset);
    if resets {
        // Unread bytes are thrown away on both sides, as by a router that forgets.
        let _ = (client.set_zero_linger(), server.set_zero_linger());
    }
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let up = upwards(&mut from_client, &mut to_server, weather.clone(), &done);
    let down = downwards(&mut from_server, &mut to_client, weather.clone(), &done);
    let cut = async {
        match weather.cut {
            Some((after, _)) => sleep(after).await,
            None => std::future::pending().await,
        }
    };
    let stall = async {
        match weather.stall {
            Some((after, _)) => sleep(after).await,
            None => std::future::pending().await,
        }
    };
    let pumps = async {
        tokio::select! {
            () = up => {}
            () = down => {}
        }
    };
    let mut pumps = std::pin::pin!(pumps);
    let lasting = async {
        tokio::select! {
            () = &mut pumps => return,
            () = stall => {}
        }
        done.stalled.one();
        sleep(weather.stall.map_or(Duration::ZERO, |(_, still)| still)).await;
        pumps.await;
    };
    tokio::select! {
        () = lasting => {}
        () = cut => done.cut.one(),
    }
}

async fn hold_up(weather: &mut Weather, done: &Done) {
    if weather.delay > 0 {
        done.delayed.one();
        let millis = u64::try_from(weather.dice.below(weather.delay)).unwrap_or(0);
        sleep(Duration::from_millis(millis)).await;
    }
}

async fn downwards(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    mut weather: Weather,
    done: &Done,
) {
    let mut buffer = vec![0; PIECE];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        hold_up(&mut weather, done).await;
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}

/// Passes the handshake on, and then frame by frame.
async fn upwards(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    mut weather: Weather,
    done: &Done,
) {
    const HEAD_ENDS: &[u8] = b"\r\n\r\n";
    const TEXT: u8 = 1;
    let mut waiting: Vec<u8> = Vec::new();
    let mut buffer = vec![0; PIECE];
    let mut greeted = false;
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        waiting.extend_from_slice(&buffer[..read]);
        loop {
            let length = if greeted {
                frame_length(&waiting)
            } else {
                let ends = waiting.windows(HEAD_ENDS.len()).position(|part| part == HEAD_ENDS);
                ends.map(|at| at + HEAD_ENDS.len())
            };
            let Some(length) = length.filter(|length| *length <= waiting.len()) else { break };
            let piece: Vec<u8> = waiting.drain(..length).collect();
            hold_up(&mut weather, done).await;
            if to.write_all(&piece).await.is_err() {
                return;
            }
            let is_text = greeted && piece.first().is_some_and(|first| first & 0xf == TEXT);
            if is_text && weather.doubles > 0 && weather.dice.below(weather.doubles) == 0 {
                done.doubled.one();
                if to.write_all(&piece).await.is_err() {
                    return;
                }
            }
            greeted = true;
        }
    }
}

/// The length of the first frame of a client, once its head is there (RFC 6455, section 5.2).
fn frame_length(bytes: &[u8]) -> Option<usize> {
    const MASK: usize = 4;
    let number = |bytes: &[u8]| bytes.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
    Some(match bytes.get(1)? & 0x7f {
        126 => 4 + MASK + number(bytes.get(2..4)?),
        127 => 10 + MASK + number(bytes.get(2..10)?),
        short => 2 + MASK + usize::from(short),
    })
}
