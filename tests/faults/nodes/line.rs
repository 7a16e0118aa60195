//! The line by which servers reach another one or NATS. It can hold the bytes of one direction while those of
//! the other pass, as a network does that loses packets in one direction and sends them again later, and it
//! can be cut.

use std::net::SocketAddr;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch::{self, Receiver, Sender};
use tokio::task::{JoinHandle, JoinSet};

/// The most bytes that pass at once.
const PIECE: usize = 2_048;

/// The state of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineState {
    /// Everything passes.
    Whole,
    /// Bytes to the program are held.
    HeldThere,
    /// Bytes from the program are held.
    HeldBack,
    /// Connections are ended, held bytes are lost, and new connections are ended at once.
    Cut,
}

/// The line, gone when dropped.
#[derive(Debug)]
pub(super) struct Line {
    address: SocketAddr,
    /// Where the program has to listen.
    program: SocketAddr,
    state: Sender<LineState>,
    task: JoinHandle<()>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Line {
    /// Opens a line to a program that is not there yet, at a free address.
    pub(super) async fn open() -> Result<Self, String> {
        let free = bind().await?;
        let program = free.local_addr().map_err(|error| error.to_string())?;
        Self::open_to(program).await
    }

    /// Opens a line to the program at an address.
    pub(super) async fn open_to(program: SocketAddr) -> Result<Self, String> {
        let listener = bind().await?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let (state, known) = watch::channel(LineState::Whole);
        let task = tokio::spawn(async move {
            let mut tasks = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                tasks.spawn(pass(client, program, known.clone()));
                while tasks.try_join_next().is_some() {}
            }
        });
        Ok(Self { address, program, state, task })
    }

    /// The address for those who use the line.
    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where the program has to listen.
    pub(super) const fn program(&self) -> SocketAddr {
        self.program
    }

    /// Changes the state; held bytes pass once their direction is held no longer.
    pub(super) fn set(&self, state: LineState) {
        self.state.send_replace(state);
    }
}

async fn bind() -> Result<TcpListener, String> {
    TcpListener::bind("127.0.0.1:0").await.map_err(|error| error.to_string())
}

/// Passes a connection on until it ends at both sides or the line is cut.
async fn pass(mut client: TcpStream, program: SocketAddr, mut state: Receiver<LineState>) {
    if *state.borrow() == LineState::Cut {
        return;
    }
    let Ok(mut program) = TcpStream::connect(program).await else { return };
    let _ = (client.set_nodelay(true), program.set_nodelay(true));
    let (from_client, to_client) = client.split();
    let (from_program, to_program) = program.split();
    let there = copy(from_client, to_program, state.clone(), LineState::HeldThere);
    let back = copy(from_program, to_client, state.clone(), LineState::HeldBack);
    tokio::select! {
        _ = async { tokio::join!(there, back) } => {}
        _ = state.wait_for(|state| *state == LineState::Cut) => {}
    }
}

/// Passes one direction on, which one state of the line holds.
async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut state: Receiver<LineState>,
    held: LineState,
) {
    let mut piece = [0; PIECE];
    while let Ok(read @ 1..) = from.read(&mut piece).await {
        let passes = state.wait_for(|state| *state != held).await.is_ok();
        if !passes || to.write_all(&piece[..read]).await.is_err() {
            break;
        }
    }
    let _ = to.shutdown().await;
}
