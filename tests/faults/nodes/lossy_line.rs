//! The line by which a server reaches NATS. It knows where the commands of a client end, so it can lose one
//! message whole while everything else passes.

use std::net::SocketAddr;
use std::num::ParseIntError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// The end of a command's line, and of a message.
const END: &[u8] = b"\r\n";

/// The part of a message by which the sender repeats its position.
const POSITION: &[u8] = br#""news":"position""#;

/// The part of a message about public matches, which is lost when one is to be.
const MATCHES: &[u8] = br#""news":"matches""#;

/// The messages of the server.
#[derive(Debug, Default)]
struct Messages {
    /// Whether the next one about public matches is lost.
    is_loss_due: bool,
    lost: u32,
    /// Those other than positions that passed since one was lost.
    followed: u32,
}

impl Messages {
    /// Whether a message passes.
    fn passes(&mut self, message: &[u8]) -> bool {
        if self.is_loss_due && contains(message, MATCHES) {
            self.is_loss_due = false;
            self.lost += 1;
            self.followed = 0;
            return false;
        }
        if !contains(message, POSITION) {
            self.followed += 1;
        }
        true
    }
}

/// The line, gone when dropped.
#[derive(Debug)]
pub(super) struct LossyLine {
    address: SocketAddr,
    messages: Arc<Mutex<Messages>>,
    task: JoinHandle<()>,
}

impl Drop for LossyLine {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl LossyLine {
    /// Opens a line to the NATS at an address.
    pub(super) async fn open_to(nats: SocketAddr) -> Result<Self, String> {
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let messages = Arc::<Mutex<Messages>>::default();
        let counted = Arc::clone(&messages);
        let task = tokio::spawn(async move {
            let mut tasks = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                tasks.spawn(pass(client, nats, Arc::clone(&counted)));
                while tasks.try_join_next().is_some() {}
            }
        });
        Ok(Self { address, messages, task })
    }

    /// The address for the server.
    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Loses the next message about public matches.
    pub(super) fn lose_next(&self) {
        lock(&self.messages).is_loss_due = true;
    }

    /// How many messages were lost.
    pub(super) fn lost(&self) -> u32 {
        lock(&self.messages).lost
    }

    /// How many messages other than positions have passed since one was lost.
    pub(super) fn followed(&self) -> u32 {
        lock(&self.messages).followed
    }
}

fn lock(messages: &Mutex<Messages>) -> MutexGuard<'_, Messages> {
    messages.lock().unwrap_or_else(PoisonError::into_inner)
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Passes a connection on until it ends at one side.
async fn pass(mut client: TcpStream, nats: SocketAddr, messages: Arc<Mutex<Messages>>) {
    let Ok(mut nats) = TcpStream::connect(nats).await else { return };
    let _ = (client.set_nodelay(true), nats.set_nodelay(true));
    let (from_client, mut to_client) = client.split();
    let (mut from_nats, to_nats) = nats.split();
    tokio::select! {
        () = pass_commands(from_client, to_nats, &messages) => {}
        _ = copy(&mut from_nats, &mut to_client) => {}
    }
}

/// Passes commands on one by one, except for a message that is to be lost.
async fn pass_commands(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    messages: &Mutex<Messages>,
) {
    let mut waiting = Vec::new();
    while let Ok(1..) = from.read_buf(&mut waiting).await {
        loop {
            let (command, is_message) = match first_command(&waiting) {
                Ok(Some((length, is_message))) => (waiting.drain(..length), is_message),
                Ok(None) => break,
                Err(_) => return,
            };
            let command = command.collect::<Vec<u8>>();
            let passes = !is_message || lock(messages).passes(&command);
            if passes && to.write_all(&command).await.is_err() {
                return;
            }
        }
    }
}

/// The length of the first command, once it is there as a whole, and whether it is a message: `PUB` or `HPUB`,
/// whose last word is the number of bytes that follow the line.
fn first_command(bytes: &[u8]) -> Result<Option<(usize, bool)>, ParseIntError> {
    let Some(ends) = bytes.windows(END.len()).position(|part| part == END) else { return Ok(None) };
    let (line, length) = (String::from_utf8_lossy(&bytes[..ends]), ends + END.len());
    let mut words = line.split_ascii_whitespace();
    let name = words.next().unwrap_or_default();
    if !["PUB", "HPUB"].iter().any(|message| name.eq_ignore_ascii_case(message)) {
        return Ok(Some((length, false)));
    }
    let size: usize = words.next_back().unwrap_or_default().parse()?;
    let length = length.saturating_add(size).saturating_add(END.len());
    Ok((length <= bytes.len()).then_some((length, true)))
}
